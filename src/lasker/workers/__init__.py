"""Work on many processes: of this machine, or of a Ray cluster.

`scheduler` gives jobs to workers, `processes` has the workers of this machine, `cluster` those of Ray. The
results are the same whatever the number and kind of workers: a job is a pure function of its data, and one
whose worker has died is done again by another.
"""

from __future__ import annotations

from lasker.workers.open_workers import inline, open_workers
from lasker.workers.scheduler import Function, Task, Workers

__all__ = ["Function", "Task", "Workers", "inline", "open_workers"]
