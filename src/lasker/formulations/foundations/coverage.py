"""Coverage of the definitions: on which positions they agree with the full rules of chess.

Covered: how the six men move and capture, the first double step of a pawn, check, legal moves, checkmate,
stalemate, and dead positions. Not covered: castling, en passant, promotion (a pawn stays a pawn on the last
rank, and the two tiles of a move have no room for a choice), repetition and counting of moves as printed,
agreement and resignation. On a position where no omitted rule has anything to say, the set of legal moves
is that of the Laws of Chess.
"""

from __future__ import annotations

from lasker.formulations.foundations.definitions import repaired
from lasker.formulations.foundations.fen import Diagram, diagram
from lasker.formulations.foundations.ranges import FORWARD
from lasker.formulations.foundations.sets import Colour, Position, Tile, graph, men, shape, switch

OMITTED = frozenset({"castling", "en passant", "promotion"})
"""The rules that the seed omits, as `uncovered` names them."""

# For each right: the king's position, the rook's, and the positions between them.
_CASTLING: dict[str, tuple[Position, Position, frozenset[Position]]] = {
    right: ((4, y), (rook, y), frozenset((x, y) for x in between))
    for y, rights in ((0, "KQ"), (7, "kq"))
    for right, rook, between in zip(rights, (7, 0), ((5, 6), (1, 2, 3)), strict=True)
}


def covers(text: str) -> bool:
    """Whether the legal moves of the repaired reading are all that the Laws of Chess allow in a FEN line.

    >>> covers("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    True
    """
    return not uncovered(text)


def uncovered(text: str) -> frozenset[str]:
    """Why a FEN line is not covered: the omitted rules that may add or change a move there, or what is wrong.

    >>> sorted(uncovered("4k3/P7/8/8/8/8/8/4K2R w K - 0 1"))
    ['castling', 'promotion']
    >>> uncovered("4k3/8/8/8/8/8/8/4K2R b K - 0 1")
    frozenset()
    """
    found = diagram(text)
    grid, c = found.state
    if shape(grid) != (8, 8):
        return frozenset({"another board"})
    pawns = frozenset(tile for tile in men(grid) if tile[1][1] == "P")
    reasons = {
        "a king that could be captured": repaired.in_check(grid, switch(c)),
        "a pawn on the first or last rank": any(k[1] in (0, 7) for k, _ in pawns),
        "castling": any(_may_castle(found, right) for right in found.castling),
        "en passant": any(_bears_on(pawn, c, found.passing) for pawn in pawns),
        "promotion": any(_may_promote(found, pawn) for pawn in pawns),
    }
    return frozenset(reason for reason, holds in reasons.items() if holds)


def _may_castle(found: Diagram, right: str) -> bool:
    """Whether the side to move has this right, its men stand for it, and nothing stands between them."""
    grid, c = found.state
    content = graph(grid)
    king, rook, between = _CASTLING[right]
    return (
        right.isupper() == (c == "white")
        and content[king] == (c, "K")
        and content[rook] == (c, "R")
        and all(content[k][1] == "null" for k in between)
        and not repaired.in_check(grid, c)
    )


def _bears_on(pawn: Tile, c: Colour, passing: Position | None) -> bool:
    (x, y), (colour, _) = pawn
    return colour == c and passing in {(x - 1, y + FORWARD[c]), (x + 1, y + FORWARD[c])}


def _may_promote(found: Diagram, pawn: Tile) -> bool:
    grid, c = found.state
    last = 7 if c == "white" else 0
    return pawn[1][0] == c and any(k[1] == last for k, _ in repaired.reach(grid, pawn))
