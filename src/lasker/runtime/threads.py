"""A thread pool with cancellation, for native code that releases the interpreter lock."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import Protocol, TypeVar

Job = TypeVar("Job")
Done = TypeVar("Done")


class Stoppable(Protocol):
    """Native memory with a stop flag."""

    def stop(self, stop: bool) -> None:
        """Set or clear the stop flag."""


class Call:
    """The native work of one caller on any number of threads, stopped without affecting other callers."""

    def __init__(self) -> None:
        self.stopped = False
        self._running: set[Stoppable] = set()
        self._lock = threading.Lock()

    def stop(self) -> None:
        """Stop all present and future work of this caller."""
        with self._lock:
            self.stopped = True
            for each in self._running:
                each.stop(True)

    @contextmanager
    def running(self, machine: Stoppable) -> Iterator[None]:
        """Register a machine as working for this caller during the body."""
        with self._lock:
            self._running.add(machine)
            machine.stop(self.stopped)
        try:
            yield
        finally:
            with self._lock:
                self._running.discard(machine)
                machine.stop(False)

    @contextmanager
    def here(self) -> Iterator[None]:
        """Attribute this thread's native work to this caller during the body."""
        before, _here.call = current(), self
        try:
            yield
        finally:
            _here.call = before


_here = threading.local()


def current() -> Call | None:
    """The call that this thread works for, if there is one."""
    found: Call | None = getattr(_here, "call", None)
    return found


def shared(jobs: Iterable[Job], work: Callable[[Job], Done], threads: int) -> Iterator[Done]:
    """The results of jobs on threads, in the order of completion.

    If this thread is interrupted or a job fails, waiting jobs are dropped and running ones stopped.

    >>> sorted(shared(range(5), lambda number: number * number, threads=2))
    [0, 1, 4, 9, 16]
    """
    waiting: SimpleQueue[Job] = SimpleQueue()
    results: SimpleQueue[tuple[bool, Done | BaseException]] = SimpleQueue()
    left, call = 0, Call()
    for job in jobs:
        waiting.put(job)
        left += 1

    def run() -> None:
        with call.here():
            while True:
                try:
                    results.put((True, work(waiting.get_nowait())))
                except Empty:
                    return
                except BaseException as error:
                    results.put((False, error))
                    return

    workers = [threading.Thread(target=run, daemon=True) for _ in range(min(threads, left))]
    for worker in workers:
        worker.start()
    try:
        for _ in range(left):
            fine, result = results.get()
            if not fine:
                raise result  # type: ignore[misc]  # what failed is an error
            yield result  # type: ignore[misc]
    finally:
        while not waiting.empty():
            waiting.get()
        call.stop()
        for worker in workers:
            worker.join()
