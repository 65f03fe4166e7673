"""Shogi: known counts, pieces in hand, promotion, and the two laws about dropped pawns."""

from __future__ import annotations

import random

import pytest
from positions import game

shogi = game("shogi")
START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"


def names(text: str, move: str = "black", **hand: int) -> set[str]:
    """The moves of Black on a board such as "Ke1 +Pe5", with pieces in hand."""
    pieces = {word[-2:]: word[-3] + "^promoted" * word.startswith("+") for word in text.split()}
    return set(shogi.names(move, shogi.place(pieces, **{f"{name}_black": n for name, n in hand.items()})))


def test_counts() -> None:
    position, _ = shogi.fen(START)
    assert [shogi.perft("black", position, depth) for depth in (1, 2)] == [30, 900]


@pytest.mark.parametrize(
    ("piece", "wanted"),
    [
        ("P", "e6"),
        ("L", "e6 e7 e8 e9"),
        ("N", "d7 f7"),
        ("S", "d6 e6 f6 d4 f4"),
        ("G", "d6 e6 f6 d5 f5 e4"),
        ("+P", "d6 e6 f6 d5 f5 e4"),
        ("+N", "d6 e6 f6 d5 f5 e4"),
        ("+L", "d6 e6 f6 d5 f5 e4"),
        ("+S", "d6 e6 f6 d5 f5 e4"),
        ("K", "d6 e6 f6 d5 f5 d4 e4 f4"),
        ("B", "a1 b2 c3 d4 f6 g7 h8 i9 a9 b8 c7 d6 f4 g3 h2 i1"),
        ("R", "e1 e2 e3 e4 e6 e7 e8 e9 a5 b5 c5 d5 f5 g5 h5 i5"),
        ("+B", "a1 b2 c3 d4 f6 g7 h8 i9 a9 b8 c7 d6 f4 g3 h2 i1 e6 e4 d5 f5"),
        ("+R", "e1 e2 e3 e4 e6 e7 e8 e9 a5 b5 c5 d5 f5 g5 h5 i5 d6 f6 d4 f4"),
    ],
)
def test_pieces(piece: str, wanted: str) -> None:
    assert {name[2:4] for name in names(f"{piece}e5")} == set(wanted.split())


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Se5", {"e5e6", "e5d6", "e5f6", "e5d4", "e5f4"}),  # outside the zone
        ("Se6", {"e6e7", "e6e7+", "e6d7", "e6d7+", "e6f7", "e6f7+", "e6d5", "e6f5"}),  # into it
        ("Sa7", {"a7a8", "a7a8+", "a7b8", "a7b8+", "a7b6", "a7b6+"}),  # within it, and out of it
        ("Pe8", {"e8e9+"}),
        ("Le8", {"e8e9+"}),
        ("Pe7", {"e7e8", "e7e8+"}),  # a pawn could not go on
        ("Le6", {"e6e7", "e6e7+", "e6e8", "e6e8+", "e6e9+"}),
        ("Ne5", {"e5d7", "e5d7+", "e5f7", "e5f7+"}),
        ("Ne6", {"e6d8+", "e6f8+"}),
        ("Ne7", {"e7d9+", "e7f9+"}),
        ("+Pi8", {"i8h9", "i8i9", "i8h8", "i8i7"}),
        ("Ga7", {"a7a8", "a7b8", "a7b7", "a7a6"}),  # not twice, no gold
    ],
)
def test_promotion(text: str, wanted: set[str]) -> None:
    assert names(text) == wanted
    turned = str.maketrans("123456789", "987654321")  # the same for White, who moves down
    mirror = shogi.place({text[-2:].translate(turned): text[-3].lower() + "^promoted" * text.startswith("+")})
    found = set(shogi.names(shogi.swapped("black"), mirror))
    assert {name.translate(turned) for name in found} == wanted


def test_captured_pieces_change_sides_and_lose_their_rank() -> None:
    position = shogi.place({"e5": "R", "e7": "p^promoted"})
    [end] = [end for end in shogi.after("black", position) if shogi.name(position, end) == "e5e7"]
    assert shogi.counter(end, "pawns", "black") == 1
    assert shogi.counter(end, "pawns", "white") == 0
    assert shogi.pieces(end) == {"e7": "R"}
    dropped = shogi.after("drops", end)
    assert len(dropped) == 81 - 1 - 9  # every empty square that is not on the last rank
    assert {shogi.counter(d, "pawns", "black") for d in dropped} == {0}
    assert {shown for d in dropped for shown in shogi.pieces(d).values()} == {"R", "P"}


@pytest.mark.parametrize("kind", ["pawn", "lance", "knight", "silver", "gold", "bishop", "rook"])
def test_every_kind_is_seized_and_dropped(kind: str) -> None:
    letter = {"knight": "N"}.get(kind, kind[0].upper())
    position = shogi.place({"e5": "K", "e6": letter.lower()})
    [end] = [end for end in shogi.after("black", position) if shogi.name(position, end) == "e5e6"]
    assert shogi.counter(end, f"{kind}s", "black") == sum(end.counters) == 1
    assert f"{letter}*a5" in shogi.names("drops", end)
    assert all(sum(later.counters) == 0 for later in shogi.after("drops", end))


def test_nothing_in_hand_nothing_to_drop() -> None:
    assert not names("Ke1", "drops")
    assert len(names("Ke1", "drops", golds=1)) == 80
    assert len(names("Ke1", "drops", knights=1)) == 80 - 18  # it could never leap from the last two ranks


@pytest.mark.parametrize("seed", range(6))
def test_two_pawns(seed: int) -> None:
    """Nifu, counted by hand: files without a pawn of one's own, squares empty and not last."""
    dice = random.Random(seed)
    board = {
        (x, y): dice.choice(["P", "P", "p", "+P", "g"])
        for x in range(9)
        for y in range(8)
        if dice.random() < 0.12
    }
    closed = {x for (x, _), piece in board.items() if piece == "P"}
    wanted = {
        f"P*{'abcdefghi'[x]}{y + 1}"
        for x in range(9)
        for y in range(8)
        if x not in closed and (x, y) not in board
    }
    text = " ".join(f"{piece}{'abcdefghi'[x]}{y + 1}" for (x, y), piece in board.items())
    assert names(text, "drops", pawns=1) == wanted


# White's king stands in the corner a9; a gold guards a8, a rook the file b.
CORNER = "ka9 Ga7 Rb1"


def test_a_dropped_pawn_may_not_mate() -> None:
    assert "P*a8" not in names(CORNER, pawns=1)
    assert "P*a8" not in names(CORNER + " gi5", pawns=1)  # nobody else's move helps
    assert "L*a8" in names(CORNER, lances=1)  # anything else may
    assert "P*a8" in names("ka9 Ga7", pawns=1)  # check is not mate
    assert "P*a8" in names("ka9 Rb1", pawns=1)  # the king takes it
    assert "a7a8" in names("ka9 Pa7 Gb7 Rb1")  # a pawn on the board may mate


def test_a_dropped_pawn_that_can_be_taken_does_not_mate() -> None:
    assert "P*a8" in names(CORNER + " sb9", pawns=1)
    assert "P*a8" in names(CORNER + " gb9", pawns=1)  # a gold, who goes aslant only downwards
    assert "P*a8" not in names(CORNER + " sb9 Ri9", pawns=1)  # but the silver is pinned
    assert "P*a8" in names(CORNER + " sb9 Ri9 pe9", pawns=1)  # and now it is not


def test_check_must_be_answered() -> None:
    assert "e5e6" not in names("Ke5 pe7")  # White's pawn looks down
    assert "e5e4" in names("Ke5 pe3")
    assert names("Ke1 re9", pawns=1) == {"e1d1", "e1f1", "e1d2", "e1f2", *(f"P*e{y}" for y in range(2, 9))}
