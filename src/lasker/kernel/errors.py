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
├── FileError           a file that cannot be read or written
├── IllegalMove         a move that the rules do not allow here
├── Undecided           a question that was neither proved nor refuted, taken for an answer
├── NativeError         native code that cannot be made or loaded on this machine
│   └── RefusedCode     generated code that the compiler or the loader refuses (runtime/compiler.py)
├── EngineError         another program that is silent, gone, or breaks its protocol
│   └── OutOfTime       a player who has not answered in time (match/players.py)
└── LimitError          an honest refusal: the answer would pass a stated limit
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Self

from lasker.kernel.source import Span

MOST_REPORTED = 20  # problems of one text that are written out


def did_you_mean(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """Advice to somebody who wrote an unknown word: the known ones that look like it, or something else.

    >>> did_you_mean("pallace", ["home", "palace"], "declare it")
    'did you mean palace?'
    """
    close = difflib.get_close_matches(word, list(dict.fromkeys(known)), n=3)
    return f"did you mean {' or '.join(close)}?" if close else otherwise


class LaskerError(Exception):
    """The root of the tree: a message, where it is meant, and what to do about it.

    A text may have several problems: then the first one is raised, and the others are in `also`.

    >>> print(LaskerError("no such direction: q", remedy="the compass names u, d, l, r").report())
    error: no such direction: q
    help: the compass names u, d, l, r
    """

    def __init__(self, message: str, *, span: Span | None = None, remedy: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.remedy = remedy
        self.also: tuple[LaskerError, ...] = ()

    def at(self, span: Span | None) -> Self:
        """This error with a place, unless it already knows a more exact one."""
        self.span = self.span or span
        return self

    @property
    def problems(self) -> tuple[LaskerError, ...]:
        """This problem and the others of the same text, in the order of the text."""
        return (self, *self.also)

    def report(self) -> str:
        """Every problem as a person should read it; of very many, the first ones and how many more."""
        shown = "\n".join(each._report() for each in self.problems[:MOST_REPORTED])
        more = len(self.problems) - MOST_REPORTED
        return f"{shown}\nand {more} more problem{'s' * (more > 1)}" if more > 0 else shown

    def _report(self) -> str:
        """One problem: place, cause, caret, remedy."""
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

    def __init__(
        self, message: str, *, span: Span | None = None, remedy: str | None = None, word: str = ""
    ) -> None:
        super().__init__(message, span=span, remedy=remedy)
        self.word = word  # the word that nothing declares


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


class FileError(LaskerError):
    """A file that cannot be read or written: it is missing, no regular file, too large, or not text."""


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


class Problems:
    """Gathers the problems of a text, so that all of them can be raised at once.

    >>> problems = Problems()
    >>> for word in ("stepp", "ridde"):
    ...     with problems.gathered():
    ...         raise NameProblem(f"nothing declares {word}")
    >>> try:
    ...     problems.settle()
    ... except NameProblem as error:
    ...     print(error.report())
    error: nothing declares stepp
    error: nothing declares ridde
    """

    def __init__(self) -> None:
        self.found: list[LaskerError] = []
        self._seen: set[tuple[Span | None, str]] = set()

    def __bool__(self) -> bool:
        return bool(self.found)

    def add(self, error: LaskerError) -> None:
        """Take note of an error, unless it is known: one mistake may be met in several ways."""
        for each in error.problems:
            each.also = ()
            if (each.span, each.message) not in self._seen:
                self._seen.add((each.span, each.message))
                self.found.append(each)

    @contextmanager
    def gathered(self, span: Span | None = None) -> Iterator[None]:
        """Gather what is raised inside, and go on; `span` is the place of what has none of its own."""
        try:
            yield
        except LaskerError as error:
            self.add(error.at(span))

    def settle(self) -> None:
        """Raise all problems as one error; nothing if there are none."""
        if self.found:
            raise self.joined()

    def joined(self) -> LaskerError:
        """All problems as one error, those of one text in its order."""
        texts = list(dict.fromkeys(each.span and each.span.source.name for each in self.found))

        def place(error: LaskerError) -> tuple[int, int]:
            span = error.span
            return (texts.index(span and span.source.name), span.start if span else -1)

        first, *others = sorted(self.found, key=place)
        first.also = tuple(others)
        return first
