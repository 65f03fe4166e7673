"""Seed 002, equations (56) to (110): checks, moves, history, games, and the Laws as a second opinion."""

from __future__ import annotations

import random
from functools import cache

import chess
import pytest
from readings_002 import items, machine, value

from lasker.formulations.arithmetic.boards import decode, encode
from lasker.formulations.arithmetic.games import START, decode_game, encode_game
from lasker.formulations.arithmetic.machine import Machine
from lasker.formulations.arithmetic.numbers import Number, as_sequence, left, right, sequence
from lasker.formulations.arithmetic.reading import repaired
from lasker.kernel.errors import IllegalMove, NotationError

ORDERS = {
    "z1": "e2e4 e7e5 g1f3 g8f6",
    "z2": "e2e4 g8f6 g1f3 e7e5",
    "z3": "g1f3 e7e5 e2e4 g8f6",
    "z4": "g1f3 g8f6 e2e4 e7e5",
}
TOUR = "g1f3 g8f6 f3g1 f6g8"


@cache
def played(moves: str, fen: str = START) -> Number:
    return encode_game(machine(), moves.split(), fen)


def board(fen: str) -> Number:
    return encode(fen)[0]


@pytest.mark.parametrize(
    ("fen", "white", "black"),
    [
        (START, 0, 0),
        ("4k3/8/8/8/8/8/4r3/4K3 w - -", 1, 0),
        ("4k3/8/8/8/1b6/8/8/4K3 w - -", 1, 0),
        ("4k3/8/3N4/8/8/8/8/4K3 b - -", 0, 1),
        ("4k3/3P4/8/8/8/8/8/4K3 b - -", 0, 1),
        ("4k3/4P3/8/8/8/8/8/4K3 b - -", 0, 0),
    ],
)
def test_K56_K58_checks(fen: str, white: int, black: int) -> None:
    assert (value("wkc(b)", b=board(fen)), value("bkc(b)", b=board(fen))) == (white, black)


@pytest.mark.parametrize(
    ("fen", "names"),
    [
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - -", {"bkm", "bkc"}),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -", {"wkm", "wkc"}),
        ("7k/5Q2/6K1/8/8/8/8/8 b - -", {"bsm"}),
        ("8/8/8/8/8/1q6/8/K6k w - -", {"wsm"}),
        ("7k/8/8/8/8/8/8/K7 w - -", {"dp1", "dp4", "dp"}),
        ("7k/8/8/8/8/8/8/KB6 w - -", {"dp2", "dp4", "dp"}),
        ("7k/8/8/8/8/8/8/KN6 w - -", {"dp3", "dp"}),
        ("6bk/8/8/8/8/8/8/KB6 w - -", {"dp4", "dp"}),
        ("5b1k/8/8/8/8/8/8/KB6 w - -", set()),
        ("7k/7p/8/8/8/8/8/K7 w - -", set()),
    ],
)
def test_K57_to_K68_ends(fen: str, names: set[str]) -> None:
    asked = ("wkc", "bkc", "wkm", "bkm", "wsm", "bsm", "dp1", "dp2", "dp3", "dp4", "dp")
    assert {name for name in asked if value(f"{name}(b)", b=board(fen))} == names


def test_K69_K70_moves_lead_to_figure_3() -> None:
    assert value("box(fig1, 6, 37) = set(set(fig1, 37, 6), 53, 1)") == 1
    assert value("move(move(move(move(fig1, 6, 37), 22, 29), 16, 46), 32, 22) = fig3") == 1
    assert value("move(fig1, 13, 29)") == 0


def test_K71_K72_K73_a_move_and_its_parts() -> None:
    z = value("mvp(fig1, 1, 6, 37)")
    assert value("pcb(z) = fig1 ∧ scb(z) = box(fig1, 6, 37) ∧ plr(z) = 1 ∧ mvi(z) = ⟨6, ⟨53, 37⟩⟩", z=z) == 1
    chain = "mvp(fig1, 1, 6, 37)"
    for player, piece, end in ((2, 22, 29), (1, 16, 46), (2, 32, 22)):
        chain = f"mvp(scb({chain}), {player}, {piece}, {end})"
    assert value(f"scb({chain}) = fig3") == 1


def test_K74_K75_the_first_moves() -> None:
    assert value("Lt(mvs(1, b0))") == 20
    assert value("Lt(mvs(1, fig1))") == 20
    assert value("mvs(3, b0)") == 0
    assert sorted(
        decode_game(machine(), sequence([value("b0"), after]))[0] for after in items("after(1, b0)")
    ) == sorted(move.uci() for move in chess.Board().legal_moves)


def test_K76_to_K80_epochs() -> None:
    assert value("scb((l(E0))_1) = b0 ∧ r(E0) = 1") == 1
    assert [value(f"Lt(EM({t}))") for t in range(3)] == [1, 20, 400]
    assert [right(value(f"E({t})")) for t in range(3)] == [1, 2, 1]
    assert value("H(2) = [E(0), E(1), E(2)] ∧ H(0) = [E0]") == 1
    assert left(value("E(1)")) == value("mvs(1, b0)")


@pytest.mark.soak
def test_K75_K85_8902_games_of_three_plies_and_197281_of_four() -> None:
    """All games as one number: minutes of one core, and a gigabyte of what has been found before."""
    patient = Machine(repaired(), budget=10**10)
    assert patient.evaluate("Lt(EM(3))") == 8902
    assert [patient.evaluate(f"Lt(J({t}))") for t in (1, 2, 3, 4)] == [20, 400, 8902, 197281]


def test_K81_K82_epoch_boards() -> None:
    assert value("eb(b0, 0) ∧ eb(box(b0, 6, 37), 1) ∧ ¬eb(b0, 1)") == 1
    assert value("scr(b0, box(b0, 6, 37), 1) ∧ ¬scr(b0, box(b0, 6, 37), 0) ∧ ¬scr(b0, b0, 1)") == 1


@pytest.mark.parametrize("order", ORDERS)
def test_K83_the_games_of_figures_8_to_11(order: str) -> None:
    z = played(ORDERS[order])
    assert value("game(z)", z=z) == 1
    assert decode_game(machine(), z) == ORDERS[order].split()
    short = sequence(as_sequence(z).items[:3])
    assert value("hgm(z)", z=short) == value("game(z)", z=short) == 1
    assert as_sequence(z).items[-1] == as_sequence(played(ORDERS["z1"])).items[-1]


def test_K83_what_is_no_game() -> None:
    b0, other = value("b0"), value("box(b0, 6, 37)")
    for boards in ([b0], [other, b0], [b0, b0], [b0, value("box(b0, 6, 29)")], [b0, other, b0]):
        assert value("game(z)", z=sequence(boards)) == value("hgm(z)", z=sequence(boards)) == 0


def test_K84_to_K92_games() -> None:
    z = played("e2e4 e7e5")
    assert value("tlb(z) = (z)_3", z=z) == 1
    assert [value(f"Lt(J({t}))") for t in (0, 1, 2)] == [1, 20, 400]
    assert value("z ∈ J(2) ∧ z ∈ G(2) ∧ PΓ(z) ∧ Γ(z)", z=z) == 1
    assert value("(∀y ∈ J(2)){Lt(y) = 3}") == 1  # Lemma 4
    assert value("turn(z)", z=z) == 1
    assert value("PΓ(z)", z=sequence([value("b0"), value("b0")])) == 0


def test_K93_K94_subgames() -> None:
    z = played(ORDERS["z3"])
    b = as_sequence(z).items
    for part, expected in (([0, 1], 1), ([1, 2, 3], 1), ([1, 3, 4], 0), ([2, 4], 0)):
        assert value("sbg(y, z)", y=sequence(b[i] for i in part), z=z) == expected
    assert (
        value("sbg2(y, z, 1)", y=sequence(b[:2]), z=z) == value("sbg2(y, z, 3)", y=sequence(b[2:]), z=z) == 1
    )
    assert value("sbg2(y, z, 2)", y=sequence(b[:2]), z=z) == 0


@pytest.mark.parametrize("reading", [(), ("printed",)])
def test_K95_figure_12(reading: tuple[str, ...]) -> None:
    z = played(f"{TOUR} {TOUR}")
    assert value("drp(z)", *reading, z=z) == 1
    assert value("drp(z)", *reading, z=played(TOUR)) == 0


@pytest.mark.parametrize(("rook", "drawn"), [("R", 1), ("1", 0)])
def test_K95_a_square_of_capture_in_passing_counts_where_a_pawn_may_go(rook: str, drawn: int) -> None:
    """The rook pins the pawn that could take: then the position after c2c4 comes again four plies later."""
    z = played(f"c2c4 {'a4a5 h8g8 a5a4 g8h8 ' * 2}", f"7K/8/8/8/kp5{rook}/8/2P5/8 w - -")
    assert value("drp(z)", z=z) == drawn


def test_K96_to_K98_fifty_moves() -> None:
    long = as_sequence(played(" ".join([TOUR] * 25))).items
    assert value("dr50(z)", z=sequence(long[:100])) == 0
    assert value("dr50(z)", z=sequence(long)) == 1
    z = played("e2e4 e7e5")
    assert value("wp50((z)_1, (z)_2) + bp50((z)_2, (z)_3) + quiet(z)", z=z) == 0
    assert value("cnt50((z)_1, (z)_2)", z=z) == 1


def test_K99_to_K101_results() -> None:
    fool = played("f2f3 e7e5 g2g4 d8h4")
    assert value("wng(z, 2) ∧ ¬wng(z, 1) ∧ ¬drg(z) ∧ ¬ufg(z, 1) ∧ ¬ufg(z, 2) ∧ wng(z, 3) = 0", z=fool) == 1
    assert value("ufg(z, 1) ∧ ¬drg(z)", z=played("e2e4")) == 1
    assert value("drg(z)", z=played(f"{TOUR} {TOUR}")) == 1


def test_K102_to_K105_continuations() -> None:
    z = played("e2e4")
    assert value("cng(y, z) ∧ ¬cng(z, y)", y=played("e2e4 e7e5"), z=z) == 1
    before = played("f2f3 e7e5 g2g4")
    assert value("winnable(z, 2, 1) ∧ ¬drawable(z, 1) ∧ unfinishable(z, 2, 1)", z=before) == 1
    assert value("Lt(wngs(z, 2, 3, 1))", z=before) == 1
    assert items("wngs(z, 2, 3, 1)", z=before) == [played("f2f3 e7e5 g2g4 d8h4")]


def test_K106_to_K110_absolute_characteristics() -> None:
    assert value("g1(3, 5) = [4, 6, 8] ∧ g2(3, 5) = [5, 7]") == 1
    before = played("f2f3 e7e5 g2g4")
    assert value("awg(z, 2, 1) ∧ fvg(z, 2, 1) ∧ ¬ahg(z, 2, 1) ∧ ¬alg(z, 2, 1)", z=before) == 1
    assert value("optimal(z, 2, 1) = tlb(y)", z=before, y=played("f2f3 e7e5 g2g4 d8h4")) == 1
    assert value("¬awg(z, 1, 1) ∧ ahg(z, 1, 1)", z=played("e2e4 e7e5")) == 1
    two = sequence([board("k7/8/2K5/8/8/8/8/1R6 w - -")])  # Kc7 Ka7 Ra1 mate: three plies
    assert value("awg(z, 1, 1)", z=two) == 0
    assert value("awg(z, 1, 3)", z=two) == 1
    assert decode(value("optimal(z, 1, 3)", z=two), 2) == "k7/2K5/8/8/8/8/8/1R6 b - -"


def test_K109_a_game_that_may_be_won_sooner_is_no_hang() -> None:
    """Ra1 mates at once; two plies on nobody has been mated, for a game that is over does not go on."""
    one = sequence([board("k7/2K5/8/8/8/8/8/7R w - -")])
    assert value("Lt(map(y ∈ level(z, 2)){¬ufg(y, 1)})", z=one) == 0
    assert [value(f"ahg(z, 1, {n})", z=one) for n in (1, 2)] == [0, 0]


def test_K110_the_soonest_win_is_chosen() -> None:
    """Nearly every move of the rook keeps a win in three plies; only Ra1 is mate."""
    one = sequence([board("k7/2K5/8/8/8/8/8/7R w - -")])
    assert value("Lt(keeping(z, 1, 1, 3)) > 1 ∧ Lt(keeping(z, 1, 1, 1)) = 1", z=one) == 1
    assert decode(value("optimal(z, 1, 3)", z=one), 2) == "k7/2K5/8/8/8/8/8/R7 b - -"


def test_K110_values_of_pieces() -> None:
    assert value("value(b0, 1) = value(b0, 2) = 8 · 2 + 4 · 3 + 2 · 5 + 7 ∧ even([b0, b0]) ∧ K = 399") == 1


SPECIAL = [
    START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -",
    "8/8/8/K2pP2r/8/8/8/7k w - d6",
    "7k/8/8/8/8/8/p7/K7 b - -",
    "4k3/8/8/8/8/5r2/8/R3K2R w KQ -",  # not through f1
    "r3k2r/8/3R4/8/8/8/8/4K3 b kq -",  # not through d8
    "4k2r/6P1/8/8/8/8/6p1/4K2R w Kk -",  # a rook that is taken, with the right of its king
    "r3k3/1P6/8/8/8/8/1p6/R3K3 b Qq -",
    "r3k2r/8/8/8/8/8/8/1R2K1R1 b kq -",  # a rook may pass an attacked square, a king may not arrive on one
]


def compare_with_the_laws(position: chess.Board) -> None:
    """Every legal move and no other, and the same ends, as a program under the FIDE Laws says."""
    b, x = encode(position.fen())
    assert value("position(b, x)", b=b, x=x) == 1
    got = sorted(decode(after, 3 - x) for after in items("after(x, b)", b=b, x=x))
    expected = []
    for move in position.legal_moves:
        position.push(move)
        expected.append(decode(*encode(position.fen(en_passant="fen"))))
        position.pop()
    assert got == sorted(expected), position.fen()
    said = [value(f"{name}(b)", b=b) for name in (("wkc", "wkm", "wsm") if x == 1 else ("bkc", "bkm", "bsm"))]
    assert said == [position.is_check(), position.is_checkmate(), position.is_stalemate()]
    assert value("dp(b)", b=b) == position.is_insufficient_material()


def random_position(source: random.Random) -> chess.Board:
    position = chess.Board()
    for _ in range(source.randrange(150)):
        if position.is_game_over():
            break
        position.push(source.choice(list(position.legal_moves)))
    return position


@pytest.mark.parametrize("fen", SPECIAL)
def test_the_repaired_moves_are_those_of_the_laws(fen: str) -> None:
    compare_with_the_laws(chess.Board(fen))


def test_random_positions_agree_with_the_laws() -> None:
    source = random.Random(2)
    for _ in range(25):
        compare_with_the_laws(random_position(source))


@pytest.mark.soak
def test_many_random_positions_agree_with_the_laws() -> None:
    source = random.Random(20)
    for _ in range(5000):
        compare_with_the_laws(random_position(source))
        machine().clear()


def test_games_survive_being_numbers() -> None:
    source = random.Random(3)
    for _ in range(3):
        position = random_position(source)
        moves = [move.uci() for move in position.move_stack][:20]
        z = encode_game(machine(), moves)
        assert decode_game(machine(), z) == moves
        assert value("chain(z)", z=sequence(as_sequence(z).items[:5])) == 1


@pytest.mark.parametrize("text", ["e2e5", "e7e5", "e1e2", "e2e4q"])
def test_illegal_moves_are_refused(text: str) -> None:
    with pytest.raises(IllegalMove):
        encode_game(machine(), [text])


@pytest.mark.parametrize("text", ["", "e9e4", "castles", "e7e8k", "O-O"])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises((NotationError, IllegalMove)):
        encode_game(machine(), [text])


def test_K110_any_board_game_tic_tac_toe_in_one_number() -> None:
    """The whole history as one number, and solved inside it; 5478 positions, as is well known."""
    epochs = [value(f"Lt(tE({t}))") for t in range(10)]
    assert epochs == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert value("tfinite ∧ Lt(tH) = 10 ∧ (∀t ∈ ggn(1, 10, 1)){(tH)_t = tE(t ∸ 1)}") == 1
    assert value("tworth(t0, 0)") == 1  # a draw
    b: Number = value("t0")
    for t in range(9):
        assert value("tworth(b, t)", b=b, t=t) == 1
        b = value("tbest(b, t)", b=b, t=t)
    assert value("tover(b) ∧ ¬twon(b, 1) ∧ ¬twon(b, 2)", b=b) == 1
    corner = value("set(set(t0, 1, 2), 2, 3)")  # an edge is no answer to a corner
    assert value("tworth(b, 2)", b=corner) == 2
    won = sum(int(str(value(f"Lt(map(b ∈ tE({t})){{twon(b, {x})}})"))) for t in range(10) for x in (1, 2))
    assert won == 626 + 316
