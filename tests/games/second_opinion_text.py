"""What second opinions share: the board of a FEN as one character a square, and back. They know no Lasker."""

from __future__ import annotations

import re


def opened(board: str) -> list[list[str]]:
    """The rows of a board, from the top, one character a square: `.` is empty, `*` a hole."""
    return [list(re.sub(r"\d+", lambda run: "." * int(run.group()), row)) for row in board.split("/")]


def closed(rows: list[list[str]]) -> str:
    """The board as FEN writes it."""
    return "/".join(re.sub(r"\.+", lambda run: str(len(run.group())), "".join(row)) for row in rows)


def with_squares(rows: list[list[str]], changes: dict[tuple[int, int], str]) -> str:
    """The board after some squares, by row from the top and column, have changed."""
    after = [list(row) for row in rows]
    for (row, column), piece in changes.items():
        after[row][column] = piece
    return closed(after)


def squares(rows: list[list[str]], wanted: str) -> list[tuple[int, int]]:
    """The squares that hold one of the wanted characters."""
    return [(r, c) for r, row in enumerate(rows) for c, piece in enumerate(row) if piece in wanted]


def at(rows: list[list[str]], row: int, column: int) -> str:
    """What stands on a square, `*` outside the board."""
    return rows[row][column] if 0 <= row < len(rows) and 0 <= column < len(rows[row]) else "*"
