"""Array sizes of a program: cursors that are kept together, notes of one move, contents of squares."""

from __future__ import annotations

from lasker.compiler.ir.ops import Body, Choose, Each, Fork, Go, Most, Program, Star
from lasker.compiler.ir.passes.drop_unreached import every

UNBOUNDED = 60  # notes of one move where nothing bounds them; a longer move is refused


def most_cursors(program: Program) -> int:
    """The greatest number of cursors that a set of configurations keeps or passes on."""
    handed = [len(block.cursors) for block in program.blocks.values()]
    return max([*handed, *(2 * size for size in handed)], default=0)


def most_notes(program: Program) -> int:
    """The greatest number of notes of a move."""
    longest = max((_notes(program, turn.move, {}) for turn in program.turns), default=0)
    return min(longest, UNBOUNDED)


def _notes(program: Program, name: str, known: dict[str, int]) -> int:
    if name not in known:
        known[name] = UNBOUNDED if _chooses(program.blocks[name].body) else 0  # while it is being computed
        known[name] = _body_notes(program, program.blocks[name].body, known)
    return known[name]


def _body_notes(program: Program, body: Body, known: dict[str, int]) -> int:
    total = 0
    for op in body:
        match op:
            case Choose(noted=True):
                total += 1
            case Fork(options):
                total += max((_body_notes(program, option, known) for option in options), default=0)
            case Go(block) | Most(block=block):
                total += _notes(program, block, known)
            case Star(block=block) | Each(block=block):
                total += UNBOUNDED if _notes(program, block, known) else 0
            case _:
                pass
    return total


def _chooses(body: Body) -> bool:
    return any(isinstance(op, Choose) and op.noted for op in every(body))


def settled_contents(program: Program) -> int:
    """Possible contents of squares in settled positions: no scratch marks, and no marks on empty squares."""
    variants = 1 << program.marks
    return sum(
        1 << content
        for content in range(len(program.contents))
        if not content & program.ended and (content == 0 or content >= variants)
    )
