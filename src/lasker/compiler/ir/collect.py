"""The semantics of stars, `each` and `most` over sets of configurations, for any runner of blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from lasker.compiler.ir.machine import Configuration
from lasker.kernel.limits import Meter

Run = Callable[[Configuration], Iterable[Configuration]]


def star(run: Run, start: Configuration, low: int, high: int | None, meter: Meter) -> Iterator[Configuration]:
    """The block at least `low` and at most `high` times; no configuration is expanded twice."""
    with meter.holding() as held:
        now = held.gather((start,))
        for _ in range(low):
            before, now = now, held.gather(end for each in now for end in run(each))
            held.release(len(before))
        visited = {each[:3] for each in now}  # two paths to one configuration count once
        yield from now
        rounds = 0
        while now and (high is None or rounds < high - low):
            now = held.gather(end for each in now for end in run(each) if end[:3] not in visited)
            visited |= {each[:3] for each in now}
            yield from now
            rounds += 1


def each_site(
    run: Run,
    start: Configuration,
    fits: Callable[[int, Configuration], int | None],
    sites: int,
    meter: Meter,
) -> Iterator[Configuration]:
    """Site by site, the block wherever it is possible; `fits` returns the cursor's place on a site, if
    any."""

    def done(site: int, each: Configuration) -> Iterator[Configuration]:
        place, idle = fits(site, each), True
        if place is not None:
            for end in run(each._replace(cursors=(*each.cursors, place))):
                idle = False
                yield end
        if idle:
            yield each

    with meter.holding() as held:
        now = held.gather((start,))
        for site in range(sites):
            before, now = now, held.gather(end for each in now for end in done(site, each))
            held.release(len(before))
        yield from now


def most(run: Run, start: Configuration, slot: int, meter: Meter) -> Iterator[Configuration]:
    """The results of the block in which a counter is greatest."""
    with meter.holding() as held:
        ends = held.gather(run(start))
        greatest = max((end.counters[slot] for end in ends), default=0)
        yield from (end for end in ends if end.counters[slot] == greatest)
