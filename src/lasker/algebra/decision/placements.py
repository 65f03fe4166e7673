"""Where the squares that a move chooses lie to each other: finitely many places represent all.

Two squares whose surroundings do not meet may be moved further apart, and nothing changes. So besides squares
near each other only squares far apart are tried, each in a *slot* of its own; what holds there holds wherever
they are far apart. An effect on squares of two slots tells where its squares were chosen but for a small
distance; that distance is tried, too.
"""

from __future__ import annotations

from itertools import product

from lasker.algebra.decision.guards import NotCoveredError
from lasker.algebra.decision.symbolic_execution import MOST_ROUNDS
from lasker.algebra.moves import Move, Repeat, Rewrite, Sequence, children
from lasker.algebra.subterms import free_cursors, parts
from lasker.space.board_kinds import Periods
from lasker.space.movement import Offset

MOST_PLACEMENTS = 2500

Anchors = tuple[Offset, ...]


def reach(move: Move, dimension: int) -> tuple[int, ...]:
    """For each axis, the greatest distance between two squares that are read or written around a chosen one.

    >>> from lasker.syntax.rules import Rules
    >>> reach(Rules().evaluate("%♖: step(rr){2} | step(lu)"), 2)
    (5, 1)
    """
    return tuple(high - low for low, high in _intervals(move, dimension))


def _intervals(move: Move, dimension: int) -> list[tuple[int, int]]:
    """Along each axis, the least and the greatest offset relative to the initial places of the cursors. The
    parts of a sequence that need no cursor begin elsewhere."""
    match move:
        case Rewrite(before, after):
            offsets = [offset for side in (before, after) for offset, _ in side.cells]
            along = [[0, *(offset[axis] for offset in offsets)] for axis in range(dimension)]
            return [(min(each), max(each)) for each in along]
        case Repeat(body, _, high):
            rounds = 1 if high is None else high
            if free_cursors(body) and _moves_cursors(body):
                if high is None or high > MOST_ROUNDS:
                    raise NotCoveredError
            else:
                rounds = min(rounds, 1)
            return [(low * rounds, top * rounds) for low, top in _intervals(body, dimension)]
        case Sequence(parts):
            apart = [_intervals(part, dimension) for part in parts if not free_cursors(part)]
            joined = [_intervals(part, dimension) for part in parts if free_cursors(part)]
            sums = [
                (sum(each[axis][0] for each in joined), sum(each[axis][1] for each in joined))
                for axis in range(dimension)
            ]
            return _hull([sums, *apart], dimension)
    return _hull([_intervals(part, dimension) for part in children(move)], dimension)


def _moves_cursors(move: Move) -> bool:
    """Does a cursor stand elsewhere after a move?"""
    return any(
        any(offset) and cell.cursors
        for part in parts(move)
        if isinstance(part, Rewrite)
        for offset, cell in part.after.cells
    )


def _hull(some: list[list[tuple[int, int]]], dimension: int) -> list[tuple[int, int]]:
    along = [[(0, 0), *(each[axis] for each in some)] for axis in range(dimension)]
    return [(min(low for low, _ in each), max(high for _, high in each)) for each in along]


def placements(number: int, reach: tuple[int, ...], periods: Periods) -> tuple[list[Anchors], list[Anchors]]:
    """Places of so many chosen squares that represent all, and those where another move with the same effect
    can have chosen its own. The first square is the origin. Along a circle all places are tried.

    With a reach r, the other move writes where this one does, so it chooses squares within r of these, and
    looks within 2r further; so what is more than 6r apart represents all that is further apart.

    >>> placements(2, (0, 0), (None, None))
    ([((0, 0), (0, 0)), ((0, 0), (2, 0))], [((0, 0), (-2, 0)), ((0, 0), (0, 0)), ((0, 0), (2, 0))])
    >>> placements(2, (0, 0), (2, 1))[0]
    [((0, 0), (0, 0)), ((0, 0), (1, 0))]
    """
    if number > 2 and any(reach):
        raise NotCoveredError
    near, wide, shifts = (_box(reach, radii, periods) for radii in (6, 8, 2))
    apart = 40 * max(reach, default=0) + 2
    slots = range(1 - number, number) if None in periods else range(1)
    if (len(wide) + (len(slots) - 1) * len(shifts)) ** (number - 1) > MOST_PLACEMENTS:
        raise NotCoveredError
    origin, close = (0,) * len(reach), set(near)
    others = [(slot, shift) for slot in slots for shift in (shifts if slot else wide)]
    representing, every = [], []
    for chosen in product(others, repeat=number - 1):
        anchors = (origin, *(_in_slot(slot * apart, shift, periods) for slot, shift in chosen))
        every.append(anchors)
        if _in_order([slot for slot, _ in chosen]) and all(
            _centred(shift, periods) if slot else shift in close for slot, shift in chosen
        ):
            representing.append(anchors)
    return representing, every


def _box(reach: tuple[int, ...], radii: int, periods: Periods) -> list[Offset]:
    return list(
        product(
            *(
                range(-radii * each, radii * each + 1) if period is None else range(period)
                for each, period in zip(reach, periods, strict=True)
            )
        )
    )


def _in_slot(by: int, shift: Offset, periods: Periods) -> Offset:
    """A place that is moved along the first open axis."""
    if not by:
        return shift
    at = periods.index(None)
    return (*shift[:at], shift[at] + by, *shift[at + 1 :])


def _centred(shift: Offset, periods: Periods) -> bool:
    """Is a place in the middle of its slot? Places along a circle differ even there."""
    return all(period is not None or not along for along, period in zip(shift, periods, strict=True))


def _in_order(slots: list[int]) -> bool:
    """Are slots used in the order of their numbers, so that each arrangement is tried once?"""
    return all(0 <= slot <= 1 + max((0, *slots[:at])) for at, slot in enumerate(slots))
