"""Boards of points, as those of tables: on each square a triangle, from the edge of the board inwards,
and men in piles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from lasker.drawing.boards.line_boards import is_lined
from lasker.drawing.style import WRITING, corners
from lasker.space.plane import PlaneLayout, Point
from lasker.space.space import LatticeSpace, Owner, Space

POINTS = "_points"  # regions whose names end so are drawn so
SHADES = (".2", ".5")  # how dark triangles side by side are
MOST = 5  # the men of a pile that are drawn; of more, the last one has their number
NEXT = 0.62  # from one man of a pile to the next
TALL = 1.04 + (MOST - 1) * NEXT  # the height of a point


def of_points(space: Space, regions: Mapping[tuple[str, Owner], frozenset[int]]) -> list[frozenset[int]]:
    """The regions that are drawn as points; none on boards that have no upper and lower edge.

    >>> from lasker.space.shapes import hexagon, rectangle
    >>> regions = {("home_points", None): frozenset({0, 1}), ("home", 0): frozenset({0})}
    >>> of_points(rectangle(2, 2), regions), of_points(hexagon(2), regions)
    ([frozenset({0, 1})], [])
    """
    return [region for (name, _), region in regions.items() if is_points(name)] if is_lined(space) else []


def is_points(name: str) -> bool:
    """Is a region of this name drawn as points?

    >>> is_points("home_points"), is_points("points of advisors")
    (True, False)
    """
    return name.endswith(POINTS)


def triangles(space: Space, region: frozenset[int], drawn: PlaneLayout) -> Iterator[str]:
    """The triangles of a region, dark and light by turns.

    >>> from lasker.space.plane import plane_layout
    >>> from lasker.space.shapes import rectangle
    >>> board = rectangle(2, 2)
    >>> for part in triangles(board, frozenset({0, 1, 2}), plane_layout(board)):
    ...     print(part.split('"')[3])
    M50 150 -50 150 0 50Z
    M150 150 50 150 100 50ZM-50 -50 50 -50 0 50Z
    """
    assert isinstance(space, LatticeSpace)
    middle = _middle(drawn)
    paths: tuple[list[str], list[str]] = ([], [])
    for site in sorted(region & set(range(len(space.sites)))):
        x, y = drawn.centres[site]
        outline = drawn.outline(site)
        base = [point for point in outline if (point[1] > y) == (y > middle)]
        paths[sum(space.sites[site]) % 2].append(f"M{corners([*base, (x, 2 * y - base[0][1])])}Z")
    for shade, path in zip(SHADES, paths, strict=True):
        if path:
            style = f'fill="{WRITING}" fill-opacity="{shade}" pointer-events="none"'
            yield f'<path class="points" d="{"".join(path)}" {style}/>'


def lengthened(drawn: PlaneLayout) -> PlaneLayout:
    """The layout with squares so high that a pile of men has room on them.

    >>> from lasker.space.plane import plane_layout
    >>> from lasker.space.shapes import rectangle
    >>> found = lengthened(plane_layout(rectangle(1, 2)))
    >>> found.tall, found.centres, found.signs[0]
    (3.52, [(0.0, 2.26), (0.0, -1.26)], ((0.0, 4.28), 'a'))
    """
    middle, end = _middle(drawn), max(y for _, y in drawn.centres)

    def at(point: Point) -> Point:
        x, y = point
        beyond = max(0.0, y - end)  # coordinates below the board stay as far from it
        high = middle + TALL * (y - beyond - middle) + (beyond + (TALL - 1) / 2 if beyond else 0.0)
        return (float(x), round(high, 4))

    return replace(
        drawn, centres=[*map(at, drawn.centres)], signs=[(at(p), text) for p, text in drawn.signs], tall=TALL
    )


def pile(drawn: PlaneLayout, site: int) -> tuple[Point, float]:
    """Where the first man of a pile stands, at the edge of the board, and how far below it the next one is.

    >>> from lasker.space.plane import plane_layout
    >>> from lasker.space.shapes import rectangle
    >>> pile(lengthened(plane_layout(rectangle(1, 2))), 1)
    ((0.0, -2.5), 0.62)
    """
    x, y = drawn.centres[site]
    inwards = -1 if y > _middle(drawn) else 1
    return (x, round(y - inwards * (drawn.tall - 1.04) / 2, 4)), inwards * NEXT


def _middle(drawn: PlaneLayout) -> float:
    return sum(y for _, y in drawn.centres) / len(drawn.centres)
