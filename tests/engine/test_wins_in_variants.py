"""Wins that are sure, in variants: what the opponent says of them is compared with every legal move."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from lasker.engine.opponent import Budget, Opponent
from lasker.play.game import Position, load

# Explosions, kings on the hill; then drops, checks that count, captures that must be made, races, and others.
FEW = ("atomic", "king_of_the_hill")
MORE = (
    "chess",
    "crazyhouse",
    "three_check",
    "antichess",
    "racing_kings",
    "breakthrough",
    "english_draughts",
    "horde",
    "minishogi",
    "shogi",
    "xiangqi",
)
SOON = 3  # plies within which every win is looked for here
LONGEST = 200  # plies of a game


@cache
def opponent(name: str) -> Opponent:
    return Opponent(load(name))


def wins(position: Position, player: int, plies: int) -> bool:
    """Does a player win within so many plies, whatever the other does? Everything is tried."""
    if position.outcome is not None:
        return position.outcome.payoffs[player] == 1
    if not plies or not position.moves:
        return False
    mine = position.node.state.player == player
    after = (wins(position.play(move), player, plies - 1) for move in position.moves)
    return any(after) if mine else all(after)


def won_in(position: Position, player: int) -> int | None:
    """In how many plies a player wins; None if not so soon."""
    return next((plies for plies in range(1, SOON + 1) if wins(position, player, plies)), None)


def met(name: str, games: int) -> Iterator[Position]:
    """Positions in which something may soon be decided: near the end of games against random moves."""
    thinker = opponent(name)
    for seed in range(games):
        position, chance, past = thinker.game.start(), Random(seed), list[Position]()
        while position.outcome is None and not position.claims and position.moves and len(past) < LONGEST:
            past.append(position)
            if len(past) % 2 == seed % 2:
                thinker.ready()
                text = thinker.think(position, Budget(nodes=300))[0].moves[0]
            else:
                text = str(chance.choice(position.moves))
            position = position.play(text)
        yield from past[-4:]


def compare(name: str, games: int) -> None:
    """Wins within three plies are found if there are any and only then; losses are as they are told."""
    thinker, found = opponent(name), set()
    for position in met(name, games):
        thinker.ready()
        [line] = thinker.think(position, Budget(depth=6, nodes=200_000))
        player = position.node.state.player
        said = line.plies if line.plies is not None and line.plies <= SOON else None
        if line.score < 0:
            assert said is None or won_in(position, 1 - player) == said, position.fen
        else:
            assert said == won_in(position, player), position.fen
            assert not said or wins(position.play(line.moves[0]), player, said - 1), position.fen
        found.add(said)
    assert found >= {1, None} or found >= {2, None}


@pytest.mark.parametrize("name", FEW)
def test_wins_are_found(name: str) -> None:
    compare(name, 3)


@pytest.mark.soak
@pytest.mark.parametrize("name", MORE)
def test_wins_are_found_in_more_games(name: str) -> None:
    compare(name, 10)
