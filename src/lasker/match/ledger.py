"""The append-only log of a match, one JSON line a game, from which an interrupted match resumes.

The first line describes the match. An incomplete last line, left by a crash, is dropped, and its game is
played again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Any, Self

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError, NotationError
from lasker.kernel.files import contents, descriptor, naming
from lasker.kernel.locks import locked
from lasker.match.adjudication import End
from lasker.match.game import PlayedGame, PlyRecord
from lasker.match.openings import Opening
from lasker.match.players import Answer

KIND = "lasker match 1"
LARGEST = 1 << 30  # bytes of a ledger that is resumed


@dataclass(frozen=True)
class MatchGame:
    """A game of a match: its number, opening, seats, plies and end."""

    number: int
    opening: Opening
    seats: tuple[int, ...]  # the contender at each seat of the game
    plies: tuple[PlyRecord, ...]
    end: End

    @property
    def points(self) -> float:
        """The payoff of the first contender."""
        return float(
            sum(
                (p for p, contender in zip(self.end.payoffs, self.seats, strict=True) if contender == 0),
                Fraction(0),
            )
        )

    @classmethod
    def of(cls, number: int, opening: Opening, seats: tuple[int, ...], game: PlayedGame) -> Self:
        """The entry of a finished game."""
        return cls(number, opening, seats, tuple(game.plies), game.end)

    def line(self) -> str:
        """The entry as a line of JSON."""
        end = asdict(self.end) | {"payoffs": [str(each) for each in self.end.payoffs]}
        plies = [_sparse(asdict(ply)) for ply in self.plies]
        facts = {"game": self.number, "opening": asdict(self.opening), "seats": self.seats, "plies": plies}
        return json.dumps(facts | {"end": end}, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def read(cls, line: str) -> Self:
        """The entry of a line.

        >>> from lasker.match.adjudication import drawn
        >>> plies = PlyRecord("a1"), PlyRecord("b2", 0, Answer("b2", 12), 0.5, 0.0)
        >>> entry = MatchGame(3, Opening(None, ("a1",)), (1, 0), plies, End(drawn(2), "x"))
        >>> MatchGame.read(entry.line()) == entry
        True
        """
        try:
            facts = json.loads(line)
            opening = Opening(facts["opening"]["fen"], tuple(facts["opening"]["moves"]))
            plies = tuple(_ply_record(ply) for ply in facts["plies"])
            end = facts["end"] | {"payoffs": tuple(map(Fraction, facts["end"]["payoffs"]))}
            return cls(int(facts["game"]), opening, tuple(facts["seats"]), plies, End(**end))
        except (ValueError, KeyError, TypeError, ZeroDivisionError) as error:
            raise NotationError(f"a line of the ledger cannot be read: {error!r}"[:200]) from None


def _sparse(facts: dict[str, Any]) -> dict[str, Any]:
    """Facts without null fields."""
    if facts["answer"] is None:
        return {"move": facts["move"]}
    facts["answer"] = {name: value for name, value in facts["answer"].items() if value is not None}
    facts["seconds"] = round(facts["seconds"], 4)
    return {name: value for name, value in facts.items() if value is not None}


def _ply_record(facts: Mapping[str, Any]) -> PlyRecord:
    answer = facts.get("answer")
    said = None if answer is None else Answer(**({"move": None} | answer))
    return PlyRecord(**(dict(facts) | {"answer": said}))


class Ledger:
    """The games of a match in a file locked by one process, or in memory without a file."""

    def __init__(self, file: Path | None, match: Mapping[str, Any]) -> None:
        self.entries: dict[int, MatchGame] = {}
        self._match, self._name, self._file = dict(match), file, -1
        if file is not None:
            self._file = descriptor(file, LARGEST, os.O_RDWR | os.O_CREAT | os.O_APPEND)
            try:
                self._resume(file)
            except BaseException:
                self.close()
                raise

    def _resume(self, file: Path) -> None:
        if not locked(self._file):
            raise LaskerError(f"{file} is being written by another match")
        data = contents(os.dup(self._file), file, LARGEST)
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.ftruncate(self._file, whole)
        lines = data[:whole].decode("utf-8", "replace").splitlines()
        if not lines:
            self._append(json.dumps({"kind": KIND} | self._match, ensure_ascii=False))
            return
        self._compare(file, lines[0])
        for number, line in enumerate(lines[1:], 2):
            try:
                entry = MatchGame.read(line)
            except NotationError as error:
                raise NotationError(f"{file}:{number}: {error.message}") from None
            self.entries.setdefault(entry.number, entry)

    def _compare(self, file: Path, line: str) -> None:
        """Raise an error if the file belongs to another match."""
        try:
            known = json.loads(line)
        except ValueError:
            known = None
        if not isinstance(known, dict) or known.get("kind") != KIND:
            raise NotationError(f"{file} is no ledger of a match", remedy="give another file")
        now = json.loads(json.dumps(self._match))
        changed = [name for name in now | known if name != "kind" and now.get(name) != known.get(name)]
        if changed:
            differences = "; ".join(
                f"{name} was {known.get(name)} and is {now.get(name)}" for name in changed
            )
            raise NotationError(f"{file} is of another match: {differences}", remedy="give another file")

    def add(self, entry: MatchGame) -> None:
        """Append a game."""
        self.entries[entry.number] = entry
        self._append(entry.line())

    def _append(self, line: str) -> None:
        if self._file >= 0 and self._name is not None:
            with naming(self._name):
                os.write(self._file, line.encode("utf-8", "replace") + b"\n")
                os.fsync(self._file)

    def close(self) -> None:
        """Close the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
