"""Breakthrough: pawns ahead, straight or aslant."""

from __future__ import annotations

from second_opinion_text import at, opened, squares, with_squares

GAMES = ("breakthrough",)


def result(text: str) -> int | None:
    rows = opened(text.split()[0])
    if "P" in rows[0] or not squares(rows, "p"):
        return 0
    return 1 if "p" in rows[7] or not squares(rows, "P") else None


def after(text: str) -> set[str]:
    board, side = text.split()
    rows, (piece, ahead, other) = opened(board), ("P", -1, "b") if side == "w" else ("p", 1, "w")
    return {
        f"{with_squares(rows, {(r, c): '.', (r + ahead, c + aside): piece})} {other}"
        for r, c in squares(rows, piece)
        for aside in (-1, 0, 1)
        if at(rows, r + ahead, c + aside) not in ("*", piece) and (aside or at(rows, r + ahead, c) == ".")
    }
