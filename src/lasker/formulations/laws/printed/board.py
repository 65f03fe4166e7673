"""W3, W4, W11: the board of the page, how its squares are called, and where a game starts."""

from __future__ import annotations

from string import ascii_lowercase

from lasker.formulations.laws.position import HOMES, LawsPosition, letter_of
from lasker.formulations.laws.squares import FILES, apart
from lasker.kernel.errors import SpaceError

MOST_FILES = len(ascii_lowercase)  # the page letters files and does not say how to go on after z
MOST_RANKS = 1000
# The starting list of the page names its rows from a to h; a knight is written with an N.
BACK_ROW = ("rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook")
LETTERS = {"king": "K", "queen": "Q", "bishop": "B", "knight": "N", "rook": "R", "pawn": "P"}


def chessboard(ranks: int = 8, files: int = 8) -> tuple[tuple[str, ...], ...]:
    """W4: the squares of an m × n board, m ranks and n files, as a diagram has them, with White below.

    Files are lettered from White's left, ranks numbered from White's side.

    >>> chessboard(2, 3)
    (('a2', 'b2', 'c2'), ('a1', 'b1', 'c1'))
    >>> chessboard(8, 27)
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.SpaceError: no chessboard of 8 ranks and 27 files can be lettered
    """
    if not (1 <= ranks <= MOST_RANKS and 1 <= files <= MOST_FILES):
        raise SpaceError(
            f"no chessboard of {ranks} ranks and {files} files can be lettered",
            remedy=f"1 to {MOST_RANKS} ranks, 1 to {MOST_FILES} files",
        )
    return tuple(tuple(f"{file}{rank}" for file in ascii_lowercase[:files]) for rank in range(ranks, 0, -1))


def colour(square: str) -> str:
    """W4, W11: squares alternate in colour, and the one at the top left is white.

    >>> colour("a8"), colour("d1"), colour("d8")
    ('white', 'white', 'black')
    """
    return "black" if sum(apart("a8", square)) % 2 else "white"


def starting_list() -> tuple[str, ...]:
    """W11: the starting position as the page lists it, 32 lines from the black rook on a8.

    >>> starting_list()[:4]
    ('a8 black rook', 'b8 black knight', 'c8 black bishop', 'd8 black queen')
    """
    pawns = ("pawn",) * len(FILES)
    rows = (("8", "black", BACK_ROW), ("7", "black", pawns), ("2", "white", pawns), ("1", "white", BACK_ROW))
    return tuple(
        f"{file}{rank} {side} {name}"
        for rank, side, names in rows
        for file, name in zip(FILES, names, strict=True)
    )


def starting_position() -> LawsPosition:
    """W11: the pieces of the list, nothing moved yet, and White first to move.

    >>> starting_position().pieces["d8"], len(starting_position().pieces)
    ('q', 32)
    """
    pieces = {}
    for line in starting_list():
        square, side, name = line.split()
        pieces[square] = letter_of(LETTERS[name], "white" if side == "white" else "black")
    return LawsPosition.of(pieces, "white", "".join(HOMES))
