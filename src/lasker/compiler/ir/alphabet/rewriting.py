"""What a rewrite does to the values of cursors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lasker.compiler.ir.alphabet.values import LabelValues, Value, bits
from lasker.compiler.ir.ops import Apply, Cursor, Program

Cursors = dict[Cursor, Value]


class _Row(NamedTuple):
    """A rewrite at one place: what the square of the anchor must hold, squares where cursors must stand,
    those that are written (with what they must hold, and what they hold then) or receive the piece of a
    cursor, and the places that cursors go to."""

    need: int
    standing: tuple[tuple[Cursor, int], ...]
    written: tuple[tuple[int, int, int], ...]
    carried: tuple[tuple[int, Cursor], ...]
    walks: tuple[_Walk, ...]


class _Walk(NamedTuple):
    """The place that a cursor goes to: the cursor whose piece is brought there, or what is written, or else
    what must be there."""

    cursor: Cursor
    place: int
    source: Cursor | None
    written: int
    seen: int


class Rewriting:
    """The rewrites of a program at all places, each analysed once, and what they do to cursors."""

    def __init__(self, program: Program, values: LabelValues) -> None:
        self.program, self.values = program, values
        self._rows: dict[tuple[int, int], _Rows] = {}  # by operation and table
        self._known: dict[tuple[object, ...], Cursors | None] = {}  # by operation and cursors
        self._last: dict[tuple[object, ...], tuple[Value, Cursors | None]] = {}  # by all but the anchor

    def laid(self, op: Apply, cursors: Cursors) -> Cursors | None:
        """The cursors after a rewrite, or None where it cannot be done."""
        key = id(op), *cursors.items()
        if key not in self._known:
            self._known[key] = self._grown(op, cursors)
        return self._known[key]

    def _grown(self, op: Apply, cursors: Cursors) -> Cursors | None:
        """The cursors after a rewrite. Where only the value of the anchor has grown since this was last
        asked, what its new fields lead to is added to what was found then."""
        values = self.values
        if op.anchor is None:
            places = range(0, len(self.program.tables[op.tables[0]].rows), values.frames)
            return self._laid(op, cursors, tuple((place, 0) for place in places))
        value = cursors[op.anchor]
        key = id(op), *((name, other) for name, other in cursors.items() if name != op.anchor)
        before, found = self._last.get(key, (0, None))
        if before & ~value:
            before, found = 0, None
        fresh = [(place, values.at(value, place)) for place, _ in values.fields(value & ~before)]
        after = self._laid(op, cursors, fresh)
        if found is not None:
            after = found if after is None else {name: after[name] | found[name] for name in after}
        self._last[key] = value, after
        return after

    def looked(self, op: Apply, value: Value) -> Value:
        """The places of an anchor at which a rewrite can be done, with what is then there."""
        values, rows, kept = self.values, self._of(op, 0), 0
        for place, field in values.fields(value):
            row = rows[place]
            if row is not None and (narrowed := field & values.both(row.need)):
                kept |= values.put(place, narrowed)
        return kept

    def _laid(self, op: Apply, cursors: Cursors, anchors: Sequence[tuple[int, int]]) -> Cursors | None:
        """The cursors after a rewrite at any of these places, each with what is there."""
        values = self.values
        ways = (0,) if op.direction is None else [way for way, _ in values.fields(cursors[op.direction])]
        after: Cursors = {name: value for name, value in cursors.items() if name != op.anchor}
        walked = dict.fromkeys((name for name, _ in op.walks), 0)
        own, done = 0, False
        for way in ways:
            if way >= len(op.tables):
                continue
            rows = self._of(op, way)
            for place, field in anchors:
                row = rows[place]
                if row is None or not self._stands(row, cursors):
                    continue
                narrowed = field
                if op.anchor is not None and not (narrowed := field & values.both(row.need)):
                    continue
                done = True
                own |= values.put(place, self._own(op, row, place, narrowed, cursors))
                if row.written or row.carried:
                    self._others(op, row, place, narrowed, cursors, after)
                for walk in row.walks:
                    walked[walk.cursor] |= self._walked(op, walk, place, narrowed, cursors)
        if not done:
            return None
        return after | ({} if op.anchor is None else {op.anchor: own}) | walked

    def _stands(self, row: _Row, cursors: Cursors) -> bool:
        return all(site in self.values.places(cursors[name]) for name, site in row.standing)

    def _own(self, op: Apply, row: _Row, place: int, field: int, cursors: Cursors) -> int:
        """What is then at the place of the anchor."""
        values, here = self.values, place // self.values.frames
        for site, need, written in row.written:
            if site == here:
                return written if values.folded(field) & need else field
        for site, source in row.carried:
            if site == here and source != op.anchor:
                return values.folded(values.joined(cursors[source]))
        return field

    def _others(self, op: Apply, row: _Row, place: int, field: int, cursors: Cursors, after: Cursors) -> None:
        """Adds what other cursors may then have below them."""
        values, here = self.values, place // self.values.frames
        for name in after:
            if name not in cursors:
                continue
            value, found = cursors[name], values.places(cursors[name])
            for site, need, written in row.written:
                if site in found:
                    fits = need & values.folded(field) if site == here and op.anchor is not None else need
                    self._add(after, name, value, site, fits, written)
            for site, source in row.carried:
                if site in found and source != name:
                    brought = field if source == op.anchor else values.joined(cursors[source])
                    self._add(after, name, value, site, values.every, values.folded(brought))

    def _add(self, after: Cursors, name: Cursor, value: Value, site: int, fits: int, field: int) -> None:
        values = self.values
        for place in range(site * values.frames, (site + 1) * values.frames):
            if values.folded(values.at(value, place)) & fits:
                after[name] |= values.put(place, field)

    def _walked(self, op: Apply, walk: _Walk, anchor: int, field: int, cursors: Cursors) -> Value:
        """Where a cursor goes, and what is there then."""
        values = self.values
        if walk.source is not None:
            brought = field if walk.source == op.anchor else values.joined(cursors[walk.source])
            return values.put(walk.place, brought if walk.source == walk.cursor else values.folded(brought))
        if walk.written:
            return values.put(walk.place, walk.written)
        site, stays = walk.place // values.frames, 0
        if walk.cursor == op.anchor:
            stays = field if anchor // values.frames == site else 0
        elif walk.cursor in cursors and site in values.places(cursors[walk.cursor]):
            for place in range(site * values.frames, (site + 1) * values.frames):
                stays |= values.at(cursors[walk.cursor], place)
        return values.put(walk.place, stays or walk.seen)

    def _of(self, op: Apply, way: int) -> _Rows:
        key = id(op), way
        if key not in self._rows:
            self._rows[key] = _Rows(op, self.program.tables[op.tables[way]].rows, self.values)
        return self._rows[key]


class _Rows(dict[int, _Row | None]):
    """A rewrite at the places where it is asked for; None where it is impossible."""

    def __init__(self, op: Apply, table: tuple[tuple[int, ...] | None, ...], layout: LabelValues) -> None:
        self.op, self.table, self.layout = op, table, layout
        self.checks = {column: layout.symbols(contents) for column, contents in op.checks}
        self.writes = {
            column: bits(content >> layout.marks for content in contents) for column, contents in op.writes
        }

    def __missing__(self, place: int) -> _Row | None:
        row = self.table[place]
        self[place] = None if row is None else self._row(place, row)
        return self[place]

    def _row(self, anchor: int, row: tuple[int, ...]) -> _Row | None:
        """What the rewrite does at one place, or None where its checks hold for nothing."""
        op, frames, need = self.op, self.layout.frames, self.layout.every
        for column, symbols in self.checks.items():
            if not symbols and row[column] >= 0:
                return None
            if op.anchor is not None and row[column] == anchor:
                need &= symbols
        sites = [place // frames for place in row]  # -1 for a square that is not there
        there = {sites[column]: column for column in self.writes if row[column] >= 0}
        carried = {sites[each.column]: each.source for each in op.carries if row[each.column] >= 0}
        every = self.layout.every
        return _Row(
            need,
            tuple((name, sites[column]) for column, name in op.standing),
            tuple(
                (site, self.checks.get(column, every), self.writes[column]) for site, column in there.items()
            ),
            tuple(
                (site, source) for site, source in carried.items() if site not in there and source is not None
            ),
            tuple(self._walk(row, sites, name, column) for name, column in op.walks),
        )

    def _walk(self, row: tuple[int, ...], sites: list[int], name: Cursor, column: int) -> _Walk:
        site, source, written, seen = sites[column], None, 0, self.layout.every
        for each in self.op.carries:
            if sites[each.column] == site:
                source = each.source
                break
        if source is None:
            written = next((symbols for other, symbols in self.writes.items() if sites[other] == site), 0)
        for other, symbols in self.checks.items():
            if sites[other] == site:
                seen &= symbols
        return _Walk(name, row[column], source, written, seen)
