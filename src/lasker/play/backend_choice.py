"""Backend choice for a piece of work: native code where it pays and is available, otherwise generated Python,
otherwise the reference evaluator."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Protocol
from weakref import WeakKeyDictionary

from lasker import backends
from lasker.backends import Engine
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError, LimitError, NativeError
from lasker.model.game import Game
from lasker.play.readiness import readiness, warn_rejected

DEEP = 3  # depth of perft from which compiling may take less time than the reference

Tell = Callable[[LaskerError, str], None]

_counting: WeakKeyDictionary[Game, Engine] = WeakKeyDictionary()
_generated: WeakKeyDictionary[Game, Engine] = WeakKeyDictionary()


class Work(Protocol):
    """A kind of work to choose a backend for."""

    @property
    def verb(self) -> str:
        """The verb of the work, for messages."""

    def pays(self, game: Game) -> bool:
        """Is generated code worth its compilation time?"""

    def fastest(self, game: Game) -> Engine:
        """The fastest engine; raises an error if it is unavailable."""


@dataclass(frozen=True)
class PerftWork:
    """Perft to a depth."""

    depth: int
    verb: str = "counts"

    def pays(self, game: Game) -> bool:
        if self.depth != DEEP - 1:
            return self.depth >= DEEP
        from lasker.backends import c  # imported late: the code generator is slow to import

        return c.stored(game)

    def fastest(self, game: Game) -> Engine:
        return counting(game)


@dataclass(frozen=True)
class PlayoutWork:
    """A number of random playouts; few are not worth compiling bitboards."""

    games: float = inf
    verb: str = "plays"

    def pays(self, game: Game) -> bool:
        return True

    def fastest(self, game: Game) -> Engine:
        return readiness(game).playing(self.games)


def choose(game: Game, work: Work, tell: Tell | None = None) -> Engine:
    """The fastest available engine for a piece of work. If the first choice is unavailable, `tell` receives
    the reason and the substitute; without `tell`, a warning is issued if native code failed verification.

    >>> from lasker.play.game import load
    >>> model, start = load("tictactoe").model, load("tictactoe").start().node
    >>> type(choose(model, PerftWork(1))).__name__
    'Reference'
    >>> choose(model, PerftWork(4)).perft(backends.position(start), 4)
    3024
    """
    if not work.pays(game):
        return reference(game)
    try:
        return work.fastest(game)
    except (NativeError, LimitError) as error:
        why = error
    engine, instead = without_native(game)
    (tell or _warn)(why, f"{instead} {work.verb}")
    return engine


def without_native(game: Game) -> tuple[Engine, str]:
    """The fastest engine that needs no compiler, and its name for messages."""
    try:
        return generated(game), "generated Python"
    except LimitError:  # too large for code generation
        return reference(game), "the reference evaluator"


def reference(game: Game) -> Engine:
    """The reference evaluator."""
    return backends.open_engine("reference", game)


def counting(game: Game) -> Engine:
    """The native engine for perft, opened once; raises an error if it is unavailable."""
    ready = readiness(game)
    if ready.native is not None and ready.native.engine.counts:
        return ready.native.engine
    with ready.lock:
        found = _counting.get(game)
        if found is None:
            from lasker.backends import c

            found = _counting[game] = c.open_engine(game)
        return found


def generated(game: Game) -> Engine:
    """The engine on generated Python, opened once."""
    with readiness(game).lock:
        found = _generated.get(game)
        if found is None:
            found = _generated[game] = backends.open_engine("python", game)
        return found


def _warn(error: LaskerError, instead: str) -> None:
    if isinstance(error, NativeError):
        warn_rejected(error, instead)
