"""A rook on a torus: circles instead of lines."""

from __future__ import annotations

import random

import pytest
from positions import game

torus = game("torus")


def ways(board: dict[tuple[int, int], str], x: int, y: int) -> set[tuple[int, int]]:
    found = set()
    for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        for i in range(1, 6 if dx else 5):
            at = ((x + i * dx) % 6, (y + i * dy) % 5)
            if board.get(at) in ("♖", "♙"):
                break
            found.add(at)
            if at in board:
                break
    return found


def test_an_empty_torus() -> None:
    """Five squares of its rank and four of its file; coming round to where it stood is no move."""
    for square in torus.squares:
        assert len(torus.after("white", torus.place({square: "♖"}))) == 5 + 4


@pytest.mark.parametrize("seed", range(10))
def test_rooks_on_a_torus_stop_at_the_first_piece(seed: int) -> None:
    dice = random.Random(seed)
    board = {(x, y): dice.choice("♖♙♟♟") for x in range(6) for y in range(5) if dice.random() < 0.3}
    wanted = {
        torus.space.label(torus.space.index[at]) + torus.space.label(torus.space.index[to])
        for at, piece in board.items()
        if piece == "♖"
        for to in ways(board, *at)
    }
    position = torus.place({torus.space.label(torus.space.index[at]): piece for at, piece in board.items()})
    assert set(torus.names("white", position)) == wanted
