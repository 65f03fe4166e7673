"""Plane layouts of spaces for drawings: squares, hexagons, layers side by side, graphs."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from functools import partial

from lasker.kernel.dataclass import dataclass
from lasker.space.ring_layout import around, outer_ring
from lasker.space.space import SQUARE_NAME, GraphSpace, LatticeSpace, Space, file_name, file_number

Point = tuple[float, float]
ROOT = math.sqrt(3)
LAYER, FILE, RANK = re.compile("^[A-Z]+"), re.compile("[a-z]+"), re.compile("[0-9]+$")  # parts of a name
TALL = 0.75  # how much less the height of a picture of layers counts than its width
WIDE = 1.25  # the same for a picture on a wide screen
MOST_LAYERS = 8  # with more layers than these, empty ones on top are not drawn


@dataclass(frozen=True)
class Seam:
    """A glued edge, drawn from start to end; the two edges with the same `axis` are identified."""

    start: Point
    end: Point
    axis: int


@dataclass
class PlaneLayout:
    """Positions of all sites in the plane, one unit a square, x to the right and y down."""

    kind: str  # the shape of a site: square, hex, hexfiles or node
    centres: list[Point]
    shades: list[int]  # 0 dark, 1 light, 2 between
    signs: list[tuple[Point, str]] = field(default_factory=list)
    links: list[tuple[int, int, bool]] = field(default_factory=list)  # two sites; bidirectional?
    seams: list[Seam] = field(default_factory=list)
    tall: float = 1.0  # the height of a square in its widths

    def outline(self, site: int, radius: float = 1.0) -> list[Point]:
        """The corners of the polygon of a site."""
        x, y = self.centres[site]
        if self.kind == "square":
            wide, high = radius / 2, radius * self.tall / 2
            return [(x + a * wide, y + b * high) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        first = 0 if self.kind == "hexfiles" else 30
        angles = [math.radians(first + 60 * k) for k in range(6)]
        return [(x + radius * math.cos(a) / ROOT, y + radius * math.sin(a) / ROOT) for a in angles]

    @property
    def piece_width(self) -> float:
        """The width of a piece's symbol."""
        return {"square": 1.04, "node": 0.84}.get(self.kind, 0.9)

    def box(self) -> tuple[float, float, float, float]:
        """The bounding box: left, top, right, bottom."""
        reach = 0.6 if self.seams or self.kind != "square" else 0.5
        xs = [x for x, _ in self.centres]
        ys = [y for _, y in self.centres]
        sx = [(x, 0.1 + 0.08 * len(text)) for (x, _), text in self.signs]
        sy = [y for (_, y), _ in self.signs]
        return (
            min([min(xs) - reach, *(x - w for x, w in sx)]) - 0.06,
            min([min(ys) - reach * self.tall, *(y - 0.2 for y in sy)]) - 0.06,
            max([max(xs) + reach, *(x + w for x, w in sx)]) + 0.06,
            max([max(ys) + reach * self.tall, *(y + 0.2 for y in sy)]) + 0.06,
        )


def plane_layout(
    space: Space, flipped: bool = False, coordinates: bool = True, wide: bool = False
) -> PlaneLayout:
    """The layout of a space, seen from the first player's side or, `flipped`, from the opposite side; layers
    lie in fewer rows if the picture may be `wide`."""
    side = -1 if flipped else 1
    if isinstance(space, GraphSpace):
        return _graph(space, side, coordinates)
    if not isinstance(space, LatticeSpace):
        return PlaneLayout("node", _circle(len(space.sites), side), [1] * len(space.sites))
    if space.compass.name in {"hex", "hexfiles"}:
        return _hexagons(space, side, coordinates)
    return _boxes(space, side, coordinates, WIDE if wide else TALL)


def cropped(space: Space, used: Iterable[int]) -> Space:
    """A space of many layers without those above the lowest empty one on top; sites keep their numbers."""
    if not isinstance(space, LatticeSpace) or space.compass.name != "cube":
        return space
    if space.high[2] - space.low[2] < MOST_LAYERS:
        return space
    top = max((space.sites[site][2] for site in used), default=space.low[2]) + 1
    sites = [site for site in space.sites if site[2] <= top]
    return LatticeSpace(space.compass, sites, space.gluings) if sites else space


def _hexagons(space: LatticeSpace, side: int, coordinates: bool) -> PlaneLayout:
    files = space.compass.name == "hexfiles"

    def at(q: float, r: float) -> Point:
        x, y = (q * ROOT / 2, -r - q / 2) if files else (q + r / 2, -r * ROOT / 2)
        return (side * x, side * y)

    shades = [(q - r) % 3 for q, r in space.sites]
    drawn = PlaneLayout(space.compass.name, [at(*site) for site in space.sites], shades)
    if coordinates:  # coordinates at one end of every line, chosen so that no two overlap
        for q in sorted({q for q, _ in space.sites}):
            line = [r for p, r in space.sites if p == q]
            last = min(line) if files else max(line)
            sign = _sign(space, FILE, [(q, last), *((q, r) for r in line)])
            drawn.signs.append((at(q, last + (-0.78 if files else 0.73)), sign))
        for r in sorted({r for _, r in space.sites}):
            line = [q for q, s in space.sites if s == r]
            last = max(line) if files else min(line)
            sign = _sign(space, RANK, [(last, r), *((q, r) for q in line)])
            drawn.signs.append((at(last + (0.85 if files else -0.74), r), sign))
    return drawn


def _boxes(space: LatticeSpace, side: int, coordinates: bool, tall: float) -> PlaneLayout:
    """Squares; dimensions beyond the second become separate layers."""
    deep = space.dimension > 2
    low, high = (*space.low, 0)[:2], (*space.high, 0)[:2]
    width, height = high[0] - low[0] + 1, high[1] - low[1] + 1
    layers = sorted({site[2:] for site in space.sites}, key=lambda layer: layer[::-1])
    across = _across(layers, width + 1.1, (height + 1.5) * tall)

    def corner(layer: int) -> Point:
        return ((layer % across) * (width + 1.1), (layer // across) * (height + 1.5))

    def at(layer: int, x: float, y: float) -> Point:
        left, top = corner(layer)
        inner = (x - low[0], high[1] - y) if side > 0 else (high[0] - x, y - low[1])
        return (left + inner[0], top + inner[1])

    order = {layer: number for number, layer in enumerate(layers)}
    centres = [at(order[site[2:]], *(*site, 0)[:2]) for site in space.sites]
    shades = [(sum(site) - sum(space.low)) % 2 for site in space.sites]
    drawn = PlaneLayout("square", centres, shades)
    for layer, name in enumerate(layers):
        left, top = corner(layer)
        if coordinates:
            drawn.signs += _edges(partial(at, layer), space, name, (left, top, height))
        if deep:
            title = _sign(space, LAYER, [site for site in space.sites if site[2:] == name])
            if not title:
                above = ",".join(str(a - b) for a, b in zip(name, space.low[2:], strict=True))
                title = f"(x,y,{above})"
            drawn.signs.append(((left + (width - 1) / 2, top + height + (0.3 if coordinates else 0)), title))
        for gluing in space.gluings:
            if gluing.axis < 2:
                twisted = gluing.twist == 1 - gluing.axis
                drawn.seams += _seams(partial(at, layer), low, high, gluing.axis, twisted)
    return drawn


def _across(layers: list[tuple[int, ...]], width: float, height: float) -> int:
    """The number of layers side by side: layers wrap, so that squares stay large enough to be touched.

    A picture that is a little higher than wide suits telephones and pages; with more than three dimensions,
    the layers along the third axis stay in one row if they can.

    >>> [_across([(k,) for k in range(count)], 6.1, 6.5 * TALL) for count in (1, 2, 3, 4, 5, 8, 9)]
    [1, 1, 2, 2, 2, 3, 3]
    """
    third = len({layer[0] for layer in layers}) if layers[0] else 1
    choices = range(1, len(layers) + 1)
    if layers[0][1:] and len(layers) % third == 0:
        choices = range(third, third + 1)
    return min(choices, key=lambda n: (max(n * width, -(-len(layers) // n) * height), -n))


def _edges(
    at: Callable[[float, float], Point],
    space: LatticeSpace,
    layer: tuple[int, ...],
    place: tuple[float, float, int],
) -> Iterator[tuple[Point, str]]:
    """The coordinates at the edges: letters of files below, numbers of ranks on the left."""
    left, top, height = place
    here = [site for site in space.sites if site[2:] == layer]
    for x in range(space.low[0], space.high[0] + 1):
        sign = _sign(space, FILE, [site for site in here if site[0] == x]) or str(x - space.low[0])
        yield (at(x, (*space.low, 0)[1])[0], top + height - 0.24), sign
    for y in range(space.low[1], space.high[1] + 1) if space.dimension > 1 else ():
        sign = _sign(space, RANK, [site for site in here if site[1] == y]) or str(y - space.low[1])
        yield (left - 0.74, at(space.low[0], y)[1]), sign


def _sign(space: Space, part: re.Pattern[str], sites: list[tuple[int, ...]]) -> str:
    """The common part of the names of some squares, or else the part of the first of them."""
    found = [part.search(space.label(space.index[site])) for site in sites]
    signs = [match[0] for match in found if match]
    return signs[0] if signs and (len(set(signs)) == 1 or len(signs) == len(sites)) else ""


def _seams(
    at: Callable[[float, float], Point], low: tuple[int, ...], high: tuple[int, ...], axis: int, twisted: bool
) -> Iterator[Seam]:
    for edge in (low[axis] - 0.5, high[axis] + 0.5):
        other = 1 - axis
        ends = [low[other] - 0.5, high[other] + 0.5]
        if twisted and edge > low[axis]:
            ends.reverse()
        start, end = (at(edge, e) if axis == 0 else at(e, edge) for e in ends)
        yield Seam(start, end, axis)


def _graph(space: GraphSpace, side: int, coordinates: bool) -> PlaneLayout:
    """Sites with names like `e4` lie where such squares would, if then no link runs over a third site; others
    inside their rim, or on a circle. Links are lines."""
    names = [SQUARE_NAME.fullmatch(str(name)) for name in space.sites]
    spots = [(file_number(name[1]), int(name[2][:9])) for name in names if name]
    ways = {(a, b) for (a, _), b in space.links.items()}
    plane = len(set(spots)) == len(names) and max(max(spot) for spot in spots) <= 64
    plane = plane and not any(_runs_over(spots[a], spots[b], spots) for a, b in ways)
    count = len(space.sites)
    if plane:
        centres = [(float(side * x), float(-side * y)) for x, y in spots]
    else:
        near: list[set[int]] = [set() for _ in range(count)]
        for a, b in ways:
            near[a].add(b)
            near[b].add(a)
        ring = outer_ring(near)
        centres = [(side * x, -side * y) for x, y in around(near, ring)] if ring else _circle(count, side)
        outer = ring or range(count)
    drawn = PlaneLayout("node", centres, [1] * count)
    for a, b in sorted(ways):
        if a <= b or (b, a) not in ways:
            drawn.links.append((a, b, (b, a) in ways))
    if coordinates and plane:
        left, low = min(x for x, _ in drawn.centres), max(y for _, y in drawn.centres)
        drawn.signs += [((side * float(x), low + 0.7), file_name(x)) for x in sorted({x for x, _ in spots})]
        drawn.signs += [((left - 0.7, -side * float(y)), str(y)) for y in sorted({y for _, y in spots})]
    elif coordinates:
        for site in outer:
            (x, y), name = centres[site], str(space.sites[site])
            far = max(1e-9, math.hypot(x, y))
            scale = 1 + 0.62 / far
            aside = 0.07 * (len(name) - 1) * x / far  # long names outside the circle need space
            drawn.signs.append(((x * scale + aside, y * scale), name))
    return drawn


def _runs_over(start: tuple[int, int], end: tuple[int, int], spots: Iterable[tuple[int, int]]) -> bool:
    """Does a straight link run over one of these spots, between its ends?"""
    (x, y), (i, j) = start, (end[0] - start[0], end[1] - start[1])
    return any(i * (b - y) == j * (a - x) and 0 < i * (a - x) + j * (b - y) < i * i + j * j for a, b in spots)


def _circle(count: int, side: int) -> list[Point]:
    """Points on a circle from the top, clockwise, with a minimum distance."""
    radius = max(1.2, 1.3 / (2 * math.sin(math.pi / count))) if count > 1 else 0.3
    turns = [2 * math.pi * k / count for k in range(count)]
    return [(side * radius * math.sin(t), -side * radius * math.cos(t)) for t in turns]
