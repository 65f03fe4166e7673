"""What every protocol of lines shares: lines are read, words looked up, and no line ends the talk."""

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
from lasker.protocols.session import Left, Session

LONGEST_LINE = 1_000_000  # characters; a longer line is refused whole,
ENDLESS = 100  # and one that is so many times as long has no end, and ends the talk
SHOWN = 300  # characters of a complaint
BURST = 0.1  # seconds between lines that were sent together, as those of a script are
Words = dict[str, Callable[[str], object]]


class LineProtocol:
    """One talk with another program. A protocol says which words it knows, and how it complains."""

    def __init__(self, game: str, version: str = "") -> None:
        self.desk = Session(game, lambda what: self.complain(what, ""), lambda text: self.remark(text))
        self.version = version
        self.words: Words = {}

    def run(self, lines: Iterable[str] | None = None) -> int:
        """Answer lines until one says `quit`, there are no more, or nobody listens."""
        if lines is None:
            return self._listen(lines_of(sys.stdin))
        with suppress(KeyboardInterrupt):
            self._answer_all(iter(lines))
        self.close()
        return 0

    def _answer_all(self, lines: Iterator[str]) -> None:
        for line in lines:
            if line.split() == ["quit"] or self.desk.deaf or self.desk.leaving:
                break
            self.answer(line)

    def _listen(self, lines: Iterator[str]) -> int:
        """Read lines while another thread answers them, so that a `quit` is heard at any time. It ends the
        talk at once; but one that came together with other lines, as in a script, waits for its turn."""
        waiting: SimpleQueue[str | None] = SimpleQueue()

        def answer() -> None:
            self._answer_all(iter(waiting.get, None))
            self.close()

        worker = threading.Thread(target=answer, daemon=True)
        worker.start()
        try:
            self._read(lines, waiting)
            waiting.put(None)
            while worker.is_alive() and not self.desk.leaving:
                worker.join(BURST)
        except KeyboardInterrupt:
            self.desk.leave()
            waiting.put(None)
        worker.join(GRACE)
        self.desk.be_silent()
        return 0

    def _read(self, lines: Iterator[str], waiting: SimpleQueue[str | None]) -> None:
        last = time.monotonic()
        for line in lines:
            now = time.monotonic()
            if line.split() == ["quit"]:
                if now - last > BURST:
                    self.desk.leave()
                return
            waiting.put(line)
            last = now
            if self.desk.deaf:
                return

    def close(self) -> None:
        """The talk is over."""
        self.desk.halt()

    def answer(self, line: str) -> None:
        """Answer one line; what is wrong with it is told, and the next one is read."""
        try:
            if len(line) > LONGEST_LINE:
                raise NotationError(f"a line of more than {LONGEST_LINE} characters")
            self.understand(line)
        except Left:
            pass  # nobody wants the answer any more
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

    def remark(self, text: str) -> None:
        """Say something that a person may want to know."""
        raise NotImplementedError


def lines_of(stream: TextIO) -> Iterator[str]:
    """The lines of a stream; of one that is too long only enough is kept to see that, and after one that has
    no end, such as that of a device, nothing more is read.

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
