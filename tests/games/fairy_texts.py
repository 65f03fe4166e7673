"""Moves as Fairy-Stockfish writes them, in Lasker's coordinate notation."""

from __future__ import annotations

import re
from collections.abc import Callable

GATING = {"seirawan", "shouse"}
TRAILS = {"snailtrail", "joust"}  # the wall is always where the piece has been, and so not written


def squares(fen: str) -> dict[str, str]:
    """What stands where, by the letters of a FEN.

    >>> squares("r+p/1*")
    {'a2': 'r', 'b2': '+p', 'a1': '', 'b1': '*'}
    """
    rows = fen.partition(" ")[0].partition("[")[0].split("/")
    found: dict[str, str] = {}
    for rank, row in zip(range(len(rows), 0, -1), rows, strict=True):
        cells = [
            cell
            for part in re.findall(r"\d+|\+?[A-Za-z*]~?", row)
            for cell in ([""] * int(part) if part.isdigit() else [part])
        ]
        found |= {f"{chr(97 + file)}{rank}": cell for file, cell in enumerate(cells)}
    return found


def our_text(name: str, fen: Callable[[], str], move: str, one_kind: bool, passes: bool) -> str:
    """A move of Fairy-Stockfish as Lasker writes it; the position is asked for where it matters."""
    half = len(move) // 2
    if passes and move[:half] == move[half:]:  # to stay in place is to pass
        return "pass"
    if one_kind and "@" in move:  # the square alone says where the only kind of piece is put
        return move.partition("@")[2]
    if name in TRAILS:
        return move.partition(",")[0]
    if move.endswith("-"):  # demoted: the letter of the piece that it is again
        return move[:-1] + squares(fen())[move[:2]].strip("+").lower()
    if name == "sittuyin" and move[:2] == move[2:4]:  # promoted where it stands
        return f"{move[:2]}={move[4:]}"
    if name in GATING and re.fullmatch("[a-h][18]..[a-z]", move):
        return gated(squares(fen()), move[:2], move[2:4], move[4].upper())
    return move


def gated(board: dict[str, str], start: str, end: str, letter: str) -> str:
    """A move with a piece that enters where another has left; the rook onto its king is castling."""
    if board[start] in "Pp":
        return start + end + letter.lower()
    if board[start] in "Rr" and board[end] == {"R": "K", "r": "k"}[board[start]]:
        king = ("g" if start > end else "c") + end[1]
        return f"{end}{king},{letter}@{start}"
    return f"{start}{end},{letter}@{start}"
