"""Definitions 1 to 7: colours, types, positions, pieces, tiles, grids and states, as plain immutable sets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias, get_args

Colour: TypeAlias = Literal["black", "white"]
Type: TypeAlias = Literal["P", "N", "B", "R", "Q", "K", "null"]
Position: TypeAlias = tuple[int, int]
Piece: TypeAlias = tuple[Colour | None, Type]
Tile: TypeAlias = tuple[Position, Piece]
Grid: TypeAlias = frozenset[Tile]
Move: TypeAlias = tuple[Tile, Tile]
Shape: TypeAlias = tuple[int, int]

C: frozenset[Colour] = frozenset(get_args(Colour))
"""Definition 1: C = {black, white}."""

T: frozenset[Type] = frozenset(get_args(Type))
"""Definition 2: T = {P, N, B, R, Q, K, null}."""

NULL: Piece = (None, "null")
"""The piece of an empty tile as we read it: one value, of no colour (E-A2)."""


class State(NamedTuple):
    """Definition 7: s = (g, c), a grid and the colour to move.

    >>> State(frozenset({((0, 0), NULL)}), "white").colour
    'white'
    """

    grid: Grid
    colour: Colour


def switch(c: Colour) -> Colour:
    """Definition 1: s(black) = white, s(white) = black. Called switch, since s is also a state (E-A1).

    >>> all(switch(switch(c)) == c != switch(c) for c in C)
    True
    """
    return "white" if c == "black" else "black"


def positions(n: int = 8, p: int = 8) -> frozenset[Position]:
    """Definition 3: {(0, 0), (0, 1), ... (7, 7)}, on any board of n files and p ranks.

    The definition calls this set K, which is also the type of a king (E-A1).

    >>> len(positions()), sorted(positions(2, 1))
    (64, [(0, 0), (1, 0)])
    """
    return frozenset(product(range(n), range(p)))


@lru_cache(maxsize=4096)
def graph(g: Grid) -> Mapping[Position, Piece]:
    """A grid is the graph of a function from positions to pieces: here is the function.

    >>> graph(frozenset({((0, 0), ("white", "K"))}))[0, 0]
    ('white', 'K')
    """
    return MappingProxyType(dict(g))


@lru_cache(maxsize=4096)
def shape(g: Grid) -> Shape:
    """The number of files and ranks of a grid.

    >>> shape(frozenset((k, NULL) for k in positions(3, 5)))
    (3, 5)
    """
    x, y = max(graph(g))
    return x + 1, y + 1


def men(g: Grid) -> frozenset[Tile]:
    """The tiles of a grid that are not empty.

    >>> men(frozenset({((0, 0), NULL), ((1, 0), ("white", "K"))}))
    frozenset({((1, 0), ('white', 'K'))})
    """
    return frozenset(tile for tile in g if tile[1][1] != "null")


def fill(placed: frozenset[Tile], size: Shape = (8, 8), null: Piece = NULL) -> Grid:
    """The grid with these men on it, and a null piece on every other tile.

    >>> len(fill(frozenset({((4, 0), ("white", "K"))})))
    64
    """
    return placed | {(k, null) for k in positions(*size) - {k for k, _ in placed}}
