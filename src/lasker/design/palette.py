"""Pieces to choose from: every piece of which there is a drawing and whose moves Betza notation says."""

from __future__ import annotations

from functools import cache

from lasker.algebra.contents import PieceType, Vocabulary
from lasker.drawing.boards.board_svg import pictures
from lasker.drawing.pieces.piece_names import MOVES
from lasker.kernel.dataclass import dataclass

PLAYERS = ("white", "black")
FIRST = 0xE000  # glyphs that no game uses: a private area of Unicode


@dataclass(frozen=True)
class Offered:
    """A piece of the palette: its name, its moves, and its picture for each player."""

    name: str
    betza: str
    pictures: tuple[str, ...]


@cache
def palette() -> tuple[Offered, ...]:
    """The pieces that a form offers.

    >>> [piece.betza for piece in palette() if piece.name in ("amazon", "camel")]
    ['QN', 'C']
    """
    betza: dict[str, str] = {}
    for notation, name in MOVES.items():
        betza.setdefault(name.replace(" ", "_"), notation)
    pieces = [
        PieceType(chr(FIRST + 2 * number + owner), chr(FIRST + 2 * number + owner), name, owner)
        for number, name in enumerate(betza)
        for owner in range(len(PLAYERS))
    ]
    drawn = pictures(Vocabulary(PLAYERS, pieces), False, "western")
    return tuple(
        Offered(name, notation, (drawn[2 * number], drawn[2 * number + 1]))
        for number, (name, notation) in enumerate(betza.items())
    )
