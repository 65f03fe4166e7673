"""Loops in which a cursor goes on and nothing else changes: they are loops in C, and no calls inside each
other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from lasker.compiler.emit.c.walk.priorities import Passed, Unless, Watch, Watched
from lasker.compiler.ir.ops import Ask, Block, Body, Compare, Fork, Go, Lay, Op


@dataclass(frozen=True)
class Ride:
    """A loop: what a round asks, the rewrite in it that moves the cursor, and what follows, which is done
    after every round, or only where no round can be made."""

    once: tuple[Op, ...]
    step: Lay
    rest: Body
    exhausts: bool


def ride(block: Block) -> Ride | None:
    """A block as a loop in which a cursor goes on, if it is one.

    >>> step = Lay((0,), "at", walks=(("at", 1),))
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
    lays = [op for op in once if isinstance(op, Lay)]
    others = [op for op in once if not isinstance(op, Lay)]
    steps = [op for op in lays if op.walks]
    if (name, cursors) != (block.name, block.cursors) or len(steps) != 1:
        return None
    if not all(isinstance(op, Ask | Compare) for op in others):
        return None
    if any(op.writes or op.carries or op.anchor is None for op in lays):
        return None
    alone = [cursor for cursor, _ in steps[0].walks] == [steps[0].anchor]
    if not alone or (exhausts and once[-1] != steps[0]):  # where a condition fails, it has not gone on
        return None
    return Ride(cast(Body, tuple(once)), steps[0], cast(Body, tuple(rest)), exhausts)
