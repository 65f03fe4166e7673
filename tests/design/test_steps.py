"""Clicks on boards of any directions: the terms that they make, and games whose pieces move so."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lasker.design.apply import apply, new_variant
from lasker.design.edit_kinds import AddPiece, Place, RemovePiece, SetMoves
from lasker.design.opened_text import opened
from lasker.design.reading import read_form
from lasker.design.steps import BOARDS, Step, field, images, seen, steps_of, term_of
from lasker.kernel.errors import LaskerError
from lasker.movement.diagram import diagram
from lasker.movement.piece_context import piece_called
from lasker.play import library
from lasker.space.compass import CUBE, HEX, HEXFILES, SQUARE, Compass

MODES = st.sampled_from([(True, True), (True, False), (False, True)])


@st.composite
def clicks(draw: st.DrawFn, compass: Compass) -> set[Step]:
    """Some clicks of a form, each with its images."""
    found = set[Step]()
    for by in draw(st.lists(st.sampled_from(field(compass).sites), max_size=4)):
        (moves, takes), ride, first = draw(MODES), draw(st.booleans()), draw(st.booleans())
        symmetry = draw(st.sampled_from(["all", "sides", "none"]))
        if any(by):
            found |= {Step(each, ride, moves, takes, first) for each in images(compass, by, symmetry)}
    return found


@settings(max_examples=60, deadline=None)
@given(st.data(), st.sampled_from(sorted(BOARDS)))
def test_clicks_become_a_term_and_back(data: st.DataObject, board: str) -> None:
    compass = BOARDS[board]
    some = data.draw(clicks(compass))
    assert steps_of(compass, term_of(compass, some, "elk")) == tuple(sorted(some))


@pytest.mark.parametrize("wrong", [Step((0, 0)), Step((9, 9)), Step((1, 0), moves=False, takes=False)])
def test_what_is_no_click_is_refused(wrong: Step) -> None:
    with pytest.raises(LaskerError):
        term_of(HEX, [wrong])


@pytest.mark.parametrize(("game", "compass"), [("open_hexagons", HEX), ("raumschach", CUBE)])
def test_a_clicked_piece_goes_as_it_was_clicked(game: str, compass: Compass) -> None:
    """Said of the game itself: its diagram, by all rules, shows the clicks."""
    leap = next(by for by in field(compass).sites if sorted(map(abs, by))[-2:] == [1, 1])
    some = {Step(by) for by in images(compass, leap)}
    ride = next(by for by in field(compass).sites if sorted(map(abs, by))[-2:] == [0, 1])
    some |= {Step(by, ride=True, takes=False) for by in images(compass, ride, "sides")}
    text = apply(new_variant(game, "Mine"), AddPiece("elk", ("E", "e"), term_of(compass, some)))
    model = opened(text).model
    assert seen(diagram(model, piece_called(model, "elk"))) == tuple(sorted(some))


def test_a_piece_of_the_parent_goes_otherwise_and_again_as_before() -> None:
    plain = new_variant("glinski", "Mine")
    one = apply(plain, SetMoves("queen", "take(u, t)"))
    assert read_form(one).piece("queen").betza == "take(u, t)"  # type: ignore[union-attr]  # it is there
    model = opened(one).model
    assert seen(diagram(model, piece_called(model, "queen"))) == (Step((0, 1)),)
    both = apply(one, SetMoves("rook", "both(take(ur, t))"))
    assert "[% is not (♕ | ♖)] super(t)" in both
    assert apply(apply(both, SetMoves("rook", "")), SetMoves("queen", "")).strip() == plain.strip()


def test_a_whole_game_is_changed_and_changed_back() -> None:
    text = library.find("glinski").text
    changed = apply(apply(text, SetMoves("rook", "take(u, t)")), SetMoves("queen", "take(d, t)"))
    assert read_form(changed).piece("queen").betza == "take(d, t)"  # type: ignore[union-attr]  # it is there
    assert apply(apply(changed, SetMoves("queen", "")), SetMoves("rook", "")) == text


def test_a_first_move_asks_where_the_piece_begins() -> None:
    term = term_of(HEXFILES, [Step((0, 2), first=True)], "elk")
    text = apply(new_variant("glinski", "Mine"), AddPiece("elk", ("E", "e"), "take(u, t)"))
    with pytest.raises(LaskerError, match="stands nowhere"):
        apply(text, SetMoves("elk", term))
    placed = apply(apply(text, Place({"f6": "E", "f7": "e"})), SetMoves("elk", term))
    assert "region elk home of white = f6\nregion elk home of black = f7\n" in placed
    gone = apply(placed, RemovePiece("elk"))
    assert "elk" not in gone
    assert "way" not in gone
    squares = apply(new_variant("chess", "Mine"), AddPiece("elk", ("E", "e"), "N"))
    squares = apply(apply(squares, Place({"a1": "E"})), SetMoves("elk", "NimfR2"))
    assert "region elk home of white = a1\n" in squares


def test_a_game_without_ways_is_refused_with_the_reason() -> None:
    with pytest.raises(LaskerError, match="no definition way"):
        apply(new_variant("hex", "Mine"), AddPiece("elk", ("E", "e"), "take(r, t)"))


def test_boards_of_squares_keep_their_notation() -> None:
    assert steps_of(SQUARE, "every(u u r, take(u u r, t))") is not None
    assert read_form(library.find("chess").text).board.compass == "square"
