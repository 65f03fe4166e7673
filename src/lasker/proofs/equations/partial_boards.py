"""Boards of which only some squares are known, for the reference evaluator.

If the evaluator walks to a square that is not known, it is told which one; that square is then given every
content in turn, or taken off the board. So a run of a move is followed to its end on the squares that it
reads, whatever the rest of the board is.
"""

from __future__ import annotations

from lasker.space.board_kinds import Periods
from lasker.space.compass import Compass
from lasker.space.movement import Offset
from lasker.space.space import LatticeSpace, Place

Squares = dict[Offset, int | None]  # known squares: their content, or None where there is none


class UnknownSquare(Exception):
    """The evaluator walks to a square that is not known."""

    def __init__(self, at: Offset) -> None:
        super().__init__()
        self.at = at


def wrapped(at: Offset, periods: Periods) -> Offset:
    """A square of a lattice some of whose axes are cycles.

    >>> wrapped((5, -1), (3, None))
    (2, -1)
    """
    return tuple(
        along if period is None else along % period for along, period in zip(at, periods, strict=True)
    )


class PartialBoard(LatticeSpace):
    """A board of which some squares are known to exist, some are known not to, and no others are known.

    >>> from lasker.space.compass import SQUARE
    >>> board = PartialBoard(SQUARE, (None, None), {(0, 0): 1, (1, 0): None})
    >>> board.reach((0, 0), (1, 0)) is None
    True
    >>> try: board.reach((0, 0), (0, 1))
    ... except UnknownSquare as square: print(square.at)
    (0, 1)
    """

    def __init__(self, compass: Compass, periods: Periods, squares: Squares, whole: bool = False) -> None:
        self.squares = [at for at, content in squares.items() if content is not None]  # as they became known
        super().__init__(compass, self.squares, corners=(compass.origin, compass.origin))
        self.periods, self.known, self.whole = periods, squares, whole

    def content(self, at: Offset) -> int | None:
        """What a square holds, or None if there is no such square; there are no others on a whole board."""
        if at not in self.known and not self.whole:
            raise UnknownSquare(at)
        return self.known.get(at)

    @property
    def board(self) -> tuple[int, ...]:
        """The contents of all squares that are known to exist."""
        contents = (self.known[at] for at in self.sites)
        return tuple(content for content in contents if content is not None)

    def _walk(self, place: Place, offset: Offset) -> Place | None:
        there = tuple(a + b for a, b in zip(self.sites[place[0]], offset, strict=True))
        at = wrapped(there, self.periods)
        return None if self.content(at) is None else (self.index[at], place[1])
