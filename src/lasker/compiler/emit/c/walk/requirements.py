"""What a body requires at its beginning: where its cursors are, contents of their squares, and ranges of
counters.

Alternatives whose requirements contradict each other exclude each other: `[hand = 0]` and a round of sowing,
which ends with `hand -= 1`; a cursor in one region and in another; a look at a square and its refusal. The
ranges of counters are also tested before an alternative changes anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import cast

from lasker.compiler.emit.c.walk.known_results import KnownResult
from lasker.compiler.emit.c.walk.priorities import KnownImpossible, Passed, Unless, Watch, Watched
from lasker.compiler.ir.ops import (
    Adjust,
    Alias,
    Apply,
    Body,
    Choose,
    ChooseDirection,
    Compare,
    Fork,
    Go,
    NoteEnd,
    Op,
    Program,
    Require,
    Select,
)
from lasker.kernel.dataclass import dataclass

MOST_STEPS = 200  # operations that are read ahead for one alternative
LEAST, MOST = -(1 << 40), 1 << 40  # beyond every counter
Range = tuple[int, int]
ANYTHING: Range = (LEAST, MOST)


@dataclass(frozen=True)
class Required:
    """Contents and places by cursor, and ranges of counters by slot; what is not mentioned is not
    required."""

    contents: Mapping[str, int]
    places: Mapping[str, int]
    ranges: Mapping[int, Range]


@dataclass(frozen=True)
class _Reading:
    """The state while a body is read: what was required so far; the names that cursors have outside; how
    counters differ from their values at the beginning, or None where that is unknown; whether squares are as
    they were."""

    contents: Mapping[str, int]
    places: Mapping[str, int]
    ranges: Mapping[int, Range]
    outside: Mapping[str, str]
    added: Mapping[int, int | None]
    unchanged: bool = True
    inside: frozenset[str] = frozenset()  # blocks that were entered


def required(
    program: Program, body: Body, cursors: tuple[str, ...], beyond_points: bool = True
) -> Required | None:
    """What a body requires of these cursors and of the counters, also beyond watched points or only before
    them; None if it is impossible.

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> program = compiled(model("nine_mens_morris")).program
    >>> required(program, (Compare(0, "=", 0),), ()).ranges
    {0: (0, 0)}
    >>> required(program, (Adjust(0, True, -1),), ()).ranges
    {0: (1, 10)}
    """
    reader = _Reader(program, beyond_points)
    found = reader.read(body, _Reading({}, {}, {}, {cursor: cursor for cursor in cursors}, {}))
    return None if found is None else Required(found.contents, found.places, found.ranges)


def early_ranges(program: Program, option: Body) -> list[tuple[int, Range]]:
    """The ranges of counters that an alternative requires, but does not test at once.

    What is required after a watched point must not be tested before it: the point would not be passed, and an
    alternative that asks whether it was would be tried.

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> program = compiled(model("nine_mens_morris")).program
    >>> early_ranges(program, (Adjust(1, True, 1), Adjust(0, True, -1), Compare(2, ">=", 0)))
    [(0, (1, 9))]
    """
    found = required(program, option, (), beyond_points=False)
    first = option[0].slot if option and isinstance(option[0], Adjust | Compare) else None
    asked = []
    for slot, wanted in found.ranges.items() if found is not None else ():
        bounds = program.counters[slot].low, program.counters[slot].high
        inside = _meet(wanted, bounds)
        if slot != first and inside is not None and inside != bounds:
            asked.append((slot, inside))
    return asked


def exclude_each_other(program: Program, options: tuple[Body, ...], cursors: tuple[str, ...]) -> bool:
    """Is at most one of some alternatives possible, whatever the configuration?

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> program = compiled(model("nine_mens_morris")).program
    >>> exclude_each_other(program, ((Compare(0, "=", 0),), (Adjust(1, True, 1), Adjust(0, True, -1))), ())
    True
    >>> exclude_each_other(program, ((Compare(0, "=", 0),), (Adjust(0, True, 1),)), ())
    False
    """
    found = [each for option in options if (each := required(program, option, cursors)) is not None]
    return all(_contradict(one, other) for one, other in combinations(found, 2))


def _contradict(one: Required, other: Required) -> bool:
    for mine, others in ((one.contents, other.contents), (one.places, other.places)):
        if not all(mine[cursor] & others[cursor] for cursor in mine.keys() & others.keys()):
            return True
    ranges = ((one.ranges[slot], other.ranges[slot]) for slot in one.ranges if slot in other.ranges)
    return any(_meet(first, second) is None for first, second in ranges)


def _meet(one: Range, other: Range) -> Range | None:
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return (low, high) if low <= high else None


def _hull(one: Range, other: Range) -> Range:
    return min(one[0], other[0]), max(one[1], other[1])


class _Reader:
    """Reads a body from its beginning as far as its operations are certain to be executed."""

    def __init__(self, program: Program, beyond_points: bool) -> None:
        self.program, self.beyond_points, self.steps = program, beyond_points, 0

    def read(self, body: Body, now: _Reading) -> _Reading | None:
        """What is required after a body has been read; None if it is impossible."""
        for at, each in enumerate(body):
            op, self.steps = cast("Op | Watched | KnownResult", each), self.steps + 1
            if self.steps > MOST_STEPS:
                return now
            match op:
                case Fork(options):
                    rest = body[at + 1 :]
                    return self._any_of([self.read((*option, *rest), now) for option in options], now)
                case Go(name) if name in now.inside:
                    return now
                case Go(name, cursors):
                    block = self.program.blocks[name]
                    passed = zip(block.cursors, cursors, strict=True)
                    outside = {mine: now.outside[given] for mine, given in passed if given in now.outside}
                    entered = replace(now, outside=outside, inside=now.inside | {name})
                    return self.read(block.body, entered)
                case Adjust() | Compare():
                    after = self._counted(op, now)
                    if after is None:
                        return None
                    now = after
                case Apply():
                    after = self._laid(op, now)
                    if after is None:
                        return None
                    now = after
                case Alias(cursor, others, contents):
                    after = self._held(others[0], contents, now)
                    if after is None:
                        return None
                    now = self._without(after, cursor)
                case Select(options=(Apply(), *_)):
                    now = replace(now, unchanged=False)
                case Choose(cursor) | ChooseDirection(cursor):
                    now = self._without(now, cursor)
                case Passed() if not self.beyond_points:
                    return now
                case Require(wanted=False) if (looked := self._looked_at(op)) is not None:
                    after = self._held(op.cursors[0], ~looked, now)
                    if after is None:
                        return None
                    now = after
                case (
                    Require() | NoteEnd() | Watch() | Passed() | Unless() | KnownImpossible() | KnownResult()
                ):
                    pass
                case _:
                    return now
        return now

    @staticmethod
    def _any_of(found: list[_Reading | None], before: _Reading) -> _Reading | None:
        """What every possible alternative requires."""
        possible = [each for each in found if each is not None]
        if not possible:
            return None
        first, *others = possible
        contents, places, ranges = dict(first.contents), dict(first.places), dict(first.ranges)
        for each in others:
            contents = {at: held | each.contents[at] for at, held in contents.items() if at in each.contents}
            places = {at: where | each.places[at] for at, where in places.items() if at in each.places}
            ranges = {slot: _hull(r, each.ranges[slot]) for slot, r in ranges.items() if slot in each.ranges}
        return replace(before, contents=contents, places=places, ranges=ranges)

    @staticmethod
    def _without(now: _Reading, cursor: str) -> _Reading:
        """A cursor is bound anew."""
        return replace(now, outside={name: at for name, at in now.outside.items() if name != cursor})

    @staticmethod
    def _held(cursor: str, contents: int, now: _Reading) -> _Reading | None:
        """A cursor's square must hold one of some contents."""
        if cursor not in now.outside or not now.unchanged:
            return now
        at = now.outside[cursor]
        held = now.contents.get(at, contents) & contents
        return replace(now, contents={**now.contents, at: held}) if held else None

    def _looked_at(self, op: Require) -> int | None:
        """The contents for which a test looks at the square of its cursor, if it does nothing else."""
        block = self.program.blocks[op.block]
        match block.body:
            case (Apply(direction=None, checks=((column, contents),)) as look,) if not look.standing:
                rows = self.program.tables[look.tables[0]].rows
                here = all(row is not None and row[column] == place for place, row in enumerate(rows))
                return contents if here and block.cursors == (look.anchor,) else None
            case _:
                return None

    def _laid(self, op: Apply, now: _Reading) -> _Reading | None:
        if op.anchor is not None and op.direction is None:
            rows = self.program.tables[op.tables[0]].rows
            if op.anchor in now.outside:
                at, where = (
                    now.outside[op.anchor],
                    sum(1 << n for n, row in enumerate(rows) if row is not None),
                )
                now = replace(now, places={**now.places, at: now.places.get(at, where) & where})
                if not now.places[at]:
                    return None
            for column, contents in op.checks:
                if all(row is None or row[column] == place for place, row in enumerate(rows)):
                    after = self._held(op.anchor, contents, now)
                    if after is None:
                        return None
                    now = after
        for cursor, _ in op.walks:
            now = self._without(now, cursor)
        return replace(now, unchanged=False) if op.writes or op.carries else now

    def _counted(self, op: Adjust | Compare, now: _Reading) -> _Reading | None:
        """A counter must be in a range, as it was at the beginning."""
        added = now.added.get(op.slot, 0)
        counter = self.program.counters[op.slot]
        if isinstance(op, Adjust) and not op.relative:
            possible = counter.low <= op.amount <= counter.high
            return replace(now, added={**now.added, op.slot: None}) if possible else None
        if added is None:
            return now
        if isinstance(op, Adjust):
            asked: Range = (counter.low - op.amount, counter.high - op.amount)
            now = replace(now, added={**now.added, op.slot: added + op.amount})
        elif op.other_is_slot:
            return now
        else:
            asked = _compared(op)
        shifted = (asked[0] - added, asked[1] - added)
        met = _meet(now.ranges.get(op.slot, ANYTHING), shifted)
        return met and replace(now, ranges={**now.ranges, op.slot: met})


def _compared(op: Compare) -> Range:
    """The values that are in a relation to a number; `!=` allows all.

    >>> _compared(Compare(0, "<", 3)) == (LEAST, 2), _compared(Compare(0, "!=", 3)) == ANYTHING
    (True, True)
    """
    low = {"=": op.other, ">=": op.other, ">": op.other + 1}.get(op.relation, LEAST)
    high = {"=": op.other, "<=": op.other, "<": op.other - 1}.get(op.relation, MOST)
    return low, high
