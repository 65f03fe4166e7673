"""Rays: sliding paths from a square, cut wherever the order of their square numbers changes.

The first blocker on a ray with rising numbers is the lowest bit of a set, on one with falling numbers the
highest; no table is needed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from lasker.compiler.groups.moves import Entry

MOST_RAYS = 16  # number of ray tables up to which rays with the same start are together
MOST_BLOCKERS = 6  # blockers of a single leap up to which a table is used


class RayKind(NamedTuple):
    """The common properties of the rays of one table."""

    falls: bool
    begun: bool  # is it preceded by other squares?


@dataclass
class Ray:
    """A monotone stretch of a path from one square."""

    entries: list[Entry]
    falls: bool
    before: int  # the squares that precede it, as bits
    cells: int  # its own squares

    def take(self, entry: Entry) -> bool:
        """Appends the next entry, if the ray continues there."""
        _, target, path = entry
        last = self.entries[-1][1]
        more = path & ~(self.before | self.cells)
        if path & (self.before | self.cells) != self.before | self.cells:
            return False
        falls = target < last
        between = (1 << last) - (2 << target) if falls else (1 << target) - (2 << last)
        if more & ~between or (len(self.entries) > 1 and falls != self.falls):
            return False
        self.entries.append(entry)
        self.falls, self.cells = falls, self.cells | more | 1 << target
        return True


def cut(entries: Iterable[Entry]) -> tuple[list[tuple[RayKind, list[Entry]]], list[Entry]]:
    """Entries as tables of rays, at most one from each square in a table; and single leaps.

    >>> slides = [(0, 1, 0b0), (0, 2, 0b10), (0, 3, 0b110), (2, 1, 0b0), (2, 0, 0b10)]
    >>> cut([*slides, (3, 0, 0)])
    ([(RayKind(falls=False, begun=False), [(0, 1, 0), (0, 2, 2), (0, 3, 6)]), \
(RayKind(falls=True, begun=False), [(2, 1, 0), (2, 0, 2)])], [(3, 0, 0)])
    """
    by_site: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_site[entry[0]].append(entry)
    alike: dict[tuple[RayKind, int, int, int], list[Entry]] = defaultdict(list)
    ranked: dict[tuple[RayKind, int], list[Entry]] = defaultdict(list)
    leaps: list[Entry] = []
    for found in by_site.values():
        known: dict[tuple[RayKind, int, int], int] = defaultdict(int)
        number: dict[RayKind, int] = defaultdict(int)
        for way in _ways(found):
            if len(way) == 1 and way[0][2].bit_count() <= MOST_BLOCKERS:
                leaps += way
                continue
            for place, ray in enumerate(_stretches(way)):
                kind = RayKind(ray.falls, bool(ray.before))
                begins = (kind, way[0][1] - way[0][0], place)
                alike[*begins, known[begins]] += ray.entries
                ranked[kind, number[kind]] += ray.entries
                known[begins] += 1
                number[kind] += 1
    if len(alike) <= max(MOST_RAYS, len(ranked)):
        return [(kind, rays) for (kind, *_), rays in sorted(alike.items())], leaps
    return [(kind, rays) for (kind, _), rays in sorted(ranked.items())], leaps


def _ways(entries: list[Entry]) -> list[list[Entry]]:
    """Entries from one square, each after those on its path."""
    found: list[list[Entry]] = []
    ending: dict[int, list[Entry]] = {}  # by all squares of a path
    for entry in sorted(entries, key=lambda each: (each[2].bit_count(), each[1])):
        _, target, path = entry
        end = path if path in ending or not path else max(_within(path, ending), default=0)
        way = ending.pop(end, None)
        if way is None:
            found.append(way := [])
        way.append(entry)
        ending[path | 1 << target] = way
    return found


def _within(path: int, ways: Iterable[int]) -> Iterator[int]:
    return (way for way in ways if not way & ~path)


def _stretches(way: list[Entry]) -> list[Ray]:
    """A path cut where the order of its numbers changes."""
    found: list[Ray] = []
    for entry in way:
        origin, target, path = entry
        if not found or not found[-1].take(entry):
            found.append(Ray([entry], target < origin, path, 1 << target))
    return found


def squares(entries: Iterable[Entry], sites: int) -> tuple[list[int], list[int]]:
    """By square, the squares of the ray that begins there, and the squares that precede it."""
    cells, before = [0] * sites, [-1] * sites
    for origin, target, path in entries:
        cells[origin] |= path | 1 << target
        before[origin] &= path
    before = [max(each, 0) for each in before]
    return [each & ~gone for each, gone in zip(cells, before, strict=True)], before
