"""When a game is compiled: the reference evaluator plays first, native code when it is there."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING
from warnings import warn
from weakref import WeakKeyDictionary

from lasker.kernel.errors import LaskerError, NativeError
from lasker.model.game import Game
from lasker.play.native import NativeGame
from lasker.play.packed_positions import Layout

if TYPE_CHECKING:
    from lasker.backends.c import Native

PATIENCE = 0.5  # seconds of the reference's time from which native code is compiled
FEW = 200  # playouts up to which compiling move lists does not pay
SWITCH = "LASKER_BACKEND"  # set to `reference` to keep positions on the reference evaluator


def warn_rejected(error: NativeError, instead: str) -> None:
    """Warn about the substitute if native code failed verification; missing native code needs no warning."""
    from lasker.runtime.records import (
        RejectedLibrary,
    )  # imported late: loaded already if there is such an error

    if isinstance(error, RejectedLibrary):
        warn(f"{error.message}; {instead}", RuntimeWarning, stacklevel=3)


class Readiness:
    """The compilation state of a game: positions start on the reference evaluator; once that has used enough
    time, native code is compiled in a background thread. One thread compiles, others wait for it."""

    def __init__(self, game: Game) -> None:
        self.layout = Layout(game)
        self.native: NativeGame | None = None
        self.thread: threading.Thread | None = None
        self._game, self._spent = game, 0.0
        self._walk: Native | None = None
        self._walked = 0.0  # playouts run by walking code
        self.reset()

    def reset(self) -> None:
        """Reset locks and the started flag: initially, and in a forked child, which has no other thread."""
        self.lock = threading.RLock()
        self.opening = threading.Lock(), threading.Lock()  # of opponents, full and walking code
        self._started = os.environ.get(SWITCH, "") == "reference"

    def spent(self, seconds: float) -> None:
        """Add time used by the reference; above PATIENCE start compiling in the background."""
        self._spent += seconds
        if self._spent > PATIENCE and not self._started:
            self._started = True
            self.thread = threading.Thread(target=self._open, daemon=True)
            self.thread.start()

    def open_stored(self) -> None:
        """Use native code from now on if it has been compiled before: opening it takes milliseconds."""
        from lasker.backends.c import lists_are_stored  # imported late: the code generator is slow to import

        if not self._started and lists_are_stored(self._game):
            self._started = True
            self._open()

    def _open(self) -> None:
        try:
            with self.lock:
                if self.native is None:
                    self.compile()
        except NativeError as error:
            warn_rejected(error, "the reference goes on")
        except LaskerError:  # the reference stays in use
            pass

    def compile(self, batches: bool = False) -> NativeGame:
        """Native code, compiled now if necessary, then with `batches` if they are wanted; raises an error if
        it is unavailable."""
        with self.lock:
            if self.native is None or self.native.engine.walking:
                from lasker.backends.c import (
                    Native,
                )  # imported late: the code generator is slow to import

                engine = Native(self._game, frozenset(), listing=not batches, batches=batches)
                self.native = NativeGame(self._game, engine)
            return self.native

    def playing(self, games: float) -> Native:
        """Native code for playouts: move lists on bitboards, or for few games walking code, which plays the
        same games and is compiled in a fraction of the time."""
        with self.lock:
            self._walked += games
            if self.native is not None and self.native.engine.walking and self._walked <= FEW:
                return self.native.engine
            if self.native is None and self._walked <= FEW:
                from lasker.backends.c import Native, lists_are_stored

                if self._walk is None and not lists_are_stored(self._game):
                    self._walk = Native(self._game, frozenset(), walking=True)
                if self._walk is not None:
                    return self._walk
            return self.compile().engine.listing


_known: WeakKeyDictionary[Game, Readiness] = WeakKeyDictionary()


def readiness(game: Game) -> Readiness:
    """The shared compilation state of a game."""
    return _known.get(game) or _known.setdefault(game, Readiness(game))


def _renew() -> None:
    for each in list(_known.values()):
        each.reset()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
