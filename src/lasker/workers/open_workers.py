"""The workers that a user asks for: here, processes of this machine, or a Ray cluster."""

from __future__ import annotations

import os

from lasker.kernel.errors import LimitError
from lasker.workers.processes import Process
from lasker.workers.scheduler import Workers

MOST = 4096  # workers


def inline() -> Workers:
    """No other process: jobs are done by the thread that asks for results."""
    return Workers()


def processors() -> int:
    """The number of processors that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def open_workers(count: int | None = None, cluster: str | None = None) -> Workers:
    """So many workers, by default one for each processor; on a Ray cluster if its address is given.

    One worker without a cluster is this process.

    >>> open_workers(1).where
    'this process'
    """
    if count is not None and not 1 <= count <= MOST:
        raise LimitError(f"{count} workers, and the limit is {MOST}", remedy=f"ask for 1 to {MOST}")
    if cluster is not None:
        from lasker.workers.cluster import ray_workers

        return ray_workers(cluster, count)
    count = count or processors()
    return inline() if count == 1 else Workers(count, "this machine", Process)
