"""Backends that execute a game behind one interface: reference evaluator, generated Python, native C."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol

from lasker.compiler.ir.machine import ProgramPosition, Successor, position
from lasker.kernel.errors import NameProblem
from lasker.model.game import Game
from lasker.runtime.playouts import Playout, PlayoutTally

__all__ = ["Engine", "names", "open_engine", "position"]


class Engine(Protocol):
    """The interface of a game on a backend."""

    def successors(self, position: ProgramPosition) -> tuple[Successor, ...]:
        """Every legal move, ordered by label; none when the game is over."""

    def perft(self, position: ProgramPosition, depth: int, table: int = 0) -> int:
        """The number of move sequences to a depth; `table` is the size of a transposition table in bytes."""

    def verdict(self, position: ProgramPosition) -> int:
        """The number of the first rule of the game that ends it here, or -1."""

    def adjudged(self, position: ProgramPosition, number: int) -> bool:
        """Does the test of an adjudication hold here? Where chance moves none does."""

    def chances(self, position: ProgramPosition) -> tuple[tuple[int, tuple[Successor, ...]], ...]:
        """The possible options of chance here, each with its weight and results."""

    def playout(self, position: ProgramPosition, seed: int, number: int, most: int) -> Playout:
        """One random playout, determined by its seed and number."""

    def tally(self, position: ProgramPosition, seed: int, numbers: range, most: int) -> PlayoutTally:
        """The tally of random playouts."""


def names() -> list[str]:
    """The names of the backends: the modules of this package.

    >>> names()
    ['c', 'python', 'reference']
    """
    return sorted(each.name for each in iter_modules(__path__) if not each.name.startswith("_"))


def open_engine(backend: str, game: Game, without: frozenset[str] = frozenset()) -> Engine:
    """A game on a backend; `without` names compiler passes to skip."""
    if backend not in names():
        raise NameProblem(f"no backend is called {backend}", remedy=f"there are {', '.join(names())}")
    engine: Engine = import_module(f"lasker.backends.{backend}").open_engine(game, without)
    return engine
