"""Opponents in a game: the native one where that can be had, and as many as think at the same time.

An opponent thinks about one position at a time. Whoever asks takes one from the pool of the game, so that no
question can disturb another, and what is answered does not depend on what others ask.
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
from lasker.engine.background import Hear
from lasker.engine.lines import Line, Tell
from lasker.engine.native_search import is_stored
from lasker.engine.opponent import Budget, Opponent
from lasker.engine.python_search import PythonOpponent
from lasker.engine.tiers import Tiers
from lasker.kernel.errors import NativeError
from lasker.model.game import Game as Model
from lasker.play.game import Game, Position

AT_ONCE = 8  # opponents of one game that think at the same time; more questions wait


class Thinks(Protocol):
    """What plays a game."""

    missing: str  # why it is not native; nothing where it is

    @property
    def engine(self) -> Engine:
        """What lists and counts moves for it."""

    @property
    def doing(self) -> str:
        """What is being compiled for it, for people; nothing when nothing is."""

    def prepare(self) -> None:
        """Wait until it is more than a beginner, at most."""

    def listen(self, hear: Hear | None) -> None:
        """Say from now on to somebody what is being compiled."""

    def close(self) -> None:
        """Nobody asks any more: compilers are stopped; from another thread. Who asks again begins again."""

    def ready(self) -> None:
        """Forget that it was told to stop."""

    def stop(self) -> None:
        """Let thinking end as soon as it can; from another thread."""

    def forget(self) -> None:
        """Nothing is known any more of what was found."""

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


def open_opponent(game: Game, megabytes: int = 16, threads: int = 1, hear: Hear | None = None) -> Thinks:
    """An opponent in a game, at once: the native one if it has been compiled before, or else one that plays
    while it is being compiled, which `hear` is told of."""
    try:
        stored = is_stored(game.model)
    except NativeError as error:
        return PythonOpponent(game, error.message)
    return whole_opponent(game, megabytes, threads) if stored else Tiers(game, megabytes, threads, hear)


def whole_opponent(game: Game, megabytes: int = 16, threads: int = 1) -> Thinks:
    """An opponent in a game, when it is compiled; plain Python where no native code can be made or loaded."""
    with game.readiness.lock:
        try:
            return Opponent(game, megabytes, threads)
        except NativeError as error:
            return PythonOpponent(game, error.message)


class Pool:
    """The opponents of one game."""

    def __init__(self, model: Model) -> None:
        self._game = Game(model, model.title)
        self._idle: list[Thinks] = []
        self._chairs = threading.Semaphore(AT_ONCE)

    @contextmanager
    def opponent(self) -> Iterator[Thinks]:
        """One that nobody else asks meanwhile, and that knows nothing of what others asked."""
        with self._chairs:
            try:
                found = self._idle.pop()
            except IndexError:
                found = warned(open_opponent(self._game))
            try:
                found.ready()
                found.forget()
                yield found
            finally:
                self._idle.append(found)


@lru_cache(maxsize=8)
def pool_of(model: Model) -> Pool:
    """The opponents of a game."""
    return Pool(model)


@lru_cache(maxsize=8)
def native_of(model: Model) -> Opponent:
    """The native opponent in a game, made once; it remembers what it found."""
    return Opponent(Game(model, model.title))


@lru_cache(maxsize=8)
def opponent_of(model: Model) -> Thinks:
    """The opponent in a game that everybody asks by turns, opened once."""
    return warned(open_opponent(Game(model, model.title)))


def warned(opponent: Thinks) -> Thinks:
    """An opponent; it is said if it is not native."""
    if opponent.missing:
        warnings.warn(f"no native code, so the opponent is weak: {opponent.missing}", stacklevel=2)
    return opponent


if hasattr(os, "register_at_fork"):  # a child has none of the threads that hold opponents of its parent
    os.register_at_fork(after_in_child=pool_of.cache_clear)
    os.register_at_fork(after_in_child=opponent_of.cache_clear)
    os.register_at_fork(after_in_child=native_of.cache_clear)
