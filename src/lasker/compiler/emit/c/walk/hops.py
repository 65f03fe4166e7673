"""Repetitions of hops: every round moves a cursor onto a square that holds something, perhaps over another.

Which squares can be reached is found on sets of squares. If a piece moves with the cursor, the board hardly
changes on the way: the piece has left its first square, and stands on none that its own hops ask about.
"""

from __future__ import annotations

from collections.abc import Sequence

from lasker.compiler.emit.c.walk.floods import MOST_SITES, alternatives
from lasker.compiler.emit.c.walk.priorities import Exhaust
from lasker.compiler.emit.c.walk.visited_squares import MovedCursor
from lasker.compiler.ir.ops import Apply, Program, Star
from lasker.kernel.dataclass import dataclass

Way = tuple[int, int]  # the square that is passed, and the one where the hop ends


@dataclass(frozen=True)
class Hops:
    """By square, the hops from there; what they end on must hold, and what they pass, if that is asked."""

    ways: tuple[tuple[Way, ...], ...]
    contents: int
    over: int | None

    def ends(self, start: int) -> dict[int, tuple[int, ...]]:
        """By the square that is passed, in their order, where hops from a square end.

        >>> Hops((((2, 3), (1, 4), (2, 5)),), contents=0b1, over=0b10).ends(0)
        {1: (4,), 2: (3, 5)}
        """
        passed = sorted({over for over, _ in self.ways[start]})
        return {each: tuple(onto for over, onto in self.ways[start] if over == each) for each in passed}

    def places(self, board: Sequence[int], start: int, low: int) -> set[int]:
        """The squares to which at least `low` hops lead, 0 or 1. This is the meaning that the C code has too.

        >>> hops = Hops((((1, 2),), (), ((3, 4),), (), ()), contents=0b1, over=0b10)
        >>> sorted(hops.places((1, 1, 0, 1, 0), 0, 0)), sorted(hops.places((1, 1, 0, 0, 0), 0, 1))
        ([0, 2, 4], [2])
        """
        todo, seen = [start], set[int]() if low else {start}
        while todo:
            for over, onto in self.ways[todo.pop()]:
                passed = self.over is None or self.over >> board[over] & 1
                if passed and self.contents >> board[onto] & 1 and onto not in seen:
                    seen.add(onto)
                    todo.append(onto)
        return seen


def hops(program: Program, star: Star, changed: MovedCursor) -> Hops | None:
    """A repetition that changes a cursor as hops, if it is nothing else.

    >>> from lasker.compiler.emit.c.walk.visited_squares import moved_cursor
    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> program = compiled(model("chinese_checkers")).program
    >>> found = hops(program, Star("again_2", ("here_0",), 1, None), moved_cursor(program, "again_2"))
    >>> found.ways[0], found.contents, found.over
    (((2, 5), (1, 3)), 1, 6)
    """
    block = program.blocks[star.block]
    if program.frames > 1 or program.sites > MOST_SITES or isinstance(star, Exhaust):
        return None
    if star.low > 1 or star.high is not None or block.keeps != block.cursors:
        return None
    lays = alternatives(program, block.body, {cursor: cursor for cursor in block.cursors})
    asked = {_asked(lay, block.cursors[changed.moved]) for lay in lays or ()}
    if not lays or len(asked) != 1 or None in asked:
        return None
    found: list[list[Way]] = [[] for _ in range(program.sites)]
    for lay in lays:
        onto = lay.walks[0][1]
        over = next((column for column, _ in lay.checks if column != onto), onto)
        for table in lay.tables:
            for place, row in enumerate(program.tables[table].rows):
                if row is not None:
                    found[place].append((row[over], row[onto]))
    for place, ways in enumerate(found):
        squares = {square for way in ways for square in way}
        if -1 in squares or (changed.leaves is not None and place in squares):
            return None
    ((contents, passed),) = {each for each in asked if each is not None}
    return Hops(tuple(tuple(dict.fromkeys(ways)) for ways in found), contents, passed)


def _asked(lay: Apply, cursor: str) -> tuple[int, int | None] | None:
    """What a rewrite that moves the cursor requires of the square where it ends, and of one other at most."""
    if lay.anchor != cursor or lay.standing or len(lay.walks) != 1 or lay.walks[0][0] != cursor:
        return None
    onto, checks = lay.walks[0][1], dict(lay.checks)
    if onto not in checks or len(lay.checks) != len(checks) or len(checks) > 2:
        return None
    return checks[onto], next((contents for column, contents in lay.checks if column != onto), None)
