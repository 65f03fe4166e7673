"""Pass: merges alternatives of a fork that differ only in their tables into one with a direction.

`all4(step(u))` is a fork of four alternatives; merged, it is a `direction` of four and one rewrite, whose
table the direction selects. The generated code is as fast, and a fraction of the size.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from lasker.compiler.ir import names
from lasker.compiler.ir.ops import Apply, Block, Body, ChooseDirection, Cursor, Fork, Op, Program, Star
from lasker.compiler.ir.passes.merge_shapes import merged

Tables = tuple[tuple[int, ...], ...]


def merge_directions(program: Program) -> Program:
    """The same program with its directions merged."""
    merging = Merging(program)
    for name in program.blocks:
        merging.block(name)
    return replace(program, blocks=merging.blocks)


class Merging:
    """The blocks so far."""

    def __init__(self, program: Program) -> None:
        self.blocks, self.tables = dict(program.blocks), program.tables
        self._done: set[str] = set()
        self._known: dict[Block, str] = {}

    def block(self, name: str) -> Block:
        """A block with its directions merged."""
        if name not in self._done:
            self._done.add(name)
            block = self.blocks[name]
            self.blocks[name] = replace(block, body=self.body(block.body))
        return self.blocks[name]

    def body(self, body: Body) -> Body:
        """A body, its forks merged from the inside out."""
        found: list[Op] = []
        for op in body:
            if isinstance(op, Star):
                self.block(op.block)
            found += self._fork(op) if isinstance(op, Fork) else (op,)
        return tuple(found)

    def _fork(self, fork: Fork) -> Body:
        alike: dict[object, list[Body]] = defaultdict(list)
        for option in map(self.body, fork.options):
            alike[self._shape(option)].append(option)
        options = tuple(self._with_direction(ways) if len(ways) > 1 else ways[0] for ways in alike.values())
        return options[0] if len(options) == 1 else (Fork(options),)

    def _shape(self, body: Body) -> object:
        """A body without its tables, except for their widths; includes the blocks of stars."""
        return tuple(map(self._shape_of, body))

    def _shape_of(self, op: Op) -> object:
        match op:
            case Apply(tables=(table,)):  # one that is merged already stays as it is
                return replace(op, tables=()), self.tables[table].columns
            case Star():
                block = self.blocks[op.block]
                return replace(op, block=""), block.cursors, block.keeps, self._shape(block.body)
            case Fork(options):
                return tuple(map(self._shape, options))
            case _:
                return op

    def _with_direction(self, ways: list[Body]) -> Body:
        """Alternatives of one shape as one with a direction."""
        way = f"way_{self._depth(ways[0])}"  # of one shape, so all have the same directions inside
        return (ChooseDirection(way, len(ways)), *self._merged(ways, way))

    def _depth(self, body: Body) -> int:
        """The first number unused by directions in a body; stars receive the directions around them."""
        inside = [0]
        for op in body:
            match op:
                case ChooseDirection(cursor):
                    inside.append(1 + int(cursor.rpartition("_")[2]))
                case Star():
                    inside.append(self._depth(self.blocks[op.block].body))
                case Fork(options):
                    inside += map(self._depth, options)
                case _:
                    pass
        return max(inside)

    def _merged(self, ways: list[Body], way: Cursor) -> Body:
        return merged(ways, lambda ops: self._merged_op(ops, way))

    def _merged_op(self, ops: tuple[Op, ...], way: Cursor) -> Op:
        first = ops[0]
        if isinstance(first, Apply):
            return replace(
                first, tables=tuple(op.tables[0] for op in ops if isinstance(op, Apply)), direction=way
            )
        if isinstance(first, Star):
            blocks = [self.blocks[op.block] for op in ops if isinstance(op, Star)]
            return self._star(first, blocks, way)
        raise TypeError(f"{type(first).__name__} has no tables")

    def _star(self, star: Star, blocks: list[Block], way: Cursor) -> Star:
        first = blocks[0]
        merged = replace(
            first,
            name="",
            cursors=(*first.cursors, way),
            keeps=(*(first.keeps or ()), way),
            body=self._merged([block.body for block in blocks], way),
        )
        if merged not in self._known:
            name = self._known[merged] = names.distinct((*self.blocks, first.name))[-1]
            self.blocks[name] = replace(merged, name=name)
            self._done.add(name)
        return replace(star, block=self._known[merged], cursors=(*star.cursors, way))
