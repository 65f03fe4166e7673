"""Boards, positions, moves and games of every game of the library are numbers, and come back from them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lasker.formulations.arithmetic.numbers import Number, Sequence, as_sequence, exact, pair, sequence
from lasker.formulations.arithmetic.sizes import size
from lasker.formulations.godel.encoding import Numbering, read_number
from lasker.kernel.errors import IllegalMove, LaskerError, LimitError, NotationError
from lasker.play.game import Position, load
from library_sample import EVERY, SAMPLE


def played(name: str, seed: int, plies: int) -> Position:
    """The end of a random game, or of its beginning."""
    random, position = Random(seed), load(name).start()
    for _ in range(plies):
        if not position.moves:
            break
        move = random.choice(position.moves)
        position = Position(move.step.after, position.game, position)
    return position


def the_same(a: Position, b: Position) -> bool:
    """Equal to the last counter and ply, which equality of positions leaves aside."""
    return a == b and a.node.configuration[:3] == b.node.configuration[:3] and a.node.ply == b.node.ply


def round_trip(name: str, seed: int, plies: int) -> None:
    last = played(name, seed, plies)
    numbers = Numbering(last.game)
    again = numbers.read_game(numbers.game(last))
    pasts = list(zip(again.past(), last.past(), strict=True))
    assert all(the_same(a, b) for a, b in pasts)
    for _, position in pasts:
        assert numbers.read_contents(numbers.board(position)) == position.node.configuration.board
        assert the_same(numbers.read_position(numbers.position(position)), position)
    before = last.before or last
    for move in Random(seed).sample(before.moves, min(5, len(before.moves))):
        assert numbers.read_move(before, numbers.move(before, move)) == move
    assert numbers.read(numbers.position(last))[0] == "position"
    assert numbers.read(numbers.game(last))[0] == "game"


@pytest.mark.parametrize("name", SAMPLE)
def test_some_games_come_back_from_its_number(name: str) -> None:
    round_trip(name, 5, 2)


@pytest.mark.soak
@pytest.mark.parametrize("name", EVERY)
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 60))
@settings(max_examples=20)
def test_random_games_come_back_from_their_numbers(name: str, seed: int, plies: int) -> None:
    round_trip(name, seed, plies)


@pytest.mark.parametrize(
    "name", ["breakthrough", "connect_four", "dice_men", "nine_mens_morris", "tictactoe"]
)
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 30))
@settings(max_examples=6)
def test_quick_games_come_back_from_their_numbers(name: str, seed: int, plies: int) -> None:
    round_trip(name, seed, plies)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=20)
def test_different_boards_have_different_numbers(seed: int) -> None:
    position = played("tictactoe", seed, 9)
    boards = {each.node.configuration.board for each in position.past()}
    numbers = Numbering(position.game)
    assert len({numbers.board(each) for each in position.past()}) == len(boards)


def test_exact_where_it_fits_and_structural_where_not() -> None:
    small, large = played("tictactoe", 1, 4), played("chess", 1, 1)
    numbers = Numbering(small.game)
    assert isinstance(numbers.board(small), int)
    board = Numbering(large.game).board(large)
    assert isinstance(board, Sequence)
    assert Numbering(large.game).read_contents(exact(board)) == large.node.configuration.board
    assert size(numbers.position(small)) == "1025651093201 bits"


def test_no_entry_is_0() -> None:
    """E-K2: a 0 at the end of a sequence would leave no trace."""
    for name in SAMPLE:
        position = load(name).start()
        numbers = Numbering(position.game)
        assert 0 not in as_sequence(numbers.board(position)).items
        assert 0 not in as_sequence(numbers.position(position)).items


NUMBERS = Numbering(load("tictactoe"))
START = NUMBERS.position(load("tictactoe").start())
BOARD = NUMBERS.board(load("tictactoe").start())


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (0, "not a position: 0"),
        (-5, "not a position: a negative number"),
        (1, "not a board: 0"),
        (9, "not a board: 0"),
        (10**300 + 7, "not a board: 0"),
        (sequence([1, 1, 30]), "not a board: a sequence of 3 numbers, and 9 are needed"),
        (sequence([1, 1, sequence([7] * 9)]), "not a board: 7 stands on a1"),
        (sequence([3, 1, BOARD]), "not a position: its first entry, 3, is no state"),
        (sequence([1, 0, BOARD]), "not a position: entry 2 is 0, and would leave no trace (E-K2)"),
        (sequence([1, 1, BOARD, 1]), "not a position: a sequence of 4 numbers, and 3 are needed"),
        (sequence([1, 1, pair(pair(300, 1), 1)]), "not a board: a pair, where a sequence is needed"),
        (sequence([1, 1, 29 * exact(BOARD)]), "not a board: it has a prime factor beyond the first 9 primes"),
    ],
)
def test_what_is_no_position(number: Number, told: str) -> None:
    with pytest.raises(NotationError) as error:
        NUMBERS.read_position(number)
    assert told in error.value.message


def test_what_is_no_game() -> None:
    b2 = NUMBERS.move(load("tictactoe").start(), load("tictactoe").start().read("b2"))
    assert str(NUMBERS.read_game(sequence([START, b2])).last) == "b2"
    with pytest.raises(IllegalMove, match="not a game: move 2: b2 is not a legal move here"):
        NUMBERS.read_game(sequence([START, b2, b2]))
    with pytest.raises(NotationError, match="not a game: move 1: not a move"):
        NUMBERS.read_game(sequence([START, 1]))
    with pytest.raises(NotationError, match="the board has 9 sites"):
        NUMBERS.read_game(sequence([START, pair(0, sequence([sequence([10, 10, 2, 1])]))]))


def test_positions_that_the_rules_forbid() -> None:
    numbers = Numbering(load("connect_four"))
    hanging = sequence([1, 1, sequence([*([1] * 41), 2])])
    with pytest.raises(NotationError, match="a disc hangs in the air"):
        numbers.read_position(hanging)


def test_a_million_digits_are_refused_at_once() -> None:
    with pytest.raises(LimitError):
        read_number("7" * 1_000_000)


def built(items: list[Number]) -> Number:
    return sequence(abs(item) if isinstance(item, int) else item for item in items)


@given(st.recursive(st.integers(-3, 10**9), lambda inner: st.lists(inner, max_size=4).map(built)))
@settings(max_examples=200)
def test_any_number_gets_an_answer(number: Number) -> None:
    with pytest.raises(LaskerError, match=r"not a|limit|too large|could not"):
        NUMBERS.read(number)
