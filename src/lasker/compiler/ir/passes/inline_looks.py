"""Pass: a test that only looks at squares around a cursor is asked on the spot.

There is one way to look from where a cursor stands, so looking is the same as asking whether one could.
"""

from __future__ import annotations

from dataclasses import replace

from lasker.compiler.ir.ops import Ask, Block, Body, Fork, Lay, Op, Program
from lasker.compiler.ir.passes.loop_rides import renamed


def inline_looks(program: Program) -> Program:
    """The same program with such tests in the place of those who ask them."""
    looks = {name: look for name, block in program.blocks.items() if (look := _look(block)) is not None}

    def change(op: Op) -> Op:
        if isinstance(op, Ask) and op.wanted and op.block in looks:
            asked = program.blocks[op.block].cursors
            (look,) = renamed((looks[op.block],), dict(zip(asked, op.cursors, strict=True)))
            return look
        return Fork(tuple(map(body, op.options))) if isinstance(op, Fork) else op

    def body(ops: Body) -> Body:
        return tuple(map(change, ops))

    blocks = {name: replace(block, body=body(block.body)) for name, block in program.blocks.items()}
    return replace(program, blocks=blocks)


def _look(block: Block) -> Lay | None:
    """What a block looks at, if that is all it does."""
    if len(block.body) != 1 or block.keeps is not None or block.arrives:
        return None
    (op,) = block.body
    if not isinstance(op, Lay) or op.anchor is None or op.way is not None:
        return None
    return None if op.writes or op.carries else replace(op, walks=())
