"""W5 to W10, W12, W14 to W16: how the page moves its pieces, check left aside."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.formulations.laws.position import Pieces, Side, forward, owner, rank_from
from lasker.formulations.laws.squares import apart, ray, step

ORTHOGONAL = ((0, 1), (0, -1), (-1, 0), (1, 0))  # up, down, left, right
DIAGONAL = ((-1, 1), (1, 1), (-1, -1), (1, -1))


def rides(pieces: Pieces, square: str, directions: tuple[tuple[int, int], ...]) -> Iterator[str]:
    """W12: any number of squares in a direction, but not past a square occupied by another piece.

    >>> list(rides({"a1": "R", "a3": "p"}, "a1", ORTHOGONAL))[:2]
    ['a2', 'a3']
    """
    for direction in directions:
        for target in ray(square, *direction):
            yield target
            if target in pieces:
                break


def king(pieces: Pieces, square: str) -> Iterator[str]:
    """W5: one square in any direction, also diagonally.

    >>> sorted(king({}, "a1"))
    ['a2', 'b1', 'b2']
    """
    for direction in ORTHOGONAL + DIAGONAL:
        if target := step(square, *direction):
            yield target


def queen(pieces: Pieces, square: str) -> Iterator[str]:
    """W6: any number of squares in any of eight directions.

    >>> len(list(queen({}, "d4")))
    27
    """
    yield from rides(pieces, square, ORTHOGONAL + DIAGONAL)


def bishop(pieces: Pieces, square: str) -> Iterator[str]:
    """W7: any number of squares in the four diagonal directions.

    >>> len(list(bishop({}, "d4")))
    13
    """
    yield from rides(pieces, square, DIAGONAL)


def knight(pieces: Pieces, square: str) -> Iterator[str]:
    """W8: two squares up, down, left or right, then one at right angles, passing over what is there.

    >>> sorted(knight({}, "a1"))
    ['b3', 'c2']
    """
    for files, ranks in ORTHOGONAL:
        for side in (1, -1):
            if target := step(square, 2 * files + side * ranks, 2 * ranks + side * files):
                yield target


def rook(pieces: Pieces, square: str) -> Iterator[str]:
    """W9: any number of squares up, down, left or right.

    >>> len(list(rook({}, "d4")))
    14
    """
    yield from rides(pieces, square, ORTHOGONAL)


def has_not_moved(square: str, side: Side) -> bool:
    """W10 (2): a pawn has not moved yet if it stands where pawns start, for none can come back.

    >>> has_not_moved("e2", "white"), has_not_moved("e2", "black")
    (True, False)
    """
    return rank_from(square, side) == 2


def pawn_steps(pieces: Pieces, square: str, side: Side) -> Iterator[str]:
    """W10: (1) one square towards the opponent if it is empty, (2) two if not yet moved and both are empty.

    >>> list(pawn_steps({"e2": "P"}, "e2", "white")), list(pawn_steps({"e2": "P", "e4": "p"}, "e2", "white"))
    (['e3', 'e4'], ['e3'])
    """
    one, two = step(square, 0, forward(side)), step(square, 0, 2 * forward(side))
    if one and one not in pieces:
        yield one
        if two and has_not_moved(square, side) and two not in pieces:
            yield two


def pawn_captures(pieces: Pieces, square: str, side: Side) -> Iterator[str]:
    """W15: the two diagonally adjacent squares towards the opponent, where an opposing piece stands.

    >>> list(pawn_captures({"e4": "P", "d5": "p", "f5": "P"}, "e4", "white"))
    ['d5']
    """
    for files in (-1, 1):
        target = step(square, files, forward(side))
        if target and target in pieces and owner(pieces[target]) != side:
            yield target


def en_passant(square: str, side: Side, passed: str | None) -> Iterator[str]:
    """W16: from the player's fifth rank into the square that a pawn on an adjacent file has just crossed.

    >>> list(en_passant("e5", "white", "d6")), list(en_passant("c4", "black", None))
    (['d6'], [])
    """
    if passed and rank_from(square, side) == 5:
        files, ranks = apart(square, passed)
        if (abs(files), ranks) == (1, forward(side)):
            yield passed


def transfers(pieces: Pieces, side: Side, passed: str | None = None) -> Iterator[str]:
    """W1, W14: every transfer of a piece of `side` that the page describes, none onto a piece of its own.

    >>> sorted(transfers({"a1": "K", "a2": "P", "b1": "P"}, "white"))
    ['a1b2', 'a2a3', 'a2a4', 'b1b2']
    """
    for square, letter in pieces.items():
        if owner(letter) != side:
            continue
        match letter.upper():
            case "P":
                yield from (square + target for target in pawn_steps(pieces, square, side))
                yield from (square + target for target in pawn_captures(pieces, square, side))
                yield from (square + target for target in en_passant(square, side, passed))
            case kind:
                way = {"K": king, "Q": queen, "B": bishop, "N": knight, "R": rook}[kind]
                for target in way(pieces, square):
                    if target not in pieces or owner(pieces[target]) != side:
                        yield square + target
