"""File locks between processes; the operating system releases them when the process ends."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from typing import Any

FAR = 1 << 40  # a byte beyond all content: on Windows a locked byte cannot be read


def locked(descriptor: int) -> bool:
    """Lock an open file against other processes; False if another process holds the lock.

    >>> from tempfile import TemporaryFile
    >>> with TemporaryFile() as file:
    ...     locked(file.fileno())
    True
    """
    try:
        if find_spec("fcntl"):
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            _lock_on_windows(descriptor)
    except OSError:
        return False
    return True


def _lock_on_windows(descriptor: int) -> None:
    windows: Any = import_module("msvcrt")
    before = os.lseek(descriptor, 0, os.SEEK_CUR)
    os.lseek(descriptor, FAR, os.SEEK_SET)
    try:
        windows.locking(descriptor, windows.LK_NBLCK, 1)
    finally:
        os.lseek(descriptor, before, os.SEEK_SET)
