"""The list of planted faults: small changes of the sources, each with the tests that notice it.

A fault is one entry of a file `tests/faults/*.toml`: a text that occurs once in one file, what replaces it,
the statement about Lasker that becomes false, and the tests of `make test` that must then fail.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).resolve().parent
SUBJECTS = FOLDER / "subjects.toml"  # the one file here that lists no faults


class BadList(Exception):
    """The list itself is wrong: a change that does not apply, a test that does not exist or does not pass."""


@dataclass(frozen=True)
class Fault:
    """One planted fault."""

    name: str
    file: str  # from the root of the project
    find: str
    replace: str
    falsifies: str
    tests: tuple[str, ...]  # pytest node ids; one without its parameters fails if one of its cases fails
    hangs: bool  # does it count if the tests do not end?
    listed: str  # the file that lists it

    def applied(self, text: str) -> str:
        """The source with the fault in it."""
        found = text.count(self.find)
        if found != 1:
            raise BadList(f"{self.listed}: {self.name}: `find` occurs {found} times in {self.file}")
        return text.replace(self.find, self.replace)


@dataclass(frozen=True)
class Subject:
    """A part of Lasker that must have its share of faults."""

    name: str
    files: tuple[str, ...]  # patterns; `*` crosses folders
    least: int

    def covers(self, fault: Fault) -> bool:
        return any(fnmatch(fault.file, pattern) for pattern in self.files)


def faults(folder: Path = FOLDER) -> list[Fault]:
    """All planted faults, in the order of their files."""
    return [
        fault
        for path in sorted(folder.glob("*.toml"))
        if path.name != SUBJECTS.name
        for fault in _read(path.name, path.read_text("utf-8"))
    ]


def subjects() -> list[Subject]:
    """The parts of Lasker that the faults must cover."""
    entries = tomllib.loads(SUBJECTS.read_text("utf-8"))["subject"]
    return [Subject(entry["name"], tuple(entry["files"]), entry["least"]) for entry in entries]


def _read(listed: str, text: str) -> Iterable[Fault]:
    try:
        entries = tomllib.loads(text)["fault"]
    except (tomllib.TOMLDecodeError, KeyError) as error:
        raise BadList(f"{listed}: {error}") from None
    for entry in entries:
        known = {**entry, "tests": tuple(entry.get("tests", ())), "hangs": entry.get("hangs", False)}
        try:
            fault = Fault(**known, listed=listed)
        except TypeError as error:
            raise BadList(f"{listed}: {entry.get('name')}: {error}") from None
        if not (fault.find and fault.falsifies and fault.tests) or fault.find == fault.replace:
            raise BadList(
                f"{listed}: {fault.name}: find, replace, falsifies and tests must all say something"
            )
        yield fault
