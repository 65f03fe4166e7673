"""Small relational models: positions by number, the edges of every unknown move, and what terms denote there.

A relation is a tuple of rows, one for each position: a set of positions as the bits of an integer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random

from lasker.algebra.moves import Choice, Fail, Move, Nil, Repeat, Sequence, Test, Variable
from lasker.kernel.dataclass import dataclass

Arrows = frozenset[tuple[int, int]]
Relation = tuple[int, ...]
ENUMERATED = 1 << 12  # models of one and two positions that are all tried
LONGEST = 9  # positions of a model that is tried at random
CHAINS, OTHERS = 60, 60  # models of each size that are tried at random


@dataclass(frozen=True)
class Model:
    """Positions by number (the law fails at the first one), and the edges of every unknown move."""

    size: int
    arrows: Mapping[str, Arrows]


def related(move: Move, model: Model) -> Relation:
    """The relation that a term denotes in a model, by the definition of each operator.

    >>> model = Model(3, {"M": frozenset({(0, 1), (1, 2)})})
    >>> related(Repeat(Variable("M"), 0, None), model)
    (7, 6, 4)
    """
    same = tuple(1 << at for at in range(model.size))
    match move:
        case Nil():
            return same
        case Fail():
            return (0,) * model.size
        case Variable(name):
            rows = [0] * model.size
            for a, b in model.arrows.get(name, ()):
                rows[a] |= 1 << b
            return tuple(rows)
        case Sequence(parts):
            found = same
            for part in parts:
                found = _then(found, related(part, model))
            return found
        case Choice(options):
            rows = [0] * model.size
            for option in options:
                rows = [row | more for row, more in zip(rows, related(option, model), strict=True)]
            return tuple(rows)
        case Test(body, wanted):
            rows = list(related(body, model))
            return tuple(1 << at if bool(row) is wanted else 0 for at, row in enumerate(rows))
        case Repeat(body, low, high):
            once = related(body, model)
            found = same
            for _ in range(low):
                found = _then(found, once)
            return _then(found, _closure(once) if high is None else _up_to(once, high - low, same))
    raise TypeError(f"{type(move).__name__} is no operator of laws")


def _then(one: Relation, two: Relation) -> Relation:
    found = []
    for row in one:
        ends, at = 0, 0
        while row >> at:
            if row >> at & 1:
                ends |= two[at]
            at += 1
        found.append(ends)
    return tuple(found)


def _closure(once: Relation) -> Relation:
    rows = [row | 1 << at for at, row in enumerate(once)]
    for middle, _ in enumerate(rows):
        for at, row in enumerate(rows):
            if row >> middle & 1:
                rows[at] = row | rows[middle]
    return tuple(rows)


def _up_to(once: Relation, most: int, same: Relation) -> Relation:
    found = same
    for _ in range(most):
        found = tuple(row | more for row, more in zip(same, _then(once, found), strict=True))
    return found


def differs(left: Move, right: Move, model: Model) -> int | None:
    """The first position at which two terms have different results."""
    rows = zip(related(left, model), related(right, model), strict=True)
    return next((at for at, (one, two) in enumerate(rows) if one != two), None)


def candidates(names: list[str]) -> Iterator[Model]:
    """Models to try: all of one and two positions if they are few, then chains and random ones."""
    for size in (1, 2):
        pairs = [(a, b) for a in range(size) for b in range(size)]
        if 1 << len(pairs) * len(names) <= ENUMERATED:
            for chosen in product(_subsets(pairs), repeat=len(names)):
                yield Model(size, dict(zip(names, chosen, strict=True)))
    random = Random(1)
    for size in range(2, LONGEST + 1):
        for _ in range(CHAINS):
            letters = random.choices(names, k=size - 1)
            yield Model(
                size,
                {
                    name: frozenset((at, at + 1) for at, it in enumerate(letters) if it == name)
                    for name in names
                },
            )
        pairs = [(a, b) for a in range(size) for b in range(size)]
        for _ in range(OTHERS if size < 6 else 0):
            few = random.uniform(0.5, 1.5) / size
            yield Model(
                size, {name: frozenset(pair for pair in pairs if random.random() < few) for name in names}
            )


def _subsets(pairs: list[tuple[int, int]]) -> list[Arrows]:
    """All sets of edges, small ones first."""
    found = [
        frozenset(pair for at, pair in enumerate(pairs) if chosen >> at & 1)
        for chosen in range(1 << len(pairs))
    ]
    return sorted(found, key=len)


def shrunk(left: Move, right: Move, model: Model) -> Model:
    """A model in which two terms differ at the first position, without positions and edges that are not
    needed for that.

    >>> M, N = Variable("M"), Variable("N")
    >>> arrows = {"M": frozenset({(1, 2), (2, 0), (0, 0)}), "N": frozenset({(0, 1)})}
    >>> shrunk(M, N, Model(3, arrows))
    Model(size=2, arrows={'M': frozenset({(0, 1)}), 'N': frozenset()})
    """
    again = True
    while again:
        again = False
        for smaller in _smaller(model):
            if differs(left, right, smaller) is not None:
                model, again = smaller, True
                break
    at = differs(left, right, model)
    return model if not at else _renumbered(model, {0: at, at: 0})


def _smaller(model: Model) -> Iterator[Model]:
    """The model without one position, then without one edge."""
    for gone in range(model.size if model.size > 1 else 0):
        last = model.size - 1
        moved = _renumbered(model, {gone: last, last: gone})
        kept = {
            name: frozenset((a, b) for a, b in found if last not in (a, b))
            for name, found in moved.arrows.items()
        }
        yield Model(last, kept)
    for name, found in model.arrows.items():
        for edge in sorted(found):
            yield Model(model.size, {**model.arrows, name: found - {edge}})


def _renumbered(model: Model, numbers: Mapping[int, int]) -> Model:
    new = {
        name: frozenset((numbers.get(a, a), numbers.get(b, b)) for a, b in found)
        for name, found in model.arrows.items()
    }
    return Model(model.size, new)
