"""Turn orders that depend on the board, on bitboards: who goes on is asked after every move, before marks
fall and counters are set back."""

from __future__ import annotations

import pytest

from lasker import backends
from lasker.backends.c import Native
from lasker.compiler.emit.c.text import fast
from lasker.compiler.pipeline import compiled
from lasker.fuzzing.comparison import disagreements, main_engines
from lasker.kernel.source import Source
from lasker.play.game import Game, load
from lasker.syntax.read import read_game

HEAD = """lasker 1
game "Turns"
players white black
board 5x5
piece king 'K' 'k'
piece man 'M' 'm'
piece rook 'R' 'r'
mark leapt until next turn
mark fresh until end
counter taken 0..1 until end
counter left 0..2 from 2 each
start "r1k1r/1m1m1/5/1M1M1/R1K1R w 0 2+2 1"
fen "board side counter:taken counts:left number"
region third = rank 3
region fourth = rank 4
region fifth = rank 5
view = flipped
way(t) = [% is king] all4(take(u, t) | take(ur, t)) | [% is rook] all4(ride(u, t)) | [% is man] take(u, t)
strikes = %friend: way(C king)
quiet = %friend: way(.)
takes = (%friend: way(enemy)) taken := 1
jump = %man: % + u. + uu. -> . + uu%^leapt
"""
SAFE = "safe = ![flipped strikes]\n"
GAMES = {
    "who takes goes on": """move = quiet | takes
state white of white: move then white if [taken = 1], black
state black of black: view move then black if [taken = 1], white
""",
    "who gives check must wait, and kings are safe": SAFE
    + """move = (quiet | takes) safe
state white of white: move then black_twice if [strikes], black
state black of black: view move then white if view [strikes], white
state black_twice of black: view quiet then black
""",
    "who has leapt goes on, and others as well": """again = quiet | takes | jump | (%man^leapt: step(d))
state white of white: again then white if [man^leapt], black
state black of black: view again then black if view [man^leapt in third], white
""",
    "of three turns the first that fits": """move = (quiet | takes) safe
state white of white: move then black if ![C rook], white if [rook in fifth], black
state black of black: view move then white if ![rook], black if [taken = 1] view [rook], white
"""
    + SAFE,
}
SOME = list(GAMES)


def game(name: str) -> Game:
    return Game(read_game(Source(HEAD + GAMES[name])), "turns")


@pytest.mark.parametrize("name", SOME)
def test_bitboards_are_taken_and_agree_with_the_reference(name: str) -> None:
    played = game(name)
    assert fast(compiled(played.model))[1] == ""
    some = main_engines(played.model)
    assert disagreements(played, seed=SOME.index(name), number=5, some=some) == []


@pytest.mark.parametrize("name", SOME[:1])
def test_random_games_are_the_same(name: str) -> None:
    played = game(name)
    quick = Native(played.model, frozenset(), listing=True)
    slow = Native(played.model, frozenset(), walking=True)
    start = backends.position(played.start().node)
    assert quick.tally(start, 1, range(200), 100) == slow.tally(start, 1, range(200), 100)


@pytest.mark.parametrize("name", ["raid", "vendetta"])
def test_games_of_the_library_take_bitboards(name: str) -> None:
    model = load(name).model
    assert fast(compiled(model))[1] == ""
    assert compiled(model, frozenset({"next_turn_tests"})).why == "the turn order depends on the board"


def test_nothing_is_asked_of_a_mark_that_ends_with_the_move() -> None:
    rules = """move = %man: step(u) (% -> %^fresh)
state white of white: move then white if [man^fresh in fourth], black
state black of black: view move then white
"""
    reason = fast(compiled(read_game(Source(HEAD + rules))))[1]
    assert reason == "something is asked while a mark is there that ends with the move"
