"""Logistic regression with cluster-robust standard errors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError

PRIOR = 1e-3  # ridge penalty, so that separable data have finite weights


@dataclass(frozen=True)
class Fit:
    """Weights (log odds per unit of each variable) and their standard errors.

    Observations of one group (the positions of one game) are dependent, so errors come from the variance
    between groups.

    >>> rows = [[1.0], [1.0], [1.0], [-1.0], [-1.0], [-1.0]] * 20
    >>> fit = logistic_fit(rows, [1.0, 1.0, 0.0, 0.0, 0.0, 1.0] * 20, list(range(120)))
    >>> round(fit.weights[0], 2), fit.significant(0)
    (0.69, True)
    """

    weights: tuple[float, ...]
    errors: tuple[float, ...]

    def significant(self, at: int) -> bool:
        """Is a weight more than two standard errors from 0?"""
        return abs(self.weights[at]) > 2 * self.errors[at] > 0


def logistic_fit(rows: Sequence[Sequence[float]], results: Sequence[float], groups: Sequence[int]) -> Fit:
    """The maximum-likelihood weights for results from 0 to 1."""
    np = _numpy()
    from lasker.engine import logistic_regression as logistic  # which needs it, too

    x, y = np.asarray(rows, float), np.asarray(results, float)
    size, pull = x.shape[1], PRIOR * len(x)
    weights = logistic.fitted(lambda w: x @ w, lambda wrong: x.T @ wrong, y, np.zeros(size), pull)
    p = logistic.likelihoods(x @ weights)
    inverse = np.linalg.inv((x * (p * (1 - p))[:, None]).T @ x + pull * np.eye(size))
    order = {group: at for at, group in enumerate(dict.fromkeys(groups))}
    sums = np.zeros((len(order), size))
    np.add.at(sums, [order[group] for group in groups], x * (y - p)[:, None])
    few = len(order) / max(1, len(order) - 1)
    errors = np.sqrt(np.diag(inverse @ (few * sums.T @ sums) @ inverse))
    return Fit(tuple(map(float, weights)), tuple(map(float, errors)))


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise LaskerError("estimates need NumPy", remedy="pip install 'lasker[stats]'") from None
    return numpy
