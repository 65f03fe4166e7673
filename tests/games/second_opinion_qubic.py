"""Qubic and Score Four: the 76 lines of the cube, written out."""

from __future__ import annotations

import sys
from itertools import product

from second_opinion_text import opened, squares, with_squares

CELLS = set(product(range(4), repeat=3))
LINES = {
    frozenset(line)
    for x, y, z in CELLS
    for dx, dy, dz in product((-1, 0, 1), repeat=3)
    if (dx, dy, dz) != (0, 0, 0)
    and CELLS.issuperset(line := [(x + i * dx, y + i * dy, z + i * dz) for i in range(4)])
}
assert len(LINES) == 76


def layers(board: str) -> list[list[str]]:
    """Four layers of four rows; empty ones at the top need not be written."""
    rows = opened(board)
    return [list("....") for _ in range(16 - len(rows))] + rows


def result(text: str) -> int | None:
    rows = layers(text.split()[0])
    for line in LINES:
        held = {rows[4 * z + y][x] for x, y, z in line}
        if held in ({"X"}, {"O"}):
            return "XO".index(held.pop())
    return None if squares(rows, ".") else -1


def after(text: str) -> set[str]:
    board, side = text.split()
    rows, (piece, other) = layers(board), ("X", "o") if side == "x" else ("O", "x")
    found = set()
    for place in squares(rows, "."):
        then = with_squares(rows, {place: piece})
        while then.startswith("4/4/4/4/"):
            then = then.removeprefix("4/4/4/4/")
        found.add(f"{then} {other}")
    return found


class OnPins:
    """The same, but every stone falls as low as it can."""

    result = staticmethod(result)

    @staticmethod
    def after(text: str) -> set[str]:
        hanging = [
            end
            for end in after(text)
            for rows in [layers(end.split()[0])]
            if any(rows[row + 4][x] == "." for row, x in squares(rows[:12], "XO"))
        ]
        return after(text) - set(hanging)


GAMES = {"qubic": sys.modules[__name__], "score_four": OnPins()}
