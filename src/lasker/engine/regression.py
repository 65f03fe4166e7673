"""Logistic regression on positions of games: weights under which judgements foretell who won.

Every position is a sum of weights, early and late ones mixed by how much is on the board. The weights are
those under which the sums go with the results as well as they can, with a pull towards where they began.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from lasker.engine.logistic_regression import fitted

ALIKE = 16  # positions of a game that tell as much as one position of another
TRUST = 0.7  # what part of what is learned from is the result; the rest is what the search said

Array = Any  # an array of numpy, whose types say nothing here


@dataclass(frozen=True)
class Features:
    """Positions as rows of a sparse matrix: which weights are in them and how often; and what to foretell."""

    rows: Array
    columns: Array
    times: Array
    early: Array  # how early in a game each position is, between 0 and 1
    results: Array
    scores: Array

    def goals(self, scale: float) -> Array:
        """What judgements should foretell."""
        return TRUST * self.results + (1 - TRUST) * chances(self.scores, scale)

    def sums(self, weights: Array) -> Array:
        """What every position is worth with some weights, two columns of them."""
        size = len(self.results)
        found = [
            np.bincount(self.rows, self.times * weights[self.columns, half], minlength=size)
            for half in (0, 1)
        ]
        return found[0] * self.early + found[1] * (1 - self.early)

    def slopes(self, wrong: Array, width: int) -> Array:
        """How a change of every weight would change the errors."""
        halves = [wrong * self.early, wrong * (1 - self.early)]
        found = [np.bincount(self.columns, self.times * half[self.rows], minlength=width) for half in halves]
        return np.stack(found, axis=1)


def chances(scores: Array, scale: float) -> Array:
    """What scores promise, between 0 and 1: ten to one at the scale."""
    return 1 / (1 + 10 ** (-scores / scale))


def regression(sheet: Features, start: Array, spreads: Array, scale: float) -> Array:
    """Weights that foretell results better than those at the start."""
    unit = np.log(10) / scale
    return fitted(
        lambda weights: unit * sheet.sums(weights),
        lambda wrong: unit * sheet.slopes(wrong, len(start)),
        sheet.goals(scale),
        start,
        ALIKE / spreads**2,
    )


def error(sheet: Features, weights: Array, scale: float) -> float:
    """How far results are from what is foretold: the mean of the squares."""
    return float(((chances(sheet.sums(weights), scale) - sheet.results) ** 2).mean())


def best_scale(sheet: Features, weights: Array) -> float:
    """The scale on which the scores of some weights foretell results best."""
    return min((100.0 * 1.2**n for n in range(20)), key=lambda scale: error(sheet, weights, scale))
