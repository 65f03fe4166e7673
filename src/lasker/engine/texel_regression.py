"""Logistic regression of game results on evaluation features (Texel tuning) with a Gaussian prior.

A position's score is a sum of weights, interpolated between early and late by its phase. The weights are
fitted to results and search scores; the prior keeps them near their initial values.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lasker.engine.logistic_regression import fitted
from lasker.kernel.dataclass import dataclass

ALIKE = 16  # positions of one game that count as one independent sample
TRUST = 0.7  # weight of the game's result in the target; the rest is the search score

Array = Any  # a numpy array


@dataclass(frozen=True)
class Features:
    """A sparse feature matrix of positions (row, column, count), with phases, results and scores."""

    rows: Array
    columns: Array
    times: Array
    early: Array  # phase of each position: 1 at full material, 0 with none
    results: Array
    scores: Array

    def targets(self, scale: float) -> Array:
        """The regression target of each position."""
        return TRUST * self.results + (1 - TRUST) * chances(self.scores, scale)

    def sums(self, weights: Array) -> Array:
        """The score of every position under weights in two columns, early and late."""
        size = len(self.results)
        found = [
            np.bincount(self.rows, self.times * weights[self.columns, half], minlength=size)
            for half in (0, 1)
        ]
        return found[0] * self.early + found[1] * (1 - self.early)

    def gradient(self, residuals: Array, width: int) -> Array:
        """The gradient of the loss by weight."""
        halves = [residuals * self.early, residuals * (1 - self.early)]
        found = [np.bincount(self.columns, self.times * half[self.rows], minlength=width) for half in halves]
        return np.stack(found, axis=1)


def chances(scores: Array, scale: float) -> Array:
    """Winning probabilities of scores: odds of ten to one at the scale."""
    return 1 / (1 + 10 ** (-scores / scale))


def regression(features: Features, start: Array, spreads: Array, scale: float) -> Array:
    """Weights fitted to the targets, starting from and drawn towards `start`."""
    unit = np.log(10) / scale
    return fitted(
        lambda weights: unit * features.sums(weights),
        lambda residuals: unit * features.gradient(residuals, len(start)),
        features.targets(scale),
        start,
        ALIKE / spreads**2,
    )


def error(features: Features, weights: Array, scale: float) -> float:
    """The mean squared error of predicted results."""
    return float(((chances(features.sums(weights), scale) - features.results) ** 2).mean())


def best_scale(features: Features, weights: Array) -> float:
    """The scale with the least prediction error for some weights."""
    return min((100.0 * 1.2**n for n in range(20)), key=lambda scale: error(features, weights, scale))
