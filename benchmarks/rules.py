"""The rules that the benchmarks run on."""

from __future__ import annotations

# The pseudo-legal moves of white in the start position of orthodox chess: everything but check and castling.
PSEUDO_LEGAL = """
ways(t) = (%♖: all4(ride(u, t))) | (%♗: all4(ride(ur, t))) | (%♕: all4(ride(u, t) | ride(ur, t)))
        | (%♘: all8(take(uur, t))) | (%♔: all4(take(u, t) | take(ur, t)))
pawn    = %♙: (step(u) | (% + d square + dd# + u. + uu. -> . + uu%) | both(take(ur, enemy)))
white   = ways(free) | pawn
"""

START = "♜♞♝♛♚♝♞♜/♟♟♟♟♟♟♟♟/......../......../......../......../♙♙♙♙♙♙♙♙/♖♘♗♕♔♗♘♖"

LINE = (
    "rook_take_{n}(t) = %♖: ((% + u. -> . + u%)* (% + u t -> . + u%) | R (% + ur. -> . + ur%)+) "
    "[% + d square] nil  -- definition {n}\n"
)


def long_text(size: int) -> str:
    """Rules of at least `size` bytes: dense definitions, with a few comments."""
    lines: list[str] = []
    written = 0
    while written < size:
        line = LINE.format(n=len(lines))
        lines.append(line)
        written += len(line.encode())
    return "".join(lines)
