"""The on-disk store of compiled libraries, with checksums and verification before loading.

A library is written to a temporary folder and renamed, so that two processes may compile the same game at
once and a killed process leaves no partial file. The file ends with a checksum; on a mismatch it is compiled
again. It is read once, and exactly the bytes that were checked are loaded. A folder that other users can
write to is not used at all.
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
from lasker.runtime.c_compiler import LINKED, SECONDS, Compiler, RefusedCode, flags
from lasker.runtime.records import SHOWN, Record, RejectedLibrary, put, read, write
from lasker.runtime.records import SUFFIX as RECORD
from lasker.runtime.result_cache import TEMPORARY_PREFIX as TEMPORARY_PREFIX
from lasker.runtime.result_cache import folder as folder
from lasker.runtime.result_cache import private_folder
from lasker.runtime.sources import generator

SUFFIX = ".so"
SHORT = 16  # characters of a name in messages
LONGEST = 2 * SECONDS  # age of a temporary folder from which it is abandoned
Loaded = TypeVar("Loaded")
Load = Callable[[str], Loaded]  # loads the library at a path
Trial = Callable[[Path], Record]  # verifies a library: its record, or `RejectedLibrary`
_numbers = count()  # the loader identifies libraries by path, so each copy gets its own


def key(text_hash: str, switches: frozenset[str], compiler: Compiler) -> str:
    """The hash of a library's inputs: rules, code generator, compiler, flags, processor."""
    facts = [text_hash, generator(), *sorted(switches), *compiler.command, compiler.version]
    facts += [*flags(), *LINKED, _cpu()]
    return hashlib.sha256("\0".join(facts).encode()).hexdigest()


def holds(name: str) -> bool:
    """Is a valid library of that name in the store?"""
    return stored_bytes(name) is not None


def stored_bytes(name: str) -> bytes | None:
    """The stored bytes of a library; None if missing, damaged, or writable by other users."""
    home = private_folder()
    return None if home is None else _content(home / (name + SUFFIX))


def library(
    name: str,
    texts: Callable[[], Iterable[str]],
    compiler: Compiler,
    load: Load[Loaded],
    trial: Trial | None = None,
) -> Loaded:
    """Load the library of that name from the store, or compile it now from C texts. A library that cannot be
    loaded is not stored, nor is one that fails verification, whose failure is recorded."""
    with _working_folder() as (private, stores):
        known = record(name) if stores and trial else None
        if known is not None and known.refused:
            raise RejectedLibrary(known)
        content = stored_bytes(name) if stores else None
        if content is not None:
            verified = known is not None and known.matches(content)
            with suppress(OSError):
                return _loaded(name, content, private, load, None if verified else trial)
        if stores:
            _sweep(folder())
        try:
            content = compiler.build(texts(), private).read_bytes()
            found = _loaded(name if stores else "", content, private, load, trial)
        except OSError as error:
            if error.errno is not None:
                raise
            raise RefusedCode(f"the compiled game cannot be loaded: {error}") from None
        if stores:
            put(with_checksum(content), folder() / (name + SUFFIX), private)
        return found


def record(name: str) -> Record | None:
    """The verification record of the library of that name."""
    home = private_folder()
    return None if home is None else read(home / (name + RECORD))


def _loaded(name: str, content: bytes, private: Path, load: Load[Loaded], trial: Trial | None) -> Loaded:
    """Verify and load a library of exactly these bytes, from a private copy. The verification record is
    stored under its name, if it has one."""
    copy = private / f"loaded-{next(_numbers)}{SUFFIX}"
    copy.write_bytes(content)
    if trial is None:
        return load(str(copy))
    try:
        known = trial(copy)
    except RejectedLibrary as rejected:
        raise _record_refusal(rejected, name, private) if name else rejected from None
    found = load(str(copy))
    if name:
        with suppress(OSError):  # it is verified again next time
            write(known, folder() / (name + RECORD), private)
    return found


def shown(rejected: RejectedLibrary, name: str) -> RejectedLibrary:
    """The same error, with its reproduction written to a file of the store, if possible."""
    with suppress(NativeError), _working_folder() as (private, stores):
        return _shown(rejected, name, private) if stores else rejected
    return rejected


def _shown(rejected: RejectedLibrary, name: str, private: Path) -> RejectedLibrary:
    path = folder() / (name[:SHORT] + SHOWN)
    with suppress(OSError):
        put(rejected.text.encode(), path, private)
        return RejectedLibrary(replace(rejected.record, shown=str(path)))
    return rejected


def _record_refusal(rejected: RejectedLibrary, name: str, private: Path) -> RejectedLibrary:
    """Record a refusal with its reproduction; it may concern another library that this one needs."""
    refusal = rejected if rejected.record.shown else _shown(rejected, name, private)
    with suppress(OSError):
        write(refusal.record, folder() / (name + RECORD), private)
    return refusal


@contextmanager
def _working_folder() -> Iterator[tuple[Path, bool]]:
    """A private temporary folder, and whether libraries are stored: not where other users can write."""
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
        with tempfile.TemporaryDirectory(
            prefix=TEMPORARY_PREFIX, dir=at, ignore_cleanup_errors=True
        ) as private:
            yield Path(private), why is None
    except OSError as error:
        raise NativeError(
            f"compiled games are kept in {home}, where nothing can be written: {error.strerror}",
            remedy="make room there, or name another folder: LASKER_CACHE=…; --backend python needs none",
        ) from None


def _home() -> tuple[Path, str | None]:
    """The folder of the store, and the reason why nothing can be stored there, if any."""
    try:
        return folder(), exposed(folder())
    except FileError as error:  # a user without a home
        return Path(tempfile.gettempdir()), error.message


def _sweep(folder: Path) -> None:
    """Remove temporary folders of processes that were killed while compiling."""
    for abandoned in folder.glob(TEMPORARY_PREFIX + "*"):
        with suppress(OSError):
            if time.time() - abandoned.stat().st_mtime > LONGEST:
                shutil.rmtree(abandoned, ignore_errors=True)


def sound(path: Path) -> bool:
    """Is there a private file with a valid checksum?"""
    return _content(path) is not None


def _content(path: Path) -> bytes | None:
    found = private_bytes(path)
    return None if found is None else checked_content(found)


@cache
def _cpu() -> str:
    """The processor features that `native` in the flags depends on."""
    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        return next((line for line in lines if line.startswith(("flags", "Features"))), platform.machine())
    return f"{platform.machine()} {platform.processor()}"
