"""Games from files, to go on with: games that were saved at the table, and games of a PGN file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO
from itertools import islice
from pathlib import Path

from lasker.database.index import read
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError, NameProblem, NotationError
from lasker.kernel.files import read_text
from lasker.notation.pgn.reader import read_games
from lasker.notation.pgn.tree import Record
from lasker.play.game import Game, Position, load
from lasker.play.pgn_tags import game_of_tags
from lasker.play.record import is_of, replay

SUFFIX = re.compile(r"\.pgn(\.(gz|bz2|xz|zst))?$", re.IGNORECASE)
PGN = re.compile(r"\s*(%[^\n]*\n\s*)*\[[A-Za-z]\w*\s+\"")  # how a PGN file begins
USUAL = "standard"  # the rules of PGN that names no variant
WITHOUT = "leave GAME out: the file names it"


@dataclass(frozen=True)
class Saved:
    """A game from a file: its first position, its last, and the moves between."""

    start: Position
    position: Position
    moves: list[str]


def read_saved(file: Path, game: Game | None = None, number: int = 1) -> Saved:
    """A game of a file: the only one, or that of a number in a PGN file. It is played by the rules that
    the file names, which have to be those of `game` if one is given."""
    if SUFFIX.search(file.name):
        return _of_pgn(file, read(file), game, number)
    text = read_text(file)
    if PGN.match(text):
        return _of_pgn(file, read_games(StringIO(text)), game, number)
    return _of_table(file, text.splitlines(), game)


def _of_table(file: Path, lines: list[str], game: Game | None) -> Saved:
    if len(lines) < 2 or not lines[0].startswith("game ") or not lines[1].startswith("start "):
        raise NotationError(
            f"{file} is not a saved game", remedy="`save` of `lasker play` writes one; PGN is read, too"
        )
    named = lines[0][5:]
    if game is not None and named != game.name:
        raise NotationError(f"{file} is a game of {named}, not of {game.name}", remedy=WITHOUT)
    start = position = (game or load(named)).position(lines[1].removeprefix("start "))
    for at, text in enumerate(lines[2:], start=3):
        try:
            position = position.play(text)
        except LaskerError as error:
            raise NotationError(f"{file}:{at}: {error.message}", remedy=error.remedy) from None
    return Saved(start, position, lines[2:])


def _of_pgn(file: Path, records: Iterator[Record], game: Game | None, number: int) -> Saved:
    record = next(islice(records, number - 1, None), None)
    if record is None:
        raise NotationError(f"{file} has no game {number}", remedy="lasker pgn count FILE tells how many")
    variant = record.tags.get("Variant", "")
    if game is not None and not is_of(game, variant):
        raise NotationError(f"{file}: {record.name} is of {variant[:80]}, not of {game.name}", remedy=WITHOUT)
    done = replay(game or _rules(file, record), record, variations=False)
    if done.problems:
        first = done.problems[0]
        raise NotationError(
            f"{file}:{first.line}:{first.column}: {first.message}",
            remedy="mend the file, or take another game of it with --number",
        )
    return Saved(done.positions[0], done.positions[-1], [ply.san for ply in record.main.plies])


def _rules(file: Path, record: Record) -> Game:
    try:
        return game_of_tags(record.tags, USUAL)
    except NameProblem as error:
        raise NameProblem(f"{file}: {record.name}: {error.message}", remedy=error.remedy) from None
