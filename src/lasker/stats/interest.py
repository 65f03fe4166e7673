"""Measures of interest on a sample of games (balance, drama ...); users read their docstrings.

Most carry the names that Ludii gives to measures of the same kind; the definitions are our own.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from itertools import pairwise

from lasker.stats.sample import Sample, mean, trend

Measure = Callable[[Sample], float | None]
MEASURES: dict[str, Measure] = {}


def measure(of: Measure) -> Measure:
    """Register a measure by its name."""
    MEASURES[of.__name__] = of
    return of


def meaning(name: str) -> str:
    """The definition of a measure, in a sentence.

    >>> meaning("timeouts")
    'The part of the games that are broken off, being longer than the bound.'
    """
    return " ".join((MEASURES[name].__doc__ or "").split())


def measured(sample: Sample) -> dict[str, float | None]:
    """Every measure by its name; None where it does not apply.

    >>> from lasker.stats.selfplay import SelfPlay
    >>> from lasker.play.game import load
    >>> game = load("tictactoe")
    >>> found = measured(Sample(game.model, list(SelfPlay(game, seed=1).games(20))))
    >>> round(found["decision_moves"], 2), found["move_distance"], round(found["branching"], 2)
    (0.94, None, 5.45)
    """
    return {name: of(sample) for name, of in MEASURES.items()}


@measure
def advantage(sample: Sample) -> float | None:
    """The share of the points that the first player gets."""
    return sample.shares[0] if len(sample.game.players) > 1 and sample.over else None


@measure
def balance(sample: Sample) -> float | None:
    """One less the greatest difference between the shares of two players."""
    got = sample.shares
    return 1 - (max(got) - min(got)) if len(got) > 1 else None


@measure
def completion(sample: Sample) -> float | None:
    """The part of the games that somebody wins."""
    return sample.part(lambda log: log.winner is not None)


@measure
def drawishness(sample: Sample) -> float | None:
    """The part of the games that a rule ends without a winner."""
    return sample.part(lambda log: bool(log.payoffs) and log.winner is None)


@measure
def timeouts(sample: Sample) -> float | None:
    """The part of the games that are broken off, being longer than the bound."""
    return sample.part(lambda log: not log.payoffs)


@measure
def uniformity(sample: Sample) -> float | None:
    """The entropy of who wins, a draw counted like a player: 1 if all are equally likely."""
    winners = [-1 if log.winner is None else log.winner for log in sample.over]
    parts = [winners.count(each) / len(winners) for each in set(winners)]
    entropy = -math.fsum(part * math.log(part) for part in parts)
    return entropy / math.log(len(sample.game.players) + 1) + 0.0 if winners else None


@measure
def duration(sample: Sample) -> float | None:
    """The number of plies of a game."""
    return mean(len(log.plies) for log in sample.logs)


@measure
def duration_over(sample: Sample) -> float | None:
    """The number of plies of a game that a rule ended."""
    return mean(len(log.plies) for log in sample.over)


@measure
def duration_deviation(sample: Sample) -> float | None:
    """The standard deviation of the number of plies."""
    return statistics.pstdev(len(log.plies) for log in sample.logs) if sample.logs else None


@measure
def branching(sample: Sample) -> float | None:
    """The number of moves to choose from, in the mean over all plies."""
    return mean(map(float, sample.options))


@measure
def branching_variance(sample: Sample) -> float | None:
    """The variance of the number of moves to choose from."""
    return statistics.pvariance(sample.options) if sample.options else None


@measure
def branching_most(sample: Sample) -> float | None:
    """The greatest number of moves to choose from that was met."""
    return max(sample.options, default=None)


@measure
def branching_trend(sample: Sample) -> float | None:
    """How many more moves there are to choose from in the last third of a game than in the first."""
    return mean(trend([ply.options for ply in log.plies if ply.player >= 0]) for log in sample.logs)


@measure
def decision_moves(sample: Sample) -> float | None:
    """The part of the plies with more than one move to choose from."""
    return mean(float(each > 1) for each in sample.options)


@measure
def decision_factor(sample: Sample) -> float | None:
    """The number of moves to choose from where there is more than one."""
    return mean(float(each) for each in sample.options if each > 1)


@measure
def tree(sample: Sample) -> float | None:
    """The game tree as a power of ten: the logarithms of the numbers of moves of a game, added up."""
    return mean(
        math.fsum(math.log10(ply.options) for ply in log.plies if ply.player >= 0) for log in sample.logs
    )


@measure
def space(sample: Sample) -> float | None:
    """The positions as a power of ten: on each square whatever was seen there, in every combination."""
    return math.fsum(math.log10(max(1, len(seen))) for seen in sample.contents.values()) or None


@measure
def coverage(sample: Sample) -> float | None:
    """The part of the squares on which something changes in a game."""
    return mean(len(log.changed) / sample.sites for log in sample.logs)


@measure
def coverage_all(sample: Sample) -> float | None:
    """The part of the squares on which something changes in any of the games."""
    return len(set[int]().union(*(log.changed for log in sample.logs))) / sample.sites


@measure
def pieces(sample: Sample) -> float | None:
    """The number of pieces, in the mean over all plies."""
    return mean(ply.pieces for log in sample.logs for ply in log.plies)


@measure
def pieces_trend(sample: Sample) -> float | None:
    """How many more pieces there are in the last third of a game than in the first."""
    return mean(trend([ply.pieces for ply in log.plies]) for log in sample.logs)


@measure
def repetition(sample: Sample) -> float | None:
    """The part of the positions whose board has been there before in the same game."""
    return mean(log.again / (len(log.plies) + 1) for log in sample.logs)


@measure
def repetition_to_move(sample: Sample) -> float | None:
    """The part of the positions that have been there before with the same player to move."""
    return mean(log.again_to_move / (len(log.plies) + 1) for log in sample.logs)


@measure
def move_distance(sample: Sample) -> float | None:
    """How many squares far a piece goes, where it goes from one square of a lattice to another."""
    return mean(ply.distance for log in sample.logs for ply in log.plies)


@measure
def drama(sample: Sample) -> float | None:
    """How far behind the later winner was, as a chance below one half, in the mean over his game."""
    return mean(statistics.fmean(max(0.0, 0.5 - each) for each in game) for game in sample.of_winners)


@measure
def comeback(sample: Sample) -> float | None:
    """How far behind the later winner was at worst, as a chance below one half."""
    return mean(max(0.0, 0.5 - min(game)) for game in sample.of_winners)


@measure
def lead_change(sample: Sample) -> float | None:
    """How often another player takes the lead, for every ply."""
    return mean(_changes(game) for game in sample.evaluated_games)


def _changes(chances: list[float]) -> float:
    leads = [each > 0.5 for each in chances if each != 0.5]
    return sum(a != b for a, b in pairwise(leads)) / max(1, len(chances) - 1)


@measure
def stability(sample: Sample) -> float | None:
    """One less the change of a chance from one ply to the next."""
    return mean(
        1 - statistics.fmean([abs(b - a) for a, b in pairwise(game)] or [0.0])
        for game in sample.evaluated_games
    )


@measure
def lead(sample: Sample) -> float | None:
    """How far the leader is ahead, as a chance above one half, in the mean over all plies."""
    return mean(abs(each - 0.5) for game in sample.evaluated_games for each in game)


@measure
def decisiveness(sample: Sample) -> float | None:
    """The part of a game that is played after its winner has taken the lead for good."""
    return mean(map(_settled, sample.of_winners))


def _settled(chances: list[float]) -> float:
    last = max((at for at, each in enumerate(chances) if each <= 0.5), default=-1)
    return 1 - (last + 1) / len(chances)


@measure
def clarity(sample: Sample) -> float | None:
    """How far the moves of a ply are apart: the standard deviation of their chances."""
    return mean(map(statistics.pstdev, sample.choices))


@measure
def narrowness(sample: Sample) -> float | None:
    """The part of the moves of a ply that are three quarters of the way from the mean to the best."""
    return mean(map(_near, sample.choices))


def _near(chances: list[float]) -> float:
    middle, best = statistics.fmean(chances), max(chances)
    return sum(each >= middle + 0.75 * (best - middle) for each in chances) / len(chances)
