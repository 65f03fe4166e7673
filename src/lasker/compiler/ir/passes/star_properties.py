"""Proofs about a star's block: it has at most one outcome, and every round reaches a new configuration.

A round that raises a counter, where none lowers or sets it, reaches a new configuration. If it also has one
outcome, there is one path through all rounds, and no set of visited configurations is needed.
"""

from __future__ import annotations

from itertools import combinations

from lasker.compiler.ir.ops import (
    Adjust,
    Alias,
    Apply,
    Block,
    Body,
    Compare,
    Fork,
    Go,
    NoteEnd,
    Op,
    Program,
    Require,
)
from lasker.compiler.ir.passes.drop_unreached import every

MOST_ROUNDS = 1000  # nested calls at run time


def single_path_blocks(block: Block, program: Program) -> list[Block] | None:
    """The blocks of a round of this block's star, if there is one path through its rounds and each reaches a
    new configuration; else None."""
    reached = _jump_closure(block, program)
    if reached is None or not all(_has_one_outcome(each.body, program) for each in reached):
        return None
    slots = (
        slot for slot, counter in enumerate(program.counters) if counter.high - counter.low <= MOST_ROUNDS
    )
    return reached if any(is_monotone(slot, block, reached, program) for slot in slots) else None


def _jump_closure(block: Block, program: Program) -> list[Block] | None:
    """The block and those it jumps to, if the jumps are acyclic."""
    found, path = dict[str, Block](), set[str]()

    def visit(each: Block) -> bool:
        if each.name in path:
            return False
        if each.name not in found:
            found[each.name] = each
            path.add(each.name)
            following = [op.block for op in every(each.body) if isinstance(op, Go)]
            if not all(visit(program.blocks[name]) for name in following):
                return False
            path.remove(each.name)
        return True

    return list(found.values()) if visit(block) else None


def _has_one_outcome(body: Body, program: Program) -> bool:
    """Has a body at most one outcome, not counting the blocks it jumps to?"""
    for op in body:
        match op:
            case Apply():
                if op.anchor is None or any(len(contents) > 1 for _, contents in op.writes):
                    return False
            case Fork(options):
                pairs = combinations(options, 2)
                if not all(_has_one_outcome(option, program) for option in options):
                    return False
                if not all(_exclude_each_other(one, other, program) for one, other in pairs):
                    return False
            case Alias() | Require() | Compare() | Adjust() | NoteEnd() | Go():
                pass
            case _:
                return False
    return True


def _exclude_each_other(one: Body, other: Body, program: Program) -> bool:
    """Do two alternatives of a fork begin by requiring disjoint contents of one square?"""
    match (one[:1], other[:1]):
        case ((Apply() as first,), (Apply() as second,)):
            if (first.tables, first.anchor, first.direction) != (
                second.tables,
                second.anchor,
                second.direction,
            ):
                return False
            asked = dict(second.checks)
            return any(
                column in asked and not contents & asked[column] and _is_on_the_board(first, column, program)
                for column, contents in first.checks
            )
    return False


def _is_on_the_board(op: Apply, column: int, program: Program) -> bool:
    rows = (row for table in op.tables for row in program.tables[table].rows)
    return all(row is None or row[column] >= 0 for row in rows)


def is_monotone(slot: int, block: Block, reached: list[Block], program: Program) -> bool:
    """Does every path through the block raise a counter, and none lower or set it? Or vice versa?

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> program = compiled(model("nine_mens_morris")).program
    >>> is_monotone(2, program.blocks["each"], [program.blocks["each"]], program)
    True
    """
    adjusts = [
        op for each in reached for op in every(each.body) if isinstance(op, Adjust) and op.slot == slot
    ]
    rises = {op.amount > 0 for op in adjusts}
    if len(rises) != 1 or not all(op.relative and op.amount for op in adjusts):
        return False
    return _always_adjusts(block.body, slot, program)


def _always_adjusts(body: Body, slot: int, program: Program, inside: frozenset[str] = frozenset()) -> bool:
    """Does every path through a body adjust a counter? A loop is eventually left, and then has done so."""

    def adjusts(op: Op) -> bool:
        match op:
            case Adjust():
                return op.slot == slot
            case Fork(options):
                return all(_always_adjusts(option, slot, program, inside) for option in options)
            case Go(name):
                return name in inside or _always_adjusts(
                    program.blocks[name].body, slot, program, inside | {name}
                )
            case _:
                return False

    return any(map(adjusts, body))
