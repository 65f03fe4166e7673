"""How many paths are too many: what is given up soon costs little."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NoReturn

from lasker.compiler.groups.path import Maybe, NotFlat, Path

MOST_PATHS = 1_000_000
FEW = 100  # paths that differ in more than where they begin: so few are always borne
MOST_RULES = 10_000  # paths that change more than two squares: no class can take them


class Work:
    """How much is done to list paths, in steps of one path each; and a bound on it, while there is one."""

    def __init__(self) -> None:
        self.done = 0
        self.most: int | None = None
        self.endless: dict[str, str] = {}  # blocks that are repeated in too many ways, and what was said then

    def refuse(self, block: str, why: str) -> NoReturn:
        """A block is repeated in too many ways, and need not be tried again."""
        self.endless[block] = why
        raise NotFlat(why)

    def add(self, steps: int) -> None:
        """So many more paths have gone a step; NotFlat, if that is too much."""
        self.done += steps
        if self.most is not None and self.done > self.most:
            raise NotFlat("listing its paths takes too many steps")

    @contextmanager
    def at_most(self, steps: int) -> Iterator[None]:
        """Meanwhile no more steps are taken than so many.

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
    """How many paths there are, from all their bases.

    >>> many([Path(bases=0b1011), Path()])
    4
    """
    return sum(path.bases.bit_count() for path in found)


def _changed(path: Path) -> int:
    """How many squares a path changes: those that a ride has only passed are as they were."""
    known = dict(path.known)
    return sum(
        isinstance(value, Maybe) or value.site is not None or known.get(site) != 1 << value.adds
        for site, value in path.writes
    )
