"""Symbolic execution: the paths of a move around a few chosen squares, on squares of which nothing is known.

A path has a *guard* (the contents each square may have at first, or that it does not exist), a *store* (what
was written) and the offsets of its cursors. A counter is looked at and written like a square. Every square
that a move chooses is the next one of some given *anchors*. A test of single squares, wherever they are,
chooses none: it holds for a square that the guard names, or for one of the others; which contents are
*present* on those is a part of the guard.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from itertools import product

from lasker.algebra.contents import Vocabulary, members
from lasker.algebra.decision.guards import (
    MOST_CASES,
    Count,
    Cover,
    Guard,
    NotCoveredError,
    Spot,
    forgotten,
    free,
    minus,
    naming,
)
from lasker.algebra.fragments import Cell
from lasker.algebra.meaning import RELATIONS
from lasker.algebra.moves import (
    Adjust,
    Bind,
    Choice,
    Compare,
    CounterName,
    Fail,
    Move,
    Nil,
    Repeat,
    Rewrite,
    Sequence,
    Test,
)
from lasker.algebra.subterms import parts
from lasker.kernel.dataclass import dataclass
from lasker.space.board_kinds import Periods
from lasker.space.movement import Offset

MOST_ROUNDS = 64
MOST_OPEN_ROUNDS = 12  # of a repetition without bound
MOST_TESTED = 2  # squares that are chosen by a test of single squares
MOST_STEPS = 200_000  # of all paths of a comparison
OTHER = 1 << 40  # coordinates of a square that is none of those that are named


@dataclass
class Case:
    """One path through a move: its path condition, what was written, the offsets of the cursors, and how
    many squares were chosen."""

    guard: Guard
    store: dict[Spot, int]
    cursors: dict[str, Offset]
    chosen: int = 0

    def following(self, guard: Guard, store: dict[Spot, int]) -> Case:
        """The same path with another guard and another store."""
        return Case(guard, store, dict(self.cursors), self.chosen)


def choices(move: Move) -> int:
    """How many squares a move chooses at most, besides tests of single squares.

    >>> from lasker.syntax.rules import Rules
    >>> choices(Rules().evaluate("%♖: [♙] [♙ + u.] step(r){2}"))
    2
    """
    match move:
        case Sequence(moves):
            return sum(map(choices, moves))
        case Choice(options):
            return max(map(choices, options), default=0)
        case Repeat(body, _, high):
            once = choices(body)
            if once and (high is None or high > MOST_ROUNDS):
                raise NotCoveredError
            return once * (high or 0)
        case Bind(_, cell, body):
            return (not cell.here) + choices(body)
        case Rewrite(before):
            return int(not before.cursors)
        case Test(body, wanted):
            inside = choices(body)
            if 0 < inside <= MOST_TESTED and not looks_around(body):
                return 0
            if inside and not wanted:  # it asks about all squares and what is around them
                raise NotCoveredError
            return inside
        case Nil() | Fail() | Adjust() | Compare():
            return 0
    raise NotCoveredError


def looks_around(move: Move) -> bool:
    """Does a move read or write other squares than those that it chooses?"""
    return any(
        any(offset)
        for part in parts(move)
        if isinstance(part, Rewrite)
        for side in (part.before, part.after)
        for offset, _ in side.cells
    )


def plus(a: Offset, b: Offset, periods: Periods) -> Offset:
    """The sum of two offsets, modulo the periods of a lattice."""
    if not any(b):
        return a
    return tuple(
        x + y if period is None else (x + y) % period for x, y, period in zip(a, b, periods, strict=True)
    )


@dataclass(frozen=True)
class Paths:
    """The paths of moves on a lattice; a move chooses the anchors, one after the other."""

    vocabulary: Vocabulary
    periods: Periods
    anchors: tuple[Offset, ...]
    steps: list[int] = field(default_factory=lambda: [MOST_STEPS])  # that are left, shared by many paths
    origin: Offset = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "origin", (0,) * len(self.periods))

    def plus(self, a: Offset, b: Offset) -> Offset:
        """The sum of two offsets on the lattice."""
        return plus(a, b, self.periods)

    def run(self, move: Move, case: Case) -> list[Case]:
        """Every path through a move from one case."""
        self.steps[0] -= 1
        if self.steps[0] < 0:
            raise NotCoveredError
        match move:
            case Nil():
                return [case]
            case Fail():
                return []
            case Sequence(moves):
                now = [case]
                for part in moves:
                    now = _all(self.run(part, each) for each in now)
                return now
            case Choice(options):
                return _all(self.run(option, case) for option in options)
            case Repeat(body, low, int(high)) if high <= MOST_ROUNDS:
                now, found = [case], []
                for count in range(high + 1):
                    if count >= low:
                        found += now
                    now = _all(self.run(body, each) for each in now) if count < high else []
                return _all([found])
            case Repeat(body, low, None):
                return self._repeated(body, low, case)
            case Bind(cursor, cell, body) if not cell.regions:
                return self._bound(cursor, cell, body, case)
            case Test(body, wanted):
                number = choices(body)
                anywhere = 0 < number <= MOST_TESTED and not looks_around(body)
                ends = self._anywhere(body, number, case) if anywhere else self.run(body, case)
                ends = [end for end in ends if end.guard == case.guard][:1] or ends  # it holds for certain
                if wanted:
                    return [Case(end.guard, case.store, case.cursors, end.chosen) for end in ends]
                guards = minus([case.guard], [end.guard for end in ends], self.vocabulary)
                return [case.following(guard, case.store) for guard in guards]
            case Rewrite(before):
                anchor = self._anchor(move, case)
                if before.cursors:
                    return list(self._laid(move, anchor, case))
                here = self._narrowed(self._chosen(case), anchor, self.vocabulary.squares)
                return [end for each in here for end in self._laid(move, anchor, each)]
            case Adjust(name, relative, amount):
                return list(self._adjusted(Count(name), relative, amount, case))
            case Compare(name, relation, other):
                return [
                    each
                    for value, each in self._valued(Count(name), case)
                    for limit, each in self._limits(other, each)
                    if RELATIONS[relation](value, limit)
                ]
        raise NotCoveredError

    def _repeated(self, body: Move, low: int, case: Case) -> list[Case]:
        """A repetition that comes to an end: after some rounds every path leads where another has led."""
        now, found = [case], list[Case]()
        for count in range(low + MOST_OPEN_ROUNDS):
            if count >= low:
                now = [each for each in now if not self._led(each, found)]
                found += now
            if not now:
                return _all([found])
            now = _all(self.run(body, each) for each in now)
        raise NotCoveredError

    def _led(self, case: Case, before: list[Case]) -> bool:
        """Does a path lead where others have led already?"""
        there = [each.guard for each in before if (each.store, each.cursors) == (case.store, case.cursors)]
        return bool(there) and Cover(there, self.vocabulary).uncovered(case.guard) is None

    def _bound(self, cursor: str, cell: Cell, body: Move, case: Case) -> list[Case]:
        """A binder: its cursor stands on a chosen square, or where other cursors stand."""
        if cell.here:
            places = {case.cursors.get(name) for name in cell.here}
            if None in places:
                raise NotCoveredError
            if len(places) > 1:
                return []
            place, now = next(iter(places)), case
        else:
            place, now = self._fresh(case), self._chosen(case)
        assert place is not None
        return [
            Case(end.guard, end.store, _restored(end.cursors, case.cursors, cursor), end.chosen)
            for here in self._narrowed(now, place, cell.contents & self.vocabulary.squares)
            for end in self.run(
                body, Case(here.guard, here.store, {**here.cursors, cursor: place}, here.chosen)
            )
        ]

    def _anywhere(self, body: Move, number: int, case: Case) -> list[Case]:
        """The ends of a move that chooses so many squares and does not look around them: squares that are
        named, and others."""
        named = [at for at in case.guard if isinstance(at, tuple)]
        others = [tuple(OTHER << each for _ in self.origin) for each in range(number)]
        found: list[Guard] = []
        alike: list[Guard] = []  # of two other squares with the same content, which no guard can require
        for anchors in product([*named, *others], repeat=number):
            begin = Case(case.guard, case.store, case.cursors)
            for end in replace(self, anchors=anchors).run(body, begin):
                for guard, contents in forgotten(end.guard, others):
                    (found if len({*contents}) == len(contents) else alike).append(guard)
        cover = Cover(found, self.vocabulary)
        if any(cover.uncovered(guard) is not None for guard in alike):
            raise NotCoveredError
        return [Case(guard, {}, {}, case.chosen) for guard in found]

    def _fresh(self, case: Case) -> Offset:
        if case.chosen == len(self.anchors):
            raise NotCoveredError
        return self.anchors[case.chosen]

    def _chosen(self, case: Case) -> Case:
        return Case(case.guard, case.store, case.cursors, case.chosen + 1)

    def _anchor(self, move: Rewrite, case: Case) -> Offset:
        """Where a rule is laid: at the cursor in its centre, or at a chosen square."""
        if not move.before.cursors:
            return self._fresh(case)
        centre = dict(move.before.cells).get(self.origin)
        if centre is None or not centre.cursors or not move.before.cursors <= case.cursors.keys():
            raise NotCoveredError
        return case.cursors[min(centre.cursors)]

    def _laid(self, move: Rewrite, anchor: Offset, case: Case) -> Iterator[Case]:
        """A rewrite applied at an anchor: refine the guard by its left side, then write its right side."""
        written = [self.plus(anchor, offset) for offset, cell in move.after.cells if _writes(cell)]
        if len({*written}) < len(written):
            return  # on a glued board two squares of the right side may coincide
        now = [case]
        for offset, cell in move.before.cells:
            at = self.plus(anchor, offset)
            if cell.regions:
                raise NotCoveredError
            if any(case.cursors[name] != at for name in cell.cursors):
                return
            now = [done for each in now for done in self._narrowed(each, at, cell.contents)]
        for offset, _ in move.after.cells:
            at = self.plus(anchor, offset)
            now = [done for each in now for done in self._narrowed(each, at, self.vocabulary.squares)]
        for each in now:
            yield from self._written(move, anchor, each)

    def _narrowed(self, case: Case, at: Offset, allowed: int) -> list[Case]:
        if at in case.store:
            return [case] if allowed >> case.store[at] & 1 else []
        guards = naming(case.guard, [at], self.vocabulary)
        return [
            case.following({**guard, at: guard[at] & allowed}, case.store)
            for guard in guards
            if guard[at] & allowed
        ]

    def _written(self, move: Rewrite, anchor: Offset, case: Case) -> Iterator[Case]:
        cases = [case.following(case.guard, dict(case.store))]
        for offset, cell in move.after.cells:
            at = self.plus(anchor, offset)
            if _carries(cell):
                origin = case.cursors[cell.piece] if cell.piece else at
                cases = [each for done in cases for each in self._carried(cell, origin, at, case, done)]
            elif not cell.bare:
                cases = [
                    done.following(done.guard, {**done.store, at: content})
                    for done in cases
                    for content in self.vocabulary.written(cell.contents)
                ]
            for done in cases:
                done.cursors.update(dict.fromkeys(cell.cursors, at))
        yield from cases

    def _carried(self, cell: Cell, origin: Offset, at: Offset, before: Case, done: Case) -> Iterator[Case]:
        """A cursor's piece arrives; its content must be known, so the case is split by its old content."""
        for content, each in self._known(origin, before.store, done):
            arrived = content if origin == at else self.vocabulary.moved(content)
            arrived = self.vocabulary.with_marks(arrived, cell.gains, cell.loses)
            yield each.following(each.guard, {**each.store, at: arrived})

    def _known(self, at: Spot, store: dict[Spot, int], case: Case) -> Iterator[tuple[int, Case]]:
        """The case split by what a square, or a counter, holds: with the store, and else at first."""
        if at in store:
            yield store[at], case
            return
        exists = free(at, self.vocabulary) & ~self.vocabulary.void if isinstance(at, tuple) else -1
        for content in members(case.guard.get(at, free(at, self.vocabulary)) & exists):
            yield content, case.following({**case.guard, at: 1 << content}, case.store)

    def _valued(self, at: Count, case: Case) -> Iterator[tuple[int, Case]]:
        low = self.vocabulary.counters[at.name].low
        return ((low + bit, each) for bit, each in self._known(at, case.store, case))

    def _limits(self, other: int | CounterName, case: Case) -> Iterator[tuple[int, Case]]:
        return iter([(other, case)]) if isinstance(other, int) else self._valued(Count(other), case)

    def _adjusted(self, at: Count, relative: bool, amount: int, case: Case) -> Iterator[Case]:
        bounds = self.vocabulary.counters[at.name]
        for value, each in self._valued(at, case) if relative else [(0, case)]:
            if bounds.low <= value + amount <= bounds.high:
                yield each.following(each.guard, {**each.store, at: value + amount - bounds.low})


def _all(many: Iterable[list[Case]]) -> list[Case]:
    found: list[Case] = []
    for some in many:
        for case in some:
            if case not in found[-50:]:
                found.append(case)
        if len(found) > MOST_CASES:
            raise NotCoveredError
    return found


def _restored(now: dict[str, Offset], outside: dict[str, Offset], cursor: str) -> dict[str, Offset]:
    rest = {name: at for name, at in now.items() if name != cursor}
    return {**rest, cursor: outside[cursor]} if cursor in outside else rest


def _carries(cell: Cell) -> bool:
    """Does this cell of a right side depend on an old content, rather than on what is written?"""
    return bool(cell.piece or cell.gains or cell.loses)


def _writes(cell: Cell) -> bool:
    return _carries(cell) or not cell.bare
