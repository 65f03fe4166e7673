"""The one exception tree. Whatever a user can do wrong ends in one of these, never in a traceback.

LaskerError
├── ParseError          the text is not in the language
├── NameProblem         a word that nothing declares
├── SortError           a movement where a move was needed, and the like
├── DeclarationError    a declaration that contradicts itself or another one
├── GlueError           two squares glued on top of each other
├── SpaceError          a geometry that does not exist
├── PictureError        a drawing that is not a board
├── NotationError       a line that is not the position or the move it should be
│   └── AmbiguousMove   a text that two moves fit (notation/san_reader.py)
├── IllegalMove         a move that the rules do not allow here
├── Undecided           a question that was neither proved nor refuted, taken for an answer
├── NativeError         native code that cannot be made or loaded on this machine
├── EngineError         another program that is silent, gone, or breaks its protocol
│   └── OutOfTime       a player who has not answered in time (analysis/match/players.py)
└── LimitError          an honest refusal: the answer would pass a stated limit
"""

from __future__ import annotations

from typing import Self

from lasker.kernel.source import Span


class LaskerError(Exception):
    """The root of the tree: a message, where it is meant, and what to do about it.

    >>> print(LaskerError("no such direction: q", remedy="the compass names u, d, l, r").report())
    error: no such direction: q
    help: the compass names u, d, l, r
    """

    def __init__(self, message: str, *, span: Span | None = None, remedy: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.remedy = remedy

    def at(self, span: Span | None) -> Self:
        """This error with a place, unless it already knows a more exact one."""
        self.span = self.span or span
        return self

    def report(self) -> str:
        """The error as a person should read it: place, cause, caret, remedy."""
        lines = [f"{self.span.where}: error: {self.message}" if self.span else f"error: {self.message}"]
        if self.span:
            lines += ["  " + line for line in self.span.caret().splitlines()]
        if self.remedy:
            lines.append(f"help: {self.remedy}")
        return "\n".join(lines)


class ParseError(LaskerError):
    """The text is not in the language."""


class NameProblem(LaskerError):
    """A word that is neither declared nor a product of declared letters."""


class SortError(LaskerError):
    """A value of one sort where another sort was needed."""


class DeclarationError(LaskerError):
    """A declaration that contradicts itself or another one."""


class GlueError(LaskerError):
    """Two squares glued on top of each other."""


class SpaceError(LaskerError):
    """A geometry, a movement or a symmetry that does not exist."""


class PictureError(LaskerError):
    """A drawing that is not a board."""


class NotationError(LaskerError):
    """A line that is not the position or the move it should be."""


class IllegalMove(LaskerError):
    """A move that the rules do not allow here."""


class Undecided(LaskerError):
    """A question that was neither proved nor refuted, taken for an answer."""


class NativeError(LaskerError):
    """Native code that cannot be made or loaded on this machine."""


class EngineError(LaskerError):
    """Another program that is silent, gone, or breaks its protocol."""


class LimitError(LaskerError):
    """An honest refusal: the answer would pass a stated limit."""
