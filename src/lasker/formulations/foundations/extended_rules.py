"""A second version of the text: castling, en passant, promotion and the draws, as definitions over histories.

The author leaves these rules to a later version. Here is one in the same style, beside the first, which it
uses and does not change. A state does not know what was played before, so everything is said of a history: a
finite sequence h = (s_1, ..., s_n) of states, the last one to move from. A right to castle is not stored
anywhere; it is the fact that two tiles are in every grid of the history.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from lasker.formulations.foundations.definitions import MOST_OCCURRENCES, MOST_QUIET_PLIES, repaired
from lasker.formulations.foundations.ranges import FORWARD
from lasker.formulations.foundations.sets import (
    NULL,
    Colour,
    Grid,
    Piece,
    Position,
    State,
    Tile,
    Type,
    graph,
    men,
    shape,
    switch,
)

History: TypeAlias = tuple[State, ...]
"""Definition 15*: a finite sequence of states, not empty."""

Choice: TypeAlias = tuple[Tile, Tile, Piece]
"""Definition 10*: a move (t1, t2, δ), where δ is the piece that stands on t2 afterwards."""

PROMOTED: tuple[Type, ...] = ("Q", "R", "B", "N")
CLAIMED_OCCURRENCES = 3  # of one situation: FIDE 9.2
CLAIMED_QUIET_PLIES = 100  # 50 moves of each side: FIDE 9.3
KING_FILE = 4
ROOK_FILES = (7, 0)


def home(c: Colour, size: tuple[int, int] = (8, 8)) -> int:
    """The first rank of a colour.

    >>> home("white"), home("black")
    (0, 7)
    """
    return 0 if c == "white" else size[1] - 1


def never_left(h: History, tile: Tile) -> bool:
    """Definition 16: the piece of a tile has never left it: (k, δ) is in g_i for every i.

    >>> from lasker.formulations.foundations.fen import read
    >>> king = ((4, 0), ("white", "K"))
    >>> never_left((read("4k3/8/8/8/8/8/8/4K2R w"),), king)
    True
    """
    return all(tile in g for g, _ in h)


def rights(h: History, c: Colour) -> frozenset[Tile]:
    """Definition 17: the rooks with which the king of colour c may still castle, on a board of 8 files.

    >>> from lasker.formulations.foundations.fen import read
    >>> sorted(k for k, _ in rights((read("4k3/8/8/8/8/8/8/R3K3 w"),), "white"))
    [(0, 0)]
    """
    size = shape(h[-1].grid)
    y = home(c, size)
    rooks: frozenset[Tile] = frozenset(((x, y), (c, "R")) for x in ROOK_FILES)
    if size != (8, 8) or not never_left(h, ((KING_FILE, y), (c, "K"))):
        return frozenset()
    return frozenset(rook for rook in rooks if never_left(h, rook))


def double_step(h: History) -> Position | None:
    """Definition 18: the position that a pawn has just passed over in a step of two ranks.

    >>> from lasker.formulations.foundations.fen import read
    >>> double_step((read("4k3/8/8/8/8/8/4P3/4K3 w"), read("4k3/8/8/8/4P3/8/8/4K3 b")))
    (4, 2)
    """
    if len(h) < 2:
        return None
    (before, c), (after, _) = h[-2:]
    left, arrived = before - after, after - before
    for (x, y), piece in left:
        far = (x, y + 2 * FORWARD[c])
        if piece == (c, "P") and (far, piece) in arrived:
            return x, y + FORWARD[c]
    return None


def choices(h: History) -> frozenset[Choice]:
    """Definition 10*: the moves of the first version, with a piece for every arrival; en passant; castling.

    >>> from lasker.formulations.foundations.fen import read
    >>> len(choices((read("7k/P7/8/8/8/8/8/K7 w"),)))
    7
    """
    s = h[-1]
    last = home(switch(s.colour), shape(s.grid))
    found: set[Choice] = set()
    for t1, t2 in repaired.moves(s):
        colour, kind = t1[1]
        if kind == "P" and t2[0][1] == last:
            found |= {(t1, t2, (colour, other)) for other in PROMOTED}
        else:
            found.add((t1, t2, t1[1]))
    return frozenset(found | {*_en_passant(h)} | {*_castling(h)})


def _en_passant(h: History) -> Iterator[Choice]:
    """Definition 18: a pawn that attacks the position passed over may move there."""
    s, passed = h[-1], double_step(h)
    for pawn in repaired.of_colour(s.grid, s.colour):
        if pawn[1][1] == "P" and passed is not None and (passed, NULL) in repaired.attacks(s.grid, pawn):
            yield pawn, (passed, NULL), pawn[1]


def _castling(h: History) -> Iterator[Choice]:
    """Definition 17: the tiles between are empty, the king is not in check, and passes over no attack."""
    (g, c), content = h[-1], graph(h[-1].grid)
    for (x, y), _ in rights(h, c):
        way = 1 if x > KING_FILE else -1
        king: Tile = ((KING_FILE, y), (c, "K"))
        between = [(file, y) for file in range(min(x, KING_FILE) + 1, max(x, KING_FILE))]
        passed = [(KING_FILE, y), (KING_FILE + way, y)]
        if all(content[k][1] == "null" for k in between) and not any(_hit(g, c, k) for k in passed):
            yield king, ((KING_FILE + 2 * way, y), NULL), king[1]


def _hit(g: Grid, c: Colour, k: Position) -> bool:
    """Whether a piece of the other colour attacks a position."""
    hits = (repaired.attacks(g, tile) for tile in repaired.of_colour(g, switch(c)))
    return any(k == there for tiles in hits for there, _ in tiles)


def successor(h: History, m: Choice) -> State:
    """Definition 11*: t1 gets a null piece, t2 the piece δ; a pawn is taken in passing, a rook castles along.

    >>> from lasker.formulations.foundations.fen import read, write
    >>> h = (read("4k3/8/8/8/8/8/8/4K2R w"),)
    >>> [castles] = [m for m in choices(h) if m[0][0] == (4, 0) and m[1][0] == (6, 0)]
    >>> write(successor(h, castles))
    '4k3/8/8/8/8/8/8/5RK1 b - - 0 1'
    """
    (g, c), ((x1, y1), moved), ((x2, y2), taken) = h[-1], m[0], m[1]
    put: dict[Position, Piece] = {(x1, y1): NULL, (x2, y2): m[2]}
    if moved[1] == "P" and x1 != x2 and taken == NULL:
        put[x2, y1] = NULL
    if moved[1] == "K" and abs(x2 - x1) == 2:
        put[7 if x2 > x1 else 0, y1] = NULL
        put[(x1 + x2) // 2, y1] = (c, "R")
    return State(frozenset((k, put.get(k, piece)) for k, piece in g), switch(c))


@lru_cache(maxsize=1024)
def legal_choices(h: History) -> frozenset[Choice]:
    """Definition 12*: the moves after which there are two kings, and that of colour c is not in check.

    >>> from lasker.formulations.foundations.fen import read
    >>> len(legal_choices((read("4k3/8/8/8/8/8/8/4K2R w"),)))
    15
    """
    c = h[-1].colour
    after = ((m, successor(h, m).grid) for m in choices(h))
    return frozenset(m for m, g in after if repaired.fits(g) and not repaired.in_check(g, c))


def is_checkmate(h: History) -> bool:
    """Definition 13*: in check, and the set of legal moves is empty.

    >>> from lasker.formulations.foundations.fen import read
    >>> is_checkmate((read("k7/1Q6/2K5/8/8/8/8/8 b"),))
    True
    """
    return repaired.in_check(*h[-1]) and not legal_choices(h)


def is_stalemate(h: History) -> bool:
    """Definition 14*: not in check, and the set of legal moves is empty.

    >>> from lasker.formulations.foundations.fen import read
    >>> is_stalemate((read("k7/2K5/1Q6/8/8/8/8/8 b"),))
    True
    """
    return not repaired.in_check(*h[-1]) and not legal_choices(h)


def situation(h: History) -> tuple[State, frozenset[Tile], bool]:
    """Definition 19: what is the same in a repetition: the state, the rights, a legal capture in passing.

    >>> from lasker.formulations.foundations.fen import read
    >>> len(situation((read("r3k2r/8/8/8/8/8/8/R3K2R w"),))[1])
    4
    """
    passed = double_step(h)
    taken = passed is not None and any(
        t1[1][1] == "P" and t2 == (passed, NULL) and t1[0][0] != passed[0] for t1, t2, _ in legal_choices(h)
    )
    return h[-1], rights(h, "white") | rights(h, "black"), taken


def occurrences(h: History) -> int:
    """Definition 19: how many beginnings of the history end in the situation of the whole.

    >>> from lasker.formulations.foundations.fen import read
    >>> occurrences((read("k7/8/8/8/8/8/8/K7 w"),) * 3)
    3
    """
    now = situation(h)
    same = (i for i in range(1, len(h) + 1) if h[i - 1] == h[-1])
    return sum(situation(h[:i]) == now for i in same)


def quiet_plies(h: History) -> int:
    """Definition 20: how many states the history goes back without a capture or a move of a pawn.

    >>> from lasker.formulations.foundations.fen import read
    >>> quiet_plies((read("4k3/8/8/8/8/8/4P3/4K3 w"), read("4k3/8/8/8/4P3/8/8/4K3 b")))
    0
    """

    def kept(s: State) -> tuple[int, frozenset[Tile]]:
        return len(men(s.grid)), frozenset(tile for tile in s.grid if tile[1][1] == "P")

    plies = 0
    while plies < len(h) - 1 and kept(h[-2 - plies]) == kept(h[-1]):
        plies += 1
    return plies


def may_claim(h: History) -> frozenset[str]:
    """Definitions 19 and 20: the draws that the player to move may claim.

    >>> from lasker.formulations.foundations.fen import read
    >>> sorted(may_claim((read("k7/8/8/8/8/8/8/K7 w"),) * 101))
    ['fifty moves', 'threefold repetition']
    """
    reasons = {
        "threefold repetition": occurrences(h) >= CLAIMED_OCCURRENCES,
        "fifty moves": quiet_plies(h) >= CLAIMED_QUIET_PLIES,
    }
    return frozenset(reason for reason, holds in reasons.items() if holds)


def is_over(h: History) -> bool:
    """Definition 15*(2): mate, stalemate, the fifth occurrence, or 75 moves of each side without progress.

    >>> from lasker.formulations.foundations.fen import read
    >>> is_over((read("k7/8/8/8/8/8/8/K7 w"),) * 4), is_over((read("k7/8/8/8/8/8/8/K7 w"),) * 5)
    (False, True)
    """
    standstill = occurrences(h) >= MOST_OCCURRENCES or quiet_plies(h) >= MOST_QUIET_PLIES
    return not legal_choices(h) or standstill


def continuations(h: History) -> frozenset[History]:
    """Definition 15*(3): the histories that are one legal move longer.

    >>> from lasker.formulations.foundations.fen import START, read
    >>> len(continuations((read(START),)))
    20
    """
    return frozenset((*h, successor(h, m)) for m in legal_choices(h))
