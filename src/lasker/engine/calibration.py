"""Calibration by random playouts: does the evaluation correlate with results, and are captures forced?"""

from __future__ import annotations

import math
import statistics

from lasker.compiler.ir.machine import ProgramPosition
from lasker.engine.native_search import NativeSearch
from lasker.kernel import cancel
from lasker.kernel.dataclass import dataclass

GAMES, MAX_PLIES = 400, 400  # playouts, and the length at which one is cut off
WORK, QUICK_WORK = 300_000, 3_000_000  # generated moves after which no playout begins; on bitboards
LEAST = 0.1  # correlations below this are never significant


@dataclass(frozen=True)
class Calibration:
    """The result of the playouts: how evaluation and payoff correlate, and whether captures are forced."""

    games: int
    correlation: float  # of evaluation and payoff, between -1 and 1
    captures: bool  # did any playout contain a capture?
    forced: bool

    @property
    def threshold(self) -> float:
        """The least absolute correlation that is significant: two standard errors."""
        return max(LEAST, 2 / math.sqrt(max(1, self.games)))

    @property
    def inverted(self) -> bool:
        """Is material a disadvantage? (as in losing games)"""
        return self.correlation < -self.threshold

    @property
    def predictive(self) -> bool:
        """Does the evaluation predict the result? Assumed wherever captures occur."""
        return self.captures or abs(self.correlation) > self.threshold


def calibrate(native: NativeSearch, start: ProgramPosition, share: float = 1.0) -> Calibration:
    """Playouts from a position; deterministic, since work is bounded in moves, not in seconds."""
    native.begin(start)
    work = (QUICK_WORK if native.bitboards else WORK) * share
    pairs, captures, forced = [], 0, 0
    for seed in range(GAMES):
        cancel.check()
        game = native.sample_playout(seed, MAX_PLIES) if work > 0 else None
        if game is None:
            break
        work -= game.moves
        captures, forced = captures + game.captures, forced + game.forced
        at = len(game.evaluations) * 2 // 3
        pairs.append((game.evaluations[at], game.payoff))
    return Calibration(len(pairs), correlation(pairs), captures > 0, captures > 0 and forced > captures / 2)


def correlation(pairs: list[tuple[int, int]]) -> float:
    """Pearson's correlation of pairs; 0 where one of the two is constant.

    >>> correlation([(1, 10), (2, 20), (3, 30)])
    1.0
    """
    if len({a for a, _ in pairs}) < 2 or len({b for _, b in pairs}) < 2:
        return 0.0
    return round(statistics.correlation([a for a, _ in pairs], [b for _, b in pairs]), 3)
