"""Seed 004 as it is printed: the pseudocode and the guards, taken at their word, to show where they fail."""

from __future__ import annotations

from typing import NamedTuple

Square = tuple[int, int]


class Board(NamedTuple):
    """Letters on squares counted from 0, and whose turn it is."""

    men: dict[Square, str]
    white: bool
    rights: str
    ep: Square | None


def board(fen: str) -> Board:
    """The position of a FEN, as the paper's functions need it."""
    rows, side, rights, ep = fen.split()[:4]
    men = {}
    for y, row in enumerate(reversed(rows.split("/"))):
        x = 0
        for sign in row:
            if sign.isdigit():
                x += int(sign)
            else:
                men[x, y] = sign
                x += 1
    return Board(men, side == "w", rights, None if ep == "-" else at(ep))


def at(name: str) -> Square:
    """a1 is (0, 0)."""
    return ord(name[0]) - 97, int(name[1]) - 1


def sliders(vectors: list[Square]) -> set[Square]:
    """All multiples, as Table 1 lists them for an 8 by 8 board."""
    return {(k * x, k * y) for x, y in vectors for k in range(1, 8)}


ROOK = sliders([(1, 0), (-1, 0), (0, 1), (0, -1)])
BISHOP = sliders([(1, 1), (-1, 1), (1, -1), (-1, -1)])
KNIGHT = {(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)}
KING = {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {(0, 0)}
DELTA: dict[str, set[Square]] = {
    "pawn": {(0, 1), (0, 2), (1, 1), (-1, 1), (0, -1), (0, -2), (1, -1), (-1, -1)},
    "knight": KNIGHT,
    "bishop": BISHOP,
    "rook": ROOK,
    "queen": ROOK | BISHOP,
    "king": KING,
    "dragon": BISHOP | KNIGHT | {(0, 1), (0, -1)},
}
KINDS = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}


def is_legal(kind: str, u: Square, v: Square, occ: dict[Square, str], as_indented: bool = True) -> bool:
    """The pseudocode of section 2.2. As typeset, the first `return False` closes the function (E-H3);
    `as_indented=False` is the kindest reading, in which it closes the block for pawns."""
    if occ.get(v) == "Friendly":
        return False
    dx, dy = v[0] - u[0], v[1] - u[1]
    if (dx, dy) not in DELTA[kind]:
        return False
    if kind in {"knight", "king"}:
        return True
    if kind == "pawn":
        if dy == 1 and dx == 0 and v not in occ:
            return True
        if dy == 2 and dx == 0 and u[1] == 1 and v not in occ and (u[0], u[1] + 1) not in occ:
            return True
        return abs(dx) == 1 and dy == 1 and occ.get(v) == "Enemy"
    if as_indented:
        return False
    step = ((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))
    distance = max(abs(dx), abs(dy))
    return all((u[0] + k * step[0], u[1] + k * step[1]) not in occ for k in range(1, distance))


# --- the guards of section 3, on a board b and a move u, v of the piece there ---------------------------


def color_guard(b: Board, u: Square, v: Square) -> bool:
    return b.men[u].isupper() is b.white


def castling_guard(b: Board, u: Square, v: Square, delta_king: set[Square]) -> bool:
    """Rights and two empty squares, nothing else."""
    d = ((v[0] - u[0]) // 2, 0)
    flag = ("K" if v[0] > u[0] else "Q") if b.white else ("k" if v[0] > u[0] else "q")
    way = [(u[0] + s * d[0], u[1]) for s in (1, 2)]
    return (v[0] - u[0], v[1] - u[1]) in delta_king and flag in b.rights and all(w not in b.men for w in way)


def promotion_guard(b: Board, u: Square, v: Square) -> bool:
    return b.men[u].lower() == "p" and v[1] in {0, 7}


def en_passant_guard(b: Board, u: Square, v: Square) -> bool:
    return b.men[u].lower() == "p" and v == b.ep


def moved(b: Board, u: Square, v: Square) -> Board:
    """b′: the piece of u on v, and nothing else changed."""
    men = {square: man for square, man in b.men.items() if square != u}
    return b._replace(men={**men, v: b.men[u]})


def check_guard(b: Board, u: Square, v: Square) -> bool:
    """No enemy on b′ has an edge, with a clear path, to the king."""
    after, white = moved(b, u, v), b.men[u].isupper()
    king = next(square for square, man in after.men.items() if man == ("K" if white else "k"))
    occ = {s: "Friendly" if m.isupper() is not white else "Enemy" for s, m in after.men.items()}
    return not any(
        is_legal(KINDS[man.lower()], square, king, occ, as_indented=False)
        for square, man in after.men.items()
        if man.isupper() is not white
    )


def pin_guard(b: Board, u: Square, v: Square, pieces: list[str]) -> bool:
    """¬∃w: (w → k) ∈ E for some piece type, whatever stands on w."""
    after, white = moved(b, u, v), b.men[u].isupper()
    king = next(square for square, man in after.men.items() if man == ("K" if white else "k"))
    board = [(x, y) for x in range(8) for y in range(8)]
    return not any((king[0] - w[0], king[1] - w[1]) in DELTA[p] for p in pieces for w in board)


def all_but_pin(b: Board, u: Square, v: Square) -> bool:
    """is_legal of section 3, all guards at once, but for the pin guard, which nothing passes (E-H8)."""
    return (
        color_guard(b, u, v)
        and check_guard(b, u, v)
        and castling_guard(b, u, v, KING | {(2, 0), (-2, 0)})
        and promotion_guard(b, u, v)
        and en_passant_guard(b, u, v)
    )
