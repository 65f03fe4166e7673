"""Elo differences with confidence intervals, likelihood of superiority, and the SPRT on game pairs.

Games come in pairs, an opening with both colours, and the result of a pair is one observation: its two games
share their opening, so they are not independent. A pair scores 0, 1/4, 1/2, 3/4 or 1, hence the name
pentanomial.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import NormalDist, fmean

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError

NORMAL = NormalDist()
Z95 = NORMAL.inv_cdf(0.975)
QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)
UNSEEN = 1e-3  # pseudo-count of each pair result, so that no probability is zero


def elo(share: float) -> float:
    """The Elo difference of a score as a share of the points.

    >>> round(elo(0.64)), elo(0.5), elo(1)
    (100, 0.0, inf)
    """
    if not 0 < share < 1:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share)) + 0.0


def share(difference: float) -> float:
    """The expected score of an Elo difference.

    >>> share(0), round(share(100), 2)
    (0.5, 0.64)
    """
    return 1 / (1 + 10 ** (-difference / 400))


def wilson(points: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % confidence interval of a score, for independent games.

    >>> [round(each, 2) for each in wilson(5, 10)]
    [0.24, 0.76]
    """
    if not games:
        return 0.0, 1.0
    part, square = points / games, Z95 * Z95
    middle = (part + square / (2 * games)) / (1 + square / games)
    around = Z95 * math.sqrt(part * (1 - part) / games + square / (4 * games**2)) / (1 + square / games)
    return max(0.0, middle - around), min(1.0, middle + around)


@dataclass(frozen=True)
class Standing:
    """The state of a match for its first player: points of every game, and of every complete pair.

    >>> standing = Standing((1, 1, 0.5, 0.5, 1, 0), (1, 0.5, 0.5))
    >>> standing.won, standing.drawn, standing.lost, standing.points
    (3, 2, 1, 4.0)
    >>> [round(each) for each in standing.elo], round(standing.superiority, 2)
    ([120, -115, 869], 0.84)
    """

    games: tuple[float, ...] = ()
    pairs: tuple[float, ...] = ()

    @property
    def won(self) -> int:
        """Games won."""
        return sum(1 for each in self.games if each >= 1)

    @property
    def lost(self) -> int:
        """Games lost."""
        return sum(1 for each in self.games if each <= 0)

    @property
    def drawn(self) -> int:
        """Games drawn."""
        return len(self.games) - self.won - self.lost

    @property
    def points(self) -> float:
        """The sum of the points."""
        return math.fsum(self.games)

    @property
    def share(self) -> float:
        """The share of the points."""
        return self.points / len(self.games) if self.games else 0.5

    @property
    def error(self) -> float | None:
        """The standard error of the share, from the variance of pairs; None without variance."""
        if len(self.pairs) < 2 or len(set(self.pairs)) == 1:
            return None
        mean = fmean(self.pairs)
        spread = math.fsum((each - mean) ** 2 for each in self.pairs) / (len(self.pairs) - 1)
        return math.sqrt(spread / len(self.pairs))

    @property
    def bounds(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share, from pairs, or Wilson's while pairs have no variance."""
        if self.error is None:
            return wilson(self.points, len(self.games))
        return max(0.0, self.share - Z95 * self.error), min(1.0, self.share + Z95 * self.error)

    @property
    def elo(self) -> tuple[float, float, float]:
        """The Elo difference, and its 95 % confidence bounds."""
        low, high = self.bounds
        return elo(self.share), elo(low), elo(high)

    @property
    def superiority(self) -> float:
        """Likelihood of superiority (LOS); from decided games while pairs have no variance."""
        if self.error is not None:
            return NORMAL.cdf((self.share - 0.5) / self.error)
        decided = self.won + self.lost
        return NORMAL.cdf((self.won - self.lost) / math.sqrt(decided)) if decided else 0.5


def standing(points: Mapping[int, float]) -> Standing:
    """The state of a match from points by game number; games 2n and 2n+1 are a pair.

    >>> standing({0: 1, 1: 0.5, 2: 0}).pairs
    (0.75,)
    """
    pairs = [(points[n] + points[n + 1]) / 2 for n in sorted(points) if n % 2 == 0 and n + 1 in points]
    return Standing(tuple(points[n] for n in sorted(points)), tuple(pairs))


@dataclass(frozen=True)
class Sprt:
    """The sequential probability ratio test of an Elo difference `elo1` against `elo0`.

    It is the generalized SPRT on pairs (pentanomial): each hypothesis is represented by the
    maximum-likelihood distribution with its mean.

    >>> test = Sprt(0, 10)
    >>> [round(each, 2) for each in test.bounds]
    [-2.94, 2.94]
    >>> round(test.ratio([0.5] * 60 + [0.75] * 25 + [0.25] * 15), 2), test.verdict([])
    (1.03, None)
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise LimitError(f"elo0 {self.elo0:g} is not less than elo1 {self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise LimitError("alpha and beta are probabilities of an error, between 0 and 1/2")

    @property
    def bounds(self) -> tuple[float, float]:
        """elo0 is accepted below the first bound, elo1 above the second."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Iterable[float]) -> float:
        """The logarithm of the likelihood ratio."""
        seen = dict.fromkeys(QUARTERS, UNSEEN)
        for pair in pairs:
            seen[pair] = seen.get(pair, UNSEEN) + 1
        total = math.fsum(seen.values())
        chances = {value: count / total for value, count in seen.items()}
        low, high = (nearest(chances, share(each)) for each in (self.elo0, self.elo1))
        return total * math.fsum(p * math.log(high[v] / low[v]) for v, p in chances.items())

    def verdict(self, pairs: Sequence[float]) -> bool | None:
        """Is it elo1 (True) or elo0 (False)? None as long as the test goes on."""
        ratio, (low, high) = self.ratio(pairs), self.bounds
        return True if ratio >= high else False if ratio <= low else None


def nearest(chances: Mapping[float, float], mean: float) -> dict[float, float]:
    """The maximum-likelihood distribution with a given mean for observed frequencies.

    >>> found = nearest({0.0: 0.5, 1.0: 0.5}, 0.6)
    >>> [round(each, 3) for each in found.values()]
    [0.4, 0.6]
    """
    # It is p / (1 + x (v - mean)) for the unique x that gives this mean; bisection, as the sum falls with x.
    low, high = -1 / (max(chances) - mean), 1 / (mean - min(chances))
    for _ in range(100):
        x = (low + high) / 2
        if math.fsum(p * (v - mean) / (1 + x * (v - mean)) for v, p in chances.items()) > 0:
            low = x
        else:
            high = x
    return {v: p / (1 + x * (v - mean)) for v, p in chances.items()}
