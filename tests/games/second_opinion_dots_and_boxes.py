"""Dots and boxes: lines stand on squares of which exactly one coordinate is odd, boxes where both are."""

from __future__ import annotations

from second_opinion_text import opened, squares, with_squares

GAMES = ("dots_and_boxes",)
BOXES = [(r, c) for r in (1, 3, 5) for c in (1, 3, 5)]


def sides(box: tuple[int, int]) -> list[tuple[int, int]]:
    r, c = box
    return [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]


def lines(rows: list[list[str]]) -> list[tuple[int, int]]:
    """The lines not yet drawn."""
    return [(r, c) for r, c in squares(rows, ".") if (r + c) % 2]


def result(text: str) -> int | None:
    rows = opened(text.split()[0])
    if lines(rows):
        return None
    return 0 if len(squares(rows, "R")) > len(squares(rows, "B")) else 1


def after(text: str) -> set[str]:
    board, side = text.split()
    rows, found = opened(board), set()
    for line in lines(rows):
        changes = {line: "L"}
        for box in sides(line):
            if box in BOXES and all(s == line or rows[s[0]][s[1]] == "L" for s in sides(box)):
                changes[box] = side.upper()
        other = side if len(changes) > 1 else "rb".replace(side, "")
        found.add(f"{with_squares(rows, changes)} {other}")
    return found
