"""Every position of every game as a row of a table, in CSV or (with pyarrow) Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Protocol, Self

from lasker.database.lazy_games import Reading
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError, NotationError
from lasker.kernel.files import check_writable, naming
from lasker.notation.pgn.tree import RESULTS

ROW_GROUP = 1 << 17  # rows of a group of Parquet
COLUMNS = ("game", "ply", "fen", "player", "move", "san", "result", "points")
POINTS = dict(zip(RESULTS, (1.0, 0.0, 0.5, None), strict=True))  # of the first player

Row = tuple[Any, ...]  # as COLUMNS without the game, and then the tags that were asked for


def rows(reading: Reading, tags: tuple[str, ...] = ()) -> list[Row]:
    """A row for each position of the main line, with the move played in it; the last one has none."""
    result, found = reading.record.result, []
    also = (result, POINTS[result], *(reading.tags.get(name) for name in tags))
    plies, positions = reading.record.main.plies, reading.positions
    for number, position in enumerate(positions):
        move = san = None
        if number + 1 < len(positions):
            move, san = str(positions[number + 1].last or "0000"), plies[number].san
        found.append((position.node.ply, position.fen, position.turn, move, san, *also))
    return found


class PositionsFile(Protocol):
    """A table that is being written."""

    def add(self, games: int, content: bytes) -> None:
        """Add what a worker has packed; so many games are before those."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


@dataclass(frozen=True)
class Csv:
    """Rows as CSV. A worker packs lines without the number of the game, which it does not know."""

    tags: tuple[str, ...] = ()

    def packed(self, games: Iterable[tuple[int, list[Row]]]) -> bytes:
        """The rows of games: a line with the game's number and how many rows follow, and the rows."""
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        for number, found in games:
            stream.write(f"{number} {len(found)}\n")
            writer.writerows([[_one_line(cell) for cell in row] for row in found])
        return stream.getvalue().encode("utf-8", "replace")

    def table(self, stream: IO[bytes]) -> CsvTable:
        """A table written to a stream."""
        return CsvTable(stream, self.tags)


def _one_line(cell: Any) -> Any:
    return " ".join(cell.split("\n")) if isinstance(cell, str) else cell


class CsvTable:
    """A file of CSV."""

    def __init__(self, stream: IO[bytes], tags: tuple[str, ...]) -> None:
        self._stream = stream
        head = io.StringIO()
        csv.writer(head, lineterminator="\n").writerow([*COLUMNS, *tags])
        stream.write(head.getvalue().encode())

    def add(self, games: int, content: bytes) -> None:
        """Add rows, with the numbers of their games."""
        lines, at = content.split(b"\n"), 0
        while at < len(lines) - 1:
            number, count = map(int, lines[at].split())
            first = b"%d," % (games + number)
            some = lines[at + 1 : at + 1 + count]
            if some:
                self._stream.write(first + (b"\n" + first).join(some) + b"\n")
            at += 1 + count

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stream.flush()


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.compute
        import pyarrow.parquet
    except ImportError:
        raise LaskerError("Parquet needs pyarrow", remedy="pip install 'lasker[stats]'") from None
    return pyarrow


@dataclass(frozen=True)
class Parquet:
    """Rows as Parquet. A worker packs a table of Arrow."""

    tags: tuple[str, ...] = ()

    def packed(self, games: Iterable[tuple[int, list[Row]]]) -> bytes:
        """The rows of games, with their numbers in the chunk."""
        arrow = _pyarrow()
        whole = [(number, *row) for number, found in games for row in found]
        columns = list(zip(*whole, strict=True)) or [()] * len(self.schema())
        arrays = [arrow.array(column, kind.type) for column, kind in zip(columns, self.schema(), strict=True)]
        sink = arrow.BufferOutputStream()
        with arrow.ipc.new_stream(sink, self.schema()) as writer:
            writer.write_table(arrow.Table.from_arrays(arrays, schema=self.schema()))
        return bytes(sink.getvalue().to_pybytes())

    def schema(self) -> Any:
        """The columns and their types."""
        arrow = _pyarrow()
        text, points = arrow.string(), arrow.float32()
        kinds = (arrow.int64(), arrow.int32(), text, text, text, text, text, points)
        return arrow.schema([*zip(COLUMNS, kinds, strict=True), *((name, text) for name in self.tags)])

    def table(self, file: Path) -> ParquetTable:
        """A table written to a file, which appears when it is complete."""
        return ParquetTable(file, self)


class ParquetTable:
    """A file of Parquet, in groups of rows of about one size."""

    def __init__(self, file: Path, kind: Parquet) -> None:
        check_writable(file)
        self._arrow, self._file, self._part = _pyarrow(), file, file.with_name(file.name + ".part")
        self._rows: list[Any] = []
        self._count = 0
        with naming(self._part):
            self._writer = self._arrow.parquet.ParquetWriter(self._part, kind.schema(), compression="zstd")

    def add(self, games: int, content: bytes) -> None:
        """Add rows, with the numbers of their games."""
        arrow = self._arrow
        table = arrow.ipc.open_stream(content).read_all()
        numbers = arrow.compute.add(table["game"], arrow.scalar(games, arrow.int64()))
        self._rows.append(table.set_column(0, "game", numbers))
        self._count += len(table)
        if self._count >= ROW_GROUP:
            self._write()

    def _write(self) -> None:
        if self._count:
            with naming(self._part):
                self._writer.write_table(self._arrow.concat_tables(self._rows).combine_chunks(), ROW_GROUP)
        self._rows, self._count = [], 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._write()
        self._writer.close()
        with naming(self._file):
            self._part.replace(self._file)


def table_format(name: str | None, tags: tuple[str, ...]) -> Csv | Parquet:
    """The format of a table by the name of its file; CSV if there is none."""
    doubled = [tag for tag in tags if tag in COLUMNS or tags.count(tag) > 1]
    if doubled:
        raise NotationError(f"there would be two columns {doubled[0]}", remedy="name every tag once")
    return Parquet(tags) if name is not None and name.endswith((".parquet", ".pq")) else Csv(tags)
