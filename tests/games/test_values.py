"""Games, positions, moves and outcomes are values: what is equal is equal in every
respect, and they travel between processes."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import threading
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import lasker
from lasker.environments.batch import Batch
from lasker.kernel.errors import IllegalMove, LaskerError, LimitError
from lasker.play.game import Game, Position, load

SHUFFLE = ("Nf3", "Nf6", "Ng1", "Ng8")
YAML = str(Path(__file__).parents[1] / "frontends" / "specs" / "one_line.yaml")


def again(value: object) -> object:
    return pickle.loads(pickle.dumps(value))


def chess(clock: int, number: int = 80) -> Position:
    return load("chess").position(f"4k3/8/8/8/8/8/8/R3K3 w - - {clock} {number}")


def test_positions_that_differ_in_a_clock_are_different() -> None:
    fresh, stale = chess(0), chess(150)
    assert fresh.outcome != stale.outcome
    assert fresh != stale
    assert len({fresh, stale, chess(0)}) == 2
    assert hash(fresh) != hash(stale)
    assert fresh.key == stale.key
    assert fresh.node.repeats(stale.node)


def test_positions_that_differ_in_their_number_are_different() -> None:
    assert chess(0, 80) != chess(0, 81)
    assert chess(0, 80).key == chess(0, 81).key


def test_repetition_goes_by_the_key_and_equality_by_everything() -> None:
    start = load("chess").start()
    position = start
    for text in SHUFFLE * 2:
        position = position.play(text)
    assert position.key == start.key
    assert position != start
    assert position.repetitions == 3
    assert [claim.reason for claim in position.claims]
    assert load("chess").position(position.fen) == position  # though it has no past
    assert hash(load("chess").position(position.fen)) == hash(position)


def test_equality_does_not_depend_on_who_loaded_the_rules(tmp_path: Path) -> None:
    text = load("tictactoe").text
    same, other = tmp_path / "same.rules", tmp_path / "other.rules"
    same.write_text(text + "\n-- another comment\n", "utf-8")
    other.write_text(text.replace("lost", "won"), "utf-8")
    here, there, elsewhere = (load(name) for name in ("tictactoe", str(same), str(other)))
    assert here == there
    assert hash(here) == hash(there)
    assert here != elsewhere
    assert here.start().play("b2") == there.start().play("b2")
    assert hash(here.start().play("b2")) == hash(there.start().play("b2"))
    assert here.start() != elsewhere.start()
    assert here.start() != "3/3/3 x 1"


def test_keys_and_equality_are_the_same_on_every_backend() -> None:
    game = load("tictactoe").compile()
    theirs = load(game.text)
    slow = theirs.position("3/1X1/O2 x 2")
    quick = game.position("3/1X1/O2 x 2")
    assert theirs.readiness.native is None
    assert type(slow.node) is not type(quick.node)
    assert (slow == quick, quick == slow, hash(slow) == hash(quick), slow.key == quick.key) == (True,) * 4
    assert (slow.node == quick.node, hash(slow.node) == hash(quick.node)) == (True, True)
    assert slow.moves[0] == quick.moves[0]
    assert quick.play("c3") != slow
    assert again(quick) == slow


@pytest.mark.parametrize("name", ["chess", "three_check", YAML, "tictactoe"])
def test_values_travel(name: str) -> None:
    """Of games by name, extended, from a path and in YAML; in the middle of a game, with its past."""
    game = load(name)
    position = game.start()
    for _ in range(4):
        position = position.play(position.moves[-1])
    for value in (
        game,
        position,
        position.moves[0],
        tuple(position.moves),
        position.before,
        position.outcome,
    ):
        for copied in (again(value), copy.copy(value), copy.deepcopy(value)):
            assert copied == value
            assert hash(copied) == hash(value)
    back = again(position)
    assert isinstance(back, Position)
    assert [each.fen for each in back.past()] == [each.fen for each in position.past()]
    assert (back.last, back.repetitions, back.claims) == (
        position.last,
        position.repetitions,
        position.claims,
    )
    assert position.play(position.moves[1]) == back.play(back.moves[1])


def test_a_long_past_travels() -> None:
    """Thousands of plies are no recursion."""
    position = load("chess").start()
    for node in [position.node] * 5000:
        position = Position(node, position.game, position)
    back = again(position)
    assert isinstance(back, Position)
    assert back == position
    assert len(list(back.past())) == 5001


def test_the_end_of_a_game_travels() -> None:
    position = load("tictactoe").position("XXX/OO1/3 o 5")
    assert position.outcome is not None
    assert again(position.outcome) == position.outcome == again(position).outcome  # type: ignore[attr-defined]


def test_batches_travel() -> None:
    batch = Batch(load("tictactoe"), 3)
    batch.step([0, 2, 4])
    back = again(batch)
    assert isinstance(back, Batch)
    assert list(back.positions) == list(batch.positions)
    assert [position.node.ply for position in back.positions] == [1, 1, 1]


def replies(position: Position) -> tuple[int, str, object]:
    return len(position.moves), position.fen, position.outcome


def refused(position: Position) -> None:
    position.play("z9")


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_positions_work_in_other_processes(way: str) -> None:
    """Also while this one is compiling, and what goes wrong there is an error here."""
    game = load("tictactoe")
    held = threading.Event()

    def hold() -> None:
        with game.readiness.lock:
            held.set()
            done.wait()

    done = threading.Event()
    busy = threading.Thread(target=hold)
    busy.start()
    held.wait()
    try:
        positions = [game.start().play(move) for move in game.start().moves]
        with ProcessPoolExecutor(1, multiprocessing.get_context(way)) as pool:
            assert list(pool.map(replies, positions)) == list(map(replies, positions))
            assert pool.submit(Game.perft, game, 3).result() == 504
            error = pool.submit(refused, positions[0]).exception()
    finally:
        done.set()
        busy.join()
    assert isinstance(error, IllegalMove)
    assert error.remedy


def test_values_cannot_be_changed() -> None:
    position = load("tictactoe").start()
    move = position.moves[0]
    for value, name in ((position, "node"), (position, "new"), (position.game, "model"), (move, "text")):
        with pytest.raises(AttributeError):
            setattr(value, name, None)
    with pytest.raises(AttributeError):
        del position.node
    assert position.moves[0] == move


@pytest.mark.parametrize("quick", [False, True])
def test_a_text_is_among_the_moves_if_it_can_be_played(quick: bool) -> None:
    game = load("tictactoe").compile() if quick else load("tictactoe")
    position = game.position("XX1/3/3 o 2")
    assert [text in position.moves for text in ("c3", "a3", "z9", "")] == [True, False, False, False]
    assert position.moves[2] in position.moves
    assert 7 not in position.moves
    assert "Nf3" in load("chess").start().moves


@pytest.mark.parametrize("depth", [-1, -100])
def test_a_negative_depth_is_refused(depth: int) -> None:
    with pytest.raises(LimitError):
        load("tictactoe").perft(depth)


def test_misuse_is_an_error_of_our_own() -> None:
    start = load("tictactoe").start()
    wrong: list[dict[str, Any]] = [
        {"seconds": 0},
        {"seconds": "1"},
        {"nodes": 0},
        {"level": 11},
        {"level": "5"},
    ]
    for options in wrong:
        with pytest.raises(LaskerError):
            lasker.opponent(start, **options)
