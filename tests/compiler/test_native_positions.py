"""Positions on native code: what people see of them is what the reference shows."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from eventually import eventually
from lasker.kernel.errors import IllegalMove
from lasker.kernel.source import Source
from lasker.play import readiness as readiness_module
from lasker.play.game import Game, Position, load
from lasker.play.library import facts, model, sources
from lasker.play.moves import Moves
from lasker.play.native import NativeGame, PackedNode
from lasker.play.readiness import Readiness
from lasker.syntax.read import read_game


def both(name: str) -> tuple[Position, Position]:
    """The start of a game on native code, and on the reference."""
    source = model(name)
    ours = Game(read_game(source.rules.source, source.rules.bases), name).compile()
    return ours.start(), Game(source, name).start()


def seen(position: Position) -> dict[str, object]:
    """Everything that a position shows."""
    return {
        "fen": position.fen,
        "turn": position.turn,
        "texts": [str(move) for move in position.moves],
        "labels": [move.step.label for move in position.moves],
        "odds": [move.probability for move in position.moves],
        "outcome": position.outcome,
        "claims": position.claims,
        "agreements": position.agreements,
        "hash": hash(position),
        "ply": position.node.ply,
        "repetitions": position.repetitions,
        "last": str(position.last),
        "picture": str(position),
    }


def difference(name: str, seed: int, plies: int) -> str | None:
    """Where a random game looks different on native code and on the reference."""
    ours, theirs = both(name)
    random = Random(seed)
    for ply in range(plies):
        if seen(ours) != seen(theirs):
            return f"ply {ply}: {seen(ours)}, not {seen(theirs)}"
        if not theirs.moves:
            return None
        text = str(random.choice(theirs.moves))
        ours, theirs = ours.play(text), theirs.play(text)
    return None


def own() -> list[str]:
    return [name for name in sorted(sources()) if name.isascii() and not facts(name, "extends")]


def quick_games() -> list[str]:
    """Of the games that are written with the fewest words a few, one with chance and one with a past."""
    by_size = sorted(own(), key=lambda name: len(sources()[name].text))
    chance = next(name for name in by_size if " of chance" in sources()[name].text)
    past = next(name for name in by_size if "\nforbid" in sources()[name].text)
    return [*by_size[:2], chance, past]


@pytest.mark.parametrize("name", quick_games())
def test_positions_look_alike(name: str) -> None:
    assert difference(name, seed=1, plies=12) is None


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(sources()))
def test_positions_of_every_game_look_alike(name: str) -> None:
    assert [difference(name, seed, plies=40) for seed in range(3)] == [None] * 3


def test_moves_are_a_sequence() -> None:
    source = model(quick_games()[0])
    game = Game(read_game(source.rules.source, source.rules.bases), "own")
    theirs = game.start()
    wanted = theirs.moves
    ours = game.compile().start()
    moves = ours.moves
    assert isinstance(moves, Moves)
    assert isinstance(wanted, tuple)
    assert moves == wanted
    assert [*moves] == [*wanted]
    assert moves[1:3] == wanted[1:3]
    assert moves[-1] == wanted[-1]
    assert moves.index(wanted[2]) == 2
    assert wanted[0] in moves
    assert repr(moves) == repr(wanted)
    assert hash(moves) == hash(wanted)
    assert moves != wanted[1:]
    with pytest.raises(IndexError):
        moves[len(wanted)]
    assert ours.play(moves[0]) == theirs.play(wanted[0]) == ours.play(wanted[0])
    assert ours.play(moves[0]).last == moves[0]
    with pytest.raises(IllegalMove):
        ours.play("nowhere")


def test_texts_of_moves_with_one_label_are_told_apart() -> None:
    text = """lasker 1
game "Twice"
players one two
board 2x1
piece token 'T'
counter paid 0..9
move = (%.: put(token)) (paid += 1 | paid += 2)
start "2 o"
fen "board side"
"""
    ours = Game(read_game(Source(text, "<ours>")), "ours").compile().start()
    theirs = Game(read_game(Source(text, "<theirs>")), "theirs").start()
    assert seen(ours) == seen(theirs)
    assert len({str(move) for move in ours.moves}) == 4


def test_native_code_is_swapped_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness_module, "PATIENCE", 0.0)
    monkeypatch.delenv(readiness_module.SWITCH)
    source = model(quick_games()[0])
    game = Game(read_game(source.rules.source, source.rules.bases), "own")
    start = game.start()
    assert isinstance(start.moves, tuple)  # at once, from the reference
    eventually(lambda: game.readiness.native is not None)
    assert isinstance(game.readiness.native, NativeGame)
    after = game.start().play(start.moves[0])
    assert isinstance(after.node, PackedNode)
    assert isinstance(after.moves, Moves)
    assert after == start.play(start.moves[0])


def test_stored_code_is_used_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was compiled once is opened when it is asked for, and nothing is compiled for that."""
    monkeypatch.delenv(readiness_module.SWITCH)
    game = load("tictactoe").compile()
    again = Readiness(game.model)
    again.open_stored()
    assert isinstance(again.native, NativeGame)
    monkeypatch.setattr("lasker.backends.c.lists_are_stored", lambda _: False)
    without = Readiness(game.model)
    without.open_stored()
    assert without.native is None


def test_the_reference_stays_where_that_is_wanted() -> None:
    held = Readiness(model(quick_games()[0]))
    held.spent(1000.0)
    assert held.native is None
    assert not held.thread
    assert load(quick_games()[0]).readiness is load(quick_games()[0]).readiness


WIDE = """lasker 1
game "Wide"
start "{rows} w 1"
fen "board side number"
players white black
board 17x17
piece pawn ♙ ♟ 'P' 'p'
white = %♙: step(u) | both(leap(ur))
black = flipped white
"""


def test_moves_are_told_on_boards_whose_squares_need_more_than_eight_bits() -> None:
    text = WIDE.format(rows="/".join(["p" * 17] * 2 + ["17"] * 13 + ["P" * 17] * 2))
    ours = Game(read_game(Source(text, "<wide>")), "wide").compile().start()
    theirs = Game(read_game(Source(text, "<wide>")), "wide").start()
    random = Random(3)
    for _ in range(12):
        assert [move.step.label for move in ours.moves] == [move.step.label for move in theirs.moves]
        text = str(random.choice(theirs.moves))
        ours, theirs = ours.play(text), theirs.play(text)


def test_a_position_is_packed_once_and_its_moves_are_a_sequence() -> None:
    game = load("tictactoe").compile()
    position = game.position(game.start().fen)
    assert isinstance(position.node, PackedNode)
    assert position.node.configuration.board == (0,) * 9
    moves = position.moves
    assert moves[0] == moves[0]
    assert moves[-1] == moves[8]
    assert [*moves[2:4]] == [moves[2], moves[3]]
    assert moves[4] in moves
    with pytest.raises(IndexError, match="there are 9 moves"):
        moves[9]
    with pytest.raises(IndexError, match="there are 9 moves"):
        moves[-10]


OVER_FIRST = """
from random import Random
from lasker import backends
from lasker.backends.c.native import Native
from lasker.play.game import load
game, random = load("breakthrough"), Random(1)
position = game.start()
while position.outcome is None:
    position = position.play(random.choice(position.moves))
engine = Native(game.model, frozenset(), listing=True)
print(len(engine.successors(backends.position(position.node))))
"""


def test_a_game_that_is_over_may_be_asked_about_first() -> None:
    """In a process of its own: memory that nothing was written to before held no table of lanes."""
    done = subprocess.run(
        [sys.executable, "-c", OVER_FIRST], capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "0\n", "")
