"""Setting up an army on a board of another size: rows get longer or shorter, and newcomers find a place."""

from __future__ import annotations

import re
from collections import Counter
from itertools import cycle

from lasker.kernel.errors import DeclarationError

Row = list[str]  # what stands on each square, by its letter; a dot for nothing
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
    spare = height - (len(rows) - len(middle))
    if spare < 0:
        raise DeclarationError(
            f"the pieces fill {len(rows) - len(middle)} ranks, and the board has {height}",
            remedy="choose a higher board",
        )
    if not middle and spare:
        raise DeclarationError("no rank is empty in the middle, where others could be added")
    first, last = (middle[0], middle[-1] + 1) if middle else (len(rows) // 2, len(rows) // 2)
    if middle != list(range(first, last)):
        raise DeclarationError("the empty ranks of this start lie apart", remedy="draw the start yourself")
    upper, lower = rows[:first], rows[last:]
    return [
        *(_wide(row, width, list(newcomers.values()) if row is _army(upper) else []) for row in upper),
        *([["."] * width] * spare),
        *(_wide(row, width, list(newcomers) if row is _army(lower) else []) for row in lower),
    ]


def _army(rows: list[Row]) -> Row | None:
    """The row in which newcomers stand: full, and of several kinds."""
    return next((row for row in rows if "." not in row and len(set(row)) > 1), None)


def _wide(row: Row, width: int, newcomers: list[str]) -> Row:
    """A row made to fit.

    Where there is no room, pieces that stand there twice make some, the inner ones first, and newcomers take
    their places; otherwise newcomers stand on both wings, and what is left over stays empty.
    """
    if len(set(row)) == 1:
        return row[:1] * width
    if "." in row and len(row) != width:
        raise DeclarationError("a row with gaps fits its own board only", remedy="draw the start yourself")
    row, newcomers = list(row), list(newcomers)
    while len(row) + len(newcomers) > width:
        counts = Counter(row)
        twice = [i for i, piece in enumerate(row) if counts[piece] > 1 and piece not in row[i + 1 :]]
        if not twice:
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
