"""Tests that compare piece counts: `(each %●: mine += 1) (each %○: yours += 1) [mine > yours]`."""

from __future__ import annotations

from lasker.compiler.groups.game import Census, PieceCounter, Test
from lasker.compiler.ir.ops import Adjust, Compare, Each, Op, Program, Require


def census_of(program: Program, block: str, alphabet: int) -> Census | None:
    """The block as a census, or None. Its counters must be reset with every move."""
    body = program.blocks[block].body
    if not any(isinstance(op, Each) for op in body):
        return None
    asks = [op for op in body if isinstance(op, Require)]
    steps = [_step(op, program, alphabet) for op in body[len(asks) :]]
    if list(body[: len(asks)]) != asks or any(op.cursors for op in asks):
        return None
    found = tuple(step for step in steps if step is not None)
    if len(found) < len(steps):
        return None
    return Census(tuple((op.block, op.wanted) for op in asks), found)


def census_counters(test: Test | None) -> frozenset[int]:
    """The counters used by a census; none for other tests."""
    return frozenset(step.slot for step in test.steps) if isinstance(test, Census) else frozenset()


def _step(op: Op, program: Program, alphabet: int) -> PieceCounter | Compare | None:
    """One step of a census: counting the pieces of some kinds, or comparing counters."""
    match op:
        case Compare(slot, _, other, slotted):
            slots = [slot, other] if slotted else [slot]
            return op if all(program.counters[each].scratch for each in slots) else None
        case Each(others=(), cursors=()):
            match program.blocks[op.block].body:
                case (Adjust(slot, True, 1),) if program.counters[slot].scratch:
                    return PieceCounter(slot, op.contents & alphabet, op.sites)
    return None
