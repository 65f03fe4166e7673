"""The pool of worker processes: lanes for quick methods, for the moves of opponents, and for all others.

- Jobs about one game go to the same worker, whose caches know it, unless that is busy for long.
- Moves of opponents wait for no analysis, statistics or compilers of those, which have less of the processor.
- Clients take turns: the next job is of the client with the fewest running ones, who has waited longest.
- In the quick lane, jobs that may take long (games that no worker knows, or that were slow) leave a worker
  free for the others.
- A worker that exceeds the time of its job or its memory is killed, and another one takes its place. A job
  whose worker has died otherwise is done again.
- Every game that a worker has opened reserves memory, used or not. A worker that has reserved half of what it
  may is replaced between two jobs, before a game finds no room.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, Mapping
from contextlib import suppress
from typing import Any

from lasker.kernel.dataclass import dataclass
from lasker.web.game_names import Text
from lasker.web.jobs import Message, encoded, problem
from lasker.web.logs import log
from lasker.web.methods import Method, Params
from lasker.web.worker_process import Job, Worker
from lasker.web.worker_program import ADDRESSES

MEMORY = 1 << 30  # bytes of one worker
TICK = 0.1  # seconds between looks at workers
SLOW = 0.25  # seconds from which a job counts as slow, and is not waited for
GRACE = 3.0  # seconds that a cancelled long job has to end
CROWD = 2  # waiting jobs from which a game gets one more worker
IDLE = 120.0  # seconds after which a worker beyond the usual number is ended
ATTEMPTS = 2  # of a job whose worker dies
AHEAD = 16  # waiting jobs of a client among which the next one is chosen
MOST_WAITING = 1_000  # jobs of all clients
MOST_WAITING_OF_ONE = 200
REMEMBERED = 4_000  # games
OFFENCES = 2  # workers that a game may cost before it is refused for a while
BANNED = 30.0  # seconds


@dataclass(frozen=True)
class Lane:
    """The workers for a kind of methods: how many usually and at most, and how many for one client."""

    usual: int
    most: int
    most_of_one: int
    spare: int  # workers left free by slow jobs
    niceness: int


def lanes(cores: int | None = None) -> dict[str, Lane]:
    """The lanes for a number of cores.

    >>> {kind: lane.most for kind, lane in lanes(2).items()}
    {'quick': 5, 'think': 4, 'long': 4}
    """
    cores = cores or os.cpu_count() or 1
    return {
        "quick": Lane(usual=max(2, cores), most=cores + 3, most_of_one=cores + 3, spare=1, niceness=0),
        "think": Lane(usual=2, most=max(4, cores), most_of_one=max(3, cores), spare=1, niceness=3),
        "long": Lane(usual=1, most=max(4, cores), most_of_one=2, spare=0, niceness=10),
    }


class Busy(Exception):
    """Too many jobs wait; the client may ask again in a moment."""


class Workers:
    """The workers of one lane, and the jobs that wait for them."""

    def __init__(self, lane: Lane, file: str | None, memory: int = MEMORY) -> None:
        self.lane, self._file, self._memory = lane, file, memory
        self.workers: list[Worker] = []
        self.killed: dict[str, int] = {}  # workers, by why
        self._waiting: OrderedDict[str, deque[Job]] = OrderedDict()  # by client, who has waited longest first
        self._homes: OrderedDict[str, list[Worker]] = OrderedDict()  # workers that know a game
        self._took: OrderedDict[str, float] = OrderedDict()  # seconds of the last job of a game
        self._offences: OrderedDict[str, tuple[int, float]] = OrderedDict()  # of games: number, last time
        self._watching: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def waiting(self) -> int:
        """The number of jobs that wait."""
        return sum(map(len, self._waiting.values()))

    def start(self) -> None:
        """Start the usual number of workers."""
        if self._watching is None:
            self._watching = asyncio.create_task(self._watch())
        while len(self.workers) < self.lane.usual:
            self._grow()

    def add(self, job: Job) -> None:
        """Do a job as soon as it is its turn."""
        self.start()
        number, last = self._offences.get(job.game, (0, 0.0))
        if number >= OFFENCES and time.monotonic() < last + BANNED:
            raise Busy(f"this game has exceeded its limits {number} times", "change it, or wait a minute")
        queue = self._waiting.setdefault(job.client, deque())
        if len(queue) >= MOST_WAITING_OF_ONE or self.waiting >= MOST_WAITING:
            raise Busy(f"{self.waiting} other questions come first", "wait a moment, then ask again")
        queue.append(job)
        self._dispatch()

    def drop(self, job: Job) -> None:
        """Nobody wants the result of a job any more."""
        job.wanted = False
        with suppress(KeyError, ValueError):
            self._waiting[job.client].remove(job)
        for worker in self.workers:
            if worker.job is job:
                worker.cancel(GRACE if job.method.streams else job.method.seconds)

    async def close(self) -> None:
        """End all workers."""
        self._closed = True
        if self._watching is not None:
            self._watching.cancel()
        await asyncio.gather(*(worker.close() for worker in list(self.workers)))

    def facts(self) -> dict[str, Any]:
        """How it stands, for the health page."""
        return {
            "workers": [
                {
                    "process": worker.process and worker.process.pid,
                    "state": "busy" if worker.job else "idle" if worker.ready else "starting",
                    "memory": worker.memory(),
                    "done": worker.done,
                }
                for worker in self.workers
            ],
            "waiting": self.waiting,
            "killed": dict(self.killed),
        }

    def _grow(self) -> Worker:
        arguments = (self._memory, self.lane.niceness, self._file)
        worker = Worker(arguments, self._on_idle, self._on_end)
        self.workers.append(worker)
        return worker

    def _on_idle(self, worker: Worker, job: Job | None) -> None:
        if job is not None and job.game:
            self._took[job.game] = time.monotonic() - worker.since
            self._took.move_to_end(job.game)
            _shorten(self._took)
            self._offences.pop(job.game, None)
        worker.since = time.monotonic()
        if job is not None and 2 * worker.memory(reserved=True) > ADDRESSES * self._memory:
            worker.kill("full")
        self._dispatch()

    def _on_end(self, worker: Worker, job: Job | None) -> None:
        """A process has ended: its job is done again, or its client is told why not."""
        self.workers.remove(worker)
        for game in [game for game, homes in self._homes.items() if worker in homes]:
            self._homes[game].remove(worker)
            if not self._homes[game]:
                del self._homes[game]
        if self._closed:
            return
        why = worker.killed_for
        log("worker ended", why=why, process=worker.process and worker.process.pid, game=job and job.game)
        self.killed[why] = self.killed.get(why, 0) + 1
        if job is not None and job.wanted:
            if why == "lost" and job.attempts < ATTEMPTS and not job.told:
                self._waiting.setdefault(job.client, deque()).appendleft(job)
            else:
                self._offend(job.game)
                job.put(("error", encoded(_told(why, job))))
        if worker.ready or worker.done or why != "lost":
            self.start()
        else:  # it could not even start: not again at once
            asyncio.get_running_loop().call_later(1.0, self.start)
        self._dispatch()

    def _offend(self, game: str) -> None:
        if game:
            self._offences[game] = (self._offences.get(game, (0, 0.0))[0] + 1, time.monotonic())
            _shorten(self._offences)

    def _dispatch(self) -> None:
        """Give waiting jobs to idle workers."""
        if self._closed:
            return
        while (found := self._next()) is not None:
            job, worker = found
            queue = self._waiting[job.client]
            queue.remove(job)
            self._waiting.move_to_end(job.client)
            if job.game:
                homes = self._homes.setdefault(job.game, [])
                homes += [] if worker in homes else [worker]
                self._homes.move_to_end(job.game)
                _shorten(self._homes)
            worker.begin(job)
        for client in [client for client, queue in self._waiting.items() if not queue]:
            del self._waiting[client]
        now = time.monotonic()
        wanted = bool(self._waiting) or all(now - worker.since > SLOW for worker in self.workers)
        coming = any(worker.idle or not worker.ready for worker in self.workers)
        if wanted and not coming and len(self.workers) < self.lane.most:
            self._grow()

    def _next(self) -> tuple[Job, Worker] | None:
        """The next job, and the worker that does it."""
        idle = [worker for worker in self.workers if worker.idle]
        if not idle:
            return None
        running: dict[str, int] = {}
        for worker in self.workers:
            if worker.job is not None:
                running[worker.job.client] = running.get(worker.job.client, 0) + 1
        for client in sorted(self._waiting, key=lambda client: running.get(client, 0)):
            if running.get(client, 0) >= self.lane.most_of_one:
                continue
            for job in list(self._waiting[client])[:AHEAD]:
                free = self._worker_for(job, idle)
                if free is not None:
                    return job, free
        return None

    def _worker_for(self, job: Job, idle: list[Worker]) -> Worker | None:
        """The worker that knows the game, or else the one that was idle longest, so that it is least likely
        to be missed; for a job about no game the first one. None if it must wait."""
        homes, now = self._homes.get(job.game, []), time.monotonic()
        known = next((worker for worker in homes if worker in idle), None)
        soon = any(now - worker.since < SLOW for worker in homes)
        if known is None and soon and self.waiting <= CROWD:
            return None  # one that knows it will soon be free
        room = len(idle) + self.lane.most - len(self.workers)
        if self._may_be_slow(job) and room <= self.lane.spare:
            return None
        if known is not None:
            return known
        return min(idle, key=lambda worker: worker.since) if job.game else idle[0]

    def _may_be_slow(self, job: Job) -> bool:
        return bool(job.game) and (job.game not in self._homes or self._took.get(job.game, 0.0) > SLOW)

    async def _watch(self) -> None:
        """Enforce limits of time and memory."""
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            for worker in list(self.workers):
                if worker.job is not None and worker.overdue(now):
                    worker.kill("time")
                elif worker.memory() > self._memory:
                    worker.kill("memory")
                elif worker.idle and now - worker.since > IDLE and len(self.workers) > self.lane.usual:
                    worker.kill("idle")
            self._dispatch()


def _told(why: str, job: Job) -> dict[str, Any]:
    """The error that a client gets whose job has cost a worker."""
    match why:
        case "time":
            text = f"this took more than {job.method.seconds:g} seconds"
            return problem("LimitError", text, "ask for less, or simplify the rules")
        case "memory":
            return problem("LimitError", "this took too much memory", "ask for less, or simplify the rules")
    return problem("Busy", "the process that worked on this has ended", "ask again")


def _shorten(known: OrderedDict[str, Any]) -> None:
    while len(known) > REMEMBERED:
        known.popitem(last=False)


class Pool:
    """The workers of all lanes."""

    def __init__(self, file: str | None = None, memory: int = MEMORY) -> None:
        self.lanes = {kind: Workers(lane, file, memory) for kind, lane in lanes().items()}

    def start(self) -> None:
        """Start the usual workers."""
        for workers in self.lanes.values():
            workers.start()

    async def close(self) -> None:
        """End all workers."""
        await asyncio.gather(*(workers.close() for workers in self.lanes.values()))

    async def answers(
        self, method: Method, params: Params, texts: Mapping[str, Text], client: str
    ) -> AsyncGenerator[Message, None]:
        """The messages of a call; leaving early cancels it."""
        game = params.get("game")
        job = Job(method, params, dict(texts), client, game if isinstance(game, str) else "")
        workers = self.lanes.get(method.kind, self.lanes["long"])
        try:
            workers.add(job)
        except Busy as busy:
            yield "error", encoded(problem("Busy", *busy.args))
            return
        try:
            if method.streams and not job.attempts and any(worker.job for worker in workers.workers):
                yield "event", encoded({"waits": "other questions come first"})
            while (message := await job.answers.get()) is not None:
                yield message
        finally:
            workers.drop(job)
