"""Talks with Lasker's engine in a process of its own, and lines that nobody should say."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from queue import Empty, Queue

SECONDS = 180  # a machine may be busy, and a game not yet compiled


class Talk:
    """A talk with a command such as `lasker uci` in a process of its own."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "lasker.cli", *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.lines: Queue[str] = Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip("\n"))

    def say(self, *lines: str | bytes) -> None:
        """Send lines."""
        assert self.process.stdin
        for line in lines:
            self.process.stdin.write((line if isinstance(line, bytes) else line.encode()) + b"\n")
        self.process.stdin.flush()

    def wait(self, start: str, seconds: float = SECONDS) -> str:
        """The next line that begins so; others are passed over."""
        until = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.01, until - time.monotonic()))
            except Empty:
                raise AssertionError(f"nothing that begins with {start!r} was said") from None
            if line.startswith(start):
                return line

    def close(self) -> None:
        """End the talk, and with it the process."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        self.process.wait(SECONDS)
        self.reader.join(SECONDS)
        self.process.stdout.close()


NUMBERS = ("0", "-1", "99999999999999999999", "1e9", "1e999", "NaN", "٣", "0x10", "9" * 5000, "--", "+5", "")
ODD = ("♙", "\x00", "\x1b[2J", "%s", "../..", "{}", "\ufffd", "\t", "💥", "ﷺ", "a" * 3000, "\u202e", "'", '"')


def malformed(chance: random.Random, words: list[str]) -> str:
    """A line that nobody should say, or nearly so: mixed, cut off, shuffled, binary, or far too long."""
    line = " ".join(chance.choices([*words, *words, *NUMBERS, *ODD], k=chance.randrange(9)))
    match chance.randrange(10):
        case 0:
            return "".join(chance.sample(line, len(line)))
        case 1:
            return line[: chance.randrange(len(line) + 1)]
        case 2:
            return bytes(chance.randrange(256) for _ in range(chance.randrange(60))).decode(
                "utf-8", "replace"
            )
        case 3 if chance.random() < 0.02:
            return line * 20_000
        case 4:
            return "  \t ".join(line.split(" "))
        case _:
            return line
