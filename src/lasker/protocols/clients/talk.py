"""A program that is talked to line by line: it may be slow, die, fall silent, or write without end."""

from __future__ import annotations

import os
import queue
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

from lasker.kernel.errors import EngineError
from lasker.kernel.processes import kill_group, own_group
from lasker.match.players import OutOfTime

LONGEST = 16_384  # bytes of a line; the rest of a longer one is dropped
WAITING = 10_000  # lines that may wait to be read; then the program has to wait
COURTESY = 1.0  # seconds to go by itself after `quit`


class Talk:
    """A program in a process of its own.

    >>> import sys
    >>> talk = Talk([sys.executable, "-c", "print(input().upper())"])
    >>> talk.say("hello")
    >>> talk.hear(time.monotonic() + 60)
    'HELLO'
    >>> talk.close()
    """

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                **own_group(),
            )
        except (OSError, ValueError) as error:
            raise EngineError(f"{command[0]} cannot be started: {error}") from None
        self.name = os.path.basename(command[0])
        self._lines: queue.Queue[str | None] = queue.Queue(WAITING)
        self._complaints: deque[str] = deque(maxlen=5)
        self._closing = False
        for stream, keep in ((self._process.stdout, self._hold), (self._process.stderr, self._complain)):
            assert stream is not None
            threading.Thread(target=self._listen, args=(stream, keep), daemon=True).start()

    def _listen(self, stream: IO[bytes], keep: object) -> None:
        assert callable(keep)
        rest = b""
        with suppress(OSError, ValueError):
            while data := stream.read(65_536):
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    keep(line[:LONGEST].decode("utf-8", "replace").rstrip("\r"))
                rest = rest[:LONGEST]
        keep(rest.decode("utf-8", "replace"))
        keep(None)
        stream.close()

    def _hold(self, line: str | None) -> None:
        while not self._closing:
            with suppress(queue.Full):
                self._lines.put(line, timeout=0.2)
                return

    def _complain(self, line: str | None) -> None:
        if line:
            self._complaints.append(line[:200])

    def say(self, *lines: str) -> None:
        """Tell it some lines."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        except (OSError, ValueError):
            raise EngineError(self._gone()) from None

    def hear(self, until: float) -> str:
        """The next line, if it comes in time."""
        try:
            line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise OutOfTime("no answer in time") from None
        if line is None:
            self._lines.put(None)
            raise EngineError(self._gone())
        if time.monotonic() > until:  # who writes without end has not answered either
            raise OutOfTime("no answer in time")
        return line

    def forget(self) -> None:
        """Drop what was said before it is asked again."""
        with suppress(queue.Empty):
            while True:
                if self._lines.get_nowait() is None:
                    self._lines.put(None)
                    raise EngineError(self._gone())

    def _gone(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(COURTESY)
        code, said = self._process.poll(), " / ".join(self._complaints)
        how = "" if code is None else f", status {code}" if code >= 0 else f", signal {-code}"
        return f"{self.name} has gone{how}" + (f": {said}" if said else "")

    def close(self, *farewell: str) -> None:
        """End it: by its own will if it goes soon, else by force, with all that it has started."""
        with suppress(EngineError):
            self.say(*farewell)
        with suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        self._closing = True
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(COURTESY if farewell else 0)
        self.kill()

    def kill(self) -> None:
        """End it by force; also from another thread."""
        kill_group(self._process)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(COURTESY)
