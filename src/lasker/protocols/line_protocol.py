"""Base class of line-based protocols: a reader thread, a command table, and error replies."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from queue import SimpleQueue
from typing import TextIO

from lasker.engine.background import GRACE
from lasker.kernel.errors import LaskerError, NotationError
from lasker.protocols.session import Session, SessionEnded

LONGEST_LINE = 1_000_000  # characters; longer lines are rejected,
ENDLESS = 100  # and one this many times as long ends the session
SHOWN = 300  # characters of an error message
BURST = 0.1  # seconds between lines that count as sent together, as by a script
Words = dict[str, Callable[[str], object]]


class LineProtocol:
    """A session with another program; subclasses define the commands and the format of errors."""

    def __init__(self, game: str, version: str = "") -> None:
        self.session = Session(
            game, lambda what: self.report_error(what, ""), lambda text: self.report_info(text)
        )
        self.version = version
        self.words: Words = {}

    def run(self, lines: Iterable[str] | None = None) -> int:
        """Answer lines until `quit`, the end of input, or a closed output."""
        if lines is None:
            return self._listen(lines_of(sys.stdin))
        with suppress(KeyboardInterrupt):
            self._answer_all(iter(lines))
        self.close()
        return 0

    def _answer_all(self, lines: Iterator[str]) -> None:
        for line in lines:
            if line.split() == ["quit"] or self.session.closed or self.session.ending:
                break
            self.answer(line)

    def _listen(self, lines: Iterator[str]) -> int:
        """Read lines while a worker answers them, so that `quit` takes effect at any time. It ends the
        session at once, unless it was sent together with other lines, as by a script: then it waits for its
        turn."""
        queue: SimpleQueue[str | None] = SimpleQueue()

        def answer() -> None:
            self._answer_all(iter(queue.get, None))
            self.close()

        worker = threading.Thread(target=answer, daemon=True)
        worker.start()
        try:
            self._read(lines, queue)
            queue.put(None)
            while worker.is_alive() and not self.session.ending:
                worker.join(BURST)
        except KeyboardInterrupt:
            self.session.end()
            queue.put(None)
        worker.join(GRACE)
        self.session.mute()
        return 0

    def _read(self, lines: Iterator[str], queue: SimpleQueue[str | None]) -> None:
        last = time.monotonic()
        for line in lines:
            now = time.monotonic()
            if line.split() == ["quit"]:
                if now - last > BURST:
                    self.session.end()
                return
            queue.put(line)
            last = now
            if self.session.closed:
                return

    def close(self) -> None:
        """End the session."""
        self.session.halt()

    def answer(self, line: str) -> None:
        """Answer one line; errors are reported to the other program."""
        try:
            if len(line) > LONGEST_LINE:
                raise NotationError(f"a line of more than {LONGEST_LINE} characters")
            self.dispatch(line)
        except SessionEnded:
            pass  # no answer is wanted
        except LaskerError as error:
            self.report_error(one_line_error(error), line)
        except (OSError, RecursionError, ValueError, OverflowError) as error:
            self.report_error(shortened(str(error) or type(error).__name__), line)

    def dispatch(self, line: str) -> None:
        """Execute the command of a line."""
        word, _, rest = line.strip().partition(" ")
        if word in self.words:
            self.words[word](rest.strip())
        elif word:
            raise NotationError("unknown command")

    def report_error(self, what: str, line: str) -> None:
        """Report an error in a line."""
        raise NotImplementedError

    def report_info(self, text: str) -> None:
        """Report information for the user."""
        raise NotImplementedError


def lines_of(stream: TextIO) -> Iterator[str]:
    """The lines of a stream; overlong lines are truncated, and after an endless one, as from a device,
    reading stops.

    >>> import io
    >>> [len(line) for line in lines_of(io.StringIO("go\\n" + "x" * 3_000_000 + "\\nstop\\n"))]
    [3, 1000001, 5]
    """
    while line := stream.readline(LONGEST_LINE + 1):
        pieces = iter(partial(stream.readline, LONGEST_LINE), "")
        ended = line.endswith("\n") or any(piece.endswith("\n") for piece in islice(pieces, ENDLESS))
        yield line
        if not ended:
            return


def one_line_error(error: LaskerError) -> str:
    """An error as one line: location, message and remedy.

    >>> one_line_error(LaskerError("no such thing", remedy="leave it out"))
    'no such thing (leave it out)'
    """
    where = f"{error.span.where}: " if error.span else ""
    remedy = f" ({shortened(error.remedy)})" if error.remedy else ""
    return where + shortened(error.message) + remedy


def shortened(text: str) -> str:
    """A text as one line of bounded length.

    >>> shortened("two\\nlines")
    'two lines'
    """
    flat = " ".join(text[: 10 * SHOWN].split())
    flat = "".join(letter if letter.isprintable() else "?" for letter in flat)
    return flat if len(flat) <= SHOWN else flat[:SHOWN] + "…"


def number(text: str, low: int, high: int) -> int:
    """An integer, clamped to bounds.

    >>> number("7", 1, 5)
    5
    """
    try:
        return max(low, min(int(text), high))
    except ValueError:
        raise NotationError(f"{text[:40]!r} is no whole number") from None
