"""Seed 004 as printed: its pseudocode and guards, implemented literally, on positions of chess.

A square is a pair counted from 0, as in Part I; `Occ` is the occupancy of the side to move.
"""

from __future__ import annotations

from collections.abc import Iterator

from lasker.formulations.laws.position import LawsPosition, Pieces, Side, king_of, letter_of, owner
from lasker.formulations.laws.squares import SQUARES, apart

Vector = tuple[int, int]


def multiples(*vectors: Vector) -> frozenset[Vector]:
    """Table 1: what slides has all multiples, up to n - 1.

    >>> len(multiples((1, 0), (0, 1)))
    14
    """
    return frozenset((d * x, d * y) for x, y in vectors for d in range(1, 8))


STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
ASLANT = ((1, 1), (-1, 1), (1, -1), (-1, -1))
KNIGHT = frozenset((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y))
KING = frozenset(STRAIGHT + ASLANT)
DELTA = {
    "P": frozenset({(0, 1), (0, 2), (1, 1), (-1, 1)}),
    "p": frozenset({(0, -1), (0, -2), (1, -1), (-1, -1)}),
    "N": KNIGHT,
    "B": multiples(*ASLANT),
    "R": multiples(*STRAIGHT),
    "Q": multiples(*STRAIGHT, *ASLANT),
    "K": KING,
    "D": multiples(*ASLANT) | KNIGHT | {(0, 1), (0, -1)},  # the paper's dragon
}
ELEMENTARY = {"B": frozenset(ASLANT), "R": frozenset(STRAIGHT), "Q": KING}


def delta(letter: str) -> frozenset[Vector]:
    """Δ of a piece by its letter; only pawns have one for each colour.

    >>> delta("n") == KNIGHT
    True
    """
    return DELTA.get(letter) or DELTA[letter.upper()]


def is_legal(pieces: Pieces, u: str, v: str, as_typeset: bool = False, paths: bool = True) -> bool:
    """Section 2.2, line by line, in a charitable reading: black pawns go down, and the first `return False`
    is theirs.

    As typeset, pawns go up only, and that line ends the function for all sliding pieces (E-H3).

    >>> is_legal({"a1": "R"}, "a1", "a8"), is_legal({"a1": "R"}, "a1", "a8", as_typeset=True)
    (True, False)
    """
    letter = pieces[u]
    if v in pieces and owner(pieces[v]) == owner(letter):
        return False
    dx, dy = apart(u, v)
    if (dx, dy) not in delta(letter):
        return False
    if letter in "NnKk":
        return True
    if letter in "Pp":
        up = dy if as_typeset or letter == "P" else -dy
        start = u[1] == ("2" if as_typeset or letter == "P" else "7")
        if dx == 0:
            between = f"{u[0]}{(int(u[1]) + int(v[1])) // 2}"
            return v not in pieces and (up == 1 or (up == 2 and start and between not in pieces))
        return up == 1 and v in pieces
    return not as_typeset and (not paths or clear(pieces, u, v))


def clear(pieces: Pieces, u: str, v: str) -> bool:
    """Definition 1 as in the pseudocode: d - 1 steps by the signs of the displacement.

    >>> clear({"e5": "p"}, "d4", "e6")
    False
    """
    dx, dy = apart(u, v)
    step = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    return all(
        chr(ord(u[0]) + t * step[0]) + str(int(u[1]) + t * step[1]) not in pieces
        for t in range(1, max(abs(dx), abs(dy)))
    )


def kinematic_moves(position: LawsPosition, as_typeset: bool = False) -> frozenset[str]:
    """Every move of section 2.2 for the side to move.

    >>> len(kinematic_moves(LawsPosition.of({"a1": "K", "h1": "N"}, "white")))
    5
    """
    pieces = position.pieces
    return frozenset(
        u + v
        for u, letter in pieces.items()
        if owner(letter) == position.side
        for v in SQUARES
        if v != u and is_legal(pieces, u, v, as_typeset)
    )


def moved(pieces: Pieces, move: str) -> dict[str, str]:
    """b′: the piece of u on v, and no other change.

    >>> moved({"a1": "R", "a2": "p"}, "a1a2")
    {'a2': 'R'}
    """
    return {
        **{square: each for square, each in pieces.items() if square != move[:2]},
        move[2:]: pieces[move[:2]],
    }


def check_guard(pieces: Pieces, move: str, side: Side) -> bool:
    """Guard 3: on b′ no enemy has an edge to the king.

    >>> check_guard({"a1": "K", "b8": "r"}, "a1b1", "white")
    False
    """
    after = moved(pieces, move)
    king = king_of(after, side)
    return king is None or not any(
        is_legal(after, w, king) for w, letter in after.items() if owner(letter) != side
    )


def pin_guard(pieces: Pieces, move: str, side: Side) -> bool:
    """Guard 2: no square w, whatever stands there, has an edge of any piece p′ to the king.

    >>> pin_guard({"a1": "K"}, "a1a2", "white")
    False
    """
    king = king_of(moved(pieces, move), side)
    return king is None or not any(apart(w, king) in each for w in SQUARES for each in DELTA.values())


def castling_moves(position: LawsPosition) -> Iterator[str]:
    """Guard 4, with the king's Δ as it asks for: the right, and two empty squares.

    >>> list(castling_moves(LawsPosition.of({"e1": "K", "h1": "R", "f8": "r"}, "white", "K")))
    ['e1g1']
    """
    rank = "1" if position.side == "white" else "8"
    for right in position.castling:
        files = "fg" if right in "Kk" else "dc"
        if owner(right) == position.side and not any(file + rank in position.pieces for file in files):
            yield f"e{rank}{files[1]}{rank}"


def promotion_guard(position: LawsPosition, move: str) -> bool:
    """Guard 5: a pawn arrives on the first or the last rank.

    >>> promotion_guard(LawsPosition.of({"a7": "P"}, "white"), "a7a8")
    True
    """
    return position.pieces[move[:2]] in "Pp" and move[3] in "18"


def en_passant_guard(position: LawsPosition, move: str) -> bool:
    """Guard 6: a pawn goes to the stored square.

    >>> en_passant_guard(LawsPosition.of({"b5": "P", "c5": "p"}, "white", passed="c6"), "b5c6")
    True
    """
    return position.pieces[move[:2]] in "Pp" and move[2:] == position.passed


def passes_all(position: LawsPosition, move: str) -> bool:
    """Section 3: all six guards at once (E-H5), the pin guard read charitably as the check guard.

    >>> passes_all(LawsPosition.of({"a1": "K"}, "white"), "a1a2")
    False
    """
    return (
        check_guard(position.pieces, move, position.side)
        and move in castling_moves(position)
        and promotion_guard(position, move)
        and en_passant_guard(position, move)
    )


def pawns_beside(position: LawsPosition) -> Iterator[str]:
    """Diagonal pawn moves to the en passant square, whose captured pawn is not on it.

    >>> list(pawns_beside(LawsPosition.of({"b5": "P", "c5": "p"}, "white", passed="c6")))
    ['b5c6']
    """
    pawn, passed = letter_of("P", position.side), position.passed
    for square, letter in position.pieces.items():
        if letter == pawn and passed and square[0] != passed[0] and apart(square, passed) in delta(letter):
            yield square + passed
