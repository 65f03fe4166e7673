"""Pass: blocks and tables that nothing leads to are dropped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lasker.ir.ops import Body, Fork, Lay, Op, Program


def drop_unreached(program: Program) -> Program:
    """The same program with only the blocks that can be reached, and only the tables that they use."""
    reached: dict[str, None] = {}
    todo = list(roots(program))[::-1]
    while todo:
        name = todo.pop()
        if name not in reached:
            reached[name] = None
            todo += [op.block for op in every(program.blocks[name].body) if hasattr(op, "block")]
    blocks = {name: block for name, block in program.blocks.items() if name in reached}
    every_op = [op for block in blocks.values() for op in every(block.body)]
    laid = sorted({table for op in every_op if isinstance(op, Lay) for table in op.tables})
    number = {old: new for new, old in enumerate(laid)}
    return replace(
        program,
        tables=tuple(program.tables[table] for table in laid),
        blocks={name: replace(block, body=_renumbered(block.body, number)) for name, block in blocks.items()},
    )


def roots(program: Program) -> Iterator[str]:
    """The blocks that a game begins with."""
    for turn in program.turns:
        yield turn.move
        yield from (test for test, _ in turn.next if test is not None)
        yield from (end.block for end in turn.ends)
    if program.settle is not None:
        yield program.settle


def every(body: Body) -> Iterator[Op]:
    """Every operation of a body, those in forks too."""
    for op in body:
        yield op
        if isinstance(op, Fork):
            for option in op.options:
                yield from every(option)


def _renumbered(body: Body, number: dict[int, int]) -> Body:
    def change(op: Op) -> Op:
        if isinstance(op, Lay):
            return replace(op, tables=tuple(number[table] for table in op.tables))
        if isinstance(op, Fork):
            return Fork(tuple(_renumbered(option, number) for option in op.options))
        return op

    return tuple(map(change, body))
