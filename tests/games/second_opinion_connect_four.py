"""Connect Four: what may follow a position, and who has won. `Y` and `R` drop discs in turn."""

from __future__ import annotations

from second_opinion_text import at, closed, opened, squares, with_squares

GAMES = ("connect_four",)


def result(text: str) -> int | None:
    rows = opened(text.split()[0])
    for r, c in squares(rows, "YR"):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if {at(rows, r + i * down, c + i * right) for i in range(4)} == {rows[r][c]}:
                return "YR".index(rows[r][c])
    return None if squares(rows, ".") else -1


def after(text: str) -> set[str]:
    board, side = text.split()
    rows, (piece, other) = opened(board), ("Y", "r") if side == "y" else ("R", "y")
    assert closed(rows) == board
    lowest = [(max(r for r in range(6) if rows[r][c] == "."), c) for c in range(7) if rows[0][c] == "."]
    return {f"{with_squares(rows, {place: piece})} {other}" for place in lowest}
