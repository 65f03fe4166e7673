"""Opening opponents, and a pool of them for concurrent searches of a game.

An opponent searches one position at a time. Each caller takes one from the game's pool, so that concurrent
searches do not influence each other.
"""

from __future__ import annotations

import os
import threading
import warnings
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Protocol

from lasker.backends import Engine
from lasker.engine.background import Progress
from lasker.engine.native_search import is_stored
from lasker.engine.opponent import Budget, Opponent
from lasker.engine.python_search import PythonOpponent
from lasker.engine.root_search import Line, OnLine
from lasker.engine.tiered_compilation import Tiers
from lasker.kernel.errors import NativeError
from lasker.model.game import Game as Model
from lasker.play.game import Game, Position

MAX_CONCURRENT = 8  # concurrent searches of one game; further callers wait


class Thinker(Protocol):
    """What searches positions: an opponent of ours, or an external program."""

    def close(self) -> None:
        """Cancel compilation; may be called from another thread. A later search starts it again."""

    def ready(self) -> None:
        """Clear the stop flag."""

    def stop(self) -> None:
        """Stop the search as soon as possible; may be called from another thread."""

    def forget(self) -> None:
        """Clear the transposition table."""

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


class AnyOpponent(Thinker, Protocol):
    """The interface of all opponents of ours."""

    missing: str  # why it is not native; empty where it is

    @property
    def engine(self) -> Engine:
        """The engine that generates and counts moves."""

    @property
    def doing(self) -> str:
        """A description of what is being compiled, for display; empty when nothing is."""

    def prepare(self) -> None:
        """Wait until at least walking code is ready."""

    def listen(self, progress: Progress | None) -> None:
        """Set the callback that receives compilation progress."""


def open_opponent(
    game: Game, megabytes: int = 16, threads: int = 1, progress: Progress | None = None
) -> AnyOpponent:
    """An opponent without delay: the native one if its library is in the store, otherwise one that plays
    while it is compiled; `progress` receives what is being compiled."""
    try:
        stored = is_stored(game.model)
    except NativeError as error:
        return PythonOpponent(game, error.message)
    return (
        compiled_opponent(game, megabytes, threads) if stored else Tiers(game, megabytes, threads, progress)
    )


def compiled_opponent(game: Game, megabytes: int = 16, threads: int = 1) -> AnyOpponent:
    """A compiled opponent, after waiting for the compiler; Python code where native code is unavailable."""
    with game.readiness.lock:
        try:
            return Opponent(game, megabytes, threads)
        except NativeError as error:
            return PythonOpponent(game, error.message)


class Pool:
    """A pool of opponents of one game."""

    def __init__(self, model: Model) -> None:
        self._game = Game(model, model.title)
        self._idle: list[AnyOpponent] = []
        self._slots = threading.Semaphore(MAX_CONCURRENT)

    @contextmanager
    def opponent(self) -> Iterator[AnyOpponent]:
        """An opponent for exclusive use, with an empty transposition table."""
        with self._slots:
            try:
                found = self._idle.pop()
            except IndexError:
                found = with_warning(open_opponent(self._game))
            try:
                found.ready()
                found.forget()
                yield found
            finally:
                self._idle.append(found)


@lru_cache(maxsize=8)
def pool_of(model: Model) -> Pool:
    """The pool of a game, created once."""
    return Pool(model)


@lru_cache(maxsize=8)
def native_of(model: Model) -> Opponent:
    """The native opponent of a game, created once; it keeps its transposition table."""
    return Opponent(Game(model, model.title))


@lru_cache(maxsize=8)
def opponent_of(model: Model) -> AnyOpponent:
    """The shared opponent of a game, opened once; callers take turns."""
    return with_warning(open_opponent(Game(model, model.title)))


def with_warning(opponent: AnyOpponent) -> AnyOpponent:
    """The opponent itself, with a warning if it is not native."""
    if opponent.missing:
        warnings.warn(f"no native code, so the opponent is weak: {opponent.missing}", stacklevel=2)
    return opponent


if hasattr(os, "register_at_fork"):  # a child process has none of its parent's threads
    os.register_at_fork(after_in_child=pool_of.cache_clear)
    os.register_at_fork(after_in_child=opponent_of.cache_clear)
    os.register_at_fork(after_in_child=native_of.cache_clear)
