"""Games of a file as far as they are needed: tags first, moves and positions when somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache

from lasker.database.filters import Filter
from lasker.kernel.errors import LaskerError, NameProblem
from lasker.notation.pgn.blocks import GameBlock
from lasker.notation.pgn.tree import Problem, Record
from lasker.play.game import Game, Position, load
from lasker.play.pgn_tags import NAMING, game_of_tags
from lasker.play.record import Replayed, replay

USUAL = "standard"  # the rules of PGN that names no variant
LONGEST = 50_000  # plies of one game that are replayed


class Rulebook:
    """The rules by which games are replayed: what the tag Variant names, or else one game.

    >>> Rulebook().game(Record({"Variant": "Three-check"})).title
    'Three-check chess'
    """

    def __init__(self, otherwise: str = USUAL) -> None:
        self.otherwise = otherwise
        self._find = lru_cache(maxsize=256)(self._found)

    def game(self, record: Record) -> Game:
        """The rules of a record; raises NameProblem if no game of the library has that name."""
        found = self._find(tuple((name, record.tags[name]) for name in NAMING if name in record.tags))
        if isinstance(found, LaskerError):
            raise NameProblem(found.message, remedy=found.remedy)
        return found

    def _found(self, tags: tuple[tuple[str, str], ...]) -> Game | LaskerError:
        try:
            return game_of_tags(dict(tags), self.otherwise)
        except LaskerError as error:
            return error


class Reading:
    """One game of a chunk. `number` counts from 1 in the chunk, as do lines."""

    def __init__(self, number: int, entry: GameBlock, rules: Rulebook) -> None:
        self.number, self.tags, self.line, self._rules = number, entry.tags, entry.line, rules
        self._entry = entry

    @cached_property
    def record(self) -> Record:
        """The game as it is written."""
        record = self._entry.record()
        record.number = self.number
        return record

    @cached_property
    def replayed(self) -> Replayed:
        """The game as it is played by its rules, without variations."""
        return self.replay(variations=False)

    def replay(self, variations: bool) -> Replayed:
        """The game as it is played by its rules; what cannot be replayed is a problem of the game."""
        record = self.record
        try:
            game = self._rules.game(record)
            if len(record.main.plies) > LONGEST:
                ply = record.main.plies[LONGEST]
                many = f"{record.name}, ply {LONGEST}: longer games are not replayed"
                return Replayed(record, (), (Problem(ply.line, ply.column, many),), ())
            return replay(game, record, variations)
        except LaskerError as error:
            reason = error.message
        except RecursionError:
            reason = "its variations are nested too deeply"
        return Replayed(record, (), (Problem(record.at, 1, f"{record.name}: {reason}"),), ())

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions of the main line, as far as it is legal."""
        return self.replayed.positions

    def problems(self, variations: bool = False) -> list[Problem]:
        """What is wrong with the text and the moves, in their order, without the game's name."""
        name = self.record.name
        found = [*self.record.problems, *(self.replay(True) if variations else self.replayed).problems]
        told = (each.message.removeprefix(name).lstrip(",: ") for each in found)
        plain = [Problem(each.line, each.column, text) for each, text in zip(found, told, strict=True)]
        return sorted(plain, key=lambda each: (each.line, each.column))

    @property
    def players(self) -> str:
        """The players, for messages: empty, or in brackets."""
        return self.record.name.partition(" ")[2].partition(" ")[2]


def wanted(
    entries: Iterator[GameBlock], rules: Rulebook, choice: Filter
) -> Iterator[tuple[int, Reading | None]]:
    """The games of a chunk with their numbers; None instead of those that are not wanted."""
    reached = _Reached(choice, rules)
    for number, entry in enumerate(entries, 1):
        reading = Reading(number, entry, rules)
        found = choice.wanted(entry.tags, lambda: reading.record, lambda _: reached(reading))  # noqa: B023
        yield number, reading if found else None


class _Reached:
    """The conditions of a filter on the course of a game."""

    def __init__(self, choice: Filter, rules: Rulebook) -> None:
        self._choice = choice
        self._key = lru_cache(maxsize=256)(self._key_in)
        self._named = load(choice.variant) if choice.variant else None
        self._rules = rules

    def __call__(self, reading: Reading) -> bool:
        choice = self._choice
        if self._named is not None and not self._is_of(reading.record):
            return False
        if choice.legal is not None and choice.legal == bool(reading.replayed.problems):
            return False
        if not choice.position or not reading.positions:
            return not choice.position
        key = self._key(reading.positions[0].game)
        return any(position.key == key for position in reading.positions)

    def _is_of(self, record: Record) -> bool:
        try:
            return self._rules.game(record) == self._named
        except LaskerError:
            return False

    def _key_in(self, game: Game) -> object:
        """The key of the wanted position in a game; a new object, equal to no key, if it is no position."""
        try:
            return game.position(self._choice.position).key
        except LaskerError:
            return object()
