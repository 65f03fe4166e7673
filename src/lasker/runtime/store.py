"""The store of compiled libraries on disk: one file each, checked before it is loaded.

A library is written beside its place and then renamed, so that two processes may compile the same game at
once and a process that is killed leaves nothing half-written. The file ends with the hash of what comes
before; where that does not fit, the file is corrupt and is made again. It is opened once, and what was hashed
is what is loaded. A folder into which others could put a library is not used at all.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import TypeVar
from warnings import warn

from lasker.kernel.checksums import checked_content, with_checksum
from lasker.kernel.errors import FileError, NativeError
from lasker.kernel.trusted_files import exposed, private_bytes
from lasker.runtime.compiler import LINKED, SECONDS, Compiler, RefusedCode, flags
from lasker.runtime.kept import MAKING as MAKING
from lasker.runtime.kept import folder as folder
from lasker.runtime.kept import private_folder
from lasker.runtime.records import SHOWN, Distrusted, Record, put, read, write
from lasker.runtime.records import SUFFIX as RECORD
from lasker.runtime.sources import generator

SUFFIX = ".so"
SHORT = 16  # letters of a name that tell a library from others, for people
LONGEST = 2 * SECONDS  # such a folder is not in use any more
Loaded = TypeVar("Loaded")
Load = Callable[[str], Loaded]  # how a library at a path is loaded
Trial = Callable[[Path], Record]  # how it is tried: what was checked, or `Distrusted`
_numbers = count()  # loaders tell libraries apart by their paths


def key(text_hash: str, switches: frozenset[str], compiler: Compiler) -> str:
    """What a library depends on: the rules, the generator, the compiler, the machine."""
    facts = [text_hash, generator(), *sorted(switches), *compiler.command, compiler.version]
    facts += [*flags(), *LINKED, _cpu()]
    return hashlib.sha256("\0".join(facts).encode()).hexdigest()


def holds(name: str) -> bool:
    """Is the library of that name there, and sound?"""
    return kept(name) is not None


def kept(name: str) -> bytes | None:
    """The library of that name as it is kept; None if it is not there, damaged, or may be somebody else's."""
    home = private_folder()
    return None if home is None else _content(home / (name + SUFFIX))


def library(
    name: str,
    texts: Callable[[], Iterable[str]],
    compiler: Compiler,
    load: Load[Loaded],
    trial: Trial | None = None,
) -> Loaded:
    """The library of that name, loaded: from the store, or else made now of C texts. What cannot be loaded is
    not kept; nor is what a trial finds wrong, and that is remembered."""
    with _working_folder() as (private, keeps):
        known = record(name) if keeps and trial else None
        if known is not None and known.refused:
            raise Distrusted(known)
        content = kept(name) if keeps else None
        if content is not None:
            earned = known is not None and known.speaks_of(content)
            with suppress(OSError):
                return _loaded(name, content, private, load, None if earned else trial)
        if keeps:
            _sweep(folder())
        try:
            content = compiler.build(texts(), private).read_bytes()
            found = _loaded(name if keeps else "", content, private, load, trial)
        except OSError as error:
            if error.errno is not None:
                raise
            raise RefusedCode(f"the compiled game cannot be loaded: {error}") from None
        if keeps:
            put(with_checksum(content), folder() / (name + SUFFIX), private)
        return found


def record(name: str) -> Record | None:
    """What is known about the library of that name."""
    home = private_folder()
    return None if home is None else read(home / (name + RECORD))


def _loaded(name: str, content: bytes, private: Path, load: Load[Loaded], trial: Trial | None) -> Loaded:
    """A library of exactly these bytes, which nobody else can exchange before they are tried and loaded. What
    came of trying it is kept under its name, if it has one."""
    copy = private / f"loaded-{next(_numbers)}{SUFFIX}"
    copy.write_bytes(content)
    if trial is None:
        return load(str(copy))
    try:
        known = trial(copy)
    except Distrusted as wrong:
        raise _remembered(wrong, name, private) if name else wrong from None
    found = load(str(copy))
    if name:
        with suppress(OSError):  # then it is tried again when it is opened
            write(known, folder() / (name + RECORD), private)
    return found


def shown(wrong: Distrusted, name: str) -> Distrusted:
    """The same, with its text in a file of the store, if one can be written there."""
    with suppress(NativeError), _working_folder() as (private, keeps):
        return _shown(wrong, name, private) if keeps else wrong
    return wrong


def _shown(wrong: Distrusted, name: str, private: Path) -> Distrusted:
    path = folder() / (name[:SHORT] + SHOWN)
    with suppress(OSError):
        put(wrong.text.encode(), path, private)
        return Distrusted(replace(wrong.record, shown=str(path)))
    return wrong


def _remembered(wrong: Distrusted, name: str, private: Path) -> Distrusted:
    """A refusal that is kept, with the text that shows it; perhaps of another library that this one needs."""
    told = wrong if wrong.record.shown else _shown(wrong, name, private)
    with suppress(OSError):
        write(told.record, folder() / (name + RECORD), private)
    return told


@contextmanager
def _working_folder() -> Iterator[tuple[Path, bool]]:
    """A folder of its own to work in, and whether libraries are kept: not where others could write them."""
    home, why = _home()
    if why is not None:
        warn(
            f"compiled games are not kept: {why}; make it yours alone (chmod go-w), or name another folder: "
            "LASKER_CACHE=…",
            RuntimeWarning,
            stacklevel=2,
        )
    try:
        if why is None:
            home.mkdir(parents=True, exist_ok=True, mode=0o700)
        at = home if why is None and os.access(home, os.W_OK) else None
        with tempfile.TemporaryDirectory(prefix=MAKING, dir=at, ignore_cleanup_errors=True) as private:
            yield Path(private), why is None
    except OSError as error:
        raise NativeError(
            f"compiled games are kept in {home}, where nothing can be written: {error.strerror}",
            remedy="make room there, or name another folder: LASKER_CACHE=…; --backend python needs none",
        ) from None


def _home() -> tuple[Path, str | None]:
    """The folder of the store, and why nothing is kept there, in words."""
    try:
        return folder(), exposed(folder())
    except FileError as error:  # a user without a home
        return Path(tempfile.gettempdir()), error.message


def _sweep(folder: Path) -> None:
    """Remove what processes have left behind that were killed while they compiled."""
    for litter in folder.glob(MAKING + "*"):
        with suppress(OSError):
            if time.time() - litter.stat().st_mtime > LONGEST:
                shutil.rmtree(litter, ignore_errors=True)


def sound(path: Path) -> bool:
    """Is there a file of this user alone that ends with the hash of the rest?"""
    return _content(path) is not None


def _content(path: Path) -> bytes | None:
    found = private_bytes(path)
    return None if found is None else checked_content(found)


@cache
def _cpu() -> str:
    """What `native` in the flags depends on."""
    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        return next((line for line in lines if line.startswith(("flags", "Features"))), platform.machine())
    return f"{platform.machine()} {platform.processor()}"
