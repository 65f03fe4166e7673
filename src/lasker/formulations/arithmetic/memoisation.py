"""Memoisation with a bounded cache of two generations: entries unused for a generation are dropped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lasker.formulations.arithmetic.numbers import Number

MOST_CACHED = 2_000_000  # cached values; one that is not used while as many others are added is dropped
Function = Callable[..., Number]


class MemoCache:
    """The caches of many functions, which age together.

    >>> asked = []
    >>> memory = MemoCache(most=2)
    >>> double = memory.memoised(lambda x: asked.append(x) or 2 * x, 1)
    >>> [double(x) for x in (1, 1, 2, 1, 3, 1, 4, 1, 2)], asked
    ([2, 2, 4, 2, 6, 2, 8, 2, 4], [1, 2, 3, 4, 2])
    """

    def __init__(self, spend: Callable[[int], None] = lambda steps: None, most: int = MOST_CACHED) -> None:
        self._spend = spend
        self._most = most
        self._count = 0
        self._generations: list[Callable[[], None]] = []

    def clear(self) -> None:
        """Clear everything but constants."""
        self._age()
        self._age()

    def _age(self) -> None:
        self._count = 0
        for age in self._generations:
            age()

    def _count_miss(self) -> None:
        self._spend(1)
        self._count += 1
        if self._count > self._most:
            self._age()

    def memoised(self, function: Function, arity: int) -> Function:
        """A memoised version of a function."""
        young: dict[Any, Number] = {}
        old: dict[Any, Number] = {}
        count_miss = self._count_miss

        def age() -> None:
            nonlocal young, old
            young, old = {}, young

        def one(argument: Number) -> Number:
            if (value := young.get(argument)) is None:
                count_miss()
                if (value := old.get(argument)) is None:
                    value = function(argument)
                young[argument] = value
            return value

        def many(*arguments: Number) -> Number:
            if (value := young.get(arguments)) is None:
                count_miss()
                if (value := old.get(arguments)) is None:
                    value = function(*arguments)
                young[arguments] = value
            return value

        if arity > 0:
            self._generations.append(age)
        return one if arity == 1 else many
