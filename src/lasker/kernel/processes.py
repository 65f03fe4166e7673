"""Programs that this one starts: each in a process group of its own, so that Ctrl-C is not for them, and they
end together with all that they have started. Windows has such groups too, under other names."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from typing import Any, TypedDict


class Group(TypedDict, total=False):
    """Options of `subprocess.Popen`."""

    process_group: int
    creationflags: int


def own_group() -> Group:
    """The options with which a program becomes a process group.

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


def kill_group(process: subprocess.Popen[Any]) -> None:
    """End a program by force, with all that it has started."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):  # the second where all have ended, on macOS
            os.killpg(process.pid, signal.SIGKILL)
        return
    with suppress(OSError):  # the tree of processes, as Windows calls it
        command = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        subprocess.run(command, capture_output=True, check=False)
    process.kill()


def lower_priority(process: subprocess.Popen[Any], by: int) -> None:
    """Let other programs come before a group, where the system has such priorities."""
    if hasattr(os, "setpriority"):
        with suppress(OSError):  # it has ended already
            os.setpriority(os.PRIO_PGRP, process.pid, by)
