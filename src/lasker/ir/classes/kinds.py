"""Move classes: what bitboards can do at once.

A *flat* class takes a piece from a square to another one and changes nothing else; a *drop* puts a piece on
an empty square. A *rule* is any other path that names its squares. An *attack* is a test that asks whether
a royal piece can be taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from lasker.algebra.contents import members
from lasker.ir.classes.path import Branch, Value
from lasker.ir.ops import Adjust, Compare

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
class Run:
    """In a line, one or more squares that hold `over`, and then one that holds `to`."""

    by: int  # from one square to the next
    steps: int  # the squares, as bits, after which there is a next one
    over: int
    to: int


@dataclass(frozen=True)
class Sweep:
    """A piece is put on an empty square at the end of a run, and so become the squares of some runs."""

    content: int
    terms: Terms
    sites: int  # as bits
    needs: tuple[Run, ...]  # there must be one of them
    turns: tuple[Run, ...]  # each that is there turns over


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
class Hop:
    """A rule of a chain: its piece goes from the first column to the column `to`."""

    rule: Rule
    to: int


@dataclass(frozen=True)
class Tail:
    """What a piece among `contents` becomes where a chain ends on `sites`; itself, without a value."""

    contents: int
    sites: int  # as bits
    value: Value | None


@dataclass(frozen=True)
class Chain:
    """Pieces of `movers` hop as long as they can, at least once; every hop leaves fewer pieces."""

    movers: int
    sites: int  # as bits, where it may begin
    hops: tuple[Hop, ...]
    tails: tuple[Tail, ...]
    terms: Terms


@dataclass(frozen=True)
class Product:
    """A piece goes as one of the classes says; then `content` is put on an empty square, over empty ones."""

    flats: tuple[Flat, ...]
    content: int
    shots: tuple[Entry, ...]  # from where the piece has gone to
    terms: Terms


@dataclass(frozen=True)
class Moves:
    """Moves of all kinds; as a test: can any of them be made?"""

    flats: tuple[Flat, ...] = ()
    drops: tuple[Drop, ...] = ()
    rules: tuple[Rule, ...] = ()
    sweeps: tuple[Sweep, ...] = ()
    passes: tuple[Terms, ...] = ()  # on which nothing may be done
    chains: tuple[Chain, ...] = ()
    products: tuple[Product, ...] = ()

    def terms(self) -> list[Terms]:
        """What all of them need and do beside the squares that they name."""
        every: list[Flat | Drop | Rule] = [*self.flats, *self.drops, *self.rules]
        others: list[Sweep | Chain | Product] = [*self.sweeps, *self.chains, *self.products]
        return [*(each.terms for each in every), *(each.terms for each in others), *self.passes]

    @property
    def special(self) -> bool:
        """Is there more than classes, drops and rules?"""
        return bool(self.sweeps or self.passes or self.chains or self.products)


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


@dataclass(frozen=True)
class Census:
    """If questions are answered as wanted and pieces are counted: do the counters compare as they must?"""

    asks: tuple[Asked, ...]
    steps: tuple[Tally | Compare, ...]


@dataclass(frozen=True)
class Tally:
    """For every piece of `contents` on `sites` a counter that begins with `start` rises, up to its bound."""

    slot: int
    contents: int
    sites: int


Test = Attack | Moves | Fill | Census


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


@cache
def image(contents: int, value: Value) -> int:
    """What contents become."""
    if value.site is None:
        return 1 << value.adds
    return sum(1 << c for c in {c & value.keeps | value.adds for c in members(contents)})
