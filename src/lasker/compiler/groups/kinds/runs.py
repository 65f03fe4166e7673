"""Runs: consecutive squares on a line that hold one kind of content, ended by another.

On bitboards all runs of a direction are found at once, by shifting sets of squares along it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise

from lasker.compiler.groups.moves import Run
from lasker.compiler.groups.path import NotClassified

Known = tuple[tuple[int, int], ...]  # squares, and their required contents


def runs_of(ways: dict[int, list[Known]]) -> tuple[Run, ...]:
    """Conditions by their first square as runs; the runs must cover exactly these conditions."""
    alike: dict[tuple[int, int, int], set[tuple[int, int]]] = defaultdict(set)  # first square and length
    steps: dict[tuple[int, int, int], int] = defaultdict(int)
    for site, known in ((site, known) for site, found in ways.items() for known in found):
        if len(known) < 2:
            raise NotClassified("what a square needs is not a line")
        by, *others = (there - here for here, there in pairwise((site, *(s for s, _ in known))))
        over, to = known[0][1], known[-1][1]
        if set(others) != {by} or over & to or any(held != over for _, held in known[:-1]):
            raise NotClassified("what a square needs is not a line of one kind of pieces up to another")
        alike[by, over, to].add((site, len(known)))
        for here, _ in ((site, 0), *known[:-1]):
            steps[by, over, to] |= 1 << here
    for key, found in alike.items():
        if found != {each for site in ways for each in _lengths(site, key[0], steps[key])}:
            raise NotClassified("lines from different squares end in different places")
    return tuple(Run(by, steps[by, over, to], over, to) for by, over, to in alike)


def _lengths(site: int, by: int, steps: int) -> Iterable[tuple[int, int]]:
    """The square with every length that a run from there may have.

    >>> list(_lengths(0, 1, 0b0111))
    [(0, 2), (0, 3)]
    """
    length = 0
    here = site
    while here >= 0 and steps >> here & 1:
        length, here = length + 1, here + by
        if length > 1:
            yield site, length
