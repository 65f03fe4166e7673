"""A whole game in classes: the moves of its turns, and the tests that they ask.

An *attack* is a test that asks whether a royal piece can be taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from lasker.compiler.groups.moves import Asked, Entry, Moves, Residual, Rule
from lasker.compiler.groups.path import Value
from lasker.compiler.ir.ops import Compare


@dataclass(frozen=True)
class Strike:
    """Pieces of `strikers` take a royal piece along these entries, over so many screens."""

    strikers: int
    screens: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Attack:
    """Can a piece among `royals` be taken?"""

    royals: int
    strikes: tuple[Strike, ...]

    @property
    def strikers(self) -> int:
        """All contents that strike."""
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
    """A walker goes on to squares that hold `contents`."""

    contents: int
    ways: tuple[tuple[int, int], ...]  # how far, and from which squares (as bits)


@dataclass(frozen=True)
class Fill:
    """Can a walker who begins on `contents` on `sites` come to one of `goals`, going these steps?"""

    contents: int
    sites: int
    steps: tuple[FillStep, ...]
    goals: int

    def compared(self) -> Iterator[int]:
        """No set that marks could decide: all of them hold whole kinds of pieces."""
        return iter(())


@dataclass(frozen=True)
class Census:
    """If questions are answered as wanted and pieces are counted: do the counters compare as they must?"""

    asks: tuple[Asked, ...]
    steps: tuple[Tally | Compare, ...]

    def compared(self) -> Iterator[int]:
        """Every set of contents that a square is compared with."""
        return (step.contents for step in self.steps if isinstance(step, Tally))


@dataclass(frozen=True)
class Tally:
    """For every piece of `contents` on `sites` a counter that begins with `start` rises, up to its bound."""

    slot: int
    contents: int
    sites: int


@dataclass(frozen=True)
class Placed:
    """Of a square: does one of `strikes` end there, or does one of `rules` fit whose first column it is?"""

    strikes: tuple[Strike, ...]
    rules: tuple[Rule, ...]

    def compared(self) -> Iterator[int]:
        """Every set of contents that a square is compared with."""
        yield from (strike.strikers for strike in self.strikes)
        yield from (held for rule in self.rules for held in rule.compared())


Test = Attack | Moves | Fill | Census | Placed


@dataclass(frozen=True)
class Tidy:
    """Wherever `holds` stands on `sites`, if the questions are answered as wanted: change it."""

    holds: int
    sites: int
    value: Value
    questions: tuple[Asked, ...]


@dataclass(frozen=True)
class Turn:
    """The moves of one turn, and what follows: after the first test that holds, or without one."""

    moves: Moves
    next: tuple[tuple[str | None, int], ...]
    ends: tuple[str, ...]


@dataclass(frozen=True)
class Classes:
    """A whole game in classes; boards must hold nothing but `alphabet`."""

    alphabet: int
    turns: tuple[Turn, ...]
    tests: dict[str, Test]
    settle: tuple[Tidy, ...]
    tried: frozenset[int] = frozenset()  # royal pieces, attacks on which are found by making moves

    @cached_property
    def residuals(self) -> tuple[Residual, ...]:
        """Everything that is walked, of turns and of tests."""
        tests = (test for test in self.tests.values() if isinstance(test, Moves))
        every = (*(turn.moves for turn in self.turns), *tests)
        return tuple(dict.fromkeys(each for moves in every for each in moves.residuals))
