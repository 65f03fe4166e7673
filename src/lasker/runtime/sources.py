"""Hashes of Lasker's own sources by package, which key caches and compiled libraries.

Reading megabytes of sources takes longer than many a command, so the hashes are cached under the files'
metadata: names, sizes, times, inodes. Files changed a moment ago are always read, since timestamps are
coarse.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from lasker.kernel.package_data import files
from lasker.runtime.result_cache import compute_or_load, hash_of

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

# The packages of code generation, and all that they import.
GENERATOR = ("kernel", "space", "algebra", "syntax", "model", "notation", "compiler", "runtime", "backends")
# Those that read games.
READER = ("kernel", "space", "algebra", "syntax", "model", "notation", "frontends", "play")
BOTH = tuple(sorted({*GENERATOR, *READER}))
READ = (".py", ".h", ".lark", ".rules", ".yaml", ".ini")  # suffixes of source files
MOMENT = 2_000_000_000  # nanoseconds
SHORT = 16  # characters of a hash that identify an installation


def generator() -> str:
    """The hash of the code generator's sources."""
    return hash_of(_hashes(BOTH)[package] for package in GENERATOR)


def reader() -> str:
    """The hash of the sources that read games."""
    return hash_of(_hashes(BOTH)[package] for package in READER)


def program() -> str:
    """The hash of all sources."""
    return hash_of(_hashes(("",)).values())


@cache
def _hashes(packages: tuple[str, ...]) -> dict[str, str]:
    """The hash of the sources of each package."""
    root = files("lasker")

    def read() -> bytes:
        return "".join(hash_of(_texts(root.joinpath(package))) for package in packages).encode()

    known = _metadata_hash(root, packages) if isinstance(root, Path) else None
    name = f"sources-{hash_of([str(root), *packages])[:SHORT]}"
    found = read() if known is None else compute_or_load(name, known, read)
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


def _metadata_hash(root: Path, packages: tuple[str, ...]) -> str | None:
    """The hash of the sources' file metadata; None if one of them has just changed."""
    metadata: list[str] = []
    latest = 0
    for package in packages:
        for path, found in _entries(str(root / package)):
            latest = max(latest, found.st_mtime_ns, found.st_ctime_ns)
            metadata.append(f"{path} {found.st_size} {found.st_mtime_ns} {found.st_ctime_ns} {found.st_ino}")
    return None if time.time_ns() - latest < MOMENT else hash_of(sorted(metadata))


def _entries(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    with os.scandir(folder) as items:
        for item in items:
            if item.name.endswith(READ):
                yield item.path, item.stat()
            elif item.is_dir() and item.name != "__pycache__":
                yield from _entries(item.path)
