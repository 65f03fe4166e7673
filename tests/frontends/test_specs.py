"""Boards, pieces and guards of many kinds: engine, validator and native code must say the same of each."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from test_generate import perft

from lasker.backends import open_engine, position
from lasker.frontends.yaml import validator
from lasker.kernel.source import Source
from lasker.play.game import Game, Position
from lasker.play.library import find, modelled

SPECS = sorted((Path(__file__).parent / "specs").glob("*.yaml"))
CHANGES_ELSEWHERE = [  # moves that change other squares than those where they begin and end
    ("graph_chess", "8/8/8/KPp5/8/8/8/7k w - c6 0 1", "", "b5c6"),
    ("graph_chess", "8/8/8/k7/2Pp4/8/8/7K b - c3 0 1", "", "d4c3"),
    ("graph_chess", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "", "e8g8 e8c8"),
    ("en_passant_sideways", "", "a1a2 e6e5 a2a3 b6b3", "a3b4"),
    ("several_castlings", "r3k3r/9/9/R3K3R w KQkq 1", "", "e1g1 e1c1"),
    ("stones_left_behind", "", "", "a1a2"),
]


def opened(file: Path) -> tuple[Game, dict[str, Any]]:
    """The game of a specification, and its validator."""
    return from_source(Source(file.read_text("utf-8"), file.name))


@cache
def from_source(source: Source) -> tuple[Game, dict[str, Any]]:
    """A game and its validator."""
    checker: dict[str, Any] = {"__name__": "validator"}
    exec(compile(validator(source), source.name, "exec"), checker)
    return Game(modelled(source), source.name), checker


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


def boards_after(checker: dict[str, Any], place: Position) -> int:
    """After each move engine and validator have the same pieces on the same squares; the number of moves."""

    def standing(position: Any) -> dict[str, tuple[str, int | None]]:
        return {square: (man.kind, man.owner) for square, man in position.board.items()}

    before = checker["read"](place.fen)
    moves = checker["named"](checker["candidates"](before, before.player), before)
    for move in place.moves:
        engine = checker["read"](place.play(str(move)).fen)
        assert standing(checker["finished"](moves[str(move)])) == standing(engine), (place.fen, str(move))
    return len(place.moves)


@pytest.mark.parametrize(("name", "fen", "line", "moves"), CHANGES_ELSEWHERE)
def test_effects_of_a_move_on_other_squares(name: str, fen: str, line: str, moves: str) -> None:
    """A piece that is taken beside the way is gone, one that is carried has gone along."""
    file = Path(__file__).parent / "specs" / f"{name}.yaml"
    game, checker = opened(file) if file in SPECS else from_source(find(name))
    place = game.position(fen) if fen else game.start()
    for text in line.split():
        place = place.play(text)
    assert set(moves.split()) <= {str(move) for move in place.moves}
    assert boards_after(checker, place)


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
