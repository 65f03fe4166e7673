"""The growth of functions: values and steps of the literal recursion, for one argument after the other."""

from __future__ import annotations

from lasker.formulations.arithmetic.literal import Literal
from lasker.formulations.arithmetic.reading import Reading
from lasker.formulations.arithmetic.syntax import parse
from lasker.kernel.errors import LimitError


def grown(reading: Reading, expression: str, most: int, budget: int) -> list[tuple[int, int, int]]:
    """The value of an expression in x and the steps of its literal recursion, for x from 0 up to `most`, or
    until more steps than the budget would be needed.

    >>> from lasker.formulations.arithmetic.reading import printed
    >>> grown(printed(), "add(x, x)", 3, 1000)
    [(0, 0, 5), (1, 2, 8), (2, 4, 11), (3, 6, 14)]
    """
    term = reading.elaborate(parse(expression), ("x",))
    found = []
    for x in range(most + 1):
        machine = Literal(budget)
        try:
            found.append((x, machine(term, x), machine.steps))
        except LimitError:
            break
    return found
