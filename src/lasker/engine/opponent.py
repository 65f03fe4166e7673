"""The opponent: it thinks deeper and deeper until its time is up, and tells what it found on the way."""

from __future__ import annotations

import math
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from lasker import backends
from lasker.engine import piece_values as values
from lasker.engine.background import Hear
from lasker.engine.calibration import calibrate
from lasker.engine.evaluation import Appraisal, calm, nothing, turned_round
from lasker.engine.lines import Line, RootSearch, Tell
from lasker.engine.native_search import MOST, NativeSearch
from lasker.engine.piece_values import Values
from lasker.engine.tree_search import grown
from lasker.play.game import Game, Position
from lasker.play.native import NativeGame

DEEPEST = 90  # plies
ENOUGH = 0.9  # what part of the time may be over when a deeper search is begun: part of one tells something
LITTLE_TIME = 0.1  # seconds that there are at least, however long it took to begin, or half the time
GLANCE = 0.2  # what part of the time goes into looking for a forced win where random games decide
ROUGHLY = 0.1  # what part of the boards and random games is enough for who plays a few moves
MANY_WIN = 0.35  # how well the number of pieces must foretell who wins, where they do not move


@dataclass(frozen=True)
class Budget:
    """How long to think: until the first of these is used up."""

    seconds: float = math.inf
    nodes: int = MOST
    depth: int = DEEPEST
    mate: int = 0  # stop when a win in so many moves has been found

    @property
    def endless(self) -> bool:
        """Is there nothing that would end the thinking?"""
        return self == Budget()

    @property
    def repeatable(self) -> bool:
        """Is the same answer promised each time? It is where time is no limit, unless there is none at all.

        >>> Budget(nodes=1000).repeatable, Budget(seconds=1, nodes=1000).repeatable, Budget().repeatable
        (True, False, False)
        """
        return self.seconds == math.inf and not self.endless


class Opponent:
    """Plays a game; it thinks about one position at a time, and other threads that ask it wait.

    One that is `walking` is compiled in a fraction of the time, without bitboards and without optimisation;
    what pieces are worth it finds out roughly, for itself alone, unless that is known.

    >>> from lasker.play.game import load
    >>> game = load("tictactoe")
    >>> [line] = Opponent(game).think(game.position("XX1/OO1/3 x 3"), Budget(seconds=1))
    >>> line.moves, line.mate
    (('c3',), 1)
    """

    doing = ""  # nothing is being compiled any more

    def __init__(self, game: Game, megabytes: int = 16, threads: int = 1, walking: bool = False) -> None:
        self.game, self.native = game, NativeSearch(game.model, megabytes, threads, walking)
        self.missing, self._thinking = "", threading.Lock()
        quick = game.readiness.quick
        if quick is None or quick.engine.walking > walking:  # positions need not be compiled again
            game.readiness.quick = NativeGame(game.model, self.native)
        self.searches = len(game.players) == 2 and not any(s.by_chance for s in game.model.states.values())
        found = values.known(game.model)
        if found is None:
            found = self._appraised(ROUGHLY if walking else 1.0)
            if not walking:
                values.keep(game.model, found)
        self.weights, self.judges = found.weights, found.judges
        self.native.weigh(self.weights)
        self._halted = False

    def _appraised(self, share: float) -> Values:
        """What pieces are worth by the rules, and by random games, or a share of them."""
        model = self.game.model
        start = backends.position(self.game.start().node) if model.start else None
        appraisal = Appraisal(model, self.native, share=share)
        weights = appraisal.weights(start)
        if start is None or not self.searches:
            return Values(weights, self.searches)
        self.native.weigh(weights)
        told = calibrate(self.native, start, share)
        weights = replace(weights, forced=told.forced, passes=weights.passes and not told.forced)
        if appraisal.still:
            many = told.takes and told.foretells > MANY_WIN
            return Values(calm(weights) if many else nothing(weights), many or any(appraisal.goals.values()))
        turned = told.turned and appraisal.sheds
        weights = turned_round(weights) if turned else weights
        return Values(weights, told.judges or any(appraisal.goals.values()))

    @property
    def engine(self) -> NativeSearch:
        """What lists and counts moves for it."""
        return self.native

    def prepare(self) -> None:
        """It is ready."""

    def listen(self, hear: Hear | None) -> None:
        """There is nothing to hear."""

    def close(self) -> None:
        """Nothing is left."""

    def forget(self) -> None:
        """Nothing is known any more of what was found."""
        with self._thinking:
            self.native.forget()

    def ready(self) -> None:
        """Forget that it was told to stop."""
        self._halted = False

    def stop(self) -> None:
        """Let thinking end as soon as it can; from another thread."""
        self._halted = True
        self.native.halt()

    def think(
        self,
        position: Position,
        budget: Budget,
        *,
        lines: int = 1,
        only: Collection[str] = (),
        tell: Tell | None = None,
    ) -> list[Line]:
        """The best lines, the best first; none where there is no move."""
        with self._thinking:
            return self._thought(position, budget, lines, only, tell)

    def _thought(
        self, position: Position, budget: Budget, lines: int, only: Collection[str], tell: Tell | None
    ) -> list[Line]:
        thought = RootSearch(self.native, position, only)
        if not any(thought.allowed):
            return []
        best: list[Line] = []
        if self.searches:
            share = (
                budget
                if self.judges
                else replace(budget, seconds=budget.seconds * GLANCE, nodes=budget.nodes // 5)
            )
            best = self._searched(thought, share, lines, tell)
        if (
            not self.judges
            and not self._halted
            and not (best and best[0].plies is not None and best[0].score > 0)
        ):
            self.native.go_on()
            best = self._grown(thought, budget, lines, tell) or best
        return best or [thought.any_line()]

    def _searched(self, thought: RootSearch, budget: Budget, lines: int, tell: Tell | None) -> list[Line]:
        """Deeper and deeper."""
        best: list[Line] = []
        with self._no_longer_than(rest(budget, thought)):
            for depth in range(1, min(budget.depth, DEEPEST) + 1):
                found = list(thought.search(depth, lines, best, budget.nodes, tell))
                if len(found) >= len(best):
                    ranked = sorted(found, key=lambda line: -line.score)
                    best = [replace(line, rank=rank) for rank, line in enumerate(ranked, 1)]
                if lines == 1 and best and (won := self._won(thought, best[0], budget, tell)):
                    best = [won]
                    break
                if self._halted or self.native.halted or enough(best, budget, depth, self.judges):
                    break
            if best and len(best) == 1 and (best[0].mate or 0) > 1:
                best = [self._sooner(thought, best[0], budget, tell)]
        return best

    @staticmethod
    def _won(thought: RootSearch, best: Line, budget: Budget, tell: Tell | None) -> Line | None:
        """A win that the search has not seen."""
        if best.plies is not None and best.score > 0:
            return None
        won = thought.won_in_passing(best.score, budget.nodes)
        won = won and replace(won, depth=best.depth)
        if won and tell is not None:
            tell(won)
        return won

    @staticmethod
    def _sooner(thought: RootSearch, won: Line, budget: Budget, tell: Tell | None) -> Line:
        """The same, or a line that wins sooner."""
        sooner = thought.sooner(won, budget.nodes)
        if tell is not None and sooner is not won:
            tell(sooner)
        return sooner

    def _grown(self, thought: RootSearch, budget: Budget, lines: int, tell: Tell | None) -> list[Line]:
        """Random games, more and more."""
        best: list[Line] = []
        most = min(
            budget.nodes, MOST if budget.seconds < math.inf or budget.endless else DEPTH_GAMES * budget.depth
        )
        with self._no_longer_than(rest(budget, thought)):
            for found in grown(thought, most):
                best = found[:lines]
                if tell is not None:
                    for line in best:
                        tell(line)
        return best

    @contextmanager
    def _no_longer_than(self, seconds: float) -> Iterator[None]:
        if seconds > threading.TIMEOUT_MAX:
            yield
            return
        timer = threading.Timer(max(0.0, seconds), self.native.halt)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()


DEPTH_GAMES = 200  # random games that stand for one ply of depth


def rest(budget: Budget, thought: RootSearch) -> float:
    """How long to think still: a little at least, where listing so many moves took long."""
    return max(budget.seconds - thought.seconds, min(LITTLE_TIME, budget.seconds / 2))


def enough(best: list[Line], budget: Budget, depth: int, judges: bool) -> bool:
    """Is there no use in looking deeper, or no time?"""
    if not best or budget.endless:
        return not best or not judges
    first = best[0]
    if budget.mate and first.mate is not None and 0 < first.mate <= budget.mate:
        return True
    decided = all(line.plies is not None and depth > line.plies for line in best)
    return decided or first.seconds > ENOUGH * budget.seconds or first.nodes >= budget.nodes
