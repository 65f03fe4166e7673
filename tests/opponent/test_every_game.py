"""The opponent in all kinds of games: it plays legal moves to the end, and wins against random ones."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from lasker.analysis.opponent.levels import opponent_of, play
from lasker.analysis.opponent.thinking import Budget
from lasker.play import library
from lasker.play.game import Position, load

# Two players and three, chance, forced captures, none, goals, pieces that move and pieces that are put.
FEW = ("tictactoe", "breakthrough", "einstein", "english_draughts", "connect_four", "chinese_checkers_3")


Player = Callable[[Position], str]


def at_random(chance: Random) -> Player:
    """Any legal move."""
    return lambda position: str(chance.choice(position.moves))


def played(position: Position, seats: list[Player], chance: Random) -> Position:
    """The last position of a game, or the one after so many plies that it is drawn."""
    players = dict(zip(position.game.players, seats, strict=True))
    for _ in range(400):
        while (after := position.roll(chance)) is not position:
            position = after
        if position.outcome is not None or position.claims or not position.moves:
            break
        position = position.play(players[position.turn](position))
    return position


def payoff(position: Position, player: int) -> float:
    """What a player got; half where nothing was decided."""
    outcome = position.outcome or next(iter(position.claims), None)
    return 0.5 if outcome is None else float(outcome.payoffs[player])


def answers(nodes: int, position: Position) -> str:
    """The opponent's move, which is among the legal ones."""
    found = play(opponent_of(position.game.model), position, Budget(nodes=nodes))
    assert found
    assert found[0].moves[0] in {str(move) for move in position.moves}
    return found[0].moves[0]


@pytest.mark.parametrize("name", FEW)
def test_some_plies_are_legal(name: str) -> None:
    position, chance = load(name).start(), Random(3)
    for _ in range(5):
        while (after := position.roll(chance)) is not position:
            position = after
        if position.outcome is not None or not position.moves:
            break
        position = position.play(answers(12, position))


@pytest.mark.parametrize("name", ["breakthrough", "tictactoe"])
@pytest.mark.parametrize("side", [0, 1])
def test_random_moves_lose(name: str, side: int) -> None:
    game, chance = load(name), Random(5)
    seats = [at_random(chance), at_random(chance)]
    seats[side] = lambda position: answers(400, position)
    end = played(game.start(), seats, chance)
    assert payoff(end, side) >= 0.5
    assert name == "tictactoe" or payoff(end, side) == 1


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(library.sources()))
def test_every_game_against_random_moves(name: str) -> None:
    game, chance = load(name), Random(7)
    if not game.model.start or len(game.players) != 2:
        pytest.skip("not a game for two from a start")
    for side in (0, 1):
        seats = [at_random(chance), at_random(chance)]
        seats[side] = lambda position: answers(2000, position)
        end = played(game.start(), seats, chance)
        assert payoff(end, side) >= 0.5
