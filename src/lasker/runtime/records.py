"""Verification records of compiled libraries, in JSON files next to them.

A record applies to one library, identified by its hash. It is written to a temporary file and renamed
atomically.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, field
from pathlib import Path

from lasker.kernel.dataclass import dataclass
from lasker.kernel.trusted_files import private_bytes
from lasker.runtime.c_compiler import RefusedCode

POSIX = os.name == "posix"
SUFFIX = ".json"
SHOWN = ".rules"  # a game and a position that reproduce the failure of a refused library


@dataclass(frozen=True)
class Record:
    """The result of verifying a library.

    >>> record = Record("tictactoe", hash_of(b"code"))
    >>> record.matches(b"code"), record.matches(b"other code")
    (True, False)
    """

    game: str
    library: str  # its hash
    kind: str = ""  # the purpose of the library
    compiler: str = ""
    flags: tuple[str, ...] = ()
    checked: dict[str, int] = field(default_factory=dict)  # the number of comparisons by kind
    refused: str = ""  # the reason of a refusal; empty if verified
    walk_is_wrong: bool = False  # is the walking code wrong, or only the bitboards?
    shown: str = ""  # the file that reproduces the failure

    def matches(self, content: bytes) -> bool:
        """Does the record apply to this library?"""
        return self.library == hash_of(content)


class RejectedLibrary(RefusedCode):
    """A library that failed verification; `text` is a game with a position that reproduces the failure."""

    def __init__(self, record: Record, text: str = "") -> None:
        seen = f" (see {record.shown})" if record.shown else ""
        super().__init__(f"the compiled game is refused: {record.refused}{seen}")
        self.record, self.text = record, text


def hash_of(content: bytes) -> str:
    """The hash that identifies a library."""
    return hashlib.sha256(content).hexdigest()


def read(path: Path) -> Record | None:
    """The record in a private file; None if it is missing or unreadable."""
    found = private_bytes(path)
    try:
        known = json.loads(found or b"")
        return Record(**known | {"flags": tuple(known.get("flags", ()))})
    except (ValueError, TypeError, AttributeError):
        return None


def write(record: Record, path: Path, private: Path) -> None:
    """Write a record atomically, by way of a private folder."""
    put(json.dumps(asdict(record), indent=1).encode() + b"\n", path, private)


def put(content: bytes, path: Path, private: Path) -> None:
    """Write a file atomically: to a private folder, flushed to disk, then renamed."""
    temporary = private / path.name
    with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    try:
        temporary.replace(path)
    except PermissionError:  # on Windows, while another process reads the file there, which is as good
        if POSIX or not path.exists():
            raise
