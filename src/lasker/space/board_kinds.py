"""Kinds of boards: all boards of one compass with the same glued edges, whatever their size."""

from __future__ import annotations

from collections.abc import Iterable

from lasker.kernel.dataclass import dataclass
from lasker.space.compass import CUBE, HEX, HEXFILES, SQUARE, Compass, cubic
from lasker.space.space import Gluing, LatticeSpace, Site, Space

Periods = tuple[int | None, ...]  # by axis: the length of the cycle; None where the edge is open


@dataclass(frozen=True)
class BoardKind:
    """Every board of one compass on which the same axes are glued, the first of them perhaps with a twist.

    >>> KINDS["torus"].glued, KINDS["square"].glued
    ((0, 1), ())
    """

    name: str
    compass: Compass
    glued: tuple[int, ...] = ()
    twist: int | None = None

    def board(self, sites: Iterable[Site]) -> LatticeSpace:
        """The board of this kind with exactly these sites; its edges are those of their bounding box.

        >>> ring = KINDS["cylinder"].board([(0, 0), (1, 0), (2, 0)])
        >>> ring.label(ring.reach((ring.site("c1"), 0), (1, 0))[0])
        'a1'
        """
        sites = list(sites)
        gluings = []
        for axis in self.glued:
            along = [site[axis] for site in sites]
            twist = self.twist if axis == self.glued[0] else None
            gluings.append(Gluing(axis, max(along) - min(along) + 1, twist))
        return LatticeSpace(self.compass, sites, gluings)

    def includes(self, space: Space) -> bool:
        """Is this a board of this kind?

        >>> from lasker.space.shapes import rectangle, torus
        >>> KINDS["torus"].includes(torus(3, 3)), KINDS["torus"].includes(rectangle(3, 3))
        (True, False)
        """
        if not isinstance(space, LatticeSpace) or space.compass != self.compass:
            return False
        twists = [gluing.twist for gluing in space.gluings if gluing.twist is not None]
        same = tuple(gluing.axis for gluing in space.gluings) == self.glued
        return same and twists == ([] if self.twist is None else [self.twist])

    def periods(self, reach: tuple[int, ...]) -> list[Periods] | None:
        """The lattices, glued or open, of which all boards of this kind are parts; None if there is a twist.

        `reach` gives for each axis the greatest distance between two squares of one move. An axis with a
        period of more than twice that looks open to such a move, so finitely many lattices represent all.

        >>> KINDS["cylinder"].periods((1, 1))
        [(None, None), (1, None), (2, None)]
        """
        if self.twist is not None:
            return None
        found: list[Periods] = [()]
        for axis in range(len(self.compass.origin)):
            sizes = [None, *range(1, 2 * reach[axis] + 1)] if axis in self.glued else [None]
            found = [(*periods, size) for periods in found for size in sizes]
        return found


def open_boards(compass: Compass) -> BoardKind:
    """The boards of a compass without any gluing."""
    return BoardKind(compass.name, compass)


KINDS: dict[str, BoardKind] = {
    "square": open_boards(SQUARE),
    "cylinder": BoardKind("cylinder", SQUARE, (0,)),
    "torus": BoardKind("torus", SQUARE, (0, 1)),
    "moebius": BoardKind("moebius", SQUARE, (0,), twist=1),
    "line": open_boards(cubic(1)),
    "cube": open_boards(CUBE),
    "hex": open_boards(HEX),
    "hexfiles": open_boards(HEXFILES),
}


def periods_of(space: Space) -> Periods | None:
    """The lattice, glued or open, that a board is a part of; None for a graph or a twisted strip.

    >>> from lasker.space.shapes import cylinder, moebius
    >>> periods_of(cylinder(4, 2)), periods_of(moebius(4, 2))
    ((4, None), None)
    """
    if not isinstance(space, LatticeSpace) or any(gluing.twist is not None for gluing in space.gluings):
        return None
    lengths = {gluing.axis: gluing.length for gluing in space.gluings}
    return tuple(lengths.get(axis) for axis in range(space.dimension))
