"""Levels, from a beginner who overlooks things to all that the opponent can do."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache
from random import Random

from lasker.analysis.opponent.thinking import Budget, Opponent
from lasker.analysis.opponent.thought import Line, Tell
from lasker.kernel.errors import LimitError
from lasker.model.game import Game as Model
from lasker.play.game import Game, Position

LOWEST, FULL = 1, 10
LINES = 5  # moves that a weaker player hesitates between
FEW, MORE = 1000, 3  # nodes on the lowest level, and how many times as many on the next
BLUR = 250.0  # by how much the lowest level misjudges a move
CLEARER = 0.6  # what is left of that on the next level


def play(
    opponent: Opponent,
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


def opponent(position: Position, seconds: float = 1.0, level: int = FULL) -> Line | None:
    """What the opponent answers in a position: a line whose first move it plays; None if there is no move.

    >>> from lasker.play.game import load
    >>> line = opponent(load("tictactoe").position("XX1/OO1/3 o 3"), seconds=1)
    >>> line.moves[0], line.mate
    ('c2', 1)
    """
    check(level)
    if not seconds > 0:
        raise LimitError(f"{seconds} seconds are no time to think", remedy="give more than 0")
    thinker = opponent_of(position.game.model)
    thinker.ready()
    return next(iter(play(thinker, position, Budget(seconds=seconds), level)), None)


@lru_cache(maxsize=8)
def opponent_of(model: Model) -> Opponent:
    """The opponent in a game, made once."""
    return Opponent(Game(model, model.title))


def check(level: int) -> None:
    """Refuse a level that there is not."""
    if not LOWEST <= level <= FULL:
        raise LimitError(
            f"no level {level}", remedy=f"levels are {LOWEST} (a beginner) to {FULL} (full strength)"
        )
