"""A game is designed in a real browser: by the form alone, by a text with a mistake, by clicked squares.

Set LASKER_PICTURES to a folder to look at what was seen.
"""

from __future__ import annotations

from typing import Any

from browsing import browse


def told(address: str, story: str) -> dict[str, Any]:
    """What was seen in a story, which nothing went wrong in."""
    found: dict[str, Any] = browse("design.mjs", address, story)
    return found


def test_a_variant_by_the_form_alone_is_played(address: str) -> None:
    seen = told(address, "form")
    assert seen["plies"] >= 2
    assert seen["text"].splitlines()[-1] == 'end "stalemate" lost: ![white]'
    assert "♖ | ♗ | ♘ | 'A')" in seen["text"]


def test_every_list_of_the_form(address: str) -> None:
    """Also edits that come faster than they are made, and a click before the piece's moves are known."""
    seen = told(address, "lists")
    assert seen["plies"] >= 2
    assert seen["refused"] == ""
    for line in (
        'extends "crazyhouse"',
        "board  cylinder 8x8",
        "piece  knight ♘ ♞ 'N' 'n' = NH",
        "promote = try(% in far rank -> ♖ | ♗ | ♘)",
        'end "the king is taken" lost: ![♔]',
        "![friend \\ ♔]",
        "lost: [♚ in far rank of black]",
        "drawn: repeated 4",
    ):
        assert line in seen["text"]


def test_a_mistake_is_told_and_mended(address: str) -> None:
    seen = told(address, "mistake")
    assert "line 7" in seen["problem"]
    assert seen["still"] == "e1, white king"
    assert seen["left"] == 0
    assert seen["ends"] == "-- as fast as anybody types, and faster"


def test_reload_and_link_lose_nothing(address: str) -> None:
    seen = told(address, "reload")
    assert seen["before"] == seen["after"] == seen["kept"] == seen["shared"]


def test_pieces_by_clicks_and_another_board(address: str) -> None:
    seen = told(address, "clicks")
    assert "= WC" in seen["text"]
    assert seen["same"]
    assert seen["refused"]
    assert seen["king"] == "j1, white king"
    hexagons = seen["hexagons"]
    assert "region archbishop home of white = i3" in hexagons
    said = "every(ur ul, ride(ur ul, t)) | [% in archbishop home] take(ur ur, t \\ piece)"
    assert f"[% is 'A'] ({said})" in hexagons
