"""Files that only this user (or root) can have written: code is loaded from no others.

A file is opened once and checked with `fstat`, so that it cannot be exchanged in between. Links are not
followed, and pipes and devices are not waited for.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

OPENING = ("O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK", "O_BINARY")  # flags that exist on this system
OTHERS, GROUP = stat.S_IWOTH, stat.S_IWGRP


def private_bytes(path: Path, *, of_root: bool = False) -> bytes | None:
    """The content of a regular file that only its owner, this user or root, can write; None otherwise.

    >>> private_bytes(Path(os.devnull)) is None
    True
    """
    flags = os.O_RDONLY
    for name in OPENING:
        flags |= getattr(os, name, 0)
    with suppress(OSError), open(os.open(path, flags), "rb") as file:
        found = os.fstat(file.fileno())
        if stat.S_ISREG(found.st_mode) and (not _users() or _private(found, of_root)):
            return file.read()
    return None


def exposed(folder: Path) -> str | None:
    """Why other users could put files into a folder, in words; None if they cannot.

    >>> exposed(Path(os.path.abspath(os.sep)) / "no such folder") is None
    True
    """
    if not _users():
        return None
    above = [*Path(os.path.abspath(folder)).parents, *Path(os.path.realpath(folder)).parents]
    for each in dict.fromkeys(above):
        with suppress(OSError):
            if told := _replaceable(os.lstat(each)):
                return f"{each} {told}"
    with suppress(OSError):
        found = os.stat(folder)
        if found.st_uid != os.getuid():
            return f"{folder} belongs to another user"
        if found.st_mode & (OTHERS | GROUP):
            return f"{folder} can be written by other users"
    return None


def _users() -> bool:
    """Does the operating system have user ids?"""
    return hasattr(os, "getuid")


def _private(found: os.stat_result, of_root: bool) -> bool:
    owners = (os.getuid(), 0) if of_root else (os.getuid(),)
    return found.st_uid in owners and not found.st_mode & (OTHERS | GROUP)


def _replaceable(found: os.stat_result) -> str | None:
    """Why other users could replace the entries of a folder or the target of a link. A sticky folder is safe,
    and so is the user's own group; root, and the owner of the file system's root, are always trusted."""
    if found.st_uid not in (os.getuid(), 0, os.stat(os.sep).st_uid):
        return "belongs to another user"
    if stat.S_ISLNK(found.st_mode) or found.st_mode & stat.S_ISVTX:
        return None
    if found.st_mode & OTHERS or (found.st_mode & GROUP and found.st_gid not in (os.getgid(), 0)):
        return "can be written by other users"
    return None
