"""Seed 004, H1 to H4: boards, displacement sets and movement graphs, counted from the rules and by hand.

The counts of the seed are compared with graphs found by running the moves of a game, with a naive count over
pairs of squares that knows nothing of Lasker, and with formulas for boards of any size.
"""

from __future__ import annotations

from functools import cache

import pytest

from lasker.kernel.source import Source
from lasker.model.game import Game
from lasker.movement.graph import MovementGraph, movement_graph
from lasker.movement.piece_context import piece_called
from lasker.play.library import model
from lasker.syntax.read import read_game

Vector = tuple[int, int]

BOARD = """lasker 1
game "A board of fairies"
players white black
board {width}x{height}
piece king 'K' 'k'
piece queen 'Q' 'q'
piece rook 'R' 'r'
piece bishop 'B' 'b'
piece knight 'N' 'n'
piece dragon 'D' 'd'
goes(t) = [% is (rook | queen)] all4(ride(u, t))
        | [% is (bishop | queen | dragon)] all4(ride(ur, t))
        | [% is (knight | dragon)] all8(take(uur, t))
        | [% is king] all4(take(u, t) | take(ur, t))
        | [% is dragon] (take(u, t) | take(d, t))
white = %friend: (goes(.) | goes(enemy))
black = C white
"""


@cache
def board(width: int, height: int) -> Game:
    return read_game(Source(BOARD.format(width=width, height=height), "fairies.rules"))


@cache
def graph(game: Game, piece: str) -> MovementGraph:
    return movement_graph(game, piece_called(game, piece))


def deltas(piece: str, n: int) -> set[Vector]:
    """Table 1 of the seed, for a board of n by n squares."""
    lines = range(1, n)
    rook = {v for k in lines for v in ((k, 0), (-k, 0), (0, k), (0, -k))}
    bishop = {(s * k, t * k) for k in lines for s in (1, -1) for t in (1, -1)}
    knight = {(s * a, t * b) for a, b in ((1, 2), (2, 1)) for s in (1, -1) for t in (1, -1)}
    king = {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {(0, 0)}
    return {
        "rook": rook,
        "bishop": bishop,
        "queen": rook | bishop,
        "knight": knight,
        "king": king,
        "dragon": bishop | knight | {(0, 1), (0, -1)},
    }[piece]


def naive_edges(piece: str, width: int, height: int) -> set[tuple[Vector, Vector]]:
    """E_p by looking at every pair of squares."""
    squares = [(x, y) for x in range(width) for y in range(height)]
    delta = deltas(piece, max(width, height))
    return {(u, v) for u in squares for v in squares if (v[0] - u[0], v[1] - u[1]) in delta}


EDGES = {"knight": 336, "bishop": 560, "rook": 896, "queen": 1456, "king": 420, "dragon": 1008}


def test_H1_the_board_graph_has_n_squared_vertices() -> None:
    for n in (1, 5, 8):
        assert len(board(n, n).space.sites) == n * n
    assert len(board(9, 4).space.sites) == 36


@pytest.mark.parametrize(("piece", "size"), [("knight", 8), ("bishop", 28), ("rook", 28), ("king", 8)])
def test_H2_displacement_sets(piece: str, size: int) -> None:
    found = graph(model("chess"), piece).displacements
    assert len(found) == size
    assert found == deltas(piece, 8)


def test_H2_the_queen_is_bishop_and_rook() -> None:
    game = board(8, 8)
    queen, bishop, rook = (graph(game, name) for name in ("queen", "bishop", "rook"))
    assert len(queen.displacements) == 56
    assert queen.displacements == bishop.displacements | rook.displacements
    assert queen.edges == bishop.edges | rook.edges


def test_H2_the_pawn_has_conditional_displacements() -> None:
    white, black = graph(model("chess"), "P"), graph(model("chess"), "p")
    assert white.displacements == {(0, 1), (0, 2), (1, 1), (-1, 1)}
    assert black.displacements == {(x, -y) for x, y in white.displacements}
    twice = [edge for edge in white.moves if edge[1] - edge[0] == 16]
    assert len(twice) == 8, "from the second rank only"
    assert (len(white.moves), len(white.takes)) == (6 * 8 + 8, 6 * 14)
    assert not white.moves & white.takes


def test_H3_the_dragon_is_a_fairy_piece() -> None:
    dragon = graph(board(8, 8), "dragon")
    assert len(dragon.displacements) == 38
    assert dragon.displacements == deltas("dragon", 8)


@pytest.mark.parametrize("piece", EDGES)
def test_H4_edges_on_eight_by_eight(piece: str) -> None:
    found = graph(board(8, 8), piece)
    assert len(found.edges) == EDGES[piece] == len(naive_edges(piece, 8, 8))
    assert found.moves == found.takes
    assert len(found.undirected) * 2 == EDGES[piece]
    sites = found.space.sites
    assert {(sites[a], sites[b]) for a, b in found.edges} == naive_edges(piece, 8, 8)


@pytest.mark.parametrize("piece", ["knight", "king"])
def test_H4_holds_for_chess_itself(piece: str) -> None:
    assert len(graph(model("chess"), piece).edges) == EDGES[piece]


@pytest.mark.parametrize(("width", "height"), [(1, 1), (3, 3), (5, 4), (2, 7)])
def test_H4_formulas_on_any_board(width: int, height: int) -> None:
    """Directed edges on n by p: K 8np − 6n − 6p + 4, R np(n + p − 2), N 4((n−1)(p−2) + (n−2)(p−1))."""
    n, p, game = width, height, board(width, height)
    assert len(graph(game, "king").edges) == (8 * n * p - 6 * n - 6 * p + 4 if n * p > 1 else 0)
    assert len(graph(game, "rook").edges) == n * p * (n + p - 2)
    knights = max(0, n - 1) * max(0, p - 2) + max(0, n - 2) * max(0, p - 1)
    assert len(graph(game, "knight").edges) == 4 * knights
    for piece in EDGES:
        assert len(graph(game, piece).edges) == len(naive_edges(piece, n, p))
