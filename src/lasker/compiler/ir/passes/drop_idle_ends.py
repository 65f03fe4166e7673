"""Pass: removes ends that can hold only where there is no move, where moves are listed or counted.

`checkmate: check ![white]` holds only if the list of moves is empty, and then it stays empty.
"""

from __future__ import annotations

from dataclasses import replace

from lasker.compiler.ir.ops import Program


def drop_idle_ends(program: Program) -> Program:
    """The same program without idle ends: the same moves and counts, but no longer the same reasons."""
    return replace(
        program,
        turns=tuple(
            replace(turn, ends=tuple(end for end in turn.ends if not end.idle)) for turn in program.turns
        ),
    )
