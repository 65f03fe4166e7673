"""The classified game: the moves of its turns, its tests, and its settling steps.

An *attack* is a test whether a royal piece can be captured.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from lasker.compiler.groups.moves import Asked, Entry, Moves, Residual, Rule
from lasker.compiler.groups.path import Value
from lasker.compiler.ir.ops import Adjust, Compare
from lasker.kernel.dataclass import dataclass


@dataclass(frozen=True)
class Strike:
    """Pieces of `strikers` capture a royal piece along these entries, over exactly this number of screens."""

    strikers: int
    screens: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Attack:
    """Can a piece among `royals` be captured?"""

    royals: int
    strikes: tuple[Strike, ...]

    @property
    def strikers(self) -> int:
        """All contents that attack."""
        found = 0
        for strike in self.strikes:
            found |= strike.strikers
        return found

    def compared(self) -> Iterator[int]:
        """Every set of contents that a square is compared with."""
        yield self.royals
        yield from (strike.strikers for strike in self.strikes)


@dataclass(frozen=True)
class FillStep:
    """One step of a flood fill, onto squares that hold `contents`."""

    contents: int
    ways: tuple[tuple[int, int], ...]  # offset, and the squares (as bits) from which


@dataclass(frozen=True)
class Fill:
    """Flood fill: can a cursor that starts on `contents` on `sites` reach one of `goals` by these steps?"""

    contents: int
    sites: int
    steps: tuple[FillStep, ...]
    goals: int

    def compared(self) -> Iterator[int]:
        """None: all its sets hold whole kinds of pieces, so marks never decide."""
        return iter(())


@dataclass(frozen=True)
class Census:
    """If questions have the required answers and pieces are counted: do the counters compare as required?"""

    asks: tuple[Asked, ...]
    steps: tuple[PieceCounter | Compare, ...]

    def compared(self) -> Iterator[int]:
        """Every set of contents that a square is compared with."""
        return (step.contents for step in self.steps if isinstance(step, PieceCounter))


@dataclass(frozen=True)
class PieceCounter:
    """A counter, starting from `start`, rises by one for every piece of `contents` on `sites`, up to its
    bound."""

    slot: int
    contents: int
    sites: int


@dataclass(frozen=True)
class SquareTest:
    """Test of one square: does one of `strikes` end there, or does one of `rules` match with it as first
    column?"""

    strikes: tuple[Strike, ...]
    rules: tuple[Rule, ...]

    def compared(self) -> Iterator[int]:
        """Every set of contents that a square is compared with."""
        yield from (strike.strikers for strike in self.strikes)
        yield from (held for rule in self.rules for held in rule.compared())


Test = Attack | Moves | Fill | Census | SquareTest


@dataclass(frozen=True)
class SettleStep:
    """A settling step: wherever `holds` stands on `sites`, if the questions have the required answers, change
    it."""

    holds: int
    sites: int
    value: Value
    questions: tuple[Asked, ...]


@dataclass(frozen=True)
class CountWay:
    """A way to change counters: if the questions have the required answers and every step is possible."""

    questions: tuple[Asked, ...]
    steps: tuple[Adjust | Compare | PieceCounter, ...]


@dataclass(frozen=True)
class CountStep:
    """A settling step that changes counters only: the one of its ways that is possible is done."""

    ways: tuple[CountWay, ...]

    @property
    def slots(self) -> frozenset[int]:
        """The counters that it reads or changes."""
        steps = [step for way in self.ways for step in way.steps]
        others = {step.other for step in steps if isinstance(step, Compare) and step.other_is_slot}
        return frozenset({step.slot for step in steps} | others)


@dataclass(frozen=True)
class GroupedTurn:
    """The moves of one turn, and the next turn: after the first test that holds, or unconditionally."""

    moves: Moves
    next: tuple[tuple[str | None, int], ...]
    ends: tuple[str, ...]


@dataclass(frozen=True)
class Classes:
    """A whole game in classes; boards hold nothing but `alphabet`."""

    alphabet: int
    turns: tuple[GroupedTurn, ...]
    tests: dict[str, Test]
    settle: tuple[SettleStep, ...]
    counting: tuple[CountStep, ...] = ()  # settling steps after them
    tested_royals: frozenset[int] = frozenset()  # royal pieces whose attacks are tested by making the move

    @cached_property
    def residuals(self) -> tuple[Residual, ...]:
        """Everything run by the walk, of turns and of tests."""
        tests = (test for test in self.tests.values() if isinstance(test, Moves))
        every = (*(turn.moves for turn in self.turns), *tests)
        return tuple(dict.fromkeys(each for moves in every for each in moves.residuals))
