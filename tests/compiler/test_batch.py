"""Positions in arrays: the same moves, in the same words, as positions one by one."""

from __future__ import annotations

from random import Random

import pytest

from lasker.engine.levels import opponent
from lasker.kernel.errors import IllegalMove, NativeError
from lasker.kernel.source import Source
from lasker.play.batch import Batch, labels
from lasker.play.game import Game, Position, load
from lasker.play.library import facts, sources
from lasker.syntax.read import read_game

numpy = pytest.importorskip("numpy")


def numbered() -> list[str]:
    """Small games of the library with numbered actions, found by trying."""
    names = [name for name in sources() if name.isascii() and not facts(name, "extends")]
    small = sorted(names, key=lambda name: len(sources()[name].text))[:6]
    return [name for name in small if load(name).compile().readiness.compile().engine.actions()][:3]


def test_batches_agree_with_positions() -> None:
    random = Random(3)
    for name in numbered():
        game = load(name)
        positions: list[Position] = [game.start()] * 8
        for _ in range(10):
            batch = Batch.of(positions)
            assert [batch[at] for at in range(8)] == positions
            moves = [[batch.action(move, at) for move in p.moves] for at, p in enumerate(positions)]
            assert [list(numpy.flatnonzero(row)) for row in batch.legal] == moves  # in the order of labels
            assert list(batch.over) == [p.outcome is not None for p in positions]
            assert list(batch.players) == [game.players.index(p.turn) for p in positions]
            assert batch.boards.tolist() == [list(p.node.configuration.board) for p in positions]
            over = next((p for p in positions if not p.moves), None)
            if over is not None and over.outcome is not None:
                payoffs = [float(each) for each in over.outcome.payoffs]
                assert list(batch.payoffs[positions.index(over)]) == payoffs
                break
            chosen = [random.choice(each) for each in moves]
            positions = [
                p.play(batch.move(action, at))
                for at, (p, action) in enumerate(zip(positions, chosen, strict=True))
            ]
            assert [batch.step(chosen)[at] for at in range(8)] == positions


def test_what_is_not_legal_is_told() -> None:
    batch = Batch.starts(load(numbered()[0]), 3)
    first = int(numpy.flatnonzero(batch.legal[0])[0])
    after = batch.step([first] * 3)
    with pytest.raises(IllegalMove, match="position 1"):
        batch.step([first, 10**6, first])
    with pytest.raises(IllegalMove, match="3 actions"):
        batch.step([first])
    with pytest.raises(IllegalMove):
        after.step([-1] * 3)
    with pytest.raises(IllegalMove):
        Batch.of([])


def test_games_with_longer_labels_have_no_numbers() -> None:
    text = """lasker 1
game "Twice"
players one two
board 3x1
piece token 'T'
move = (%.: put(token)) (%.: put(token))
start "3 o"
fen "board side"
"""
    game = Game(read_game(Source(text, "<twice>")), "twice").compile()
    with pytest.raises(NativeError, match="not numbered"):
        labels(game.readiness.compile())


def test_an_opponent_may_have_been_there_before() -> None:
    game = load("tictactoe")
    opponent(game.start(), seconds=0.1)
    assert Batch.starts(game, 2).legal.sum() == 18
