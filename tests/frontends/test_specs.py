"""Boards, pieces and guards of many kinds: engine, validator and native code must say the same of each."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from test_generate import perft

from lasker.backends import open_engine, position
from lasker.frontends.yaml import validator
from lasker.kernel.source import Source
from lasker.play.game import Game
from lasker.play.library import modelled

SPECS = sorted((Path(__file__).parent / "specs").glob("*.yaml"))


def opened(file: Path) -> tuple[Game, dict[str, Any]]:
    """The game of a specification, and its validator."""
    source = Source(file.read_text("utf-8"), file.name)
    checker: dict[str, Any] = {"__name__": "validator"}
    exec(compile(validator(source), file.name, "exec"), checker)
    return Game(modelled(source), file.name), checker


def side_by_side(game: Game, checker: dict[str, Any], seed: int, plies: int) -> int:
    """The same moves in the same order along a random game; the number of positions compared."""
    chance, place = random.Random(seed), game.start()
    for met in range(1, plies + 1):
        moves = [str(move) for move in place.moves]
        assert checker["legal_moves"](place.fen) == moves, place.fen
        if not moves:
            return met
        place = place.play(chance.choice(moves))
    return plies


@pytest.mark.parametrize("file", SPECS, ids=lambda file: file.stem)
def test_engine_and_validator_agree(file: Path) -> None:
    assert side_by_side(*opened(file), seed=0, plies=6) >= 2


@pytest.mark.soak
@pytest.mark.parametrize("file", SPECS, ids=lambda file: file.stem)
def test_engine_validator_and_native_code_agree(file: Path) -> None:
    game, checker = opened(file)
    assert sum(side_by_side(game, checker, seed, 40) for seed in range(1, 6)) >= 10
    start = position(game.start().node)
    counts = {
        depth: {
            open_engine("reference", game.model).perft(start, depth),
            open_engine("c", game.model).perft(start, depth),
            perft(checker, checker["read"](game.start().fen), depth),
        }
        for depth in (1, 2, 3)
    }
    assert {depth: len(found) for depth, found in counts.items()} == {1: 1, 2: 1, 3: 1}, counts
