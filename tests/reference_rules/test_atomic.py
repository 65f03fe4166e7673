"""Atomic chess: known counts, what a blast takes, and when kings need not fear."""

from __future__ import annotations

import random

import pytest
from positions import game

atomic = game("atomic")

# Counts of python-chess (data files atomic.perft), in which no capture promotes.
COUNTS = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", [20, 400]),
    ("rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq -", [40, 1238]),
    ("rn1qkb1r/p5pp/2p5/3p4/N3P3/5P2/PPP4P/R1BQK3 w Qkq -", [28]),
]


@pytest.mark.parametrize(("fen", "counts"), COUNTS)
def test_counts(fen: str, counts: list[int]) -> None:
    position, player = atomic.fen(fen)
    found = [atomic.perft("white", position, depth, player) for depth in range(1, len(counts) + 1)]
    assert found == counts


@pytest.mark.parametrize("seed", range(8))
def test_blast(seed: int) -> None:
    """A queen takes on d4: she, her prey and every neighbour but the pawns are gone; the rest stays."""
    dice = random.Random(seed)
    pieces = {"a1": "♔", "h8": "♚", "d7": "♕", "d4": "♞"}
    for file in "bcdef":
        for rank in "2345":
            if f"{file}{rank}" not in ("d4", "d5") and dice.random() < 0.7:
                pieces[f"{file}{rank}"] = dice.choice("♙♟♖♜♗♝♘♞")
    near = {f"{file}{rank}" for file in "cde" for rank in "345"}
    left = {
        square: piece
        for square, piece in pieces.items()
        if square not in ("d7", "d4") and (square not in near or piece in "♙♟")
    }
    position = atomic.place(pieces)
    ends = [
        end
        for end in atomic.after("capture", position)
        if atomic.at(end, "d7") == atomic.at(end, "d4") == "."
    ]
    assert [atomic.pieces(end) for end in ends] == [left]


def passings(fen: str) -> list[dict[str, str]]:
    """What is left after a capture that takes the pawn on e5 in passing."""
    start, _ = atomic.fen(fen)
    return [atomic.pieces(end) for end in atomic.after("capture", start) if atomic.at(end, "e5") == "."]


def test_en_passant_explodes_where_the_pawn_arrives() -> None:
    left = {"a7": "♚", "c6": "♞", "c5": "♝", "e1": "♔"}
    assert passings("8/k4n2/2n5/2bPp3/8/8/8/4K3 w - e6") == [left]
    assert not passings("8/k4n2/2n5/2bPp3/8/8/8/4K3 w - -")  # that pawn has not just jumped
    assert not passings("4k3/8/2n1n3/2bPp3/8/8/8/4K3 w - e6")  # e6 is not empty


def test_nobody_blows_up_his_own_king() -> None:
    position, _ = atomic.fen("4k3/8/8/8/8/8/3r4/R2QK3 w - -")
    assert not [end for end in atomic.after("white", position) if atomic.at(end, "d2") == "."]
    assert [end for end in atomic.after("capture", position) if atomic.at(end, "d2") == "."]


def test_blowing_up_the_other_king_goes_before_everything() -> None:
    position, _ = atomic.fen("4k3/3p4/8/8/4r3/8/8/3QK3 w - -")
    ends = [end for end in atomic.after("white", position) if "♚" not in atomic.pieces(end).values()]
    assert len(ends) == 1  # Qxd7 beside the king, although White is in check
    assert atomic.pieces(ends[0]) == {"e1": "♔", "e4": "♜"}


def test_touching_kings_are_safe() -> None:
    apart, _ = atomic.fen("8/8/8/8/8/4k3/8/r2K4 w - -")
    assert not atomic.can("safe", apart)
    touching, _ = atomic.fen("8/8/8/8/8/8/4k3/r2K4 w - -")
    assert atomic.can("safe", touching)
    assert "d1e2" not in atomic.names("white", touching)  # kings do not capture
