"""Squares from which everything looks alike: what was found from one holds from the others, moved along.

While paths are listed from a square, every look at the geometry is noted: which rows of tables were read, and
whether sites belong to regions. If all these looks give the same from another square, moved by the distance
between the two, then so do the paths. Nothing is assumed about the board but how its sites are numbered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lasker.ir.ops import Table

Row = tuple[int, ...]
Look = tuple[object, ...]  # what was looked at, ending with the site from which
First = Callable[[int], int]
NEVER: Look = ("never",)  # a look at all squares at once: seen from elsewhere it is not the same


def same_looks(looks: Sequence[Look], by: int, tables: Sequence[Table], first: First) -> bool:
    """Do all these looks give the same from squares that are `by` further on? `first` tells what a square
    may hold before anything is known of it.

    >>> tables = [Table(((1,), (2,), (3,), None))]
    >>> same_looks([("row", 0, 0), ("in", 0b0110, 1)], 1, tables, lambda site: 1)
    True
    >>> same_looks([("row", 0, 1), ("row", 0, 2)], 1, tables, lambda site: 1)
    False
    """
    return all(_same(look, by, tables, first) for look in looks)


def _same(look: Look, by: int, tables: Sequence[Table], first: First) -> bool:
    match look:
        case ("row", int(table), int(site)):
            rows = tables[table].rows
            return 0 <= site + by < len(rows) and moved_row(rows[site], by) == rows[site + by]
        case ("in", int(sites), int(site)):
            return site + by >= 0 and sites >> site & 1 == sites >> site + by & 1
        case ("first", int(held), int(site)):
            return 0 <= site + by < len(tables[0].rows) and first(site + by) == held
        case ("rows", int(table), int(column), int(site)):
            return [moved_row(row, by) for row in _through(tables[table], column, site)] == _through(
                tables[table], column, site + by
            )
        case _:
            return False


def moved_row(row: Row | None, by: int) -> Row | None:
    """A row of sites moved along; a place that the board does not have stays one."""
    return None if row is None else tuple(site + by if site >= 0 else site for site in row)


def _through(table: Table, column: int, site: int) -> list[Row | None]:
    """The rows of a table that have a site in a column."""
    return [row for row in table.rows if row is not None and row[column] == site]
