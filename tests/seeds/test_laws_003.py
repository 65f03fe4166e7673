"""Seed 003, W1 to W20, in the room that reads it as law: by the words of the page, and by the FIDE Laws."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType

import pytest

from lasker.formulations.laws import fide, printed
from lasker.formulations.laws.fide import article_2, article_3, article_5, article_9
from lasker.formulations.laws.position import LawsPosition
from lasker.formulations.laws.printed import board, draws, pieces, rules

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
READINGS = pytest.mark.parametrize("laws", [fide, printed], ids=["fide", "printed"])
FOOLS_MATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"


def moves(laws: ModuleType, fen: str, origin: str = "") -> set[str]:
    """The moves of a position that begin on a square."""
    return {move for move in laws.legal_moves(laws.read(fen)) if move.startswith(origin)}


def played(laws: ModuleType, fen: str, line: Iterable[str]) -> list[LawsPosition]:
    """A position and those after each move of a line."""
    game = [laws.read(fen)]
    for move in line:
        game.append(laws.play(game[-1], move))
    return game


@READINGS
def test_W1_turns_alternate_and_a_capture_removes_what_stood_there(laws: ModuleType) -> None:
    first, second, third = played(laws, START, ["e2e4", "d7d5"])
    assert [first.side, second.side, third.side] == ["white", "black", "white"]
    after = laws.play(third, "e4d5")
    assert after.pieces["d5"] == "P"
    assert len(after.pieces) == 31
    assert not moves(laws, START, "a1")  # every square it could reach is its own


@READINGS
def test_W2_a_threatened_king_is_in_check_and_resignation_wins(laws: ModuleType) -> None:
    threatened = laws.read("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    shielded = laws.read("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1")
    for position, check in ((threatened, True), (shielded, False)):
        assert rules.in_check(position, "white") is check
        assert article_3.in_check(position.pieces, "white") is check
    assert rules.threatened(threatened, "e1")
    assert not rules.threatened(shielded, "e1")
    assert rules.threatened(shielded, "e2")
    assert printed.resigns("white") == article_5.resigns("white")
    assert printed.resigns("white").result == "0-1"


def test_W2_the_two_definitions_of_checkmate_agree() -> None:
    for fen in (FOOLS_MATE, START, "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"):
        position = printed.read(fen)
        assert rules.cannot_save_the_king(position) == rules.checkmate(position)


@READINGS
def test_W3_a_move_transfers_one_piece_and_castling_two(laws: ModuleType) -> None:
    def moved(before: LawsPosition, after: LawsPosition) -> set[str]:
        return {square for square in after.pieces if after.pieces[square] != before.pieces.get(square)}

    one = played(laws, START, ["g1f3"])
    two = played(laws, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", ["e1g1"])
    assert moved(*one) == {"f3"}
    assert moved(*two) == {"f1", "g1"}


def test_W3_diagrams_have_white_at_the_bottom() -> None:
    assert str(printed.STARTING).splitlines()[-2] == "1 R N B Q K B N R"


def test_W4_ranks_files_and_squares() -> None:
    rows = board.chessboard()
    assert (rows[0][0], rows[-1][0], rows[-1][-1]) == ("a8", "a1", "h1")
    numbers = dict(enumerate((square for row in rows for square in row), start=1))
    assert [numbers[61], numbers[5], numbers[37]] == ["e1", "e8", "e4"]
    for number, square in numbers.items():
        assert square == f"{'abcdefgh'[(number - 1) % 8]}{8 - (number - 1) // 8}"
    assert len(set(numbers.values())) == 64
    assert [len(board.chessboard(3, 5)), len(board.chessboard(3, 5)[0])] == [3, 5]


@READINGS
@pytest.mark.parametrize(
    ("fen", "count"),
    [
        ("7k/8/8/8/3K4/8/8/8 w - - 0 1", 8),
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", 3),
        ("3k4/8/8/8/3K4/4r3/8/8 w - - 0 1", 4),  # c5, d5 and c4 are free, and the rook can be taken
    ],
)
def test_W5_king(laws: ModuleType, fen: str, count: int) -> None:
    position = laws.read(fen)
    (king,) = (square for square, letter in position.pieces.items() if letter == "K")
    assert len(moves(laws, fen, king)) == count


@READINGS
def test_W6_queen_goes_where_rook_and_bishop_go(laws: ModuleType) -> None:
    reach = {letter: moves(laws, f"1k6/8/8/8/3{letter}4/8/8/1K6 w - - 0 1", "d4") for letter in "QRB"}
    assert reach["Q"] == reach["R"] | reach["B"]
    assert not reach["R"] & reach["B"]


@READINGS
@pytest.mark.parametrize(("square", "count"), [("d4", 13), ("a1", 7), ("h4", 7)])
def test_W7_bishop(laws: ModuleType, square: str, count: int) -> None:
    assert len(article_3.bishop(square)) == len(set(pieces.bishop({}, square))) == count
    assert len(moves(laws, "k7/8/8/8/3B4/8/7K/8 w - - 0 1", "d4")) == 13


@READINGS
def test_W8_knight_leaps_and_does_not_take_its_own(laws: ModuleType) -> None:
    assert len(moves(laws, "k7/8/8/8/3N4/8/7K/8 w - - 0 1", "d4")) == 8
    assert moves(laws, START, "b1") == {"b1a3", "b1c3"}  # over pawns, but d2 is taken


def test_W8_the_two_ways_to_say_where_a_knight_goes_agree() -> None:
    for square in (square for row in board.chessboard() for square in row):
        assert article_3.knight(square) == set(pieces.knight({}, square))


@READINGS
def test_W9_rook(laws: ModuleType) -> None:
    assert len(moves(laws, "7k/8/8/8/3R4/8/7K/8 w - - 0 1", "d4")) == 14
    assert moves(laws, "4k3/8/8/p7/R1P5/8/8/4K3 w - - 0 1", "a4") == {"a4a5", "a4b4", "a4a3", "a4a2", "a4a1"}


@READINGS
def test_W10_pawns_step_once_or_at_first_twice(laws: ModuleType) -> None:
    assert moves(laws, START, "e2") == {"e2e3", "e2e4"}
    assert moves(laws, "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3") == {"e3e4"}
    assert moves(laws, "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e2") == {"e2e3"}
    assert not moves(laws, "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2")
    assert moves(laws, "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "e7") == {"e7e6", "e7e5"}


def test_W11_the_starting_position() -> None:
    assert len(board.starting_list()) == 32
    assert printed.write(printed.STARTING) == fide.write(fide.INITIAL) == START
    assert printed.STARTING == fide.INITIAL
    for square, side in (("d1", "white"), ("d8", "black")):  # the queens start on squares of their colour
        assert board.colour(square) == side
        assert article_2.is_white(square) is (side == "white")
    assert board.colour("a8") == "white"
    assert printed.STARTING.side == "white"


@READINGS
def test_W12_no_piece_but_the_knight_passes_another(laws: ModuleType) -> None:
    for square in ("a1", "c1", "d1", "e1", "f1", "h1"):
        assert not moves(laws, START, square)


def test_W13_under_attack() -> None:
    position = fide.read("4k3/8/8/8/8/8/4r3/K7 w - - 0 1")
    for square in ("e1", "a2", "h2", "e7"):
        assert rules.under_attack(position.pieces, square, "black")
        assert article_3.attacked(position.pieces, square, "black")
    assert not rules.under_attack(position.pieces, "b3", "black")
    assert not article_3.attacked(position.pieces, "b3", "black")


@READINGS
def test_W14_captures(laws: ModuleType) -> None:
    assert "d1d7" in moves(laws, "4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1", "d1")
    after = laws.play(laws.read("4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1"), "d1d7")
    assert sorted(after.pieces.items()) == [("d7", "R"), ("e1", "K"), ("e8", "k")]


@READINGS
def test_W15_pawns_capture_aslant_only(laws: ModuleType) -> None:
    assert moves(laws, "4k3/8/8/3ppp2/4P3/8/8/4K3 w - - 0 1", "e4") == {"e4d5", "e4f5"}
    assert moves(laws, "4k3/8/8/3PpP2/4P3/8/8/4K3 w - - 0 1", "e4") == set()


@READINGS
def test_W16_en_passant_on_the_next_move_only(laws: ModuleType) -> None:
    _, position = played(laws, "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", ["d7d5"])
    assert "e5d6" in laws.legal_moves(position)
    assert sorted(laws.play(position, "e5d6").pieces.items()) == [("d6", "P"), ("e1", "K"), ("e8", "k")]
    later = laws.play(laws.play(position, "e1d1"), "e8d8")
    assert "e5d6" not in laws.legal_moves(later)
    _, single = played(laws, "4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1", ["d6d5"])
    assert "e5d6" not in laws.legal_moves(single)


@READINGS
@pytest.mark.parametrize(
    ("fen", "castles"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1g1", "e1c1"}),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", set()),  # something has moved
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", set()),  # something stands between
        ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1c1"}),  # f1 is attacked
        ("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1c1"}),  # g1 is attacked
        ("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1g1", "e1c1"}),  # the king does not pass b1
        ("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", set()),  # in check
    ],
)
def test_W17_castling(laws: ModuleType, fen: str, castles: set[str]) -> None:
    assert moves(laws, fen, "e1") & {"e1g1", "e1c1"} == castles
    mirrored = f"{'/'.join(reversed(fen.split()[0].swapcase().split('/')))} b {fen.split()[2].lower()} - 0 1"
    there = {"e1g1": "e8g8", "e1c1": "e8c8"}
    assert moves(laws, mirrored, "e8") & {*there.values()} == {there[castle] for castle in castles}


@READINGS
def test_W17_what_has_moved_does_not_castle_again(laws: ModuleType) -> None:
    home = played(laws, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ["h1h2", "e8e7", "h2h1", "e7e8"])[-1]
    assert {"e1g1", "e1c1"} & {*laws.legal_moves(home)} == {"e1c1"}


@READINGS
def test_W18_a_player_in_check_gets_out_of_it(laws: ModuleType) -> None:
    assert moves(laws, "8/6k1/8/8/4r3/8/8/N3K3 w - - 0 1") == {"e1d1", "e1f1", "e1d2", "e1f2"}
    assert moves(laws, "8/6k1/8/8/4r3/8/3N4/4K3 w - - 0 1") == {"d2e4", "e1d1", "e1f1", "e1f2"}
    assert moves(laws, "8/6k1/8/8/4r3/8/8/4KB2 w - - 0 1") == {"f1e2", "e1d1", "e1d2", "e1f2"}


def test_W18_saying_check() -> None:
    assert rules.must_say(printed.read("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")) == "Check."
    assert rules.must_say(printed.STARTING) is None


@READINGS
def test_W19_checkmate(laws: ModuleType) -> None:
    mated = laws.read(FOOLS_MATE)
    assert not laws.legal_moves(mated)
    assert (laws.status(mated).result, laws.status(mated).reason) == ("0-1", "checkmate")
    assert not laws.status(laws.read("4k3/8/8/8/4r3/8/8/R3K3 w - - 0 1")).over


@READINGS
def test_W20_stalemate(laws: ModuleType) -> None:
    over = laws.status(laws.read("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"))
    assert (over.result, over.reason) == ("1/2-1/2", "stalemate")


def test_W20_agreement() -> None:
    assert draws.agree() == article_5.agree()
    assert draws.agree().result == "1/2-1/2"


def test_W20_repetition() -> None:
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"]
    twice = played(fide, START, shuffle * 2)
    assert printed.status(twice[-1], twice[:-1]).reason == "repetition"
    assert fide.status(twice[-1], twice[:-1]).claims == ("threefold repetition",)
    assert not printed.status(twice[4], twice[:4]).over
    four_times = played(fide, START, shuffle * 4)
    assert fide.status(four_times[-1], four_times[:-1]).reason == "fivefold repetition"
    assert not fide.status(four_times[-2], four_times[:-2]).over


@READINGS
def test_W20_moves_without_progress(laws: ModuleType) -> None:
    threshold = {fide: article_9.FIFTY_MOVES, printed: draws.FIFTY_MOVES}[laws]
    for quiet, claims in ((threshold - 1, ()), (threshold, ("fifty moves",))):
        assert laws.status(laws.read(f"4k3/8/8/8/8/8/8/R3K3 w - - {quiet} 80")).claims == claims


@READINGS
@pytest.mark.parametrize("army", ["8/8/8/8", "8/3N4/8/8", "3B4/8/8/8", "3b4/2B5/8/8", "2b1b3/3B4/8/8"])
def test_W20_too_little_to_mate(laws: ModuleType, army: str) -> None:
    assert laws.status(laws.read(f"4k3/8/{army}/8/4K3 w - - 0 1")).result == "1/2-1/2"


@READINGS
@pytest.mark.parametrize(
    "army", ["3Q4/8/8/8", "3R4/8/8/8", "3P4/8/8/8", "2BB4/8/8/8", "3N4/3B4/8/8", "1NNN4/8/8/8"]
)
def test_W20_enough_to_mate(laws: ModuleType, army: str) -> None:
    assert not laws.status(laws.read(f"7k/8/{army}/8/1K6 b - - 0 1")).over
