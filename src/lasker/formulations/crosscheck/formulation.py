"""The interface of a formulation of chess: answers to questions about a line of play."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import partial

from lasker.kernel.dataclass import dataclass

Line = tuple[str, ...]
"""Positions as FEN texts, each one move after the previous; questions are about the last."""

Answers = Mapping[str, Hashable]
"""Answers by question; a missing question is one that the formulation does not define there."""

MOVES = "legal moves"  # a set of coordinate texts
BOARDS = "boards after"  # each move with the board that it leads to
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
    """A formulation: its source, the rules that it states, its coverage, and the code that runs it.

    >>> parrot = Formulation("parrot", "-", FIDE, "nothing", lambda line: {})
    >>> dict(parrot.ask(("4k3/8/8/8/8/8/8/4K3 w - - 0 1",)))
    {}
    """

    name: str
    seed: str
    rules: str  # formulations are compared with those that state the same rules
    covers: str  # what it defines, and why not the rest
    ask: Callable[[Line], Answers]  # its module is the root of the search for shared imports
    texts: tuple[str, ...] = ()  # library games that it runs
    plugs: tuple[str, ...] = ()  # modules that are imported by a name computed at run time
    one_in: int = 1  # asked about one position in so many, if it is slow

    @property
    def module(self) -> str:
        """The module of `ask`."""
        ask = self.ask.func if isinstance(self.ask, partial) else self.ask
        return ask.__module__
