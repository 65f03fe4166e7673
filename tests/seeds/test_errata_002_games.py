"""The errata of seed 002, moves and games: E-K15 to E-K37, each in both readings."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from readings_002 import beginning_at, items, machine, value

from lasker.formulations.arithmetic.boards import decode, encode, place
from lasker.formulations.arithmetic.games import START, encode_game
from lasker.formulations.arithmetic.numbers import Number, as_sequence, pair, sequence
from lasker.play.game import load
from lasker.proofs.termination.finiteness import finite


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


def cells(**pieces: Number) -> Number:
    """A board of 64 cells with these pieces and nothing else."""
    there = {place(name): piece for name, piece in pieces.items()}
    return sequence(there.get(number, 1) for number in range(1, 65))


def test_E_K21_two_bishops_of_one_player_mate() -> None:
    """Transformed bishops of different colours, both white: dead as printed, and in truth won."""
    b = cells(h8=30, g6=14, e4=pair(pair(2, 1), 43), d4=pair(pair(3, 2), 43))
    assert value("vld(b) ∧ light((b)_37) ∧ dark((b)_36)", b=b) == 1
    assert value("dp4(b)", "E-K21", b=b) == 1
    assert value("dp4(b) ∨ dp(b)", b=b) == 0


def test_E_K21_bishops_that_began_and_bishops_that_were_pawns() -> None:
    """One of each on light squares: dead, and the printed cases do not mix them."""
    b = cells(h8=30, a1=14, a8=15, c8=pair(pair(19, 58), 61))
    assert value("vld(b) ∧ light((b)_1) ∧ light((b)_3)", b=b) == 1
    assert (value("dp(b)", "E-K21", b=b), value("dp(b)", b=b)) == (0, 1)


def test_E_K21_blocked_positions_are_dead_and_neither_reading_knows() -> None:
    """The rule says "any series of moves"; its four cases, printed or repaired, look at material alone."""
    b = board("8/2k5/8/1p1p1p1p/1P1P1P1P/4B3/2K5/8 w - -")
    assert value("dp(b)", "E-K21", b=b) == value("dp(b)", b=b) == 0


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


def test_E_K23_as_printed_nobody_castles() -> None:
    b = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -")
    short = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", full=False)
    assert value("vld(b)", "E-K23", b=b) == 0  # 69 cells are no board
    assert value("63 ∈ targets(14, b) ∨ 59 ∈ targets(14, b)", "E-K23", b=short) == 0
    assert value("63 ∈ targets(14, b) ∧ 59 ∈ targets(14, b) ∧ 7 ∈ targets(30, b)", b=b) == 1


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
    """(107) to the letter lists every game from the first board, so the first board is this one."""
    fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - -"
    assert beginning_at(fen, "E-K31").evaluate("awg([b0], 1, 1) + fvg([b0], 1, 1)") == 0
    assert beginning_at(fen).evaluate("awg([b0], 1, 1) + fvg([b0], 1, 1)") == 2
    assert value("g1(3, 5) = [4, 6, 8] ∧ 3 + 5 ∈ g1(3, 5)") == 1  # "strictly between" leaves out t + n


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
    assert value("K ≥ 269") == 1  # what was compared: 269 moves
    assert value("K ≥ 2 · 269") == 0  # what they are: 538 plies


def test_E_K34_history_is_finite_by_the_laws_and_not_as_printed() -> None:
    """Five repetitions or 75 quiet moves end every game; P8 as printed stops at nothing of the kind."""
    assert finite(load("chess")).finite is True
    z = played(" ".join(["g1f3 g8f6 f3g1 f6g8"] * 5))
    assert value("P8(tlb(z)) ∧ Lt(next(z)) = 20", "E-K36", z=z) == 1
    assert value("Lt(next(z))", z=z) == 0


def test_E_K35_the_queen_cannot_go_where_the_pawn_goes() -> None:
    b = value("box(fig1, 16, 46)")
    assert value("move(b, 13, 29)", b=b) == 0
    assert value("move(b, 22, 29) = box(b, 22, 29)", b=b) == 1


def test_E_K36_drawn_games_end() -> None:
    tour = "g1f3 g8f6 f3g1 f6g8"
    z = played(f"{tour} {tour}")
    assert value("Lt(next(z))", "E-K36", z=z) == 20
    assert value("Lt(next(z))", z=z) == 0


def test_E_K37_a_network_of_machine_numbers_is_primitive_recursive() -> None:
    """Weights that a machine holds are fractions with powers of two: the same network, in numbers alone.

    The paper has real weights, of which there are too many; two layers here, with weights to fifty bits.
    """
    weights = [[0.7310585786300049, -1.25, 0.1], [-0.33, 0.9525741268224334, 0.2]]
    last, scale = [1.1, 1.7], 2**60

    def by_machine(x: int, y: int) -> bool:
        hidden = [max(Fraction(0), Fraction(a) * x + Fraction(b) * y + Fraction(c)) for a, b, c in weights]
        return sum(Fraction(w) * h for w, h in zip(last, hidden, strict=True)) > 1

    def plus_and_minus(row: list[float], signs: str) -> str:
        return " + ".join(
            f"{abs(int(Fraction(weight) * scale))} · {name}"
            for weight, name in zip(row, ("x", "y", "1"), strict=True)
            if weight != 0 and (weight > 0) == (signs == "+")
        )

    units = [f"(({plus_and_minus(row, '+')}) ∸ ({plus_and_minus(row, '-')}))" for row in weights]
    fires = " + ".join(f"{int(Fraction(w) * scale)} · {unit}" for w, unit in zip(last, units, strict=True))
    assert all(Fraction(w) * scale % 1 == 0 for w in (*weights[0], *weights[1], *last))
    said = [value(f"{fires} > {scale} · {scale}", x=x, y=y) for x in range(6) for y in range(6)]
    assert said == [by_machine(x, y) for x in range(6) for y in range(6)]
    assert {0, 1} == set(said)
