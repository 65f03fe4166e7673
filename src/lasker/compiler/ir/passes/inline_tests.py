"""Pass: inlines tests that only read squares around a cursor.

Such a test has one outcome at a given cursor, so the rewrite itself is equivalent to the test.
"""

from __future__ import annotations

from dataclasses import replace

from lasker.compiler.ir.ops import Apply, Block, Body, Fork, Op, Program, Require
from lasker.compiler.ir.passes.stars_to_loops import renamed


def inline_tests(program: Program) -> Program:
    """The same program with such tests inlined."""
    reads = {name: read for name, block in program.blocks.items() if (read := _only_read(block)) is not None}

    def change(op: Op) -> Op:
        if isinstance(op, Require) and op.wanted and op.block in reads:
            asked = program.blocks[op.block].cursors
            (read,) = renamed((reads[op.block],), dict(zip(asked, op.cursors, strict=True)))
            return read
        return Fork(tuple(map(body, op.options))) if isinstance(op, Fork) else op

    def body(ops: Body) -> Body:
        return tuple(map(change, ops))

    blocks = {name: replace(block, body=body(block.body)) for name, block in program.blocks.items()}
    return replace(program, blocks=blocks)


def _only_read(block: Block) -> Apply | None:
    """The rewrite of a block that reads only, if that is all it does."""
    if len(block.body) != 1 or block.keeps is not None or block.arrives:
        return None
    (op,) = block.body
    if not isinstance(op, Apply) or op.anchor is None or op.direction is not None:
        return None
    return None if op.writes or op.carries else replace(op, walks=())
