"""Learning what pieces are worth: the opponent plays itself, looks who won, and plays what it was before."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from lasker import backends
from lasker.engine.evaluation import Appraisal
from lasker.engine.features import Ledger
from lasker.engine.mirror import mirror
from lasker.engine.native_search import NativeSearch, Weights
from lasker.engine.opponent import Opponent
from lasker.engine.regression import best_scale, error, regression
from lasker.engine.self_play import Bout, Ring, bouts
from lasker.kernel.errors import DeclarationError
from lasker.play.game import Game

LUCK = 0.4  # points that luck gives, by the root of the number of games

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Learned:
    """Weights that were learned, and how they did: errors of what is foretold, before and after; and the
    points that they made against those before."""

    weights: Weights
    errors: tuple[float, float]
    points: float
    games: int

    @property
    def stronger(self) -> bool:
        """Have they won by more than luck often gives?"""
        return self.points - self.games / 2 > LUCK * math.sqrt(self.games)


def rounds(
    game: Game, most: int, games: int, nodes: int, seed: int, checks: int, tell: Tell
) -> list[Learned]:
    """Learn, then learn from games of what was learned, until it has become no stronger; at most so often."""
    opponent, found = Opponent(game), list[Learned]()
    while len(found) < most and (not found or found[-1].stronger):
        found.append(tune(opponent, games, nodes, seed + len(found), checks, tell))
        opponent.weights = found[-1].weights
        opponent.native.weigh(opponent.weights)
    return found


def tune(opponent: Opponent, games: int, nodes: int, seed: int, checks: int, tell: Tell) -> Learned:
    """Play games, learn from them, and put what was learned to the test."""
    game = opponent.game
    if not opponent.searches or not opponent.judges or not game.model.start:
        raise DeclarationError(
            "there is nothing to be learned: this game has no start, or is not one for two, or positions are "
            "not judged by what stands on the board"
        )
    native, start = opponent.native, backends.position(game.start().node)
    appraisal = Appraisal(game.model, native)
    ledger = Ledger(appraisal, opponent.weights, mirror(appraisal, start.board))
    ring = Ring((native, native), start, nodes)
    played = list(_counted(bouts(ring, seed, range(games)), games, tell))
    sheet, before = ledger.sheet(native, played), ledger.start()
    scale = best_scale(sheet, before)
    after = regression(sheet, before, ledger.spreads(), scale)
    weights = ledger.written(after)
    errors = error(sheet, before, scale), error(sheet, after, scale)
    tell(f"{len(sheet.results)} positions; the error went from {errors[0]:.4f} to {errors[1]:.4f}")
    points = _match(game, weights, opponent, ring, seed + 1, checks, tell)
    if not weights.passes and not weights.forced:  # the rules do not say whether that is safe, but games do
        bold = replace(weights, passes=True)
        tell("the same, where a search may suppose that to pass is no better than to move:")
        if (better := _match(game, bold, opponent, ring, seed + 1, checks, tell)) > points:
            weights, points = bold, better
    return Learned(weights, errors, points, 2 * checks)


def _counted(found: Iterator[Bout], most: int, tell: Tell) -> Iterator[Bout]:
    for number, each in enumerate(found, 1):
        if number % 100 == 0 or number == most:
            tell(f"{number} of {most} games")
        yield each


def _match(
    game: Game, weights: Weights, former: Opponent, ring: Ring, seed: int, pairs: int, tell: Tell
) -> float:
    """The points of new weights against those before, each opening played from both sides."""
    new = NativeSearch(game.model)
    new.weigh(weights)
    former.native.weigh(former.weights)
    points = 0.0
    for mine, minds in enumerate(((new, former.native), (former.native, new))):
        for bout in bouts(Ring(minds, ring.start, ring.nodes), seed, range(pairs)):
            points += 1 - bout.payoff if mine else bout.payoff
    tell(f"{points:g} of {2 * pairs} points against what was known before")
    return points
