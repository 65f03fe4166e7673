"""Raumschach: pieces of three dimensions, against vectors."""

from __future__ import annotations

import random
from itertools import product

import pytest
from positions import game

raumschach = game("raumschach")
VECTORS = [v for v in product((-1, 0, 1), repeat=3) if any(v)]
LINES = {"♖": {1}, "♗": {2}, "🦄": {3}, "♕": {1, 2, 3}}  # how many coordinates change
LEAPS = {
    "♔": VECTORS,
    "♘": [v for v in product((-2, -1, 0, 1, 2), repeat=3) if sorted(map(abs, v)) == [0, 1, 2]],
}
Square = tuple[int, ...]


def name(at: Square) -> str:
    return f"{'ABCDE'[at[2]]}{'abcde'[at[0]]}{at[1] + 1}"


def ways(board: dict[Square, str], at: Square) -> set[Square]:
    """Where a white piece may go."""
    piece = board[at]
    vectors = LEAPS.get(piece) or [v for v in VECTORS if sum(map(abs, v)) in LINES[piece]]
    found = set()
    for v in vectors:
        for i in range(1, 5 if piece in LINES else 2):
            goal = tuple(a + i * b for a, b in zip(at, v, strict=True))
            if not all(0 <= x <= 4 for x in goal) or board.get(goal, "♚") in "♖♗🦄♕♔♘":
                break
            found.add(goal)
            if goal in board:
                break
    return found


@pytest.mark.parametrize(
    ("piece", "centre", "corner"),
    [("♖", 12, 12), ("♗", 24, 12), ("🦄", 16, 4), ("♕", 52, 28), ("♔", 26, 7), ("♘", 24, 6)],
)
def test_alone_in_the_cube(piece: str, centre: int, corner: int) -> None:
    assert len(raumschach.after("white", raumschach.place({"Cc3": piece}))) == centre
    assert len(raumschach.after("white", raumschach.place({"Aa5": piece}))) == corner


@pytest.mark.parametrize("start", [(0, 0, 0), (1, 0, 1), (0, 1, 0), (2, 2, 1)])
def test_squares_that_a_unicorn_can_reach(start: Square) -> None:
    """All its coordinates change at once: it knows the squares of its own parity and of the opposite one."""
    wanted = {
        at
        for at in product(range(5), repeat=3)
        if len({(a - b) % 2 for a, b in zip(at, start, strict=True)}) == 1
    }
    seen, todo = {name(start)}, [name(start)]
    while todo:
        position = raumschach.place({todo.pop(): "🦄"})
        fresh = {
            square for end in raumschach.after("white", position) for square in raumschach.pieces(end)
        } - seen
        seen |= fresh
        todo += fresh
    assert seen == set(map(name, wanted))
    assert len(seen) in (30, 35)


@pytest.mark.parametrize("seed", range(4))
def test_riders_in_the_cube_stop_at_the_first_piece(seed: int) -> None:
    dice = random.Random(seed)
    board: dict[Square, str] = {
        at: dice.choice("♖♗🦄♕♔♘♚♜♝♞") for at in product(range(5), repeat=3) if dice.random() < 0.15
    }
    wanted = {
        name(at) + name(to) for at, piece in board.items() if piece in "♖♗🦄♕♔♘" for to in ways(board, at)
    }
    position = raumschach.place({name(at): piece for at, piece in board.items()})
    assert set(raumschach.names("white", position)) == wanted
