"""Pass: the continuation of a fork, a star, an `each` or a `most` becomes a block of its own, reached by
`go`.

Afterwards a fork is the last operation of a body, and the other three are followed by one `go` only: code can
then be generated without duplicating the continuation for every alternative.
"""

from __future__ import annotations

from dataclasses import replace

from lasker.compiler.ir import names
from lasker.compiler.ir.ops import Block, Body, Each, Fork, Go, Most, Program, Star, free


def outline_continuations(program: Program) -> Program:
    """The same program with every join point named."""
    joins = Joins(dict(program.blocks))
    for block in program.blocks.values():
        joins.blocks[block.name] = replace(block, body=joins.split(block.body, block))
    return replace(program, blocks=joins.blocks)


class Joins:
    """The blocks so far, and the join blocks among them by structure."""

    def __init__(self, blocks: dict[str, Block]) -> None:
        self.blocks = blocks
        self._known: dict[tuple[object, ...], str] = {}
        self._numbers: dict[str, int] = {}

    def split(self, body: Body, block: Block) -> Body:
        """A body whose join points are named."""
        for at, op in enumerate(body):
            rest = body[at + 1 :]
            if isinstance(op, Fork):
                ending = self._join(rest, block) if rest else ()
                options = tuple(self.split((*option, *ending), block) for option in op.options)
                return (*body[:at], Fork(options))
            if isinstance(op, Star | Each | Most) and not (len(rest) == 1 and isinstance(rest[0], Go)):
                return (*body[: at + 1], *self._join(rest, block))
        return body

    def _join(self, rest: Body, block: Block) -> Body:
        """The continuation as a block, and the jump to it. A single `go` needs no block."""
        if len(rest) == 1 and isinstance(rest[0], Go):
            return rest
        rest = self.split(rest, block)
        cursors = tuple(sorted(free(rest, frozenset(block.keeps or ()))))
        key = (rest, cursors, block.keeps, block.arrives)
        if key not in self._known:
            stem = block.name.partition("_then_")[0]
            self._numbers[stem] = self._numbers.get(stem, 0) + 1
            name = names.distinct((*self.blocks, f"{stem}_then_{self._numbers[stem]}"))[-1]
            self.blocks[name] = Block(name, cursors, rest, block.keeps, block.arrives)
            self._known[key] = name
        return (Go(self._known[key], cursors),)
