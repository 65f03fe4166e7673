"""Betza notation from clicked squares, and the diagram of it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lasker.design.clicks import Cell, betza_of, cells_of, diagram_of
from lasker.kernel.errors import LaskerError

POINTS = st.tuples(st.integers(-3, 3), st.integers(-3, 3)).filter(lambda point: point != (0, 0))
MODES = st.sampled_from([(True, True), (True, False), (False, True)])
CELLS = st.builds(
    lambda point, ride, modes, first: Cell(point[0], point[1], ride, modes[0], modes[1], first),
    POINTS,
    st.booleans(),
    MODES,
    st.booleans(),
)
CLICKS = st.lists(CELLS, max_size=6, unique_by=lambda cell: (cell.x, cell.y, cell.ride, cell.first))


@settings(max_examples=60, deadline=None)
@given(CLICKS)
def test_clicks_become_notation_and_back(clicks: list[Cell]) -> None:
    assert cells_of(betza_of(clicks)) == tuple(sorted(clicks))


@settings(max_examples=40, deadline=None)
@given(CLICKS)
def test_what_is_clicked_is_reached(clicks: list[Cell]) -> None:
    reached = {(each.x, each.y) for each in diagram_of(betza_of(clicks))}
    assert {(cell.x, cell.y) for cell in clicks} <= reached


@given(CELLS, st.sampled_from(["all", "sides"]))
def test_a_symmetry_is_all_its_clicks(cell: Cell, symmetry: str) -> None:
    cells = cells_of(betza_of([cell], symmetry))
    assert cells is not None
    assert cell in cells
    assert betza_of(cells) == betza_of([cell], symmetry)


def test_what_has_more_than_one_leg_is_shown_only() -> None:
    assert cells_of("FyafsF") is None
    assert {each.kind for each in diagram_of("gQ")} == {"hop"}
    assert {each.kind for each in diagram_of("FyafsF")} == {"leap", "other"}
    assert diagram_of("") == ()


@pytest.mark.parametrize("cell", [Cell(0, 0), Cell(4, 1), Cell(1, 1, moves=False, takes=False)])
def test_what_no_letter_says_is_refused(cell: Cell) -> None:
    with pytest.raises(LaskerError):
        betza_of([cell])
