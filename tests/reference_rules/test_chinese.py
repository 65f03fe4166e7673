"""Chinese checkers: the opening moves, and chains of hops against a search by hand."""

from __future__ import annotations

import random

import pytest
from positions import game

chinese = game("chinese")
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def test_the_star_has_121_holes() -> None:
    assert len(chinese.squares) == 121


def test_opening_moves() -> None:
    start = chinese.read("""
                    .
                   . .
                  . . .
                 . . . .
        . . . . . . . . . . . . .
         . . . . . . . . . . . .
          . . . . . . . . . . .
           . . . . . . . . . .
            . . . . . . . . .
           . . . . . . . . . .
          . . . . . . . . . . .
         . . . . . . . . . . . .
        . . . . . . . . . . . . .
                 ● ● ● ●
                  ● ● ●
                   ● ●
                    ●""")
    # Four pegs in front step left or right ahead, three behind them hop over those.
    assert len(chinese.after("red", start)) == 4 * 2 + 3 * 2


def reachable(pegs: set[tuple[int, int]], at: tuple[int, int]) -> set[tuple[int, int]]:
    """Where one peg may go."""
    others, sites = pegs - {at}, set(chinese.space.sites)
    found = {(at[0] + a, at[1] + b) for a, b in AROUND} & sites - others
    seen, todo = {at}, [at]
    while todo:
        x, y = todo.pop()
        for a, b in AROUND:
            goal = (x + 2 * a, y + 2 * b)
            if (x + a, y + b) in others and goal in sites - others and goal not in seen:
                seen.add(goal)
                todo.append(goal)
    return (found | seen) - {at}


@pytest.mark.parametrize("seed", range(8))
def test_chains_of_jumps(seed: int) -> None:
    dice = random.Random(seed)
    pegs = {site: dice.choice("●○◆") for site in chinese.space.sites if dice.random() < 0.3}
    position = chinese.place({chinese.space.label(chinese.space.index[at]): peg for at, peg in pegs.items()})
    # Player by player: C hands the move on to the next of the three.
    for peg, move in zip("●○◆", ("red", "C red", "C² red"), strict=True):
        wanted = sum(len(reachable(set(pegs), at)) for at, owner in pegs.items() if owner == peg)
        names = chinese.names(move, position)
        assert len(names) == wanted
        assert set(names) == {
            chinese.space.label(chinese.space.index[at]) + chinese.space.label(chinese.space.index[to])
            for at, owner in pegs.items()
            if owner == peg
            for to in reachable(set(pegs), at)
        }
