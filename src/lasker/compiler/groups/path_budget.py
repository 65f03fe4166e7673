"""Bounds on the number of symbolic paths and on the work with them: early refusals keep compilation fast."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NoReturn

from lasker.compiler.groups.path import Conditional, NotClassified, Path

MOST_PATHS = 1_000_000
FEW = 100  # paths that differ in more than their base: always admitted
MOST_COMPARED = 1_200_000  # pairs of paths compared for a whole game: some seconds
PREPARED = 5  # pairs that cost as much as preparing one path for comparisons
MOST_RULES = 10_000  # paths that change more than two squares: no class covers them


class WorkBudget:
    """The work of enumerating paths, in steps of one path each, and the current bound on it."""

    def __init__(self) -> None:
        self.done = 0
        self.most: int | None = None
        self.compared = 0
        self.share = 1.0  # of the comparisons that may be made up to now
        self.endless: dict[str, str] = {}  # blocks with too many repetitions, and the reason given

    def refuse(self, block: str, why: str) -> NoReturn:
        """Refuses a block with too many repetitions, and remembers it."""
        self.endless[block] = why
        raise NotClassified(why)

    def add(self, steps: int) -> None:
        """Counts steps; NotClassified beyond the bound."""
        self.done += steps
        if self.most is not None and self.done > self.most:
            raise NotClassified("listing its paths takes too many steps")

    def compares(self, pairs: int) -> bool:
        """Counts comparisons of pairs of paths: are they within the bound?"""
        self.compared += pairs
        return self.compared <= MOST_COMPARED * self.share

    def compare(self, pairs: int) -> None:
        """Counts comparisons; NotClassified beyond the bound."""
        if not self.compares(pairs):
            raise NotClassified(f"more than {MOST_COMPARED} pairs of paths would have to be compared")

    @contextmanager
    def at_most(self, steps: int) -> Iterator[None]:
        """Bounds the number of steps within the context.

        >>> work = WorkBudget()
        >>> with work.at_most(5):
        ...     work.add(6)
        Traceback (most recent call last):
        ...
        lasker.compiler.groups.NotClassified: listing its paths takes too many steps
        """
        was, self.most = self.most, self.done + steps
        try:
            yield
        finally:
            self.most = was


def check_budget(found: list[Path]) -> None:
    """NotClassified, if there are too many paths."""
    if len(found) < FEW:
        return
    if number_of_paths(found) > MOST_PATHS:
        raise NotClassified(f"there are more than {MOST_PATHS} paths")
    rules = [path for path in found if len(path.writes) > 2]
    if number_of_paths(rules) > MOST_RULES and number_of_paths(filter(_is_rule, rules)) > MOST_RULES:
        raise NotClassified(f"more than {MOST_RULES} paths change three squares or more")


def number_of_paths(found: Iterable[Path]) -> int:
    """The number of paths, counting each base.

    >>> number_of_paths([Path(bases=0b1011), Path()])
    4
    """
    return sum(path.bases.bit_count() for path in found)


def _is_rule(path: Path) -> bool:
    """Does a path change more than two squares? Passed squares of a ride are unchanged."""
    known = dict(path.known)
    changed = (
        isinstance(value, Conditional) or value.site is not None or known.get(site) != 1 << value.adds
        for site, value in path.writes
    )
    return sum(changed) > 2
