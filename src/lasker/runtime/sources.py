"""Which version of Lasker this is: the hash of its sources, package by package.

Whatever is kept in the store depends on them. To read some megabytes takes longer than many a command, so
the hashes are kept with what the system says of the files: names, sizes, times, numbers. Files that have
changed a moment ago are always read, for times are not that exact.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from lasker.kernel.resources import files
from lasker.runtime.kept import hash_of, worked_out

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

# The packages that make C text, and all that they import.
GENERATOR = ("kernel", "space", "algebra", "syntax", "model", "notation", "compiler", "runtime", "backends")
# Those that read games.
READER = ("kernel", "space", "algebra", "syntax", "model", "notation", "frontends", "play")
READING_AND_MAKING = tuple(sorted({*GENERATOR, *READER}))
READ = (".py", ".h", ".lark", ".rules", ".yaml")  # what files are called that make a difference
MOMENT = 2_000_000_000  # nanoseconds
SHORT = 16  # letters that tell one installation from another


def generator() -> str:
    """The hash of everything that makes C text: another version of it makes other libraries."""
    return hash_of(_hashes(READING_AND_MAKING)[package] for package in GENERATOR)


def reader() -> str:
    """The hash of everything that reads games: another version of it may read other ones."""
    return hash_of(_hashes(READING_AND_MAKING)[package] for package in READER)


def program() -> str:
    """The hash of everything: another version may answer otherwise."""
    return hash_of(_hashes(("",)).values())


@cache
def _hashes(packages: tuple[str, ...]) -> dict[str, str]:
    """The hash of the sources of each package."""
    root = files("lasker")

    def read() -> bytes:
        return "".join(hash_of(_texts(root.joinpath(package))) for package in packages).encode()

    known = _known(root, packages) if isinstance(root, Path) else None
    name = f"sources-{hash_of([str(root), *packages])[:SHORT]}"
    found = read() if known is None else worked_out(name, known, read)
    size = len(found) // len(packages)
    return {name: found[size * at : size * (at + 1)].decode() for at, name in enumerate(packages)}


def _texts(folder: Traversable) -> Iterator[str]:
    for item in sorted(_sources(folder), key=str):
        yield from (item.name, hashlib.sha256(item.read_bytes()).hexdigest())


def _sources(folder: Traversable) -> Iterator[Traversable]:
    for item in folder.iterdir():
        if item.is_dir():
            yield from _sources(item)
        elif item.name.endswith(READ):
            yield item


def _known(root: Path, packages: tuple[str, ...]) -> str | None:
    """The hash of what the system says of the sources; None if one of them has just changed."""
    told: list[str] = []
    latest = 0
    for package in packages:
        for path, found in _entries(str(root / package)):
            latest = max(latest, found.st_mtime_ns, found.st_ctime_ns)
            told.append(f"{path} {found.st_size} {found.st_mtime_ns} {found.st_ctime_ns} {found.st_ino}")
    return None if time.time_ns() - latest < MOMENT else hash_of(sorted(told))


def _entries(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    with os.scandir(folder) as items:
        for item in items:
            if item.name.endswith(READ):
                yield item.path, item.stat()
            elif item.is_dir() and item.name != "__pycache__":
                yield from _entries(item.path)
