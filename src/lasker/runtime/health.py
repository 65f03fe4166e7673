"""Diagnostics for `lasker doctor`: interpreter, compiler, store of libraries, optional packages."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import tempfile
import webbrowser
from collections.abc import Iterator
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Any

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import FileError, NativeError
from lasker.kernel.trusted_files import exposed
from lasker.runtime import c_compiler, library_store, records

NOT_FOR_USERS = "dev"  # the extra needed only for developing Lasker
TINY = "int lasker_sound(void) { return 1; }\n"


@dataclass(frozen=True)
class StoredLibrary:
    """A library of the store: size, integrity, and its verification record."""

    name: str
    size: int  # bytes; 0 where a library was refused
    sound: bool
    record: records.Record | None

    def problems(self) -> Iterator[str]:
        """Descriptions of its faults."""
        if self.record is not None and self.record.refused:
            yield f"{self.record.game} ({self.record.kind}) was refused: {self.record.refused}"
        elif not self.sound:
            yield f"{self.name[: library_store.SHORT]} is damaged, and will be made again"

    def facts(self) -> dict[str, Any]:
        """The library as JSON-compatible data."""
        known = self.record or records.Record("", "")
        return {
            "name": self.name,
            "game": known.game,
            "kind": known.kind,
            "bytes": self.size,
            "sound": self.sound,
            "checked": known.checked,
            "compiler": known.compiler,
            "flags": known.flags,
            "refused": known.refused,
            "shown": known.shown,
        }


def libraries() -> list[StoredLibrary]:
    """All libraries of the store, by game and kind."""
    found = [_stored(name) for name in {path.stem for path in _files()}]
    return sorted(found, key=lambda each: (*_named(each.record), each.name))


def _files() -> Iterator[Path]:
    for suffix in (library_store.SUFFIX, records.SUFFIX):
        with suppress(OSError, FileError):
            yield from library_store.folder().glob("*" + suffix)


def _named(record: records.Record | None) -> tuple[str, str]:
    return (record.game, record.kind) if record else ("", "")


def _stored(name: str) -> StoredLibrary:
    path, record = library_store.folder() / (name + library_store.SUFFIX), library_store.record(name)
    size = path.stat().st_size if path.exists() else 0
    return StoredLibrary(name, size, bool(record and record.refused) or library_store.sound(path), record)


def python() -> dict[str, Any]:
    """The interpreter, and the machine it runs on."""
    return {
        "version": platform.python_version(),
        "implementation": platform.python_implementation(),
        "program": sys.executable,
        "system": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
    }


def compiling() -> dict[str, Any]:
    """The C compiler: its version and flags, the processor it compiles for, and whether it works here."""
    try:
        found = c_compiler.find()
    except NativeError as error:
        return {"found": False, "works": False, "problem": error.message}
    facts = {
        "found": True,
        "command": " ".join(found.command),
        "version": found.version.partition("\n")[0],
        "flags": [*c_compiler.flags(), *c_compiler.LINKED],
        "processor": _processor(found),
    }
    try:
        with tempfile.TemporaryDirectory() as folder:
            found.build([TINY], Path(folder))
    except (NativeError, OSError) as error:
        return facts | {"works": False, "problem": str(error)}
    return facts | {"works": True, "problem": ""}


def _processor(found: c_compiler.Compiler) -> str:
    """The processor that `native` selects, if the compiler reports it."""
    with suppress(OSError, subprocess.TimeoutExpired):
        command = [*found.command, c_compiler.NATIVE, "-Q", "--help=target"]
        output = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        if named := re.search(r"-m(?:arch|cpu)=\s+(\S+)", output.stdout):
            return named[1]
    return "native"


def storing() -> dict[str, Any]:
    """The folder of the store: permissions, and whether it is safe and writable."""
    try:
        folder = library_store.folder()
    except FileError as error:
        return {"folder": None, "permissions": None, "problem": error.message}
    mode = oct(folder.stat().st_mode & 0o7777) if folder.exists() else None
    problem = exposed(folder) or ""
    there = next(each for each in (folder, *folder.parents) if each.exists())
    if not problem and not (there.is_dir() and os.access(there, os.W_OK | os.X_OK)):
        problem = f"nothing can be written in {there}"
    return {"folder": str(folder), "permissions": mode, "problem": problem}


def pieces() -> dict[str, list[str]]:
    """The missing packages of each extra."""
    found: dict[str, list[str]] = {}
    for line in _requirements():
        wanted = re.match(r"([\w.-]+)[^;]*;\s*extra\s*==\s*['\"](\w+)['\"]", line)
        if wanted and wanted[2] != NOT_FOR_USERS:
            missing = found.setdefault(wanted[2], [])
            if wanted[1] != "lasker" and not _installed(wanted[1]):
                missing.append(wanted[1])
    return found


def _requirements() -> list[str]:
    with suppress(metadata.PackageNotFoundError):
        return metadata.requires("lasker") or []
    return []


def _installed(package: str) -> bool:
    with suppress(metadata.PackageNotFoundError):
        return bool(metadata.distribution(package))
    return False


def browser() -> bool:
    """Is a browser available?"""
    with suppress(webbrowser.Error):
        return bool(webbrowser.get())
    return False


def examined() -> dict[str, Any]:
    """All diagnostics, with a list of faults."""
    machine = compiling()
    stored, home = libraries(), storing()
    broken = [home["problem"]] if home["problem"] else []
    if machine["found"] and not machine["works"]:
        broken.append(f"the C compiler does not work: {machine['problem']}")
    broken += [output for each in stored for output in each.problems()]
    return {
        "python": python(),
        "compiler": machine,
        "store": home,
        "libraries": [each.facts() for each in stored],
        "pieces": pieces(),
        "browser": browser(),
        "broken": broken,
    }
