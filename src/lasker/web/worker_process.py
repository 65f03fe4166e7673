"""A worker process as the server sees it: started, given a job, watched, killed."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from lasker.kernel.processes import kill_group, own_group
from lasker.web.game_names import Text
from lasker.web.jobs import MOST_BYTES, Message
from lasker.web.methods import Method, Params
from lasker.web.worker_program import HEAD, PROGRAM, packed

KINDS: dict[bytes, Literal["event", "result", "error"]] = {b"e": "event", b"r": "result", b"x": "error"}
WAITING = 2_000  # messages that a client has not read yet; later events are left out
BUSY = 3  # times its seconds may pass by the clock while a job waits for the processor
SLACK = 100_000  # bytes of an answer beyond its content


@dataclass(eq=False)
class Job:
    """A call that waits for a worker or runs in one."""

    method: Method
    params: Params
    texts: dict[str, Text]
    client: str
    game: str  # the game that it is about, or nothing
    answers: asyncio.Queue[Message | None] = field(default_factory=asyncio.Queue)
    attempts: int = 0
    told: bool = False  # has it sent an event?
    wanted: bool = True  # does somebody wait for the answer?

    def put(self, message: Message) -> None:
        """Give a message to the client."""
        self.told = True
        if message[0] != "event" or self.answers.qsize() < WAITING:
            self.answers.put_nowait(message)
        if message[0] != "event":
            self.answers.put_nowait(None)

    def content(self) -> bytes:
        """The job as the worker gets it."""
        job = {"method": self.method.name, "params": dict(self.params), "texts": self.texts}
        return packed(b"j", json.dumps(job).encode())


class Worker:
    """A process that does one job at a time.

    `on_idle` is called when it is ready for a job, with the one that it has finished; `on_end` when the
    process has ended, with the one that it has not finished.
    """

    def __init__(
        self,
        arguments: tuple[Any, ...],
        on_idle: Callable[[Worker, Job | None], None],
        on_end: Callable[[Worker, Job | None], None],
    ) -> None:
        self._arguments, self._on_idle, self._on_end = arguments, on_idle, on_end
        self.process: asyncio.subprocess.Process | None = None
        self.ready = False
        self.job: Job | None = None
        self.since = time.monotonic()  # begin of the job, or of idleness
        self.deadline = 0.0
        self._used = 0.0
        self.done = 0  # jobs
        self.killed_for = ""  # why we killed it
        self._task = asyncio.create_task(self._run())

    @property
    def idle(self) -> bool:
        """Can it begin a job?"""
        return self.ready and self.job is None and not self.killed_for and self._runs()

    def _runs(self) -> bool:
        """Does the process run? It may have been killed just now, and we were not told yet."""
        if self.process is None or not hasattr(os, "waitid"):
            return self.process is not None
        try:
            return os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
        except ChildProcessError:
            return False

    def begin(self, job: Job) -> None:
        """Send a job."""
        assert self.process is not None
        assert self.process.stdin is not None
        self.job, self.since = job, time.monotonic()
        self.deadline = self.since + job.method.seconds
        self._used = self._processor()
        job.attempts += 1
        self.process.stdin.write(job.content())

    def cancel(self, grace: float) -> None:
        """Tell the running job that nobody wants its result; it has `grace` seconds to end."""
        if self.process is not None and self.process.stdin is not None and self.job is not None:
            self.process.stdin.write(packed(b"c"))
            self.deadline = min(self.deadline, time.monotonic() + grace)

    def kill(self, why: str) -> None:
        """End the process with all that it started."""
        self.killed_for = self.killed_for or why
        if self.process is not None and self.process.returncode is None:
            kill_group(self.process)

    async def close(self) -> None:
        """Kill it, and wait until it has ended."""
        self.kill("closed")
        await asyncio.wait((self._task,))

    def overdue(self, now: float) -> bool:
        """Has its job taken too long? On a busy machine, the processor's time counts, up to a multiple."""
        if now <= self.deadline or self.job is None:
            return False
        used, seconds = self._processor() - self._used, self.job.method.seconds
        return not self.job.wanted or used > seconds or now > self.deadline + BUSY * seconds

    def _processor(self) -> float:
        """Seconds of the processor that the process has used; the clock where that is not known."""
        with suppress(OSError, ValueError, IndexError):
            assert self.process is not None
            words = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
        return time.monotonic()

    def memory(self, reserved: bool = False) -> int:
        """Bytes of memory that the process uses, or has reserved; 0 where that is not known."""
        if self.process is None:
            return 0
        with suppress(OSError, ValueError, IndexError):
            pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[0 if reserved else 1])
            return pages * os.sysconf("SC_PAGE_SIZE")
        return 0

    async def _run(self) -> None:
        program = PROGRAM.format(path=sys.path, arguments=self._arguments)
        try:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                program,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                **own_group(),  # Ctrl-C is for the server, which ends its workers
            )
            if self.killed_for:
                kill_group(self.process)
            await self._read(self.process)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            if self.process is not None:
                self.kill("lost")
                await self.process.wait()
                transport = getattr(self.process, "_transport", None)
                if transport is not None:
                    transport.close()
            self.ready = False
            job, self.job = self.job, None
            self._on_end(self, job)

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while True:
            size, kind = HEAD.unpack(await process.stdout.readexactly(HEAD.size))
            if size > MOST_BYTES + SLACK:
                return
            content = await process.stdout.readexactly(size)
            if kind == b"s":
                self._finish()
            elif self.job is not None and kind in KINDS:
                self.job.put((KINDS[kind], content))
                if kind != b"e":
                    self.done += 1
                    self._finish()

    def _finish(self) -> None:
        job, self.job, self.ready = self.job, None, True
        self._on_idle(self, job)
