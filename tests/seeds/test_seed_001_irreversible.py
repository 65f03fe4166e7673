"""Seed 001, item B42: Irreversible Chess. Every move ends on a higher rank, so no position returns."""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import product
from random import Random

import pytest
from formulas import START, ends

import lasker

RULES = lasker.rules("""
    rays(m)  = slide(m) | ride(m, enemy)
    king     = %♔: leap(u) | both(leap(ur))
    knight   = %♘: both(leap(uur) | leap(urr))
    bishop   = %♗: both(rays(ur))
    rook     = %♖: rays(u)
    queen    = %♕: rays(u) | both(rays(ur))
    march    = dd# + d square + % + u. + uu. -> . + uu%
    promote  = (% + u# -> ♕ | ♖ | ♗ | ♘) // nil
    pawn     = %♙: (step(u) | march | both(take(ur, enemy))) promote
    white    = king | knight | bishop | rook | queen | pawn
    black    = flipped(white)
""")

PIECES: dict[str, tuple[str, set[tuple[int, int]], int]] = {  # glyph, directions, how far
    "king": ("♔", {(-1, 1), (0, 1), (1, 1)}, 1),
    "knight": ("♘", {(-2, 1), (-1, 2), (1, 2), (2, 1)}, 1),
    "bishop": ("♗", {(-1, 1), (1, 1)}, 8),
    "rook": ("♖", {(0, 1)}, 8),
    "queen": ("♕", {(-1, 1), (0, 1), (1, 1)}, 8),
}
# From each home square: how many squares in one move, and in any number of moves, on an empty board.
HOME = {
    "rook a1": (7, 7),
    "knight b1": (3, 41),
    "bishop c1": (7, 24),
    "king d1": (3, 47),
    "queen e1": (14, 47),
    "bishop f1": (7, 24),
    "knight g1": (3, 41),
    "rook h1": (7, 7),
}


def alone(glyph: str, x: int, y: int) -> str:
    """A piece alone on the board of 64 squares."""
    return "\n".join("".join(glyph if (i, 7 - j) == (x, y) else "." for i in range(8)) for j in range(8))


def goals(move: str, board: str, glyph: str) -> set[str]:
    """The squares on which a move can put the only piece."""
    found = lasker.evaluate(move, board, RULES)
    return {square for end in found for square, content in end.squares().items() if content == glyph}


def by_hand(directions: set[tuple[int, int]], far: int, x: int, y: int) -> set[tuple[int, int]]:
    """Where a piece goes in one move on an empty board, without the algebra."""
    steps = ((x + k * dx, y + k * dy) for dx, dy in directions for k in range(1, far + 1))
    return {(i, j) for i, j in steps if 0 <= i < 8 and 0 <= j < 8}


def name(x: int, y: int) -> str:
    return "abcdefgh"[x] + str(y + 1)


@pytest.mark.parametrize("piece", PIECES)
def test_B42_moves_from_every_square(piece: str) -> None:
    glyph, directions, far = PIECES[piece]
    for x, y in product(range(8), repeat=2):
        wanted = {name(i, j) for i, j in by_hand(directions, far, x, y)}
        assert goals(piece, alone(glyph, x, y), glyph) == wanted


@pytest.mark.parametrize("home", HOME)
def test_B42_reach_from_the_home_squares(home: str) -> None:
    piece, square = home.split()
    glyph, directions, far = PIECES[piece]
    x, y = "abcdefgh".index(square[0]), int(square[1]) - 1
    board = alone(glyph, x, y)
    reached, fresh = set[tuple[int, int]](), {(x, y)}
    while fresh:
        fresh = {goal for at in fresh for goal in by_hand(directions, far, *at)} - reached
        reached |= fresh
    assert goals(f"({piece})+", board, glyph) == {name(i, j) for i, j in reached}
    assert (len(goals(piece, board, glyph)), len(reached)) == HOME[home]


def test_B42_the_shape_of_the_reach() -> None:
    """A cone before king and queen, half of a cone before a bishop, a file before a rook."""
    ahead = list(product(range(8), range(1, 8)))
    cone = {name(x, y) for x, y in ahead if abs(x - 3) <= y}
    assert goals("(king)+", alone("♔", 3, 0), "♔") == cone
    assert goals("(queen)+", alone("♕", 3, 0), "♕") == cone
    dark = {name(x, y) for x, y in ahead if abs(x - 2) <= y and (x + y) % 2 == 0}
    assert goals("(bishop)+", alone("♗", 2, 0), "♗") == dark
    assert goals("(rook)+", alone("♖", 0, 0), "♖") == {f"a{rank}" for rank in range(2, 9)}


def advance(board: str, glyphs: str, up: bool) -> int:
    """The ranks of some pieces, added up, each counted from its own side."""
    rows = board.split("/")
    ranks = range(len(rows), 0, -1) if up else range(1, len(rows) + 1)
    return sum(rank for rank, row in zip(ranks, rows, strict=True) for mark in row if mark in glyphs)


WHITE, BLACK = "♙♘♗♖♕♔", "♟♞♝♜♛♚"


def played(dice: Random, length: int) -> Iterator[tuple[str, str, bool]]:
    """A game of random moves from the start: each position, what it leads to, and whether white moved."""
    board, white = START.replace("\n", "/"), True
    for _ in range(length):
        following = sorted(ends("white" if white else "black", board, RULES))
        if not following:
            return
        yield from ((board, end, white) for end in following)
        board, white = dice.choice(following), not white


@pytest.mark.parametrize("seed", range(3))
def test_B42_every_move_raises_the_ranks_of_the_mover(seed: int) -> None:
    seen = 0
    for before, after, white in played(Random(seed), 40):
        own, other = (WHITE, BLACK) if white else (BLACK, WHITE)
        assert advance(after, own, white) > advance(before, own, white)
        men = [sum(mark in own for mark in board) for board in (before, after)]
        enemies = [sum(mark in other for mark in board) for board in (before, after)]
        assert men[0] == men[1]
        assert enemies[0] - enemies[1] in (0, 1)
        if enemies[0] == enemies[1]:  # nothing was taken: the enemy stands as he stood
            assert advance(after, other, not white) == advance(before, other, not white)
        seen += 1
    assert seen > 200


def graph(start: str, white: str, black: str) -> dict[tuple[str, bool], set[tuple[str, bool]]]:
    """Every position that play can lead to, and what each leads to."""
    moves = {True: lasker.parse(white, RULES), False: lasker.parse(black, RULES)}
    found: dict[tuple[str, bool], set[tuple[str, bool]]] = {}
    todo = [(lasker.board(start, RULES), True)]
    while todo:
        board, turn = todo.pop()
        if (str(board), turn) not in found:
            following = moves[turn].results(board)
            found[str(board), turn] = {(str(end), not turn) for end in following}
            todo += [(end, not turn) for end in following]
    return found


def test_B42_no_position_returns() -> None:
    positions = graph("♚.♟/.../.../♙.♔", "white", "black")
    order = list(TopologicalSorter(positions).static_order())
    assert len(order) == len(positions) > 3000


def test_B42_positions_of_orthodox_rooks_return() -> None:
    rook = "%♖: in_any_direction(rays(u))"
    with pytest.raises(CycleError):
        list(TopologicalSorter(graph("..♜/.../♖..", rook, f"flipped({rook})")).static_order())


def test_B42_the_start_has_the_moves_of_the_pawns_and_knights() -> None:
    assert len(ends("white", START, RULES)) == 20
    assert len(ends("black", START, RULES)) == 20
