"""Counters as spots that are clicked: which parts of a move they concern, in games of many kinds."""

from __future__ import annotations

import pytest

from lasker.play.game import load
from lasker.table.clicks import ways
from lasker.table.counter_clicks import spots_with_counters


def test_the_first_man_comes_from_the_bar() -> None:
    """Two men go from the gate: the rules let the one on the bar enter first."""
    here = load("backgammon").position("M(5)3m(3)1m(5)3M(1)M(1)/m(5)3M(3)1M(5)4m(2) w 3 2 1+0 0+0 5")
    found = {str(move): spots_with_counters(here, move) for move in here.moves if str(move).count("l2") == 2}
    assert found["l2k2,l2i2"] == [["#bar", "k2"], ["l2", "i2"]]


@pytest.mark.parametrize(
    ("game", "moves", "text", "squares"),
    [
        ("nine_mens_morris", [], "d6", ["#hand", "d6"]),
        ("gobblers", [], "Ba1", ["#mids", "Ba1"]),
        ("tapatan", ["a1"], "b2", ["#hand", "b2"]),
    ],
)
def test_reserves(game: str, moves: list[str], text: str, squares: list[str]) -> None:
    """Pieces come from the counter that becomes less; it need not be clicked."""
    position = load(game).start()
    for move in moves:
        position = position.play(move)
    found = [way["squares"] for way in ways(position, position.read(text))]
    assert found == [squares[1:], squares]


@pytest.mark.parametrize("game", ["three_check", "oware", "pente", "onitama"])
def test_counters_that_no_piece_comes_from(game: str) -> None:
    """Checks, seeds in a store and pairs that were taken are no pieces on their way."""
    position = load(game).start()
    for _ in range(12):
        for move in position.moves:
            assert spots_with_counters(position, move) == []
        position = position.play(list(position.moves)[-1])
