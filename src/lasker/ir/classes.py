"""Move classes: what bitboards can do at once.

A *flat* class takes a piece from a square to another one and changes nothing else; a *drop* puts a piece on
an empty square. A *rule* is any other path that names its squares. An *attack* is a test that asks whether
a royal piece can be taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from lasker.algebra.contents import members
from lasker.ir.ops import Adjust, Compare
from lasker.ir.path import Branch, Value

Entry = tuple[int, int, int]  # from, to, and the squares between, as bits
Counters = tuple[Adjust | Compare, ...]
Asked = tuple[str, bool]  # a test, and the answer that is wanted
Conditions = tuple[tuple[int, int], ...]  # contents, and the squares (as bits) that must all hold one of them


@dataclass(frozen=True)
class Terms:
    """What a move needs and does beside the squares that it names."""

    counters: Counters = ()
    guards: tuple[Asked, ...] = ()  # asked before the move
    question: str | None = None  # an attack that must not be there after it, foretold by masks
    asks: tuple[Asked, ...] = ()  # asked after it, by making it
    branch: Branch | None = None
    odd: bool = False  # is its label another than where the piece comes from and goes to?
    note: tuple[int, int, int, int] | None = (
        None  # of a rule: columns of its label, symbol if changed, and was
    )

    @property
    def asked(self) -> bool:
        """Is anything asked of the position after the move?"""
        return bool(self.asks or self.branch)


@dataclass(frozen=True)
class Flat:
    """Pieces of `movers` go to squares that hold `targets`, over `screens` pieces, and become `value`."""

    movers: int
    targets: int
    screens: int  # of the squares between, how many are occupied: none for a ride, one for a cannon
    value: Value  # its site is 0 for the mover itself, None for another piece
    terms: Terms
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Drop:
    """A piece is put on an empty square where the conditions hold."""

    content: int
    terms: Terms
    entries: tuple[tuple[Conditions, int], ...]  # what must hold, and the squares (as bits) for which


@dataclass(frozen=True)
class Rule:
    """A path with its squares as columns: what they hold, what is written, what is asked on the way."""

    holds: tuple[int, ...]
    writes: tuple[tuple[int, Value], ...]  # the sites are columns here
    terms: Terms
    questions: tuple[tuple[str, bool, tuple[tuple[int, Value], ...]], ...]
    rows: tuple[tuple[int, ...], ...]

    @property
    def plain(self) -> bool:
        """Does it ask no more than what a single square holds?"""
        return len(self.holds) == 1 and not self.questions and not self.terms.counters


@dataclass(frozen=True)
class Moves:
    """Moves of all kinds; as a test: can any of them be made?"""

    flats: tuple[Flat, ...] = ()
    drops: tuple[Drop, ...] = ()
    rules: tuple[Rule, ...] = ()

    def terms(self) -> list[Terms]:
        """What all of them need and do beside the squares that they name."""
        every: tuple[Flat | Drop | Rule, ...] = (*self.flats, *self.drops, *self.rules)
        return [each.terms for each in every]


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


Test = Attack | Moves | Fill


@dataclass(frozen=True)
class Tidy:
    """Wherever `holds` stands on `sites`, if the questions are answered as wanted: change it."""

    holds: int
    sites: int
    value: Value
    questions: tuple[Asked, ...]


@dataclass(frozen=True)
class Turn:
    """The moves of one turn, and what follows."""

    moves: Moves
    next: int
    ends: tuple[str, ...]


@dataclass(frozen=True)
class Classes:
    """A whole game in classes; boards must hold nothing but `alphabet`."""

    alphabet: int
    turns: tuple[Turn, ...]
    tests: dict[str, Test]
    settle: tuple[Tidy, ...]
    tried: frozenset[int] = frozenset()  # royal pieces, attacks on which are found by making moves


@cache
def image(contents: int, value: Value) -> int:
    """What contents become."""
    if value.site is None:
        return 1 << value.adds
    return sum(1 << c for c in {c & value.keeps | value.adds for c in members(contents)})
