"""Equivalence of bodies up to labels: for example a test and the move whose possibility it tests.

Two blocks are equivalent if they have the same operations up to renaming of cursors, and the blocks they call
are equivalent. Notes for labels are ignored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from lasker.compiler.ir.ops import (
    Adjust,
    Alias,
    Apply,
    Body,
    Choose,
    ChooseDirection,
    Compare,
    Cursor,
    Each,
    Fork,
    Go,
    Most,
    NoteEnd,
    Op,
    Program,
    Require,
    Select,
    Star,
)

Names = Mapping[Cursor, Cursor]  # cursors of one body, and their names in the other
Kept = tuple[Cursor, ...] | None  # cursors that a block keeps at its end, if it keeps configurations


class Likeness:
    """Equivalence of blocks of a program, memoized."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.assumed: set[tuple[str, str, tuple[tuple[Cursor, Cursor], ...]]] = set()

    def is_sure(self, body: Body, inside: frozenset[str] = frozenset()) -> bool:
        """Can a body never fail?"""
        return all(self._always(op, inside) for op in body)

    def _always(self, op: Op, inside: frozenset[str]) -> bool:
        match op:
            case NoteEnd() | Each() | ChooseDirection():
                return True
            case Adjust(slot, relative, amount):
                counter = self.program.counters[slot]
                return not relative and counter.low <= amount <= counter.high
            case Apply():
                rows = (row for table in op.tables for row in self.program.tables[table].rows)
                return op.anchor is not None and not op.checks and not op.standing and None not in rows
            case Fork(options):
                return any(self.is_sure(option, inside) for option in options)
            case Go(block):
                return block not in inside and self.is_sure(self.program.blocks[block].body, inside | {block})
            case _:
                return False

    def after(self, one: Op, other: Op, names: Names) -> Names | None:
        """The renaming of cursors after two operations, if they are equivalent."""
        match one, other:
            case Apply(), Apply():
                return self._laid(one, other, names)
            case Choose(), Choose():
                same = (one.contents, one.sites) == (other.contents, other.sites)
                return bound(names, one.cursor, other.cursor) if same else None
            case Alias(), Alias():
                called = renamed(one.others, names) == other.others
                same = called and (one.contents, one.sites) == (other.contents, other.sites)
                return bound(names, one.cursor, other.cursor) if same else None
            case ChooseDirection(), ChooseDirection():
                return bound(names, one.cursor, other.cursor) if one.count == other.count else None
            case Select(), Select():
                return self._selected(one, other, names)
            case (Compare(), Compare()) | (Adjust(), Adjust()):
                return names if one == other else None
            case (Require(), Require()) if one.wanted == other.wanted:
                return names if self._blocks(one, other, names) else None
            case (Go(), Go()):
                return names if self._blocks(one, other, names) else None
            case (Star(), Star()) if (one.low, one.high) == (other.low, other.high):
                return names if self._kept(one, other, names) else None
            case (Most(), Most()) if one.slot == other.slot:
                return names if self._kept(one, other, names) else None
            case Each(), Each():
                same = (one.contents, one.sites) == (other.contents, other.sites)
                same = same and renamed(one.others, names) == other.others
                return names if same and self._kept(one, other, names) else None
            case _:
                return None

    def _laid(self, one: Apply, other: Apply, names: Names) -> Names | None:
        called = replace(
            one,
            anchor=None if one.anchor is None else names.get(one.anchor),
            direction=None if one.direction is None else names.get(one.direction),
            standing=tuple((column, names.get(cursor, "")) for column, cursor in one.standing),
            carries=tuple(
                replace(carry, source=None if carry.source is None else names.get(carry.source, ""))
                for carry in one.carries
            ),
            walks=other.walks,
        )
        known = (one.anchor is None) == (called.anchor is None) and (one.direction is None) == (
            called.direction is None
        )
        columns = [column for _, column in one.walks] == [column for _, column in other.walks]
        if not known or not columns or called != other:
            return None
        for (cursor, _), (goes, _) in zip(one.walks, other.walks, strict=True):
            names = bound(names, cursor, goes)
        return names

    def _selected(self, one: Select, other: Select, names: Names) -> Names | None:
        if names.get(one.direction) != other.direction or len(one.options) != len(other.options):
            return None
        options: Sequence[tuple[Op, Op]] = list(zip(one.options, other.options, strict=True))
        found = [self.after(*pair, names) for pair in options]
        return found[0] if all(each is not None and each == found[0] for each in found) else None

    def _kept(self, one: Star | Each | Most, other: Star | Each | Most, names: Names) -> bool:
        """Do two blocks lead to the same configurations, cursor by cursor?"""
        if renamed(one.cursors, names) != other.cursors:
            return False
        here, there = self.program.blocks[one.block], self.program.blocks[other.block]
        if len(here.cursors) != len(there.cursors):
            return False
        return self.alike(one.block, other.block, dict(zip(here.cursors, there.cursors, strict=True)))

    def _blocks(self, one: Require | Go, other: Require | Go, names: Names) -> bool:
        there = self.program.blocks[other.block].cursors
        return self.alike(one.block, other.block, self.received(one, other, names, there))

    def received(
        self, one: Require | Go, other: Require | Go, names: Names, there: Sequence[Cursor]
    ) -> Names:
        """The renaming of the cursors that a block receives; the other may receive more."""
        here = self.program.blocks[one.block].cursors
        given = dict(zip(other.cursors, there, strict=True))
        called = zip(here, renamed(one.cursors, names), strict=True)
        return {own: given[to] for own, to in called if to in given}

    def alike(self, one: str, other: str, names: Names) -> bool:
        """Are two blocks equivalent? Assumed while it is being proved (coinduction)."""
        key = (one, other, tuple(sorted(names.items())))
        if key in self.assumed:
            return True
        before = set(self.assumed)
        self.assumed.add(key)
        here, there = self.program.blocks[one], self.program.blocks[other]
        if self._bodies(here.body, there.body, names, here.keeps, there.keeps) and not there.arrives:
            return True
        self.assumed = before
        return False

    def _bodies(self, one: Body, other: Body, names: Names, keeps: Kept, others: Kept) -> bool:
        own, keeps = self._without_notes(one, keeps)
        there, others = self._without_notes(other, others)
        if len(own) != len(there):
            return False
        for a, b in zip(own, there, strict=True):
            if isinstance(a, Fork) and isinstance(b, Fork):  # the last of a body
                return len(a.options) == len(b.options) and all(
                    self._bodies(x, y, names, keeps, others)
                    for x, y in zip(a.options, b.options, strict=True)
                )
            now = self.after(a, b, names)
            if now is None:
                return False
            names = now
        if own and isinstance(own[-1], Go):
            return True
        return keeps is None or renamed(keeps, names) == others  # nothing is read after the end of a test

    def _without_notes(self, body: Body, keeps: Kept) -> tuple[list[Op], Kept]:
        """The operations of a body other than those for labels, and the cursors that are kept after them."""
        own: list[Op] = [op for op in body if not isinstance(op, NoteEnd)]
        if own and isinstance(own[-1], Go):
            block = self.program.blocks[own[-1].block]
            if all(isinstance(op, NoteEnd) for op in block.body):
                given = dict(zip(block.cursors, own[-1].cursors, strict=True))
                own.pop()
                keeps = None if block.keeps is None else tuple(given[cursor] for cursor in block.keeps)
        return own, keeps


def renamed(cursors: Sequence[Cursor], names: Names) -> tuple[Cursor | None, ...]:
    """Cursors by their names in the other body.

    >>> renamed(("a", "b"), {"a": "x"})
    ('x', None)
    """
    return tuple(names.get(cursor) for cursor in cursors)


def bound(names: Names, cursor: Cursor, other: Cursor) -> Names:
    """The renaming extended by a cursor that both bodies bind.

    >>> bound({"a": "x", "b": "y"}, "c", "y")
    {'a': 'x', 'c': 'y'}
    """
    return {**{each: to for each, to in names.items() if to != other}, cursor: other}
