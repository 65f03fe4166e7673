"""Where chance moves, the opponent counts on what is likely."""

from __future__ import annotations

import pytest

from lasker.engine.opponent import Budget, Opponent
from lasker.kernel.source import Source
from lasker.play.game import Game
from lasker.syntax.read import read_game
from lasker.table.adviser import Question

BET = """lasker 1
game    "A bet"
players first second
board   3x1
piece   stone ● ○
counter toss 0..2
region  left = a1
region  right = b1
start   "3 b 0"
fen     "board side:b:t:c counter:toss"
state   betting of first: %.: (put(●) ([% in left] | [% in right])) then tossing
state   tossing of chance: {}: toss := 1, {}: toss := 2 then calling
state   calling of second: %.: put(○) then betting
end "it was left" lost: [toss = 1] [enemy in left]
end "it was right" lost: [toss = 2] [enemy in right]
end "the bet is lost" won: [toss > 0]
"""


@pytest.mark.parametrize(("weights", "best"), [((9, 1), "a1"), ((1, 9), "b1")])
def test_the_engine_bets_on_the_likelier_face(weights: tuple[int, int], best: str) -> None:
    game = Game(read_game(Source(BET.format(*weights))), "bet")
    [line] = Opponent(game).think(game.start(), Budget(nodes=400))
    assert line.moves[0].endswith(best)
    assert line.score > 0


def test_no_move_is_advised_where_chance_moves() -> None:
    game = Game(read_game(Source(BET.format(1, 1))), "bet")
    casts = game.start().play(game.start().moves[0])
    assert casts.turn == "chance"
    assert Question(casts, seconds=0.1).answer() is None
