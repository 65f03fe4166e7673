"""The one place that chooses a backend for a piece of work: native code where that pays and can be had, else
generated Python, else the reference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Protocol
from weakref import WeakKeyDictionary

from lasker import backends
from lasker.backends import Engine
from lasker.kernel.errors import LaskerError, LimitError, NativeError
from lasker.model.game import Game
from lasker.play.native import readiness, tell_refused

DEEP = 3  # plies; from here on compiling a game may take less time than counting without

Tell = Callable[[LaskerError, str], None]

_counting: WeakKeyDictionary[Game, Engine] = WeakKeyDictionary()
_generated: WeakKeyDictionary[Game, Engine] = WeakKeyDictionary()


class Work(Protocol):
    """What an engine is wanted for."""

    @property
    def verb(self) -> str:
        """What an engine does, for messages."""

    def pays(self, game: Game) -> bool:
        """Is generated code worth the time that it takes to be made?"""

    def fastest(self, game: Game) -> Engine:
        """What does it soonest; an error if that cannot be had."""


@dataclass(frozen=True)
class PerftWork:
    """Counting sequences of so many moves."""

    depth: int
    verb: str = "counts"

    def pays(self, game: Game) -> bool:
        if self.depth != DEEP - 1:
            return self.depth >= DEEP
        from lasker.backends import c  # reading the generator takes time that reading a game need not

        return c.stored(game)

    def fastest(self, game: Game) -> Engine:
        return counting(game)


@dataclass(frozen=True)
class PlayoutWork:
    """Playing so many random games; a few are not worth the bitboards."""

    games: float = inf
    verb: str = "plays"

    def pays(self, game: Game) -> bool:
        return True

    def fastest(self, game: Game) -> Engine:
        return readiness(game).playing(self.games)


@dataclass(frozen=True)
class SearchWork:
    """A search written in Python, which is there for machines without native code."""

    verb: str = "searches"

    def pays(self, game: Game) -> bool:
        return True

    def fastest(self, game: Game) -> Engine:
        return generated(game)


def choose(game: Game, work: Work, tell: Tell | None = None) -> Engine:
    """The engine that does a piece of work soonest. If one cannot be had, `tell` gets the reason and what is
    used instead; else a warning says so where native code was made and found wrong.

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
    try:
        engine, instead = generated(game), "generated Python"
    except LimitError:  # too much to generate code for
        engine, instead = reference(game), "the reference evaluator"
    (tell or _warn)(why, f"{instead} {work.verb}")
    return engine


def reference(game: Game) -> Engine:
    """The evaluator of the algebra."""
    return backends.open_engine("reference", game)


def counting(game: Game) -> Engine:
    """What counts natively, opened once; an error if it cannot be had."""
    ready = readiness(game)
    if ready.quick is not None and ready.quick.engine.counts:
        return ready.quick.engine
    with ready.lock:
        found = _counting.get(game)
        if found is None:
            from lasker.backends import c

            found = _counting[game] = c.open_engine(game)
        return found


def generated(game: Game) -> Engine:
    """Generated Python, opened once."""
    with readiness(game).lock:
        found = _generated.get(game)
        if found is None:
            found = _generated[game] = backends.open_engine("python", game)
        return found


def _warn(error: LaskerError, instead: str) -> None:
    if isinstance(error, NativeError):
        tell_refused(error, instead)
