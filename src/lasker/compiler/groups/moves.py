"""The kinds of moves that bitboards can generate in bulk.

A *flat* class moves a piece from one square to another and changes nothing else; a *drop* places a piece on
an empty square. A *rule* is any other path that names its squares.

Every kind of move implements what the side conditions need to know of it: which contents it compares squares
with, what it writes and where, which tests it uses, and what is on the board meanwhile. `MoveKind` makes
these methods abstract, so a new kind cannot be forgotten in one of the conditions; tests compare them with
the meaning of the kind (`meaning/groups.py`) on many boards.

Long because every kind implements all its methods in one place.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from functools import cache
from typing import Any, NamedTuple

from lasker.algebra.contents import members
from lasker.compiler.groups.path import (
    Branch,
    Conditional,
    Effects,
    Value,
    Writes,
    effect_targets,
    shifted,
    union,
)
from lasker.compiler.ir.ops import Adjust, Block, Compare
from lasker.kernel.dataclass import dataclass

Entry = tuple[int, int, int]  # from, to, and the squares between, as bits
Counters = tuple[Adjust | Compare, ...]
Asked = tuple[str, bool]  # a test, and the required answer
Conditions = tuple[tuple[int, int], ...]  # contents, and the squares (as bits) that must all hold one of them
Written = tuple[int, Value]  # contents that a value is derived from, and the value
Around = tuple[tuple[int, Effects], ...]  # squares (as bits), and effects relative to them


class Query(NamedTuple):
    """A test inside a rule: its block, the required answer, the writes before it (in columns), and the column
    of the square that it is about, if any."""

    block: str
    wanted: bool
    writes: Writes = ()
    at: int | None = None

    @property
    def first(self) -> bool:
        """Is it evaluated before anything is written, and about the whole board?"""
        return not self.writes and self.at is None


EMPTY = 1  # the set of contents that holds the empty square alone


@dataclass(frozen=True)
class Terms:
    """Preconditions and effects of a move besides the squares that it names."""

    counters: Counters = ()
    guards: tuple[Asked, ...] = ()  # tests before the move
    question: str | None = None  # an attack that must not exist after the move, decided by masks
    asks: tuple[Asked, ...] = ()  # tests after the move, evaluated on the board after making it
    branch: Branch | None = None
    odd_label: bool = False  # is its label different from (start square, target square)?
    note: tuple[int, int, int, int] | None = (
        None  # of a rule: columns of its label, symbol if changed, symbol before
    )
    effects: Around = ()  # of a class or a drop: effects around its target square

    @property
    def asked(self) -> bool:
        """Is anything tested in the position after the move?"""
        return bool(self.asks or self.branch)

    def tests(self) -> frozenset[str]:
        """Every test that is used: before the move, by masks, or after it."""
        found = [block for block, _ in (*self.guards, *self.asks)]
        found += [self.question] if self.question else []
        found += [self.branch.block] if self.branch else []
        return frozenset(found)

    def effect_contents(self) -> Iterator[int]:
        """Every set of contents that effects compare a square with."""
        cases = (case for _, effects in self.effects for effect in effects for case in effect)
        return (held for case in cases for _, held in case.needs)

    def brought_about(self) -> frozenset[tuple[int, int]]:
        """What effects may change: contents, and what they become."""
        cases = (case for _, effects in self.effects for effect in effects for case in effect)
        return frozenset((dict(case.needs)[site], c) for case in cases for site, c in case.writes)

    def effect_writes(self) -> Iterator[Written]:
        """Every value that effects write."""
        return ((held, Value(None, 0, content)) for held, content in sorted(self.brought_about()))

    def effect_squares(self) -> int:
        """The squares, as bits, that effects may change."""
        return union(
            shifted(sites, -far) for sites, effects in self.effects for far in effect_targets(effects)
        )


class MoveKind(ABC):
    """The interface of every kind of move."""

    @abstractmethod
    def compared(self) -> Iterable[int]:
        """Every set of contents that a square is compared with."""

    @abstractmethod
    def written(self) -> Iterable[Written]:
        """Every value that is written and stays until the move has ended."""

    @abstractmethod
    def during_tests(self) -> Iterable[Written]:
        """Every value that may be on the board while a test is evaluated during the move, or before its
        counters are changed."""

    @abstractmethod
    def adds_royal(self, royals: int) -> bool:
        """May the move increase the number of pieces among `royals`?"""

    @abstractmethod
    def squares(self) -> int:
        """The squares, as bits, that the move may change."""

    @abstractmethod
    def asks(self) -> frozenset[str]:
        """Every test that decides whether the move is possible, or which counters it changes."""


class Screens(NamedTuple):
    """The pieces between the ends of a move: so many, none for a rider and one for a cannon, and each is
    among `held`."""

    number: int = 0
    held: int = 0


@dataclass(frozen=True)
class Flat(MoveKind):
    """Pieces of `movers` move to squares that hold `targets`, over `screens`, and become `value`."""

    movers: int
    targets: int
    screens: Screens
    value: Value  # its site is 0 for the mover itself, None for another piece
    terms: Terms
    entries: tuple[Entry, ...]

    def compared(self) -> Iterable[int]:
        """Every set of contents that a square is compared with."""
        screens = (self.screens.held,) if self.screens.number else ()
        return self.movers, self.targets, *screens, *self.terms.effect_contents()

    def written(self) -> Iterable[Written]:
        """Every value that is written and stays until the move has ended."""
        return ((self.movers, self.value), *self.terms.effect_writes())

    def during_tests(self) -> Iterable[Written]:
        """Every value that may be on the board while a test is evaluated: effects read the board too."""
        return self.written() if self.terms.asked or self.terms.effects else ()

    def adds_royal(self, royals: int) -> bool:
        """May the move increase the number of pieces among `royals`?"""
        other = self.movers & ~royals
        come = other and image(other, self.value) & royals
        return bool(come) or _effects_make(self.terms, royals)

    def squares(self) -> int:
        """The squares, as bits, that the move may change."""
        return _ends(self.entries) | self.terms.effect_squares()

    def asks(self) -> frozenset[str]:
        """Every test that decides whether the move is possible, or which counters it changes."""
        return self.terms.tests()


@dataclass(frozen=True)
class Drop(MoveKind):
    """A piece is placed on an empty square where the conditions hold."""

    content: int
    terms: Terms
    entries: tuple[tuple[Conditions, int], ...]  # conditions, and the squares (as bits) to which they apply

    def compared(self) -> Iterable[int]:
        """Every set of contents that a square is compared with."""
        held = (contents for conditions, _ in self.entries for contents, _ in conditions)
        return (*held, *self.terms.effect_contents())

    def written(self) -> Iterable[Written]:
        """Every value that is written and stays until the move has ended."""
        return ((EMPTY, Value(None, 0, self.content)), *self.terms.effect_writes())

    def during_tests(self) -> Iterable[Written]:
        """Every value that may be on the board while a test is evaluated: effects read the board too."""
        return self.written() if self.terms.asked or self.terms.effects else ()

    def adds_royal(self, royals: int) -> bool:
        """May the move increase the number of pieces among `royals`?"""
        return bool(royals >> self.content & 1) or _effects_make(self.terms, royals)

    def squares(self) -> int:
        """The squares, as bits, that the move may change."""
        return union(sites for _, sites in self.entries) | self.terms.effect_squares()

    def asks(self) -> frozenset[str]:
        """Every test that decides whether the move is possible, or which counters it changes."""
        return self.terms.tests()


@dataclass(frozen=True)
class Run:
    """On a line, one or more squares that hold `over`, followed by one that holds `to`."""

    by: int  # offset from one square to the next
    steps: int  # the squares, as bits, that have a next one
    over: int
    to: int


@dataclass(frozen=True)
class Sweep(MoveKind):
    """A piece is placed on an empty square at the end of a run, and the squares of some runs become the
    same."""

    content: int
    terms: Terms
    sites: int  # as bits
    needs: tuple[Run, ...]  # at least one of them is required
    turns: tuple[Run, ...]  # all of them that exist are flipped

    def compared(self) -> Iterable[int]:
        """Every set of contents that a square is compared with."""
        return (held for run in (*self.needs, *self.turns) for held in (run.over, run.to))

    def written(self) -> Iterable[Written]:
        """Every value that is written and stays until the move has ended."""
        value = Value(None, 0, self.content)
        return ((EMPTY, value), *((run.over, value) for run in self.turns))

    def during_tests(self) -> Iterable[Written]:
        """Every value that may be on the board while a test is evaluated."""
        return self.written() if self.terms.asked else ()

    def adds_royal(self, royals: int) -> bool:
        """May the move increase the number of pieces among `royals`?"""
        return bool(royals >> self.content & 1)

    def squares(self) -> int:
        """The squares, as bits, that the move may change."""
        lines = (shifted(run.steps, -run.by) for run in self.turns)
        return self.sites | union(lines)

    def asks(self) -> frozenset[str]:
        """Every test that decides whether the move is possible, or which counters it changes."""
        return self.terms.tests()


@dataclass(frozen=True)
class Rule(MoveKind):
    """A path with its squares as columns: required contents, writes, and tests in between."""

    holds: tuple[int, ...]
    writes: Writes  # the sites are columns here
    terms: Terms
    questions: tuple[Query, ...]
    rows: tuple[tuple[int, ...], ...]

    @property
    def plain(self) -> bool:
        """Is its only condition the content of a single square?"""
        return len(self.holds) == 1 and not self.questions and not self.terms.counters

    def compared(self) -> Iterable[int]:
        """Every set of contents that a square is compared with, also to determine what is written."""
        yield from self.holds
        for writes in (self.writes, *(query.writes for query in self.questions)):
            yield from (value.contents for _, value in writes if isinstance(value, Conditional))

    def written(self) -> Iterable[Written]:
        """Every value that is written and stays until the move has ended."""
        return self._made(self.writes)

    def during_tests(self) -> Iterable[Written]:
        """Every value that may be on the board while a test is evaluated."""
        for query in self.questions:
            yield from self._made(query.writes)
        if self.terms.asked:
            yield from self.written()

    def adds_royal(self, royals: int) -> bool:
        """May the move increase the number of pieces among `royals`?"""
        come = sum(bool(image(held, value) & royals) for held, value in self.written())
        surely = (column for column, value in self.writes if not isinstance(value, Conditional))
        gone = sum(not self.holds[column] & ~royals for column in surely)
        return come > gone

    def squares(self) -> int:
        """The squares, as bits, that the move may change."""
        return union(1 << row[column] for column, _ in self.writes for row in self.rows)

    def asks(self) -> frozenset[str]:
        """Every test that decides whether the move is possible, or which counters it changes."""
        return self.terms.tests().union(query.block for query in self.questions)

    def _made(self, writes: Writes) -> Iterator[Written]:
        for column, value in writes:
            if isinstance(value, Conditional):
                yield self.holds[column] & value.contents, Value(None, 0, value.becomes)
            else:
                yield self.holds[column if value.site is None else value.site], value


RuleKey = tuple[tuple[int, ...], Writes, Terms, tuple[Query, ...]]  # a rule without its rows


@dataclass(frozen=True)
class Hop:
    """A single hop of a chain: its piece moves from the first column to the column `to`."""

    rule: Rule
    to: int


@dataclass(frozen=True)
class Tail:
    """What a piece among `contents` becomes where a chain ends on `sites`; unchanged without a value."""

    contents: int
    sites: int  # as bits
    value: Value | None


@dataclass(frozen=True)
class Chain(MoveKind):
    """Pieces of `movers` hop as long as possible, at least once; every hop reduces the number of pieces."""

    movers: int
    sites: int  # squares, as bits, where a chain may start
    hops: tuple[Hop, ...]
    tails: tuple[Tail, ...]
    terms: Terms

    def compared(self) -> Iterable[int]:
        """Every set of contents that a square is compared with."""
        yield self.movers
        for hop in self.hops:
            yield from hop.rule.compared()
        yield from (tail.contents for tail in self.tails if tail.value is not None)

    def written(self) -> Iterable[Written]:
        """Every value that is written and stays until the move has ended."""
        for hop in self.hops:
            yield from hop.rule.written()
        yield from ((tail.contents, tail.value) for tail in self.tails if tail.value is not None)

    def during_tests(self) -> Iterable[Written]:
        """Every value that may be on the board while a test is evaluated: after every hop, whether there is
        another one."""
        for hop in self.hops:
            yield from (*hop.rule.during_tests(), *hop.rule.written())
        if self.terms.asked:
            yield from self.written()

    def adds_royal(self, royals: int) -> bool:
        """May the move increase the number of pieces among `royals`? Assumed."""
        return True

    def squares(self) -> int:
        """The squares, as bits, that the move may change."""
        hops = union(hop.rule.squares() for hop in self.hops)
        return hops | union(tail.sites for tail in self.tails if tail.value is not None)

    def asks(self) -> frozenset[str]:
        """Every test that decides whether the move is possible, or which counters it changes."""
        return self.terms.tests().union(*(hop.rule.asks() for hop in self.hops))


@dataclass(frozen=True)
class Product(MoveKind):
    """A move of one of the classes; then `content` is placed on an empty square, over empty ones."""

    flats: tuple[Flat, ...]
    content: int
    shots: tuple[Entry, ...]  # from the target square of the first part
    terms: Terms

    def compared(self) -> Iterable[int]:
        """Every set of contents that a square is compared with."""
        return (held for flat in self.flats for held in flat.compared())

    def written(self) -> Iterable[Written]:
        """Every value that is written and stays until the move has ended."""
        for flat in self.flats:
            yield from flat.written()
        yield EMPTY, Value(None, 0, self.content)

    def during_tests(self) -> Iterable[Written]:
        """Every value that may be on the board while a test is evaluated: the second part reads the board
        after the first."""
        for flat in self.flats:
            yield from flat.written()
        if self.terms.asked:
            yield from self.written()

    def adds_royal(self, royals: int) -> bool:
        """May the move increase the number of pieces among `royals`? Assumed."""
        return True

    def squares(self) -> int:
        """The squares, as bits, that the move may change."""
        goes = union(flat.squares() for flat in self.flats)
        return goes | union(1 << target for _, target, _ in self.shots)

    def asks(self) -> frozenset[str]:
        """Every test that decides whether the move is possible, or which counters it changes."""
        return self.terms.tests().union(*(flat.asks() for flat in self.flats))


@dataclass(frozen=True)
class Pass(MoveKind):
    """A move that changes nothing on the board, under some conditions."""

    terms: Terms

    def compared(self) -> Iterable[int]:
        """It compares nothing."""
        return ()

    def written(self) -> Iterable[Written]:
        """It writes nothing."""
        return ()

    def during_tests(self) -> Iterable[Written]:
        """It writes nothing."""
        return ()

    def adds_royal(self, royals: int) -> bool:
        """It writes nothing."""
        return False

    def squares(self) -> int:
        """The squares, as bits, that the move may change."""
        return 0

    def asks(self) -> frozenset[str]:
        """Every test that decides whether the move is possible, or which counters it changes."""
        return self.terms.tests()


class Several(MoveKind):
    """What consists of other moves."""

    moves: tuple[Flat | Drop | Rule, ...]

    @property
    def inside(self) -> Moves:
        """Its moves by kind."""
        return _by_kinds(self.moves)

    def compared(self) -> Iterable[int]:
        """Every set of contents that a square is compared with."""
        return (held for each in self.moves for held in each.compared())

    def written(self) -> Iterable[Written]:
        """Every value that is written and stays until the move has ended."""
        return (written for each in self.moves for written in each.written())

    def during_tests(self) -> Iterable[Written]:
        """Every value that may be on the board while a test is evaluated."""
        return (written for each in self.moves for written in each.during_tests())

    def adds_royal(self, royals: int) -> bool:
        """May the move increase the number of pieces among `royals`?"""
        return any(each.adds_royal(royals) for each in self.moves)

    def squares(self) -> int:
        """The squares, as bits, that the move may change."""
        return union(each.squares() for each in self.moves)

    def asks(self) -> frozenset[str]:
        """Every test that decides whether the move is possible, or which counters it changes."""
        return frozenset[str]().union(*(each.asks() for each in self.moves))


@dataclass(frozen=True)
class Shared(Several):
    """A component of moves that may coincide or change nothing: every resulting position is counted once, and
    the position before the move is not one of them."""

    moves: tuple[Flat | Drop | Rule, ...]
    terms: Terms = Terms()  # each has its own


@dataclass(frozen=True)
class Followed(Several):
    """One of some moves, which neither make nor change pieces like `content`; then such a piece is placed on
    an empty square of `sites`. A piece among `lifted` is removed first, if there is any."""

    moves: tuple[Flat | Drop | Rule, ...]
    content: int
    sites: int  # as bits
    lifted: int  # contents; none if nothing is lifted
    terms: Terms = Terms()  # each has its own

    def written(self) -> Iterable[Written]:
        """Every value that is written and stays until the move has ended."""
        yield from super().written()
        yield EMPTY, Value(None, 0, self.content)
        if self.lifted:
            yield self.lifted, Value(None, 0, 0)

    def during_tests(self) -> Iterable[Written]:
        """Every value that may be on the board while a test is evaluated: the placement follows the first
        move."""
        for each in self.moves:
            yield from (*each.during_tests(), *each.written())

    def adds_royal(self, royals: int) -> bool:
        """May the move increase the number of pieces among `royals`?"""
        return bool(royals >> self.content & 1) or super().adds_royal(royals)

    def squares(self) -> int:
        """The squares, as bits, that the move may change; those of lifted pieces are not included."""
        return -1 if self.lifted else super().squares() | self.sites


@dataclass(frozen=True)
class Residual(MoveKind):
    """Alternatives whose paths cannot be enumerated: their block is run by the walk, square by square. Its
    results are not known in advance, so all positions of the turn are then compared."""

    block: Block
    needs: Conditions  # contents, and squares (as bits) of which one must hold one of them
    values: tuple[Written, ...]  # that may be written
    rewrites: tuple[tuple[tuple[int, int], ...], ...]  # contents before and after, by square
    sites: int  # of the board, as bits
    why: str  # the reason why there are no paths
    terms: Terms = Terms()  # its block evaluates its own tests

    def compared(self) -> Iterable[int]:
        """None: positions keep all their marks anyway."""
        return ()

    def written(self) -> Iterable[Written]:
        """Every value that is written and stays until the move has ended."""
        return self.values

    def during_tests(self) -> Iterable[Written]:
        """None: the block evaluates its own tests."""
        return ()

    def adds_royal(self, royals: int) -> bool:
        """May the move increase the number of pieces among `royals`?"""
        return any(
            sum(bool(after & royals) for _, after in squares) > sum(not held & ~royals for held, _ in squares)
            for squares in self.rewrites
        )

    def squares(self) -> int:
        """The squares, as bits, that the move may change."""
        return self.sites

    def asks(self) -> frozenset[str]:
        """None: the block evaluates its own tests."""
        return frozenset()


Special = Sweep | Chain | Product | Pass | Shared | Followed | Residual  # all but Flat, Drop and Rule
Move = Flat | Drop | Rule | Special  # every kind of move


@dataclass(frozen=True)
class Moves:
    """Moves of all kinds; as a test: is any of them possible?"""

    flats: tuple[Flat, ...] = ()
    drops: tuple[Drop, ...] = ()
    rules: tuple[Rule, ...] = ()
    sweeps: tuple[Sweep, ...] = ()
    passes: tuple[Pass, ...] = ()
    chains: tuple[Chain, ...] = ()
    products: tuple[Product, ...] = ()
    shared: tuple[Shared, ...] = ()
    residuals: tuple[Residual, ...] = ()
    followed: tuple[Followed, ...] = ()

    def every(self) -> tuple[Move, ...]:
        """All moves, by kind."""
        return tuple(each for kind in fields(self) for each in getattr(self, kind.name))

    def kinds(self) -> Iterator[str]:
        """The kind of each move, in words."""
        for kind in fields(self):
            yield from ["classes" if kind.name == "flats" else kind.name] * len(getattr(self, kind.name))

    def specials(self) -> tuple[Special, ...]:
        """Those other than classes, drops and rules."""
        return tuple(each for each in self.every() if not isinstance(each, Flat | Drop | Rule))

    def where(self, wanted: Callable[[Move], bool]) -> Moves:
        """The moves that satisfy a predicate."""
        found: dict[str, tuple[Any, ...]] = {
            kind.name: tuple(filter(wanted, getattr(self, kind.name))) for kind in fields(self)
        }
        return Moves(**found)

    @property
    def together(self) -> Moves:
        """All but residuals, with the components dissolved."""
        inside = [each.inside for each in self.shared]
        return replace(
            self,
            flats=(*self.flats, *(flat for each in inside for flat in each.flats)),
            drops=(*self.drops, *(drop for each in inside for drop in each.drops)),
            rules=(*self.rules, *(rule for each in inside for rule in each.rules)),
            shared=(),
            residuals=(),
        )

    def terms(self) -> list[Terms]:
        """The terms of all moves."""
        several: tuple[Shared | Followed, ...] = (*self.shared, *self.followed)
        inside = [each.terms for many in several for each in many.moves]
        return [*(each.terms for each in self.every()), *inside]

    def compared(self) -> Iterator[int]:
        """Every set of contents that a square is compared with."""
        return (held for each in self.every() for held in each.compared())

    def written(self) -> Iterator[Written]:
        """Every value that is written and stays until a move has ended."""
        return (written for each in self.every() for written in each.written())

    @property
    def special(self) -> bool:
        """Is there anything but classes, drops and rules?"""
        return bool(self.specials())

    @property
    def only_rules(self) -> bool:
        """Are there only rules?"""
        return all(isinstance(each, Rule) for each in self.every())


def _by_kinds(moves: tuple[Flat | Drop | Rule, ...]) -> Moves:
    return Moves(
        tuple(each for each in moves if isinstance(each, Flat)),
        tuple(each for each in moves if isinstance(each, Drop)),
        tuple(each for each in moves if isinstance(each, Rule)),
    )


def _effects_make(terms: Terms, royals: int) -> bool:
    """May an effect make a piece among `royals`?"""
    return any(royals >> content & 1 for _, content in terms.brought_about())


def _ends(entries: tuple[Entry, ...]) -> int:
    """Start and target squares of some entries, as bits."""
    return union(1 << origin | 1 << target for origin, target, _ in entries)


@cache
def image(contents: int, value: Value) -> int:
    """The image of a set of contents under a value."""
    if value.site is None:
        return 1 << value.adds
    return sum(1 << c for c in {c & value.keeps | value.adds for c in members(contents)})
