"""Hex: connection, against a flood fill, and the theorem that somebody always wins."""

from __future__ import annotations

import random

import pytest
from positions import game

hexes = game("hex")
SIZE = 5
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def connected(stones: set[tuple[int, int]], axis: int) -> bool:
    """Do these stones connect the two sides along an axis? A flood from one side."""
    seen: set[tuple[int, int]] = set()
    todo = [at for at in stones if at[axis] == 0]
    while todo:
        x, y = todo.pop()
        if (x, y) not in seen:
            seen.add((x, y))
            todo += [(x + a, y + b) for a, b in AROUND if (x + a, y + b) in stones]
    return any(at[axis] == SIZE - 1 for at in seen)


def test_a_zigzag_connects() -> None:
    zigzag = """
            . . ● . .
           . . ● ● .
          . . . . ●
         . ● ● ● .
        . ● . . ."""
    assert not hexes.can("won", hexes.read(zigzag))
    assert hexes.can("won", hexes.read(zigzag.replace(". . . . ●", ". . . ● ●")))


def test_the_far_side_alone_is_not_enough() -> None:
    assert not hexes.can("won", hexes.place({}))
    assert hexes.can("won", hexes.place({f"c{rank}": "●" for rank in range(1, 6)}))
    assert not hexes.can("won", hexes.place({f"c{rank}": "●" for rank in range(2, 6)}))
    assert not hexes.can("won", hexes.place({f"{file}3": "●" for file in "abcde"}))
    assert hexes.can("C won", hexes.place({f"{file}3": "○" for file in "abcde"}))


@pytest.mark.parametrize("full", [True, False])
def test_connection(full: bool) -> None:
    """On random boards, and on full ones exactly one of the two has won."""
    both = 0
    for seed in range(60):
        dice = random.Random(seed)
        stones = {site: dice.choice("●○" if full else "●○.") for site in hexes.space.sites}
        position = hexes.place(
            {hexes.space.label(hexes.space.index[at]): stone for at, stone in stones.items()}
        )
        red, blue = hexes.can("won", position), hexes.can("C won", position)
        assert red == connected({at for at, stone in stones.items() if stone == "●"}, axis=1)
        assert blue == connected({at for at, stone in stones.items() if stone == "○"}, axis=0)
        both += red + blue
        if full:
            assert red is not blue
    assert 0 < both <= 60


def test_a_move_is_a_stone_on_an_empty_square() -> None:
    position = hexes.place({"a1": "●", "b2": "○"})
    assert len(hexes.after("red", position)) == SIZE * SIZE - 2
