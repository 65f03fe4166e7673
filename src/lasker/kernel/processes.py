"""Child processes in process groups of their own: Ctrl-C does not reach them, and a group is killed with all
its descendants. On Windows as well."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from typing import Any, Protocol, TypedDict


class Process(Protocol):
    """A started program, of `subprocess` or of `asyncio`."""

    @property
    def pid(self) -> int:
        """The number of the process."""

    def kill(self) -> None:
        """Kill the process."""


class Group(TypedDict, total=False):
    """Options of `subprocess.Popen`."""

    process_group: int
    creationflags: int


def own_group() -> Group:
    """The options that start a program in a process group of its own.

    >>> import sys
    >>> process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, **own_group())
    >>> with process:
    ...     kill_group(process)
    >>> process.returncode != 0
    True
    """
    if hasattr(os, "killpg"):
        return {"process_group": 0}
    return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}


def kill_group(process: Process) -> None:
    """Kill a program with all its descendants."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):  # the second on macOS, where all have ended
            os.killpg(process.pid, signal.SIGKILL)
        return
    with suppress(OSError):  # the process tree, on Windows
        command = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        subprocess.run(command, capture_output=True, check=False)
    process.kill()


def lower_priority(process: subprocess.Popen[Any], by: int) -> None:
    """Lower the scheduling priority of a group, where the operating system has such priorities."""
    if hasattr(os, "setpriority"):
        with suppress(OSError):  # it has ended already
            os.setpriority(os.PRIO_PGRP, process.pid, os.getpriority(os.PRIO_PROCESS, 0) + by)
