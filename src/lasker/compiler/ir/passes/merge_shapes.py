"""Merging alternatives of one shape into one, with a callback for the operations that differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lasker.compiler.ir.ops import Body, Fork, Op


def merged(ways: Sequence[Body], differing: Callable[[tuple[Op, ...]], Op]) -> Body:
    """One alternative: equal operations stay, forks are merged option by option, and `differing` merges
    operations that differ.

    >>> from lasker.compiler.ir.ops import NoteEnd
    >>> merged([(NoteEnd("a"), NoteEnd("b")), (NoteEnd("a"), NoteEnd("c"))], lambda ops: ops[-1])
    (NoteEnd(cursor='a'), NoteEnd(cursor='c'))
    """

    def one(ops: tuple[Op, ...]) -> Op:
        if all(op == ops[0] for op in ops):
            return ops[0]
        if isinstance(ops[0], Fork):
            forks = [op.options for op in ops if isinstance(op, Fork)]
            return Fork(tuple(merged(options, differing) for options in zip(*forks, strict=True)))
        return differing(ops)

    return tuple(map(one, zip(*ways, strict=True)))
