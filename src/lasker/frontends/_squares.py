"""Squares of rectangular boards by file and rank: their names, and lists of them as regions are declared."""

from __future__ import annotations

import re
from collections.abc import Set

Square = tuple[int, int]  # file and rank, from 0


def square_name(square: Square) -> str:
    """`e4` for (4, 3)."""
    return f"{chr(97 + square[0])}{square[1] + 1}"


def square_at(text: str) -> Square | None:
    """The square that a name such as `e4` tells.

    >>> square_at("e4"), square_at("e0"), square_at("44")
    ((4, 3), None, None)
    """
    found = re.fullmatch(r"([a-z])([1-9][0-9]?)", text)
    return (ord(found[1]) - 97, int(found[2]) - 1) if found else None


def listed(squares: Set[Square], board: Set[Square]) -> str:
    """Squares as a region lists them, whole ranks and files of the board together.

    >>> listed({(0, 0), (1, 0), (0, 1)}, {(0, 0), (1, 0), (0, 1), (1, 1)})
    'rank 1, a2'
    """
    found, left = [], set(squares)
    for y in sorted({y for _, y in squares}):
        if {square for square in board if square[1] == y} <= squares:
            found.append(f"rank {y + 1}")
            left = {square for square in left if square[1] != y}
    for x in sorted({x for x, _ in left}):
        if {square for square in board if square[0] == x} <= left:
            found.append(f"file {chr(97 + x)}")
            left = {square for square in left if square[0] != x}
    return ", ".join([*found, *map(square_name, sorted(left))])
