"""Seed 003, the laws in prose, item by item: W1-W20 on the game of chess, and its errata where it differs."""

from __future__ import annotations

import pytest

from lasker.play.game import Position, load

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def at(fen: str, game: str = "chess") -> Position:
    return load(game).position(fen)


def texts(fen: str, start: str = "", game: str = "chess") -> set[str]:
    """The moves of a position that begin on a square."""
    return {str(move) for move in at(fen, game).moves if str(move).startswith(start)}


def test_W1_W3_players_move_in_turn_and_capture() -> None:
    position = at(START)
    assert [position.turn, position.play("e2e4").turn] == ["white", "black"]
    taken = at("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").play("e4d5")
    assert taken.fen.split()[0] == "4k3/8/8/3P4/8/8/8/4K3"
    assert "a1a2" not in texts(START)  # one's own pieces are not captured


def test_W4_squares_and_their_numbers() -> None:
    space = load("chess").model.space
    names = {k: space.label(space.index[((k - 1) % 8, 7 - (k - 1) // 8)]) for k in range(1, 65)}
    assert [names[61], names[5], names[37]] == ["e1", "e8", "e4"]
    assert len(set(names.values())) == 64


@pytest.mark.parametrize(
    ("item", "fen", "count"),
    [
        ("W5 king", "7k/8/8/8/3K4/8/8/8 w - - 0 1", 8),
        ("W7 bishop", "k7/8/8/8/3B4/8/7K/8 w - - 0 1", 13),
        ("W8 knight", "k7/8/8/8/3N4/8/7K/8 w - - 0 1", 8),
        ("W9 rook", "7k/8/8/8/3R4/8/7K/8 w - - 0 1", 14),
    ],
)
def test_W5_to_W9_pieces_on_an_empty_board(item: str, fen: str, count: int) -> None:
    assert len(texts(fen, "d4")) == count, item


def test_W6_queen_is_rook_and_bishop() -> None:
    queen = texts("1k6/8/8/8/3Q4/8/8/1K6 w - - 0 1", "d4")
    rook = texts("1k6/8/8/8/3R4/8/8/1K6 w - - 0 1", "d4")
    bishop = texts("1k6/8/8/8/3B4/8/8/1K6 w - - 0 1", "d4")
    assert queen == rook | bishop
    assert not rook & bishop


def test_W10_pawns_and_their_double_step() -> None:
    assert texts(START, "e2") == {"e2e3", "e2e4"}
    assert texts("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3") == {"e3e4"}
    assert texts("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e2") == {"e2e3"}
    assert texts("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2") == set()


def test_W11_the_start() -> None:
    assert load("chess").start().fen == START


def test_W12_pieces_are_blocked() -> None:
    assert texts(START, "a1") == texts(START, "c1") == texts(START, "d1") == set()
    assert texts(START, "b1") == {"b1a3", "b1c3"}


def test_W13_to_W15_pawns_capture_aslant_only() -> None:
    assert texts("4k3/8/8/3ppp2/4P3/8/8/4K3 w - - 0 1", "e4") == {"e4d5", "e4f5"}


def test_W16_en_passant_on_the_next_move_only() -> None:
    position = at("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1").play("d7d5")
    assert "e5d6" in {str(move) for move in position.moves}
    after = position.play("e5d6")
    assert after.fen.split()[0] == "4k3/8/3P4/8/8/8/8/4K3"
    later = position.play("e1d1").play("e8d8")
    assert "e5d6" not in {str(move) for move in later.moves}


@pytest.mark.parametrize(
    ("fen", "castles"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1g1", "e1c1"}),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", set()),  # something has moved
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", set()),  # something stands between
        ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1c1"}),  # f1 is attacked
        ("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1g1", "e1c1"}),  # b1 may be attacked
        ("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", set()),  # in check
    ],
)
def test_W17_castling(fen: str, castles: set[str]) -> None:
    assert texts(fen, "e1") & {"e1g1", "e1c1"} == castles


def test_W18_W19_check_and_mate() -> None:
    assert texts("4k3/8/8/8/4r3/8/8/R3K3 w - - 0 1") == {"e1d1", "e1f1", "e1d2", "e1f2"}
    over = at("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3").outcome
    assert over is not None
    assert over.reason == "checkmate"


@pytest.mark.parametrize(
    ("fen", "dead"),
    [
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", True),
        ("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", True),
        ("8/8/4k3/8/8/3KB3/8/8 w - - 0 1", True),
        ("8/8/4k1b1/8/8/3KB3/8/8 w - - 0 1", False),  # bishops of two colours
        ("8/8/4k2b/8/8/3KB3/8/8 w - - 0 1", True),  # of one colour
        ("k7/2N5/NK6/8/8/8/8/8 b - - 0 1", False),  # two knights can mate: E-W6
        ("8/4p3/4k3/8/8/3K4/8/8 w - - 0 1", False),
    ],
)
def test_W20_insufficient_material_is_sound(fen: str, dead: bool) -> None:
    outcome = at(fen).outcome
    assert (outcome is not None and outcome.reason == "insufficient material") is dead


def test_W20_stalemate() -> None:
    over = at("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome
    assert over is not None
    assert over.reason == "stalemate"


@pytest.mark.parametrize(
    ("erratum", "fen", "move"),
    [
        ("E-W3a", "4k3/3b4/8/1B6/8/8/7K/8 w - - 0 1", "h2h3"),
        ("E-W3b", "4k3/8/8/8/8/8/4p3/4K2R w K - 0 1", "e1g1"),
    ],
)
def test_E_W3_the_printed_reading_allows_what_the_laws_forbid(erratum: str, fen: str, move: str) -> None:
    assert move in texts(fen, game="proofwiki_chess"), erratum
    assert move not in texts(fen), erratum


def test_E_W2_the_page_knows_no_promotion() -> None:
    fen = "8/P7/8/8/8/8/8/k1K5 w - - 0 1"
    assert texts(fen, "a7") == {"a7a8q", "a7a8r", "a7a8b", "a7a8n"}
    assert texts(fen, "a7", "proofwiki_chess") == {"a7a8"}
