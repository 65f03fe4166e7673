"""States as text: FEN in and out, moves in coordinates, a picture of the board."""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

from lasker.formulations.foundations.definitions import Definitions, repaired
from lasker.formulations.foundations.sets import (
    Colour,
    Grid,
    Piece,
    Position,
    State,
    Type,
    fill,
    graph,
    shape,
)
from lasker.kernel.errors import NotationError
from lasker.kernel.source import Source, Span

TYPES: dict[str, Type] = {"p": "P", "n": "N", "b": "B", "r": "R", "q": "Q", "k": "K"}
MOST_FILES = MOST_RANKS = 26  # as many as there are letters
MOST_CHARACTERS = 2_000  # of a line that is read
FILES = "abcdefghijklmnopqrstuvwxyz"

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
"""Definition 15(1), "the typical starting position"."""


class Diagram(NamedTuple):
    """The content of a FEN text: a state, castling rights and en passant, which the definitions omit.

    >>> diagram("4k3/8/8/8/8/8/8/4K2R w K - 0 1").castling
    frozenset({'K'})
    """

    state: State
    castling: frozenset[str]
    passing: Position | None


def square(k: Position) -> str:
    """The name that players give to a position (Definition 3: there exists a bijection).

    >>> square((0, 0)), square((4, 7))
    ('a1', 'e8')
    """
    return f"{FILES[k[0]]}{k[1] + 1}"


def move_texts(s: State, reading: Definitions = repaired) -> frozenset[str]:
    """The legal moves of a state in coordinates.

    >>> sorted(move_texts(read("k7/8/8/8/8/8/P7/K7 w - - 0 1")))
    ['a1b1', 'a1b2', 'a2a3', 'a2a4']
    """
    return frozenset(square(k1) + square(k2) for (k1, _), (k2, _) in reading.legal_moves(s))


def read(text: str, reading: Definitions = repaired) -> State:
    """The state in a FEN line, on a board of any size; what it says of castling and en passant is left out.

    >>> read("k2/3/2K w - - 0 1").colour
    'white'
    """
    return diagram(text, reading).state


def diagram(text: str, reading: Definitions = repaired) -> Diagram:
    """Everything in a FEN line that matters for the next move.

    >>> diagram("k7/8/8/8/8/8/8/K8 w - - 0 1")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.NotationError: the ranks have 8 and 9 files
    """
    if len(text) > MOST_CHARACTERS:
        raise NotationError(
            f"a line of {len(text)} characters is no FEN", remedy=f"the limit is {MOST_CHARACTERS}"
        )
    fields = [(found[0], found.start()) for found in re.finditer(r"\S+", text)]
    if not 2 <= len(fields) <= 6:
        _refuse(text, 0, f"a FEN line has 2 to 6 fields, not {len(fields)}", "board, w or b, - - 0 1")
    fields += [(default, len(text)) for default in ("-", "-", "0", "1")[len(fields) - 2 :]]
    (board, at), (turn, turn_at), (rights, rights_at), (passing, passing_at), *clocks = fields
    if turn not in ("w", "b"):
        _refuse(text, turn_at, f"{turn!r} is no colour to move", "write w or b")
    if not re.fullmatch(r"-|(?!$)K?Q?k?q?", rights):
        _refuse(text, rights_at, f"{rights!r} are no castling rights", "write some of KQkq, or -")
    for clock, clock_at in clocks:
        if not re.fullmatch(r"[0-9]{1,6}", clock):
            _refuse(text, clock_at, f"{clock!r} is no number of moves", "write 0 1")
    grid = _grid(text, board, at, reading)
    colour: Colour = "white" if turn == "w" else "black"
    return Diagram(
        State(grid, colour), frozenset(rights) - {"-"}, _passing(text, passing, passing_at, shape(grid))
    )


def write(s: State) -> str:
    """A state as a FEN line, without castling rights, en passant or clocks, which it does not have.

    >>> write(read("k2/3/2K w"))
    'k2/3/2K w - - 0 1'
    """
    ranks = (re.sub(r"\.+", lambda run: str(len(run[0])), rank) for rank in picture(s).splitlines())
    return f"{'/'.join(ranks)} {s.colour[0]} - - 0 1"


def picture(s: State) -> str:
    """The board in letters, the last rank on top, white in capitals.

    >>> print(picture(read("k2/1p1/2K w")))
    k..
    .p.
    ..K
    """
    n, p = shape(s.grid)
    content = graph(s.grid)
    return "\n".join("".join(_letter(content[x, y]) for x in range(n)) for y in reversed(range(p)))


def _letter(piece: Piece) -> str:
    colour, kind = piece
    return "." if kind == "null" else kind if colour == "white" else kind.lower()


def _refuse(text: str, at: int, message: str, remedy: str) -> NoReturn:
    end = re.compile(r"\S*").match(text, at)
    span = Span(Source(text, "FEN"), at, end.end() if end else at)
    raise NotationError(message, span=span, remedy=remedy)


def _grid(text: str, board: str, at: int, reading: Definitions) -> Grid:
    """The first field of a FEN line."""
    ranks = [_rank(text, rank, at) for rank in board.split("/")]
    widths = sorted({len(rank) for rank in ranks})
    if len(widths) > 1:
        _refuse(text, at, f"the ranks have {' and '.join(map(str, widths))} files", "make them equally long")
    if not 0 < widths[0] <= MOST_FILES or len(ranks) > MOST_RANKS:
        _refuse(text, at, f"{widths[0]} files, {len(ranks)} ranks", f"from 1 to {MOST_FILES} of each")
    placed = frozenset(
        ((x, y), piece)
        for y, rank in enumerate(reversed(ranks))
        for x, piece in enumerate(rank)
        if piece is not None
    )
    grid = fill(placed, (widths[0], len(ranks)), reading.a_null())
    if not reading.is_grid(grid):
        _refuse(text, at, "these men make no grid (Definition 6)", "there should be one king of each colour")
    return grid


def _rank(text: str, rank: str, at: int) -> list[Piece | None]:
    found: list[Piece | None] = []
    for token in re.findall(r"[0-9]+|.", rank):
        if token.isascii() and token.isdigit():
            if len(token) > 2:
                _refuse(text, at, f"{token[:12]} empty squares in one rank", f"at most {MOST_FILES}")
            found += [None] * int(token)
        elif token.lower() in TYPES:
            found.append(("white" if token.isupper() else "black", TYPES[token.lower()]))
        else:
            _refuse(text, at, f"{token!r} is no man", "the letters are PNBRQK and pnbrqk")
    return found


def _passing(text: str, field: str, at: int, size: tuple[int, int]) -> Position | None:
    if field == "-":
        return None
    if not re.fullmatch(r"[a-z][1-9][0-9]?", field):
        _refuse(text, at, f"{field!r} is no square", "write the square that a pawn passed over, or -")
    k = FILES.index(field[0]), int(field[1:]) - 1
    if k[0] >= size[0] or k[1] >= size[1]:
        _refuse(text, at, f"{field} is not on this board", "write a square of the board, or -")
    return k
