"""Rare cases of notation and results: texts that two moves would share, numbers of
variations, shares of three players."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lasker.kernel.errors import NotationError
from lasker.kernel.source import Source
from lasker.notation.pgn.reader import read_text
from lasker.notation.pgn.writer import write_game
from lasker.play.game import Game, load
from lasker.syntax.read import read_game


@pytest.mark.parametrize(
    ("name", "fen"),
    [
        ("duck_chess", "k7/8/8/8/8/8/8/K7 w - - 0 1"),  # a king's move, and one of many squares for the duck
        ("chess", "7k/8/8/1Q1Q4/8/1Q1Q4/8/K7 w - - 0 1"),
        ("crazyhouse", "4k3/8/8/8/8/8/4N3/4K3[N] w - - 0 1"),
    ],
)
def test_no_two_moves_share_a_text(name: str, fen: str) -> None:
    position = load(name).position(fen)
    moves = position.moves[::7] if len(position.moves) > 100 else position.moves
    texts = [position.san(move) for move in moves]
    assert len(set(texts)) == len(texts)
    assert [position.read(text) for text in texts[:4]] == [*moves[:4]]


@pytest.mark.parametrize(
    "moves",
    [
        "1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3) 2... Nc6 (2... d6 3. d4) 3. Bb5 *",
        "1. e4 (1. d4 d5 (1... Nf6)) 1... c5 1-0",
        "5... a6 6. Ba4 (6. Bxc6) 0-1",
    ],
)
def test_variations_are_numbered_as_the_moves_they_vary(moves: str) -> None:
    (record,) = read_text(moves)
    assert write_game(record).split("\n\n")[0].replace("\n", " ") == moves


@pytest.mark.parametrize("result", ["won", "lost", "drawn", "1/4"])
def test_all_players_together_share_one_point(result: str) -> None:
    text = f"""lasker 1
game "Three"
players one two three
board 2x1
piece token 'T'
move = %.: put(token)
end "full" {result}: ![.]
start "T1 o"
fen "board side"
"""
    position = Game(read_game(Source(text)), "three").start()
    over = position.play(position.moves[0]).outcome
    assert over is not None
    assert sum(over.payoffs) == 1
    assert len(over.payoffs) == 3
    mine = {"won": Fraction(1), "lost": Fraction(0), "drawn": Fraction(1, 3), "1/4": Fraction(1, 4)}[result]
    assert over.payoffs[1] == mine
    assert over.payoffs[0] == over.payoffs[2]


@pytest.mark.parametrize(
    ("told", "left"), [("+0+0", "3+3"), ("+1+0", "2+3"), ("+0+2", "3+1"), ("+3+0", "0+3")]
)
def test_counters_may_be_told_by_what_is_spent(told: str, left: str) -> None:
    """As lichess writes three-check: behind the other fields, the checks that were given."""
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 7"
    assert load("three_check").position(f"{start} {told}").fen.split()[4] == left


@pytest.mark.parametrize("told", ["+4+0", "0+0", "+0", "+0+0+0", "+-1+0", "+x+0"])
def test_what_cannot_be_spent_is_refused_with_its_place(told: str) -> None:
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 7"
    with pytest.raises(NotationError) as raised:
        load("three_check").position(f"{start} {told}")
    assert raised.value.span is not None
    assert raised.value.span.start == len(start) + 1


def test_a_game_may_write_what_is_spent() -> None:
    text = 'lasker 1\nextends "three_check"\ngame "Lichess"\nfen "board side spent:left number"\n'
    start = 'start "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w +1+2 1"\n'
    assert load(text + start).start().fen.split()[2] == "+1+2"
