"""Bounds on the number of symbolic paths: an early refusal keeps compilation fast."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NoReturn

from lasker.compiler.groups.path import Maybe, NotFlat, Path

MOST_PATHS = 1_000_000
FEW = 100  # paths that differ in more than their base: always admitted
MOST_RULES = 10_000  # paths that change more than two squares: no class covers them


class Work:
    """The work of enumerating paths, in steps of one path each, and the current bound on it."""

    def __init__(self) -> None:
        self.done = 0
        self.most: int | None = None
        self.endless: dict[str, str] = {}  # blocks with too many repetitions, and the reason given

    def refuse(self, block: str, why: str) -> NoReturn:
        """Refuses a block with too many repetitions, and remembers it."""
        self.endless[block] = why
        raise NotFlat(why)

    def add(self, steps: int) -> None:
        """Counts steps; NotFlat beyond the bound."""
        self.done += steps
        if self.most is not None and self.done > self.most:
            raise NotFlat("listing its paths takes too many steps")

    @contextmanager
    def at_most(self, steps: int) -> Iterator[None]:
        """Bounds the number of steps within the context.

        >>> work = Work()
        >>> with work.at_most(5):
        ...     work.add(6)
        Traceback (most recent call last):
        ...
        lasker.compiler.groups.NotFlat: listing its paths takes too many steps
        """
        was, self.most = self.most, self.done + steps
        try:
            yield
        finally:
            self.most = was


def bear(found: list[Path]) -> None:
    """NotFlat, if there are too many paths."""
    if len(found) < FEW:
        return
    if many(found) > MOST_PATHS:
        raise NotFlat(f"there are more than {MOST_PATHS} paths")
    if many(path for path in found if len(path.writes) > 2 and _changed(path) > 2) > MOST_RULES:
        raise NotFlat(f"more than {MOST_RULES} paths change three squares or more")


def many(found: Iterable[Path]) -> int:
    """The number of paths, counting each base.

    >>> many([Path(bases=0b1011), Path()])
    4
    """
    return sum(path.bases.bit_count() for path in found)


def _changed(path: Path) -> int:
    """The number of squares that a path changes; passed squares of a ride are unchanged."""
    known = dict(path.known)
    return sum(
        isinstance(value, Maybe) or value.site is not None or known.get(site) != 1 << value.adds
        for site, value in path.writes
    )
