"""Logistic regression: weights under which sums of features foretell results, pulled to where they began.

Features are given by what is done with them: `sums` of weights, one for each observation, and `slopes`, which
lead back from errors to weights. So they may be a matrix, or anything sparse. The best weights are found by
Newton's method; each step is found by conjugate gradients, which asks for nothing else. This is ours because
it is thirty lines, while scikit-learn is a hundred megabytes, and pulls towards nothing but zero.

>>> x = np.array([[1.0], [1.0], [1.0], [-1.0], [-1.0], [-1.0]])
>>> results = np.array([1.0, 1.0, 0.0, 0.0, 0.0, 1.0])
>>> round(float(fitted(lambda w: x @ w, lambda e: x.T @ e, results, np.zeros(1), 1e-9)[0]), 4)
0.6931
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

STEPS, INNER = 50, 200  # at most: of Newton's method, and of conjugate gradients in each
CLOSE = 1e-12  # what a step promises, as a part of what is left to lose, that is not worth another one
HALVES = 30  # how often a step that leads too far is halved

Array = Any  # an array of numpy, whose types say nothing here
Linear = Callable[[Array], Array]


def likelihoods(sums: Array) -> Array:
    """Chances between 0 and 1 of which sums are the logarithms of the odds."""
    return 1 / (1 + np.exp(-np.clip(sums, -700, 700)))


def fitted(sums: Linear, slopes: Linear, results: Array, start: Array, pull: Array | float) -> Array:
    """The weights under which results from 0 to 1 are likeliest, if weights are spread around `start` like
    normal numbers; `pull` is one over the square of each one's spread."""

    def loss(weights: Array) -> float:
        found = sums(weights)
        wrong = np.logaddexp(0, found) - results * found
        return float(wrong.sum() + (pull * (weights - start) ** 2).sum() / 2)

    weights = start.astype(float)
    lost = loss(weights)
    for _ in range(STEPS):
        chances = likelihoods(sums(weights))
        curve = chances * (1 - chances)
        slope = slopes(chances - results) + pull * (weights - start)
        step = _solved(lambda v, curve=curve: slopes(curve * sums(v)) + pull * v, -slope)  # type: ignore[misc]
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


def _solved(times: Linear, wanted: Array) -> Array:
    """The vector that a positive definite matrix, given by how it multiplies, takes to another one."""
    found, rest = np.zeros_like(wanted), wanted.copy()
    way, size = rest.copy(), float((rest**2).sum())
    enough = 1e-16 * size
    for _ in range(INNER):
        if size <= enough:
            break
        image = times(way)
        length = size / float((way * image).sum())
        found, rest = found + length * way, rest - length * image
        before, size = size, float((rest**2).sum())
        way = rest + size / before * way
    return found
