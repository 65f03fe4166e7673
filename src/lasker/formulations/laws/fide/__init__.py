"""The FIDE Laws of Chess (2023), article by article, with functions to read, list moves, play and judge.

`read` a position, list its `legal_moves`, `play` one, ask for the `status`. The articles themselves are in
`article_2` (board), `article_3` (moves), `article_5` (completion) and `article_9` (draws).

>>> game = [INITIAL]
>>> for move in "f2f3 e7e5 g2g4 d8h4".split():
...     game.append(play(game[-1], move))
>>> print(game[-1])
8 r n b . k b n r
7 p p p p . p p p
6 . . . . . . . .
5 . . . . p . . .
4 . . . . . . P q
3 . . . . . P . .
2 P P P P P . . P
1 R N B Q K B N R
  a b c d e f g h
>>> status(game[-1], game[:-1])
Status(result='0-1', reason='checkmate', claims=())
"""

from __future__ import annotations

from collections.abc import Sequence

from lasker.formulations.laws import fen
from lasker.formulations.laws.fide.article_2 import initial_position
from lasker.formulations.laws.fide.article_3 import (
    attacks,
    carried_out,
    in_check,
    intervenes,
    legal_moves,
    moves_of_the_pieces,
    objections,
    reach,
)
from lasker.formulations.laws.fide.article_5 import checkmate, dead_position, stalemate
from lasker.formulations.laws.fide.article_9 import claims, fivefold_repetition, settled, seventy_five_moves
from lasker.formulations.laws.position import LawsPosition, Status, drawn, other, owner, won_by
from lasker.formulations.laws.squares import SQUARES
from lasker.kernel.errors import IllegalMove, NotationError

__all__ = [
    "INITIAL", "attacks", "claims", "covers", "in_check", "legal_moves", "objection", "play", "read",
    "settled", "status", "write",
]  # fmt: skip

INITIAL = initial_position()
write = fen.write
# The article that defines the moves of a piece.
ARTICLES = {"B": "3.2", "R": "3.3", "Q": "3.4", "N": "3.6", "P": "3.7", "K": "3.8"}


def covers(position: LawsPosition) -> bool:
    """Whether these functions are defined for a position: it is not obviously illegal (3.10.3).

    >>> covers(INITIAL), covers(fen.read("8/8/8/8/8/8/8/8 w - -"))
    (True, False)
    """
    return not objections(position)


def read(text: str) -> LawsPosition:
    """The position of a line of FEN, unless no series of legal moves can have led there (3.10.3).

    >>> read("4k3/8/8/8/8/8/8/8 w - - 0 1")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.NotationError: illegal position: white has 0 kings instead of one (2.2)
    """
    position = fen.read(text)
    if found := objections(position):
        raise NotationError(f"illegal position: {'; '.join(found)}", remedy="set the pieces up anew")
    return position


def objection(position: LawsPosition, move: str) -> str | None:
    """Why a move is not legal, by article; None if it is.

    >>> objection(INITIAL, "f1b5")
    '3.5: the piece on f1 may not pass those between it and b5'
    >>> objection(INITIAL, "e2e4") is None
    True
    """
    origin, target, pieces = move[:2], move[2:4], position.pieces
    if move in legal_moves(position):
        return None
    if origin not in SQUARES or target not in SQUARES or move[4:] not in ("", "q", "r", "b", "n"):
        return "a move is written as two squares, and a letter of qrbn for a promotion: e2e4, a7a8q"
    letter = pieces.get(origin, "")
    if not letter:
        return f"3.1: no piece stands on {origin}"
    if owner(letter) != position.side:
        return f"1.3: {position.side} has the move, and the piece on {origin} is {owner(letter)}'s"
    if target in pieces and owner(pieces[target]) == position.side:
        return f"3.1: {target} is occupied by a piece of the same colour"
    if move in moves_of_the_pieces(position):
        if pieces.get(target, "") in ("K", "k"):
            return "1.4.1: a king is not captured"
        return f"3.9.2: the king of {position.side} would be in check"
    if target in reach(letter, origin) and intervenes(pieces, origin, target):
        return f"3.5: the piece on {origin} may not pass those between it and {target}"
    if letter in "Pp" and any(known[:4] == move[:4] for known in moves_of_the_pieces(position)):
        return "3.7.3.3: a pawn is promoted on the furthest rank, and only there"
    return f"{ARTICLES[letter.upper()]}: the piece on {origin} does not move to {target}"


def play(position: LawsPosition, move: str) -> LawsPosition:
    """The position after a legal move.

    >>> write(play(INITIAL, "e2e4"))
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'
    >>> play(INITIAL, "e2e5")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.IllegalMove: 3.7: the piece on e2 does not move to e5
    """
    if reason := objection(position, move):
        raise IllegalMove(reason, remedy="legal_moves(position) lists what may be played")
    return position.followed_by(move, carried_out(position, move))


def status(position: LawsPosition, earlier: Sequence[LawsPosition] = ()) -> Status:
    """Where the game stands that came to `position` after the positions `earlier`.

    Checkmate takes precedence (9.6.2); what may be claimed (9.2, 9.3) does not end the game by itself.

    >>> status(read("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")).reason, status(INITIAL).over
    ('stalemate', False)
    """
    if checkmate(position):
        return won_by(other(position.side), "checkmate")
    if stalemate(position):
        return drawn("stalemate")
    if dead_position(position):
        return drawn("dead position")
    if fivefold_repetition(position, earlier):
        return drawn("fivefold repetition")
    if seventy_five_moves(position):
        return drawn("seventy-five moves")
    return Status(claims=claims(position, earlier))
