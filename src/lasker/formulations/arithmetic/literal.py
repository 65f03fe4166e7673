"""Literal evaluation of terms by the five formers only, with every step counted."""

from __future__ import annotations

from lasker.formulations.arithmetic.calculus import (
    Composition,
    Projection,
    Recursion,
    RecursiveTerm,
    Successor,
)
from lasker.kernel.errors import LimitError

STEPS = 100_000  # default budget of one evaluation


class Literal:
    """An evaluator that knows only the formers; each application of a former is a step.

    >>> from lasker.formulations.arithmetic.calculus import composition, projection, recursion, successor
    >>> add = recursion(projection(1, 1), composition(successor(), (projection(2, 3),), 3))
    >>> literal = Literal()
    >>> literal(add, 3, 4), literal.steps
    (7, 14)
    """

    def __init__(self, budget: int = STEPS) -> None:
        self.budget = budget
        self.steps = 0

    def __call__(self, term: RecursiveTerm, *arguments: int) -> int:
        """The value of the function at these arguments."""
        self.steps += 1
        if self.steps > self.budget:
            raise LimitError(
                f"the literal recursion has not ended after {self.budget} steps",
                remedy="allow more steps, or evaluate with realizers",
            )
        match term:
            case Successor():
                return arguments[0] + 1
            case Projection(index=index):
                return arguments[index - 1]
            case Composition(outer=outer, inner=inner):
                return self(outer, *(self(part, *arguments) for part in inner))
            case Recursion(base=base, step=step):
                *rest, count = arguments
                value = self(base, *rest)
                for t in range(count):
                    value = self(step, t, value, *rest)
                return value
            case _:
                return 0
