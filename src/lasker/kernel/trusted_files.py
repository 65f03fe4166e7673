"""Files that nobody else can have written: what is loaded as code is read from no others.

A file is opened once, and what is asked about it is asked of the open file, so that nothing can be put in its
place in between. Links are not followed, and pipes and devices are not waited for.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

OPENING = ("O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK", "O_BINARY")  # those that the system has
OTHERS, GROUP = stat.S_IWOTH, stat.S_IWGRP


def private_bytes(path: Path, *, of_root: bool = False) -> bytes | None:
    """The content of a regular file of this user, or of root, that nobody else can write; None otherwise.

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
    """Why others could put files into a folder, in words; None if only this user can.

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
    """Does the system tell users apart?"""
    return hasattr(os, "getuid")


def _private(found: os.stat_result, of_root: bool) -> bool:
    owners = (os.getuid(), 0) if of_root else (os.getuid(),)
    return found.st_uid in owners and not found.st_mode & (OTHERS | GROUP)


def _replaceable(found: os.stat_result) -> str | None:
    """Why others could exchange what lies in a folder, or where a link leads. A sticky folder is safe, and so
    is the user's own group; root, and the owner of the whole file system, can do everything anyway."""
    if found.st_uid not in (os.getuid(), 0, os.stat(os.sep).st_uid):
        return "belongs to another user"
    if stat.S_ISLNK(found.st_mode) or found.st_mode & stat.S_ISVTX:
        return None
    if found.st_mode & OTHERS or (found.st_mode & GROUP and found.st_gid not in (os.getgid(), 0)):
        return "can be written by other users"
    return None
