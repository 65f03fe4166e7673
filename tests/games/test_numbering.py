"""Every game of the library as numbers: positions, moves and games survive it, and nonsense is refused."""

from __future__ import annotations

from random import Random

import pytest

from lasker.analysis.numbering import (
    decode_game,
    decode_move,
    decode_position,
    encode_game,
    encode_move,
    encode_position,
)
from lasker.arithmetic.numbers import pair, sequence
from lasker.kernel.errors import LaskerError
from lasker.play.game import load
from lasker.play.library import sources

GAMES = sorted(sources())


@pytest.mark.parametrize("name", GAMES)
def test_positions_moves_and_games_survive_being_numbers(name: str) -> None:
    game = load(name)
    start = game.start()
    move = Random(name).choice(start.moves)
    after = start.play(str(move))
    for position in (start, after):
        again = decode_position(game, encode_position(position))
        assert again == position
        assert again.node.ply == position.node.ply
        assert again.node.configuration.counters == position.node.configuration.counters
    found, same = decode_move(game, encode_move(start, move))
    assert (found, str(same)) == (start, str(move))
    last = decode_game(game, encode_game(after))
    assert last == after
    assert last.before == start


def test_what_is_no_position_move_or_game_is_refused() -> None:
    game = load("tictactoe")
    start = encode_position(game.start())
    after = encode_position(game.start().play("b2"))
    for number in (0, 1, 540, sequence([99] * 11), sequence([1] * 10 + [99, 1])):
        with pytest.raises(LaskerError):
            decode_position(game, number)
    for number in (0, pair(pair(pair(start, start), 1), 1), pair(pair(pair(start, after), 1), 99)):
        with pytest.raises(LaskerError):
            decode_move(game, number)
    for number in (1, sequence([start, start]), sequence([after, start])):
        with pytest.raises(LaskerError):
            decode_game(game, number)
