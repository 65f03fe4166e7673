"""What a block can tell apart: contents that it treats alike are in one class.

Whether a block can be done depends on the board only through the sets of contents that it asks for. As long
as every square holds something of the class that it held, the answer stays the same.
"""

from __future__ import annotations

from lasker.compiler.ir.ops import Adjust, Choose, Compare, Each, Lay, Most, Program, Stand
from lasker.compiler.ir.passes.drop_unreached import every, reached_from

MOST_SETS = 60  # sets of contents by which classes are told apart


def classes(program: Program, each: Each) -> tuple[int, ...] | None:
    """For every content its class; None if an `each` depends on more than the contents of squares."""
    if each.cursors:
        return None
    asked, carried = {each.contents}, set[tuple[int, int, int]]()
    for name in reached_from(program, [each.block]):
        for op in every(program.blocks[name].body):
            match op:
                case Adjust() | Compare() | Most():
                    return None
                case Lay():
                    asked |= {contents for _, contents in op.checks}
                    for lost in (0, program.moved):
                        carried |= {(lost, carry.gains, carry.loses) for carry in op.carries}
                case Choose() | Stand() | Each():
                    asked.add(op.contents)
                case _:
                    pass
    return _told_apart(_before(asked, carried, len(program.contents)), len(program.contents))


def _before(asked: set[int], carried: set[tuple[int, int, int]], size: int) -> set[int]:
    """The sets, and those of contents that are in one of them after their marks were changed on the way."""
    todo = list(asked)
    while todo and len(asked) <= MOST_SETS:
        contents = todo.pop()
        for lost, gains, loses in carried:
            after = ((each & ~lost | gains) & ~loses for each in range(size))
            before = sum(1 << each for each, to in enumerate(after) if contents >> to & 1)
            if before not in asked:
                asked.add(before)
                todo.append(before)
    return asked


def _told_apart(asked: set[int], size: int) -> tuple[int, ...] | None:
    """Contents by the sets that they are in, those in the same sets with the same number."""
    ordered = sorted(asked)
    signs = [tuple(contents >> each & 1 for contents in ordered) for each in range(size)]
    numbers = {sign: number for number, sign in enumerate(dict.fromkeys(signs))}
    if len(asked) > MOST_SETS or len(numbers) > 255:
        return None
    return tuple(numbers[sign] for sign in signs)
