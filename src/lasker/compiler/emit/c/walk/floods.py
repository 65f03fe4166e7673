"""Tests that follow steps from square to square: flood fill on sets of squares.

A repetition whose rounds only move a cursor, onto squares that hold one of some contents, followed by a test
of one square near the cursor: has a group a liberty, are two sides connected, is a square in the same area?
Which squares a round may lead to, and where a goal must be, are tables by square.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from lasker.algebra.contents import members
from lasker.compiler.emit.c.walk.priorities import Exhaust
from lasker.compiler.ir.ops import (
    Apply,
    Body,
    ChooseDirection,
    Cursor,
    Each,
    Fork,
    Go,
    Program,
    Require,
    Star,
)
from lasker.compiler.ir.passes.drop_unreached import every
from lasker.kernel.dataclass import dataclass

MOST_SITES = 512  # of boards for which there are tables by square
Squares = tuple[int, ...]  # by square, a set of squares


@dataclass(frozen=True)
class Flood:
    """Steps between squares, and goals: what a square must hold, or the cursor that must stand on it; None
    if it is enough that there is one."""

    low: int  # 1 if at least one step must be made
    steps: Squares
    contents: int
    goals: Squares
    wanted: int | Cursor | None

    def reaches(self, board: Sequence[int], start: int, cursors: Mapping[Cursor, int]) -> bool:
        """Can a goal be met from a square? This is the meaning that the C code has too.

        >>> line = tuple(1 << square + 1 for square in range(4))
        >>> flood = Flood(0, line, contents=0b10, goals=line, wanted=0b100)
        >>> flood.reaches((1, 1, 1, 2, 0), 0, {}), flood.reaches((1, 0, 1, 2, 0), 0, {})
        (True, False)
        """
        todo = list(self._after(board, start)) if self.low else [start]
        seen = set(todo)
        while todo:
            here = todo.pop()
            for goal in members(self.goals[here]):
                if self.wanted is None:
                    return True
                if isinstance(self.wanted, int) and self.wanted >> board[goal] & 1:
                    return True
                if isinstance(self.wanted, str) and cursors[self.wanted] == goal:
                    return True
            fresh = set(self._after(board, here)) - seen
            seen |= fresh
            todo += fresh
        return False

    def _after(self, board: Sequence[int], start: int) -> Iterator[int]:
        """The squares to which one step leads."""
        return (square for square in members(self.steps[start]) if self.contents >> board[square] & 1)


def flood(program: Program, star: Star, go: Go) -> Flood | None:
    """A repetition and the test after it as a flood fill, if they are one.

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> program = compiled(model("go9")).program
    >>> found = flood(program, *program.blocks["test_11"].body)
    >>> found.low, list(members(found.steps[0])), list(members(found.contents)), found.wanted
    (0, [1, 9], [4, 5], 3)
    """
    if program.frames > 1 or program.sites > MOST_SITES or isinstance(star, Exhaust):
        return None
    if len(star.cursors) != 1 or star.low > 1 or star.high is not None:
        return None
    once, after = program.blocks[star.block], program.blocks[go.block]
    (cursor,), kept = once.cursors, once.keeps
    steps = alternatives(program, once.body, {cursor: cursor}) if kept == (cursor,) else None
    goals = alternatives(program, after.body, dict(zip(after.cursors, go.cursors, strict=True)))
    if not steps or not goals:
        return None
    asked, wanted = {_step(lay, cursor) for lay in steps}, {_goal(lay, star.cursors[0]) for lay in goals}
    if len(asked) != 1 or len(wanted) != 1 or None in asked | wanted:
        return None
    (step,), (goal,) = asked, wanted
    assert step is not None
    assert goal is not None
    moves = column_squares(program, [(lay, lay.walks[0][1]) for lay in steps])
    meets = column_squares(program, [(lay, _column(lay)) for lay in goals])
    return None if moves is None or meets is None else Flood(star.low, moves, step, meets, goal[0])


def floods(program: Program) -> Iterator[Flood]:
    """The flood fills of all tests of a program."""
    for block in program.blocks.values():
        if block.keeps is not None or block.arrives:
            continue
        for body in _bodies(block.body):
            match body:
                case (*_, Star() as star, Go() as go) if (found := flood(program, star, go)) is not None:
                    yield found
                case _:
                    pass


def within(program: Program, each: Each) -> tuple[Flood, int] | None:
    """The flood fill that finds the squares on which an `each` may do something, and the number of the cursor
    where it starts: its block begins with a test whether the fill leads to the square.

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> program = compiled(model("go9")).program
    >>> each = next(op for op in program.blocks["test_15"].body if isinstance(op, Each))
    >>> within(program, each) == (flood(program, *program.blocks["test_14"].body), 0)
    True
    """
    block = program.blocks[each.block]
    match block.body:
        case (Require(name, cursors, True), *_):
            names = dict(zip(program.blocks[name].cursors, cursors, strict=True))
        case _:
            return None
    match program.blocks[name].body:
        case (Star() as star, Go() as go) if (found := flood(program, star, go)) is not None:
            start = names[star.cursors[0]]
            leads = isinstance(found.wanted, str) and names[found.wanted] == block.cursors[-1]
            return (found, block.cursors.index(start)) if leads and start != block.cursors[-1] else None
        case _:
            return None


def _bodies(body: Body) -> Iterator[Body]:
    """A body, and those of the alternatives in it."""
    yield body
    for op in every(body):
        if isinstance(op, Fork):
            yield from op.options


def alternatives(program: Program, body: Body, names: Mapping[Cursor, Cursor]) -> list[Apply] | None:
    """The rewrites of which one must be possible, if a body is nothing else; their cursors as `names` say."""
    match body:
        case (Fork(options),):
            found = [alternatives(program, option, names) for option in options]
            return None if None in found else [lay for lays in found for lay in lays or ()]
        case (ChooseDirection(way), Apply(direction=direction) as lay) if direction == way:
            return _renamed(lay, names)
        case (Apply(direction=None) as lay,):
            return _renamed(lay, names)
        case (Require(name, cursors, True),) | (Go(name, cursors),):
            block = program.blocks[name]
            inner = {own: names[given] for own, given in zip(block.cursors, cursors, strict=True)}
            return alternatives(program, block.body, inner)
        case _:
            return None


def _renamed(lay: Apply, names: Mapping[Cursor, Cursor]) -> list[Apply] | None:
    """A rewrite at a cursor."""
    if lay.anchor is None:
        return None
    standing = tuple((column, names[cursor]) for column, cursor in lay.standing)
    walks = tuple((names.get(cursor, cursor), column) for cursor, column in lay.walks)
    return [replace(lay, anchor=names[lay.anchor], standing=standing, walks=walks)]


def _step(lay: Apply, cursor: Cursor) -> int | None:
    """What the square must hold to which a rewrite moves the cursor, if it asks and does nothing else."""
    if lay.anchor != cursor or lay.standing or len(lay.checks) != 1 or lay.writes or lay.carries:
        return None
    ((column, contents),) = lay.checks
    return contents if lay.walks == ((cursor, column),) else None


def _goal(lay: Apply, cursor: Cursor) -> tuple[int | Cursor | None] | None:
    """What a rewrite asks of one square, if it asks nothing else."""
    if lay.anchor != cursor or len(lay.checks) + len(lay.standing) > 1 or lay.writes or lay.carries:
        return None
    return (([contents for _, contents in lay.checks] + [other for _, other in lay.standing] + [None])[0],)


def _column(lay: Apply) -> int | None:
    """The column of the square that a rewrite asks about; None for its place, if it asks nothing."""
    return next((column for column, _ in (*lay.checks, *lay.standing)), None)


def column_squares(program: Program, lays: list[tuple[Apply, int | None]]) -> Squares | None:
    """By square, the squares in a column of rewrites there, or the square itself; None if one may be off the
    board, or there are too many squares."""
    if program.frames > 1 or program.sites > MOST_SITES:
        return None
    found = [0] * program.sites
    for lay, column in lays:
        for table in lay.tables:
            for place, row in enumerate(program.tables[table].rows):
                square = -1 if row is None else place if column is None else row[column]
                if row is not None and square < 0:
                    return None
                if row is not None:
                    found[place] |= 1 << square
    return tuple(found)
