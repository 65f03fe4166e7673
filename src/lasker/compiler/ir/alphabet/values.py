"""What the analysis knows of a cursor: a set of places, each with the symbols that may stand there.

The set is one integer. Every place has a field of bits: a bit for each symbol that may stand there, and a
second one for each that may be the piece that was chosen. Sets grow by union, so that repetitions soon find
nothing new. A direction is a place too, with a bit that says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from lasker.algebra.contents import members
from lasker.compiler.ir.ops import Program

Value = int
DIRECTION = 1  # the field of a direction


class LabelValues:
    """The layout of values for the squares and symbols of a program, and what it tells about them."""

    def __init__(self, program: Program) -> None:
        self.sites, self.frames, self.marks = program.sites, program.frames, program.marks
        self._contents = (1 << len(program.contents)) - 1
        self.kinds = len(program.contents) >> self.marks
        self.every = (1 << self.kinds) - 1  # all symbols
        self.width = 2 * self.kinds
        self._field = (1 << self.width) - 1
        self._known_symbols: dict[int, int] = {}
        self._known_fields: dict[Value, tuple[tuple[int, int], ...]] = {}
        self._known_sites: dict[Value, frozenset[int]] = {}
        self._known_regions: dict[int, Value] = {}

    def symbols(self, contents: int) -> int:
        """The symbols of a set of contents, as bits."""
        if contents not in self._known_symbols:
            found = members(contents & self._contents)
            self._known_symbols[contents] = bits(content >> self.marks for content in found)
        return self._known_symbols[contents]

    def put(self, place: int, field: int) -> Value:
        """A field at a place."""
        return field << place * self.width

    def at(self, value: Value, place: int) -> int:
        """The field of a place."""
        return value >> place * self.width & self._field

    def folded(self, field: int) -> int:
        """The symbols of a field, chosen or not."""
        return (field | field >> self.kinds) & self.every

    def both(self, symbols: int) -> int:
        """The field in which symbols may be chosen or not."""
        return symbols | symbols << self.kinds

    def chosen(self, symbols: int) -> int:
        """The field in which symbols are chosen."""
        return symbols << self.kinds

    def fields(self, value: Value) -> tuple[tuple[int, int], ...]:
        """The places of a value, each with its field."""
        if value not in self._known_fields:
            found, place, rest = [], 0, value
            while rest:
                skipped = ((rest & -rest).bit_length() - 1) // self.width
                rest >>= skipped * self.width
                place += skipped
                found.append((place, rest & self._field))
                rest >>= self.width
                place += 1
            self._known_fields[value] = tuple(found)
        return self._known_fields[value]

    def regrown(self, before: Value, value: Value) -> Value:
        """Any symbol at each place of `before` where `value` has more that was not chosen."""
        found, more = 0, value & ~before
        if more:
            for place, _ in self.fields(before):
                if self.at(more, place) & self.every:
                    found |= self.put(place, self.every)
        return found

    def places(self, value: Value) -> frozenset[int]:
        """The squares where the cursor may be."""
        if value not in self._known_sites:
            self._known_sites[value] = frozenset(place // self.frames for place, _ in self.fields(value))
        return self._known_sites[value]

    def joined(self, value: Value) -> int:
        """The fields of all places in one."""
        found = 0
        for _, field in self.fields(value):
            found |= field
        return found

    def within(self, value: Value, sites: int) -> Value:
        """What of it is on some squares."""
        if sites not in self._known_regions:
            region, places = 0, self._field
            for _ in range(self.frames - 1):
                places |= places << self.width
            for site in members(sites & (1 << self.sites) - 1):
                region |= places << site * self.frames * self.width
            self._known_regions[sites] = region
        return value & self._known_regions[sites]

    def meeting(self, value: Value, others: Iterable[Value]) -> Value:
        """What of it is at places where the others may be too."""
        common = [{place for place, _ in self.fields(other)} for other in others]
        kept = 0
        for place, field in self.fields(value):
            if all(place in places for places in common):
                kept |= self.put(place, field)
        return kept

    def on(self, sites: int, field: int) -> Value:
        """A field on every one of some squares."""
        found = 0
        for site in members(sites & (1 << self.sites) - 1):
            found |= self.put(site * self.frames, field)
        return found


def bits(numbers: Iterable[int]) -> int:
    """A set of small numbers as bits."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found
