"""Tests that choose two squares, wherever they are: what is proved of them holds on every small board."""

from __future__ import annotations

from itertools import combinations, product
from typing import cast

import pytest

import lasker
from lasker.algebra.decision.prover import prove
from lasker.algebra.decision.world import World
from lasker.algebra.meaning import Arena, Configuration
from lasker.algebra.moves import Move
from lasker.space.board_kinds import KINDS

SETS = [".", "♙", "(. | ♙)", "(. | ♟)"]
CONTENTS = [".", "♟"]


@pytest.mark.parametrize("first", SETS)
@pytest.mark.parametrize("second", SETS)
def test_two_chosen_squares_are_told_from_one(first: str, second: str) -> None:
    words = lasker.rules("board 3x1\npiece pawn ♙ ♟")
    assert words.space is not None
    arena = Arena(words.space, words.vocabulary)
    boards = [Configuration(each, (), ()) for each in product(range(words.vocabulary.size), repeat=3)]

    tests = {text: cast(Move, lasker.parse(text, words).value) for text in _tests(first, second)}
    possible = {text: [arena.leads(move, board) for board in boards] for text, move in tests.items()}
    for one, two in combinations(tests, 2):
        proof = prove(tests[one], tests[two], World(KINDS["square"], words.vocabulary))
        assert proof is None or possible[one] == possible[two], f"{one} = {two}"


def _tests(first: str, second: str) -> list[str]:
    """Tests of two squares, which may be the same one or not, and of one."""
    both = [f"({first} -> {one}) ({second} -> {two})" for one, two in product(CONTENTS, repeat=2)]
    return ["fail", f"[{first}] [{second}]", *(f"[{each}]" for each in both)]
