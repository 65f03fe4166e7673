"""Orthodox chess: known counts, and the rules that need marks."""

from __future__ import annotations

import pytest
from positions import game

chess = game("chess")

# The customary positions and their counts: https://www.chessprogramming.org/Perft_Results
COUNTS = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", [20, 400]),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", [48, 2039]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", [14, 191, 2812]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", [6, 264]),
    ("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ -", [6, 264]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", [44, 1486]),
]


@pytest.mark.parametrize(("fen", "counts"), COUNTS)
def test_counts(fen: str, counts: list[int]) -> None:
    position, player = chess.fen(fen)
    found = [chess.perft("white", position, depth, player) for depth in range(1, len(counts) + 1)]
    assert found == counts


def castlings(fen: str) -> list[str]:
    position, player = chess.fen(fen)
    return chess.names(chess.swapped("castle") if player else "castle", position)


@pytest.mark.parametrize(
    ("fen", "wanted"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ -", ["a1d1 e1c1", "e1g1 h1f1"]),
        ("4k3/8/8/8/8/8/8/R3K2R w K -", ["e1g1 h1f1"]),  # the other rook has moved
        ("4k3/8/8/8/8/8/8/R3K2R w Q -", ["a1d1 e1c1"]),
        ("4k3/8/8/8/8/8/8/R3K2R w - -", []),  # the king has moved
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ -", []),  # somebody stands between
        ("4kr2/8/8/8/8/8/8/R3K2R w KQ -", ["a1d1 e1c1"]),  # f1 is attacked
        ("1r2k3/8/8/8/8/8/8/R3K2R w KQ -", ["a1d1 e1c1", "e1g1 h1f1"]),  # b1 may be attacked
        ("4k3/8/8/8/4r3/8/8/R3K2R w KQ -", []),  # in check
        ("r3k2r/8/8/8/8/8/8/4K3 b kq -", ["a8d8 e8c8", "e8g8 h8f8"]),
    ],
)
def test_castling(fen: str, wanted: list[str]) -> None:
    assert castlings(fen) == wanted


def test_castling_into_check_is_no_move() -> None:
    position, _ = chess.fen("4k1r1/8/8/8/8/8/8/R3K2R w KQ -")
    assert chess.names("castle safe", position) == ["a1d1 e1c1"]


def test_a_moved_king_may_not_castle_after_his_return() -> None:
    position, _ = chess.fen("4k3/8/8/8/8/8/8/R3K2R w KQ -")
    [away] = [end for end in chess.after("white", position) if chess.name(position, end) == "e1e2"]
    [back] = [end for end in chess.after("white", away) if chess.name(away, end) == "e2e1"]
    assert chess.draw(back) == chess.draw(position)
    assert not chess.can("castle", back)


def test_en_passant_is_open_for_one_move() -> None:
    start, _ = chess.fen("4k3/8/8/8/4p3/8/3P4/4K3 w - -")
    [jump] = [end for end in chess.after("white", start) if chess.name(start, end) == "d2d4"]
    assert chess.at(jump, "d4") == "♙^jumped"
    black = chess.swapped("white")
    assert "e4d3" in chess.names(black, jump)
    [taken] = [end for end in chess.after(black, jump) if chess.name(jump, end) == "e4d3"]
    assert set(chess.pieces(taken).values()) == {"♔", "♚", "♟"}
    assert "e4d3" not in chess.names(black, chess.turn(jump, 0))  # White has been on turn again


def test_promotion_is_compulsory() -> None:
    position, _ = chess.fen("1n2k3/P7/8/8/8/8/8/4K3 w - -")
    assert chess.names("pawn", position) == [f"a7{goal}{piece}" for goal in ("a8", "b8") for piece in "♕♖♗♘"]
