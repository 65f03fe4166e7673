"""The tables of a search for forced results: within how many plies positions were proved, or were not.

They hold wherever the position is met, so a later search for the same claims, from the same position or from
another one, can start from them. A file has the tables of one game.
"""

from __future__ import annotations

import json
from dataclasses import field
from fractions import Fraction
from pathlib import Path

from lasker.compiler.ir.machine import ProgramPosition
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import FileError
from lasker.kernel.files import read_text, write_text
from lasker.model.game import Game
from lasker.model.meaning_hash import meaning_hash

VERSION = 1
LARGEST = 1 << 30  # bytes of a file of tables
INFINITE = 1 << 30

Plies = dict[ProgramPosition, int]


@dataclass(frozen=True)
class Claim:
    """A player gets at least a payoff, whatever the others do."""

    player: int
    least: Fraction


@dataclass
class ClaimTables:
    """What is known of positions, for one claim."""

    proved: Plies = field(default_factory=dict)  # plies within which the claim is forced
    open: Plies = field(default_factory=dict)  # plies within which it is not; INFINITE: it never is


class SearchTables:
    """The tables of a game by claim, with a file that keeps them if one is named.

    >>> import lasker
    >>> kept = SearchTables(lasker.load("tictactoe").model)
    >>> kept.of(Claim(0, Fraction(1))).proved
    {}
    """

    def __init__(self, game: Game, file: Path | None = None) -> None:
        self.game, self.file = game, file
        self._tables: dict[Claim, ClaimTables] = {}
        if file is not None and file.exists():
            self._read(file)

    def of(self, claim: Claim) -> ClaimTables:
        """The tables for a claim, to be read and filled."""
        return self._tables.setdefault(claim, ClaimTables())

    def write(self) -> None:
        """Write the file, if one was named. Positions that nobody looked beyond are left out."""
        if self.file is None:
            return
        tables = [
            {
                "player": self.game.players[claim.player],
                "least": str(claim.least),
                "proved": {_text(at): plies for at, plies in found.proved.items()},
                "open": {_text(at): plies for at, plies in found.open.items() if plies},
            }
            for claim, found in self._tables.items()
        ]
        game = {"name": self.game.title, "meaning": meaning_hash(self.game)}
        write_text(self.file, json.dumps({"search": VERSION, "game": game, "tables": tables}) + "\n")

    def _read(self, file: Path) -> None:
        try:
            data = json.loads(read_text(file, LARGEST))
            meaning = data["game"]["meaning"] if data["search"] == VERSION else None
            tables = {
                Claim(self.game.players.index(each["player"]), Fraction(each["least"])): ClaimTables(
                    *(self._positions(each[name]) for name in ("proved", "open"))
                )
                for each in (data["tables"] if meaning == meaning_hash(self.game) else ())
            }
        except (ValueError, KeyError, TypeError, AttributeError):
            raise FileError(f"{file} has no tables of a search", remedy="name another file") from None
        if meaning != meaning_hash(self.game):
            raise FileError(
                f"{file} has the tables of another game, or of another version of {self.game.title}",
                remedy="name another file",
            )
        self._tables = tables

    def _positions(self, table: dict[str, int]) -> Plies:
        squares = len(self.game.space.sites)
        found: Plies = {}
        for text, plies in table.items():
            turn, *rest = map(int, text.split())
            if len(rest) != squares + len(self.game.vocabulary.counters) or type(plies) is not int:
                raise ValueError
            found[ProgramPosition(turn, tuple(rest[:squares]), tuple(rest[squares:]))] = plies
        return found


def _text(position: ProgramPosition) -> str:
    return " ".join(map(str, (position.turn, *position.board, *position.counters)))
