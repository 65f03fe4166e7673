"""Random games before the first move: do judgements foretell who wins, and must pieces be taken?"""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass

from lasker.compiler.ir.machine import ProgramPosition
from lasker.engine.native_search import NativeSearch
from lasker.kernel import cancel

GAMES, LONG = 400, 400  # random games, and how long they may be
WORK, QUICK_WORK = 300_000, 3_000_000  # moves after which there are no more games; on bitboards
LEAST = 0.1  # a correlation below this says nothing


@dataclass(frozen=True)
class Calibration:
    """What random games told: how well the judgement foretells who wins, and whether captures are forced."""

    games: int
    foretells: float  # a correlation, between -1 and 1
    takes: bool  # is anything ever taken?
    forced: bool

    @property
    def sure(self) -> float:
        """A correlation that is hardly an accident."""
        return max(LEAST, 2 / math.sqrt(max(1, self.games)))

    @property
    def turned(self) -> bool:
        """Is it good to have little?"""
        return self.foretells < -self.sure

    @property
    def judges(self) -> bool:
        """Does the judgement say who will win? Where pieces are taken that is supposed."""
        return self.takes or abs(self.foretells) > self.sure


def calibrate(native: NativeSearch, start: ProgramPosition, share: float = 1.0) -> Calibration:
    """Random games from a position: the same everywhere, since work is counted in moves, not in seconds."""
    native.begin(start)
    work = (QUICK_WORK if native.quick else WORK) * share
    pairs, takes, forced = [], 0, 0
    for seed in range(GAMES):
        cancel.check()
        game = native.wander(seed, LONG) if work > 0 else None
        if game is None:
            break
        work -= game.moves
        takes, forced = takes + game.takes, forced + game.forced
        at = len(game.judgements) * 2 // 3
        pairs.append((game.judgements[at], game.payoff))
    return Calibration(len(pairs), correlation(pairs), takes > 0, takes > 0 and forced > takes / 2)


def correlation(pairs: list[tuple[int, int]]) -> float:
    """How far two numbers go together; 0 where one of them is always the same.

    >>> correlation([(1, 10), (2, 20), (3, 30)])
    1.0
    """
    if len({a for a, _ in pairs}) < 2 or len({b for _, b in pairs}) < 2:
        return 0.0
    return round(statistics.correlation([a for a, _ in pairs], [b for _, b in pairs]), 3)
