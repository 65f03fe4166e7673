"""Article 2: the board, its lines, and where the pieces stand before the first move."""

from __future__ import annotations

from functools import cache

from lasker.formulations.laws.position import HOMES, LawsPosition
from lasker.formulations.laws.squares import FILES, SQUARES, apart

BACK_RANK = "RNBQKBNR"


def is_white(square: str) -> bool:
    """2.1: the squares alternate in colour, and the corner to the right of each player is white.

    >>> is_white("h1"), is_white("a8"), is_white("a1")
    (True, True, False)
    """
    files, ranks = apart("h1", square)
    return (files + ranks) % 2 == 0


def initial_position() -> LawsPosition:
    """2.2 and 2.3: each player's sixteen pieces on their two nearest ranks, the queens on their own colour.

    >>> print(initial_position())
    8 r n b q k b n r
    7 p p p p p p p p
    6 . . . . . . . .
    5 . . . . . . . .
    4 . . . . . . . .
    3 . . . . . . . .
    2 P P P P P P P P
    1 R N B Q K B N R
      a b c d e f g h
    """
    pieces: dict[str, str] = {}
    for file, letter in zip(FILES, BACK_RANK, strict=True):
        pieces |= {f"{file}1": letter, f"{file}2": "P", f"{file}7": "p", f"{file}8": letter.lower()}
    return LawsPosition.of(pieces, "white", "".join(HOMES))


@cache
def file_and_rank(square: str) -> frozenset[str]:
    """2.4: the other squares of the vertical column and of the horizontal row through a square.

    >>> len(file_and_rank("e4"))
    14
    """
    return frozenset(
        target
        for target in SQUARES
        if target != square and (target[0] == square[0] or target[1] == square[1])
    )


@cache
def diagonals(square: str) -> frozenset[str]:
    """2.4: the other squares of the straight lines of one colour that touch corner to corner.

    >>> sorted(diagonals("g1"))
    ['a7', 'b6', 'c5', 'd4', 'e3', 'f2', 'h2']
    """
    return frozenset(
        target
        for target in SQUARES
        if target != square and abs(apart(square, target)[0]) == abs(apart(square, target)[1])
    )
