"""An opponent with tiered compilation: reference evaluator at once, then walking code, then full code.

Each tier replaces the one before. A search limited in time is answered within it by the best tier available;
a search limited in nodes or depth must be deterministic and waits for the last tier.
"""

from __future__ import annotations

import math
import threading
import time
import warnings
from collections.abc import Collection
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import cached_property

from lasker import backends
from lasker.backends import Engine
from lasker.engine.background import BackgroundTask, Progress
from lasker.engine.native_search import is_stored
from lasker.engine.opponent import Budget, Opponent
from lasker.engine.python_search import PythonOpponent, by_mobility, known
from lasker.engine.root_search import Line, OnLine
from lasker.kernel import cancel
from lasker.kernel.errors import LaskerError, NativeError
from lasker.play.game import Game, Position

PATIENCE = 0.8  # the part of the time that may be spent waiting for a tier above the reference
RESTART_SHARE = 0.3  # the part of the time that must be left to restart the search on a better tier
NO_CODE = "no native code, so I play plainly in Python: "


class ReferenceOpponent(PythonOpponent):
    """An opponent on the reference evaluator, without generated code; its search is shallow."""

    first_look, plies = 0.15, 4

    @cached_property
    def engine(self) -> Engine:
        """The reference evaluator."""
        return backends.open_engine("reference", self.game.model)

    def piece_values(self, position: Position) -> tuple[int, ...]:
        """Piece values by mobility in this position, whose moves are known already."""
        if (found := known(self.game.model)) is not None:
            return found
        node, moves = position.node, [move.step.label for move in position.moves]
        return by_mobility(self.game.model, [(node.state.player, node.configuration.board, moves)])


class Tiers:
    """An opponent of a game that is not compiled yet.

    >>> from lasker.play.game import load
    >>> game = load("tictactoe")
    >>> opponent = Tiers(game)
    >>> [line] = opponent.think(game.position("XX1/OO1/3 x 3"), Budget(seconds=1))
    >>> line.moves, line.mate
    (('c3',), 1)
    >>> opponent.close()
    """

    def __init__(
        self, game: Game, megabytes: int = 16, threads: int = 1, progress: Progress | None = None
    ) -> None:
        self.game, self.missing = game, ""
        self._arguments, self._progress = (game, megabytes, threads), progress
        self._changed = threading.Condition()  # guards the attributes below
        self._walk: Opponent | None = None
        self._full: Opponent | PythonOpponent | None = None
        self._error: Exception | None = None
        self._task: BackgroundTask | None = None
        self._now: Opponent | PythonOpponent | None = None  # the tier that is searching
        self._until = math.inf  # deadline for restarting on a better tier
        self._halted = self._replaced = False
        self._thinking = threading.Lock()

    # --- compilation -----------------------------------------------------------------------------------

    @property
    def doing(self) -> str:
        """A description of what is being compiled, for display; empty when all is done."""
        return self._task.doing if self._task else ""

    @property
    def engine(self) -> Engine:
        """The engine that generates and counts moves."""
        return (self._full or self._walk or PythonOpponent(self.game, "")).engine

    def _start_compiling(self, walking_first: bool) -> None:
        """Start compilation, if `walking_first` with walking code before full code; the lock is held."""
        task = self._task
        if self._full is None and self._error is None and (task is None or task.token.cancelled()):
            self._task = BackgroundTask(
                self.game.model.title, lambda: self._compile(walking_first), self._report
            )

    def _compile(self, walking_first: bool) -> None:
        with self._changed:  # wait until the caller has set the attribute
            task = self._task
        try:
            if walking_first and self._walk is None and not is_stored(self.game.model):
                with suppress(LaskerError):  # the full compilation reports the reason
                    self._publish(walk=self._opened(walking=True))
            if task is not None:
                task.token.low_priority = walking_first
            self._publish(full=self._opened(walking=False))
            cancel.check()
            self._report(f"{self.game.model.title} is compiled")
        except NativeError as error:
            self._publish(full=self._walk or self._without_native(error.message))
        except Exception as error:  # raised again by every search
            self._publish(error=error)

    def _opened(self, walking: bool) -> Opponent:
        """A native opponent. Other users of native code wait for the walking code, which positions can use,
        but not for the full code."""
        ready = self.game.readiness
        with ready.opening[walking], ready.lock if self._walk is None else nullcontext():
            return Opponent(*self._arguments, walking=walking)

    def _without_native(self, why: str) -> PythonOpponent:
        self.missing = why
        if self._progress is None:
            warnings.warn(f"no native code, so the opponent is weak: {why}", stacklevel=2)
        self._report(NO_CODE + why)
        return PythonOpponent(self.game, why)

    def _publish(
        self,
        *,
        walk: Opponent | None = None,
        full: Opponent | PythonOpponent | None = None,
        error: Exception | None = None,
    ) -> None:
        """Publish a better tier and stop a running search for it, unless too little time would be left."""
        with self._changed:
            self._walk, self._full = walk or self._walk, full or self._full
            self._error = error or self._error
            better = walk or full
            if self._now is not None and better not in (None, self._now) and time.monotonic() < self._until:
                self._replaced = True
                self._now.stop()
            self._changed.notify_all()

    def _report(self, text: str) -> None:
        progress = self._progress
        if progress is not None and text:
            progress(text)

    def listen(self, progress: Progress | None) -> None:
        """Set the callback that receives compilation progress."""
        self._progress = progress
        self._report(self.doing)

    def prepare(self) -> None:
        """Wait until a tier above the reference is ready, or the opponent is closed."""
        with self._changed:
            self._halted = False
            self._start_compiling(walking_first=True)
            self._wait(None, full=False)

    def close(self) -> None:
        """Cancel compilation and stop a running search."""
        task = self._task
        if task is not None:
            task.abandon()
        self.stop()

    def join(self) -> None:
        """After `close`: wait briefly for the compiler to end."""
        if self._task is not None:
            self._task.join()

    def _wait(self, seconds: float | None, full: bool) -> None:
        """Wait for the full code, or for any native tier; the lock is held."""
        task = self._task

        def over() -> bool:
            there = self._full or (self._walk and not full) or self._error
            return bool(there) or self._halted or task is None or task.token.cancelled()

        self._changed.wait_for(over, seconds)

    # --- searches --------------------------------------------------------------------------------------

    def ready(self) -> None:
        """Clear the stop flag."""
        with self._changed:
            self._halted = False

    def stop(self) -> None:
        """Stop the search as soon as possible; may be called from another thread."""
        with self._changed:
            self._halted = True
            if self._now is not None:
                self._now.stop()
            self._changed.notify_all()

    def forget(self) -> None:
        """Clear the transposition tables."""
        with self._thinking:
            for each in (self._walk, self._full):
                if each is not None:
                    each.forget()

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
            end = time.monotonic() + budget.seconds
            self._await_tier(budget)
            best: list[Line] = []
            while True:
                left = max(end - time.monotonic(), 0.0)
                tier = self._next(end - RESTART_SHARE * budget.seconds if left < math.inf else math.inf)
                share = replace(budget, seconds=max(left, min(budget.seconds, SHORTEST)))
                best = tier.think(position, share, lines=lines, only=only, tell=tell) or best
                if not self._restarts():
                    return best

    def _await_tier(self, budget: Budget) -> None:
        """Start compilation and wait for a tier as long as the budget allows."""
        with self._changed:
            self._start_compiling(walking_first=not budget.repeatable)
            seconds = PATIENCE * budget.seconds if budget.seconds < math.inf else None
            self._wait(seconds, full=budget.repeatable)
            if self._error is not None:
                raise self._error

    def _next(self, until: float) -> Opponent | PythonOpponent:
        """The best tier available, marked as searching."""
        with self._changed:
            tier = self._full or self._walk or self._reference
            self._now, self._until, self._replaced = tier, until, False
            tier.ready()
            if self._halted:
                tier.stop()
            return tier

    def _restarts(self) -> bool:
        """Was the search stopped only to restart on a better tier?"""
        with self._changed:
            self._now = None
            return self._replaced and not self._halted

    @cached_property
    def _reference(self) -> ReferenceOpponent:
        return ReferenceOpponent(self.game, "")


SHORTEST = 0.05  # lower bound of a restarted search's seconds, or the whole budget
