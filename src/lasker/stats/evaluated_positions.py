"""Static evaluation of sampled positions by weights derived from the rules, and its winning probability."""

from __future__ import annotations

import math
from typing import cast

from lasker import backends
from lasker.engine.evaluation import Appraisal
from lasker.engine.native_search import NativeSearch, Weights
from lasker.model.position import Node
from lasker.play.backend_choice import PlayoutWork, choose
from lasker.play.game import Game


class Evaluation:
    """The evaluation for the first of two players, in points, about a hundred for the least piece.

    >>> from lasker.play.game import load
    >>> game = load("chess")
    >>> evaluation = Evaluation(game)
    >>> without_a_queen = game.position("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    >>> evaluation.score(without_a_queen.node) > evaluation.score(game.start().node) + 400
    True
    """

    def __init__(self, game: Game) -> None:
        engine = cast(
            NativeSearch, choose(game.model, PlayoutWork())
        )  # only the interface common to all engines is used
        appraisal = Appraisal(game.model, engine)
        start = backends.position(game.start().node) if game.model.start else None
        self.weights: Weights = appraisal.weights(start)
        self.worth = appraisal.worth  # of each kind, on any square
        self.held = appraisal.held  # by counter the kind and the player whose pieces in hand it counts
        self._variants = appraisal.variants

    @property
    def nonzero(self) -> bool:
        """Is any weight nonzero?"""
        return any(weight[0] for kind in self.weights.kinds for weight in kind)

    def score(self, node: Node) -> int:
        """The tapered evaluation: early and late weights interpolated by phase."""
        early = late = phase = 0
        kinds, variants = self.weights.kinds, self._variants
        for site, content in enumerate(node.configuration.board):
            if content >= variants:
                weight = kinds[content // variants][site]
                early, late, phase = early + weight[0], late + weight[1], phase + weight[3]
        for value, weight in zip(node.configuration.counters, self.weights.counters, strict=True):
            if weight[3]:
                early, late = early + value * weight[0], late + value * weight[1]
                phase += value * weight[3]
        full = max(1, self.weights.full)
        part = min(phase, full) / full
        return round(early * part + late * (1 - part))


def chance(score: float, scale: float) -> float:
    """The winning probability of a score (logistic), a draw counting half a win.

    >>> chance(0, 100), round(chance(100, 100), 3)
    (0.5, 0.731)
    """
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, score / scale)))) if math.isfinite(scale) else 0.5
