"""The laws of movements on fragments and moves, as exact terms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from lasker.algebra.fragments import ZERO, Fragment
from lasker.algebra.images import moved
from lasker.algebra.moves import (
    Adjust,
    Bind,
    Compare,
    Each,
    Most,
    Repeat,
    Test,
    choice,
    exhaust,
    prefer,
    sequence,
)
from lasker.kernel.errors import GlueError
from lasker.space.compass import CUBE, HEX, HEXFILES, SQUARE
from lasker.syntax.rules import Rules
from naive_boards import Ground
from random_moves import moves
from strategies import cells, fragments, movements, patterns
from worlds import CURSORS, holed, often, worlds


def glued(make: Callable[[], Fragment]) -> Fragment | None:
    """A sum, or None where squares would lie on top of each other."""
    try:
        return make()
    except GlueError:
        return None


@often(50)
@given(st.data())
def test_movements_distribute_over_sums(data: st.DataObject) -> None:
    world = data.draw(worlds())
    f, g, v = data.draw(fragments(world)), data.draw(fragments(world)), world.vocabulary
    m, n = data.draw(movements(world.compass, v)), data.draw(movements(world.compass, v))
    whole = glued(lambda: f + g)
    assert glued(lambda: f.moved(m, v) + g.moved(m, v)) == (whole and whole.moved(m, v)), (
        "B16; errors stay errors"
    )
    assert f.moved(n, v).moved(m, v) == f.moved(m * n, v)
    assert f.moved(world.compass.identity, v) == f
    assert ZERO.moved(m, v) == ZERO


@often(50)
@given(st.data())
def test_gluing_is_commutative_associative_and_partial(data: st.DataObject) -> None:
    world = data.draw(worlds())
    f, g, h = (data.draw(fragments(world)) for _ in range(3))
    assert glued(lambda: f + g) == glued(lambda: g + f)
    assert glued(lambda: (f + g) + h) == glued(lambda: f + (g + h))
    assert f + ZERO == f == ZERO + f
    shared = {offset for offset, _ in f.cells} & {offset for offset, _ in g.cells}
    if not shared:
        whole = glued(lambda: f + g)
        assert whole is not None
        assert set(whole.cells) == set(f.cells) | set(g.cells)


@often(50)
@given(st.data())
def test_squares_say_together_what_they_said_apart(data: st.DataObject) -> None:
    """Only a cursor's place may overlap a square; then the conditions of both hold."""
    world = data.draw(worlds(holed(SQUARE, 1, 1)))
    f, g = data.draw(fragments(world)), data.draw(fragments(world))
    whole = glued(lambda: f + g)
    for offset, cell in dict(f.cells).items() if whole else ():
        other = dict(g.cells).get(offset)
        if whole and other:
            both = dict(whole.cells)[offset]
            assert (cell.bare and cell.here) or (other.bare and other.here)
            assert both.cursors == cell.cursors | other.cursors
            assert both.regions == cell.regions | other.regions
            assert both.bare == (cell.bare and other.bare)
            assert both.contents == cell.contents & other.contents


@often(50)
@given(st.data())
def test_a_moved_fragment_is_moved_square_by_square(data: st.DataObject) -> None:
    world = data.draw(worlds())
    f, v, ground = data.draw(fragments(world)), world.vocabulary, Ground(world.space, world.vocabulary)
    m = data.draw(movements(world.compass, v))
    to = m.players or tuple(range(len(v.players)))
    owned = {piece.glyph: (piece.name, piece.owner) for piece in v.pieces}
    images = {
        glyph: next(
            other for other, who in owned.items() if who == (name, None if owner is None else to[owner])
        )
        for glyph, (name, owner) in owned.items()
    }
    image = dict(f.moved(m, v).cells)
    assert set(image) == {m(offset) for offset, _ in f.cells}
    for offset, cell in f.cells:
        there = image[m(offset)]
        contents = {(images.get(glyph, glyph), marks) for glyph, marks in ground.members(cell.contents)}
        assert ground.members(there.contents) == contents
        regions = {
            (name, None if owner is None else to[owner], wanted) for name, owner, wanted in cell.regions
        }
        assert there.regions == regions
        assert replace(there, contents=0, regions=frozenset()) == replace(
            cell, contents=0, regions=frozenset()
        )


@often(50)
@given(st.data())
def test_movements_distribute_over_choices_of_fragments(data: st.DataObject) -> None:
    world = data.draw(worlds())
    p, q, m = (
        data.draw(patterns(world)),
        data.draw(patterns(world)),
        data.draw(movements(world.compass, world.vocabulary)),
    )
    v = world.vocabulary
    assert (p | q).moved(m, v) == p.moved(m, v) | q.moved(m, v)
    assert p | p == p


@often(50)
@given(st.data())
def test_movements_act_on_moves_as_exact_terms(data: st.DataObject) -> None:
    world = data.draw(worlds())
    M, N = data.draw(moves(world, CURSORS, 2)), data.draw(moves(world, CURSORS, 2))
    v = world.vocabulary
    m, n = data.draw(movements(world.compass, v)), data.draw(movements(world.compass, v))
    assert moved(moved(M, n, v), m, v) == moved(M, m * n, v)
    assert moved(M, world.compass.identity, v) == M
    assert moved(sequence([M, N]), m, v) == sequence([moved(M, m, v), moved(N, m, v)])
    assert moved(choice([M, N]), m, v) == choice([moved(M, m, v), moved(N, m, v)])
    assert moved(prefer(M, N), m, v) == prefer(moved(M, m, v), moved(N, m, v))
    assert moved(exhaust(M), m, v) == exhaust(moved(M, m, v))
    assert moved(Repeat(M, 1, 3), m, v) == Repeat(moved(M, m, v), 1, 3)
    assert moved(Test(M, False), m, v) == Test(moved(M, m, v), False)
    cell = data.draw(cells(world, left=True))
    for kind in (Bind, Each):
        assert moved(kind("x", cell, M), m, v) == kind("x", cell.moved(m, v), moved(M, m, v))
    for name, owner in v.counters:
        one, other = (name, owner), (name, m.players[owner] if m.players and owner is not None else owner)
        assert moved(Adjust(one, True, 1), m, v) == Adjust(other, True, 1)
        assert moved(Compare(one, "<", 2), m, v) == Compare(other, "<", 2)
        assert moved(Compare(one, "<", one), m, v) == Compare(other, "<", other)
        assert moved(Most(one, M), m, v) == Most(other, moved(M, m, v))
    if world.compass.name != "graph":
        assert moved(moved(M, m, v), m.inverse(), v) == M
        slide = data.draw(st.sampled_from(list(world.compass.directions.values())))
        assert moved(M, slide, v) == M, "rules apply at every translation"


@often(30)
@given(st.data())
def test_four_quarter_turns_and_two_flips_do_nothing(data: st.DataObject) -> None:
    """B12, B38: R⁴M = M and flipped(flipped(M)) = M, on moves and on fragments."""
    boards = [holed(SQUARE, 3, 3), holed(CUBE, 2, 2, 2), holed(HEX, 2, 2), holed(HEXFILES, 2, 2)]
    world = data.draw(worlds(st.one_of(boards)))
    rules = Rules(space=world.space, vocabulary=world.vocabulary)
    M, f, v = data.draw(moves(world, CURSORS)), data.draw(patterns(world)), world.vocabulary
    full_turn = 6 if world.compass.name.startswith("hex") else 4
    R: Any = rules.find("R")
    F: Any = rules.find("F")
    C: Any = rules.find("C")
    flipped: Any = rules.find("flipped")
    players = len(v.players)
    for letter, order in (
        (R, full_turn),
        (F, 2),
        (C, players),
        (flipped, 2 * players if players % 2 else players),
    ):
        term, picture = M, f
        for _ in range(order):
            term, picture = moved(term, letter, v), picture.moved(letter, v)
        assert (term, picture) == (M, f)
        assert letter**order == world.compass.identity


ONE = ("C C", "R^4", "R²R²", "F F", "flipped flipped", "rotated rotated", "u d", "F R F R", "u^3 u^-3")
SAME = {"u r": "r u", "ur": "r u", "R r": "u R", "F r": "l F", "R u R^-1": "l", "F F C": "C", "C R": "R C"}
OTHER = {"R F": "F R", "R u": "u R", "C": "1", "R²": "1", "flipped": "rotated"}


def test_words_of_movements_are_computed() -> None:
    value = Rules().evaluate
    assert {text for text in ONE if value(text) != value("1")} == set()
    assert {left for left, right in SAME.items() if value(left) != value(right)} == set()
    assert {left for left, right in OTHER.items() if value(left) == value(right)} == set()
