"""The exception tree: every mistake of a user is reported as one of these errors, never as a traceback.

LaskerError
├── ParseError          the text is not in the language
├── NameProblem         an undeclared name
├── SortError           a movement where a move was needed, and the like
├── DeclarationError    a declaration that contradicts itself or another one
├── GlueError           two squares glued on top of each other
├── SpaceError          a geometry that does not exist
├── PictureError        a drawing that is not a board
├── NotationError       a line that is not the position or the move it should be
│   └── AmbiguousMove   a move text that fits two legal moves (notation/san_reader.py)
├── FileError           a file that cannot be read or written
├── IllegalMove         a move that the rules do not allow here
├── Undecided           the truth value of a question that was neither proved nor refuted
├── NativeError         native code that cannot be compiled or loaded on this machine
│   └── RefusedCode     generated code that the compiler or the loader refuses (runtime/c_compiler.py)
├── MissingPackage      an optional package of Python that is not installed; also an ImportError
├── EngineError         an external program that does not answer, has ended, or breaks its protocol
│   └── OutOfTime       a player that has not answered in time (match/players.py)
└── LimitError          refused: the answer would exceed a stated limit
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Self

from lasker.kernel.source import Span

MOST_REPORTED = 20  # problems of one text that are printed


def did_you_mean(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """Advice for an unknown word: the known words similar to it, or `otherwise`.

    >>> did_you_mean("pallace", ["home", "palace"], "declare it")
    'did you mean palace?'
    """
    close = difflib.get_close_matches(word, list(dict.fromkeys(known)), n=3)
    return f"did you mean {' or '.join(close)}?" if close else otherwise


class LaskerError(Exception):
    """The root of the tree: a message, its place in a source, and a remedy.

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
        """This error with a place, unless it already has a more exact one."""
        self.span = self.span or span
        return self

    @property
    def problems(self) -> tuple[LaskerError, ...]:
        """This problem and the others of the same text, in the order of the text."""
        return (self, *self.also)

    def report(self) -> str:
        """All problems as text; of very many, the first ones and the number of the others."""
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
    """The text is not in the language.

    >>> import lasker
    >>> lasker.parse("nil |")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.ParseError: the text ends too early
    """


class NameProblem(LaskerError):
    """A word that is neither declared nor a product of declared letters.

    >>> import lasker
    >>> lasker.load("chesss")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.NameProblem: no game is called chesss
    """

    def __init__(
        self, message: str, *, span: Span | None = None, remedy: str | None = None, word: str = ""
    ) -> None:
        super().__init__(message, span=span, remedy=remedy)
        self.word = word  # the undeclared word


class SortError(LaskerError):
    """A value of one sort where another sort was needed.

    >>> import lasker
    >>> lasker.parse("u") | lasker.parse("nil")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.SortError: a choice is between moves or between fragments, not both
    """


class DeclarationError(LaskerError):
    """A declaration that contradicts itself or another one.

    >>> import lasker
    >>> lasker.rules().evaluate("board 2x2")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.DeclarationError: an expression cannot declare boards, pieces, marks or counters
    """


class GlueError(LaskerError):
    """Two squares glued on top of each other.

    >>> import lasker
    >>> lasker.parse("♙ + ♖")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.GlueError: two squares are glued on top of each other
    """


class SpaceError(LaskerError):
    """A geometry, a movement or a symmetry that does not exist.

    >>> import lasker
    >>> lasker.rules("board 0x4")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.SpaceError: a board is at least one square long in each direction
    """


class PictureError(LaskerError):
    """A drawing that is not a board.

    >>> import lasker
    >>> lasker.board("..", space="round")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.PictureError: no kind of board is called round
    """


class NotationError(LaskerError):
    """A line that is not the position or the move it should be.

    >>> import lasker
    >>> lasker.load("chess").position("8/8 w")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.NotationError: the board has 8 rows, and this says 2
    """


class FileError(LaskerError):
    """A file that cannot be read or written: it is missing, no regular file, too large, or not text.

    >>> import lasker
    >>> lasker.load("missing.rules")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.FileError: missing.rules: No such file or directory
    """


class IllegalMove(LaskerError):
    """A move that the rules do not allow here.

    >>> error = IllegalMove("e5 is not a legal move here", remedy="legal moves: e3 e4")
    >>> error.message, error.remedy
    ('e5 is not a legal move here', 'legal moves: e3 e4')
    """


class Undecided(LaskerError):
    """The truth value of a question that was neither proved nor refuted.

    >>> import lasker
    >>> bool(lasker.Verdict(None, ("no proof found",)))
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.Undecided: it is undecided whether they are equal: no proof found
    """


class MissingPackage(LaskerError, ImportError):
    """An optional package of Python that is not installed; the remedy names the extra that installs it.

    >>> error = MissingPackage("Gymnasium is not installed", remedy="pip install 'lasker[environments]'")
    >>> isinstance(error, ImportError), error.remedy
    (True, "pip install 'lasker[environments]'")
    """


class NativeError(LaskerError):
    """Native code that cannot be compiled or loaded on this machine.

    >>> error = NativeError("no C compiler is found", remedy="install gcc")
    >>> error.message, error.remedy
    ('no C compiler is found', 'install gcc')
    """


class EngineError(LaskerError):
    """An external program that does not answer, has ended, or breaks its protocol.

    >>> error = EngineError("it does not answer", remedy="try another time limit")
    >>> error.message, error.remedy
    ('it does not answer', 'try another time limit')
    """


class LimitError(LaskerError):
    """The answer would exceed a stated limit.

    >>> import lasker
    >>> lasker.load("tictactoe").start().divide(0)
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.LimitError: moves cannot be counted to depth 0
    """


class Problems:
    """Collects the problems of a text, so that all of them can be raised at once.

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
        """Record an error, unless it is already recorded: one mistake may be found several times."""
        for each in error.problems:
            each.also = ()
            if (each.span, each.message) not in self._seen:
                self._seen.add((each.span, each.message))
                self.found.append(each)

    @contextmanager
    def gathered(self, span: Span | None = None) -> Iterator[None]:
        """Record an error raised inside, and go on; `span` is the place of an error that has none."""
        try:
            yield
        except LaskerError as error:
            self.add(error.at(span))

    def settle(self) -> None:
        """Raise all problems as one error; do nothing if there are none."""
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
