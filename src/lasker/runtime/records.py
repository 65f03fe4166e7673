"""What is known about a library, in a file beside it: what was checked, or why it is refused.

A record speaks of one library, by its hash; of another it says nothing. It is written elsewhere and renamed,
so that it is whole or not there.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

from lasker.kernel.trusted_files import private_bytes
from lasker.runtime.compiler import RefusedCode

POSIX = os.name == "posix"
SUFFIX = ".json"
SHOWN = ".rules"  # a game and a position that show why a library is refused


@dataclass(frozen=True)
class Record:
    """What came of trying a library.

    >>> record = Record("tictactoe", hash_of(b"code"))
    >>> record.speaks_of(b"code"), record.speaks_of(b"other code")
    (True, False)
    """

    game: str
    library: str  # its hash
    kind: str = ""  # what the library is for
    compiler: str = ""
    flags: tuple[str, ...] = ()
    checked: dict[str, int] = field(default_factory=dict)  # how many answers of each kind were compared
    refused: str = ""  # why, in words; nothing where all is well
    walk_is_wrong: bool = False  # or only the fast path?
    shown: str = ""  # the file that shows it

    def speaks_of(self, content: bytes) -> bool:
        """Was it this library that was tried?"""
        return self.library == hash_of(content)


class Distrusted(RefusedCode):
    """A library that was tried and found wrong; `text` is a game with a position that shows it."""

    def __init__(self, record: Record, text: str = "") -> None:
        seen = f" (see {record.shown})" if record.shown else ""
        super().__init__(f"the compiled game is refused: {record.refused}{seen}")
        self.record, self.text = record, text


def hash_of(content: bytes) -> str:
    """What tells a library from all others."""
    return hashlib.sha256(content).hexdigest()


def read(path: Path) -> Record | None:
    """The record in a file of this user; None if there is none that can be read."""
    found = private_bytes(path)
    try:
        known = json.loads(found or b"")
        return Record(**known | {"flags": tuple(known.get("flags", ()))})
    except (ValueError, TypeError, AttributeError):
        return None


def write(record: Record, path: Path, private: Path) -> None:
    """Put a record into its place, by way of a folder that is the caller's alone."""
    put(json.dumps(asdict(record), indent=1).encode() + b"\n", path, private)


def put(content: bytes, path: Path, private: Path) -> None:
    """Put a file into its place, whole or not at all: written, brought to the disk, and then renamed."""
    made = private / path.name
    with open(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    try:
        made.replace(path)
    except PermissionError:  # on Windows, while somebody reads what is there, which is no worse
        if POSIX or not path.exists():
            raise
