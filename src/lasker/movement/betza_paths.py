"""The paths of a trajectory in Betza notation on a board: where it ends, what it takes, what squares hold."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import NamedTuple

from lasker.syntax.betza.texts import between_of
from lasker.syntax.betza.trajectories import Stretch, Trajectory

Point = tuple[int, int]
FREE, FRIEND, ENEMY = 1, 2, 4  # what a square may hold
ANYTHING = FREE | FRIEND | ENEMY
Box = dict[Point, int]  # squares that matter, each with what it may hold: a product of sets
HOLDS = {"m": FREE, "c": ENEMY, "d": FRIEND, "p": FRIEND | ENEMY}  # the last square of a stretch


class BetzaPath(NamedTuple):
    """One path: its destination, the squares on which pieces are taken, and what other squares hold."""

    to: Point
    taken: frozenset[Point]
    box: Box


class _Here(NamedTuple):
    """How far a path has come."""

    at: Point
    box: Box
    taken: frozenset[Point] = frozenset()

    def holding(self, at: Point, held: int) -> _Here | None:
        """The same with a condition on one more square; None if it cannot be met."""
        if at in self.taken:  # a piece stood there, and is gone
            return self if held & FREE else None
        both = self.box.get(at, ANYTHING) & held
        return _Here(self.at, {**self.box, at: both}, self.taken) if both else None


def paths_of(line: Trajectory, start: Point, squares: Collection[Point]) -> Iterator[BetzaPath]:
    """The paths of a trajectory from a square; the square it leaves counts as empty.

    >>> board = [(0, y) for y in range(4)]
    >>> for path in paths_of((Stretch((0, 1), 0, "mc"),), (0, 0), board[:3]):
    ...     print(path.to, sorted(path.taken), path.box)
    (0, 1) [] {(0, 1): 1}
    (0, 1) [(0, 1)] {(0, 1): 4}
    (0, 2) [] {(0, 1): 1, (0, 2): 1}
    (0, 2) [(0, 2)] {(0, 1): 1, (0, 2): 4}
    """
    for end in _ends(line, _Here(start, {start: FREE}), squares):
        yield BetzaPath(end.at, end.taken, {at: held for at, held in end.box.items() if at != start})


def _ends(line: Trajectory, here: _Here, squares: Collection[Point]) -> Iterator[_Here]:
    if not line:
        yield here
    elif "z" in line[0].modes:  # a crooked line: two steps, as often as it can
        yield from _ends(line[2:], here, squares)
        pair = tuple(replace(stretch, modes=frozenset(), reach=1) for stretch in line[:2])
        for further in _ends(pair, here, squares):
            yield from _ends(line, further, squares)
    else:
        for further in _along(line[0], here, squares):
            yield from _ends(line[1:], further, squares)


def _along(stretch: Stretch, here: _Here, squares: Collection[Point]) -> Iterator[_Here]:
    """The ends of one stretch."""
    (x, y), leaps = stretch.leap, 0
    moving: _Here | None = here
    while moving is not None and (leaps < stretch.reach or not stretch.reach):
        to, leaps = (moving.at[0] + x, moving.at[1] + y), leaps + 1
        if to not in squares or (moving := _between(stretch, moving, squares)) is None:
            return
        moving = moving._replace(at=to)
        if leaps <= stretch.skipped:
            continue
        for end in stretch.ends if leaps >= stretch.least else "":
            held = FRIEND if end == "p" and "t" in stretch.modes else HOLDS[end]
            if reached := moving.holding(to, held):
                yield reached._replace(taken=reached.taken | {to}) if end in "cd" else reached
        moving = moving.holding(to, FREE)


def _between(stretch: Stretch, here: _Here, squares: Collection[Point]) -> _Here | None:
    """What lame leaps and jumps ask of the squares that they pass."""
    if not stretch.modes & {"n", "j"}:
        return here
    steps = ((here.at[0] + a, here.at[1] + b) for a, b in between_of(stretch.leap))
    passed = [at for at in steps if at in squares]
    asked: _Here | None = here if passed or "n" in stretch.modes else None
    for at in passed:
        asked = asked and asked.holding(at, FREE if "n" in stretch.modes else FRIEND | ENEMY)
    return asked
