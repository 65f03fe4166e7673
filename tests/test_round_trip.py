"""Round trips: what the printer prints is read back as the same value, in every
vocabulary and kind of board."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lasker.algebra.contents import CHESSMEN, Vocabulary
from lasker.algebra.fragments import ZERO, Pattern
from lasker.algebra.moves import FAIL, NIL, Adjust, Choice, Compare, Most, Repeat, Sequence, Test, Variable
from lasker.space.compass import Compass
from lasker.space.movement import Affine
from lasker.syntax.printer import Printer
from lasker.syntax.rules import Rules
from random_moves import moves
from strategies import COMPASSES, movements, patterns
from worlds import CURSORS, RICH, World, often, worlds

NOBODY = Vocabulary((), [])


def returns(rules: Rules, value: Any) -> None:
    """Print, read, compare; and print again."""
    show = Printer(rules).show
    text = show(value)
    again = rules.evaluate(text)
    assert again == value, text
    assert show(again) == text


def words(world: World) -> Rules:
    """The rules of a world, without any text."""
    return Rules(space=world.space, vocabulary=world.vocabulary)


@pytest.mark.parametrize("vocabulary", [CHESSMEN, RICH], ids=["chessmen", "rich"])
@pytest.mark.parametrize("compass", COMPASSES, ids=lambda compass: compass.name)
@often(10)
@given(st.data())
def test_printed_movements_are_read_back(compass: Compass, vocabulary: Any, data: st.DataObject) -> None:
    rules = Rules(compass=compass, vocabulary=vocabulary)
    movement: Any = data.draw(movements(compass, NOBODY))
    C: Any = rules.find("C")
    returns(rules, movement * C ** data.draw(st.integers(-2, 2)))


@often(80)
@given(st.data())
def test_printed_fragments_and_patterns_are_read_back(data: st.DataObject) -> None:
    world = data.draw(worlds())
    returns(words(world), data.draw(patterns(world)))


def compare_moves(examples: int) -> None:
    @often(examples)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        world, scope = data.draw(worlds()), data.draw(st.sampled_from(((), CURSORS)))
        returns(words(world), data.draw(moves(world, scope)))

    check()


def test_printed_moves_are_read_back() -> None:
    compare_moves(150)


@pytest.mark.soak
def test_printed_moves_are_read_back_at_length() -> None:
    compare_moves(20_000)


def test_terms_that_are_hard_to_print_are_read_back() -> None:
    rules = Rules("counter n 0..3\ncounter k 0..3 each", variables=True)
    n, k = ("n", None), ("k", 1)
    M = Variable("M")
    odd: list[Any] = [
        *(Repeat(Repeat(M, low, None), 1, None) for low in range(3)),
        *(Repeat(Repeat(M, 1, None), low, 2) for low in range(3)),
        Repeat(Sequence((M, M)), 2, 5),
        *(Repeat(M, low, high) for low in range(3) for high in (None, *range(low, 4))),
        Repeat(Adjust(n, True, 1), 0, 0),
        Sequence((Adjust(n, True, -2), Adjust(k, False, 0), M)),
        Choice((NIL, Sequence((FAIL, NIL)))),
        Sequence((Choice((NIL, M)), Choice((M, FAIL)))),
        Test(Test(Test(M, False), True), False),
        Test(Compare(n, "<", k), False),
        Test(Compare(n, "=", 0), True),
        Sequence((M, Most(n, Sequence((M, M))))),
        Most(n, Most(k, M)),
        Repeat(Most(n, M), 3, 3),
        Test(Choice((M, NIL)), True),
        Pattern((ZERO,)),
        Affine(((1, 0), (0, 1)), (100, -1000), (1, 0)),
    ]
    for value in odd:
        returns(rules, value)
