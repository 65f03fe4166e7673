"""Logistic regression: how much more likely it is to win with one thing more, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lasker.kernel.errors import LaskerError

PRIOR = 1e-3  # of a ridge, so that what always wins gets a finite number


@dataclass(frozen=True)
class Fit:
    """The logarithms of odds for one more of each thing, and their standard errors.

    Observations of one group (the positions of one game) hang together, so that errors come from how groups
    differ.

    >>> rows = [[1.0], [1.0], [1.0], [-1.0], [-1.0], [-1.0]] * 20
    >>> fit = fitted(rows, [1.0, 1.0, 0.0, 0.0, 0.0, 1.0] * 20, list(range(120)))
    >>> round(fit.weights[0], 2), fit.sure(0)
    (0.69, True)
    """

    weights: tuple[float, ...]
    errors: tuple[float, ...]

    def sure(self, at: int) -> bool:
        """Is a weight hardly an accident?"""
        return abs(self.weights[at]) > 2 * self.errors[at] > 0


def fitted(rows: Sequence[Sequence[float]], results: Sequence[float], groups: Sequence[int]) -> Fit:
    """The weights under which the results, from 0 to 1, are likeliest."""
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
