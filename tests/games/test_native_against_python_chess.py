"""Compiled games against python-chess, position by position: a hundred thousand of them in `make soak`."""

from __future__ import annotations

from random import Random

import pytest
from test_against_python_chess import STARTS, VARIANTS, their_text

from lasker import backends
from lasker.algebra.meaning import Chosen, Configuration
from lasker.ir.machine import Position
from lasker.kernel.errors import NativeError
from lasker.model.position import Node
from lasker.notation.coordinates import move_text
from lasker.play.game import Game, load

NORMAL, SOAK = 400, 100_000 // len(VARIANTS) + 1  # positions of each game
LENGTH = 160


def differences(name: str, seed: str, wanted: int) -> list[str]:
    """Walk through random games side by side, and tell where the moves are not the same."""
    game, random, seen = load(name), Random(f"{name} {seed}"), 0
    try:
        engine = backends.open_engine("c", game.model)
    except NativeError as error:
        pytest.skip(f"no native code here: {error.message}")
    start = backends.position(game.start().node)
    while seen < wanted:
        position, board = start, STARTS[name](random)
        for _ in range(LENGTH):
            ours = by_text(game, engine, position)
            theirs = {their_text(name, board, move): move for move in board.legal_moves}
            if ours.keys() != theirs.keys():
                return [f"{board.fen()}: {sorted(ours.keys() ^ theirs.keys())}"]
            seen += 1
            if not theirs:
                break
            chosen = random.choice(sorted(theirs))
            position = ours[chosen]
            board.push(theirs[chosen])
    return []


def by_text(game: Game, engine: backends.Engine, position: Position) -> dict[str, Position]:
    """The legal moves of a position, by their texts."""
    state = list(game.model.states.values())[position.turn]
    node = Node(game.model, Configuration(position.board, (), position.counters), state)
    return {
        move_text(node, tuple(Chosen(*chosen) for chosen in label)): after
        for label, after in engine.successors(position)
    }


@pytest.mark.parametrize("name", ["chess", "atomic"])
def test_some_positions(name: str) -> None:
    assert differences(name, "normal", NORMAL) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_a_hundred_thousand_positions(name: str) -> None:
    assert differences(name, "soak", SOAK) == []
