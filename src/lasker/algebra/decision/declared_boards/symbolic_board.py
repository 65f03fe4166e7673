"""Moves on a declared board whose contents are unknown: every way through a move, with the condition under
which it is possible and what it makes of the board.

A way is finite; a move with too many ways is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from lasker.algebra.contents import Life, Vocabulary, members
from lasker.algebra.decision.declared_boards.formulas import (
    FALSE,
    TRUE,
    Among,
    Formula,
    Related,
    both,
    either,
    mask,
    negated,
)
from lasker.algebra.fragments import Cell
from lasker.algebra.meaning import RELATIONS, Arena, Configuration, Placement
from lasker.algebra.moves import (
    Adjust,
    Bind,
    Choice,
    Compare,
    Each,
    Fail,
    Most,
    Move,
    Nil,
    Repeat,
    Rewrite,
    Sequence,
    Test,
)
from lasker.kernel.errors import SortError, Undecided
from lasker.space.space import Place, Space

MOST_WAYS = 20_000
MOST_VALUES = 256  # of a counter


class FinalValue(NamedTuple):
    """What a variable is in the end: the beginning value of a variable with marks gained and lost, or with a
    number added; or a constant."""

    variable: int | None
    constant: int = 0  # the value, or what is added
    gains: int = 0
    loses: int = 0


class SymbolicPath(NamedTuple):
    """One way through a move: its condition on the beginning, the values of sites and then of counters, and
    the places of cursors."""

    condition: Formula
    values: tuple[FinalValue, ...]
    cursors: tuple[tuple[str, Place], ...] = ()


class SymbolicBoard:
    """A board of unknown contents, and unknown counters: variables are its sites, then its counters.

    >>> from lasker.algebra.contents import CHESSMEN
    >>> from lasker.space.shapes import rectangle
    >>> board = SymbolicBoard(rectangle(2, 1), CHESSMEN)
    >>> len(board.domains), len(board.ways(Nil()))
    (2, 1)
    """

    def __init__(self, space: Space, vocabulary: Vocabulary, most: int = MOST_WAYS) -> None:
        self.space, self.vocabulary, self.most = space, vocabulary, most
        self.arena = Arena(space, vocabulary)
        self.size = len(space.sites)
        self.counters = tuple(vocabulary.counters.values())
        for counter in self.counters:
            if counter.high - counter.low >= MOST_VALUES:
                raise SortError(f"the counter {counter.name} has more than {MOST_VALUES} values")
        self.domains = dict.fromkeys(range(self.size), vocabulary.squares)
        for slot, counter in enumerate(self.counters):
            self.domains[self.size + slot] = (1 << (counter.high - counter.low + 1)) - 1
        self._made = 0

    def ways(self, move: Move) -> list[SymbolicPath]:
        """Every way through a whole move, with scratch marks and counters reset."""
        self._made = 0
        start = SymbolicPath(TRUE, tuple(FinalValue(variable) for variable in self.domains))
        scratch = self._bits(Life.END)
        return [
            SymbolicPath(
                way.condition, tuple(self._ended(at, value, scratch) for at, value in enumerate(way.values))
            )
            for way in self._runs(move, start)
        ]

    def _bits(self, life: Life) -> int:
        marks = self.vocabulary.marks.values()
        return sum(self.vocabulary.mark_bit(mark.name) for mark in marks if mark.life is life)

    def _ended(self, at: int, value: FinalValue, scratch: int) -> FinalValue:
        if at < self.size:
            return self._marked(value, 0, scratch)
        counter = self.counters[at - self.size]
        return FinalValue(None, counter.start - counter.low) if counter.scratch else value

    def _marked(self, value: FinalValue, gains: int, loses: int) -> FinalValue:
        """A content with marks gained, and then marks lost."""
        if value.variable is None:
            return FinalValue(None, self.vocabulary.with_marks(value.constant, gains, loses))
        kept = (value.gains | gains) & ~loses
        return FinalValue(value.variable, 0, kept, (value.loses & ~gains) | loses)

    def result(self, value: FinalValue, beginning: int) -> int:
        """The value in the end, of one that is known in the beginning."""
        if value.variable is None:
            return value.constant
        if value.variable < self.size:
            return self.vocabulary.with_marks(beginning, value.gains, value.loses)
        return beginning + value.constant

    def among(self, value: FinalValue, values: int) -> Formula:
        """The condition that a value is one of these."""
        if value.variable is None:
            return TRUE if values >> value.constant & 1 else FALSE
        domain = self.domains[value.variable]
        found = mask(b for b in members(domain) if (v := self.result(value, b)) >= 0 and values >> v & 1)
        return TRUE if found == domain else Among(value.variable, found) if found else FALSE

    def same(self, one: FinalValue, two: FinalValue) -> Formula:
        """The condition that two values are equal."""
        if one == two:
            return TRUE
        if one.variable is None:
            return self.among(two, 1 << one.constant)
        if two.variable is None:
            return self.among(one, 1 << two.constant)
        return self._related(one, two, "=")

    def _related(self, one: FinalValue, two: FinalValue, relation: str, shift: int = 0) -> Formula:
        assert one.variable is not None
        assert two.variable is not None
        holds = RELATIONS[relation]
        if one.variable == two.variable:
            beginnings = members(self.domains[one.variable])
            found = mask(b for b in beginnings if holds(self.result(one, b), self.result(two, b) + shift))
            return self.among(FinalValue(one.variable), found)
        pairs = product(members(self.domains[one.variable]), members(self.domains[two.variable]))
        return Related(
            one.variable,
            two.variable,
            frozenset((a, b) for a, b in pairs if holds(self.result(one, a), self.result(two, b) + shift)),
        )

    def _runs(self, move: Move, start: SymbolicPath) -> Iterator[SymbolicPath]:
        for way in self._steps(move, start):
            if way.condition != FALSE:
                self._made += 1
                self._limit(self._made)
                yield way

    def _limit(self, ways: int) -> None:
        if ways > self.most:
            raise Undecided(
                f"more than {self.most} ways lead through this move", remedy="declare a smaller board"
            )

    def _steps(self, move: Move, start: SymbolicPath) -> Iterator[SymbolicPath]:
        match move:
            case Nil():
                yield start
            case Fail():
                return
            case Rewrite():
                yield from self._rewrite(move, start)
            case Sequence(parts):
                yield from self._sequence(parts, start)
            case Choice(options):
                for option in options:
                    yield from self._runs(option, start)
            case Repeat(body, low, high):
                yield from self._repeat(body, low, high, start)
            case Bind(cursor, cell, body):
                for place in self.space.places if not cell.here else self._standing(cell, start):
                    yield from self._bound(cursor, place, cell, body, start)
            case Each(cursor, cell, body):
                yield from self._each(cursor, cell, body, start)
            case Test(body, wanted):
                found = self.possible(body, start)
                yield self._if(start, found if wanted else negated(found))
            case Adjust():
                yield from self._adjust(move, start)
            case Compare():
                yield self._if(start, self._compare(move, start))
            case Most(counter, body):
                yield from self._most(self.size + self.arena.slots[counter], body, start)
            case _:
                raise SortError(
                    "an unknown move has no finite ways", remedy="equations of unknown moves go to --coq"
                )

    def possible(self, move: Move, start: SymbolicPath) -> Formula:
        """The condition under which a move is possible from the values of a way."""
        fresh = SymbolicPath(TRUE, start.values, start.cursors)
        return either(way.condition for way in self._runs(move, fresh))

    def _if(self, way: SymbolicPath, condition: Formula) -> SymbolicPath:
        return SymbolicPath(both((way.condition, condition)), way.values, way.cursors)

    def _sequence(self, parts: tuple[Move, ...], start: SymbolicPath) -> Iterator[SymbolicPath]:
        if not parts:
            yield start
            return
        for way in self._runs(parts[0], start):
            yield from self._sequence(parts[1:], way)

    def _repeat(self, body: Move, low: int, high: int | None, start: SymbolicPath) -> Iterator[SymbolicPath]:
        now: list[tuple[SymbolicPath, frozenset[object]]] = [(start, frozenset())]
        rounds = 0
        while now:
            if rounds >= low:  # a way that comes back to where it was adds nothing
                now = [(way, past | {way[1:]}) for way, past in now if way[1:] not in past]
                yield from (way for way, _ in now)
            if rounds == high:
                return
            rounds += 1
            now = [(after, past) for way, past in now for after in self._runs(body, way)]

    def _standing(self, cell: Cell, start: SymbolicPath) -> list[Place]:
        places = {self._cursor(name, start) for name in cell.here}
        return list(places) if len(places) == 1 else []

    def _cursor(self, name: str, start: SymbolicPath) -> Place:
        return self.arena.cursor(name, Configuration((), start.cursors))

    def _fits(self, cell: Cell, site: int, start: SymbolicPath) -> Formula:
        """The condition that a square matches a cell."""
        if any(self._cursor(name, start)[0] != site for name in cell.here):
            return FALSE
        if not self.arena.inside(cell, site):
            return FALSE
        return self.among(start.values[site], cell.contents & self.vocabulary.squares)

    def _bound(
        self, cursor: str, place: Place, cell: Cell, body: Move, start: SymbolicPath
    ) -> Iterator[SymbolicPath]:
        """A body with the cursor at a place, which is restored afterwards."""
        here = self._if(start, self._fits(cell, place[0], start))
        if here.condition == FALSE:
            return
        outside = dict(start.cursors)
        inner = tuple(sorted((outside | {cursor: place}).items()))
        for way in self._runs(body, SymbolicPath(here.condition, here.values, inner)):
            after = dict(way.cursors)
            del after[cursor]
            after |= {name: at for name, at in outside.items() if name == cursor}
            yield SymbolicPath(way.condition, way.values, tuple(sorted(after.items())))

    def _each(self, cursor: str, cell: Cell, body: Move, start: SymbolicPath) -> Iterator[SymbolicPath]:
        now = [start]
        for site in range(self.size):
            after = []
            for way in now:
                place = self._cursor(min(cell.here), way) if cell.here else (site, 0)
                fresh = SymbolicPath(TRUE, way.values, way.cursors)
                if self._fits(cell, site, way) == FALSE:
                    after.append(way)
                    continue
                done = list(self._bound(cursor, place, cell, body, fresh))
                after += [SymbolicPath(both((way.condition, d.condition)), d.values, d.cursors) for d in done]
                after.append(self._if(way, negated(either(d.condition for d in done))))
            now = [way for way in after if way.condition != FALSE]
            self._limit(len(now))
        yield from now

    def _rewrite(self, move: Rewrite, start: SymbolicPath) -> Iterator[SymbolicPath]:
        pin = self.arena.pin(move)
        anchors = self.space.places if pin is None else (self._cursor(pin, start),)
        for anchor in anchors:
            placement = self.arena.placement(move, anchor)
            if placement is None:
                continue
            if any(self._cursor(name, start)[0] != site for name, site in placement.cursors):
                continue
            checks = [
                self.among(start.values[site], allowed & self.vocabulary.squares)
                for site, allowed in placement.checks
            ]
            here = self._if(start, both(checks))
            if here.condition != FALSE:
                yield from self._written(placement, here)

    def _written(self, placement: Placement, start: SymbolicPath) -> Iterator[SymbolicPath]:
        for written in product(*(contents for _, contents in placement.writes)):
            values = list(start.values)
            for site, cell in placement.carries:
                values[site] = self._carried(site, cell, start)
            for (site, _), content in zip(placement.writes, written, strict=True):
                values[site] = FinalValue(None, content)
            cursors = tuple(sorted((dict(start.cursors) | dict(placement.moves)).items()))
            yield SymbolicPath(start.condition, tuple(values), cursors)

    def _carried(self, site: int, cell: Cell, start: SymbolicPath) -> FinalValue:
        origin = self._cursor(cell.piece, start)[0] if cell.piece else site
        value = start.values[origin]
        if origin != site:
            value = self._marked(value, 0, self._bits(Life.MOVED))
        return self._marked(value, cell.gains, cell.loses)

    def _adjust(self, move: Adjust, start: SymbolicPath) -> Iterator[SymbolicPath]:
        slot = self.arena.slots[move.counter]
        counter, at = self.counters[slot], self.size + slot
        if not move.relative:
            value = FinalValue(None, move.amount - counter.low)
            if not counter.low <= move.amount <= counter.high:
                return
        else:
            old = start.values[at]
            value = FinalValue(old.variable, old.constant + move.amount)
        domain = (1 << (counter.high - counter.low + 1)) - 1
        if value.variable is None and value.constant < 0:
            return
        condition = self.among(value, domain)
        values = (*start.values[:at], value, *start.values[at + 1 :])
        yield SymbolicPath(both((start.condition, condition)), values, start.cursors)

    def _most(self, at: int, body: Move, start: SymbolicPath) -> Iterator[SymbolicPath]:
        """The ways through a body on which no other way ends with more of the counter at `at`."""
        ways = list(self._runs(body, SymbolicPath(TRUE, start.values, start.cursors)))
        for way in ways:
            greater = [
                both((other.condition, self._compared(other.values[at], ">", way.values[at], at, at)))
                for other in ways
            ]
            condition = both((start.condition, way.condition, negated(either(greater))))
            yield SymbolicPath(condition, way.values, way.cursors)

    def _compare(self, move: Compare, start: SymbolicPath) -> Formula:
        slot = self.arena.slots[move.counter]
        low, at = self.counters[slot].low, self.size + slot
        if isinstance(move.other, int):
            holds = RELATIONS[move.relation]
            values = (v for v in members(self.domains[at]) if holds(v + low, move.other))
            return self.among(start.values[at], mask(values))
        other = self.size + self.arena.slots[move.other]
        return self._compared(start.values[at], move.relation, start.values[other], at, other)

    def _compared(self, one: FinalValue, relation: str, two: FinalValue, at: int, other: int) -> Formula:
        """The condition that a relation holds between values of two counters."""
        holds, (low, lower) = RELATIONS[relation], (self.counters[i - self.size].low for i in (at, other))
        shift = lower - low
        if two.variable is None:
            return self.among(
                one, mask(v for v in members(self.domains[at]) if holds(v, two.constant + shift))
            )
        if one.variable is None:
            values = members(self.domains[other])
            return self.among(two, mask(v for v in values if holds(one.constant, v + shift)))
        return self._related(one, two, relation, shift)
