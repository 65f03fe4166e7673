"""What a formulation is: a formulation of chess that answers questions about a line of play."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import partial

Line = tuple[str, ...]
"""Positions as lines of FEN, each after a move from the one before; the last is asked about."""

Answers = Mapping[str, Hashable]
"""Answers by question; a question that is missing is one that the formulation does not speak of there."""

MOVES = "legal moves"  # a set of coordinate texts
BOARDS = "boards after"  # each with the board that it leads to
CHECK = "check"
CHECKMATE = "checkmate"
STALEMATE = "stalemate"
DEAD = "dead by material"
THREEFOLD = "threefold repetition"
FIFTY = "fifty moves"
STANDSTILL = "fivefold or 75 moves"
QUESTIONS = (MOVES, BOARDS, CHECK, CHECKMATE, STALEMATE, DEAD, THREEFOLD, FIFTY, STANDSTILL)

FIDE = "the Laws of Chess"
PAGE = "seed 003 as printed"


@dataclass(frozen=True)
class Formulation:
    """A formulation: where it comes from, which rules it states, what it covers, and the code that runs it.

    >>> parrot = Formulation("parrot", "-", FIDE, "nothing", lambda line: {})
    >>> dict(parrot.ask(("4k3/8/8/8/8/8/8/4K3 w - - 0 1",)))
    {}
    """

    name: str
    seed: str
    rules: str  # formulations are compared with those that state the same rules
    covers: str  # what it speaks of, and why not of the rest
    ask: Callable[[Line], Answers]  # the module where it stands is where the reading of imports begins
    texts: tuple[str, ...] = ()  # what else it runs: names of games in the library
    plugs: tuple[str, ...] = ()  # modules that are imported by a name found at run time
    one_in: int = 1  # asked about one position in so many, where it is slow

    @property
    def module(self) -> str:
        """Where `ask` stands."""
        ask = self.ask.func if isinstance(self.ask, partial) else self.ask
        return ask.__module__
