"""Loops that only move a cursor: they are generated as C loops instead of recursive calls."""

from __future__ import annotations

from typing import cast

from lasker.compiler.emit.c.walk.priorities import Passed, Unless, Watch, Watched
from lasker.compiler.ir.ops import Apply, Block, Body, Compare, Fork, Go, Op, Require
from lasker.kernel.dataclass import dataclass


@dataclass(frozen=True)
class Ride:
    """A loop: the tests of a round, the rewrite in it that moves the cursor, and the continuation, which runs
    after every round, or only where no round is possible."""

    once: tuple[Op, ...]
    step: Apply
    rest: Body
    exhausts: bool


def ride(block: Block) -> Ride | None:
    """A block as a loop that moves a cursor, if it is one.

    >>> step = Apply((0,), "at", walks=(("at", 1),))
    >>> loop = Block("loop", ("at",), (Fork(((Go("rest", ("at",)),), (step, Go("loop", ("at",))))),))
    >>> found = ride(loop)
    >>> found.step == step, found.rest, found.exhausts
    (True, (Go(block='rest', cursors=('at',)),), False)
    """
    match cast("tuple[Op | Watched, ...]", block.body):
        case (Fork(((Go(),) as rest, (*once, Go(name, cursors)))),):
            exhausts = False
        case (Watch(flag), Fork(((*once, Passed(passed), Go(name, cursors)), (Unless(asked), *rest)))) if (
            flag == passed == asked
        ):
            exhausts = True
        case _:
            return None
    lays = [op for op in once if isinstance(op, Apply)]
    others = [op for op in once if not isinstance(op, Apply)]
    steps = [op for op in lays if op.walks]
    if (name, cursors) != (block.name, block.cursors) or len(steps) != 1:
        return None
    if not all(isinstance(op, Require | Compare) for op in others):
        return None
    if any(op.writes or op.carries or op.anchor is None for op in lays):
        return None
    alone = [cursor for cursor, _ in steps[0].walks] == [steps[0].anchor]
    if not alone or (exhausts and once[-1] != steps[0]):  # where a condition fails, the cursor has not moved
        return None
    return Ride(cast(Body, tuple(once)), steps[0], cast(Body, tuple(rest)), exhausts)
