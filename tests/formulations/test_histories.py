"""Small games solved inside arithmetic: the terms agree with a minimax that knows nothing of numbers."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from lasker.formulations.arithmetic.definitions import library
from lasker.formulations.arithmetic.numbers import Sequence, as_sequence, left, right
from lasker.formulations.arithmetic.realizers import REALIZERS
from lasker.formulations.arithmetic.sizes import size
from lasker.formulations.godel.histories import definitions, history, reading, solve
from lasker.kernel.errors import LaskerError, LimitError
from lasker.play.game import Position, load


def minimax(position: Position) -> Fraction:
    """What the first player gets when everybody plays for himself."""
    if position.outcome is not None:
        return position.outcome.payoffs[0]
    values = [minimax(Position(move.step.after, position.game)) for move in position.moves]
    return max(values) if position.node.state.player == 0 else min(values)


def endgame(name: str, seed: int, moves_left: int) -> Position:
    """A position of a random game with few moves left in it."""
    random, position = Random(seed), load(name).start()
    while len(position.moves) > moves_left:
        position = Position(random.choice(position.moves).step.after, position.game)
    return position


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("name", "moves_left"), [("tictactoe", 6), ("dots_and_boxes", 4), ("qubic", 3)])
def test_the_value_is_that_of_minimax(name: str, moves_left: int, seed: int) -> None:
    position = endgame(name, seed, moves_left)
    whole = history(position)
    assert solve(whole) == 1 + minimax(position) * (whole.highest - 1)


def test_a_history_is_a_sequence_of_epochs() -> None:
    whole = history(load("tictactoe").position("XOX/OXO/3 x 1"))
    assert isinstance(whole.number, Sequence)
    epochs = as_sequence(whole.number).items
    assert [len(as_sequence(left(epoch)).items) for epoch in epochs] == list(whole.sizes) == [1, 3, 2, 2]
    assert [right(epoch) for epoch in epochs] == [1, 2, 1, 2]
    assert size(whole.number).startswith("about 2^")


def test_nothing_of_it_has_a_hand_written_body() -> None:
    names = {definition.name for definition in definitions()}
    assert not names & set(REALIZERS)
    assert not names & {definition.name for definition in library()}
    reading().resolve()


@pytest.mark.parametrize("name", ["chess", "go9", "einstein", "chinese_checkers_3"])
def test_games_that_are_refused(name: str) -> None:
    with pytest.raises(LaskerError):
        history(load(name).start(), most=50)


def test_the_budget_is_kept() -> None:
    with pytest.raises(LimitError, match="no answer after 100 evaluations"):
        solve(history(load("tictactoe").position("XO1/1X1/O2 x 1")), budget=100)


@pytest.mark.soak
def test_all_of_tictactoe() -> None:
    whole = history(load("tictactoe").start())
    assert (whole.positions, sum(whole.sizes)) == (5478, 16168)
    assert solve(whole) == 2
