"""Guards, sets of settings of squares and counters: what each square may hold, or that it does not exist.

They are subtracted from each other and covered by each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from lasker.algebra.contents import Vocabulary, members
from lasker.algebra.moves import CounterName
from lasker.kernel.dataclass import dataclass
from lasker.space.movement import Offset

MOST_CASES = 4000
MOST_WORK = 200_000  # guards that are taken apart


@dataclass(frozen=True)
class Count:
    """The place of a counter's value among squares; a set of values is written as bits, the least first."""

    name: CounterName


@dataclass(frozen=True)
class Present:
    """Whether one of the squares that a guard does not name has a content: `ABSENT`, `PRESENT` or both."""

    content: int


ABSENT, PRESENT = 0b01, 0b10
Spot = Offset | Count | Present
Guard = dict[Spot, int]  # what is not named is unconstrained


class NotCoveredError(Exception):
    """The move is outside the fragment of the algebra that the normal form decides."""


def free(at: Spot, vocabulary: Vocabulary) -> int:
    """All that a square can hold, or that there is none; all values of a counter; present or absent."""
    if isinstance(at, tuple):
        return vocabulary.squares | vocabulary.void
    if isinstance(at, Present):
        return ABSENT | PRESENT
    bounds = vocabulary.counters[at.name]
    return (1 << bounds.high - bounds.low + 1) - 1


def naming(guard: Guard, squares: Iterable[Spot], vocabulary: Vocabulary) -> list[Guard]:
    """A guard as disjoint ones that name these squares, too. What is absent among the others is not on a
    square that was one of them; what is present may be on it, and then need not be elsewhere."""
    found = [guard]
    for at in squares:
        if at not in guard and isinstance(at, tuple):
            found = [each for now in found for each in _naming(now, at, vocabulary)]
    return found


def _naming(guard: Guard, at: Offset, vocabulary: Vocabulary) -> Iterator[Guard]:
    others = free(at, vocabulary)
    for spot, mask in guard.items():
        if isinstance(spot, Present):
            others &= ~(1 << spot.content)
            if mask == PRESENT:
                yield {**{k: v for k, v in guard.items() if k != spot}, at: 1 << spot.content}
    yield {**guard, at: others}


def forgotten(guard: Guard, squares: list[Offset]) -> Iterator[tuple[Guard, list[int]]]:
    """A guard that does not name some squares, only that they are among the others, and what they hold."""
    rest = {spot: mask for spot, mask in guard.items() if spot not in squares}
    for contents in product(*(list(members(guard[at])) for at in squares if at in guard)):
        if any(rest.get(Present(content)) == ABSENT for content in contents):  # on one square exactly
            raise NotCoveredError
        yield {**rest, **{Present(content): PRESENT for content in contents}}, list(contents)


def minus(guards: list[Guard], others: list[Guard], vocabulary: Vocabulary) -> list[Guard]:
    """The settings that satisfy one of `guards` and none of `others`, as disjoint guards."""
    left, work = guards, 0
    elsewhere = any(isinstance(at, Present) for guard in (*guards, *others) for at in guard)
    for other in others:
        rest: list[Guard] = []
        for guard in left:
            rest += (_outside_all if elsewhere else _outside)(guard, other, vocabulary)
        left, work = rest, work + len(rest)
        if len(left) > MOST_CASES or work > MOST_WORK:
            raise NotCoveredError
        if not left:
            break
    return left


class Cover:
    """Guards that may cover others together, sorted by the squares that they name."""

    def __init__(self, guards: Iterable[Guard], vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.by_spots: dict[frozenset[Spot], dict[frozenset[tuple[Spot, int]], Guard]] = {}
        for guard in guards:
            self.by_spots.setdefault(frozenset(guard), {})[frozenset(guard.items())] = guard
        self.elsewhere = any(isinstance(at, Present) for spots in self.by_spots for at in spots)

    def uncovered(self, guard: Guard) -> Guard | None:
        """A part of a guard outside all of these, or None if they cover it: depth first, next to those that
        name few squares besides."""
        named = frozenset(guard)
        if frozenset(guard.items()) in self.by_spots.get(named, {}):
            return None
        elsewhere = self.elsewhere or any(isinstance(at, Present) for at in guard)
        outside = _outside_all if elsewhere else _outside
        groups = sorted(self.by_spots, key=lambda spots: (len(spots - named), spots != named))
        order = [
            other
            for spots in groups
            for other in self.by_spots[spots].values()
            if elsewhere or all(guard[at] & other[at] for at in spots & named)
        ]
        todo, work = [(guard, 0)], 0
        while todo:
            here, at = todo.pop()
            while at < len(order):
                found = outside(here, order[at], self.vocabulary)
                work, at = work + 1, at + 1
                if not found:
                    break
                here, *more = found
                todo += [(each, at) for each in reversed(more)]
            else:
                return here
            if work > MOST_WORK:
                raise NotCoveredError
        return None


def _outside_all(guard: Guard, other: Guard, vocabulary: Vocabulary) -> list[Guard]:
    """The same as `_outside`, where guards say what is present on squares that they do not name."""
    left = naming(guard, other, vocabulary)
    for each in naming(other, guard, vocabulary):
        left = [rest for one in left for rest in _outside(one, each, vocabulary)]
    return left


def _outside(guard: Guard, other: Guard, vocabulary: Vocabulary) -> list[Guard]:
    """The settings that satisfy one guard and not the other, as disjoint guards."""
    shared = {at: guard.get(at, free(at, vocabulary)) for at in other}
    if not all(shared[at] & mask for at, mask in other.items()):
        return [guard]
    inside, found = dict(guard), []
    for at, mask in other.items():
        if shared[at] & ~mask:
            found.append({**inside, at: shared[at] & ~mask})
        inside[at] = shared[at] & mask
    return found
