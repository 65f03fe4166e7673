"""The errata of seed 002, moves and games: E-K15 to E-K36, each in both readings."""

from __future__ import annotations

from functools import cache

import pytest
from readings_002 import items, machine, value

from lasker.arithmetic.boards import decode, encode
from lasker.arithmetic.games import START, encode_game
from lasker.arithmetic.numbers import Number, as_sequence, pair, sequence


def board(fen: str, full: bool = True) -> Number:
    return encode(fen, full=full)[0]


@cache
def played(moves: str, fen: str = START) -> Number:
    return encode_game(machine(), moves.split(), fen)


def mate(fen: str, *unrepaired: str) -> Number:
    return value("wkm(b)" if " w " in fen else "bkm(b)", *unrepaired, b=board(fen))


def test_E_K15_every_check_is_mate() -> None:
    for fen in ("4k3/8/8/8/8/8/4r3/4K3 w - -", "4k3/8/8/8/1b6/8/8/4K3 w - -", "4k3/8/3N4/8/8/8/8/4K3 b - -"):
        assert mate(fen, "E-K15") == 1
        assert mate(fen) == 0


@pytest.mark.parametrize(
    "fen", ["4k3/8/8/8/4r3/8/3P1P2/3QKB2 w - -", "6k1/8/8/8/8/8/6PP/R3r2K w - -"], ids=["block", "capture"]
)
def test_E_K16_a_check_may_be_blocked_or_the_checker_taken(fen: str) -> None:
    assert (mate(fen, "E-K16"), mate(fen)) == (1, 0)


def test_E_K17_a_protected_checker_cannot_be_taken() -> None:
    fen = "k7/1Q6/2K5/8/8/8/8/8 b - -"
    assert (mate(fen, "E-K17"), mate(fen)) == (0, 1)


def test_E_K18_a_king_does_not_shield_what_is_behind_it() -> None:
    fen = "8/8/8/8/8/2k5/1r6/r3K3 w - -"
    assert (mate(fen, "E-K18"), mate(fen)) == (0, 1)


def test_E_K19_pawns_attack_aslant() -> None:
    walks, guarded = "6k1/8/8/8/8/6p1/7P/r6K w - -", "8/8/8/8/8/5kp1/8/r6K w - -"
    assert (mate(walks, "E-K19"), mate(walks)) == (1, 0)
    assert (mate(guarded, "E-K19"), mate(guarded)) == (0, 1)


@pytest.mark.parametrize("fen", ["7k/5Q2/6K1/8/8/8/8/8 b - -", "k7/2K5/1Q6/8/8/8/8/8 b - -"])
def test_E_K20_stalemate_is_no_legal_move(fen: str) -> None:
    assert value("bsm(b)", "E-K20", b=board(fen)) == 0
    assert value("bsm(b)", b=board(fen)) == 1


def test_E_K20_it_matters_whose_turn_it_is() -> None:
    b = board("7k/5Q2/6K1/8/8/8/8/8 w - -")  # black could not move, but white is to move, and mates
    assert value("¬wkm(b) ∧ ¬bkm(b) ∧ ¬wsm(b) ∧ ¬bsm(b) ∧ ¬dp(b)", b=b) == 0  # P8 as printed
    assert value("P8(b) ∧ Lt(mvs(1, b)) > 0 ∧ (∃m ∈ mvs(1, b)){bkm(scb(m))}", b=b) == 1


def test_E_K21_bishops_of_different_colours_can_mate() -> None:
    fen = "kb6/8/1K6/3B4/8/8/8/8 b - -"
    assert value("dp4(b)", "E-K21", b=board(fen)) == 1
    assert value("dp4(b)", b=board(fen)) == 0
    assert mate(fen) == 1
    same = board("6bk/8/8/8/8/8/8/KB6 w - -")
    assert value("dp4(b)", "E-K21", b=same) == 0
    assert value("dp4(b)", b=same) == 1


def test_E_K22_kings_keep_apart() -> None:
    b = board("8/8/8/3k4/8/3K4/8/8 b - -")
    assert value("P7b(30, 36, b)", "E-K22", b=b) == 1
    assert value("P7b(30, 36, b)", b=b) == 0


def test_E_K23_pawns_are_transformed() -> None:
    b = board("7k/P7/8/8/8/8/8/K7 w - -", full=False)
    pawn = value("(b)_9", b=b)
    assert items("targets(j, b)", "E-K23", j=pawn, b=b) == [1]
    assert value("vld(box(b, j, 1))", "E-K23", j=pawn, b=b) == 0
    new = items("targets(j, b)", j=pawn, b=b)
    assert new == [pair(pair(pawn, 1), kind) for kind in (37, 41, 43, 47)]
    assert [decode(value("box(b, j, k)", b=b, j=pawn, k=k), 2)[0] for k in new] == ["Q", "R", "B", "N"]


def test_E_K23_castling_and_passing() -> None:
    castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"
    for full, count in ((False, 24), (True, 26)):
        assert value("Lt(after(1, b))", b=board(castling, full)) == count
    passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6"
    for full, count in ((False, 6), (True, 7)):
        assert value("Lt(after(1, b))", b=board(passing, full)) == count
    assert decode(value("box(b0, 6, 37)"), 2).endswith("b KQkq -")


def test_E_K24_illegal_moves_are_removed() -> None:
    b = board("4k3/8/8/8/4r3/8/4R3/4K3 w - -")  # the rook is pinned to its column
    assert value("Lt(mvs(1, b)) > 7", "E-K24", b=b) == 1
    assert value("(∃m ∈ mvs(1, b)){scb(m) = 0}", "E-K24", b=b) == 1
    assert value("Lt(mvs(1, b)) = Lt(after(1, b)) = 6", b=b) == 1
    assert value("scb((EM0)_1) = 0", "E-K24") == value("scb((EM0)_1) = b0") == 1


def test_E_K25_games_begin_at_the_beginning() -> None:
    z = played("e2e4")
    assert value("hgm(z)", "E-K25", z=z) == 0
    assert value("hgm(z)", z=z) == 1


def test_E_K26_a_board_reached_twice_is_one_board() -> None:
    kings = board("7k/7p/8/8/8/8/P7/K7 w - -")
    twice = pair(sequence(pair(pair(pair(n, kings), 2), 5) for n in (3, 4)), 1)
    once = value("Lt(mvs(1, b))", b=kings)
    assert value("Lt(EMafter(e))", "E-K26", e=twice) == value("2 · n", n=once)
    assert value("Lt(EMafter(e))", e=twice) == once


def test_E_K27_games_are_listed_and_not_lists_of_games() -> None:
    z = played("e2e4")
    assert value("z ∈ G(1) ∨ PΓ(z)", "E-K27", z=z) == 0
    assert value("z ∈ G(1) ∧ PΓ(z) ∧ Lt(G(1)) = 20", z=z) == 1


def test_E_K28_repetitions_of_any_period() -> None:
    tour = "h1g1 h8g8 f3d4 f6d5 g1h1 g8h8 d4f3 d5f6"
    z = played(f"g1f3 g8f6 h1g1 h8g8 g1h1 g8h8 {tour} {tour}")  # the rooks have moved before
    assert value("drp(z)", "E-K28", z=z) == 0
    assert value("drp(z)", z=z) == 1


def test_E_K28_rights_count() -> None:
    kings = "e1e2 e8e7 e2e1 e7e8"
    z = played(f"e2e4 e7e5 {kings} {kings}")
    cells = sequence(sequence(as_sequence(b).items[:64]) for b in as_sequence(z).items)
    assert value("drp(z)", "E-K28", z=cells) == 1
    assert value("drp(z)", z=z) == 0


def test_E_K28_knights_are_alike() -> None:
    """The white knights change their places, and change them back."""
    white = [
        "g1f3",
        "b1c3",
        "c3e2",
        "e2g1",
        "f3d4",
        "d4b5",
        "b5c3",
        "c3b1",
    ]
    both = " ".join(f"{move} {'f6g8' if count % 2 else 'g8f6'}" for count, move in enumerate(white))
    z = played(f"e2e4 e7e5 {both} {both}")
    assert value("(z)_3 ≠ (z)_19 ∧ face((z)_3) = face((z)_19)", z=z) == 1
    assert value("drp(z)", "E-K28", z=z) == 0
    assert value("drp(z)", z=z) == 1


def test_E_K29_fifty_moves_are_a_hundred_plies() -> None:
    tour = "g1f3 g8f6 f3g1 f6g8"
    long = as_sequence(played(" ".join([tour] * 25))).items
    fifty = sequence(long[:50])
    assert value("dr50(z)", "E-K29", z=fifty) == 1
    assert value("dr50(z)", z=fifty) == 0
    assert value("dr50(z)", z=sequence(long)) == 1
    z = played("e2e4")
    assert value("quiet(z)", "E-K29", z=z) == 1  # the printed braces say nothing about pawns
    assert value("quiet(z)", z=z) == 0


def test_E_K30_a_lost_game_is_finished() -> None:
    z = played("f2f3 e7e5 g2g4 d8h4")
    assert value("ufg(z, 1)", "E-K30", z=z) == 1
    assert value("ufg(z, 1)", z=z) == 0


def test_E_K31_to_win_one_good_move_is_enough() -> None:
    z = sequence([board("6k1/5ppp/8/8/8/8/8/R3K3 w - -")])
    assert value("(∀y ∈ within(z, 1)){wng(y, 1)}", z=z) == 0  # what (107) asks: that every move mates
    assert value("awg(z, 1, 1)", z=z) == 1
    assert machine("E-K31").reading.definition("awg").errata == ()


def test_E_K32_even_distances_count() -> None:
    z = sequence([board("8/8/8/8/8/1k6/7r/K7 w - -")])  # Kb1, and Rh1 mates: two plies, and black wins
    assert value("wngs(z, 2, 0, 2)", "E-K32", z=z) == 0
    assert value("Lt(wngs(z, 2, 0, 2))", z=z) == 1


def test_E_K33_a_lost_game_is_losable() -> None:
    z = played("f2f3 e7e5 g2g4 d8h4")
    assert value("alg(z, 1, 1)", "E-K33", z=z) == 0
    assert value("alg(z, 1, 1)", z=z) == 1
    assert value("alg(z, 1, 1)", z=played("e2e4 e7e5")) == 0


def test_E_K34_the_longest_game_is_longer() -> None:
    assert value("K < 2 · 269") == 1


def test_E_K35_the_queen_cannot_go_where_the_pawn_goes() -> None:
    b = value("box(fig1, 16, 46)")
    assert value("move(b, 13, 29)", b=b) == 0
    assert value("move(b, 22, 29) = box(b, 22, 29)", b=b) == 1


def test_E_K36_drawn_games_end() -> None:
    tour = "g1f3 g8f6 f3g1 f6g8"
    z = played(f"{tour} {tour}")
    assert value("Lt(next(z))", "E-K36", z=z) == 20
    assert value("Lt(next(z))", z=z) == 0
