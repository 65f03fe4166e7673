"""Compiled games against Fairy-Stockfish, position by position: a hundred thousand of them in `make soak`."""

from __future__ import annotations

from random import Random

import pytest
from test_against_pyffish import GAMES, Theirs, pyffish
from test_native_against_python_chess import by_text

from lasker import backends
from lasker.kernel.errors import NativeError
from lasker.play.game import load

NORMAL, SOAK = 60, 6_000  # positions of each game
MOVES = 1_000_000  # … or so many moves, where every position has thousands
LENGTH = 200


def differences(name: str, seed: str, wanted: int) -> list[str]:
    """Walk through random games side by side, and tell where the moves are not the same."""
    game, random, seen, moves = load(name), Random(f"{name} {seed}"), 0, 0
    try:
        engine = backends.open_engine("c", game.model)
    except NativeError as error:
        pytest.skip(f"no native code here: {error.message}")
    first = game.start()
    while seen < wanted and moves < MOVES:
        position, theirs = backends.position(first.node), Theirs(name, first.fen)
        for _ in range(LENGTH):
            ours = by_text(game, engine, position)
            over, _ = pyffish.is_immediate_game_end(name, theirs.start, [])
            legal = {} if over else theirs.legal()
            if ours.keys() != legal.keys():
                return [f"{name} {theirs.start}: {sorted(ours.keys() ^ legal.keys())}"]
            seen, moves = seen + 1, moves + len(legal)
            if not legal:
                break
            chosen = random.choice(sorted(legal))
            position = ours[chosen]
            theirs.start = str(pyffish.get_fen(name, theirs.start, [legal[chosen]]))
    return []


@pytest.mark.parametrize("name", ["xiangqi", "minishogi"])
def test_some_positions(name: str) -> None:
    assert differences(name, "normal", NORMAL) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_a_hundred_thousand_positions(name: str) -> None:
    assert differences(name, "soak", SOAK) == []
