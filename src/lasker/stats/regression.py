"""Logistic regression: how much more likely it is to win with one thing more, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lasker.kernel.errors import LaskerError

PRIOR = 1e-3  # of a ridge, so that what always wins gets a finite number
STEPS, CLOSE = 60, 1e-9


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
    x, y = np.asarray(rows, float), np.asarray(results, float)
    size = x.shape[1]
    weights, ridge = np.zeros(size), PRIOR * len(x) * np.eye(size)
    for _ in range(STEPS):  # Newton's, never farther than one in each step
        p = _chances(np, x, weights)
        step = np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + ridge, x.T @ (y - p) - ridge @ weights)
        weights = weights + step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < CLOSE:
            break
    p = _chances(np, x, weights)
    inverse = np.linalg.inv((x * (p * (1 - p))[:, None]).T @ x + ridge)
    order = {group: at for at, group in enumerate(dict.fromkeys(groups))}
    sums = np.zeros((len(order), size))
    np.add.at(sums, [order[group] for group in groups], x * (y - p)[:, None])
    few = len(order) / max(1, len(order) - 1)
    errors = np.sqrt(np.diag(inverse @ (few * sums.T @ sums) @ inverse))
    return Fit(tuple(map(float, weights)), tuple(map(float, errors)))


def _chances(np: Any, x: Any, weights: Any) -> Any:
    return 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise LaskerError("estimates need NumPy", remedy="pip install 'lasker[stats]'") from None
    return numpy
