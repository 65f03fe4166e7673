"""Regions made of areas: squares and lines joined, taken out, cut, every n-th of them, their neighbours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product, takewhile

from lasker.kernel.errors import DeclarationError, LaskerError, LimitError, SpaceError, did_you_mean
from lasker.kernel.source import Source, Span
from lasker.space.compass import Compass
from lasker.space.movement import Offset
from lasker.space.space import LatticeSpace, Space
from lasker.syntax.board import boards
from lasker.syntax.tree import Area
from lasker.syntax.unparse import of

MOST_NESTED = 50
MOST_ASLANT = 4  # dimensions: a square has 3^n - 1 neighbours there
Key = tuple[str, str | None]  # a region by its name, and its owner if it has one
Declared = dict[Key, tuple[Area, ...]]


class Regions:
    """The squares of the regions that are declared on a board; regions may be made of regions.

    >>> from lasker.syntax.rules import Rules
    >>> rules = Rules("board 5x5\\nregion inner = b2..d4\\nregion rim = board without inner")
    >>> {name: len(sites) for (name, _), sites in rules.space.regions.items()}
    {'inner': 9, 'rim': 16}
    """

    def __init__(self, space: Space, declared: Declared, place: Callable[[Key], Span]) -> None:
        self.space, self.declared, self.place = space, declared, place
        self._known: dict[Key, frozenset[int]] = {}
        self._busy: list[Key] = []

    def sites(self, key: Key) -> frozenset[int]:
        """The squares of one region."""
        if key in self._busy:
            raise DeclarationError(
                f"the region {key[0]}{of(key[1])} is made of itself", remedy="make it of squares and lines"
            )
        if len(self._busy) > MOST_NESTED:
            raise LimitError(
                f"more than {MOST_NESTED} regions are made of one another",
                remedy="declare a region before those that are made of it",
            )
        if key not in self._known:
            self._busy.append(key)
            try:
                self._known[key] = frozenset(self.members(self.declared[key], key[1], self.place(key).source))
            finally:
                self._busy.pop()
        return self._known[key]

    def members(self, areas: Sequence[Area], owner: str | None, source: Source) -> set[int]:
        """The squares of some areas, in the text where they are written."""
        found: set[int] | None = None
        parts, join = list[Area](), "board"
        for area in (*areas, Area(("join", ""), areas[-1].at)):
            if area.what[0] != "join":
                parts.append(area)
                continue
            if not parts:
                text, here = area.what[1] or join, Span(source, *area.at)
                raise DeclarationError(f"no squares stand beside `{text}`", span=here, remedy=EXAMPLE)
            squares = set().union(*self._terms(parts, owner, source))
            found = squares if found is None else found - squares if join == "without" else found & squares
            parts, join = [], area.what[1]
        return found or set()

    def _terms(self, areas: list[Area], owner: str | None, source: Source) -> Iterator[set[int]]:
        """The squares of each area in turn, with the words before and behind it."""
        at = 0
        while at < len(areas):
            area, grown = areas[at], None
            try:
                if area.what[0] == "neighbours":
                    grown, at = area.what[1], at + 1
                    if at == len(areas):
                        raise DeclarationError(f"{grown} needs squares behind it", remedy=EXAMPLE)
                    area = areas[at]
                size, found = self._term(areas[at:], owner)
            except LaskerError as error:
                raise error.at(Span(source, *area.at)) from None
            yield neighbours(self.space, found, grown == "around") if grown else found
            at += size

    def _term(self, areas: list[Area], owner: str | None) -> tuple[int, set[int]]:
        """The squares that a list of areas begins with, and how many of the list say so."""
        first = areas[0].what
        if first[0] == "board":
            return 1, set(range(len(self.space.sites)))
        if len(areas) > 1 and areas[1].what[0] == "by":
            return 2, set(boards.every(self.space, first, areas[1].what[1]))
        words = [area.what[1] for area in takewhile(_is_word, areas)]
        for size in range(len(words), 0, -1):
            called = " ".join(words[:size])
            if any(called == known for known, _ in self.declared):
                whose = areas[size].what[1] if size < len(areas) and areas[size].what[0] == "of" else None
                return size + (whose is not None), set(self.sites(self._key(called, whose, owner)))
        if first[0] in {"by", "of"}:
            raise DeclarationError(f"`{first[0]}` does not fit here", remedy=EXAMPLE)
        try:
            return 1, set(boards.sites(self.space, first))
        except LaskerError as error:
            regions = dict.fromkeys(known for known, _ in self.declared)
            if isinstance(error, SpaceError) and (meant := did_you_mean(str(first[1]), regions, "")):
                error.remedy = meant
            raise

    def _key(self, called: str, whose: str | None, owner: str | None) -> Key:
        """Which region a name means: nobody's, or else that of the player whose region is declared."""
        candidates = (whose,) if whose is not None else (None, owner)
        for candidate in candidates:
            if (called, candidate) in self.declared:
                return called, candidate
        owners = [whom for known, whom in self.declared if known == called and whom]
        raise DeclarationError(
            f"no region is called {called}{of(whose)}", remedy=f"say whose: {called} of {owners[0]}"
        )


def _is_word(area: Area) -> bool:
    return area.what[0] == "stretch" and area.what[2] is None


EXAMPLE = "for example: a1..h8 by 2, board without region, rank 1 in region, beside e4"


def neighbours(space: Space, sites: set[int], aslant: bool) -> set[int]:
    """The squares one step away from some squares, and none of these; with steps aslant, too.

    >>> from lasker.space.shapes import hexagon, rectangle
    >>> board = rectangle(3, 3)
    >>> sorted(board.label(site) for site in neighbours(board, {board.site("a1")}, True))
    ['a2', 'b1', 'b2']
    >>> len(neighbours(hexagon(2), {3}, False))
    6
    """
    offsets = _around(space.compass) if aslant and _of_squares(space) else _beside(space.compass)
    reached = (space.reach((site, 0), offset) for site in sites for offset in offsets)
    return {place[0] for place in reached if place is not None} - sites


def _of_squares(space: Space) -> bool:
    return isinstance(space, LatticeSpace) and space.compass.name not in {"hex", "hexfiles"}


def _beside(compass: Compass) -> list[Offset]:
    return [step.shift for step in compass.directions.values()]


def _around(compass: Compass) -> list[Offset]:
    if len(compass.origin) > MOST_ASLANT:
        raise DeclarationError(
            f"a square of a {compass.name} board has too many neighbours aslant", remedy="write beside"
        )
    return [offset for offset in product((-1, 0, 1), repeat=len(compass.origin)) if any(offset)]
