"""What a game may say beside its moves: chance, shares of the point, perpetual check, agreement, names."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.play.game import Game, Position, load
from lasker.syntax.read import read_game
from lasker.table import Table

HEAD = """lasker 1
game "Own"
players x o
board 2x1
piece two ②
piece four ④
counter die 0..6
"""


def own(text: str, start: str = '"2 t"') -> Position:
    """The start of a game made of these lines."""
    return Game(read_game(Source(f'{HEAD}fen "board side"\nstart {start}\n{text}', "own")), "own").start()


def odds(position: Position) -> dict[str, Fraction]:
    return {str(move): move.probability for move in position.moves}


def test_chance_weighs_its_options_and_their_results_are_equally_likely() -> None:
    position = own("state tile of chance: 9: %.: put(②), 1: %.: put(④) then tile")
    assert position.turn == "chance"
    tenth = Fraction(1, 10)
    assert odds(position) == {
        "T@a1": 9 * tenth / 2,
        "T@b1": 9 * tenth / 2,
        "F@a1": tenth / 2,
        "F@b1": tenth / 2,
    }


def test_what_is_impossible_leaves_its_weight_to_the_rest() -> None:
    position = own("state tile of chance: 5: %④: put(.), 2: %②: put(.), 1: %.: put(②) then tile", '"T1 t"')
    assert sorted(odds(position).values()) == [Fraction(1, 3), Fraction(2, 3)]


def test_two_ways_to_one_position_add_up() -> None:
    position = own("state tile of chance: die := 1, 2: die := 2, die := 1 then tile")
    assert odds(position) == {"die=1": Fraction(1, 2), "die=2": Fraction(1, 2)}


def test_chance_may_leave_everything_as_it_is() -> None:
    position = own("state tile of chance: die := 0, die := 1 then tile")
    assert odds(position) == {"die=0": Fraction(1, 2), "die=1": Fraction(1, 2)}
    assert position.play("die=0").fen == position.fen


def test_chance_is_cast_by_its_weights() -> None:
    position = own("state tile of chance: 3: die := 1, die := 2 then tile")
    dice = Random(1)
    cast = [str(position.roll(dice).last) for _ in range(400)]
    assert 250 < cast.count("die=1") < 350
    assert position.perft(2) == 4


def test_chance_without_options_leaves_the_position() -> None:
    position = own("state tile of chance: %④: put(.) then tile")
    assert position.moves == ()
    assert position.roll() is position


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("state tile of x: nil, nil then tile", "commas"),
        ("state tile of chance: 0: nil then tile", "weight"),
        ("state tile of chance: 99999999999: nil then tile", "too large"),
        ("state tile of fate: nil then tile", "does not play"),
        ('state tile of x: nil then tile\nend "e" 3/2: nil', "one point"),
        ('state tile of x: nil then tile\nend "e" 1/0: nil', "one point"),
        ('state tile of x: nil then tile\nend "e" half: nil', "does not end"),
        ('state tile of x: nil then tile\nadjudicate "e" drawn shouted: nil', "not shouted"),
        ('names "left"\nstate tile of x: nil then tile', "1 names are given to 2"),
        ('names "left left"\nstate tile of x: nil then tile', "two squares"),
        ('forbid "repetitions"\nstate tile of x: nil then tile', "cannot be forbidden"),
        ('forbid "repetition 1"\nstate tile of x: nil then tile', "cannot be forbidden"),
        ('forbid "repetition 3 in tiles"\nstate tile of x: nil then tile', "no state is called tiles"),
        ('names "le-ft right"\nstate tile of x: nil then tile', "cannot be called"),
    ],
)
def test_mistakes_are_told(text: str, told: str) -> None:
    with pytest.raises(LaskerError, match=told):
        own(text).outcome  # noqa: B018


def test_a_share_of_the_point() -> None:
    position = own('state t of x: nil then t\nend "over" 1/4: nil')
    assert position.outcome is not None
    assert position.outcome.payoffs == (Fraction(1, 4), Fraction(3, 4))


def test_the_stalemated_player_gets_a_quarter_on_hexagons() -> None:
    outcome = load("glinski").position("k/2/3/4/2K2/6/5/6/5/2Q3/5/6/5/6/5/6/5/4/3/2/1 b - 0 1").outcome
    assert outcome is not None
    assert (outcome.reason, *outcome.payoffs) == ("stalemate", Fraction(3, 4), Fraction(1, 4))


def test_names_are_read_and_written() -> None:
    position = own('names "left right"\nstate t of x: %.: put(②) then t')
    assert [str(move) for move in position.moves] == ["T@left", "T@right"]
    assert str(position.play("T@right").last) == "T@right"
    assert str(load("glinski").start().play("b1b3").last) == "b1b3"
    assert "Bc2Bc3" in {str(move) for move in load("raumschach").start().moves}


def test_the_table_casts_the_dice_and_takes_them_back() -> None:
    table = Table(load("einstein").position("2fac/3ed/B3b/DE3/FAC2 rw 0 1"), Random(2))
    assert table.position.turn == "white"
    before = table.position
    said = table.answer(str(before.moves[0]))
    assert "die=" in said
    assert said.endswith("black to move")
    assert len(table.played) == 3
    table.answer("undo")
    assert table.position is before
    assert len(table.played) == 1


def test_players_agree_where_the_game_lets_them() -> None:
    chess, noughts = Table(load("chess").start()), Table(load("tictactoe").start())
    assert chess.answer("agree") == "the game is over: agreement"
    with pytest.raises(LaskerError, match="nothing to agree"):
        noughts.answer("agree")


def shuffle(position: Position, *moves: str) -> Position:
    for move in moves:
        assert position.outcome is None, (position.outcome, position.fen)
        position = position.play(move)
    return position


def test_perpetual_check_loses() -> None:
    """Sente's rook follows the king between two files; the fourth time the position returns, he has lost."""
    start = load("shogi").position("3k5/9/9/9/9/9/9/R8/8K[] w - - 0 1")
    position = shuffle(start, "a2d2", *["d9e9", "d2e2", "e9d9", "e2d2"] * 3)
    assert position.outcome is not None
    assert position.outcome.reason == "perpetual check by the enemy"
    assert list(map(int, position.outcome.payoffs)) == [0, 1]


@pytest.mark.parametrize(
    ("name", "fen", "moves", "times"),
    [
        ("shogi", "3k5/9/9/9/9/9/9/4R4/8K[] w - - 0 1", "e2d2 d9e9 d2e2 e9d9", 3),
        ("shogi", "8k/4r4/9/9/9/9/9/9/3K5[] b - - 0 1", "e8d8 d1e1 d8e8 e1d1", 3),
        ("xiangqi", "3k5/9/9/9/9/4R4/9/9/9/5K3 w - - 0 1", "e5d5 d10e10 d5e5 e10d10", 2),
        ("xiangqi", "5k3/9/9/9/4r4/9/9/9/9/3K5 b - - 0 1", "e6d6 d1e1 d6e6 e1d1", 2),
    ],
)
@pytest.mark.parametrize("turn", ["of the one who gives check", "of the other"])
def test_perpetual_check_loses_on_either_turn(name: str, fen: str, moves: str, times: int, turn: str) -> None:
    """The position that returns may be one before a check, or one after it."""
    position, line = load(name).position(fen), moves.split() * times
    guilty = position.game.players.index(position.turn)
    if turn == "of the other":
        line.append(line[0])
    for move in line[:-1]:
        position = position.play(move)
        assert position.outcome is None or turn == "of the other", position.fen
    position = position.play(line[-1])
    assert position.outcome is not None
    assert position.outcome.payoffs[guilty] == 0
    assert position.outcome.reason.startswith("perpetual check")


def test_one_move_without_check_makes_the_repetition_a_draw() -> None:
    start = load("shogi").position("3k5/9/9/9/9/9/9/R8/8K[] w - - 0 1")
    calm = ["d9e9", "d2c2", "e9d9", "c2d2"]
    position = shuffle(start, "a2d2", *["d9e9", "d2e2", "e9d9", "e2d2"], *calm, *calm)
    assert position.outcome is not None
    assert position.outcome.reason == "fourfold repetition"


def test_a_repetition_without_check_is_drawn() -> None:
    start = load("shogi").position("3k5/9/9/9/9/9/9/R8/8K[] w - - 0 1")
    position = shuffle(start, *["a2b2", "d9e9", "b2a2", "e9d9"] * 3)
    assert position.outcome is not None
    assert position.outcome.payoffs == (Fraction(1, 2), Fraction(1, 2))
    assert position.outcome.reason == "fourfold repetition"
