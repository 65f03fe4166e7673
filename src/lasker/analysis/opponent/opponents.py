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

from lasker.analysis.opponent.plain import Plain
from lasker.analysis.opponent.thinking import Budget, Opponent
from lasker.analysis.opponent.thought import Line, Tell
from lasker.backends import Engine
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


def open_opponent(game: Game, megabytes: int = 16, threads: int = 1) -> Thinks:
    """An opponent in a game: native, or plain Python where no native code can be made or loaded."""
    with game.readiness.lock:
        try:
            return Opponent(game, megabytes, threads)
        except NativeError as error:
            return Plain(game, error.message)


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
    """The same, or a plain one where no native code can be had."""
    try:
        return native_of(model)
    except NativeError as error:
        return warned(Plain(Game(model, model.title), error.message))


def warned(opponent: Thinks) -> Thinks:
    """An opponent; it is said if it is not native."""
    if opponent.missing:
        warnings.warn(f"no native code, so the opponent is weak: {opponent.missing}", stacklevel=2)
    return opponent


if hasattr(os, "register_at_fork"):  # a child has none of the threads that hold opponents of its parent
    os.register_at_fork(after_in_child=pool_of.cache_clear)
    os.register_at_fork(after_in_child=opponent_of.cache_clear)
    os.register_at_fork(after_in_child=native_of.cache_clear)
