"""Definition 8 made constructive: what a piece attacks, and where it can move, on a plane and on a torus."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import product, takewhile
from typing import TypeAlias

from lasker.formulations.foundations.sets import Colour, Grid, Piece, Position, Shape, Tile, graph, shape

Vector: TypeAlias = tuple[int, int]
Shift: TypeAlias = Callable[[Position, Vector, Shape], Position | None]

STRAIGHT: frozenset[Vector] = frozenset({(1, 0), (-1, 0), (0, 1), (0, -1)})
DIAGONAL: frozenset[Vector] = frozenset(product((1, -1), (1, -1)))
KNIGHTLY: frozenset[Vector] = frozenset(product((1, -1), (2, -2))) | frozenset(product((2, -2), (1, -1)))
RIDERS = frozenset({"B", "R", "Q"})
FORWARD: dict[Colour, int] = {"white": 1, "black": -1}


def on_the_plane(k: Position, v: Vector, size: Shape) -> Position | None:
    """k + v in the integers, or nothing if that leaves the board (E-A1 as repaired).

    >>> on_the_plane((0, 0), (1, 2), (8, 8)), on_the_plane((0, 0), (-1, 0), (8, 8))
    ((1, 2), None)
    """
    x, y = k[0] + v[0], k[1] + v[1]
    return (x, y) if 0 <= x < size[0] and 0 <= y < size[1] else None


def on_the_torus(k: Position, v: Vector, size: Shape) -> Position | None:
    """k + v in Z/8Z x Z/8Z, which never leaves the board (E-A1 as printed).

    >>> on_the_torus((0, 0), (-1, 0), (8, 8))
    (7, 0)
    """
    return (k[0] + v[0]) % size[0], (k[1] + v[1]) % size[1]


@lru_cache(maxsize=1 << 14)
def line(shift: Shift, k: Position, v: Vector, size: Shape) -> tuple[Position, ...]:
    """k + v, k + 2v, ... up to the edge, or until k itself comes round again.

    >>> line(on_the_plane, (5, 0), (1, 1), (8, 8))
    ((6, 1), (7, 2))
    >>> line(on_the_torus, (5, 0), (1, 0), (8, 8))[-1]
    (4, 0)
    """
    found: list[Position] = []
    there = shift(k, v, size)
    while there is not None and there != k:
        found.append(there)
        there = shift(there, v, size)
    return tuple(found)


@cache
def directions(piece: Piece) -> frozenset[Vector]:
    """The vectors along which a piece attacks; a null piece has none.

    >>> sorted(directions(("black", "P"))), len(directions(("white", "N")))
    ([(-1, -1), (1, -1)], 8)
    """
    colour, kind = piece
    match kind:
        case "P" if colour is not None:
            return frozenset((x, FORWARD[colour]) for x in (1, -1))
        case "N":
            return KNIGHTLY
        case "B":
            return DIAGONAL
        case "R":
            return STRAIGHT
        case "Q" | "K":
            return STRAIGHT | DIAGONAL
        case _:
            return frozenset()


@lru_cache(maxsize=1 << 14)
def paths(shift: Shift, tile: Tile, size: Shape) -> tuple[tuple[Position, ...], ...]:
    """The lines along which the piece on a tile attacks, one step of them unless it rides.

    >>> len(paths(on_the_plane, ((0, 0), ("white", "Q")), (8, 8)))
    3
    """
    k, piece = tile
    lines = (line(shift, k, v, size) for v in directions(piece))
    return tuple(path if piece[1] in RIDERS else path[:1] for path in lines if path)


def ray(g: Grid, path: tuple[Position, ...]) -> list[Tile]:
    """The tiles along a path up to and including the first man.

    >>> from lasker.formulations.foundations.sets import fill
    >>> rook = ((2, 0), ("white", "R"))
    >>> ray(fill(frozenset({rook}), (4, 1)), ((1, 0), (2, 0), (3, 0)))
    [((1, 0), (None, 'null')), ((2, 0), ('white', 'R'))]
    """
    content, seen = graph(g), []
    for k in path:
        seen.append((k, content[k]))
        if content[k][1] != "null":
            break
    return seen


def attacked(g: Grid, tile: Tile, shift: Shift = on_the_plane) -> frozenset[Tile]:
    """Definition 8, "is attacking": every tile that the piece on this tile bears on, men of its own included.

    >>> from lasker.formulations.foundations.sets import fill
    >>> pawn = ((4, 1), ("white", "P"))
    >>> sorted(k for k, _ in attacked(fill(frozenset({pawn})), pawn))
    [(3, 2), (5, 2)]
    """
    return frozenset(there for path in paths(shift, tile, shape(g)) for there in ray(g, path))


def reached(g: Grid, tile: Tile, shift: Shift = on_the_plane) -> frozenset[Tile]:
    """Definition 8, "can 'move to'": the attacked tiles without those of its own men; pawns push and capture.

    A pawn on the second rank of its own side may push twice, on any board.

    >>> from lasker.formulations.foundations.sets import fill
    >>> pawn = ((4, 1), ("white", "P"))
    >>> sorted(k for k, _ in reached(fill(frozenset({pawn})), pawn))
    [(4, 2), (4, 3)]
    """
    k, (colour, kind) = tile
    targets = attacked(g, tile, shift)
    if kind != "P" or colour is None:
        return frozenset(there for there in targets if there[1][0] != colour or there[1][1] == "null")
    size = shape(g)
    home = 1 if colour == "white" else size[1] - 2
    ahead = line(shift, k, (0, FORWARD[colour]), size)[: 2 if k[1] == home else 1]
    pushes = takewhile(lambda there: there[1][1] == "null", ray(g, ahead))
    captures = (there for there in targets if there[1][1] != "null" and there[1][0] != colour)
    return frozenset((*pushes, *captures))
