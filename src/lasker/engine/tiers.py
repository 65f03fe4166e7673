"""An opponent that answers before it is compiled: the reference at once, then the walk, then all of it.

Each takes the place of the one before. Who has seconds to think is answered within them, by the best that is
there; who counts nodes or plies is promised the same answer each time, and waits for the last.
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
from lasker.engine.background import BackgroundTask, Hear
from lasker.engine.lines import Line, Tell
from lasker.engine.native_search import is_stored
from lasker.engine.opponent import Budget, Opponent
from lasker.engine.python_search import PythonOpponent, by_mobility, known
from lasker.kernel import cancel
from lasker.kernel.errors import LaskerError, NativeError
from lasker.play.game import Game, Position

PATIENCE = 0.8  # what part of the time may go into waiting for something better than the reference
WORTH = 0.3  # what part of the time must be left for a better opponent to begin again
NO_CODE = "no native code, so I play plainly in Python: "


class ReferenceOpponent(PythonOpponent):
    """The opponent for which nothing is generated: it asks the reference, and does not look far."""

    first_look, plies = 0.15, 4

    @cached_property
    def engine(self) -> Engine:
        """What lists and counts moves for it."""
        return backends.open_engine("reference", self.game.model)

    def valued(self, position: Position) -> tuple[int, ...]:
        """By kind of piece what it is worth, by the moves that there are here, which are known."""
        if (found := known(self.game.model)) is not None:
            return found
        node, moves = position.node, [move.step.label for move in position.moves]
        return by_mobility(self.game.model, [(node.state.player, node.configuration.board, moves)])


class Tiers:
    """An opponent in a game that is not compiled yet.

    >>> from lasker.play.game import load
    >>> game = load("tictactoe")
    >>> opponent = Tiers(game)
    >>> [line] = opponent.think(game.position("XX1/OO1/3 x 3"), Budget(seconds=1))
    >>> line.moves, line.mate
    (('c3',), 1)
    >>> opponent.close()
    """

    def __init__(self, game: Game, megabytes: int = 16, threads: int = 1, hear: Hear | None = None) -> None:
        self.game, self.missing = game, ""
        self._wanted, self._hear = (game, megabytes, threads), hear
        self._changed = threading.Condition()  # guards what follows
        self._walk: Opponent | None = None
        self._whole: Opponent | PythonOpponent | None = None
        self._error: Exception | None = None
        self._making: BackgroundTask | None = None
        self._now: Opponent | PythonOpponent | None = None  # who thinks
        self._until = math.inf  # when a better one would come too late
        self._halted = self._replaced = False
        self._thinking = threading.Lock()

    # --- what is being made ----------------------------------------------------------------------------

    @property
    def doing(self) -> str:
        """What is being compiled, for people; nothing when all is done."""
        return self._making.doing if self._making else ""

    @property
    def engine(self) -> Engine:
        """What lists and counts moves for it."""
        return (self._whole or self._walk or PythonOpponent(self.game, "")).engine

    def _begin(self, quickly: bool) -> None:
        """Let it be made, with something that is there sooner if that is wanted; under the guard."""
        making = self._making
        if self._whole is None and self._error is None and (making is None or making.token.cancelled()):
            self._making = BackgroundTask(self.game.model.title, lambda: self._make(quickly), self._say)

    def _make(self, quickly: bool) -> None:
        with self._changed:  # which it has been begun under
            making = self._making
        try:
            if quickly and self._walk is None and not is_stored(self.game.model):
                with suppress(LaskerError):  # what follows says why
                    self._publish(walk=self._opened(walking=True))
            if making is not None:
                making.token.low_priority = quickly
            self._publish(whole=self._opened(walking=False))
            cancel.check()
            self._say(f"{self.game.model.title} is compiled")
        except NativeError as error:
            self._publish(whole=self._walk or self._plainly(error.message))
        except Exception as error:  # raised again for everybody who asks
            self._publish(error=error)

    def _opened(self, walking: bool) -> Opponent:
        """An opponent. Others who want native code wait for the first, which positions can use, and then go
        on beside the second."""
        ready = self.game.readiness
        with ready.opening[walking], ready.lock if self._walk is None else nullcontext():
            return Opponent(*self._wanted, walking=walking)

    def _plainly(self, why: str) -> PythonOpponent:
        self.missing = why
        if self._hear is None:
            warnings.warn(f"no native code, so the opponent is weak: {why}", stacklevel=2)
        self._say(NO_CODE + why)
        return PythonOpponent(self.game, why)

    def _publish(
        self,
        *,
        walk: Opponent | None = None,
        whole: Opponent | PythonOpponent | None = None,
        error: Exception | None = None,
    ) -> None:
        """There is something better: whoever thinks is stopped, unless too little time would be left."""
        with self._changed:
            self._walk, self._whole = walk or self._walk, whole or self._whole
            self._error = error or self._error
            better = walk or whole
            if self._now is not None and better not in (None, self._now) and time.monotonic() < self._until:
                self._replaced = True
                self._now.stop()
            self._changed.notify_all()

    def _say(self, text: str) -> None:
        hear = self._hear
        if hear is not None and text:
            hear(text)

    def listen(self, hear: Hear | None) -> None:
        """Say from now on to somebody what is being compiled."""
        self._hear = hear
        self._say(self.doing)

    def prepare(self) -> None:
        """Wait until something better than the reference is there, or nobody asks any more."""
        with self._changed:
            self._halted = False
            self._begin(quickly=True)
            self._wait(None, whole=False)

    def close(self) -> None:
        """Nobody asks any more: what is being compiled is not wanted."""
        making = self._making
        if making is not None:
            making.abandon()
        self.stop()

    def join(self) -> None:
        """Wait a moment until no compiler runs any more after `close`."""
        if self._making is not None:
            self._making.join()

    def _wait(self, seconds: float | None, whole: bool) -> None:
        """Wait for the whole, or for something; under the guard."""
        making = self._making

        def over() -> bool:
            there = self._whole or (self._walk and not whole) or self._error
            return bool(there) or self._halted or making is None or making.token.cancelled()

        self._changed.wait_for(over, seconds)

    # --- who asks --------------------------------------------------------------------------------------

    def ready(self) -> None:
        """Forget that it was told to stop."""
        with self._changed:
            self._halted = False

    def stop(self) -> None:
        """Let thinking end as soon as it can; from another thread."""
        with self._changed:
            self._halted = True
            if self._now is not None:
                self._now.stop()
            self._changed.notify_all()

    def forget(self) -> None:
        """Nothing is known any more of what was found."""
        with self._thinking:
            for each in (self._walk, self._whole):
                if each is not None:
                    each.forget()

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
            end = time.monotonic() + budget.seconds
            self._begun(budget)
            best: list[Line] = []
            while True:
                left = max(end - time.monotonic(), 0.0)
                thinker = self._next(end - WORTH * budget.seconds if left < math.inf else math.inf)
                share = replace(budget, seconds=max(left, min(budget.seconds, SHORTEST)))
                best = thinker.think(position, share, lines=lines, only=only, tell=tell) or best
                if not self._goes_on():
                    return best

    def _begun(self, budget: Budget) -> None:
        """Wait as long as it is worth while."""
        with self._changed:
            self._begin(quickly=not budget.repeatable)
            seconds = PATIENCE * budget.seconds if budget.seconds < math.inf else None
            self._wait(seconds, whole=budget.repeatable)
            if self._error is not None:
                raise self._error

    def _next(self, until: float) -> Opponent | PythonOpponent:
        """Who is to think now."""
        with self._changed:
            thinker = self._whole or self._walk or self._at_once
            self._now, self._until, self._replaced = thinker, until, False
            thinker.ready()
            if self._halted:
                thinker.stop()
            return thinker

    def _goes_on(self) -> bool:
        """Was it stopped only because there is a better one now?"""
        with self._changed:
            self._now = None
            return self._replaced and not self._halted

    @cached_property
    def _at_once(self) -> ReferenceOpponent:
        return ReferenceOpponent(self.game, "")


SHORTEST = 0.05  # seconds that there are at least, or all of the time
