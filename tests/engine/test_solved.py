"""A search that met nothing but ends of the game knows the value, and says so only then."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import lasker
from lasker.engine.opponent_pool import native_of
from lasker.engine.root_search import RootSearch
from lasker.play.game import Position, load


def value(position: Position, known: dict[str, int]) -> int:
    """1, 0 or -1 for the player to move, by looking at every game from there."""
    if position.fen not in known:
        outcome, player = position.outcome, position.turn
        if outcome is not None:
            share = outcome.payoffs[position.game.players.index(player)]
            found = (share > Fraction(1, 2)) - (share < Fraction(1, 2))
        else:
            found = max(-value(position.play(move), known) for move in position.moves)
        known[position.fen] = found
    return known[position.fen]


@pytest.mark.parametrize("name", ["tictactoe", "misere_tictactoe"])
def test_what_a_search_calls_solved_is_the_value(name: str) -> None:
    game, rng = load(name), random.Random(name)
    native, solved = native_of(game.model).native, 0
    known: dict[str, int] = {}
    for _ in range(24):
        position = game.start()
        for _ in range(rng.choice((4, 5, 6))):
            if position.outcome is None:
                position = position.play(rng.choice(position.moves))
        root = RootSearch(native, position, ())
        for depth in range(1, 16) if any(root.allowed) else ():
            [line] = root.search(depth, 1, [], 10**6, None)
            if root.solved:
                sign = (line.score > 0) - (line.score < 0)
                assert sign == value(position, known), (position.fen, depth)
                solved += depth > 1
                break
    assert solved > 6


def test_a_game_that_is_searched_to_its_ends_is_not_guessed_at() -> None:
    """Where evaluation tells nothing, random games judged what the search knew."""
    with lasker.Engine(lasker.load("tictactoe")) as engine:
        for depth in (9, 11):
            *_, last = engine.analyse(lasker.load("tictactoe").start(), depth=depth)
            assert (last.score, len(last.moves)) == (0, 9)
