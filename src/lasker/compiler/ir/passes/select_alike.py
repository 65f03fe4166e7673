"""Pass: merges alternatives of a fork that differ only in contents and counters into one with a direction.

"Capture a rook, and a rook is added to the hand, or capture a bishop …" is a fork of many long alternatives
that differ only in their pieces. As one alternative with a direction it is a fraction of the size. Each
selection is a table lookup at run time, so short alternatives stay as they are.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from lasker.compiler.ir.ops import Body, ChooseDirection, Fork, Program, Select, common_form, free
from lasker.compiler.ir.passes.drop_unreached import every
from lasker.compiler.ir.passes.merge_shapes import merged

WORTH = 40  # operations that must be saved


def select_alike(program: Program) -> Program:
    """The same program with a direction for alternatives that differ only in contents and counters."""
    blocks = {name: replace(block, body=_body(block.body)) for name, block in program.blocks.items()}
    return replace(program, blocks=blocks)


def _body(body: Body) -> Body:
    """A body, its forks merged from the inside out."""
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
    return tuple(tuple(map(_shape, op.options)) if isinstance(op, Fork) else common_form(op) for op in body)


def _merged(ways: list[Body]) -> Body:
    """Alternatives of one shape as one with a direction, distinct from directions of selections inside."""
    inside = [op for op in every(ways[0]) if isinstance(op, Select)]
    way = f"kind_{1 + max((int(op.direction.rpartition('_')[2]) for op in inside), default=-1)}"
    # Only rewrites or adjustments differ: `_shape` is equal otherwise.
    return _sunk(ChooseDirection(way, len(ways)), merged(ways, lambda ops: Select(way, ops)))  # type: ignore[arg-type]


def _sunk(spin: ChooseDirection, body: Body, after: bool = False) -> Body:
    """A body with a spin right before what its direction selects, in it or `after` it: what comes before is
    done once."""
    for at, op in enumerate(body):
        if spin.cursor in free((op,)):
            rest = body[at + 1 :]
            if not isinstance(op, Fork):
                return (*body[:at], spin, op, *rest)
            later = after or spin.cursor in free(rest)
            return (*body[:at], Fork(tuple(_sunk(spin, option, later) for option in op.options)), *rest)
    return (*body, spin) if after else body
