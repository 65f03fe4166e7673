"""Armies on a board of another shape: row by row from each side, the most common pieces in front."""

from __future__ import annotations

from collections import Counter

from lasker.space.layout import spot
from lasker.space.space import LatticeSpace, Space

Army = dict[int, str]  # what stands on a site: the letter of a piece


def deployed(armies: tuple[Army, Army], old: LatticeSpace, new: LatticeSpace) -> Army:
    """Both armies on another board, the first from below, the other from above. Pieces stand in the old
    order, row by row and from the middle of each row outwards; the most common ones, such as pawns, fill the
    squares before them. The middle of the board stays empty, and pieces without room are left out.

    >>> from lasker.space.shapes import hexagon
    >>> board = hexagon(3)
    >>> found = deployed(({2: "K", 3: "P", 4: "P"}, {18: "k", 12: "p", 13: "p"}), board, hexagon(4))
    >>> sorted(found.values())
    ['K', 'P', 'P', 'k', 'p', 'p']
    """
    found: Army = {}
    for army, above in zip(armies, (False, True), strict=True):
        found |= _side([army[site] for _, site in _order(old, above) if site in army], new, above)
    return found


def _side(army: list[str], space: LatticeSpace, above: bool) -> Army:
    """One player's pieces; `army` lists them from the first row on."""
    counts = Counter(army)
    front = max(counts, key=counts.__getitem__) if len(counts) > 1 else ""
    others = [letter for letter in army if letter != front]
    order = _order(space, above)
    lines = sorted({line for line, _ in order})
    own = {site: line for line, site in order if line in lines[: (len(lines) - 1) // 2]}
    found = dict(zip(own, others, strict=False))
    if front:
        ahead = [(site, back) for back in found for site in _neighbours(space, back)]
        before = {site for site, back in ahead if own.get(site, -1) > own[back]}
        found |= dict.fromkeys(sorted(before - set(found)), front)
    return found


def _order(space: LatticeSpace, above: bool) -> list[tuple[int, int]]:
    """The sites with the numbers of their lines from one player's side, each line from its middle."""
    sign = 1 if above else -1
    spots = [spot(space.compass, site) for site in space.sites]
    lines: dict[tuple[int, int], list[int]] = {}
    for layer, line, column in spots:
        lines.setdefault((sign * line, sign * layer), []).append(column)
    first = min(line for line, _ in lines)

    def place(site: int) -> tuple[int, int, float, int]:
        layer, line, column = spots[site]
        columns = lines[sign * line, sign * layer]
        return sign * line, sign * layer, abs(column - sum(columns) / len(columns)), column

    return [(place(site)[0] - first, site) for site in sorted(range(len(spots)), key=place)]


def _neighbours(space: Space, site: int) -> set[int]:
    steps = (space.reach((site, 0), direction.shift) for direction in space.compass.directions.values())
    return {place[0] for place in steps if place is not None}
