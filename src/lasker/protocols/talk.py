"""What every protocol of lines shares: lines are read, words looked up, and no line ends the talk."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO

from lasker.kernel.errors import LaskerError, NotationError
from lasker.protocols.desk import Desk

LONGEST_LINE = 1_000_000  # characters; a longer line is refused whole
SHOWN = 300  # characters of a complaint
Words = dict[str, Callable[[str], object]]


class Talk:
    """One talk with another program. A protocol says which words it knows, and how it complains."""

    def __init__(self, game: str, version: str = "") -> None:
        self.desk, self.version = Desk(game, lambda what: self.complain(what, "")), version
        self.words: Words = {}

    def run(self, lines: Iterable[str] | None = None) -> int:
        """Answer lines until one says `quit`, there are no more, or nobody listens."""
        try:
            for line in lines_of(sys.stdin) if lines is None else lines:
                if line.split() == ["quit"] or self.desk.deaf:
                    break
                self.answer(line)
        except KeyboardInterrupt:
            pass
        self.close()
        return 0

    def close(self) -> None:
        """The talk is over."""
        self.desk.halt()

    def answer(self, line: str) -> None:
        """Answer one line; what is wrong with it is told, and the next one is read."""
        try:
            if len(line) > LONGEST_LINE:
                raise NotationError(f"a line of more than {LONGEST_LINE} characters")
            self.understand(line)
        except LaskerError as error:
            self.complain(plainly(error), line)
        except (OSError, RecursionError, ValueError, OverflowError) as error:
            self.complain(shortened(str(error) or type(error).__name__), line)

    def understand(self, line: str) -> None:
        """Do what a line says."""
        word, _, rest = line.strip().partition(" ")
        if word in self.words:
            self.words[word](rest.strip())
        elif word:
            raise NotationError("unknown command")

    def complain(self, what: str, line: str) -> None:
        """Say what is wrong with a line."""
        raise NotImplementedError


def lines_of(stream: TextIO) -> Iterator[str]:
    """The lines of a stream; of one that is too long only enough is kept to see that.

    >>> import io
    >>> [len(line) for line in lines_of(io.StringIO("go\\n" + "x" * 3_000_000 + "\\nstop\\n"))]
    [3, 1000001, 5]
    """
    while line := stream.readline(LONGEST_LINE + 1):
        rest = line
        while rest and not rest.endswith("\n"):
            rest = stream.readline(LONGEST_LINE)
        yield line


def plainly(error: LaskerError) -> str:
    """An error in one line: where, what, and what to do.

    >>> plainly(LaskerError("no such thing", remedy="leave it out"))
    'no such thing (leave it out)'
    """
    where = f"{error.span.where}: " if error.span else ""
    remedy = f" ({shortened(error.remedy)})" if error.remedy else ""
    return where + shortened(error.message) + remedy


def shortened(text: str) -> str:
    """A text in one line, and not too long.

    >>> shortened("two\\nlines")
    'two lines'
    """
    flat = " ".join(text[: 10 * SHOWN].split())
    flat = "".join(letter if letter.isprintable() else "?" for letter in flat)
    return flat if len(flat) <= SHOWN else flat[:SHOWN] + "…"


def number(text: str, low: int, high: int) -> int:
    """A whole number within bounds; one beyond them is brought back to them.

    >>> number("7", 1, 5)
    5
    """
    try:
        return max(low, min(int(text), high))
    except ValueError:
        raise NotationError(f"{text[:40]!r} is no whole number") from None
