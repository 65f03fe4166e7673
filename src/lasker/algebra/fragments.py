"""Board fragments (finite partial boards around a centre), their gluing, and patterns of fragments.

A fragment has a normal form, a map from offsets to cells, so that equal fragments are equal values. A
pattern is a choice between fragments; a choice between contents of one square is one cell with a set of
contents, not several fragments.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from lasker.algebra.contents import Vocabulary
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import GlueError, SortError
from lasker.space.movement import Movement, Offset
from lasker.space.space import Owner

RegionTest = tuple[str, Owner, bool]  # name, owner, inside?


@dataclass(frozen=True, slots=True)
class Cell:
    """One square of a fragment.

    `contents` is the set of allowed contents. `piece` names the cursor whose piece this is (`%`), `here` the
    cursors that stand here whatever the content (`@`). A `bare` cell names no content: on the left any,
    on the right the old one. `gains` and `loses` are the marks of `%^m`, `same^m` and `%^-m`.
    """

    contents: int
    piece: str | None = None
    here: frozenset[str] = frozenset()
    regions: frozenset[RegionTest] = frozenset()
    bare: bool = False
    gains: int = 0
    loses: int = 0

    @property
    def cursors(self) -> frozenset[str]:
        """Every cursor that must stand on this square."""
        return self.here | {self.piece} if self.piece else self.here

    @property
    def plain(self) -> bool:
        """Does this cell consist of a set of contents only?"""
        return not (self.piece or self.here or self.bare)

    def moved(self, movement: Movement, vocabulary: Vocabulary) -> Cell:
        """The cell under the movement's permutation of the players; spatial movements do not change it."""
        if not movement.players:
            return self
        regions = frozenset(
            (name, vocabulary.permute_owner(owner, movement.players), inside)
            for name, owner, inside in self.regions
        )
        return replace(self, contents=vocabulary.permute(self.contents, movement.players), regions=regions)


def order(offset: Offset) -> tuple[object, ...]:
    """The order of the squares of a fragment in text: rows from the bottom, squares from the left."""
    return offset[::-1]


@dataclass(frozen=True, slots=True)
class Fragment:
    """A finite set of squares around a centre: offsets in their order, each with its cell.

    >>> from lasker.algebra.contents import CHESSMEN as v
    >>> knight, empty = square(v.named("♘"), (0, 0)), square(v.named("."), (0, 1))
    >>> knight + empty == empty + knight
    True
    >>> knight + knight
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.GlueError: two squares are glued on top of each other
    """

    cells: tuple[tuple[Offset, Cell], ...] = ()

    def __add__(self, other: Fragment) -> Fragment:
        """Glue two fragments at their centres. Only the cursor sign `@` may overlap another square."""
        return glued((self, other))

    def moved(self, movement: Movement, vocabulary: Vocabulary) -> Fragment:
        """The image of the fragment under a movement."""
        return fragment({movement(offset): cell.moved(movement, vocabulary) for offset, cell in self.cells})

    @property
    def cursors(self) -> frozenset[str]:
        """Every cursor that the fragment mentions."""
        return frozenset().union(*(cell.cursors for _, cell in self.cells))

    def only(self) -> tuple[Offset, Cell]:
        """The offset and cell of a fragment that has exactly one square."""
        if len(self.cells) != 1:
            raise SortError(
                f"this speaks of one square, and the fragment has {len(self.cells) or 'none'}",
                remedy="narrow each square by itself",
            )
        return self.cells[0]


ZERO = Fragment()


def fragment(table: Mapping[Offset, Cell]) -> Fragment:
    """The fragment of a map from offsets to cells."""
    return Fragment(tuple(sorted(table.items(), key=lambda item: order(item[0]))))


def glued(fragments: Iterable[Fragment]) -> Fragment:
    """All the fragments glued together at once."""
    table: dict[Offset, Cell] = {}
    for each in fragments:
        for offset, cell in each.cells:
            table[offset] = _stack(table[offset], cell) if offset in table else cell
    return fragment(table)


def square(contents: int, offset: Offset) -> Fragment:
    """A single square."""
    return Fragment(((offset, Cell(contents)),))


def _stack(below: Cell, above: Cell) -> Cell:
    for place, content in ((below, above), (above, below)):
        if place.bare and place.here and not (place.gains or place.loses):
            return replace(content, here=content.here | place.here, regions=content.regions | place.regions)
    raise GlueError(
        "two squares are glued on top of each other",
        remedy="move one of them, or use `is` and `in` to say more of one square",
    )


@dataclass(frozen=True, slots=True)
class Pattern:
    """A choice between fragments."""

    options: tuple[Fragment, ...]

    def __or__(self, other: Pattern) -> Pattern:
        return pattern((*self.options, *other.options))

    def __add__(self, other: Pattern) -> Pattern:
        return pattern(f + g for f in self.options for g in other.options)

    def moved(self, movement: Movement, vocabulary: Vocabulary) -> Pattern:
        """The image of the pattern under a movement."""
        return pattern(f.moved(movement, vocabulary) for f in self.options)


def pattern(options: Iterable[Fragment]) -> Pattern:
    """The pattern of some fragments; fragments that differ in the contents of one square are merged."""
    merged: dict[object, Fragment] = {}
    for option in options:
        key: object = option
        if len(option.cells) == 1 and option.cells[0][1].plain:
            offset, cell = option.cells[0]
            key = (offset, cell.regions)
            if key in merged:
                whole = merged[key].cells[0][1].contents | cell.contents
                option = Fragment(((offset, replace(cell, contents=whole)),))
        merged[key] = option
    return Pattern(tuple(merged.values()))
