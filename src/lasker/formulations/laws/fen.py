"""FEN of chess positions, with errors that point into the text."""

from __future__ import annotations

import re

from lasker.formulations.laws.position import (
    HOMES,
    LawsPosition,
    Pieces,
    Side,
    forward,
    letter_of,
    other,
    owner,
    rank_from,
)
from lasker.formulations.laws.squares import FILES, RANKS, SQUARES, step
from lasker.kernel.errors import NotationError
from lasker.kernel.source import Source, Span

MOST_CHARACTERS = 200  # of a line; the longest sensible one has about 90
MOST_DIGITS = 5  # of a number in it
SIDES: dict[str, Side] = {"w": "white", "b": "black"}


class FenLine:
    """A FEN text and its fields with their places.

    >>> FenLine("4k3/8/8/8/8/8/8/4K3 w - -")[1]
    'w'
    """

    def __init__(self, text: str) -> None:
        self.source = Source(text, "FEN")
        if len(text) > MOST_CHARACTERS:
            raise self.wrong(
                f"a FEN has at most {MOST_CHARACTERS} characters, and this text {len(text)}", 0, len(text)
            )
        self.fields = list(re.finditer(r"\S+", text))
        if len(self.fields) not in (4, 6):
            raise self.wrong(
                f"a FEN has 4 or 6 fields, and this text {len(self.fields)}",
                0,
                len(text),
                "board, w or b, castling rights or -, en-passant square or -, and perhaps two counts",
            )

    def wrong(self, message: str, start: int, end: int, remedy: str | None = None) -> NotationError:
        """An error that points into the line."""
        return NotationError(message, span=Span(self.source, start, end), remedy=remedy)

    def field_is_wrong(self, field: int, message: str, remedy: str | None = None) -> NotationError:
        """An error that points at a field."""
        return self.wrong(message, *self.fields[field].span(), remedy)

    def __getitem__(self, field: int) -> str:
        return self.fields[field].group()


def read(text: str) -> LawsPosition:
    """The position that a FEN text describes; the two numbers at its end may be missing.

    >>> read("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1").passed
    'e3'
    >>> read("4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.NotationError: no pawn can just have crossed e4
    """
    line = FenLine(text)
    pieces = _board(line)
    if line[1] not in SIDES:
        raise line.field_is_wrong(1, f"{line[1]} is not a side", "w if White has the move, b if Black has it")
    side = SIDES[line[1]]
    castling, passed = _castling(line, pieces), _passed(line, pieces, side)
    quiet, number = (_count(line, 4, 0), _count(line, 5, 1)) if len(line.fields) == 6 else (0, 1)
    return LawsPosition.of(pieces, side, castling, passed, quiet, number)


def _board(line: FenLine) -> Pieces:
    """The first field: eight ranks from the top, digits for empty squares."""
    pieces: dict[str, str] = {}
    rows = line[0].split("/")
    if len(rows) != 8:
        raise line.field_is_wrong(0, f"a board has 8 ranks, and this one {len(rows)}", "divide ranks by /")
    start = line.fields[0].start()
    for row, rank in zip(rows, reversed(RANKS), strict=True):
        file = 0
        for place, sign in enumerate(row, start):
            if sign in "12345678":
                file += int(sign)
            elif sign in "KQRBNPkqrbnp":
                pieces[f"{FILES[file % 8]}{rank}"] = sign
                file += 1
            else:
                raise line.wrong(
                    f"{sign} is no piece", place, place + 1, "KQRBNP are White's, kqrbnp Black's"
                )
        if file != 8:
            raise line.wrong(f"rank {rank} has {file} squares instead of 8", start, start + len(row))
        start += len(row) + 1
    return pieces


def _castling(line: FenLine, pieces: Pieces) -> str:
    """The third field: the rights that are left, with king and rook where they began."""
    if line[2] == "-":
        return ""
    if not set(line[2]) <= set(HOMES) or len(set(line[2])) != len(line[2]):
        raise line.field_is_wrong(2, "castling rights are some of the letters KQkq, each once, or -")
    for right in line[2]:
        side = owner(right)
        for square, kind in zip(HOMES[right], "KR", strict=True):
            if pieces.get(square) != letter_of(kind, side):
                name = "king" if kind == "K" else "rook"
                raise line.field_is_wrong(
                    2,
                    f"the right {right} needs the {side} {name} on {square}",
                    "leave the letter away, or write - for none",
                )
    return "".join(right for right in HOMES if right in line[2])


def _passed(line: FenLine, pieces: Pieces, side: Side) -> str | None:
    """The fourth field: the square that a pawn has just crossed."""
    if line[3] == "-":
        return None
    if line[3] not in SQUARES:
        raise line.field_is_wrong(
            3, f"{line[3]} is not a square", "write - if no pawn has just moved two ranks"
        )
    behind, before = step(line[3], 0, forward(side)), step(line[3], 0, -forward(side))
    if (
        rank_from(line[3], side) != 6
        or pieces.get(before or "") != letter_of("P", other(side))
        or line[3] in pieces
        or behind in pieces
    ):
        raise line.field_is_wrong(
            3, f"no pawn can just have crossed {line[3]}", "write - if no pawn has just moved two ranks"
        )
    return line[3]


def _count(line: FenLine, field: int, least: int) -> int:
    """One of the numbers at the end."""
    digits = line[field]
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS and int(digits) >= least):
        raise line.field_is_wrong(
            field,
            f"not a number from {least} to {'9' * MOST_DIGITS}",
            "turns without capture, then the move's",
        )
    return int(digits)


def write(position: LawsPosition) -> str:
    """The FEN of a position; reading it gives the position back.

    >>> write(read("4k3/8/8/8/4P3/8/8/4K3 b - e3"))
    '4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1'
    """
    rows = [position.diagram[start : start + 8] for start in range(0, 64, 8)]
    board = re.sub(r"\.+", lambda dots: str(len(dots.group())), "/".join(rows))
    fields = (board, position.side[0], position.castling or "-", position.passed or "-")
    return " ".join((*fields, str(position.quiet), str(position.number)))
