"""Symbolic execution: the paths of a move around a few chosen squares, on squares of which nothing is known.

A path has a *guard* (the contents each square may have at first, or that it does not exist), a *store* (what
was written) and the offsets of its cursors. A counter is looked at and written like a square. Every square
that a move chooses is the next one of some given *anchors*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from lasker.algebra.contents import Vocabulary, members
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
from lasker.kernel.dataclass import dataclass
from lasker.space.kinds import Periods
from lasker.space.movement import Offset

MOST_CASES = 4000
MOST_ROUNDS = 64
MOST_WORK = 200_000  # guards that are taken apart


@dataclass(frozen=True)
class Count:
    """The place of a counter's value among squares; a set of values is written as bits, the least first."""

    name: CounterName


Spot = Offset | Count
Guard = dict[Spot, int]  # what is not named is unconstrained


class NotCoveredError(Exception):
    """The move is outside the fragment of the algebra that the normal form decides."""


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
    """How many squares a move chooses at most.

    >>> from lasker.syntax.rules import Rules
    >>> choices(Rules().evaluate("%♖: [♙] step(r){2}"))
    2
    """
    match move:
        case Sequence(parts):
            return sum(map(choices, parts))
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
            if inside and not wanted:  # it asks about all squares
                raise NotCoveredError
            return inside
        case Nil() | Fail() | Adjust() | Compare():
            return 0
    raise NotCoveredError


def plus(a: Offset, b: Offset, periods: Periods) -> Offset:
    """The sum of two offsets, modulo the periods of a lattice."""
    return tuple(
        x + y if period is None else (x + y) % period for x, y, period in zip(a, b, periods, strict=True)
    )


@dataclass(frozen=True)
class Paths:
    """The paths of moves on a lattice; a move chooses the anchors, one after the other."""

    vocabulary: Vocabulary
    periods: Periods
    anchors: tuple[Offset, ...]
    origin: Offset = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "origin", (0,) * len(self.periods))

    def plus(self, a: Offset, b: Offset) -> Offset:
        """The sum of two offsets on the lattice."""
        return plus(a, b, self.periods)

    def run(self, move: Move, case: Case) -> list[Case]:
        """Every path through a move from one case."""
        match move:
            case Nil():
                return [case]
            case Fail():
                return []
            case Sequence(parts):
                now = [case]
                for part in parts:
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
            case Bind(cursor, cell, body) if not cell.regions:
                return self._bound(cursor, cell, body, case)
            case Test(body, wanted):
                ends = self.run(body, case)
                if wanted:
                    return [Case(end.guard, case.store, case.cursors, end.chosen) for end in ends]
                guards = minus([case.guard], [end.guard for end in ends], self.vocabulary)
                return [case.following(guard, case.store) for guard in guards]
            case Rewrite(before):
                anchor = self._anchor(move, case)
                if before.cursors:
                    return list(self._laid(move, anchor, case))
                here = self._narrowed(self._chosen(case), anchor, self.vocabulary.squares)
                return list(self._laid(move, anchor, here)) if here else []
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
        here = self._narrowed(now, place, cell.contents & self.vocabulary.squares)
        if here is None:
            return []
        inside = Case(here.guard, here.store, {**here.cursors, cursor: place}, here.chosen)
        return [
            Case(end.guard, end.store, _restored(end.cursors, case.cursors, cursor), end.chosen)
            for end in self.run(body, inside)
        ]

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
        now: Case | None = case
        for offset, cell in move.before.cells:
            at = self.plus(anchor, offset)
            if cell.regions:
                raise NotCoveredError
            if any(case.cursors[name] != at for name in cell.cursors):
                return
            now = self._narrowed(now, at, cell.contents) if now else None
        for offset, _ in move.after.cells:
            now = self._narrowed(now, self.plus(anchor, offset), self.vocabulary.squares) if now else None
        if now is not None:
            yield from self._written(move, anchor, now)

    def _narrowed(self, case: Case, at: Spot, allowed: int) -> Case | None:
        if at in case.store:
            return case if allowed >> case.store[at] & 1 else None
        mask = case.guard.get(at, free(at, self.vocabulary)) & allowed
        return case.following({**case.guard, at: mask}, case.store) if mask else None

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


def free(at: Spot, vocabulary: Vocabulary) -> int:
    """All that a square can hold, or that there is none; all values of a counter."""
    if isinstance(at, tuple):
        return vocabulary.squares | vocabulary.void
    bounds = vocabulary.counters[at.name]
    return (1 << bounds.high - bounds.low + 1) - 1


def minus(guards: list[Guard], others: list[Guard], vocabulary: Vocabulary) -> list[Guard]:
    """The settings that satisfy one of `guards` and none of `others`, as disjoint guards."""
    left, work = guards, 0
    for other in others:
        rest: list[Guard] = []
        for guard in left:
            rest += _outside(guard, other, vocabulary)
        left, work = rest, work + len(rest)
        if len(left) > MOST_CASES or work > MOST_WORK:
            raise NotCoveredError
        if not left:
            break
    return left


def _outside(guard: Guard, other: Guard, vocabulary: Vocabulary) -> list[Guard]:
    """The settings that satisfy one guard and not the other, as disjoint guards."""
    shared = {at: guard.get(at, free(at, vocabulary)) for at in other}
    if not all(shared[at] & mask for at, mask in other.items()):
        return [guard]
    inside, found = dict(guard), []
    for at, mask in other.items():
        if shared[at] & ~mask:
            found.append({**inside, at: shared[at] & ~mask})
        inside[at] = shared[at] & mask
    return found


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
