"""Alternatives of a fork or directions of a spin that exclude each other by the content of one square: the
square is read once.

Where they differ in contents and numbers alone (one more seed in a pit), they become one alternative with
tables.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import cast

from lasker.compiler.ir.ops import (
    Adjust,
    Alias,
    Apply,
    Body,
    ChooseDirection,
    Op,
    Program,
    Select,
    common_form,
)

MOST_CASES = 100  # contents that distinguish alternatives
FEWEST_ALIKE = 3  # alternatives for which tables pay
KIND = "kind"  # the cursor that selects one of some alternatives


def runs(program: Program, options: Sequence[Body]) -> Iterator[tuple[str | None, list[tuple[int, Body]]]]:
    """The alternatives of a fork, in their order: consecutive ones that exclude each other, with the cursor
    whose square they read first and the contents that each requires there; others without.

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> program = compiled(model("go9")).program
    >>> [(cursor, [contents for contents, _ in ways])
    ...  for cursor, ways in runs(program, program.blocks["test_8"].body[0].options)]
    [('at_0', [48, 3])]
    """
    run: list[tuple[int, Body]] = []
    at: str | None = None
    for option in options:
        look = _look(program, option)
        if run and look and look[0] == at and not any(look[1] & contents for contents, _ in run):
            run.append((look[1], option))
            continue
        if run:
            yield at if len(run) > 1 else None, run
        at, contents = look or (None, 0)
        run = [(contents, option)]
        if at is None:
            yield None, run
            run = []
    if run:
        yield at if len(run) > 1 else None, run


def groups(program: Program, options: Sequence[Body]) -> Iterator[tuple[str | None, list[tuple[int, Body]]]]:
    """The same, with those that exclude each other parted by their shape where tables pay: their order does
    not matter.

    >>> from lasker.compiler.ir.ops import SquareTable
    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> program = replace(compiled(model("tictactoe")).program, tables=(SquareTable(((0,), (1,))),))
    >>> asked = [Apply((0,), "at", ((0, 1 << held),)) for held in range(4)]
    >>> options = [(op, Adjust(0, True, 1)) if op == asked[0] else (op,) for op in asked]
    >>> [[contents for contents, _ in ways] for _, ways in groups(program, options)]
    [[2, 4, 8], [1]]
    """
    for square, ways in runs(program, options):
        if square is None:
            yield square, ways
            continue
        alike: dict[object, list[tuple[int, Body]]] = defaultdict(list)
        for way in ways:
            alike[tuple(map(_shape, way[1]))].append(way)
        others: list[tuple[int, Body]] = []
        for group in alike.values():
            if len(group) >= FEWEST_ALIKE:
                yield square, group
            else:
                others += group
        if others:
            yield square, others


def selecting_square(
    program: Program, spin: ChooseDirection, rest: Body
) -> tuple[Apply, int, list[int]] | None:
    """Where the content of one square decides which direction of a spin is possible: a rewrite, its column
    with this square, and what it must hold for each direction.

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> program = compiled(model("oware"), frozenset({"classes"})).program
    >>> spin, *rest = program.blocks["again_4_then_1"].body
    >>> lay, column, asked = selecting_square(program, spin, tuple(rest))
    >>> lay.anchor, column, asked == [1 << seeds for seeds in range(48)]
    ('here_2', 0, True)
    """
    match rest:
        case (Select(direction, (Apply() as first, *_) as options), *_) if direction == spin.cursor:
            if first.anchor is None or first.direction == spin.cursor:
                return None
            rows = [row for table in first.tables for row in program.tables[table].rows if row is not None]
            for number, (column, _) in enumerate(first.checks):
                asked = [option.checks[number][1] for option in options if isinstance(option, Apply)]
                if _are_disjoint(asked) and all(row[column] >= 0 for row in rows):
                    return first, column, asked
    return None


def _are_disjoint(sets: Sequence[int]) -> bool:
    """Have no two of some sets of contents a content in common?"""
    return sum(each.bit_count() for each in sets) == reduce(or_, sets).bit_count()


def leads_one_way(program: Program, spin: ChooseDirection, rest: Body) -> bool:
    """Is at most one direction of a spin possible: by the content of a square, or because from every square
    the rewrites that follow stay on the board in one direction at most?

    >>> from lasker.compiler.ir.ops import SquareTable
    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> tables = (SquareTable(((0,), None)), SquareTable((None, (1,))))
    >>> program = replace(compiled(model("tictactoe")).program, tables=tables)
    >>> leads_one_way(program, ChooseDirection("way", 2), (Apply((0, 1), "at", direction="way"),))
    True
    >>> leads_one_way(program, ChooseDirection("way", 2), (Apply((0, 0), "at", direction="way"),))
    False
    """
    if selecting_square(program, spin, rest) is not None:
        return True
    tables: list[tuple[int, ...]] = []
    for op in rest:
        if not isinstance(op, Apply) or op.direction != spin.cursor or op.anchor is None:
            break
        if op.anchor != cast(Apply, rest[0]).anchor:
            break
        tables.append(op.tables)
        if any(cursor == op.anchor for cursor, _ in op.walks):
            break
    if not tables:
        return False
    places = range(len(program.tables[tables[0][0]].rows))
    return all(
        sum(
            all(program.tables[each[way]].rows[place] is not None for each in tables)
            for way in range(spin.count)
        )
        <= 1
        for place in places
    )


def together(program: Program, square: str, ways: Sequence[tuple[int, Body]]) -> Body | None:
    """Alternatives that exclude each other by the content of a cursor's square as one, in which `KIND`
    selects, if they are alike but for contents and numbers.

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.compiler.ir.ops import SquareTable
    >>> from lasker.play.library import model
    >>> program = replace(compiled(model("tictactoe")).program, tables=(SquareTable(((0,), (1,))),))
    >>> asked = [Apply((0,), "at", ((0, 1 << held),)) for held in (1, 2, 3)]
    >>> written = [Apply((0,), "at", writes=((0, (more,)),)) for more in (2, 3, 4)]
    >>> ways = [(op.checks[0][1], (op, then)) for op, then in zip(asked, written, strict=True)]
    >>> (select,) = together(program, "at", ways)
    >>> select.direction, select.options == tuple(written)
    ('kind', True)
    """
    bodies = [_looked(program, square, contents, way) for contents, way in ways]
    if len(ways) < FEWEST_ALIKE or len({len(body) for body in bodies}) != 1:
        return None
    found: list[Op] = []
    for ops in zip(*bodies, strict=True):
        if all(op == ops[0] for op in ops):
            found.append(ops[0])
        elif len({_shape(op) for op in ops}) == 1 and isinstance(ops[0], Apply | Adjust):
            found.append(Select(KIND, cast("tuple[Apply, ...]", ops)))
        else:
            return None
    return tuple(found)


def _shape(op: Op) -> object:
    """The common form of operations among which one is selected."""
    return replace(op, slot=0, amount=0) if isinstance(op, Adjust) else common_form(op)


def _looked(program: Program, square: str, contents: int, way: Body) -> Body:
    """An alternative without the test of a square whose content is known."""
    first = way[0]
    if not isinstance(first, Apply) or first.anchor != square:
        return way
    rows = program.tables[first.tables[0]].rows
    known = [
        (column, asked)
        for column, asked in first.checks
        if asked == contents and all(row is not None and row[column] == at for at, row in enumerate(rows))
    ]
    first = replace(first, checks=tuple(check for check in first.checks if check not in known[:1]))
    idle = not (first.checks or first.standing or first.writes or first.carries or first.walks)
    return way[1:] if known and idle else (first, *way[1:])


def _look(program: Program, way: Body) -> tuple[str, int] | None:
    """The cursor whose square an alternative reads first, and the required contents."""
    match way[0] if way else None:
        case Apply(anchor=str(anchor), direction=None) as op:
            rows = program.tables[op.tables[0]].rows
            for column, contents in op.checks:
                stays = all(row is None or row[column] == place for place, row in enumerate(rows))
                if stays and contents.bit_count() <= MOST_CASES:
                    return anchor, contents
        case Alias(others=(other,), contents=contents) if contents.bit_count() <= MOST_CASES:
            return other, contents
        case _:
            pass
    return None
