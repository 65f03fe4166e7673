"""W20: the draws of the page, in its words."""

from __future__ import annotations

from collections.abc import Sequence

from lasker.formulations.laws.position import LawsPosition, Pieces, Side, Status, drawn, other, owner
from lasker.formulations.laws.printed.board import colour
from lasker.formulations.laws.printed.rules import in_check, legal_moves

CONVENTIONAL_TIMES = 3  # "the exact number … is dependent on the specific rules used, but 3 is conventional"
FIFTY_MOVES = 50  # by W3 each turn of one player is a move


def agree() -> Status:
    """W20: both players agree that neither can win.

    >>> agree().result
    '1/2-1/2'
    """
    return drawn("agreement")


def stalemate(position: LawsPosition) -> bool:
    """W20: neither player is in check, and the one to move cannot do so legally.

    >>> from lasker.formulations.laws.fen import read
    >>> stalemate(read("7k/5Q2/6K1/8/8/8/8/8 b - -"))
    True
    """
    calm = not in_check(position, position.side) and not in_check(position, other(position.side))
    return calm and not legal_moves(position)


def repetition(
    position: LawsPosition, earlier: Sequence[LawsPosition], times: int = CONVENTIONAL_TIMES
) -> bool:
    """W3, W20: the same placement of all pieces for the third time, whoever has the move (E-W5).

    >>> from lasker.formulations.laws.fen import read
    >>> position = read("4k3/8/8/8/8/8/8/4K2R w K -")
    >>> repetition(position, [read("4k3/8/8/8/8/8/8/4K2R b - -")] * 2)
    True
    """
    return 1 + sum(before.diagram == position.diagram for before in earlier) >= times


def fifty_moves(position: LawsPosition, moves: int = FIFTY_MOVES) -> bool:
    """W20: during fifty moves no pawn was moved and nothing captured; either player may claim a draw.

    A move is what one player does in his turn (W3), so that these are twenty-five of each (E-W5).

    >>> from lasker.formulations.laws.fen import read
    >>> fifty_moves(read("4k3/8/8/8/8/8/8/4K2R w - - 50 60"))
    True
    """
    return position.quiet >= moves


def can_force_mate(pieces: Pieces, side: Side) -> bool:
    """W20: whether a player has pieces with which one forces mate against a bare king.

    The page does not list them. A queen or a rook does; of the rest it takes bishops on both colours, a
    bishop and a knight, or three knights. A pawn is counted as sufficient, for the page does not say what it
    may become.

    >>> can_force_mate({"a1": "N", "b1": "N", "c1": "K"}, "white"), can_force_mate({"a1": "R"}, "white")
    (False, True)
    """
    army = {square: letter.upper() for square, letter in pieces.items() if owner(letter) == side}
    kinds = [*army.values()]
    bishops = {colour(square) for square, kind in army.items() if kind == "B"}
    return (
        any(kind in "QRP" for kind in kinds)
        or len(bishops) == 2
        or (bool(bishops) and "N" in kinds)
        or kinds.count("N") >= 3
    )


def insufficient_pieces(position: LawsPosition) -> bool:
    """W20: neither player has sufficient pieces to *force* checkmate (E-W6).

    >>> from lasker.formulations.laws.fen import read
    >>> insufficient_pieces(read("k7/2N5/NK6/8/8/8/8/8 b - -"))
    True
    """
    return not any(can_force_mate(position.pieces, side) for side in ("white", "black"))
