"""Othello: discs between two of the other colour."""

from __future__ import annotations

import sys

from second_opinion_text import at, opened, squares, with_squares

Square = tuple[int, int]


def turned(rows: list[list[str]], start: Square, piece: str) -> set[Square]:
    """The discs that turn over if `piece` is put on a square."""
    found: set[Square] = set()
    for i in (-1, 0, 1):
        for j in (-1, 0, 1):
            line, (r, c) = [], (start[0] + i, start[1] + j)
            while at(rows, r, c) in "BW" and at(rows, r, c) != piece:
                line.append((r, c))
                r, c = r + i, c + j
            if at(rows, r, c) == piece:
                found |= set(line)
    return found


def puts(rows: list[list[str]], piece: str) -> dict[Square, set[Square]]:
    return {place: discs for place in squares(rows, ".") if (discs := turned(rows, place, piece))}


def result(text: str) -> int | None:
    rows = opened(text.split()[0])
    if puts(rows, "B") or puts(rows, "W"):
        return None
    black, white = len(squares(rows, "B")), len(squares(rows, "W"))
    return 0 if black > white else 1 if white > black else -1


def after(text: str) -> set[str]:
    board, side = text.split()
    rows, (piece, other) = opened(board), ("B", "w") if side == "b" else ("W", "b")
    found = {
        f"{with_squares(rows, dict.fromkeys(discs | {place}, piece))} {other}"
        for place, discs in puts(rows, piece).items()
    }
    return found or {f"{board} {other}"}


class Misere:
    """The same, but fewer discs win."""

    after = staticmethod(after)

    @staticmethod
    def result(text: str) -> int | None:
        won = result(text)
        return won if won in (None, -1) else 1 - won


PLAIN = sys.modules[__name__]
GAMES = {
    "othello": PLAIN,
    "othello6": PLAIN,
    "othello10": PLAIN,
    "anti_othello": Misere(),
}
