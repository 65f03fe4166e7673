"""Fitting a start position to a board of another size, with new pieces placed on the back rank."""

from __future__ import annotations

import re
from collections import Counter
from itertools import cycle

from lasker.kernel.errors import DeclarationError

Row = list[str]  # the letter of each square, a dot for an empty one
CELL = re.compile(r"[0-9]+|\+?[A-Za-z*]~?")


def rows_of(board: str) -> list[Row]:
    """The rows of a board in FEN, from the top.

    >>> rows_of("kr/2")
    [['k', 'r'], ['.', '.']]
    """
    return [
        [cell for text in CELL.findall(row) for cell in (["."] * int(text) if text.isdigit() else [text])]
        for row in board.split("/")
    ]


def fitted(rows: list[Row], width: int, height: int, newcomers: dict[str, str]) -> list[Row]:
    """The rows on a board of another size; `newcomers` gives the letters of White's new pieces as Black's.

    >>> for row in fitted(rows_of("rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR"), 10, 5, {"A": "a", "C": "c"}):
    ...     print("".join(row))
    rnabqkbcnr
    pppppppppp
    ..........
    PPPPPPPPPP
    RNABQKBCNR
    """
    middle = [i for i, row in enumerate(rows) if set(row) == {"."}]
    full = len(rows) - len(middle)
    if full > height:
        raise DeclarationError(
            f"the pieces fill {full} ranks, and the board has {height}", remedy="choose a higher board"
        )
    if height == len(rows):
        first = last = len(rows) // 2
    elif middle and middle == list(range(middle[0], middle[-1] + 1)):
        first, last = middle[0], middle[-1] + 1
    else:
        raise DeclarationError(
            "this start has no empty ranks in one place, where others could be added or taken away",
            remedy="draw the start yourself",
        )
    upper = _side(rows[:first], width, list(newcomers.values()))
    lower = _side(rows[last:][::-1], width, list(newcomers))[::-1]
    return [*upper, *([["."] * width] * (height - len(upper) - len(lower))), *lower]


def left_out(before: list[Row], after: list[Row]) -> list[str]:
    """The letters of pieces that did not fit; rows of one kind of piece are ignored, as they fill the width.

    >>> left_out(rows_of("RNBQKBNR"), rows_of("RNAQKBNR"))
    ['B']
    """
    counts = [Counter(each for row in rows if len(set(row)) > 1 for each in row) for rows in (before, after)]
    return sorted(letter for letter in (counts[0] - counts[1]).elements() if letter != ".")


def _side(rows: list[Row], width: int, newcomers: list[str]) -> list[Row]:
    """The rows of one player, the back rank first; newcomers join the first full row of several kinds."""
    army = next((i for i, row in enumerate(rows) if "." not in row and len(set(row)) > 1), None)
    return [_wide(row, width, newcomers if i == army else []) for i, row in enumerate(rows)]


def _wide(row: Row, width: int, newcomers: list[str]) -> Row:
    """A row fitted to a width.

    On a board that is not wider than before, newcomers replace pieces that occur twice, the inner ones first.
    A wider board must have squares for all: newcomers go to both wings, and further squares stay empty.
    """
    if len(set(row)) == 1:
        return row[:1] * width
    if "." in row and len(row) != width:
        raise DeclarationError("a row with gaps fits its own board only", remedy="draw the start yourself")
    row, newcomers, wider = list(row), list(newcomers), width > len(row)
    while len(row) + len(newcomers) > width:
        counts = Counter(row)
        twice = [i for i, piece in enumerate(row) if counts[piece] > 1 and piece not in row[i + 1 :]]
        if not twice or wider:
            raise DeclarationError(
                f"{len(row) + len(newcomers)} pieces do not fit on a rank of {width} squares",
                remedy="choose a wider board or fewer pieces",
            )
        at = min(twice, key=lambda i: abs(2 * i - len(row)))
        row[at : at + 1] = [newcomers.pop(0)] if newcomers else []
    newcomers += ["."] * (width - len(row) - len(newcomers))
    for piece, wing in zip(newcomers, cycle((2, -2)), strict=False):
        row.insert(wing if wing > 0 else len(row) + wing, piece)
    return row
