"""What a move requires of the counters before it, as a range of each.

Moves that require different values of one counter are never possible in one position: `[colour = 1]` and
`[colour = 2]` begin different moves, whatever they do.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from lasker.compiler.groups.moves import Counters, Terms
from lasker.compiler.ir.ops import Compare

Range = tuple[float, float]  # the least and the greatest value
Ranges = Mapping[int, Range]  # by counter
INFINITE = float("inf")


def exclude_each_other(one: Ranges, other: Ranges) -> bool:
    """Is there a counter of which two moves require different values?

    >>> exclude_each_other({0: (2, 2)}, {0: (3, 5), 1: (2, 2)})
    True
    >>> exclude_each_other({0: (0, 2)}, {0: (2, 5)})
    False
    """
    return any(
        slot in other and (high < other[slot][0] or other[slot][1] < low) for slot, (low, high) in one.items()
    )


@cache
def required_ranges(terms: Terms) -> Ranges:
    """The range of each counter in which alone a move is possible, whichever way its branch goes."""
    found = _compared(terms.counters)
    if terms.branch is not None:
        yes, no = _compared(terms.branch.yes), _compared(terms.branch.no)
        for slot in yes.keys() & no.keys():
            found[slot] = min(yes[slot][0], no[slot][0]), max(yes[slot][1], no[slot][1])
    return found


def _compared(operations: Counters) -> dict[int, Range]:
    """The range of each counter that is compared with numbers before it is changed.

    >>> from lasker.compiler.ir.ops import Adjust
    >>> _compared((Compare(0, ">=", 1), Compare(0, "<", 4), Adjust(0, True, 1), Compare(0, "=", 9)))
    {0: (1, 3)}
    """
    found: dict[int, Range] = {}
    changed: set[int] = set()
    for operation in operations:
        if not isinstance(operation, Compare):
            changed.add(operation.slot)
        elif operation.slot not in changed and not operation.other_is_slot:
            low, high = found.get(operation.slot, (-INFINITE, INFINITE))
            least, most = _range(operation.relation, operation.other)
            found[operation.slot] = max(low, least), min(high, most)
    return found


def _range(relation: str, number: int) -> Range:
    """The numbers that are in a relation to one; all, if they are no range."""
    return {
        "=": (number, number),
        "<": (-INFINITE, number - 1),
        "<=": (-INFINITE, number),
        ">": (number + 1, INFINITE),
        ">=": (number, INFINITE),
    }.get(relation, (-INFINITE, INFINITE))
