"""Piece values estimated from game results by logistic regression, next to those derived from the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from lasker.kernel.dataclass import dataclass
from lasker.model.game import Game
from lasker.stats.evaluated_positions import Evaluation
from lasker.stats.regression import Fit, logistic_fit
from lasker.stats.selfplay import Log

EVERY = 4  # plies between two sampled positions, since neighbours hardly differ
ENOUGH = 5  # least number of finished games


@dataclass(frozen=True)
class PieceValue:
    """The values of a kind of piece, by the rules and in play."""

    name: str
    derived: float  # in hundreds of points
    odds: float | None  # the logarithm of the odds of winning, for one more
    error: float | None
    worth: float | None  # in units of the commonest piece, where its value is significant


@dataclass(frozen=True)
class Scale:
    """The evaluation difference, in hundredths, that changes the odds of winning by the factor e.

    It is negative where material is a disadvantage, and None where the evaluation is not predictive.
    """

    hundredths: float | None
    fit: Fit | None = None


def scale(logs: Sequence[Log]) -> Scale:
    """The scale fitted to evaluations and results."""
    rows, results, groups = [], [], []
    for log in logs:
        for ply in log.plies[::EVERY] if log.payoffs else ():
            if ply.score is not None:
                rows.append([ply.score / 100])
                results.append(log.payoffs[0])
                groups.append(log.number)
    if len(set(groups)) < ENOUGH or len({row[0] for row in rows}) < 2:
        return Scale(None)
    fit = logistic_fit(rows, results, groups)
    return Scale(100 / fit.weights[0] if fit.significant(0) else None, fit)


def values(game: Game, logs: Sequence[Log], evaluation: Evaluation) -> list[PieceValue]:
    """The values of kinds by name, the commonest first."""
    pieces = game.rules.vocabulary.pieces
    names = list(dict.fromkeys(piece.name for piece in pieces if piece.owner is not None))
    rows, results, groups = [], [], []
    common: Counter[str] = Counter()
    for log in logs:
        for counts in log.counts[::EVERY]:
            common.update({pieces[kind - 1].name: count for kind, count in counts.items()})
            if log.payoffs:
                rows.append([float(_surplus(game, counts, name)) for name in names])
                results.append(log.payoffs[0])
                groups.append(log.number)
    differ = [at for at in range(len(names)) if len({row[at] for row in rows}) > 1]
    fit = None
    if differ and len(set(groups)) >= ENOUGH:
        fit = logistic_fit([[row[at] for at in differ] for row in rows], results, groups)
    odds = (
        {names[at]: (fit.weights[n], fit.errors[n], fit.significant(n)) for n, at in enumerate(differ)}
        if fit
        else {}
    )
    first = next((name for name, _ in common.most_common() if name in odds), None)
    unit = odds[first][0] if first is not None and odds[first][2] else None
    worth = evaluation.worth
    found = []
    for name in sorted(names, key=lambda name: -common[name]):
        kind = next(
            kind for kind, piece in enumerate(pieces, 1) if piece.name == name and piece.owner is not None
        )
        weight, error, _ = odds.get(name, (None, None, False))
        value = None if weight is None or not unit else weight / unit
        found.append(PieceValue(name, worth[kind] / 100, weight, error, value))
    return found


def _surplus(game: Game, counts: Counter[int], name: str) -> int:
    """The first player's surplus of a kind of piece."""
    signs = {0: 1, 1: -1}
    kinds = enumerate(game.rules.vocabulary.pieces, 1)
    return sum(
        signs.get(piece.owner, 0) * counts[kind]
        for kind, piece in kinds
        if piece.name == name and piece.owner is not None
    )
