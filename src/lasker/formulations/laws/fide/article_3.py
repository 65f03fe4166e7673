"""Article 3: the moves of the pieces, check, and which moves are legal.

A move is its coordinate text: `e2e4`, `e1g1` for castling, `a7a8q` for a promotion.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from lasker.formulations.laws.fide.article_2 import diagonals, file_and_rank
from lasker.formulations.laws.position import (
    HOMES,
    LawsPosition,
    Pieces,
    Side,
    forward,
    king_of,
    letter_of,
    other,
    owner,
    rank_from,
)
from lasker.formulations.laws.squares import SQUARES, apart, between, step


def bishop(square: str) -> frozenset[str]:
    """3.2: a bishop moves along its diagonals.

    >>> len(bishop("d4"))
    13
    """
    return diagonals(square)


def rook(square: str) -> frozenset[str]:
    """3.3: a rook moves along its file and its rank.

    >>> len(rook("d4"))
    14
    """
    return file_and_rank(square)


def queen(square: str) -> frozenset[str]:
    """3.4: a queen moves along its file, its rank and its diagonals.

    >>> queen("d4") == rook("d4") | bishop("d4")
    True
    """
    return file_and_rank(square) | diagonals(square)


def intervenes(pieces: Pieces, origin: str, target: str) -> bool:
    """3.5: whether a piece stands between two squares of a line; bishop, rook and queen may not pass it.

    >>> intervenes({"c3": "P"}, "a1", "e5"), intervenes({"c3": "P"}, "b1", "c3")
    (True, False)
    """
    return any(square in pieces for square in between(origin, target))


def knight(square: str) -> frozenset[str]:
    """3.6: a knight moves to the nearest squares that are on none of the lines through its own.

    >>> sorted(knight("a1")), len(knight("d4"))
    (['b3', 'c2'], 8)
    """
    away = {target: apart(square, target) for target in SQUARES if target not in queen(square) | {square}}
    distance = {target: files**2 + ranks**2 for target, (files, ranks) in away.items()}
    return frozenset(target for target in distance if distance[target] == min(distance.values()))


def king(square: str) -> frozenset[str]:
    """3.8.1: a king moves to an adjoining square.

    >>> sorted(king("a1"))
    ['a2', 'b1', 'b2']
    """
    return frozenset(target for target in queen(square) if max(map(abs, apart(square, target))) == 1)


@cache
def pawn_captures(square: str, side: Side) -> frozenset[str]:
    """3.7.3: a pawn captures on the squares diagonally in front of it.

    >>> sorted(pawn_captures("e4", "white")), sorted(pawn_captures("a4", "black"))
    (['d5', 'f5'], ['b3'])
    """
    return frozenset(
        target for target in king(square) & diagonals(square) if apart(square, target)[1] == forward(side)
    )


@cache
def reach(letter: str, square: str) -> frozenset[str]:
    """3.1.2: where a piece on `square` could capture if nothing stood between, by Articles 3.2 to 3.8.

    >>> sorted(reach("P", "e4")), len(reach("Q", "e4"))
    (['d5', 'f5'], 27)
    """
    match letter.upper():
        case "P":
            return pawn_captures(square, owner(letter))
        case kind:
            return {"B": bishop, "R": rook, "Q": queen, "N": knight, "K": king}[kind](square)


def attacks(pieces: Pieces, origin: str, target: str) -> bool:
    """3.1.2 and 3.1.3: whether the piece on `origin` attacks `target`, though it may be pinned to its king.

    >>> attacks({"e8": "k", "d7": "b", "b5": "B"}, "d7", "h3")
    True
    """
    return target in reach(pieces[origin], origin) and not intervenes(pieces, origin, target)


def attacked(pieces: Pieces, square: str, by: Side) -> bool:
    """3.1.2: whether any piece of a side attacks a square.

    >>> attacked({"a1": "R", "a4": "p"}, "a4", "white"), attacked({"a1": "R", "a4": "p"}, "a5", "white")
    (True, False)
    """
    return any(attacks(pieces, origin, square) for origin, letter in pieces.items() if owner(letter) == by)


def in_check(pieces: Pieces, side: Side) -> bool:
    """3.9.1: a king is in check if the opponent attacks it, even with pieces that may not move.

    >>> in_check({"e1": "K", "e8": "r", "e4": "n"}, "white"), in_check({"e1": "K", "e8": "r"}, "white")
    (False, True)
    """
    square = king_of(pieces, side)
    return square is not None and attacked(pieces, square, other(side))


def pawn_advances(pieces: Pieces, square: str, side: Side) -> Iterator[str]:
    """3.7.1 and 3.7.2: one square ahead if it is free, from the second rank two if both are.

    >>> list(pawn_advances({"e2": "P"}, "e2", "white")), list(pawn_advances({"e3": "P"}, "e3", "white"))
    (['e3', 'e4'], ['e4'])
    """
    first, second = step(square, 0, forward(side)), step(square, 0, 2 * forward(side))
    if first is not None and first not in pieces:
        yield first
        if second is not None and second not in pieces and rank_from(square, side) == 2:
            yield second


def en_passant(position: LawsPosition, square: str) -> Iterator[str]:
    """3.7.3.1 and 3.7.3.2: the square just crossed by a pawn, if a pawn on `square` could capture there.

    >>> from lasker.formulations.laws.fen import read
    >>> list(en_passant(read("8/8/8/3pP3/8/8/8/8 w - d6"), "e5"))
    ['d6']
    """
    if position.passed in pawn_captures(square, position.side):
        yield position.passed


def promotions(square: str, side: Side) -> tuple[str, ...]:
    """3.7.3.3: on the furthest rank a pawn becomes a queen, rook, bishop or knight; elsewhere nothing else.

    >>> promotions("a8", "white"), promotions("a8", "black")
    (('q', 'r', 'b', 'n'), ('',))
    """
    return ("q", "r", "b", "n") if rank_from(square, side) == 8 else ("",)


def pawn_moves(position: LawsPosition, square: str) -> Iterator[str]:
    """3.7: ahead, aslant onto an opponent's piece, en passant, and with a promotion where it arrives.

    >>> from lasker.formulations.laws.fen import read
    >>> list(pawn_moves(read("8/8/8/8/3p4/4P3/8/8 w - -"), "e3"))
    ['e3e4', 'e3d4']
    """
    pieces, side = position.pieces, position.side
    captures = (target for target in pawn_captures(square, side) if target in pieces)
    enemies = (target for target in captures if owner(pieces[target]) != side)
    for target in (*pawn_advances(pieces, square, side), *enemies, *en_passant(position, square)):
        yield from (square + target + new for new in promotions(target, side))


def castling(position: LawsPosition) -> Iterator[str]:
    """3.8.2: the king goes two squares towards a rook, which then leaps to the square he crossed.

    Neither has moved (3.8.2.1), the squares where he stands, passes and arrives are not attacked
    (3.8.2.2.1), and nothing stands between the two (3.8.2.2.2).

    >>> from lasker.formulations.laws.fen import read
    >>> list(castling(read("4kr2/8/8/8/8/8/8/R3K2R w KQ -")))
    ['e1c1']
    """
    for right in position.castling:
        king_home, rook_home = HOMES[right]
        if owner(right) != position.side or intervenes(position.pieces, king_home, rook_home):
            continue
        towards = 1 if rook_home > king_home else -1
        way = [step(king_home, files * towards, 0) or "" for files in range(3)]
        if not any(attacked(position.pieces, square, other(position.side)) for square in way):
            yield king_home + way[2]


def moves_of_the_pieces(position: LawsPosition) -> Iterator[str]:
    """3.1 to 3.8: every move that its piece can make, pseudo-legal: check is ignored.

    >>> from lasker.formulations.laws.fen import read
    >>> sorted(moves_of_the_pieces(read("8/8/8/8/8/8/P7/K6r w - -")))
    ['a1b1', 'a1b2', 'a2a3', 'a2a4']
    """
    pieces, side = position.pieces, position.side
    for origin, letter in pieces.items():
        if owner(letter) != side:
            continue
        if letter in "Pp":
            yield from pawn_moves(position, origin)
        else:
            for target in reach(letter, origin):
                own = target in pieces and owner(pieces[target]) == side  # 3.1
                if not own and not intervenes(pieces, origin, target):
                    yield origin + target
    yield from castling(position)


def carried_out(position: LawsPosition, move: str) -> Pieces:
    """3.1.1: the pieces after a move, with what it captures removed as part of the same move.

    >>> from lasker.formulations.laws.fen import read
    >>> carried_out(read("8/8/8/3pP3/8/8/8/8 w - d6"), "e5d6")
    {'d6': 'P'}
    """
    origin, target, new = move[:2], move[2:4], move[4:]
    pieces = dict(position.pieces)
    letter = pieces.pop(origin)
    if letter in "Pp" and target == position.passed:  # 3.7.3.1
        del pieces[target[0] + origin[1]]
    if letter in "Kk" and abs(apart(origin, target)[0]) == 2:  # 3.8.2
        rook_home = ("a" if target < origin else "h") + origin[1]
        pieces[between(origin, target)[0]] = pieces.pop(rook_home)
    pieces[target] = letter_of(new, position.side) if new else letter  # 3.7.3.3
    return pieces


def is_safe(position: LawsPosition, move: str) -> bool:
    """3.9.2, 1.4.1: a move neither leaves nor exposes the own king to check, nor captures the other one.

    >>> from lasker.formulations.laws.fen import read
    >>> [is_safe(read("8/8/8/8/8/8/P7/K6r w - -"), move) for move in ("a1b1", "a1b2", "a2a3")]
    [False, True, False]
    """
    takes_a_king = position.pieces.get(move[2:4], "") in ("K", "k")
    return not takes_a_king and not in_check(carried_out(position, move), position.side)


def legal_moves(position: LawsPosition) -> tuple[str, ...]:
    """3.10.1: the moves that fulfil all of Articles 3.1 to 3.9, in alphabetical order.

    >>> from lasker.formulations.laws.fen import read
    >>> legal_moves(read("8/8/8/8/8/8/P7/K6r w - -"))
    ('a1b2',)
    """
    return tuple(sorted(move for move in moves_of_the_pieces(position) if is_safe(position, move)))


def objections(position: LawsPosition) -> tuple[str, ...]:
    """3.10.3: why no series of legal moves can have led here, as far as simple conditions show.

    >>> from lasker.formulations.laws.fen import read
    >>> objections(read("P3k3/8/8/8/8/8/8/4K2R b - -"))
    ('the pawn on a8 is not promoted (3.7.3.3)',)
    >>> objections(read("4k3/8/8/8/8/8/8/4R1K1 w - -"))
    ('black is in check, and white has the move (3.9.2)',)
    """
    pieces, waiting = position.pieces, other(position.side)
    found = [
        f"{side} has {count} kings instead of one (2.2)"
        for side, letter in (("white", "K"), ("black", "k"))
        if (count := position.diagram.count(letter)) != 1
    ]
    for square, letter in pieces.items():
        if letter in "Pp" and rank_from(square, owner(letter)) == 8:
            found.append(f"the pawn on {square} is not promoted (3.7.3.3)")
        if letter in "Pp" and rank_from(square, owner(letter)) == 1:
            found.append(f"the pawn on {square} cannot have got there (3.7)")
    if not found and in_check(pieces, waiting):
        found.append(f"{waiting} is in check, and {position.side} has the move (3.9.2)")
    return tuple(found)
