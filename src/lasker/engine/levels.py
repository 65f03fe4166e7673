"""Playing strength levels: fewer nodes, less depth and noisy scores below full strength."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from random import Random

from lasker.engine.opponent import Budget
from lasker.engine.opponent_pool import Thinker, opponent_of, pool_of
from lasker.engine.root_search import Line, OnLine
from lasker.engine.search_limits import budget_of
from lasker.kernel.arguments import whole_number
from lasker.kernel.errors import LimitError
from lasker.play.game import Position

LOWEST, FULL = 1, 10
LINES = 5  # candidate moves of a weaker player
FEW, MORE = 1000, 3  # nodes on the lowest level, and the factor from each level to the next
BLUR = 250.0  # standard deviation of the noise added to scores on the lowest level
CLEARER = 0.6  # factor of the noise from each level to the next


def play(
    opponent: Thinker,
    position: Position,
    budget: Budget,
    level: int = FULL,
    *,
    only: Collection[str] = (),
    lines: int = 1,
    random: Random | None = None,
    tell: OnLine | None = None,
) -> list[Line]:
    """Principal variations at a level, best first; the move to play is the first move of the first line."""
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
    """The opponent's principal variation in a position; None if there is no legal move.

    The search is limited in seconds (1 unless `nodes` is given), in nodes, or in both. The function is
    thread-safe. With a limit in nodes alone the result is deterministic; on lower levels it depends on the
    `seed`. A game that was never compiled is compiled in the background: the first answers limited by time
    are weaker, and a call limited by nodes alone waits for the compiler.

    >>> from lasker.play.game import load
    >>> line = opponent(load("tictactoe").position("XX1/OO1/3 o 3"), seconds=1)
    >>> line.moves[0], line.mate
    ('c2', 1)
    """
    check(level)
    budget = budget_of(1.0 if seconds is nodes is None else seconds, nodes)
    random = Random(f"{whole_number(seed, 'seed')} {position.node.hash}")
    with pool_of(position.game.model).opponent() as thinker:
        return next(iter(play(thinker, position, budget, level, random=random)), None)


def check(level: object) -> None:
    """Raise LimitError for a level out of range."""
    if not isinstance(level, int) or isinstance(level, bool) or not LOWEST <= level <= FULL:
        raise LimitError(
            f"no level {level!r}", remedy=f"levels are {LOWEST} (a beginner) to {FULL} (full strength)"
        )


__all__ = ["FULL", "LOWEST", "check", "opponent", "opponent_of", "play"]
