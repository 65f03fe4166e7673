"""Blocks that lead to at most one configuration: an `each` of them needs no set, and goes on from square to
square with what the block has changed."""

from __future__ import annotations

from lasker.backends.c.walk.priorities import Watched
from lasker.ir.ops import Adjust, Ask, Compare, Go, Lay, Op, Program, Select, Stand


def is_straight(program: Program, name: str) -> bool:
    """Does a block lead to one configuration at most, and end?

    >>> from lasker.ir.pipeline import compiled
    >>> from lasker.play.library import model
    >>> program = compiled(model("nine_mens_morris")).program
    >>> is_straight(program, "each"), is_straight(program, "white")
    (True, False)
    """
    seen: set[str] = set()
    while name not in seen:
        seen.add(name)
        *ops, last = program.blocks[name].body or (None,)
        if not all(map(_has_one_way, ops)):
            return False
        if not isinstance(last, Go):
            return last is None or _has_one_way(last)
        name = last.block
    return False  # it comes back to itself


def _has_one_way(op: Op | Watched | None) -> bool:
    match op:
        case Lay():
            return op.anchor is not None and all(len(contents) == 1 for _, contents in op.writes)
        case Select():
            return all(map(_has_one_way, op.options))
        case Adjust() | Ask() | Compare() | Stand():
            return True
        case _:
            return False
