"""Amazons: queens that move and shoot, ray by ray."""

from __future__ import annotations

from collections.abc import Iterator

from second_opinion_text import at, opened, squares, with_squares

GAMES = ("amazons", "amazons6")
Square = tuple[int, int]


def rays(rows: list[list[str]], start: Square, left: Square) -> Iterator[Square]:
    """Where a queen's move from `start` leads, when the square that was left counts as empty."""
    for i in (-1, 0, 1):
        for j in (-1, 0, 1):
            r, c = start[0] + i, start[1] + j
            while (i or j) and (at(rows, r, c) == "." or (r, c) == left):
                yield r, c
                r, c = r + i, c + j


def result(text: str) -> int | None:
    board, side = text.split()
    rows = opened(board)
    stuck = not any(
        goal for start in squares(rows, "Q" if side == "w" else "q") for goal in rays(rows, start, start)
    )
    return (1 if side == "w" else 0) if stuck else None


def after(text: str) -> set[str]:
    board, side = text.split()
    rows, (piece, other) = opened(board), ("Q", "b") if side == "w" else ("q", "w")
    return {
        f"{with_squares(rows, {start: '.', goal: piece} | {mark: '*'})} {other}"
        for start in squares(rows, piece)
        for goal in rays(rows, start, start)
        if goal != start
        for mark in rays(rows, goal, start)
    }
