"""A child process with line-based input and output, robust against hanging, crashes and endless output."""

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
WAITING = 10_000  # lines buffered before the process blocks
COURTESY = 1.0  # seconds to exit by itself after `quit`


class EngineProcess:
    """An external program.

    >>> import sys
    >>> process = EngineProcess([sys.executable, "-c", "print(input().upper())"])
    >>> process.send("hello")
    >>> process.receive(time.monotonic() + 60)
    'HELLO'
    >>> process.close()
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
        self._errors: deque[str] = deque(maxlen=5)
        self._closing = False
        for stream, keep in ((self._process.stdout, self._enqueue), (self._process.stderr, self._keep_error)):
            assert stream is not None
            threading.Thread(target=self._read, args=(stream, keep), daemon=True).start()

    def _read(self, stream: IO[bytes], keep: object) -> None:
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

    def _enqueue(self, line: str | None) -> None:
        while not self._closing:
            with suppress(queue.Full):
                self._lines.put(line, timeout=0.2)
                return

    def _keep_error(self, line: str | None) -> None:
        if line:
            self._errors.append(line[:200])

    def send(self, *lines: str) -> None:
        """Send lines."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        except (OSError, ValueError):
            raise EngineError(self._gone()) from None

    def receive(self, until: float) -> str:
        """The next line; OutOfTime if there is none by the deadline."""
        try:
            line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise OutOfTime("no answer in time") from None
        if line is None:
            self._lines.put(None)
            raise EngineError(self._gone())
        if time.monotonic() > until:  # endless output is no answer
            raise OutOfTime("no answer in time")
        return line

    def discard_output(self) -> None:
        """Discard pending output before the next query."""
        with suppress(queue.Empty):
            while True:
                if self._lines.get_nowait() is None:
                    self._lines.put(None)
                    raise EngineError(self._gone())

    def _gone(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(COURTESY)
        code, said = self._process.poll(), " / ".join(self._errors)
        how = "" if code is None else f", status {code}" if code >= 0 else f", signal {-code}"
        return f"{self.name} has gone{how}" + (f": {said}" if said else "")

    def close(self, *last_lines: str) -> None:
        """Send last lines, wait briefly, then kill the process group."""
        with suppress(EngineError):
            self.send(*last_lines)
        with suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        self._closing = True
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(COURTESY if last_lines else 0)
        self.kill()

    def kill(self) -> None:
        """Kill the process group; may be called from another thread."""
        kill_group(self._process)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(COURTESY)
