"""What pieces are worth in play: from who won with how many of them, beside what the rules alone say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from lasker.model.game import Game
from lasker.stats.evaluation import Judgement
from lasker.stats.regression import Fit, fitted
from lasker.stats.selfplay import Log

EVERY = 4  # plies between two positions that are looked at; neighbours hardly differ
ENOUGH = 5  # games that have to be over


@dataclass(frozen=True)
class Value:
    """A kind of piece: what the rules say of it, and what play says."""

    name: str
    derived: float  # in hundreds of points
    odds: float | None  # the logarithm of the odds of winning, for one more
    error: float | None
    worth: float | None  # in units of the commonest piece, where that one is sure to be worth something


@dataclass(frozen=True)
class Scale:
    """By how many hundredths a judgement must differ to change the odds of winning by the factor e.

    It is negative where it is good to have little, and None where the judgement foretells nothing.
    """

    hundredths: float | None
    fit: Fit | None = None


def scale(logs: Sequence[Log]) -> Scale:
    """What the judgement of positions says about who wins."""
    rows, results, groups = [], [], []
    for log in logs:
        for ply in log.plies[::EVERY] if log.payoffs else ():
            if ply.score is not None:
                rows.append([ply.score / 100])
                results.append(log.payoffs[0])
                groups.append(log.number)
    if len(set(groups)) < ENOUGH or len({row[0] for row in rows}) < 2:
        return Scale(None)
    fit = fitted(rows, results, groups)
    return Scale(100 / fit.weights[0] if fit.sure(0) else None, fit)


def values(game: Game, logs: Sequence[Log], judgement: Judgement) -> list[Value]:
    """What each kind is worth, the commonest first; kinds of two players by their names."""
    pieces = game.rules.vocabulary.pieces
    names = list(dict.fromkeys(piece.name for piece in pieces if piece.owner is not None))
    rows, results, groups = [], [], []
    common: Counter[str] = Counter()
    for log in logs:
        for counts in log.counts[::EVERY]:
            common.update({pieces[kind - 1].name: count for kind, count in counts.items()})
            if log.payoffs:
                rows.append([float(_more(game, counts, name)) for name in names])
                results.append(log.payoffs[0])
                groups.append(log.number)
    differ = [at for at in range(len(names)) if len({row[at] for row in rows}) > 1]
    fit = None
    if differ and len(set(groups)) >= ENOUGH:
        fit = fitted([[row[at] for at in differ] for row in rows], results, groups)
    odds = (
        {names[at]: (fit.weights[n], fit.errors[n], fit.sure(n)) for n, at in enumerate(differ)}
        if fit
        else {}
    )
    first = next((name for name, _ in common.most_common() if name in odds), None)
    unit = odds[first][0] if first is not None and odds[first][2] else None
    worth = judgement.appraisal.worth
    found = []
    for name in sorted(names, key=lambda name: -common[name]):
        kind = next(
            kind for kind, piece in enumerate(pieces, 1) if piece.name == name and piece.owner is not None
        )
        weight, error, _ = odds.get(name, (None, None, False))
        value = None if weight is None or not unit else weight / unit
        found.append(Value(name, worth[kind] / 100, weight, error, value))
    return found


def _more(game: Game, counts: Counter[int], name: str) -> int:
    """How many more the first player has."""
    signs = {0: 1, 1: -1}
    kinds = enumerate(game.rules.vocabulary.pieces, 1)
    return sum(
        signs.get(piece.owner, 0) * counts[kind]
        for kind, piece in kinds
        if piece.name == name and piece.owner is not None
    )
