"""Errata of seed 004 (El-Hamiani-Khatat 2025): its pseudocode and guards as printed,
against the FIDE Laws."""

from __future__ import annotations

from itertools import product

from lasker.formulations.errata import guards
from lasker.formulations.errata.erratum import Finding, Search, least, ordinal
from lasker.formulations.errata.smallest_failure import Difference, Failure, smallest_failure
from lasker.formulations.laws import fide
from lasker.formulations.laws.fide.article_3 import castling, moves_of_the_pieces
from lasker.formulations.laws.position import LawsPosition
from lasker.formulations.laws.squares import SQUARES, apart

Moves = frozenset[str]


def difference_of_moves(question: str, printed: Moves, repaired: Moves) -> Difference | None:
    """The difference of two sets of moves, if there is one.

    >>> difference_of_moves("moves", frozenset({"a1a2"}), frozenset({"a1a2"})) is None
    True
    """
    return None if printed == repaired else Difference(question, *least((printed, repaired)))


def slides_forgotten(position: LawsPosition) -> Difference | None:
    """E-H2: with the elementary vectors only, which is what Φ keeps, no piece slides.

    >>> slides_forgotten(fide.read("8/8/8/8/8/8/8/kBK5 w - -")).repaired
    'b1d3 b1e4 b1f5 b1g6 b1h7'
    """
    if not fide.covers(position):
        return None
    kept = frozenset(
        move
        for move in guards.kinematic_moves(position)
        if apart(move[:2], move[2:])
        in guards.ELEMENTARY.get(position.pieces[move[:2]].upper(), {apart(move[:2], move[2:])})
    )
    return difference_of_moves("moves, check left aside", kept, guards.kinematic_moves(position))


def pseudocode(position: LawsPosition) -> Difference | None:
    """E-H3: isLegal as typeset, against how the pieces move; castling and en passant left to the guards.

    >>> pseudocode(fide.read("4k3/4p3/8/8/8/8/8/4K3 b - -")).repaired
    'e7e5 e7e6'
    """
    if not fide.covers(position):
        return None
    usual = frozenset(move[:4] for move in moves_of_the_pieces(position)) - {
        *guards.castling_moves(position),
        *guards.pawns_beside(position),
    }
    return difference_of_moves(
        "moves, check left aside", guards.kinematic_moves(position, as_typeset=True), usual
    )


def conjunction(position: LawsPosition) -> Difference | None:
    """E-H5: a move must pass all six guards at once.

    >>> conjunction(fide.read("8/8/8/8/8/8/8/k1K5 w - -")).repaired
    'c1c2 c1d1 c1d2'
    """
    if not fide.covers(position):
        return None
    candidates = guards.kinematic_moves(position) | {*guards.castling_moves(position)}
    passed = frozenset(move for move in candidates if guards.passes_all(position, move))
    return difference_of_moves(
        "legal moves", passed, frozenset(move[:4] for move in fide.legal_moves(position))
    )


def castling_guard(position: LawsPosition) -> Difference | None:
    """E-H6: castling with the right, two empty squares, and a king that is safe on arrival.

    >>> castling_guard(fide.read("4kr2/8/8/8/8/8/8/4K2R w K -")).printed
    'e1g1'
    """
    if not fide.covers(position):
        return None
    allowed = frozenset(
        move
        for move in guards.castling_moves(position)
        if guards.check_guard(position.pieces, move, position.side)
    )
    return difference_of_moves(
        "castling", allowed, frozenset(fide.legal_moves(position)) & {*castling(position)}
    )


def passing(position: LawsPosition) -> Difference | None:
    """E-H7: en passant, with a b′ that leaves the captured pawn on the board.

    >>> passing(fide.read("8/8/8/KPp4r/8/8/8/7k w - c6")).printed
    'b5c6'
    """
    if not fide.covers(position):
        return None
    beside = frozenset(guards.pawns_beside(position))
    allowed = frozenset(move for move in beside if guards.check_guard(position.pieces, move, position.side))
    return difference_of_moves("captures en passant", allowed, beside & {*fide.legal_moves(position)})


def pins(position: LawsPosition) -> Difference | None:
    """E-H8: the pin guard, which some square always violates.

    >>> pins(fide.read("8/8/8/8/8/8/8/k1K5 w - -")).printed
    'nothing more'
    """
    if not fide.covers(position):
        return None
    moves = frozenset(move[:4] for move in fide.legal_moves(position))
    passed = frozenset(move for move in moves if guards.pin_guard(position.pieces, move, position.side))
    return difference_of_moves("legal moves", passed, moves)


def promotions(position: LawsPosition) -> Difference | None:
    """E-H9: a promotion without the new piece.

    >>> promotions(fide.read("8/P7/8/8/8/8/8/k1K5 w - -")).printed
    'a7a8'
    """
    if not fide.covers(position):
        return None
    legal = frozenset(move for move in fide.legal_moves(position) if guards.promotion_guard(position, move))
    return difference_of_moves(
        "moves of pawns to the last rank", frozenset(move[:4] for move in legal), legal
    )


def leaps_over_men() -> Finding | None:
    """E-H4: the paper's dragon and one other piece, on all squares: where is a leap blocked?

    >>> leaps_over_men().example
    'dragon a1, man b2: a1b3'
    """
    for looked, (u, w) in enumerate(product(sorted(SQUARES), repeat=2), 1):
        for v in sorted(SQUARES):
            leap = apart(u, v) in guards.KNIGHT and v != w != u
            if leap and not guards.is_legal({u: "D", w: "p"}, u, v):
                pieces = {u: "D", w: "p"}
                drawing = str(LawsPosition.of(pieces, "white"))
                effort = f"all squares in order, the {ordinal(looked)} pair"
                return Finding(f"dragon {u}, man {w}: {u}{v}", drawing, "may leap", "no", "yes", effort)
    return None


def differences_of_numbers() -> Finding | None:
    """E-H11: squares numbered by tens for files, and a piece that moves by differences of such numbers.

    >>> differences_of_numbers().example, differences_of_numbers().printed
    ('R a4', 'b1')
    """
    numbers = {square: 10 * (ord(square[0]) - 96) + int(square[1]) for square in SQUARES}
    for piece, steps in (("R", (1, 10)), ("B", (9, 11))):
        for u in sorted(SQUARES):
            found = sorted(
                v
                for v in SQUARES
                if abs(numbers[u] - numbers[v]) in {d * step for d in range(1, 8) for step in steps}
                and apart(u, v) not in guards.DELTA[piece]
            )
            if found:
                drawing = str(LawsPosition.of({u: piece}, "white"))
                return Finding(
                    f"{piece} {u}",
                    drawing,
                    "may go to",
                    " ".join(found),
                    "nothing more",
                    "all squares in order",
                )
    return None


def _search(fails: Failure) -> Search:
    return lambda: smallest_failure(fails)


SEARCHES: dict[str, Search] = {
    "E-H2": _search(slides_forgotten),
    "E-H3": _search(pseudocode),
    "E-H4": leaps_over_men,
    "E-H5": _search(conjunction),
    "E-H6": _search(castling_guard),
    "E-H7": _search(passing),
    "E-H8": _search(pins),
    "E-H9": _search(promotions),
    "E-H11": differences_of_numbers,
}
