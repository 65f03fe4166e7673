"""The parent's side of library verification: starts the child process, sends queries, detects crashes.

The child is a new interpreter, not a fork: a fork of a process with threads may deadlock on locks that other
threads held.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections import Counter
from contextlib import suppress
from functools import cache
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any

from lasker.kernel import cancel
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import NativeError
from lasker.kernel.package_data import files
from lasker.kernel.processes import own_group
from lasker.model.game import Game
from lasker.runtime.c_compiler import TICK

SECONDS = 10  # of processor time, after which a library counts as not terminating
DEEPEST, MANY = 5, 100  # largest perft depth, and the count up to which the next depth is tried
GAMES, PLIES = 2, 30  # playouts from a position, and their maximum length
WORK = 200_000  # work limit of the walk for one answer
# How a process ends at the limit of processor time: by signal, or by status (`host`) on systems without it.
ENDLESS = ("SIGXCPU", "status 75")
# Signals from outside, which say nothing about the library.
OUTSIDE = ("SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT")


class Crashed(Exception):
    """A library crashed its process: by which signal, and whether in the walk."""

    def __init__(self, description: str, walk: bool) -> None:
        super().__init__(description)
        self.description, self.walk = description, walk


@dataclass(frozen=True)
class Reply:
    """The answer to a query: the walk's answers, if requested, and the differences of the fast path."""

    spent: int  # work of the walk
    after: bytes | None  # a successor
    answers: dict[str, Any] | None
    compared: Counter[str]
    different: dict[str, Any]

    @property
    def description(self) -> str:
        """The difference of the fast path, in words."""
        name, found = next(iter(self.different.items()))
        if name == "moves":
            return "bitboards list other moves than the walk, or in another order"
        if name == "games":
            return "random games on bitboards are other ones than those of the walk"
        if name == "search":
            return f"a search sees {found[0]} moves, and the walk {found[1]}"
        return f"the numbers of sequences are {found[0]} on bitboards, and {found[1]} by the walk"


def cannot_verify(why: str) -> NativeError:
    """The error for a verification that could not be run, through no fault of the library."""
    return NativeError(
        f"the compiled game cannot be tried: {why}",
        remedy="end other programs, or raise the limits; --backend python needs no native code",
    )


class Host:
    """A context manager for a library in a child process."""

    label = 0  # bytes of a label

    def __init__(self, game: Game, packed: int, library: Path, walk: Path | None) -> None:
        rules = len(game.endings) + len(game.adjudications) + 1
        facts = {
            "library": str(library),
            "walk": walk and str(walk),
            "packed": packed,
            "memory": game.rules.limits.memory,
            "work": min(WORK, game.rules.limits.work),
            "adjudications": len(game.adjudications),
            "odds": [len(state.odds) for state in game.states.values()],
            "ends": rules * len(game.states),
            "games": GAMES,
            "plies": PLIES,
            "deepest": DEEPEST,
            "many": MANY,
            "seconds": SECONDS,
        }
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _program(), json.dumps(facts)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                **own_group(),  # Ctrl-C is for this process, which ends the other
            )
        except OSError as error:
            raise cannot_verify(str(error)) from None
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        """Queue the child's output line by line, and an empty line at its end; in a thread, since not every
        system can wait for a pipe with a timeout."""
        assert self._process.stdout is not None
        with suppress(OSError, ValueError):  # the stream was closed
            for line in self._process.stdout:
                self._lines.put(line)
        self._lines.put(b"")

    def __enter__(self) -> Host:
        try:
            opened = self._line(walk=False)
            if "unloadable" in opened:
                raise OSError(opened["unloadable"])  # as dlopen would raise here
            if "unable" in opened:
                raise cannot_verify(opened["unable"])
            self.label, self.fast = opened["label"], opened["fast"]
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def _end(self) -> None:
        self._process.kill()
        with self._process:
            pass

    def ask(self, at: bytes, lot: int = 0, *, far: bool = True, full: bool = False) -> Reply:
        """Query a position. `lot` chooses the successor that is returned; `far` extends perft and runs
        playouts; `full` returns all answers of the walk."""
        question = json.dumps({"at": at.hex(), "lot": lot, "far": far, "full": full}) + "\n"
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(question.encode())
            self._process.stdin.flush()
        except BrokenPipeError:
            raise self._crashed(walk=True) from None
        walk, fast = self._line(walk=True), self._line(walk=False)
        after = walk["after"]
        return Reply(
            walk["spent"],
            after and bytes.fromhex(after),
            walk.get("answers"),
            Counter(fast["compared"]),
            fast["different"],
        )

    def _line(self, walk: bool) -> dict[str, Any]:
        """The next line of the child, which is running the walk or the fast path."""
        line = None
        while line is None:
            cancel.check()
            with suppress(Empty):
                line = self._lines.get(timeout=TICK)
        if not line.endswith(b"\n"):
            raise self._crashed(walk)
        try:
            found: dict[str, Any] = json.loads(line)
        except ValueError:
            raise Crashed("it writes what it should not", walk) from None
        return found

    def _crashed(self, walk: bool) -> Crashed:
        """The error for the child's exit status."""
        status = self._process.wait()
        name = signal.Signals(-status).name if status < 0 else f"status {status}"
        if name in OUTSIDE:
            raise cannot_verify(f"the process in which it is tried was ended ({name})")
        if name in ENDLESS:
            return Crashed("it does not come to an end", walk)
        return Crashed(f"it crashes ({name})", walk)


@cache
def _program() -> str:
    return files("lasker.backends.c").joinpath("host.py").read_text("utf-8")
