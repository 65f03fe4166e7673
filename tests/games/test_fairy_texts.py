"""Moves as Fairy-Stockfish writes them, in our notation."""

from __future__ import annotations

import pytest
from fairy_texts import our_text, squares

FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[HEhe] w KQ - 0 1"


@pytest.mark.parametrize(
    ("name", "move", "ours"),
    [
        ("seirawan", "a1b1h", "a1b1,H@a1"),
        ("seirawan", "e1g1e", "e1g1,E@e1"),
        ("seirawan", "h1e1h", "e1g1,H@h1"),
        ("seirawan", "a1e1e", "e1c1,E@a1"),
        ("seirawan", "a7a8h", "a7a8h"),
        ("snailtrail", "a1b1,b1a1", "a1b1"),
        ("duck", "a2a3,a3b3", "a2a3,a3b3"),
        ("kyotoshogi", "a1a2-", "a1a2r"),
        ("sittuyin", "e5e5f", "e5=f"),
    ],
)
def test_texts(name: str, move: str, ours: str) -> None:
    assert our_text(name, lambda: FEN, move, one_kind=False, passes=False) == ours


def test_discs_and_passes() -> None:
    assert our_text("ataxx", lambda: FEN, "P@f1", one_kind=True, passes=True) == "f1"
    assert our_text("ataxx", lambda: FEN, "a1a1", one_kind=True, passes=True) == "pass"


def test_squares_of_a_position() -> None:
    assert squares("r+p/1*[P] w") == {"a2": "r", "b2": "+p", "a1": "", "b1": "*"}
