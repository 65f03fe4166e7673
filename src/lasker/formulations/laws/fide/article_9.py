"""Article 9: the drawn game, by repetition and by moves without progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lasker.formulations.laws.fide.article_3 import carried_out, en_passant, is_safe
from lasker.formulations.laws.position import LawsPosition, letter_of

FIFTY_MOVES = 100  # turns: a move here is one by each player
SEVENTY_FIVE_MOVES = 150


def settled(position: LawsPosition) -> LawsPosition:
    """9.2.3: the position, with the square crossed by a pawn forgotten unless a capture there is legal.

    >>> from lasker.formulations.laws.fen import read
    >>> settled(read("4k3/8/8/8/4P3/8/8/4K3 b - e3")).passed is None
    True
    """
    pawn = letter_of("P", position.side)
    possible = any(
        is_safe(position, square + target)
        for square, letter in position.pieces.items()
        if letter == pawn
        for target in en_passant(position, square)
    )
    return position if possible else replace(position, passed=None)


def same(first: LawsPosition, second: LawsPosition) -> bool:
    """9.2.3: the same player has the move, the same pieces stand on the same squares, and the possible moves
    of both players are the same: rights to castle, even where castling is prevented for now, and en passant.

    >>> from lasker.formulations.laws.fen import read
    >>> same(read("4k3/8/8/8/8/8/8/4K2R w K -"), read("4k3/8/8/8/8/8/8/4K2R w - -"))
    False
    """
    return _essence(first) == _essence(second)


def _essence(position: LawsPosition) -> LawsPosition:
    return replace(settled(position), quiet=0, number=1)


def appearances(position: LawsPosition, earlier: Sequence[LawsPosition]) -> int:
    """9.2.3: how often a position has appeared, this time included.

    >>> from lasker.formulations.laws.fen import read
    >>> position = read("4k3/8/8/8/8/8/8/4K2R w - - 7 20")
    >>> appearances(position, [read("4k3/8/8/8/8/8/8/4K2R w - - 3 18")])
    2
    """
    # Only positions with the same pieces can be equal; the rest is compared for these only.
    return 1 + sum(
        before.diagram == position.diagram and before.side == position.side and same(before, position)
        for before in earlier
    )


def threefold_repetition(position: LawsPosition, earlier: Sequence[LawsPosition]) -> bool:
    """9.2.2: the same position has just appeared for at least the third time, and may be claimed a draw.

    >>> from lasker.formulations.laws.fen import read
    >>> position = read("4k3/8/8/8/8/8/8/4K2R w - -")
    >>> threefold_repetition(position, [position]), threefold_repetition(position, [position] * 2)
    (False, True)
    """
    return appearances(position, earlier) >= 3


def fifty_moves(position: LawsPosition) -> bool:
    """9.3.2: the last fifty moves by each player were made without pawn move and capture.

    >>> from lasker.formulations.laws.fen import read
    >>> fifty_moves(read("4k3/8/8/8/8/8/8/4K2R w - - 100 90"))
    True
    """
    return position.quiet >= FIFTY_MOVES


def fivefold_repetition(position: LawsPosition, earlier: Sequence[LawsPosition]) -> bool:
    """9.6.1: the same position has appeared at least five times; no claim is needed.

    >>> from lasker.formulations.laws.fen import read
    >>> position = read("4k3/8/8/8/8/8/8/4K2R w - -")
    >>> fivefold_repetition(position, [position] * 3), fivefold_repetition(position, [position] * 4)
    (False, True)
    """
    return appearances(position, earlier) >= 5


def seventy_five_moves(position: LawsPosition) -> bool:
    """9.6.2: seventy-five moves by each player without pawn move and capture; no claim is needed.

    >>> from lasker.formulations.laws.fen import read
    >>> seventy_five_moves(read("4k3/8/8/8/8/8/8/4K2R w - - 149 90"))
    False
    """
    return position.quiet >= SEVENTY_FIVE_MOVES


def claims(
    position: LawsPosition, earlier: Sequence[LawsPosition] = (), intended: str | None = None
) -> tuple[str, ...]:
    """9.2 and 9.3: the draws that the player to move may claim, now or with the move he intends to make.

    >>> from lasker.formulations.laws.fen import read
    >>> claims(read("4k3/8/8/8/8/8/8/R3K3 w - - 99 80")), claims(read("4k3/8/8/8/8/8/8/R3K3 w - - 100 80"))
    ((), ('fifty moves',))
    >>> claims(read("4k3/8/8/8/8/8/8/R3K3 w - - 99 80"), intended="a1a2")
    ('fifty moves',)
    """
    if intended is not None:  # 9.2.1 and 9.3.1
        following = position.followed_by(intended, carried_out(position, intended))
        return claims(following, (*earlier, position))
    found = []
    if threefold_repetition(position, earlier):
        found.append("threefold repetition")
    if fifty_moves(position):
        found.append("fifty moves")
    return tuple(found)
