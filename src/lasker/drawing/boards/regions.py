"""Regions on a drawn board: an outline around each of them, and a tint of its owner in small ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from lasker.algebra.contents import Vocabulary
from lasker.drawing.pieces.player_colours import colours
from lasker.drawing.style import WRITING, corners, n
from lasker.space.plane import PlaneLayout, Point
from lasker.space.space import LatticeSpace, Owner, Space

Regions = Mapping[tuple[str, Owner], frozenset[int]]
Edge = tuple[Point, Point]
LARGE = 1 / 6  # share of the board: larger regions are outlined but not tinted


def outlines(space: Space, regions: Regions, vocabulary: Vocabulary, drawn: PlaneLayout) -> Iterator[str]:
    """The outlines and tints of the regions that are shown, without edges on the frame of the board."""
    hues = colours(vocabulary.players)
    sites = frozenset(range(len(space.sites)))
    frame = _edges(drawn, sites) if drawn.kind != "node" else set()
    lines: dict[Edge, str] = {}
    for owner, region in shown_regions(space, regions):
        hue = None if owner is None else hues[owner]
        region = region & sites
        if len(region) <= LARGE * len(sites):
            yield from _tints(drawn, region, *((WRITING, ".24") if hue is None else (hue.fill, ".16")))
        if drawn.kind != "node":
            for edge in sorted(_edges(drawn, region) - frame):
                lines.setdefault(edge, WRITING if hue is None else hue.edge)
    for colour in dict.fromkeys(lines.values()):
        path = "".join(
            f"M{n(a)} {n(b)}L{n(c)} {n(d)}" for ((a, b), (c, d)), its in lines.items() if its == colour
        )
        style = f'fill="none" stroke="{colour}" stroke-opacity=".55" stroke-width="4" stroke-linecap="round"'
        yield f'<path class="region" d="{path}" {style}/>'


def coloured(colour: str, region: frozenset[int], drawn: PlaneLayout) -> str:
    """The squares of a region in the colour that the rules give it, through which the board is seen.

    >>> from lasker.space.plane import plane_layout
    >>> from lasker.space.shapes import rectangle
    >>> coloured("blue", frozenset({0}), plane_layout(rectangle(2, 2)))[:55]
    '<path class="region" fill="blue" fill-opacity=".7" d="M'
    """
    return "".join(_tints(drawn, frozenset(at for at in region if at < len(drawn.centres)), colour, ".7"))


def shown_regions(space: Space, regions: Regions) -> list[tuple[Owner, frozenset[int]]]:
    """All regions, except that of overlapping bands of ranks or files only the first declared one is shown.

    >>> from lasker.space.shapes import rectangle
    >>> board = rectangle(3, 4)
    >>> zone, last, spot = frozenset({6, 7, 8, 9, 10, 11}), frozenset({9, 10, 11}), frozenset({4})
    >>> [len(region) for _, region in shown_regions(board, {("a", 0): zone, ("b", 0): last, ("c", 0): spot})]
    [6, 1]
    """
    found: list[tuple[Owner, frozenset[int]]] = []
    bands: list[tuple[Owner, frozenset[int]]] = []
    for (_, owner), region in regions.items():
        if _is_band(space, region):
            if any(whose == owner and band & region for whose, band in bands):
                continue
            bands.append((owner, region))
        found.append((owner, region))
    return found


def special_places(space: Space, regions: Regions) -> dict[tuple[str, Owner], frozenset[int]]:
    """The regions that are drawn on chequered boards too: a few squares of nobody, such as traps, a throne, a
    hill, and no ranks or files, which every chess player finds without a line.

    >>> from lasker.space.shapes import rectangle
    >>> trap, rank = frozenset({9}), frozenset(range(4))
    >>> [name for name, _ in special_places(rectangle(4, 4), {("trap", None): trap, ("last", None): rank})]
    ['trap']
    """
    most = LARGE * len(space.sites)
    return {
        (name, owner): region
        for (name, owner), region in regions.items()
        if owner is None and len(region) <= most and not _is_band(space, region)
    }


def _is_band(space: Space, region: frozenset[int]) -> bool:
    if not isinstance(space, LatticeSpace) or space.dimension < 2:
        return False
    for axis in (0, 1):
        levels = {space.sites[site][axis] for site in region if site < len(space.sites)}
        if region == {number for number, site in enumerate(space.sites) if site[axis] in levels}:
            return True
    return False


def _edges(drawn: PlaneLayout, region: frozenset[int]) -> set[Edge]:
    """The sides that belong to exactly one square of the region."""
    seen: Counter[Edge] = Counter()
    for site in region:
        points = [(round(x, 4) + 0.0, round(y, 4) + 0.0) for x, y in drawn.outline(site)]
        for a, b in zip(points, [*points[1:], points[0]], strict=True):
            seen[min(a, b), max(a, b)] += 1
    return {edge for edge, count in seen.items() if count == 1}


def _tints(drawn: PlaneLayout, region: frozenset[int], fill: str, opacity: str) -> Iterator[str]:
    style = f'class="region" fill="{fill}" fill-opacity="{opacity}"'
    if drawn.kind == "node":
        for x, y in (drawn.centres[site] for site in sorted(region)):
            yield f'<circle {style} cx="{n(x)}" cy="{n(y)}" r="40"/>'
    elif region:
        path = "".join(f"M{corners(drawn.outline(site))}Z" for site in sorted(region))
        yield f'<path {style} d="{path}"/>'
