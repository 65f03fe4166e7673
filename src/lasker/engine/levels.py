"""Levels, from a beginner who overlooks things to all that the opponent can do."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import replace
from random import Random

from lasker.engine.lines import Line, Tell
from lasker.engine.opponent import Budget
from lasker.engine.pool import Thinks, opponent_of, pool_of
from lasker.kernel.errors import LimitError
from lasker.play.game import Position

LOWEST, FULL = 1, 10
LINES = 5  # moves that a weaker player hesitates between
FEW, MORE = 1000, 3  # nodes on the lowest level, and how many times as many on the next
BLUR = 250.0  # by how much the lowest level misjudges a move
CLEARER = 0.6  # what is left of that on the next level


def play(
    opponent: Thinks,
    position: Position,
    budget: Budget,
    level: int = FULL,
    *,
    only: Collection[str] = (),
    lines: int = 1,
    random: Random | None = None,
    tell: Tell | None = None,
) -> list[Line]:
    """Lines as a player of a level sees them, the move that he plays first."""
    check(level)
    if level == FULL:
        return opponent.think(position, budget, lines=lines, only=only, tell=tell)
    nodes = min(budget.nodes, FEW * MORE ** (level - 1))
    weaker = replace(budget, nodes=nodes, depth=min(budget.depth, level))  # a ply more on each level
    found = opponent.think(position, weaker, lines=max(lines, LINES), only=only, tell=tell)
    blur, chance = BLUR * CLEARER ** (level - 1), random or Random()
    return sorted(found, key=lambda line: -(line.score + chance.gauss(0, blur)))


def opponent(
    position: Position,
    seconds: float | None = None,
    level: int = FULL,
    *,
    nodes: int | None = None,
    seed: int = 0,
) -> Line | None:
    """What the opponent answers in a position: a line whose first move it plays; None if there is no move.

    It thinks for so many seconds (1 unless `nodes` are given), about so many nodes, or both. Any number of
    threads may ask, about any games. Where nodes alone are the limit, the same question has the same answer;
    on lower levels the `seed` decides what it overlooks. A game that was never compiled is compiled
    meanwhile, and the first answers within seconds are weaker; who gives nodes alone waits for the compiler.

    >>> from lasker.play.game import load
    >>> line = opponent(load("tictactoe").position("XX1/OO1/3 o 3"), seconds=1)
    >>> line.moves[0], line.mate
    ('c2', 1)
    """
    check(level)
    budget = _budget(seconds, nodes)
    random = Random(f"{seed} {position.node.hash}")
    with pool_of(position.game.model).opponent() as thinker:
        return next(iter(play(thinker, position, budget, level, random=random)), None)


def _budget(seconds: object, nodes: object) -> Budget:
    if seconds is None:
        seconds = 1.0 if nodes is None else math.inf
    if not isinstance(seconds, int | float) or isinstance(seconds, bool) or not seconds > 0:
        raise LimitError(f"{seconds!r} seconds are no time to think", remedy="give more than 0")
    if nodes is None:
        return Budget(seconds=seconds)
    if not isinstance(nodes, int) or isinstance(nodes, bool) or nodes < 1:
        raise LimitError(f"{nodes!r} nodes are too few to think about", remedy="give 1 or more")
    return Budget(seconds=seconds, nodes=nodes)


def check(level: object) -> None:
    """Refuse a level that there is not."""
    if not isinstance(level, int) or isinstance(level, bool) or not LOWEST <= level <= FULL:
        raise LimitError(
            f"no level {level!r}", remedy=f"levels are {LOWEST} (a beginner) to {FULL} (full strength)"
        )


__all__ = ["FULL", "LOWEST", "check", "opponent", "opponent_of", "play"]
