"""The store of compiled libraries on disk: one file each, checked before it is loaded.

A library is written beside its place and then renamed, so that two processes may compile the same game at
once and a process that is killed leaves nothing half-written. The file ends with the hash of what comes
before; where that does not fit, the file is corrupt and is made again.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from lasker.kernel.errors import NativeError
from lasker.kernel.seals import sealed, unsealed
from lasker.runtime.compiler import FLAGS, SECONDS, Compiler

SUFFIX = ".so"
MAKING = "making-"  # how the folders are called in which libraries are made
LONGEST = 2 * SECONDS  # such a folder is not in use any more


def folder() -> Path:
    """Where compiled libraries are kept: $LASKER_CACHE, or the user's cache directory."""
    named = os.environ.get("LASKER_CACHE")
    if named:
        return Path(named)
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "lasker"


def key(text_hash: str, switches: frozenset[str], compiler: Compiler) -> str:
    """What a library depends on: the rules, the generator, the compiler, the machine."""
    facts = [text_hash, generator(), *sorted(switches), *compiler.command, compiler.version, *FLAGS, _cpu()]
    return hashlib.sha256("\0".join(facts).encode()).hexdigest()


def holds(name: str) -> bool:
    """Is the library of that name there, and sound?"""
    return sound(_place(name))


def _place(name: str) -> Path:
    return folder() / (name + SUFFIX)


def library(name: str, texts: Callable[[], Iterable[str]], compiler: Compiler) -> Path:
    """The library of that name: from the store if it is there and sound, or else made now of C texts."""
    path = _place(name)
    if not sound(path):
        try:
            _make(path, texts(), compiler)
        except OSError as error:
            raise NativeError(
                f"compiled games are kept in {path.parent}, where nothing can be written: {error.strerror}",
                remedy="make room there, or name another folder: LASKER_CACHE=…; --backend python needs none",
            ) from None
    return path


def _make(path: Path, texts: Iterable[str], compiler: Compiler) -> None:
    """Compile texts in a folder of its own, seal the library, and put it in its place at once."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    _sweep(path.parent)
    with tempfile.TemporaryDirectory(prefix=MAKING, dir=path.parent, ignore_cleanup_errors=True) as private:
        made = Path(private) / "sealed"
        made.write_bytes(sealed(compiler.build(texts, Path(private)).read_bytes()))
        made.replace(path)


def _sweep(folder: Path) -> None:
    """Remove what processes have left behind that were killed while they compiled."""
    for litter in folder.glob(MAKING + "*"):
        with suppress(OSError):
            if time.time() - litter.stat().st_mtime > LONGEST:
                shutil.rmtree(litter, ignore_errors=True)


def sound(path: Path) -> bool:
    """Is there a file of this user that ends with the hash of the rest?"""
    with suppress(OSError):
        if hasattr(os, "getuid") and path.stat().st_uid != os.getuid():
            return False
        return unsealed(path.read_bytes()) is not None
    return False


@cache
def generator() -> str:
    """The hash of everything that makes C text: another version of it makes other libraries."""
    digest = hashlib.sha256()
    for package in ("algebra", "space", "syntax", "model", "ir", "runtime", "backends"):
        for item in sorted(_sources(files("lasker").joinpath(package)), key=str):
            digest.update(item.name.encode() + b"\0" + item.read_bytes())
    return digest.hexdigest()


def _sources(folder: Traversable) -> list[Traversable]:
    found = []
    for item in folder.iterdir():
        if item.is_dir():
            found += _sources(item)
        elif item.name.endswith((".py", ".h", ".lark", ".rules")):
            found.append(item)
    return found


@cache
def _cpu() -> str:
    """What `-march=native` depends on."""
    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        return next((line for line in lines if line.startswith(("flags", "Features"))), platform.machine())
    return f"{platform.machine()} {platform.processor()}"
