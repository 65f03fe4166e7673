"""Ways to run a game, one file each, under one contract; every one must agree with the reference."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol

from lasker.ir.machine import Position, Successor
from lasker.kernel.errors import NameProblem
from lasker.model.game import Game
from lasker.model.position import Node


class Engine(Protocol):
    """What a backend makes of a game."""

    def successors(self, position: Position) -> tuple[Successor, ...]:
        """Every legal move, ordered by label; none when the game is over."""

    def perft(self, position: Position, depth: int) -> int:
        """How many sequences of so many moves there are."""


def names() -> list[str]:
    """The backends that there are, found by where they stand.

    >>> names()
    ['c', 'python', 'reference']
    """
    return sorted(each.name for each in iter_modules(__path__) if not each.name.startswith("_"))


def open_engine(backend: str, game: Game, without: frozenset[str] = frozenset()) -> Engine:
    """A game on a backend; `without` names passes that are left out."""
    if backend not in names():
        raise NameProblem(f"no backend is called {backend}", remedy=f"there are {', '.join(names())}")
    engine: Engine = import_module(f"lasker.backends.{backend}").open_engine(game, without)
    return engine


def position(node: Node) -> Position:
    """A position of the model, as backends take it."""
    turn = list(node.game.states).index(node.state.name)
    return Position(turn, node.configuration.board, node.configuration.counters)
