"""Definitions 3 to 15 and Theorem 1, in their order, read as repaired; `errata` reads them as printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import ClassVar

from lasker.foundations.ranges import Vector, attacked, on_the_plane, reached
from lasker.foundations.sets import (
    NULL,
    C,
    Colour,
    Grid,
    Move,
    Piece,
    Position,
    Shape,
    State,
    T,
    Tile,
    men,
    positions,
    shape,
    switch,
)

MOST_OCCURRENCES = 5  # of one state in a game: FIDE 9.6.1
MOST_QUIET_PLIES = 150  # 75 moves of each side without a capture or a move of a pawn: FIDE 9.6.2


class Definitions:
    """One reading of the text: each definition is a method, and an erratum overrides one of them.

    >>> from lasker.foundations import read, repaired
    >>> start = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1")
    >>> len(repaired.moves(start)), len(repaired.legal_moves(start))
    (20, 20)
    """

    nulls: ClassVar[frozenset[Piece]] = frozenset({NULL})
    """Definition 4: the pieces that mean an empty tile. One, of no colour (E-A2)."""

    def shift(self, k: Position, v: Vector, size: Shape) -> Position | None:
        """Definition 3: where a step from a position leads, in the integers and not in Z/8Z (E-A1)."""
        return on_the_plane(k, v, size)

    def pieces(self) -> frozenset[Piece]:
        """Definition 4: the pairs of a colour and a type, 2 x 6 men and the null piece.

        >>> len(Definitions().pieces())
        13
        """
        return frozenset(product(C, T - {"null"})) | self.nulls

    def a_null(self) -> Piece:
        """Definition 11, "a null piece": the one that we take where there is a choice (E-A2)."""
        return max(self.nulls, key=str)

    def is_grid(self, tiles: frozenset[Tile]) -> bool:
        """Definition 6: as many tiles as positions, (1) each with a position of its own, (2) men that fit.

        >>> Definitions().is_grid(frozenset({((0, 0), ("white", "K")), ((1, 0), ("black", "K"))}))
        True
        """
        return (
            bool(tiles)
            and {k for k, _ in tiles} == positions(*shape(tiles))
            and len(tiles) == len(positions(*shape(tiles)))
            and {piece for _, piece in tiles} <= self.pieces()
            and self.fits(tiles)
        )

    def fits(self, tiles: frozenset[Tile]) -> bool:
        """Definition 6(2): exactly one king of each colour, and no bound on the other men (E-A3)."""
        return all(len(self.kings(tiles, c)) == 1 for c in C)

    def is_state(self, s: State) -> bool:
        """Definition 7: s = (g, c) with g in G and c in C."""
        return self.is_grid(s.grid) and s.colour in C

    def attacks(self, g: Grid, tile: Tile) -> frozenset[Tile]:
        """Definition 8, the positions that a piece "is attacking" (E-A4: not where it can move)."""
        return attacked(g, tile, self.shift)

    def reach(self, g: Grid, tile: Tile) -> frozenset[Tile]:
        """Definition 8, range_g(δ): the tiles that δ can "move to" (E-A4: not what it attacks)."""
        return reached(g, tile, self.shift)

    def of_colour(self, g: Grid, c: Colour) -> frozenset[Tile]:
        """The tiles that contain a piece of colour c, the words of Definitions 9 and 10."""
        return frozenset(tile for tile in g if tile[1][0] == c)

    def kings(self, g: Grid, c: Colour) -> frozenset[Tile]:
        """The tile that the king of colour c is on, as a set: with one element, unless g is no grid."""
        return frozenset(tile for tile in g if tile[1] == (c, "K"))

    def in_check(self, g: Grid, c: Colour) -> bool:
        """Definition 9: the union of the ranges of all pieces of colour s(c) contains the king of colour c.

        >>> from lasker.foundations import read
        >>> Definitions().in_check(read("k6Q/8/1K6/8/8/8/8/8 b - - 0 1").grid, "black")
        True
        """
        king = self.kings(g, c)
        return any(king & self.attacks(g, tile) for tile in self.of_colour(g, switch(c)))

    def check_range(self, g: Grid, king: Tile) -> frozenset[Tile]:
        """Theorem 1, checkRange_g(k): what the king would attack, were it of each type t != null in turn."""
        k, (c, _) = king
        stand_ins: list[Tile] = [(k, (c, t)) for t in T - {"null"}]
        return frozenset().union(*(self.attacks((g - {king}) | {tile}, tile) for tile in stand_ins))

    def named_by_theorem_1(self, c: Colour) -> Colour:
        """Theorem 1: the colour of the piece that it promises, s(c) (E-A5)."""
        return switch(c)

    def near_check(self, g: Grid, c: Colour) -> bool:
        """Theorem 1, its conclusion: such a piece stands in checkRange_g(k)."""
        hunter = self.named_by_theorem_1(c)
        return any(
            there[1][0] == hunter and there[1][1] != "null"
            for king in self.kings(g, c)
            for there in self.check_range(g, king)
        )

    def theorem_1(self, g: Grid, c: Colour) -> bool:
        """Theorem 1 on one grid: in check only if such a piece exists. The converse need not hold.

        >>> from lasker.foundations import read
        >>> knight = read("4k3/8/8/8/8/4n3/8/4K3 w - - 0 1").grid
        >>> r = Definitions()
        >>> r.theorem_1(knight, "white"), r.near_check(knight, "white"), r.in_check(knight, "white")
        (True, True, False)
        """
        return not self.in_check(g, c) or self.near_check(g, c)

    def moves(self, s: State) -> frozenset[Move]:
        """Definition 10, M_s: (t1, t2) with t1 != t2, a piece of colour c on t1, and t2 in its range."""
        g, c = s
        return frozenset((t1, t2) for t1 in self.of_colour(g, c) for t2 in self.reach(g, t1) if t1 != t2)

    def successors(self, s: State, m: Move) -> frozenset[State]:
        """Definition 11: other tiles stay, t1 gets a null piece, t2 the piece of t1, and c' = s(c).

        "The" successor is a set with one element, or with none if g' is no grid: a king is not captured.

        >>> from lasker.foundations import read, write
        >>> s = read("k7/8/8/8/8/8/8/6RK w - - 0 1")
        >>> m = (((6, 0), ("white", "R")), ((6, 7), NULL))
        >>> [write(after) for after in Definitions().successors(s, m)]
        ['k5R1/8/8/8/8/8/8/7K b - - 0 1']
        """
        (k1, piece), (k2, _) = m
        kept = s.grid - {*m}
        grids = (kept | {(k1, null), (k2, piece)} for null in self.nulls)
        return frozenset(State(g, switch(s.colour)) for g in grids if self.fits(g))

    def is_legal(self, s: State, m: Move) -> bool:
        """Definition 12: the king of colour c on s' is not in check."""
        after = self.successors(s, m)
        return bool(after) and not any(self.in_check(g, s.colour) for g, _ in after)

    def legal_moves(self, s: State) -> frozenset[Move]:
        """Definition 12: the set of legal moves, a subset of M_s."""
        return _legal_moves(self, s)

    def adjacent(self, s: State) -> frozenset[State]:
        """Definitions 11 and 12: the states that s is adjacent to by a legal move."""
        return frozenset().union(*(self.successors(s, m) for m in self.legal_moves(s)))

    def is_checkmate(self, s: State) -> bool:
        """Definition 13: (1) the king of colour c is in check, (2) the set of legal moves is empty.

        >>> from lasker.foundations import read
        >>> Definitions().is_checkmate(read("k7/1Q6/2K5/8/8/8/8/8 b - - 0 1"))
        True
        """
        return self.in_check(s.grid, s.colour) and not self.legal_moves(s)

    def is_stalemate(self, s: State) -> bool:
        """Definition 14(1): the set of legal moves is empty, and the king is not in check (E-A6).

        Clause (2) speaks of all games at once: see `fixpoint.dead`.

        >>> from lasker.foundations import read
        >>> Definitions().is_stalemate(read("k7/2K5/1Q6/8/8/8/8/8 b - - 0 1"))
        True
        """
        return not self.in_check(s.grid, s.colour) and not self.legal_moves(s)

    def is_over(self, history: Sequence[State]) -> bool:
        """Definition 15(2): the final state is a checkmate or a stalemate, or play got nowhere (E-A7).

        It did when a state has occurred five times, or after 75 moves of each side without a capture or a
        move of a pawn.
        """
        s = history[-1]
        return (
            self.is_checkmate(s)
            or self.is_stalemate(s)
            or Counter(history)[s] >= MOST_OCCURRENCES
            or _quiet(history[-MOST_QUIET_PLIES - 1 :])
        )

    def is_game(self, history: Sequence[State], start: State) -> bool:
        """Definition 15 if it ends: (1) s_1 = start, (2) it is over, (3) s_i is adjacent to s_i+1.

        (3) holds for 1 <= i <= n-1 ("s_n-1" is a slip of the pen, E-A1); nothing is played after the end.

        >>> from lasker.foundations import read
        >>> start = read("k7/8/1K6/8/8/8/8/7R w - - 0 1")
        >>> mate = read("k6R/8/1K6/8/8/8/8/8 b - - 0 1")
        >>> Definitions().is_game([start, mate], start), Definitions().is_game([start], start)
        (True, False)
        """
        return (
            bool(history)
            and history[0] == start
            and all(after in self.adjacent(before) for before, after in pairwise(history))
            and self.is_over(history)
            and not any(self.is_over(history[:i]) for i in range(1, len(history)))
        )

    def count_openings(self, start: State, plies: int) -> int:
        """How many sequences of one or more legal moves from `start` Definition 15(3) allows.

        >>> from lasker.foundations import START, read
        >>> Definitions().count_openings(read(START), 1)
        20
        """
        ways: Counter[State] = Counter({start: 1})
        for _ in range(plies - 1):
            after: Counter[State] = Counter()
            for s, count in ways.items():
                after.update(dict.fromkeys(self.adjacent(s), count))
            ways = after
        return sum(count * len(self.adjacent(s)) for s, count in ways.items())


@lru_cache(maxsize=1024)  # checkmate, stalemate and adjacency all ask for it
def _legal_moves(reading: Definitions, s: State) -> frozenset[Move]:
    return frozenset(m for m in reading.moves(s) if reading.is_legal(s, m))


def _quiet(window: Sequence[State]) -> bool:
    """Whether so many plies passed without a capture or a move of a pawn."""
    kept = {
        (len(men(g)), frozenset(tile for tile in g if tile[1][1] == "P")) for g, _ in window
    }  # a man fewer is a capture, another set of pawns a pawn move
    return len(window) > MOST_QUIET_PLIES and len(kept) == 1


repaired = Definitions()
"""The text as the errata repair it."""
