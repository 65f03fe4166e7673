"""Blocks that lead to at most one configuration: an `each` or a star of them needs no set, and goes on inside
the block, with what it has changed."""

from __future__ import annotations

from lasker.backends.c.walk.exclusive import runs
from lasker.backends.c.walk.priorities import Watched
from lasker.backends.c.walk.roaming import reached_by_go
from lasker.ir.ops import Adjust, Ask, Body, Compare, Each, Fork, Go, Lay, Op, Program, Select, Stand, defines
from lasker.ir.passes.drop_unreached import every

MOST_PLACES = 2048  # of a board: calls are as deep as an `each` has squares, or a star rounds


def is_straight(program: Program, name: str) -> bool:
    """Does a block lead to one configuration at most, and is the board small enough to go on inside it?

    >>> from lasker.ir.pipeline import compiled
    >>> from lasker.play.library import model
    >>> program = compiled(model("nine_mens_morris")).program
    >>> is_straight(program, "each"), is_straight(program, "white")
    (True, False)
    """
    small = program.sites * program.frames <= MOST_PLACES
    return small and _leads_once(program, program.blocks[name].body, frozenset((name,)))


def counted(program: Program, each: Each) -> Adjust | None:
    """What an `each` adds to a counter on every square, if it does nothing else.

    >>> from lasker.ir.pipeline import compiled
    >>> from lasker.play.library import model
    >>> program = compiled(model("nine_mens_morris")).program
    >>> counted(program, program.blocks["white_three"].body[0])
    Adjust(slot=2, relative=True, amount=1)
    """
    match program.blocks[each.block].body:
        case (Adjust(relative=True) as adjust,) if adjust.amount and not each.others:
            return adjust
        case _:
            return None


def course(program: Program, name: str) -> int | None:
    """The number of a cursor that a star's block moves, if it leads to one configuration at most."""
    kept = program.blocks[name].keeps or ()
    if not is_straight(program, name):
        return None
    blocks = reached_by_go(program, [name])
    moved = frozenset[str]().union(*(defines(op) for b in blocks for op in every(program.blocks[b].body)))
    return next((number for number, cursor in enumerate(kept) if cursor in moved), None)


def _leads_once(program: Program, body: Body, inside: frozenset[str]) -> bool:
    if not all(map(_has_one_way, body[:-1])):
        return False
    match body[-1] if body else None:
        case None:
            return True
        case Go(block):
            return block not in inside and _leads_once(program, program.blocks[block].body, inside | {block})
        case Fork(options):
            found = list(runs(program, options))
            return len(found) == 1 and all(_leads_once(program, option, inside) for option in options)
        case last:
            return _has_one_way(last)


def _has_one_way(op: Op | Watched) -> bool:
    match op:
        case Lay():
            return op.anchor is not None and all(len(contents) == 1 for _, contents in op.writes)
        case Select():
            return all(map(_has_one_way, op.options))
        case Adjust() | Ask() | Compare() | Stand():
            return True
        case _:
            return False
