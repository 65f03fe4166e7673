"""Pass: ways of a fork that differ only in contents and counters become one way with a direction.

"Take a rook, and a rook comes into the hand, or take a bishop …" is a fork of many long ways that say the
same of other pieces. As one way with a direction it is a fraction of the size. Each selection is looked up
when code runs, so that short ways stay as they are.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from lasker.compiler.ir.ops import Body, Fork, Program, Select, Spin, likeness
from lasker.compiler.ir.passes.drop_unreached import every
from lasker.compiler.ir.passes.merge_shapes import together

WORTH = 40  # operations that must be spared


def select_alike(program: Program) -> Program:
    """The same program with a direction for ways that differ only in contents and counters."""
    blocks = {name: replace(block, body=_body(block.body)) for name, block in program.blocks.items()}
    return replace(program, blocks=blocks)


def _body(body: Body) -> Body:
    """A body, its forks made smaller from the inside out."""
    return tuple(one for op in body for one in (_fork(op) if isinstance(op, Fork) else (op,)))


def _fork(fork: Fork) -> Body:
    alike: dict[object, list[Body]] = defaultdict(list)
    for option in map(_body, fork.options):
        alike[_shape(option)].append(option)
    options = [option for ways in alike.values() for option in ([_merged(ways)] if _pays(ways) else ways)]
    return options[0] if len(options) == 1 else (Fork(tuple(options)),)


def _pays(ways: list[Body]) -> bool:
    return len(ways) > 1 and (len(ways) - 1) * sum(1 for _ in every(ways[0])) >= WORTH


def _shape(body: Body) -> object:
    return tuple(tuple(map(_shape, op.options)) if isinstance(op, Fork) else likeness(op) for op in body)


def _merged(ways: list[Body]) -> Body:
    """Ways of one shape as one way with a direction, another one than selections inside them have."""
    inside = [op for op in every(ways[0]) if isinstance(op, Select)]
    way = f"kind_{1 + max((int(op.way.rpartition('_')[2]) for op in inside), default=-1)}"
    # Rewrites or adjustments differ: nothing else is alike.
    return (Spin(way, len(ways)), *together(ways, lambda ops: Select(way, ops)))  # type: ignore[arg-type]
