"""Chess as ProofWiki prints it (seed 003), sentence by sentence, mistakes included.

`read` a position, list its `legal_moves`, `play` one, ask for the `status`: as for the FIDE Laws, but by the
words of the page alone. They stand in `board` (W3, W4, W11), `pieces` (W5 to W10, W12, W14 to W16), `rules`
(W1, W2, W13, W17 to W19) and `draws` (W20). `covers` decides which positions the page covers.

>>> position = read("4k3/8/8/8/8/8/8/K3R3 w - - 0 1")
>>> "e1e8" in legal_moves(position)
True
>>> status(play(position, "e1e8"))
Status(result='1-0', reason='the king is captured', claims=())
"""

from __future__ import annotations

from collections.abc import Sequence

from lasker.formulations.laws import fen
from lasker.formulations.laws.position import LawsPosition, Side, Status, drawn, other, owner, won_by
from lasker.formulations.laws.printed.board import starting_position
from lasker.formulations.laws.printed.draws import fifty_moves, insufficient_pieces, repetition, stalemate
from lasker.formulations.laws.printed.rules import (
    checkmate,
    described_moves,
    in_check,
    king_captured,
    legal_moves,
    transferred,
    under_attack,
)
from lasker.kernel.errors import IllegalMove, NotationError

__all__ = [
    "STARTING", "covers", "in_check", "legal_moves", "objection", "play", "read", "resigns", "status",
    "under_attack", "write",
]  # fmt: skip

STARTING = starting_position()
write = fen.write


def covers(position: LawsPosition) -> bool:
    """Whether the page is defined for a position: one king each, and no pawn behind the row where it starts.

    A pawn on the last row is covered, for the page does not promote it (E-W2), and so is a king that can be
    captured (E-W1).

    >>> covers(STARTING), covers(fen.read("8/8/8/8/8/8/8/K7 w - -"))
    (True, False)
    """
    return (
        position.diagram.count("K") == position.diagram.count("k") == 1
        and "p" not in position.diagram[:8]
        and "P" not in position.diagram[-8:]
    )


def read(text: str) -> LawsPosition:
    """The position of a line of FEN, if the page covers it.

    >>> read("8/8/8/8/8/8/8/K7 w - - 0 1")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.NotationError: the page does not speak of such a position
    """
    position = fen.read(text)
    if not covers(position):
        raise NotationError(
            "the page does not speak of such a position",
            remedy="each player has one king, and no pawn stands behind the row where it starts",
        )
    return position


def objection(position: LawsPosition, move: str) -> str | None:
    """Why the page does not allow a move; None if it does.

    >>> objection(STARTING, "e1e2"), objection(STARTING, "e2e4")
    ('W5 to W17: no sentence of the page lets e1e2 be played here', None)
    """
    if winner := king_captured(position):
        return f"W2: {winner} has captured a king and won"
    if move in legal_moves(position):
        return None
    if move[:2] in position.pieces and owner(position.pieces[move[:2]]) != position.side:
        return f"W1: {position.side} has the turn"
    if move in described_moves(position):
        return f"W5, W18: the king of {position.side} would be under attack"
    return f"W5 to W17: no sentence of the page lets {move[:5]} be played here"


def play(position: LawsPosition, move: str) -> LawsPosition:
    """The position after a move that the page allows.

    >>> print(play(read("8/P7/8/8/8/8/8/k1K5 w - - 0 1"), "a7a8"))
    8 P . . . . . . .
    7 . . . . . . . .
    6 . . . . . . . .
    5 . . . . . . . .
    4 . . . . . . . .
    3 . . . . . . . .
    2 . . . . . . . .
    1 k . K . . . . .
      a b c d e f g h
    """
    if reason := objection(position, move):
        raise IllegalMove(reason, remedy="legal_moves(position) lists what may be played")
    return position.followed_by(move, transferred(position.pieces, move, position.passed))


def resigns(side: Side) -> Status:
    """W2: "the only other way to win" (E-W4).

    >>> resigns("black").result
    '1-0'
    """
    return won_by(other(side), "resignation")


def status(position: LawsPosition, earlier: Sequence[LawsPosition] = ()) -> Status:
    """Where the game stands that came to `position` after the positions `earlier`; wins come before draws.

    >>> status(read("4k3/8/8/8/8/8/8/2N1K1N1 w - - 0 1")).reason
    'insufficient pieces'
    """
    if winner := king_captured(position):
        return won_by(winner, "the king is captured")
    if checkmate(position):
        return won_by(other(position.side), "checkmate")
    if stalemate(position):
        return drawn("stalemate")
    if repetition(position, earlier):
        return drawn("repetition")
    if insufficient_pieces(position):
        return drawn("insufficient pieces")
    return Status(claims=("fifty moves",) if fifty_moves(position) else ())
