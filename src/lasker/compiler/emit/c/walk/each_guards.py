"""Guards of `each`: a few squares around every square, which seldom change, decide whether the block is
possible there.

Where the block of an `each` begins with rewrites at its cursor, it is possible only if they match. Squares
where they did not match at the root are skipped, as long as none of the squares that they read has changed.
"""

from __future__ import annotations

from lasker.compiler.ir.ops import Apply, Each, Program
from lasker.kernel.dataclass import dataclass

MOST_NEAR = 24  # squares of an `each` whose guards read one square


@dataclass(frozen=True)
class First:
    """The rewrites that must match first, and for every square the squares whose guards read it."""

    lays: tuple[Apply, ...]
    near: tuple[tuple[int, ...], ...]


def first_look(program: Program, each: Each) -> First | None:
    """The guard of an `each`, if it reads few squares."""
    if each.others:
        return None
    block = program.blocks[each.block]
    own, lays = block.cursors[-1], list[Apply]()
    for op in block.body:
        if not isinstance(op, Apply) or op.anchor != own or op.direction is not None:
            break
        lays.append(op)
        if op.writes or op.carries or op.walks:
            break
    near: list[dict[int, None]] = [{} for _ in range(program.sites)]
    for op in lays:
        rows = program.tables[op.tables[0]].rows
        for site in range(program.sites):
            row = rows[site * program.frames]
            for column, _ in op.checks if row is not None else ():
                assert row is not None
                if row[column] >= 0:
                    near[row[column] // program.frames][site] = None
    if not any(near) or max(map(len, near)) > MOST_NEAR:
        return None
    return First(tuple(lays), tuple(map(tuple, near)))
