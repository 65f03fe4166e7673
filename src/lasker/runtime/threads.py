"""Work shared among threads: as much as several processes do, for native code lets the interpreter go."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from queue import Empty, SimpleQueue
from typing import TypeVar

Job = TypeVar("Job")
Done = TypeVar("Done")


def shared(
    jobs: Iterable[Job],
    work: Callable[[Job], Done],
    threads: int,
    stop: Callable[[bool], None] = lambda stopping: None,
) -> Iterator[Done]:
    """The results of some jobs, in the order in which they are done.

    If this thread is interrupted, or one job fails, the others are left, and `stop` tells those that have
    been begun that they shall stop.

    >>> sorted(shared(range(5), lambda number: number * number, threads=2))
    [0, 1, 4, 9, 16]
    """
    waiting: SimpleQueue[Job] = SimpleQueue()
    results: SimpleQueue[tuple[bool, Done | BaseException]] = SimpleQueue()
    left = 0
    for job in jobs:
        waiting.put(job)
        left += 1

    def run() -> None:
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
        stop(True)
        for worker in workers:
            worker.join()
        stop(False)
