"""A pawn on a Möbius strip: it comes round upside down."""

from __future__ import annotations

from positions import game

strip = game("moebius")  # files a-f, ranks 1-5: beyond f is a, turned upside down


def test_a_stroll_passes_every_square_of_two_ranks() -> None:
    ends = {name[2:] for name in strip.names("stroll", strip.place({"c2": "♙"}))}
    assert ends == {f"{file}{rank}" for file in "abcdef" for rank in (2, 4)} - {"c2"}
    middle = {name[2:] for name in strip.names("stroll", strip.place({"c3": "♙"}))}
    assert middle == {f"{file}3" for file in "abdef"}


def test_ahead_is_down_beyond_the_seam() -> None:
    ends = {name[2:] for name in strip.names("sortie", strip.place({"e1": "♙"}))}
    before = {"e2", "f2"}
    beyond = {f"{file}4" for file in "abcdef"}  # over the seam on rank 5, ahead means down
    again = {f"{file}2" for file in "abcd"}  # twice over it, up again
    assert ends == before | beyond | again


def test_a_capture_over_the_seam() -> None:
    # Right of f2 and one ahead is rank 3, which the twist leaves where it is. Nobody captures behind.
    position = strip.place({"f2": "♙", "a3": "♟", "e3": "♟", "e1": "♟", "a5": "♟"})
    assert strip.names("capture", position) == ["f2a3", "f2e3"]
    position = strip.place({"f1": "♙", "a2": "♟", "a4": "♟", "e2": "♙"})
    assert strip.names("capture", position) == ["f1a4"]
