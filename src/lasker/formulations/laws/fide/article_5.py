"""Article 5, with 1.4 and 6.9: how a game is completed."""

from __future__ import annotations

from dataclasses import replace

from lasker.formulations.laws.fide.article_2 import is_white
from lasker.formulations.laws.fide.article_3 import carried_out, in_check, legal_moves
from lasker.formulations.laws.position import LawsPosition, Pieces, Side, Status, drawn, other, owner, won_by

MOST_POSITIONS = 100_000  # searched before the answer is None


def checkmate(position: LawsPosition) -> bool:
    """5.1.1, 1.4: the king of the player to move is in check, and no legal move is left.

    >>> from lasker.formulations.laws.fen import read
    >>> checkmate(read("R5k1/5ppp/8/8/8/8/8/6K1 b - -"))
    True
    """
    return in_check(position.pieces, position.side) and not legal_moves(position)


def stalemate(position: LawsPosition) -> bool:
    """5.2.1: no legal move is left, and the king of the player to move is not in check.

    >>> from lasker.formulations.laws.fen import read
    >>> stalemate(read("7k/5Q2/6K1/8/8/8/8/8 b - -"))
    True
    """
    return not in_check(position.pieces, position.side) and not legal_moves(position)


def cannot_be_mated(pieces: Pieces) -> bool:
    """5.2.2 by material: with these pieces no series of legal moves ends in checkmate.

    True for bare kings, a single bishop or knight, and bishops on squares of one colour only, however many.
    With anything else some checkmate can be drawn, though perhaps not reached from where the pieces stand:
    True is a proof that the position is dead, False is none that it is alive.

    >>> cannot_be_mated({"e1": "K", "e8": "k", "c1": "B", "b2": "b"})
    True
    >>> cannot_be_mated({"e1": "K", "e8": "k", "c1": "N", "b2": "n"})
    False
    """
    others = {square: letter.upper() for square, letter in pieces.items() if letter not in "Kk"}
    if set(others.values()) == {"B"}:
        return len({is_white(square) for square in others}) == 1
    return not others or [*others.values()] == ["N"]


def dead_position(position: LawsPosition) -> bool:
    """5.2.2, 1.5: neither player can checkmate any more, as far as the material shows.

    >>> from lasker.formulations.laws.fen import read
    >>> dead_position(read("4k3/8/8/8/8/8/8/4K1N1 w - -"))
    True
    """
    return cannot_be_mated(position.pieces)


def no_mate_in_reach(position: LawsPosition, most: int = MOST_POSITIONS) -> bool | None:
    """5.2.2 to the letter: whether no series of legal moves ends in checkmate, by exhaustive search.

    Blocked positions are dead too, whatever stands there. None after `most` positions.

    >>> from lasker.formulations.laws.fen import read
    >>> no_mate_in_reach(read("8/8/8/8/k1p5/2P5/K7/8 w - -"), most=50) is None
    True
    >>> no_mate_in_reach(read("7k/5K2/6R1/8/8/8/8/8 b - -"))
    False
    """
    first = replace(position, quiet=0, number=1)
    seen, waiting = {first}, [first]
    while waiting:
        if len(seen) > most:
            return None
        here = waiting.pop()
        if cannot_be_mated(here.pieces):
            continue
        moves = legal_moves(here)
        if not moves and in_check(here.pieces, here.side):
            return False
        for move in moves:
            after = replace(here.followed_by(move, carried_out(here, move)), quiet=0, number=1)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return True


def cannot_mate(pieces: Pieces, side: Side) -> bool:
    """6.9: whether `side` certainly cannot give checkmate by any series of legal moves.

    It has only its king, or neither side can give mate.

    >>> cannot_mate({"e1": "K", "e8": "k", "a2": "P"}, "black")
    True
    """
    army = [letter for letter in pieces.values() if owner(letter) == side]
    return len(army) == 1 or cannot_be_mated(pieces)


def resigns(side: Side) -> Status:
    """5.1.2: the opponent of a player who resigns has won.

    >>> resigns("white").result
    '0-1'
    """
    return won_by(other(side), "resignation")


def agree() -> Status:
    """5.2.3: the players agree on a draw during the game.

    >>> agree().result
    '1/2-1/2'
    """
    return drawn("agreement")


def oversteps_time(position: LawsPosition, side: Side) -> Status:
    """6.9: a player who does not complete the moves in time loses, unless the opponent cannot give checkmate.

    >>> from lasker.formulations.laws.fen import read
    >>> oversteps_time(read("4k3/8/8/8/8/8/P7/4K3 w - -"), "white").result
    '1/2-1/2'
    """
    if cannot_mate(position.pieces, other(side)):
        return drawn("time, and no mate is possible")
    return won_by(other(side), "time")
