"""The scheduler: jobs are given to workers one at a time, and done again where a worker has died."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from queue import SimpleQueue
from typing import Any, Generic, Protocol, TypeVar

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import EngineError, LaskerError

Job = TypeVar("Job")
Done = TypeVar("Done")
JobIn = TypeVar("JobIn", contravariant=True)
DoneOut = TypeVar("DoneOut", covariant=True)

AHEAD = 4  # jobs for each worker that are begun or waiting before the results of the first are taken
PATIENCE = 10.0  # seconds to wait for the end of a worker that was killed
MOST_LOST = 4  # workers that one job, or the beginning, may cost before it is given up


class Lost(Exception):
    """A worker has died; the message says how, as far as that is known."""


class Task(Protocol[JobIn, DoneOut]):
    """What workers do: a picklable value. Each worker opens it once; what it opens does the jobs."""

    def open(self) -> Callable[[JobIn], DoneOut]:
        """Prepare, and return the function from a job to its result."""


class Worker(Protocol):
    """One worker: it does a job at a time, and may die."""

    def start(self) -> None:
        """Wait until it can work; raises `Lost` if it has died before."""

    def do(self, job: Any) -> Any:
        """The result of a job; raises what the job raises, and `Lost` if the worker has died."""

    def kill(self) -> None:
        """End it, also in the middle of a job; called from any thread, any number of times."""

    def close(self) -> None:
        """Release what it held, after it was killed; called by the thread that gave it jobs."""


@dataclass(frozen=True)
class Function(Generic[Job, Done]):
    """A function that needs no preparation, as a task."""

    function: Callable[[Job], Done]

    def open(self) -> Callable[[Job], Done]:
        """The function."""
        return self.function


@dataclass(frozen=True)
class Workers:
    """A number of workers, which are made when there are jobs; without `hire`, jobs are done here.

    >>> list(Workers().map(Function(abs), [3, -4, 5]))
    [3, 4, 5]
    """

    count: int = 1
    where: str = "this process"
    hire: Callable[[Task[Any, Any]], Worker] | None = None

    def map(self, task: Task[Job, Done], jobs: Iterable[Job]) -> Iterator[Done]:
        """The results in the order of the jobs, which are taken from their source a few at a time."""
        return (done for _, done in self._results(task, jobs, ordered=True))

    def completed(self, task: Task[Job, Done], jobs: Iterable[Job]) -> Iterator[tuple[int, Done]]:
        """The results as they come, each with the number of its job."""
        return self._results(task, jobs, ordered=False)

    def _results(
        self, task: Task[Job, Done], jobs: Iterable[Job], ordered: bool
    ) -> Iterator[tuple[int, Done]]:
        source = enumerate(jobs)
        if self.hire is None:
            work = task.open()
            yield from ((number, work(job)) for number, job in source)
            return
        board = _Board[Job, Done]()
        threads: list[threading.Thread] = []
        waiting: dict[int, Done] = {}
        given = taken = 0
        more = True
        try:
            while True:
                while more and given - taken < AHEAD * self.count:
                    if (job := next(source, None)) is None:
                        more = False
                        board.close()
                        break
                    board.put(*job)
                    given += 1
                    if len(threads) < min(self.count, given):
                        threads.append(threading.Thread(target=self._serve, args=(task, board), daemon=True))
                        threads[-1].start()
                if taken == given:
                    return
                number, done = board.result()
                waiting[number] = done
                for ready in _ready(waiting, taken if ordered else number):
                    taken += 1
                    yield ready, waiting.pop(ready)
        finally:
            board.stop()
            for thread in threads:
                thread.join(PATIENCE)

    def _serve(self, task: Task[Any, Any], board: _Board[Any, Any]) -> None:
        """One thread for each worker: gives it jobs, and replaces it when it has died."""
        try:
            vain = 0  # workers in a row that died before they could work
            while vain < MOST_LOST and not board.over():
                assert self.hire is not None
                worker = self.hire(task)
                board.watch(worker)
                try:
                    worker.start()
                    vain = 0
                    self._employ(worker, board)
                    return
                except Lost as error:
                    vain, reason = vain + 1, f"{error}"
                finally:
                    board.forget(worker)
            if vain:
                remedy = f"see whether {self.where} can run Python programs"
                raise EngineError(f"no worker begins: {reason}", remedy=remedy)
        except BaseException as error:  # raised again by the thread that waits for results
            board.fail(error)

    def _employ(self, worker: Worker, board: _Board[Any, Any]) -> None:
        """Give jobs to a worker, until there are no more or it dies."""
        while (item := board.take()) is not None:
            try:
                done = worker.do(item[1])
            except Lost as error:
                board.lost(*item, f"{error}")
                raise
            board.finish(item[0], done)


def _ready(waiting: dict[int, Any], number: int) -> Iterator[int]:
    """The results from a number on that have come, one after the other."""
    while number in waiting:
        yield number
        number += 1


class _Board(Generic[Job, Done]):
    """The jobs that wait, and the results that have come; used by all threads."""

    def __init__(self) -> None:
        self._changed = threading.Condition()  # guards everything below but the results
        self._jobs: list[tuple[int, Job]] = []
        self._doing = 0
        self._closed = self._stopped = False
        self._losses: Counter[int] = Counter()
        self._workers: list[Worker] = []
        self._results: SimpleQueue[tuple[int, Done] | BaseException] = SimpleQueue()

    def put(self, number: int, job: Job) -> None:
        """Add a job."""
        with self._changed:
            self._jobs.append((number, job))
            self._changed.notify()

    def close(self) -> None:
        """There are no more jobs, unless a worker dies."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def take(self) -> tuple[int, Job] | None:
        """The next job; None at the end. Waits while a job that is being done might come back."""
        with self._changed:
            while not self._jobs:
                if self._stopped or (self._closed and not self._doing):
                    return None
                self._changed.wait()
            if self._stopped:
                return None
            self._doing += 1
            return self._jobs.pop(0)

    def finish(self, number: int, done: Done) -> None:
        """A job is done."""
        with self._changed:
            self._doing -= 1
            self._changed.notify_all()
        self._results.put((number, done))

    def lost(self, number: int, job: Job, reason: str) -> None:
        """The worker of a job has died: it is the next to be done, unless it has cost too many workers."""
        with self._changed:
            if self._stopped:
                return
            self._losses[number] += 1
            if self._losses[number] >= MOST_LOST:
                raise EngineError(
                    f"{MOST_LOST} workers have died at the same job: {reason}",
                    remedy="give the workers more memory, or less work at a time",
                )
            self._doing -= 1
            self._jobs.insert(0, (number, job))
            self._changed.notify_all()

    def fail(self, error: BaseException) -> None:
        """A job or a worker failed; nothing more is done."""
        self._results.put(error)

    def result(self) -> tuple[int, Done]:
        """The next result; raises what a job raised."""
        found = self._results.get()
        if isinstance(found, BaseException):
            if isinstance(found, LaskerError):
                raise found from None
            raise found
        return found

    def over(self) -> bool:
        """Is nothing more to be done?"""
        with self._changed:
            return self._stopped or (self._closed and not self._doing and not self._jobs)

    def forget(self, worker: Worker) -> None:
        """A worker is not needed any more."""
        with self._changed:
            self._workers.remove(worker)
        worker.kill()
        worker.close()

    def watch(self, worker: Worker) -> None:
        """Remember a worker, to be ended when nothing more is to be done."""
        with self._changed:
            self._workers.append(worker)
            stopped = self._stopped
        if stopped:
            worker.kill()

    def stop(self) -> None:
        """End all workers, also in the middle of a job."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
            workers = list(self._workers)
        for worker in workers:
            worker.kill()
