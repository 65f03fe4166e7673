"""Workers that are processes of this machine: new interpreters that answer through pipes.

A message is the length of a pickle, as 8 bytes, and the pickle. The processes are no forks, which may
deadlock on locks held by threads, and do not run the program that started them again.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any

from lasker.kernel.errors import EngineError
from lasker.kernel.processes import kill_group, own_group
from lasker.workers.scheduler import Lost, Task

SIZE = 8  # bytes of the length of a message
PROGRAM = "import sys; sys.path[:] = {path!r}; from lasker.workers.processes import main; main()"


class Process:
    """One process. The last line that it prints is told if it dies."""

    def __init__(self, task: Task[Any, Any]) -> None:
        self._task = task
        self._said = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the process
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-c", PROGRAM.format(path=sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._said,
                **own_group(),  # Ctrl-C is for this process, which ends the others
            )
        except OSError as error:
            raise EngineError(f"no process can be started: {error.strerror}") from None

    def start(self) -> None:
        """Send the task, and wait until it is open."""
        self.do(self._task)

    def do(self, job: Any) -> Any:
        """The result of a job."""
        content = pickle.dumps(job, -1)
        try:
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            send(self._process.stdin, content)
            fine, result = pickle.loads(receive(self._process.stdout))
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            self.kill()
            raise Lost(self._last_words()) from None
        if not fine:
            raise result
        return result

    def kill(self) -> None:
        """End the process with all that it started."""
        kill_group(self._process)

    def close(self) -> None:
        """Close the pipes of a process that has ended."""
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if stream is not None:
                    stream.close()
        self._said.close()

    def _last_words(self) -> str:
        """How the process ended: its last line, or its status."""
        status = self._process.wait()
        self._said.seek(0)
        lines = self._said.read().decode("utf-8", "replace").split("\n")
        last = next((line for line in reversed(lines) if line.strip()), "")
        return last[:400] or (signal.Signals(-status).name if status < 0 else f"status {status}")


def send(stream: IO[bytes], content: bytes) -> None:
    """Write one message."""
    stream.write(len(content).to_bytes(SIZE, "big"))
    stream.write(content)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes:
    """Read one message; raises EOFError at the end."""
    size = int.from_bytes(_exactly(stream, SIZE), "big")
    return _exactly(stream, size)


def _exactly(stream: IO[bytes], size: int) -> bytes:
    content = stream.read(size)
    if len(content) < size:
        raise EOFError
    return content


def attempt(work: Callable[[Any], Any], job: Any) -> bytes:
    """The answer to a job: whether it was done, and its result or what it raised, with the traceback."""
    try:
        return pickle.dumps((True, work(job)), -1)
    except Exception as error:
        error.add_note("in a worker:\n" + "".join(traceback.format_exception(error)))
        error.__traceback__ = error.__cause__ = error.__context__ = None
        try:
            content = pickle.dumps((False, error), -1)
            pickle.loads(content)
            return content
        except Exception:  # an error that does not travel
            return pickle.dumps((False, EngineError(f"a job failed: {error!r}")), -1)


def main() -> None:
    """The program of the process: opens the task that comes first, then does the jobs that follow."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    incoming = os.fdopen(os.dup(0), "rb")
    outgoing = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed must not come between the messages
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    work: Callable[[Any], Any] | None = None

    def begin(task: Task[Any, Any]) -> None:
        nonlocal work
        work = task.open()

    with suppress(EOFError, BrokenPipeError):
        while True:
            send(outgoing, attempt(work or begin, pickle.loads(receive(incoming))))
    os._exit(0)
