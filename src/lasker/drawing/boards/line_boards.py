"""Boards of lines, whose crossings hold the pieces: with palaces and rivers."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from lasker.drawing.style import FRAME, corners, n
from lasker.space.plane import PlaneLayout
from lasker.space.space import LatticeSpace, Owner, Space

Regions = dict[tuple[str, Owner], frozenset[int]]
GROUND, WATER = "#eee6d4", "#9fc0cf"
PALACE = "palace"  # regions with this in their name have diagonals


def is_lined(space: Space) -> bool:
    """Can lines be drawn through the centres of the squares? Only on a rectangle of squares without gluings.

    >>> from lasker.space.shapes import cylinder, rectangle
    >>> is_lined(rectangle(9, 10)), is_lined(cylinder(8, 8))
    (True, False)
    """
    if not isinstance(space, LatticeSpace) or space.compass.name != "square" or space.gluings:
        return False
    return len(space.sites) == prod(len({site[axis] for site in space.sites}) for axis in (0, 1))


def drawn_by_lines(regions: Regions, size: int) -> Regions:
    """The regions that lines show: palaces, and homes of players that share the board between them."""
    return {
        key: region
        for key, region in regions.items()
        if PALACE in key[0] or any(key[0] == name for name, _, _ in _shores(regions, size))
    }


def lines(space: Space, regions: Regions, drawn: PlaneLayout) -> Iterator[str]:
    """Lines through the centres of squares, palaces and rivers; nothing where `is_lined` says no.

    >>> from lasker.space.plane import plane_layout
    >>> from lasker.space.shapes import rectangle
    >>> board = rectangle(3, 4)
    >>> homes = {("home", 0): frozenset(range(6)), ("home", 1): frozenset(range(6, 12))}
    >>> [part.split('"')[1] for part in lines(board, homes, plane_layout(board))][1:]
    ['river', 'lines']
    >>> [sum(part.count("M") for part in lines(board, each, plane_layout(board))) for each in ({}, homes)]
    [29, 28]
    """
    if not isinstance(space, LatticeSpace) or not is_lined(space):
        return
    sites = space.sites
    edges = "".join(f"M{corners(drawn.outline(site))}Z" for site in range(len(sites)))
    yield f'<path d="{edges}" fill="{GROUND}" stroke="{GROUND}" stroke-width="4" pointer-events="none"/>'
    water = _river(space, regions)
    if water:
        yield _water(space, water, drawn)
    paths = []
    for number, site in enumerate(sites):
        for other in ((site[0] + 1, site[1]), (site[0], site[1] + 1)):
            end = space.index.get(other)
            if end is not None and ((number, end) not in water or site[0] in (space.low[0], space.high[0])):
                paths.append(_line(drawn, number, end))
    for (name, _), region in regions.items():
        if PALACE in name:
            paths += _diagonals(space, region, drawn)
    style = f'fill="none" stroke="{FRAME}" stroke-width="3" stroke-linecap="round" pointer-events="none"'
    yield f'<path class="lines" d="{"".join(paths)}" {style}/>'


def _line(drawn: PlaneLayout, start: int, end: int) -> str:
    return f"M{corners([drawn.centres[start]])}L{corners([drawn.centres[end]])}"


def _shores(regions: Regions, size: int) -> Iterator[tuple[str, frozenset[int], frozenset[int]]]:
    """Regions of one name with two owners that are all of the board."""
    for (name, owner), here in regions.items():
        for (other, another), there in regions.items():
            two = name == other and owner is not None and another is not None and owner < another
            if two and not here & there and len(here) + len(there) == size:
                yield name, here, there


def _river(space: LatticeSpace, regions: Regions) -> set[tuple[int, int]]:
    """The steps up from one player's home to the other's."""
    found = set()
    for _, here, _ in _shores(regions, len(space.sites)):
        for number, (x, y) in enumerate(space.sites):
            above = space.index.get((x, y + 1))
            if above is not None and {number in here, above in here} == {True, False}:
                found.add((number, above))
    return found


def _water(space: LatticeSpace, river: set[tuple[int, int]], drawn: PlaneLayout) -> str:
    """The surface between the two banks, as wide as the lines are."""
    points = [drawn.centres[site] for step in river for site in step]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    box = f'x="{n(left)}" y="{n(low)}" width="{n(right - left)}" height="{n(high - low)}"'
    return f'<rect class="river" {box} fill="{WATER}" fill-opacity=".45" pointer-events="none"/>'


def _diagonals(space: LatticeSpace, region: frozenset[int], drawn: PlaneLayout) -> Iterator[str]:
    """The two diagonals of a region that fills a square."""
    sites = [space.sites[site] for site in region if site < len(space.sites)]
    if not sites:
        return
    (left, low), (right, high) = (
        tuple(f(site[axis] for site in sites) for axis in (0, 1)) for f in (min, max)
    )
    if right - left == high - low and len(sites) == (right - left + 1) ** 2:
        for start, end in (((left, low), (right, high)), ((left, high), (right, low))):
            yield _line(drawn, space.index[start], space.index[end])
