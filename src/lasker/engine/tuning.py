"""Tuning of evaluation weights: self-play, logistic regression, and a match against the old weights."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

from lasker import backends
from lasker.engine.board_symmetries import mirror
from lasker.engine.evaluation import Appraisal
from lasker.engine.features import FeatureMap
from lasker.engine.native_search import Weights
from lasker.engine.opponent import Opponent
from lasker.engine.self_play import SelfPlayGame, SelfPlayTask
from lasker.engine.texel_regression import best_scale, error, regression
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError
from lasker.play.game import Game
from lasker.workers import Workers, inline

LUCK = 0.4  # significance threshold of a match in points, times the square root of the number of games

Report = Callable[[str], None]


@dataclass(frozen=True)
class Learned:
    """Tuned weights with the prediction errors before and after, and the points scored against the old
    weights."""

    weights: Weights
    errors: tuple[float, float]
    points: float
    games: int

    @property
    def stronger(self) -> bool:
        """Is the match won by a significant margin?"""
        return self.points - self.games / 2 > LUCK * math.sqrt(self.games)


def rounds(
    game: Game,
    most: int,
    games: int,
    nodes: int,
    seed: int,
    checks: int,
    tell: Report,
    workers: Workers | None = None,
) -> list[Learned]:
    """Tune repeatedly, each time from the latest weights, until there is no gain; at most `most` times."""
    opponent, found = Opponent(game), list[Learned]()
    while len(found) < most and (not found or found[-1].stronger):
        found.append(tune(opponent, games, nodes, seed + len(found), checks, tell, workers))
        opponent.weights = found[-1].weights
        opponent.native.set_weights(opponent.weights)
    return found


def tune(
    opponent: Opponent,
    games: int,
    nodes: int,
    seed: int,
    checks: int,
    tell: Report,
    workers: Workers | None = None,
) -> Learned:
    """Play games, fit weights to them, and test the weights in a match. Games are played by workers."""
    game, workers = opponent.game, workers or inline()
    if not opponent.searches or not opponent.predictive or not game.model.start:
        raise DeclarationError(
            "there is nothing to be learned: this game has no start, or is not one for two, or positions are "
            "not judged by what stands on the board"
        )
    native, start = opponent.native, backends.position(game.start().node)
    appraisal = Appraisal(game.model, native)
    feature_map = FeatureMap(appraisal, opponent.weights, mirror(appraisal, start.board))
    task = SelfPlayTask(game.model, (opponent.weights, opponent.weights), start, nodes, seed)
    played = list(_with_progress(workers.map(task, range(games)), games, tell))
    features, before = feature_map.features(native, played), feature_map.start()
    scale = best_scale(features, before)
    after = regression(features, before, feature_map.spreads(), scale)
    weights = feature_map.to_weights(after)
    errors = error(features, before, scale), error(features, after, scale)
    tell(f"{len(features.results)} positions; the error went from {errors[0]:.4f} to {errors[1]:.4f}")
    task = replace(task, seed=seed + 1)
    points = _match(weights, task, checks, tell, workers)
    if not weights.passes and not weights.forced:  # whether null-move pruning is safe is decided by games
        bold = replace(weights, passes=True)
        tell("the same, where a search may suppose that to pass is no better than to move:")
        if (better := _match(bold, task, checks, tell, workers)) > points:
            weights, points = bold, better
    return Learned(weights, errors, points, 2 * checks)


def _with_progress(found: Iterator[SelfPlayGame], most: int, tell: Report) -> Iterator[SelfPlayGame]:
    for number, each in enumerate(found, 1):
        if number % 100 == 0 or number == most:
            tell(f"{number} of {most} games")
        yield each


def _match(weights: Weights, former: SelfPlayTask, pairs: int, tell: Report, workers: Workers) -> float:
    """The points of new weights against the old ones, each opening played from both sides."""
    old, points = former.weights[0], 0.0
    for mine, both in enumerate(((weights, old), (old, weights))):
        for each in workers.map(replace(former, weights=both), range(pairs)):
            points += 1 - each.payoff if mine else each.payoff
    tell(f"{points:g} of {2 * pairs} points against what was known before")
    return points
