"""Stars, `each` and `most` over sets of configurations: what they mean, whatever runs their blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from lasker.ir.machine import Configuration
from lasker.kernel.limits import DEFAULT, Limits

Run = Callable[[Configuration], Iterable[Configuration]]


def star(
    run: Run, start: Configuration, low: int, high: int | None, limits: Limits = DEFAULT
) -> Iterator[Configuration]:
    """The block at least `low` and at most `high` times; no configuration is gone on from twice."""
    now = {start}
    for _ in range(low):
        now = {end for each in now for end in run(each)}
    visited = {each[:3] for each in now}  # two ways to one configuration are one
    yield from now
    rounds = 0
    while now and (high is None or rounds < high - low):
        now = {end for each in now for end in run(each) if end[:3] not in visited}
        visited |= {each[:3] for each in now}
        limits.check("configurations", len(visited))
        yield from now
        rounds += 1


def each_site(
    run: Run,
    start: Configuration,
    fits: Callable[[int, Configuration], int | None],
    sites: int,
    limits: Limits = DEFAULT,
) -> Iterable[Configuration]:
    """Site by site, the block where it can be done; `fits` tells the cursor's place on a site, if any."""
    now = {start}
    for site in range(sites):
        after: set[Configuration] = set()
        for each in now:
            place = fits(site, each)
            inside = () if place is None else run(each._replace(cursors=(*each.cursors, place)))
            after |= set(inside) or {each}
        now = after
        limits.check("configurations", len(now))
    return now


def most(run: Run, start: Configuration, slot: int) -> Iterator[Configuration]:
    """The ends of the block in which a counter is greatest."""
    ends = set(run(start))
    greatest = max((end.counters[slot] for end in ends), default=0)
    return (end for end in ends if end.counters[slot] == greatest)
