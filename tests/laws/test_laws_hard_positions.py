"""Positions made to mislead: pins along which one captures en passant, castling, promotion, double check."""

from __future__ import annotations

import chess
import pytest

from lasker.formulations.laws import fide, printed
from lasker.formulations.laws.fide import article_3, article_5, article_9
from lasker.kernel.errors import IllegalMove


def moves(fen: str, origin: str = "") -> set[str]:
    return {move for move in fide.legal_moves(fide.read(fen)) if move.startswith(origin)}


@pytest.mark.parametrize(
    ("why", "fen", "capture", "legal"),
    [
        ("both pawns leave the rank of the king", "8/8/8/KPp4r/8/8/8/7k w - c6 0 1", "b5c6", False),
        ("only one of two pieces leaves the rank", "8/8/8/KPpn3r/8/8/8/7k w - c6 0 1", "b5c6", True),
        ("the capture opens no line to the king", "8/8/6b1/2KPp3/8/8/8/7k w - e6 0 1", "d5e6", True),
        ("the captured pawn stood on the bishop's way", "7b/8/8/3Pp3/3K4/8/8/7k w - e6 0 1", "d5e6", False),
        ("the capturing pawn opens a diagonal", "6b1/8/8/2pP4/8/1K6/8/7k w - c6 0 1", "d5c6", False),
        ("the capturing pawn is pinned on its file", "3r4/8/8/2pP4/8/8/3K4/7k w - c6 0 1", "d5c6", False),
        ("it moves along the diagonal that pins it", "8/1b6/8/2pP4/4K3/8/8/7k w - c6 0 1", "d5c6", True),
        ("it leaves the diagonal that pins it", "8/8/4b3/2pP4/2K5/8/8/7k w - c6 0 1", "d5c6", False),
        ("it captures the pawn that gives check", "7k/8/8/2pP4/3K4/8/8/8 w - c6 0 1", "d5c6", True),
        ("the square is where a check is blocked", "8/8/7k/3Pp3/8/8/8/K6b w - e6 0 1", "d5e6", True),
    ],
)
def test_en_passant(why: str, fen: str, capture: str, legal: bool) -> None:
    assert (capture in moves(fen)) is legal, why
    assert (chess.Move.from_uci(capture) in chess.Board(fen).legal_moves) is legal, why
    flipped = chess.Board(fen).mirror().fen(en_passant="fen")
    assert len(moves(flipped)) == len(moves(fen))


def test_a_crossing_counts_only_if_the_capture_is_legal() -> None:
    pinned = fide.read("8/8/8/KPp4r/8/8/8/7k w - c6 0 1")
    free = fide.read("8/8/8/1Pp4r/K7/8/8/7k w - c6 0 1")
    assert article_9.settled(pinned).passed is None
    assert article_9.settled(free).passed == "c6"
    without = fide.read("8/8/8/KPp4r/8/8/8/7k w - - 0 1")
    assert article_9.same(pinned, without)
    assert not article_9.same(free, fide.read("8/8/8/1Pp4r/K7/8/8/7k w - - 0 1"))


@pytest.mark.parametrize(
    ("why", "fen", "castles"),
    [
        ("a knight attacks what he crosses", "4k3/8/8/8/8/6n1/8/R3K2R w KQ - 0 1", {"e1c1"}),
        ("a bishop attacks where he arrives", "4k3/8/8/8/8/4b3/8/R3K2R w KQ - 0 1", set()),
        ("a pawn attacks without being able to move", "4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1", {"e1c1"}),
        ("the king attacks f1 and g1", "8/8/8/8/8/8/6k1/R3K3 w Q - 0 1", {"e1c1"}),
        ("the rook may be attacked", "4k2r/8/8/8/8/8/8/4K2R w K - 0 1", {"e1g1"}),
        ("the rook may pass an attacked square", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", {"e1c1"}),
        ("a pinned piece attacks all the same", "4k3/4r3/8/8/8/8/4R3/R3K2R w KQ - 0 1", {"e1c1", "e1g1"}),
        ("a piece stands where only the rook passes", "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", {"e1g1"}),
        ("an enemy stands where only the rook passes", "4k3/8/8/8/8/8/8/Rn2K2R w KQ - 0 1", {"e1g1"}),
        ("a piece stands where he arrives", "4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1", {"e1c1"}),
        ("a pinned rook guards f1", "5k2/5r2/8/8/8/5R2/8/4K2R w K - 0 1", {"e1g1"}),
    ],
)
def test_castling(why: str, fen: str, castles: set[str]) -> None:
    assert moves(fen, "e1") & {"e1c1", "e1g1"} == castles, why
    board = chess.Board(fen)
    assert {board.uci(move) for move in board.legal_moves if board.is_castling(move)} == castles, why


def test_a_captured_rook_castles_no_more() -> None:
    position = fide.play(fide.read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "h1h8")
    assert position.castling == "Qq"
    promoted = fide.play(fide.read("r3k2r/6P1/8/8/8/8/8/4K3 w kq - 0 1"), "g7h8q")
    assert promoted.castling == "q"
    assert promoted.pieces["h8"] == "Q"


def test_promotions() -> None:
    fen = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
    assert moves(fen, "a7") == {f"a7{square}{new}" for square in ("a8", "b8") for new in "qrbn"}
    checks = {
        move
        for move in moves("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7")
        if article_3.in_check(fide.play(fide.read("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), move).pieces, "black")
    }
    assert checks == {"a7a8q", "a7a8r"}  # the new piece acts at once (3.7.3.5)
    assert moves("4k3/8/8/8/8/8/p7/1N2K3 b - - 0 1", "a2") == {
        f"a2{square}{new}" for square in ("a1", "b1") for new in "qrbn"
    }
    mate = fide.play(fide.read("7k/P7/6K1/8/8/8/8/8 w - - 0 1"), "a7a8q")
    assert article_5.checkmate(mate)
    under = fide.play(fide.read("8/5P1k/8/8/8/8/8/K7 w - - 0 1"), "f7f8n")
    assert article_3.in_check(under.pieces, "black")


@pytest.mark.parametrize(
    ("why", "fen"),
    [
        ("rook and bishop", "4k3/8/8/8/1b6/8/8/R3K2r w Q - 0 1"),
        ("rook and knight", "4r1k1/8/8/8/8/3n4/8/Q3K2Q w - - 0 1"),
        ("queen and pawn", "4q1k1/8/8/8/8/8/3p4/R3K2R w KQ - 0 1"),
    ],
)
def test_in_double_check_only_the_king_moves(why: str, fen: str) -> None:
    found = moves(fen)
    assert found
    assert {move[:2] for move in found} == {"e1"}, why
    assert not found & {"e1g1", "e1c1"}
    assert found == {move.uci() for move in chess.Board(fen).legal_moves}


def test_the_king_does_not_hide_behind_himself() -> None:
    assert moves("8/8/8/8/r3K3/8/8/7k w - - 0 1", "e4") == {"e4d5", "e4e5", "e4f5", "e4d3", "e4e3", "e4f3"}


def test_pinned_pieces_move_along_the_pin_only() -> None:
    assert moves("4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2") == {f"e2e{rank}" for rank in "345678"}
    assert not moves("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2")
    assert moves("7k/8/8/8/7b/8/5P2/4K3 w - - 0 1", "f2") == set()
    assert moves("7k/8/8/8/8/6b1/5P2/4K3 w - - 0 1", "f2") == {"f2g3"}


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1", "checkmate"),  # smothered
        ("kb5R/8/1K6/8/8/8/8/8 b - - 0 1", "stalemate"),  # the bishop is pinned
        ("5k2/5P2/5K2/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", "stalemate"),
        ("k7/8/8/8/8/8/8/K7 w - - 150 99", "dead position"),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 150 99", "checkmate"),  # comes before seventy-five moves (9.6.2)
        ("6k1/8/8/8/8/8/8/K6R w - - 150 99", "seventy-five moves"),
    ],
)
def test_ends(fen: str, reason: str) -> None:
    assert fide.status(fide.read(fen)).reason == reason


def test_a_pawn_captured_en_passant_is_threatened_though_nothing_moves_to_its_square() -> None:
    position = printed.read("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    assert printed.rules.threatened(position, "d5")
    assert not printed.under_attack(position.pieces, "d5", "white")
    assert not printed.rules.threatened(printed.read("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"), "d5")
    assert not printed.rules.threatened(position, "d4")  # nothing stands there


@pytest.mark.parametrize(
    ("move", "article"),
    [
        ("e3e4", "3.1:"), ("e7e5", "1.3:"), ("a1a2", "3.1:"), ("f1b5", "3.5:"), ("c1c3", "3.2:"),
        ("a1b3", "3.3:"), ("d1e3", "3.4:"), ("b1b3", "3.6:"), ("e2e5", "3.7:"), ("e1g3", "3.8:"),
        ("", "a move is written"), ("e2", "a move is"), ("e2e4k", "a move is"), ("z9e4", "a move is"),
        ("e2e4" * 1000, "a move is"), ("é2e4", "a move is"),
    ],
)  # fmt: skip
def test_every_refusal_names_its_article(move: str, article: str) -> None:
    with pytest.raises(IllegalMove) as error:
        fide.play(fide.INITIAL, move)
    assert str(error.value).startswith(article)
    assert len(str(error.value)) < 120


@pytest.mark.parametrize("move", ["", "e2", "e9e4", "e2e5", "e7e5", "e2e4q", "e2e4" * 1000])
def test_the_page_refuses_too(move: str) -> None:
    with pytest.raises(IllegalMove, match=r"^W") as error:
        printed.play(printed.STARTING, move)
    assert len(str(error.value)) < 120
