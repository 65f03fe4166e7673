"""`called "name": move`: what the rules call a move, in coordinates, SAN and PGN, natively, too."""

from __future__ import annotations

import pytest

import lasker
from lasker.backends.c.native import Native
from lasker.kernel.errors import LaskerError
from lasker.model.meaning_hash import meaning_hash
from lasker.play.moves import Moves
from lasker.play.native import NativeGame
from lasker.syntax.declarations import declarations

PIE = """lasker 1
game "Pie"
players first second
board 3x1
piece stone ● ○
counter made 0..9
start "3 f"
place = (%.: put(●)) made += 1
swap = [made = 1] (○ -> ●) made += 1
move = place | swap
called "swap": swap
end "full" drawn: ![.]
"""
GATES = """lasker 1
game "Gates"
players white black
board 3x3
piece king 'K' 'k'
piece hawk 'H' 'h'
piece owl 'O' 'o'
start "k2/3/2K w"
white = %'K': every(u, %_home @: step(u) ((@_home -> 'H') | (@_home -> 'O') | nil))
black = flipped white
view = flipped
called "%/H" "%h": %'K': every(u, %_home @: step(u) (@_home -> 'H'))
called "%/O" "%o": %'K': every(u, %_home @: step(u) (@_home -> 'O'))
end "stuck" lost: ![white]
"""
MIDDLE = """lasker 1
extends "tictactoe"
game "Middle"
region centre = b2
called "middle": %. in centre: put(✕)
"""


def test_a_rule_names_its_move() -> None:
    position = lasker.load(PIE).start().play("b1")
    assert [move.text for move in position.moves] == ["swap", "a1", "c1"]
    assert [move.san for move in position.moves] == ["swap", "a1", "c1"]
    after = position.play("swap")
    assert (after.last_san, after.fen.split()[0]) == ("swap", "1S1".lower())
    assert "swap" in position.moves
    with pytest.raises(LaskerError, match="not a legal move"):
        after.play("swap")


def test_the_usual_name_is_part_of_a_name_and_every_player_has_it() -> None:
    game = lasker.load(GATES)
    start = game.start()
    assert {move.text: move.san for move in start.moves} == {
        "c1b1": "Kb1", "c1b1h": "Kb1/H", "c1b1o": "Kb1/O", "c1c2": "Kc2", "c1c2h": "Kc2/H", "c1c2o": "Kc2/O",
    }  # fmt: skip
    for text in ("Kc2/H", "Kc2H", "c1c2h"):
        position = start.play(text)
        assert (position.fen.split()[0], position.last_san) == ("k2/2K/2H", "Kc2/H")
    assert position.play("Kb3/O").fen.split()[0] == "ok1/2K/2H"
    played = start.play("Kc2/H").play("a3b3o")
    [record] = lasker.pgn.read_text(lasker.pgn.write(lasker.pgn.record_of(played)))
    assert lasker.pgn.replay(game, record).positions[-1].fen == played.fen


def test_native_code_lists_the_same_names() -> None:
    for text, first in ((PIE, "b1"), (GATES, "c1c2h"), (MIDDLE, "a1")):
        game = lasker.load(text)
        native = NativeGame(game.model, Native(game.model, frozenset(), listing=True))
        position = game.start().play(first)
        listed = Moves(native, native.pack(position.node), 1)
        assert listed.texts() == [move.text for move in position.moves]
        assert [listed.san(at) for at in range(len(listed))] == [move.san for move in position.moves]


def test_two_moves_of_one_name_are_told_apart() -> None:
    game = lasker.load(PIE.replace("called", 'called "put": place\ncalled'))
    assert [move.text for move in game.start().moves] == ["a1", "b1", "c1"]


def test_names_of_states_and_players_and_without() -> None:
    both = PIE.replace(
        '"swap": swap', '"take": swap\ncalled "swap" in second: C swap\ncalled "x" for first: nil'
    )
    assert [move.text for move in lasker.load(both).start().play("a1").moves] == ["take", "b1", "c1"]
    own = 'lasker 1\nextends "tictactoe"\ngame "T"\nregion centre = b2\n'
    own += 'called "middle" in x: %. in centre: put(✕)\n'
    start = lasker.load(own).start()
    assert "middle" in start.moves
    assert "b2" in [move.text for move in lasker.load(own.replace("in x", "in o")).start().moves]
    for line in ('called "x" in nowhere: nil', 'called "x" for nobody: nil'):
        with pytest.raises(LaskerError, match="is called no"):
            lasker.load(PIE + line).model.check()
    with pytest.raises(LaskerError, match="called sweep"):
        lasker.load('lasker 1\nextends "tictactoe"\ngame "T"\nwithout called "sweep"\n').model.check()


@pytest.mark.parametrize("name", ["", "a b", "1-0", "12.", "O-O+", "{x}", "$1"])
def test_a_name_that_no_list_of_moves_could_hold_is_refused(name: str) -> None:
    with pytest.raises(LaskerError, match="no move is called"):
        lasker.load(PIE + f'called "{name}": nil\n')


def test_names_are_printed_and_part_of_the_meaning() -> None:
    for text in (PIE, GATES, PIE + 'called "x" "y" in first: nil\n'):
        model = lasker.load(text).model
        again = declarations(model.rules).game("again.rules")
        assert meaning_hash(again) == meaning_hash(model)
        assert again.callings == model.callings
    assert meaning_hash(lasker.load(PIE).model) != meaning_hash(
        lasker.load(PIE.replace('"swap"', '"pie"')).model
    )
