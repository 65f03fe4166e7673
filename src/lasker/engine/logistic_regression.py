"""Logistic regression with a Gaussian prior, for features given as a linear operator.

The feature matrix is given by its products with vectors: `sums` maps weights to observations, `slopes` (its
transpose) maps residuals to weights. So it may be dense or sparse. Weights are found by Newton's method, each
step by conjugate gradients. This is ours because it is thirty lines, while scikit-learn is a hundred
megabytes, and its regularisation is towards zero only.

>>> x = np.array([[1.0], [1.0], [1.0], [-1.0], [-1.0], [-1.0]])
>>> results = np.array([1.0, 1.0, 0.0, 0.0, 0.0, 1.0])
>>> round(float(fitted(lambda w: x @ w, lambda e: x.T @ e, results, np.zeros(1), 1e-9)[0]), 4)
0.6931
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

STEPS, INNER = 50, 200  # most iterations of Newton's method, and of conjugate gradients in each
CLOSE = 1e-12  # predicted relative decrease of the loss below which iteration stops
HALVES = 30  # most halvings of a step that increases the loss

Array = Any  # a numpy array
Linear = Callable[[Array], Array]


def likelihoods(sums: Array) -> Array:
    """The logistic function: probabilities from log odds."""
    return 1 / (1 + np.exp(-np.clip(sums, -700, 700)))


def fitted(sums: Linear, slopes: Linear, results: Array, start: Array, pull: Array | float) -> Array:
    """The maximum a posteriori weights for results from 0 to 1, under a normal prior with mean `start`;
    `pull` is the inverse variance of each weight."""

    def loss(weights: Array) -> float:
        found = sums(weights)
        losses = np.logaddexp(0, found) - results * found
        return float(losses.sum() + (pull * (weights - start) ** 2).sum() / 2)

    weights = start.astype(float)
    lost = loss(weights)
    for _ in range(STEPS):
        chances = likelihoods(sums(weights))
        curve = chances * (1 - chances)
        slope = slopes(chances - results) + pull * (weights - start)
        step = _conjugate_gradients(lambda v, curve=curve: slopes(curve * sums(v)) + pull * v, -slope)  # type: ignore[misc]
        promised = -float((slope * step).sum())
        if promised <= CLOSE * (1 + abs(lost)):
            break
        for _ in range(HALVES):
            if (after := loss(weights + step)) <= lost:
                break
            step = step / 2
        else:
            break
        weights, lost = weights + step, after
    return weights


def _conjugate_gradients(times: Linear, wanted: Array) -> Array:
    """Solve a positive definite system by conjugate gradients; the matrix is given by its product."""
    found, rest = np.zeros_like(wanted), wanted.copy()
    direction, size = rest.copy(), float((rest**2).sum())
    enough = 1e-16 * size
    for _ in range(INNER):
        if size <= enough:
            break
        image = times(direction)
        length = size / float((direction * image).sum())
        found, rest = found + length * direction, rest - length * image
        before, size = size, float((rest**2).sum())
        direction = rest + size / before * direction
    return found
