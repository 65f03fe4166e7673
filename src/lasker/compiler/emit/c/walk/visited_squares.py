"""Stars whose blocks change only one cursor, and perhaps a piece that moves with it: they visit places, not
configurations.

A piece moves with the cursor if every rewrite that moves the cursor carries what stands there along, to a
square that holds what the rewrite leaves behind. The board then depends on the place only, not on the path to
it.
"""

from __future__ import annotations

from collections.abc import Iterable

from lasker.compiler.emit.c.walk.priorities import Exhaust, KnownImpossible, Passed, Unless, Watch, Watched
from lasker.compiler.ir.ops import (
    Alias,
    Apply,
    Choose,
    ChooseDirection,
    Compare,
    Each,
    Fork,
    Go,
    Most,
    Op,
    Program,
    Require,
    Select,
    Star,
    defines,
)
from lasker.compiler.ir.passes.drop_unreached import every
from lasker.kernel.dataclass import dataclass


@dataclass(frozen=True)
class MovedCursor:
    """The number of the one cursor that a star's block changes; what a piece that moves with it leaves
    behind."""

    moved: int
    leaves: int | None = None


def moved_cursor(program: Program, name: str) -> MovedCursor | None:
    """What a star's block changes, if it is only a cursor and its piece.

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> moved_cursor(compiled(model("go9")).program, "again")
    MovedCursor(moved=0, leaves=None)
    >>> moved_cursor(compiled(model("chinese_checkers")).program, "again_2")
    MovedCursor(moved=0, leaves=0)
    """
    kept = program.blocks[name].keeps
    assert kept is not None
    ops = list(_all(program, name))
    carrying = {op: left for op in ops if isinstance(op, Apply) and (left := _left(op, program)) is not None}
    if not all(op in carrying or _only_looks(op, program) for op in ops):
        return None
    changed = frozenset[str]().union(*map(defines, ops))
    moved = [number for number, cursor in enumerate(kept) if cursor in changed]
    if len(moved) != 1:
        return None
    if not carrying:
        return MovedCursor(moved[0])
    cursor = kept[moved[0]]
    alone = all(op in carrying for op in ops if cursor in defines(op))
    alike = all(op.anchor == cursor for op in carrying) and len(set(carrying.values())) == 1
    return MovedCursor(moved[0], carrying.popitem()[1]) if alone and alike else None


def ending_in_places(program: Program) -> frozenset[str]:
    """Blocks after which only the place of a star's cursor is read.

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> sorted(ending_in_places(compiled(model("chinese_checkers")).program))
    ['again_2']
    """
    found, others = set[str](), set[str]() if program.settle is None else {program.settle}
    for block in program.blocks.values():
        for op in every(block.body):
            if isinstance(op, Exhaust):  # it may continue inside its block, and read what was written
                others.add(op.block)
            elif isinstance(op, Star) and moved_cursor(program, op.block) is not None:
                found.add(op.block)
            elif isinstance(op, Star | Each | Most):
                others.add(op.block)
    return frozenset(reached_by_go(program, found)) - frozenset(reached_by_go(program, others))


def reached_by_go(program: Program, names: Iterable[str]) -> set[str]:
    """Some blocks, and those that they jump to."""
    reached, todo = set(names), list(names)
    while todo:
        for op in every(program.blocks[todo.pop()].body):
            if isinstance(op, Go) and op.block not in reached:
                reached.add(op.block)
                todo.append(op.block)
    return reached


def _all(program: Program, name: str) -> list[Op]:
    """The operations of a block and of those that it jumps to."""
    found = (op for block in reached_by_go(program, [name]) for op in every(program.blocks[block].body))
    return [op for op in found if not isinstance(op, Select)]  # their options are included too


def _left(op: Apply, program: Program) -> int | None:
    """What a rewrite leaves on its cursor's square, if it carries what stood there along and does nothing
    else."""
    if program.moved or len(op.writes) != 1 or len(op.carries) != 1 or len(op.writes[0][1]) != 1:
        return None
    (((own, (left,)),), (carry,)) = op.writes, op.carries
    places = [enumerate(program.tables[table].rows) for table in op.tables]
    stays = all(row is None or row[own] == place for rows in places for place, row in rows)
    goes = carry.source == op.anchor and (carry.gains, carry.loses) == (0, 0)
    same = (carry.column, 1 << left) in op.checks and op.walks == ((op.anchor, carry.column),)
    return left if stays and goes and same else None


def _only_looks(op: Op | Watched, program: Program) -> bool:
    """Does an operation leave board, counters and notes unchanged, and rename no cursor?"""
    match op:
        case Apply():
            return not op.writes and not op.carries
        case Choose():
            return not op.noted
        case Go(block, cursors):
            return program.blocks[block].cursors == cursors
        case Star(block):
            inside = moved_cursor(program, block)
            return inside is not None and inside.leaves is None
        case Require() | Compare() | Fork() | ChooseDirection() | Alias():  # with what is in them
            return True
        case Watch() | Passed() | Unless() | KnownImpossible():
            return True
        case _:
            return False
