"""The native opponent: iterative deepening under a budget, mate search, and tree search where needed."""

from __future__ import annotations

import math
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace

from lasker import backends
from lasker.engine import weight_files as values
from lasker.engine.background import Progress
from lasker.engine.calibration import calibrate
from lasker.engine.evaluation import Appraisal, negated, without_gains, zeroed
from lasker.engine.native_search import MOST, NativeSearch
from lasker.engine.root_search import Line, OnLine, RootSearch
from lasker.engine.tree_search import tree_search
from lasker.engine.weight_files import WeightsFile
from lasker.kernel.dataclass import dataclass
from lasker.play.game import Game, Position
from lasker.play.native import NativeGame

DEEPEST = 90  # plies
BEGIN_DEPTH = 0.9  # no deeper iteration begins after this part of the time
LEAST_SECONDS = 0.1  # lower bound of the search time after slow move generation, or half the time
MATE_SHARE = 0.2  # the part of the time given to alpha-beta before tree search
FIRST_LOOK = 1.0  # the seconds for it where there is no limit
WALKING_SHARE = 0.1  # the part of the boards and playouts used by an opponent on walking code
COUNT_PREDICTS = 0.35  # least correlation of piece count and result, where pieces do not move


@dataclass(frozen=True)
class Budget:
    """Limits of a search, which ends at the first that is reached."""

    seconds: float = math.inf
    nodes: int = MOST
    depth: int = DEEPEST
    mate: int = 0  # stop when a win in so many moves has been found

    @property
    def endless(self) -> bool:
        """Is there no limit?"""
        return self == Budget()

    @property
    def repeatable(self) -> bool:
        """Is the search deterministic? It is where there is a limit, but none in time.

        >>> Budget(nodes=1000).repeatable, Budget(seconds=1, nodes=1000).repeatable, Budget().repeatable
        (True, False, False)
        """
        return self.seconds == math.inf and not self.endless


class Opponent:
    """A native opponent; it searches one position at a time, calls from other threads wait.

    With `walking` the code is compiled in a fraction of the time, without bitboards and optimisation; piece
    values that are not stored are then estimated roughly and not stored.

    >>> from lasker.play.game import load
    >>> game = load("tictactoe")
    >>> [line] = Opponent(game).think(game.position("XX1/OO1/3 x 3"), Budget(seconds=1))
    >>> line.moves, line.mate
    (('c3',), 1)
    """

    doing = ""  # nothing is being compiled

    def __init__(self, game: Game, megabytes: int = 16, threads: int = 1, walking: bool = False) -> None:
        self.game, self.native = game, NativeSearch(game.model, megabytes, threads, walking)
        self.missing, self._thinking = "", threading.Lock()
        native = game.readiness.native
        if native is None or native.engine.walking > walking:  # positions use the same library
            game.readiness.native = NativeGame(game.model, self.native)
        self.searches = len(game.players) == 2 and not any(s.by_chance for s in game.model.states.values())
        found = values.known(game.model)
        if found is None:
            found = self._initial_values(WALKING_SHARE if walking else 1.0)
            if not walking:
                values.store_values(game.model, found)
        self.weights, self.predictive = found.weights, found.predictive
        self.native.set_weights(self.weights)
        self._halted = False

    def _initial_values(self, share: float) -> WeightsFile:
        """Weights by the rules, calibrated by random playouts; `share` scales the number of samples."""
        model = self.game.model
        start = backends.position(self.game.start().node) if model.start else None
        appraisal = Appraisal(model, self.native, share=share)
        weights = appraisal.weights(start)
        if start is None or not self.searches:
            return WeightsFile(weights, self.searches)
        self.native.set_weights(weights)
        calibration = calibrate(self.native, start, share)
        weights = replace(
            weights, forced=calibration.forced, passes=weights.passes and not calibration.forced
        )
        if appraisal.immobile:
            by_count = calibration.captures and calibration.correlation > COUNT_PREDICTS
            return WeightsFile(
                without_gains(weights) if by_count else zeroed(weights),
                by_count or any(appraisal.goals.values()),
            )
        inverted = calibration.inverted and appraisal.wins_without_pieces
        weights = negated(weights) if inverted else weights
        return WeightsFile(weights, calibration.predictive or any(appraisal.goals.values()))

    @property
    def engine(self) -> NativeSearch:
        """The engine that generates and counts moves."""
        return self.native

    def prepare(self) -> None:
        """Nothing to do: the opponent is compiled."""

    def listen(self, progress: Progress | None) -> None:
        """Nothing to report: the opponent is compiled."""

    def close(self) -> None:
        """Nothing to cancel."""

    def forget(self) -> None:
        """Clear the transposition table."""
        with self._thinking:
            self.native.forget()

    def ready(self) -> None:
        """Clear the stop flag."""
        self._halted = False

    def stop(self) -> None:
        """Stop the search as soon as possible; may be called from another thread."""
        self._halted = True
        self.native.halt()

    def think(
        self,
        position: Position,
        budget: Budget,
        *,
        lines: int = 1,
        only: Collection[str] = (),
        tell: OnLine | None = None,
    ) -> list[Line]:
        """The best lines, best first; none where there is no legal move. `tell` receives each line found."""
        with self._thinking:
            return self._think(position, budget, lines, only, tell)

    def _think(
        self, position: Position, budget: Budget, lines: int, only: Collection[str], tell: OnLine | None
    ) -> list[Line]:
        root = RootSearch(self.native, position, only)
        if not any(root.allowed):
            return []
        best: list[Line] = []
        if self.searches:
            best = self._alpha_beta(root, budget if self.predictive else first_look(budget), lines, tell)
        if (
            not self.predictive
            and not self._halted
            and not root.solved
            and not (best and best[0].plies is not None and best[0].score > 0)
        ):
            self.native.go_on()
            best = self._tree_search(root, budget, lines, tell) or best
        return best or [root.any_line()]

    def _alpha_beta(self, root: RootSearch, budget: Budget, lines: int, tell: OnLine | None) -> list[Line]:
        """Iterative deepening. Before tree search, a limit of depth stands for nodes: a little more depth may
        solve the game where reductions hid its last plies."""
        best: list[Line] = []
        with self._no_longer_than(remaining(budget, root)):
            for depth in range(1, DEEPEST + 1):
                nodes = budget.nodes
                if depth > budget.depth:
                    nodes = min(nodes, DEPTH_NODES * budget.depth)
                    if self.predictive or root.nodes >= nodes:
                        break
                found = list(root.search(depth, lines, best, nodes, tell))
                if len(found) >= len(best):
                    ranked = sorted(found, key=lambda line: -line.score)
                    best = [replace(line, rank=rank) for rank, line in enumerate(ranked, 1)]
                if lines == 1 and best and (won := self._mate_found(root, best[0], budget, tell)):
                    best = [won]
                    break
                if (
                    self._halted
                    or self.native.halted
                    or root.solved
                    or finished(best, budget, depth, self.predictive)
                ):
                    break
            if best and len(best) == 1 and (best[0].mate or 0) > 1:
                best = [self._shorter(root, best[0], budget, tell)]
        return best

    @staticmethod
    def _mate_found(root: RootSearch, best: Line, budget: Budget, tell: OnLine | None) -> Line | None:
        """A forced win that alpha-beta has not found."""
        if best.plies is not None and best.score > 0:
            return None
        won = root.mate_search(best.score, budget.nodes)
        won = won and replace(won, depth=best.depth)
        if won and tell is not None:
            tell(won)
        return won

    @staticmethod
    def _shorter(root: RootSearch, won: Line, budget: Budget, tell: OnLine | None) -> Line:
        """The win itself, or a shorter one."""
        shorter = root.shorter_win(won, budget.nodes)
        if tell is not None and shorter is not won:
            tell(shorter)
        return shorter

    def _tree_search(self, root: RootSearch, budget: Budget, lines: int, tell: OnLine | None) -> list[Line]:
        """Monte Carlo tree search within the budget."""
        best: list[Line] = []
        most = min(
            budget.nodes, MOST if budget.seconds < math.inf or budget.endless else DEPTH_GAMES * budget.depth
        )
        with self._no_longer_than(remaining(budget, root)):
            for found in tree_search(root, most):
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


DEPTH_GAMES = 200  # playouts equivalent to one ply of a depth limit
DEPTH_NODES = 1000  # nodes of alpha-beta equivalent to it


def first_look(budget: Budget) -> Budget:
    """The part of a budget for alpha-beta before tree search.

    >>> first_look(Budget(seconds=10)).seconds, first_look(Budget()).seconds
    (2.0, 1.0)
    """
    if budget.endless:
        return replace(budget, seconds=FIRST_LOOK)
    return replace(budget, seconds=budget.seconds * MATE_SHARE, nodes=budget.nodes // 5)


def remaining(budget: Budget, root: RootSearch) -> float:
    """Seconds left for the search: at least a little, even where move generation took long."""
    return max(budget.seconds - root.seconds, min(LEAST_SECONDS, budget.seconds / 2))


def finished(best: list[Line], budget: Budget, depth: int, predictive: bool) -> bool:
    """Is a deeper iteration pointless, or a limit reached?"""
    if not best or budget.endless:
        return not best or not predictive
    first = best[0]
    if budget.mate and first.mate is not None and 0 < first.mate <= budget.mate:
        return True
    decided = all(line.plies is not None and depth > line.plies for line in best)
    return decided or first.seconds > BEGIN_DEPTH * budget.seconds or first.nodes >= budget.nodes
