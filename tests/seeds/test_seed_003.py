"""Seed 003, the laws in prose, item by item: W1-W20 on the game of chess, and its errata where it differs."""

from __future__ import annotations

import re

import pytest

from lasker.kernel.errors import NotationError
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


def test_W2_W14_a_captured_piece_is_removed_and_a_king_never_is() -> None:
    position = at("4k3/8/8/8/8/8/r7/R3K3 w Q - 0 1").play("a1a2")
    assert position.fen.split()[0] == "4k3/8/8/8/8/8/R7/4K3"
    with pytest.raises(NotationError, match="just moved is in check"):
        at("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1")  # nobody is ever left to take a king
    taken = at("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "king_capture").play("e7e8").outcome
    assert taken is not None
    assert list(map(int, taken.payoffs)) == [1, 0]  # E-W1, in the game that plays so


def test_W3_castling_moves_two_pieces_and_white_sits_below() -> None:
    castled = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").play("e1g1").play("e8c8")
    assert castled.fen.split()[0] == "2kr3r/8/8/8/8/8/8/R4RK1"
    assert str(load("chess").start()).splitlines() == [
        "♜♞♝♛♚♝♞♜", "♟♟♟♟♟♟♟♟", "........", "........", "........", "........", "♙♙♙♙♙♙♙♙", "♖♘♗♕♔♗♘♖",
    ]  # fmt: skip


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


STRAIGHT, ASLANT = {(0, 1), (1, 0), (0, -1), (-1, 0)}, {(1, 1), (1, -1), (-1, 1), (-1, -1)}
LEAPS = {(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)}


@pytest.mark.parametrize("square", ["a1", "h8", "b7", "g3", "e5"])
@pytest.mark.parametrize(
    ("letter", "directions", "far"),
    [("Q", STRAIGHT | ASLANT, 7), ("R", STRAIGHT, 7), ("B", ASLANT, 7), ("N", LEAPS, 1)],
)
def test_W6_to_W9_pieces_reach_what_the_page_says(
    letter: str, directions: set[tuple[int, int]], far: int, square: str
) -> None:
    """Alone but for the kings, which stand where they neither block nor are attacked."""
    x, y = "abcdefgh".index(square[0]), int(square[1]) - 1
    goals = {
        f"{square}{'abcdefgh'[x + i * n]}{y + j * n + 1}"
        for i, j in directions
        for n in range(1, far + 1)
        if 0 <= x + i * n < 8 and 0 <= y + j * n < 8
    }
    blocked = {goal[2:] for goal in goals} | {square}
    free = [f + r for f in "abcdefgh" for r in "12345678" if f + r not in blocked]
    king, other = next(
        (a, b) for a in free for b in free if abs(ord(a[0]) - ord(b[0])) > 1 or abs(int(a[1]) - int(b[1])) > 1
    )
    men = {square: letter, king: "K", other: "k"}
    rows = "/".join("".join(men.get(f + r, ".") for f in "abcdefgh") for r in "87654321")
    board = re.sub(r"\.+", lambda run: str(len(run[0])), rows)
    assert texts(f"{board} w - - 0 1", square) == goals


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("8/8/8/3k4/8/3K4/8/8 w - - 0 1", {"d3c3", "d3e3", "d3c2", "d3d2", "d3e2"}),  # kings keep apart
        ("8/8/8/8/r6k/8/8/3K4 w - - 0 1", {"d1c1", "d1e1", "d1c2", "d1d2", "d1e2"}),
        ("7k/8/8/8/8/r7/8/3K4 w - - 0 1", {"d1c1", "d1e1", "d1c2", "d1d2", "d1e2"}),
        ("7k/8/8/8/8/8/r7/3K4 w - - 0 1", {"d1c1", "d1e1"}),
        ("7k/8/8/8/8/8/3q4/3K4 w - - 0 1", {"d1d2"}),  # what nobody guards may be taken
        ("3r3k/8/8/8/8/8/3q4/3K4 w - - 0 1", set()),
    ],
)
def test_W5_a_king_never_moves_into_check(fen: str, moves: set[str]) -> None:
    assert texts(fen) == moves


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
    start = load("chess").start()
    assert (start.fen, start.turn) == (START, "white")
    assert sum(content != 0 for content in start.node.configuration.board) == 32
    space = start.game.model.space
    dark = {space.label(site) for site in space.regions["dark", None]}
    assert len(dark) == 32
    assert {"a1", "d8"} <= dark  # the black queen stands on her own colour
    assert not {"a8", "d1"} & dark  # and so does the white one, and the top left square is white


def test_W12_pieces_are_blocked() -> None:
    assert texts(START, "a1") == texts(START, "c1") == texts(START, "d1") == set()
    assert texts(START, "b1") == {"b1a3", "b1c3"}


def test_W12_riders_stop_before_friends_and_on_enemies() -> None:
    rook = texts("4k3/3p4/8/8/1p1R1P2/8/3P4/4K3 w - - 0 1", "d4")
    assert rook == {"d4c4", "d4b4", "d4e4", "d4d3", "d4d5", "d4d6", "d4d7"}
    assert texts("4k3/8/8/2ppp3/2pNp3/2ppp3/8/4K3 w - - 0 1", "d4") == {  # the knight jumps
        f"d4{goal}" for goal in ("b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5")
    }


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
    ("fen", "wanted"),
    [
        ("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", True),  # Black may, too
        ("4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1", False),  # the pawn has not just jumped
        ("8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1", False),  # the king would be seen along the rank
        ("4k3/8/8/8/3Pp3/8/8/4RK2 b - d3 0 1", False),  # pinned
        ("8/8/8/4k3/3Pp3/8/8/4K3 b - d3 0 1", True),  # out of check
    ],
)
def test_W16_en_passant_with_its_pins(fen: str, wanted: bool) -> None:
    assert ("e4d3" in texts(fen)) is wanted


@pytest.mark.parametrize("moves", ["e1d1 e8d8 d1e1 d8e8", "h1g1 h8g8 g1h1 g8h8"])
def test_W17_what_has_moved_castles_no_more(moves: str) -> None:
    position = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    for move in moves.split():
        position = position.play(move)
    assert "e1g1" not in {str(move) for move in position.moves}
    taken = at("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1").play("h8h1")  # … and what has been taken
    assert "K" not in taken.fen.split()[2]


@pytest.mark.parametrize(
    ("fen", "castles"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1g1", "e1c1"}),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", set()),  # something has moved
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", set()),  # something stands between
        ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1c1"}),  # f1 is attacked
        ("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1g1", "e1c1"}),  # b1 may be attacked
        ("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", set()),  # in check
        ("r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1", set()),  # not one's own
        ("4k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1g1", "e1c1"}),  # the rook may be attacked
        ("2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1g1"}),  # c1 is attacked
    ],
)
def test_W17_castling(fen: str, castles: set[str]) -> None:
    assert texts(fen, "e1") & {"e1g1", "e1c1"} == castles


def test_W18_W19_check_and_mate() -> None:
    assert texts("4k3/8/8/8/4r3/8/8/R3K3 w - - 0 1") == {"e1d1", "e1f1", "e1d2", "e1f2"}
    over = at("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3").outcome
    assert over is not None
    assert over.reason == "checkmate"


def test_W18_a_check_is_answered_in_three_ways() -> None:
    """The king goes, something comes between, or the attacker is taken; in double check he must go."""
    fen = "4k3/4r3/8/8/7R/8/3N1N2/3QKB2 w - - 0 1"
    assert texts(fen) == {"h4e4", "f2e4", "d2e4", "d1e2", "f1e2"}
    assert texts("4k3/4r3/8/8/1b6/8/8/3QKBR1 w - - 0 1") == {"e1f2"}
    assert "h4e4" in texts("4k3/8/8/8/4r2R/8/8/4K3 w - - 0 1")
    assert at("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").san("a1a8") == "Ra8+"


@pytest.mark.parametrize(
    "fen",
    [
        "6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1",  # smothered
        "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",  # on the last rank
        "k7/1Q6/2K5/8/8/8/8/8 b - - 0 1",
        "3rkr2/3pbp2/5N2/8/8/8/8/4R1K1 b - - 0 1",  # the bishop that could take is pinned
    ],
)
def test_W19_checkmate(fen: str) -> None:
    over = at(fen).outcome
    assert over is not None
    assert over.reason == "checkmate"
    assert list(map(int, over.payoffs)) == [1, 0]


def test_W20_agreement_repetition_and_fifty_moves() -> None:
    assert [each.reason for each in at(START).agreements] == ["agreement"]
    position = at("4k3/8/8/8/8/8/8/R3K3 w - - 98 90")
    for move in ("a1a2", "e8e7"):
        assert position.claims == ()
        position = position.play(move)
    assert [each.reason for each in position.claims] == ["fifty moves"]
    position = at("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    for move in ("a1a2", "e8e7", "a2a1", "e7e8") * 2:
        assert position.claims == ()
        position = position.play(move)
    assert [each.reason for each in position.claims] == ["threefold repetition"]
    assert position.outcome is None  # claimed, never forced: E-W5


@pytest.mark.parametrize(
    ("fen", "dead"),
    [
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", True),
        ("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", True),
        ("8/8/4k3/8/8/3KB3/8/8 w - - 0 1", True),
        ("8/8/4k1b1/8/8/3KB3/8/8 w - - 0 1", False),  # bishops of two colours
        ("8/8/4k2b/8/8/3KB3/8/8 w - - 0 1", True),  # of one colour
        ("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", False),  # two knights can mate: E-W6
        ("8/8/4k3/8/8/3KBN2/8/8 w - - 0 1", False),
        ("8/8/4kn2/8/8/3KN3/8/8 w - - 0 1", False),
        ("8/8/4kb2/8/8/3KN3/8/8 w - - 0 1", False),
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
