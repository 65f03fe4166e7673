"""A layout of graphs that have a rim: the rim lies on a polygon, all else in the middle of its neighbours.

This is Tutte's embedding: if such a graph can be drawn without crossings, so it is here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

Point = tuple[float, float]
ROUNDS = 200


def outer_ring(near: Sequence[set[int]]) -> list[int]:
    """The sites with fewer neighbours than the most, from the first one round, if they are one ring.

    >>> grid = [{1, 3}, {0, 2, 4}, {1, 5}, {0, 4, 6}, {1, 3, 5, 7}, {2, 4, 8}, {3, 7}, {6, 4, 8}, {5, 7}]
    >>> outer_ring(grid), outer_ring([{1}, {0, 2}, {1}])
    ([0, 1, 2, 5, 8, 7, 6, 3], [])
    """
    most = max(map(len, near))
    outer = [site for site, others in enumerate(near) if len(others) < most]
    beside = {site: sorted(near[site] & set(outer)) for site in outer}
    if len(outer) < 3 or any(len(two) != 2 for two in beside.values()):
        return []
    ring = [outer[0], beside[outer[0]][0]]
    while (follower := sum(beside[ring[-1]]) - ring[-2]) != ring[0]:
        ring.append(follower)
    return ring if len(ring) == len(outer) else []


def around(near: Sequence[set[int]], ring: Sequence[int]) -> list[Point]:
    """Where the sites lie, x to the right and y upwards, the shortest link of one unit; the first two of the
    ring lie at the bottom, from the left. Corners are the sites of the ring with the fewest neighbours.

    >>> [(round(x, 1), round(y, 1)) for x, y in around([{1, 3}, {0, 2}, {1, 3}, {0, 2}], [0, 1, 2, 3])]
    [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
    """
    fewest = min(len(near[site]) for site in ring)
    corners = [place for place, site in enumerate(ring) if len(near[site]) == fewest]
    if corners[0] != 0 or len(corners) < 3:
        corners = list(range(len(ring)))
    places = [(0.0, 0.0)] * len(near)
    for number, corner in enumerate(corners):
        start, end = (_on_circle(which, len(corners)) for which in (number, number + 1))
        side = (corners[(number + 1) % len(corners)] - corner) % len(ring)
        for step in range(side):
            places[ring[corner + step]] = _between(start, end, step / side)
    inner = [site for site in range(len(near)) if site not in set(ring)]
    for _ in range(ROUNDS):
        for site in inner:
            others = [places[other] for other in near[site]]
            places[site] = (sum(x for x, _ in others) / len(others), sum(y for _, y in others) / len(others))
    least = min(math.dist(places[a], places[b]) for a, others in enumerate(near) for b in others) or 1.0
    return [(x / least, y / least) for x, y in places]


def _on_circle(corner: int, count: int) -> Point:
    """A corner of a regular polygon that stands on a side, counted from the left end of this side."""
    turn = -math.pi / 2 + 2 * math.pi * (corner - 0.5) / count
    return (math.cos(turn), math.sin(turn))


def _between(start: Point, end: Point, part: float) -> Point:
    return (start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1]))
