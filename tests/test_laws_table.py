"""Every law in the tables of algebra/laws.py: evaluated on random moves, proved, used to simplify."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from lasker.algebra.contents import CHESSMEN
from lasker.algebra.decision import derivatives
from lasker.algebra.decision.prover import prove
from lasker.algebra.decision.world import World as Question
from lasker.algebra.fragments import Cell, Fragment, fragment
from lasker.algebra.laws import FRAGMENT_LAWS, MOVE_LAWS, Law, simplify
from lasker.algebra.meaning import Arena, Configuration
from lasker.algebra.moves import Move, Variable
from lasker.kernel.errors import GlueError, LimitError
from lasker.space.board_kinds import KINDS
from lasker.space.compass import CUBE, HEX, SQUARE, Compass
from random_moves import moves
from strategies import movements
from test_laws_semantics import LITTLE
from worlds import World, configurations, often, worlds


def same(world: World, left: Move, right: Move, start: Configuration) -> bool:
    """Have two moves the same results? Terms with too many results are skipped."""
    try:
        left_ends, right_ends = (
            Arena(world.space, world.vocabulary, LITTLE).results(move, start) for move in (left, right)
        )
    except LimitError:
        reject()
    return left_ends == right_ends


@pytest.mark.parametrize("law", MOVE_LAWS, ids=lambda law: law.name)
@often(6)
@given(data=st.data())
def test_a_law_of_moves_holds(law: Law, data: st.DataObject) -> None:
    world = data.draw(worlds())
    start = data.draw(configurations(world))
    values = [data.draw(moves(world, depth=2)) for _ in law.letters]
    try:
        left, right = law.left(*values), law.right(*values)
    except IndexError:  # the vocabulary has no such piece
        reject()
    assert same(world, left, right, start)


@pytest.mark.parametrize("law", MOVE_LAWS, ids=lambda law: law.name)
def test_a_law_of_moves_is_proved(law: Law) -> None:
    letters = [Variable(letter) for letter in law.letters]
    assert prove(law.left(*letters), law.right(*letters), Question(KINDS["square"], CHESSMEN)) is not None


@pytest.mark.parametrize("law", MOVE_LAWS, ids=lambda law: law.name)
def test_no_law_is_needed_for_its_own_proof(law: Law) -> None:
    """The prover simplifies by these laws; derivatives do not need them."""
    letters = [Variable(letter) for letter in law.letters]
    assert derivatives.equal(law.left(*letters), law.right(*letters))


@often(60)
@given(data=st.data())
def test_simplifying_changes_no_result(data: st.DataObject) -> None:
    world = data.draw(worlds())
    start = data.draw(configurations(world))
    move = data.draw(moves(world, depth=3))
    simple, _ = simplify(move)
    assert same(world, move, simple, start)


def _fragments(compass: Compass) -> st.SearchStrategy[Fragment]:
    size = len(compass.origin)
    offsets = st.tuples(*[st.integers(-2, 2)] * size)
    cells = st.sampled_from([Cell(CHESSMEN.named(glyph)) for glyph in ".♙♟♖"] + [Cell(CHESSMEN.void)])
    return st.dictionaries(offsets, cells, max_size=3).map(fragment)


def _value(side: Any, values: list[Any]) -> object:
    """The value of one side, or the fact that it glues squares on top of each other."""
    try:
        return side(*values)
    except GlueError:
        return "overlap"


@pytest.mark.parametrize("compass", [SQUARE, CUBE, HEX], ids=lambda compass: compass.name)
@pytest.mark.parametrize("law", FRAGMENT_LAWS, ids=lambda law: law.name)
@often(10)
@given(data=st.data())
def test_a_law_of_fragments_holds(law: Law, compass: Compass, data: st.DataObject) -> None:
    drawn = {"f": _fragments(compass), "m": movements(compass)}
    values = [data.draw(drawn["m" if letter in "mn" else "f"]) for letter in law.letters]
    assert _value(law.left, values) == _value(law.right, values)
