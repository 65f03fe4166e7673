"""Work on a file of games, chunk by chunk: the same results, in the order of the file, on any workers."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Any, Protocol

from lasker.database.filters import Filter
from lasker.database.formats import WRITERS, line_entries
from lasker.database.lazy_games import USUAL, Reading, Rulebook, wanted
from lasker.database.positions import Csv, Parquet, rows
from lasker.database.streams import GameFile
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError
from lasker.notation.pgn.blocks import CHUNK, LARGEST, chunks, entries, line_count
from lasker.notation.pgn.tree import Problem
from lasker.notation.pgn.writer import write_game
from lasker.workers import Workers, inline

REPORTED = 100  # problems of one game that are reported


@dataclass(frozen=True)
class Bad:
    """A game with problems: its number, its players, and what is wrong with it."""

    number: int
    players: str
    problems: tuple[Problem, ...]

    def shifted(self, games: int, lines: int) -> Bad:
        """The same after so many games and lines."""
        moved = (Problem(each.line + lines, each.column, each.message) for each in self.problems)
        return Bad(self.number + games, self.players, tuple(moved))

    @property
    def name(self) -> str:
        """The game, for messages."""
        return f"game {self.number}" + (f" {self.players}" if self.players else "")


@dataclass
class ChunkResults:
    """The results of one chunk: how many games and lines it has, which games are bad, and what was made."""

    games: int = 0
    lines: int = 0
    wanted: int = 0
    bad: list[Bad] = field(default_factory=list)
    made: Any = None


class Verb(Protocol):
    """What is done with the games that are wanted."""

    def made(self, readings: Iterator[Reading], part: ChunkResults) -> Any:
        """What the games of a chunk give; bad ones are added to the part."""


@dataclass(frozen=True)
class Count:
    """Counts games by their tag Result."""

    def made(self, readings: Iterator[Reading], part: ChunkResults) -> Counter[str]:
        """The numbers of games by result."""
        return Counter(reading.tags.get("Result", "*") for reading in readings)


@dataclass(frozen=True)
class Select:
    """Writes games as PGN with their moves as they are written, one text each."""

    def made(self, readings: Iterator[Reading], part: ChunkResults) -> list[str]:
        """The texts."""
        return [write_game(reading.record) for reading in readings]


@dataclass(frozen=True)
class Validate:
    """Finds what is wrong: in the text, and by the rules."""

    variations: bool = True
    strict: bool = False  # is a result that contradicts the rules wrong too?

    def made(self, readings: Iterator[Reading], part: ChunkResults) -> None:
        """Nothing but the bad games."""
        for reading in readings:
            found = reading.problems(self.variations)
            if self.strict and not found:
                found = [Problem(reading.line, 1, note) for note in reading.replayed.notes]
            if found:
                part.bad.append(Bad(reading.number, reading.players, tuple(found[:REPORTED])))


@dataclass(frozen=True)
class Convert:
    """Writes games in a format; bad ones are left out."""

    format: str

    def made(self, readings: Iterator[Reading], part: ChunkResults) -> list[str]:
        """The texts."""
        found = []
        for reading in readings:
            done = reading.replay(variations=self.format in ("pgn", "json"))
            lost = reading.record.problems and not reading.record.main.plies
            if done.problems or lost:
                problems = reading.problems(True)[:REPORTED]
                part.bad.append(Bad(reading.number, reading.players, tuple(problems)))
            else:
                found.append(WRITERS[self.format](done))
        return found


@dataclass(frozen=True)
class Positions:
    """Packs the positions of games; of bad ones those before the first illegal move."""

    table: Csv | Parquet

    def made(self, readings: Iterator[Reading], part: ChunkResults) -> bytes:
        """The packed rows."""

        def some() -> Iterator[tuple[int, Any]]:
            for reading in readings:
                if reading.replayed.problems:
                    part.bad.append(Bad(reading.number, reading.players, tuple(reading.problems())))
                yield reading.number, rows(reading, self.table.tags)

        return self.table.packed(some())


@dataclass(frozen=True)
class ChunkReader:
    """The task of workers: from a chunk to a part."""

    verb: Verb
    choice: Filter = field(default_factory=Filter)
    rules: str = USUAL
    format: str = "pgn"

    def open(self) -> Callable[[bytes], ChunkResults]:
        """The function from a chunk to a part."""
        rules = Rulebook(self.rules)

        def read(chunk: bytes) -> ChunkResults:
            part = ChunkResults(lines=line_count(chunk))
            found = entries(chunk) if self.format == "pgn" else line_entries(chunk, self.format)

            def chosen() -> Iterator[Reading]:
                for number, reading in wanted(found, rules, self.choice):
                    part.games = number
                    if reading is not None:
                        part.wanted += 1
                        yield reading

            readings = chosen()
            part.made = self.verb.made(readings, part)
            return part

        return read


def parts(
    file: GameFile,
    reader: ChunkReader,
    workers: Workers | None = None,
    tell: Callable[[int], None] = lambda position: None,
    size: int = CHUNK,
) -> Iterator[tuple[int, ChunkResults]]:
    """The parts of a file in order, each with the number of games before it, its bad games with their numbers
    and lines in the file. `tell` receives how many bytes of the file are done.

    What cannot be decompressed ends the file; `file.damage` is then raised after the last part.
    """
    places: deque[int] = deque()

    def jobs() -> Iterator[bytes]:
        for chunk in chunks(file, size) if reader.format == "pgn" else line_chunks(file, size):
            places.append(file.position())
            yield chunk

    games = lines = 0
    for part in (workers or inline()).map(reader, jobs()):
        part.bad = [each.shifted(games, lines) for each in part.bad]
        yield games, part
        games, lines = games + part.games, lines + part.lines
        tell(places.popleft())
    if file.damage is not None:
        raise file.damage


def line_chunks(file: GameFile, size: int = CHUNK, most: int = LARGEST) -> Iterator[bytes]:
    """A file in chunks of whole lines."""
    held = b""
    while more := file.read(size):
        held += more
        cut = held.rfind(b"\n") + 1
        if not cut and len(held) > most:
            raise LaskerError(f"{file.name}: a line has more than {most:,} bytes")
        if cut:
            yield held[:cut]
            held = held[cut:]
    if held:
        yield held
