"""Constructors of spaces by shape: boxes, cylinders, tori, Möbius strips, hexagons, stars, graphs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

from lasker.kernel.errors import SpaceError
from lasker.kernel.limits import DEFAULT, Limits
from lasker.space.compass import HEX, HEXFILES, SQUARE, cubic, graph_compass
from lasker.space.space import Gluing, GraphSpace, LatticeSpace


def box(*sizes: int, limits: Limits = DEFAULT) -> LatticeSpace:
    """A box of any dimension.

    >>> len(box(4, 4, 4).sites)
    64
    """
    _positive(*sizes)
    total = 1
    for size in sizes:
        total *= size
        limits.check("sites", total)
    return LatticeSpace(cubic(len(sizes)), product(*map(range, sizes)), limits=limits)


def rectangle(files: int, ranks: int, limits: Limits = DEFAULT) -> LatticeSpace:
    """An n × p board.

    >>> rectangle(8, 8).label(0), rectangle(8, 8).label(63)
    ('a1', 'h8')
    """
    return box(files, ranks, limits=limits)


def cylinder(files: int, ranks: int, limits: Limits = DEFAULT) -> LatticeSpace:
    """A rectangle whose left and right edges are one."""
    return _glued(files, ranks, [Gluing(0, files)], limits)


def torus(files: int, ranks: int, limits: Limits = DEFAULT) -> LatticeSpace:
    """A rectangle glued left to right and top to bottom."""
    return _glued(files, ranks, [Gluing(0, files), Gluing(1, ranks)], limits)


def moebius(files: int, ranks: int, limits: Limits = DEFAULT) -> LatticeSpace:
    """A strip glued left to right with a twist: going round it once reverses up and down.

    >>> strip = moebius(4, 3)
    >>> strip.reach((strip.site("d1"), 0), (1, 0)) == (strip.site("a3"), 1)
    True
    """
    return _glued(files, ranks, [Gluing(0, files, twist=1)], limits)


def hexagon(side: int, files: bool = False, limits: Limits = DEFAULT) -> LatticeSpace:
    """A hexagon of hexagons with `side` of them along each edge.

    >>> len(hexagon(6).sites)
    91
    """
    _positive(side)
    limits.check("sites", 3 * side * (side - 1) + 1)
    n = side - 1
    cells = [(q, r) for q in range(-n, n + 1) for r in range(-n, n + 1) if abs(q + r) <= n]
    return LatticeSpace(HEXFILES if files else HEX, cells, limits=limits)


def rhombus(files: int, ranks: int, limits: Limits = DEFAULT) -> LatticeSpace:
    """A rhombus of hexagons in rows."""
    _positive(files, ranks)
    limits.check("sites", files * ranks)
    return LatticeSpace(HEX, product(range(files), range(ranks)), limits=limits)


def star(side: int, limits: Limits = DEFAULT) -> LatticeSpace:
    """The six-pointed star: a hexagon with a triangle of `side` rows on each edge.

    >>> len(star(4).sites)
    121
    """
    _positive(side)
    limits.check("sites", 6 * side * (side + 1) + 1)
    reach = range(-2 * side, 2 * side + 1)
    cells = [(q, r) for q in reach for r in reach if max(q, r, -q - r) <= side or min(q, r, -q - r) >= -side]
    return LatticeSpace(HEX, cells, limits=limits)


def graph(
    links: Iterable[tuple[str, str, str]],
    turns: Mapping[str, Mapping[str, str]] | None = None,
    limits: Limits = DEFAULT,
) -> GraphSpace:
    """A free graph from links (site, direction, site).

    >>> path = graph([("x", "on", "y"), ("y", "on", "z"), ("z", "back", "y"), ("y", "back", "x")],
    ...              turns={"F": {"on": "back", "back": "on"}})
    >>> path.reach((path.site("x"), 0), ("on", "on")) == (path.site("z"), 0)
    True
    """
    table: dict[tuple[str, str], str] = {}
    for start, direction, end in links:
        if table.setdefault((start, direction), end) != end:
            raise SpaceError(f"two links leave {start} in direction {direction}")
    if not table:
        raise SpaceError("a graph needs at least one link")
    compass = graph_compass(dict.fromkeys(direction for _, direction in table), turns)
    return GraphSpace(compass, table, limits)


def _glued(files: int, ranks: int, gluings: list[Gluing], limits: Limits) -> LatticeSpace:
    _positive(files, ranks)
    limits.check("sites", files * ranks)
    return LatticeSpace(SQUARE, product(range(files), range(ranks)), gluings, limits)


def _positive(*sizes: int) -> None:
    if not sizes or min(sizes) < 1:
        raise SpaceError("a board is at least one square long in each direction")
