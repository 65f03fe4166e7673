"""Moves after which something is put on an empty square: where they are found."""

from __future__ import annotations

import pytest

from lasker.compiler.pipeline import compiled
from lasker.kernel.source import Source
from lasker.syntax.read import read_game

HEAD = """lasker 1
game "Followed"
players one two
board 3x3
piece man 'M' 'm'
piece lady 'L' 'l'
piece wall 'W'
start "mlm/3/MLM o 1"
mark hard lasting
counter turns 0..9
region far = rank 3
"""


def is_followed(moves: str) -> bool:
    made = compiled(read_game(Source(HEAD + f"one = {moves}\ntwo = C one\n")))
    return made.classes is not None and bool(made.classes.turns[0].moves.followed)


@pytest.mark.parametrize(
    ("second", "found"),
    [
        ("%.: try(wall -> .) put(wall)", True),
        ("%.: put(wall)", True),
        ("%. in far: try(wall -> .) put(wall)", True),
        ("try(wall -> .) (%.: put(wall))", False),  # it may stay where it is
        ("%.: try(wall in far -> .) put(wall)", False),
        ("%.: ((wall -> .) | ![man]) put(wall)", False),
        ("%.: ((wall -> .) | ![wall in far]) put(wall)", False),
        ("%.: ((wall in far -> .) | ![wall]) put(wall)", False),
        ("%.: try(man -> .) put(wall)", False),
        ("%.: try(wall -> .) put(wall) | (%. in far: put(wall))", False),
        ("%.: (wall -> .) put(wall)", False),
        ("%.: put(wall | man)", False),
        ("%.: put(man)", False),  # the first move may have gone from there
        ("%.: put(lady)", True),
        ("%.: put(wall^hard)", False),
        ("%.: turns += 1 put(wall)", False),
        ("%.: [man in far] put(wall)", False),
        ("%(. | wall): put(wall)", False),
    ],
)
def test_moves_are_followed_by_others_that_need_nothing_of_them(second: str, found: bool) -> None:
    assert is_followed(f"(%man: step(u)) ({second})") is found


@pytest.mark.parametrize(
    "moves",
    [
        "(%man: all4(take(u, . | wall))) (%.: try(wall -> .) put(wall))",
        "(%man: % + u. -> wall + u%) (%.: try(wall -> .) put(wall))",
        "%man: step(u) (%other .: (@other -> wall))",
    ],
)
def test_moves_that_touch_what_follows_are_listed_with_it(moves: str) -> None:
    assert not is_followed(moves)
