"""Definitions 3 to 9 and Theorem 1, in their order: what can be said of one grid, read as repaired."""

from __future__ import annotations

from itertools import product
from typing import ClassVar

from lasker.formulations.foundations.ranges import Vector, attacked, on_the_plane, reached
from lasker.formulations.foundations.sets import (
    NULL,
    C,
    Colour,
    Grid,
    Piece,
    Position,
    Shape,
    T,
    Tile,
    positions,
    shape,
    switch,
)


class Grids:
    """One reading of the definitions about a single grid; each is a method.

    >>> from lasker.formulations.foundations import START, read
    >>> Grids().is_grid(read(START).grid), Grids().in_check(read(START).grid, "white")
    (True, False)
    """

    nulls: ClassVar[frozenset[Piece]] = frozenset({NULL})
    """Definition 4: the pieces that mean an empty tile. One, of no colour (E-A2)."""

    def shift(self, k: Position, v: Vector, size: Shape) -> Position | None:
        """Definition 3: where a step from a position leads, in the integers and not in Z/8Z (E-A1).

        >>> Grids().shift((0, 0), (1, 2), (8, 8)), Grids().shift((0, 0), (-1, 0), (8, 8))
        ((1, 2), None)
        """
        return on_the_plane(k, v, size)

    def pieces(self) -> frozenset[Piece]:
        """Definition 4: the pairs of a colour and a type, 2 x 6 men and the null piece.

        >>> len(Grids().pieces())
        13
        """
        return frozenset(product(C, T - {"null"})) | self.nulls

    def a_null(self) -> Piece:
        """Definition 11, "a null piece": the one that we take where there is a choice (E-A2).

        >>> Grids().a_null()
        (None, 'null')
        """
        return max(self.nulls, key=str)

    def is_grid(self, tiles: frozenset[Tile]) -> bool:
        """Definition 6: as many tiles as positions, (1) each with a position of its own, (2) men that fit.

        >>> Grids().is_grid(frozenset({((0, 0), ("white", "K")), ((1, 0), ("black", "K"))}))
        True
        """
        n, p = shape(tiles) if tiles else (0, 0)
        return (
            len(tiles) == n * p > 0
            and {k for k, _ in tiles} == positions(n, p)
            and {piece for _, piece in tiles} <= self.pieces()
            and self.fits(tiles)
        )

    def fits(self, tiles: frozenset[Tile]) -> bool:
        """Definition 6(2): exactly one king of each colour, and no bound on the other men (E-A3).

        >>> Grids().fits(frozenset({((0, 0), ("white", "K"))}))
        False
        """
        return all(len(self.kings(tiles, c)) == 1 for c in C)

    def attacks(self, g: Grid, tile: Tile) -> frozenset[Tile]:
        """Definition 8, the positions that a piece "is attacking" (E-A4: not where it can move).

        >>> from lasker.formulations.foundations import read
        >>> len(Grids().attacks(read("k7/8/8/8/8/8/4P3/K7 w").grid, ((0, 0), ("white", "K"))))
        3
        """
        return attacked(g, tile, self.shift)

    def reach(self, g: Grid, tile: Tile) -> frozenset[Tile]:
        """Definition 8, range_g(δ): the tiles that δ can "move to" (E-A4: not what it attacks).

        >>> from lasker.formulations.foundations import read
        >>> pawn = ((4, 1), ("white", "P"))
        >>> sorted(k for k, _ in Grids().reach(read("k7/8/8/8/8/8/4P3/K7 w").grid, pawn))
        [(4, 2), (4, 3)]
        """
        return reached(g, tile, self.shift)

    def of_colour(self, g: Grid, c: Colour) -> frozenset[Tile]:
        """The tiles that contain a piece of colour c, the words of Definitions 9 and 10.

        >>> from lasker.formulations.foundations import START, read
        >>> len(Grids().of_colour(read(START).grid, "white"))
        16
        """
        return frozenset(tile for tile in g if tile[1][0] == c)

    def kings(self, g: Grid, c: Colour) -> frozenset[Tile]:
        """The tile that the king of colour c is on, as a set: with one element, unless g is no grid.

        >>> from lasker.formulations.foundations import START, read
        >>> sorted(Grids().kings(read(START).grid, "white"))
        [((4, 0), ('white', 'K'))]
        """
        return frozenset(tile for tile in g if tile[1] == (c, "K"))

    def in_check(self, g: Grid, c: Colour) -> bool:
        """Definition 9: the union of the ranges of all pieces of colour s(c) contains the king of colour c.

        >>> from lasker.formulations.foundations import read
        >>> Grids().in_check(read("k6Q/8/1K6/8/8/8/8/8 b - - 0 1").grid, "black")
        True
        """
        king = self.kings(g, c)
        return any(king & self.attacks(g, tile) for tile in self.of_colour(g, switch(c)))

    def check_range(self, g: Grid, king: Tile) -> frozenset[Tile]:
        """Theorem 1, checkRange_g(k): what the king would attack, were it of each type t != null in turn.

        >>> from lasker.formulations.foundations import read
        >>> len(Grids().check_range(read("k7/8/8/8/8/8/8/7K w").grid, ((7, 0), ("white", "K"))))
        23
        """
        k, (c, _) = king
        stand_ins: list[Tile] = [(k, (c, t)) for t in T - {"null"}]
        return frozenset().union(*(self.attacks((g - {king}) | {tile}, tile) for tile in stand_ins))

    def named_by_theorem_1(self, c: Colour) -> Colour:
        """Theorem 1: the colour of the piece that it promises, s(c) (E-A5).

        >>> Grids().named_by_theorem_1("white")
        'black'
        """
        return switch(c)

    def near_check(self, g: Grid, c: Colour) -> bool:
        """Theorem 1, its conclusion: such a piece stands in checkRange_g(k).

        >>> from lasker.formulations.foundations import read
        >>> Grids().near_check(read("k7/8/8/8/8/8/8/7K w").grid, "white")
        True
        """
        hunter = self.named_by_theorem_1(c)
        return any(
            there[1][0] == hunter and there[1][1] != "null"
            for king in self.kings(g, c)
            for there in self.check_range(g, king)
        )

    def theorem_1(self, g: Grid, c: Colour) -> bool:
        """Theorem 1 on one grid: in check only if such a piece exists. The converse need not hold.

        >>> from lasker.formulations.foundations import read
        >>> knight = read("4k3/8/8/8/8/4n3/8/4K3 w - - 0 1").grid
        >>> r = Grids()
        >>> r.theorem_1(knight, "white"), r.near_check(knight, "white"), r.in_check(knight, "white")
        (True, True, False)
        """
        return not self.in_check(g, c) or self.near_check(g, c)
