"""Single games of a large file: their headers, read without the moves, and an index by which to find them."""

from __future__ import annotations

import io
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast, overload

from lasker.database.streams import GameFile
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import FileError
from lasker.notation.pgn.blocks import chunks, entries, line_count, shifted
from lasker.notation.pgn.reader import read_games
from lasker.notation.pgn.tree import Record


@dataclass(frozen=True)
class Headers:
    """The tags of a game, and where it is: its number, its line, and the byte from which it is read,
    behind `skipped` other games."""

    tags: dict[str, str]
    number: int
    line: int
    offset: int
    skipped: int = 0


def read(path: Path | str) -> Iterator[Record]:
    """The games of a file, one after the other: `-` is standard input, and gzip, bzip2, xz and Zstandard are
    decompressed. Bytes that are not UTF-8 are read as Latin-1."""
    with GameFile(path) as file:
        text = io.TextIOWrapper(
            cast("io.BytesIO", io.BufferedReader(file)), encoding="utf-8", errors="surrogateescape"
        )
        yield from read_games(text)
        if file.damage is not None:
            raise file.damage


def headers(path: Path | str) -> Iterator[Headers]:
    """The headers of the games of a file, much faster than the games themselves.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "games.pgn")
    ...     _ = file.write_text('[White "A"]\\n\\n1. e4 *\\n\\n[White "B"]\\n\\n1. d4 *\\n')
    ...     [(head.tags["White"], head.line, head.offset) for head in headers(file)]
    [('A', 1, 0), ('B', 5, 22)]
    """
    number = lines = offset = 0
    with GameFile(path) as file:
        for chunk in chunks(file):
            for entry in entries(chunk):
                number += 1
                yield Headers(entry.tags, number, entry.line + lines, entry.offset + offset, entry.skipped)
            lines, offset = lines + line_count(chunk), offset + len(chunk)
        if file.damage is not None:
            raise file.damage


class Index(Sequence[Record]):
    """The games of a file by number, from 0; each is read from the file when it is asked for.

    A million games take 20 megabytes.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = path
        self._offsets, self._skipped, self._lines = array("Q"), array("L"), array("Q")
        for head in headers(path):
            self._offsets.append(head.offset)
            self._skipped.append(head.skipped)
            self._lines.append(head.line)

    def __len__(self) -> int:
        return len(self._offsets)

    @overload
    def __getitem__(self, number: int) -> Record: ...
    @overload
    def __getitem__(self, number: slice) -> list[Record]: ...
    def __getitem__(self, number: int | slice) -> Record | list[Record]:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(len(self)))]
        at = range(len(self))[number]
        with GameFile(self.path) as file:
            if not file.seekable():
                raise FileError(f"{file.name} can only be read from its beginning", remedy="decompress it")
            file.seek(self._offsets[at])
            text = io.TextIOWrapper(
                cast("io.BytesIO", io.BufferedReader(file)), encoding="utf-8", errors="surrogateescape"
            )
            for skipped, record in enumerate(read_games(text)):
                if skipped == self._skipped[at]:
                    record.number = at + 1
                    return shifted(record, self._lines[at] - record.at)
        raise FileError(f"{self.path} has changed since its index was made", remedy="make a new index")

    def offset(self, number: int) -> int:
        """The byte from which a game can be read."""
        return self._offsets[number]


def index(path: Path | str) -> Index:
    """An index of a file, by which single games are found at once.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "games.pgn")
    ...     _ = file.write_text('[White "A"]\\n\\n1. e4 *\\n\\n[White "B"]\\n\\n1. d4 *\\n')
    ...     found = index(file)
    ...     len(found), found[1].moves, found[-1].at
    (2, ['d4'], 5)
    """
    return Index(path)
