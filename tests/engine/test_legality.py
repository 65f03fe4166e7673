"""The opponent against itself and against random moves: python-chess finds every one of its moves legal."""

from __future__ import annotations

from random import Random

import chess
import chess.variant
import pytest

from lasker.engine.levels import opponent_of
from lasker.engine.opponent import Budget
from lasker.play.game import load

VARIANTS: dict[str, type[chess.Board]] = {
    "chess": chess.Board,
    "3check": chess.variant.ThreeCheckBoard,
    "antichess": chess.variant.AntichessBoard,
    "atomic": chess.variant.AtomicBoard,
    "crazyhouse": chess.variant.CrazyhouseBoard,
    "horde": chess.variant.HordeBoard,
    "kingofthehill": chess.variant.KingOfTheHillBoard,
    "racingkings": chess.variant.RacingKingsBoard,
}
GAMES = 10_000  # of all of them together
LONGEST = 200  # plies


def legal(name: str, seed: int, longest: int) -> None:
    """A game from an opening at random, then the opponent, against itself or against random moves."""
    game, chance = load(name), Random(f"{name} {seed}")
    thinker, board, position = opponent_of(game.model), VARIANTS[name](), game.start()
    opening, alone, nodes = chance.randrange(12), chance.random() < 0.5, chance.choice((20, 60, 200))
    for ply in range(longest):
        if position.outcome is not None or not position.moves:
            break
        if ply < opening or (not alone and ply % 2 == seed % 2):
            text = str(chance.choice(position.moves))
        else:
            thinker.ready()
            text = thinker.think(position, Budget(nodes=nodes))[0].moves[0]
        move = chess.Move.from_uci(text)
        assert board.is_legal(move), (board.fen(), text)
        board.push(move)
        position = position.play(text)


def test_a_game_of_legal_moves() -> None:
    legal("chess", 1, 60)


@pytest.mark.soak
@pytest.mark.parametrize("name", VARIANTS)
def test_ten_thousand_games_of_legal_moves(name: str) -> None:
    for seed in range(GAMES // len(VARIANTS)):
        legal(name, seed, LONGEST)
