"""Blocks with at most one resulting configuration: an `each` or a star of them needs no set, and continues
inside the block, with its changes in place."""

from __future__ import annotations

from lasker.compiler.emit.c.walk.exclusive import leads_one_way, runs
from lasker.compiler.emit.c.walk.priorities import Exhaust, KnownImpossible, Passed, Unless, Watch, Watched
from lasker.compiler.emit.c.walk.requirements import exclude_each_other
from lasker.compiler.emit.c.walk.visited_squares import reached_by_go
from lasker.compiler.ir.ops import (
    Adjust,
    Alias,
    Apply,
    Body,
    ChooseDirection,
    Compare,
    Each,
    Fork,
    Go,
    Op,
    Program,
    Require,
    Select,
    Star,
    defines,
    free,
)
from lasker.compiler.ir.passes.drop_unreached import every, reached_from
from lasker.compiler.ir.passes.star_properties import MOST_ROUNDS, is_monotone

MOST_CALLS = 2048  # nested calls: squares of an `each`, or rounds of a star


def has_single_result(program: Program, name: str) -> bool:
    """Has a block at most one result, and is the board small enough for nested calls?

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> program = compiled(model("nine_mens_morris")).program
    >>> has_single_result(program, "each"), has_single_result(program, "white")
    (True, False)
    """
    return (
        _has_single_result(program, program.blocks[name].body, frozenset((name,)))
        and _calls(program, name) <= MOST_CALLS
    )


def counted(program: Program, each: Each) -> Adjust | None:
    """The adjustment that an `each` makes on every square, if it does nothing else.

    >>> from lasker.compiler.pipeline import compiled
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


def star_cursor(program: Program, name: str) -> int | None:
    """The number of a cursor that a star's block moves, if it has at most one result; -1 if it changes a
    counter monotonically in every round."""
    kept = program.blocks[name].keeps or ()
    if not has_single_result(program, name):
        return None
    if most_rounds(program, name) is not None:
        return -1
    blocks = reached_by_go(program, [name])
    moved = frozenset[str]().union(*(defines(op) for b in blocks for op in every(program.blocks[b].body)))
    return next((number for number, cursor in enumerate(kept) if cursor in moved), None)


def most_rounds(program: Program, name: str) -> int | None:
    """The greatest number of rounds of a star's block, if each changes a counter that nothing changes back.

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> most_rounds(compiled(model("nine_mens_morris")).program, "each")
    24
    """
    reached = [program.blocks[block] for block in reached_from(program, [name])]
    bounds = (
        counter.high - counter.low
        for slot, counter in enumerate(program.counters)
        if is_monotone(slot, program.blocks[name], reached, program)
    )
    return min(bounds, default=None)


def _calls(program: Program, name: str) -> int:
    """The greatest depth of nested calls by an `each` or a star that continues inside this block."""
    places = program.sites * program.frames
    reached = reached_by_go(program, [name])
    ops = [op for block in reached for op in every(program.blocks[block].body)]
    inside = 1 + sum(_calls(program, op.block) for op in ops if isinstance(op, Each | Star))
    onward = {
        block: {op.block for op in every(program.blocks[block].body) if isinstance(op, Go)}
        for block in reached
    }
    if any(block in reached_by_go(program, onward[block]) for block in reached):  # there is a loop
        slots = {op.slot for op in ops if isinstance(op, Adjust) and op.relative}
        ranges = (program.counters[slot].high - program.counters[slot].low for slot in slots)
        inside *= max(places, *(min(each, MOST_ROUNDS) for each in ranges), 1)
    rounds = most_rounds(program, name)
    return inside * (places if rounds is None else rounds)


def _has_single_result(program: Program, body: Body, inside: frozenset[str]) -> bool:
    """Has a body at most one result? Recursive blocks are loops, in which each round has at most one result,
    or else the continuation."""
    *before, last = body or (None,)
    for number, op in enumerate(before):
        if isinstance(op, ChooseDirection):
            if not leads_one_way(program, op, body[number + 1 :]):
                return False
        elif not _op_has_single_result(op, program):
            return False
    match last:
        case None:
            return True
        case Go(block):
            return block in inside or _has_single_result(
                program, program.blocks[block].body, inside | {block}
            )
        case Fork((first, (Unless(), *_) as second)):
            return _has_single_result(program, first, inside) and _has_single_result(program, second, inside)
        case Fork(options):
            single = all(_has_single_result(program, option, inside) for option in options)
            return single and _exclude_each_other(program, options)
        case last:
            return _op_has_single_result(last, program)


def _exclude_each_other(program: Program, options: tuple[Body, ...]) -> bool:
    """Is at most one alternative of a fork possible: by the content of one square, or by what all of them
    require?"""
    cursors = tuple(frozenset[str]().union(*map(free, options)))
    return len(list(runs(program, options))) == 1 or exclude_each_other(program, options, cursors)


def _op_has_single_result(op: Op | Watched, program: Program) -> bool:
    match op:
        case Apply():
            return op.anchor is not None and all(len(contents) == 1 for _, contents in op.writes)
        case Select():
            return all(_op_has_single_result(option, program) for option in op.options)
        case Adjust() | Require() | Compare() | Alias() | Watch() | Passed() | Unless() | KnownImpossible():
            return True
        case Exhaust() | Each():
            return _has_single_result(program, program.blocks[op.block].body, frozenset((op.block,)))
        case _:
            return False
