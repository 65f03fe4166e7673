"""Counters on finite ranges: moves of counters alone are evaluated for every value, and consistency of
comparisons is decided by enumeration."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import prod

from lasker.algebra.contents import Counter, Vocabulary
from lasker.algebra.decision.dynamic_logic import Consistent, Truth
from lasker.algebra.decision.settings import Values
from lasker.algebra.meaning import RELATIONS, Arena, Configuration
from lasker.algebra.moves import (
    Adjust,
    Choice,
    Compare,
    CounterName,
    Fail,
    Most,
    Move,
    Nil,
    Repeat,
    Sequence,
    Test,
)
from lasker.algebra.subterms import counters_in, counters_of, parts
from lasker.space.shapes import rectangle

MOST_SETTINGS = 4_000


def settings(moves: Iterable[Move], vocabulary: Vocabulary) -> int | None:
    """The number of values of all counters of some moves together; None if the moves depend on the board,
    too, or if there are too many.

    >>> from lasker.algebra.contents import Counter
    >>> v = Vocabulary(("white",), (), (), [Counter("n", 0, 9)])
    >>> settings([Compare(("n", None), ">=", 2)], v)
    10
    """
    moves = list(moves)
    if not all(map(counts_only, moves)):
        return None
    number = prod(map(len, _ranges(moves, vocabulary)))
    return number if number <= MOST_SETTINGS else None


def counts_only(move: Move) -> bool:
    """Does a move neither ask nor change anything but counters?"""
    kinds = (Nil, Fail, Sequence, Choice, Repeat, Test, Adjust, Compare, Most)
    return all(isinstance(part, kinds) for part in parts(move))


def _ranges(moves: list[Move], vocabulary: Vocabulary) -> list[range]:
    """The values of all counters; those that do not occur in the moves have one."""
    used = counters_in(moves)
    return [
        _range(each) if name in used else range(each.start, each.start + 1)
        for name, each in vocabulary.counters.items()
    ]


def results(
    left: Move, right: Move, vocabulary: Vocabulary
) -> Iterator[tuple[Values, set[Values], set[Values]]]:
    """For all values of the counters of two moves: the values, and those that each move leads to."""
    arena = Arena(rectangle(1, 1), vocabulary)
    for values in product(*_ranges([left, right], vocabulary)):
        start = Configuration((0,), (), values)
        one, two = ({end.counters for end in arena.results(move, start)} for move in (left, right))
        yield values, one, two


def difference(left: Move, right: Move, vocabulary: Vocabulary) -> Values | None:
    """Values of the counters from which two moves lead to different ones."""
    return next((values for values, one, two in results(left, right, vocabulary) if one != two), None)


def consistency(vocabulary: Vocabulary) -> Consistent:
    """Whether some comparisons can hold, and others fail, for the same values of the counters."""

    def consistent(truth: Truth) -> bool:
        asked = [(test, holds) for test, holds in truth.items() if isinstance(test, Compare)]
        names = sorted({name for test, _ in asked for name in counters_of(test)}, key=repr)
        ranges = [_range(vocabulary.counters[name]) for name in names]
        if not asked or prod(map(len, ranges)) > MOST_SETTINGS:
            return True
        return any(
            all(_holds(test, dict(zip(names, values, strict=True))) is holds for test, holds in asked)
            for values in product(*ranges)
        )

    return consistent


def _range(counter: Counter) -> range:
    return range(counter.low, counter.high + 1)


def _holds(test: Compare, values: dict[CounterName, int]) -> bool:
    other = test.other if isinstance(test.other, int) else values[test.other]
    return bool(RELATIONS[test.relation](values[test.counter], other))
