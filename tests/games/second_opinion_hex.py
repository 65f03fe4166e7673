"""Hex: stones spread from one side until they meet the other."""

from __future__ import annotations

from second_opinion_text import at, opened, squares, with_squares

GAMES = ("hex11",)
AROUND = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1))  # rows lean to the right, going up


def connected(rows: list[list[str]], piece: str) -> bool:
    """Red from the top to the bottom, Blue from the left to the right."""
    last = len(rows) - 1
    todo = [(r, c) for r, c in squares(rows, piece) if (r if piece == "R" else c) == 0]
    seen = set(todo)
    while todo:
        r, c = todo.pop()
        if (r if piece == "R" else c) == last:
            return True
        for i, j in AROUND:
            if at(rows, r + i, c + j) == piece and (r + i, c + j) not in seen:
                seen.add((r + i, c + j))
                todo.append((r + i, c + j))
    return False


def result(text: str) -> int | None:
    rows = opened(text.split()[0])
    return next((player for player, piece in enumerate("RB") if connected(rows, piece)), None)


def after(text: str) -> set[str]:
    board, side = text.split()
    rows, (piece, other) = opened(board), ("R", "b") if side == "r" else ("B", "r")
    return {f"{with_squares(rows, {place: piece})} {other}" for place in squares(rows, ".")}
