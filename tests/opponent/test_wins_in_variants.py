"""Wins that are sure, in variants: what the opponent says of them is compared with every legal move."""

from __future__ import annotations

from random import Random

import pytest

from lasker.analysis.opponent.levels import opponent_of
from lasker.analysis.opponent.thinking import Budget
from lasker.play.game import Position, load

# Explosions, kings on the hill; then drops, checks that count, captures that must be made, races, and others.
FEW = ("atomic", "king_of_the_hill")
MORE = (
    "crazyhouse",
    "three_check",
    "antichess",
    "racing_kings",
    "breakthrough",
    "horde",
    "minishogi",
    "xiangqi",
)
POSITIONS, LONGEST = 16, 60  # of random games, and plies of one


def wins(position: Position) -> set[str]:
    """The moves that win at once."""
    player = position.node.state.player
    found = set()
    for move in position.moves:
        outcome = position.play(move).outcome
        if outcome is not None and outcome.payoffs[player] == 1:
            found.add(str(move))
    return found


def sure(position: Position) -> bool:
    """Does every answer allow a win at once? The player to move is about to lose then."""
    return bool(position.moves) and all(
        (after := position.play(move)).outcome is None and wins(after) for move in position.moves
    )


def met(name: str, seed: int) -> list[Position]:
    """Positions of random games, in which somebody is to move."""
    game, chance = load(name), Random(seed)
    found: list[Position] = []
    while len(found) < POSITIONS:
        position = game.start()
        for _ in range(LONGEST):
            if position.outcome is not None or not position.moves:
                break
            if chance.random() < 0.2:
                found.append(position)
            position = position.play(chance.choice(position.moves))
    return found[:POSITIONS]


def compare(name: str) -> None:
    """Wins in one are found if there are any and only then; wins in two are what they are said to be."""
    thinker = opponent_of(load(name).model)
    for position in met(name, 11):
        thinker.ready()
        [line] = thinker.think(position, Budget(depth=4, nodes=60_000))
        at_once = wins(position)
        assert (line.mate == 1) == bool(at_once), position.fen
        if at_once:
            assert line.moves[0] in at_once
        elif line.mate == 2:
            assert sure(position.play(line.moves[0])), position.fen
        elif line.mate == -1:
            assert sure(position), position.fen


@pytest.mark.parametrize("name", FEW)
def test_wins_are_found(name: str) -> None:
    compare(name)


@pytest.mark.soak
@pytest.mark.parametrize("name", MORE)
def test_wins_are_found_in_more_games(name: str) -> None:
    compare(name)
