"""Workers of a Ray cluster: actors, each with one processor. Needs the extra `ray`.

Machines of the cluster need the same version of Lasker, and of Python; a worker whose sources differ is
refused, since its results might too.
"""

from __future__ import annotations

import os
import pickle
import platform
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from lasker.kernel.errors import EngineError
from lasker.kernel.package_data import files
from lasker.workers.processes import attempt
from lasker.workers.scheduler import Lost, Task, Workers

STARTING = "start one with `ray start --head`, or give its address; `local` starts one on this machine"
CONNECTING = 10.0  # seconds to wait for an answer
OURS = "LASKER_"  # variables of the environment that workers need too


@cache
def identity() -> str:
    """What must be equal on all machines: the version of Python, and a hash of Lasker's sources.

    >>> identity() == identity()
    True
    """
    digest, root = sha256(), Path(str(files("lasker")))
    for path in sorted(root.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return f"Python {platform.python_version()}, Lasker {digest.hexdigest()[:12]}"


def ray_workers(address: str, count: int | None = None) -> Workers:
    """Workers of the cluster at an address, or `auto` for the one that this machine belongs to, or `local`
    for a new one on this machine; as many as it has processors."""
    ray = connected(address)
    found = int(ray.cluster_resources().get("CPU", 0))
    if not (count or found):
        raise EngineError(f"the cluster at {address} has no processor that is free for Lasker")
    return Workers(count or found, f"the cluster at {address}", RayWorker)


def connected(address: str) -> Any:
    """The module ray, connected to a cluster."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody
    try:
        import ray
    except ImportError:
        raise EngineError("Ray is not installed", remedy="pip install 'lasker[ray]'") from None
    if ray.is_initialized():
        return ray
    _answers(address)
    more: dict[str, Any] = {"include_dashboard": False}  # a new cluster inherits the environment
    if address != "local":
        ours = {name: value for name, value in os.environ.items() if name.startswith(OURS)}
        more = {"runtime_env": {"env_vars": ours}} if ours else {}
    try:
        ray.init(address=address, namespace="lasker", log_to_driver=False, logging_level="ERROR", **more)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        first = (str(error).splitlines() or [type(error).__name__])[0]
        message = f"there is no Ray cluster at {address}: {first[:200]}"
        raise EngineError(message, remedy=STARTING) from None
    return ray


def _answers(address: str) -> None:
    """Raise at once if nobody listens at an address; Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECTING).close()
    except (OSError, OverflowError) as error:
        raise EngineError(f"there is no Ray cluster at {address}: {error}", remedy=STARTING) from None


class Actor:
    """What runs on the cluster: it opens a task, and does jobs."""

    def __init__(self) -> None:
        self._work: Callable[[Any], Any] | None = None

    def begin(self, expected: str, content: bytes) -> tuple[str, bytes]:
        """Open a task if Lasker is the expected one here; returns which one it is, and how that went."""
        found = identity()
        return found, attempt(self._open, content) if found == expected else b""

    def _open(self, content: bytes) -> None:
        task: Task[Any, Any] = pickle.loads(content)
        self._work = task.open()

    def do(self, job: bytes) -> bytes:
        """Do a job."""
        assert self._work is not None
        return attempt(self._work, pickle.loads(job))


class RayWorker:
    """One actor, with one processor of the cluster."""

    def __init__(self, task: Task[Any, Any]) -> None:
        import ray

        self._ray, self._task = ray, pickle.dumps(task, -1)
        self._actor = ray.remote(num_cpus=1, max_restarts=0)(Actor).remote()

    def start(self) -> None:
        """Wait until the cluster has a processor for it."""
        there, answer = self._get(self._actor.begin.remote(identity(), self._task))
        if there != identity():
            raise EngineError(
                f"a machine of the cluster has {there}, and this one {identity()}",
                remedy="install the same version of Lasker, with the same Python, on all of them",
            )
        _result(answer)

    def do(self, job: Any) -> Any:
        """The result of a job."""
        return _result(self._get(self._actor.do.remote(pickle.dumps(job, -1))))

    def _get(self, reference: Any) -> Any:
        errors = self._ray.exceptions
        try:
            return self._ray.get(reference)
        except errors.RuntimeEnvSetupError as error:
            raise EngineError(f"the cluster cannot prepare its workers: {error}"[:400]) from None
        except errors.RayTaskError as error:  # not one of a job, which are sent back as values
            raise EngineError(f"a worker of the cluster failed: {error.cause!r}"[:400]) from None
        except errors.RayError as error:  # its process or its machine has died
            raise Lost((str(error).splitlines() or [""])[0][:200]) from None

    def kill(self) -> None:
        """End the actor's process."""
        with suppress(Exception):  # it has ended, or the cluster has
            self._ray.kill(self._actor)

    def close(self) -> None:
        """Nothing is held."""


def _result(answer: bytes) -> Any:
    fine, result = pickle.loads(answer)
    if not fine:
        raise result
    return result
