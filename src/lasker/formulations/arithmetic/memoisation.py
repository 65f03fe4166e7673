"""What functions have been asked before: kept while it is asked for, given up when it is too much."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lasker.formulations.arithmetic.numbers import Number

MOST_REMEMBERED = 2_000_000  # answers; what was not asked for while as many again were found is given up
Function = Callable[..., Number]


class Memory:
    """The memories of many functions, which grow old together.

    >>> asked = []
    >>> memory = Memory(most=2)
    >>> double = memory.remembering(lambda x: asked.append(x) or 2 * x, 1)
    >>> [double(x) for x in (1, 1, 2, 1, 3, 1, 4, 1, 2)], asked
    ([2, 2, 4, 2, 6, 2, 8, 2, 4], [1, 2, 3, 4, 2])
    """

    def __init__(
        self, spend: Callable[[int], None] = lambda steps: None, most: int = MOST_REMEMBERED
    ) -> None:
        self._spend = spend
        self._most = most
        self._count = 0
        self._ageing: list[Callable[[], None]] = []

    def forget(self) -> None:
        """Give up everything but constants."""
        self._age()
        self._age()

    def _age(self) -> None:
        self._count = 0
        for age in self._ageing:
            age()

    def _learn(self) -> None:
        self._spend(1)
        self._count += 1
        if self._count > self._most:
            self._age()

    def remembering(self, function: Function, arity: int) -> Function:
        """A function that does not compute the same twice."""
        young: dict[Any, Number] = {}
        old: dict[Any, Number] = {}
        learn = self._learn

        def age() -> None:
            nonlocal young, old
            young, old = {}, young

        def one(argument: Number) -> Number:
            if (value := young.get(argument)) is None:
                learn()
                if (value := old.get(argument)) is None:
                    value = function(argument)
                young[argument] = value
            return value

        def many(*arguments: Number) -> Number:
            if (value := young.get(arguments)) is None:
                learn()
                if (value := old.get(arguments)) is None:
                    value = function(*arguments)
                young[arguments] = value
            return value

        if arity > 0:
            self._ageing.append(age)
        return one if arity == 1 else many
