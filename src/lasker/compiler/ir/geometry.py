"""Precomputed geometry: every rewrite becomes a table with one row of squares for every place."""

from __future__ import annotations

from itertools import product

from lasker.algebra.contents import Vocabulary
from lasker.algebra.fragments import Cell, Fragment, RegionTest, order
from lasker.algebra.moves import Rewrite
from lasker.compiler.ir.ops import SquareTable
from lasker.kernel.errors import SortError
from lasker.space.movement import Offset
from lasker.space.space import Space

NOWHERE = -1


class BoardGeometry:
    """The board and the contents of its squares, for lowering."""

    def __init__(self, space: Space, vocabulary: Vocabulary) -> None:
        self.space, self.vocabulary = space, vocabulary
        self.frames = len(space.frames)
        self.every_site = (1 << len(space.sites)) - 1
        self._regions: dict[frozenset[RegionTest], int] = {}
        self._tables: dict[tuple[object, ...], SquareTable] = {}

    def sites(self, cell: Cell) -> int:
        """The sites in the intersection of all regions that a cell requires, as a bit set."""
        if not cell.regions:
            return self.every_site
        if cell.regions not in self._regions:
            self._regions[cell.regions] = self._meet(cell)
        return self._regions[cell.regions]

    def _meet(self, cell: Cell) -> int:
        found = self.every_site
        for name, owner, wanted in cell.regions:
            region = self.space.regions.get((name, owner))
            if region is None:
                raise SortError(f"this board has no region {name}", remedy="declare it: region NAME = …")
            inside = sum(1 << site for site in region)
            found &= inside if wanted else self.every_site & ~inside
        return found

    def columns(self, move: Rewrite) -> tuple[Offset, ...]:
        """The squares of a rewrite in an order that rotations preserve: the centre, then by their conditions,
        and only then by their offsets."""
        before, after = dict(move.before.cells), dict(move.after.cells)

        def rank(offset: Offset) -> tuple[object, ...]:
            said = (_sort_key(before.get(offset)), _sort_key(after.get(offset)))
            return offset != self.space.compass.origin, said, order(offset)

        return tuple(sorted({*before, *after}, key=rank))

    def table(self, move: Rewrite) -> SquareTable:
        """The table of a rewrite; memoized for rewrites with the same geometric conditions."""
        columns = self.columns(move)
        asked = tuple((offset, *self._asked(cell)) for offset, cell in move.before.cells)
        after = tuple(offset for offset, _ in move.after.cells)
        written = tuple(offset for offset, cell in move.after.cells if changes(cell))
        key = (columns, asked, after, written)
        if key not in self._tables:
            places = product(range(len(self.space.sites)), range(self.frames))
            self._tables[key] = SquareTable(tuple(self._row(place, *key) for place in places))
        return self._tables[key]

    def _asked(self, cell: Cell) -> tuple[bool, int]:
        """May a square be missing, and where may it be if not?"""
        void = self.vocabulary.void
        return bool(cell.contents & void), 0 if cell.contents == void else self.sites(cell)

    def _row(
        self,
        place: tuple[int, int],
        columns: tuple[Offset, ...],
        asked: tuple[tuple[Offset, bool, int], ...],
        after: tuple[Offset, ...],
        written: tuple[Offset, ...],
    ) -> tuple[int, ...] | None:
        reached = {offset: self.space.reach(place, offset) for offset in columns}
        for offset, missing, sites in asked:
            found = reached[offset]
            if not (missing if found is None else sites >> found[0] & 1):
                return None
        if any(reached[offset] is None for offset in after):
            return None
        squares = [there[0] for offset in written if (there := reached[offset])]
        if len(set(squares)) < len(squares):
            return None  # on a glued board two squares of the right side may coincide
        return tuple(NOWHERE if p is None else p[0] * self.frames + p[1] for p in map(reached.get, columns))


def _sort_key(cell: Cell | None) -> tuple[object, ...]:
    """The conditions of a cell, in a form that can be sorted."""
    if cell is None:
        return ()
    places = (sorted(cell.here), sorted(map(str, cell.regions)))
    return cell.contents, cell.piece or "", places, cell.bare, cell.gains, cell.loses


def changes(cell: Cell) -> bool:
    """Does a cell of the right side write something, or does only a cursor move there?"""
    return bool(cell.piece or cell.gains or cell.loses or not cell.bare)


def anchor_cursor(fragment: Fragment, space: Space) -> str | None:
    """The cursor at the centre of a fragment, at whose place the fragment is laid."""
    centre = dict(fragment.cells).get(space.compass.origin)
    return min(centre.cursors) if centre and centre.cursors else None
