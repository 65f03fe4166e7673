"""Repetitions that change the board in place: each round has at most one result, and there is no way back.

A round of sowing changes the board, or fails; nothing is undone before the last round. So rounds need no
nested calls: they are a loop.
"""

from __future__ import annotations

from collections.abc import Iterator

from lasker.compiler.emit.c.walk.priorities import Exhaust, Watched
from lasker.compiler.emit.c.walk.rides import ride
from lasker.compiler.emit.c.walk.single_result import star_cursor
from lasker.compiler.ir.ops import (
    Adjust,
    Alias,
    Apply,
    ChooseDirection,
    Compare,
    Fork,
    Go,
    Program,
    Require,
    Select,
    Star,
)
from lasker.compiler.ir.passes.drop_unreached import entry_blocks, every

PLAIN = (  # operations that change squares and counters alone, or nothing
    Apply | Adjust | Select | Fork | ChooseDirection | Alias | Go | Require | Compare | Watched
)
COUNTS_DOWN = -1  # instead of a cursor that moves


def rounds_in_place(program: Program, star: Star) -> tuple[str, ...]:
    """The blocks that make a round of a repetition in place, its own first; none if it needs nested calls.

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> program = compiled(model("hus"), frozenset({"classes"})).program
    >>> rounds_in_place(program, Star("again", ("here_0",), 1, None))
    ('again',)
    >>> rounds_in_place(program, Star("again_2", ("here_0",), 0, None))
    ()
    """
    if isinstance(star, Exhaust) or star_cursor(program, star.block) != COUNTS_DOWN:
        return ()
    found, todo = list[str](), [star.block]
    while todo:
        name = todo.pop()
        if name not in found:
            found.append(name)
            block = program.blocks[name]
            ops = list(every(block.body))
            if ride(block) is not None or not all(isinstance(op, PLAIN) for op in ops):
                return ()
            todo += [op.block for op in ops if isinstance(op, Go)]
    return tuple(found)


def called_blocks(program: Program) -> set[str]:
    """The blocks that are called: all but those that only make rounds in place."""
    called, todo = set[str](), list(entry_blocks(program))
    while todo:
        name = todo.pop()
        if name not in called:
            called.add(name)
            todo += _calls(program, name)
    return called


def _calls(program: Program, name: str) -> Iterator[str]:
    """The blocks that a block calls, with the tests of rounds that it makes in place."""
    for op in every(program.blocks[name].body):
        rounds = rounds_in_place(program, op) if isinstance(op, Star) else ()
        for test in (test for block in rounds for test in every(program.blocks[block].body)):
            if isinstance(test, Require):
                yield test.block
        if hasattr(op, "block") and not rounds:
            yield op.block
