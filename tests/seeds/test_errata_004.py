"""The errata of seed 004: the paper's reading fails on the position given, ours does what was meant."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from paper_004 import (
    DELTA,
    KING,
    all_but_pin,
    at,
    board,
    castling_guard,
    check_guard,
    en_passant_guard,
    is_legal,
    pin_guard,
    promotion_guard,
)

from lasker.frontends._yaml.writing.pairs import Displacement, Pair, phi, specification
from lasker.play.game import load
from specified import game, resolved, targets

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_E_H1_ranks_and_files_count_from_one_as_the_mover_sees_them() -> None:
    """Part I counts ranks from 0 (pawns start on 1 and 6), Part III from 1: only one of them can be meant."""
    assert [y for _, y in (at("a2"), at("a7"))] == [1, 6]
    spec = "piece: pawn\ndisplacement: [{vector: [0, 1], guards: {home: rank(from) = %d}}]"
    assert targets(game(spec % 2).position("8/p7/8/8/8/8/P7/8 w"), "a2") == {"a3"}
    assert targets(game(spec % 2).position("8/p7/8/8/8/8/P7/8 b"), "a7") == {"a6"}
    assert targets(game(spec % 1).position("8/p7/8/8/8/8/P7/8 w"), "a2") == set()


def test_E_H2_a_slide_is_part_of_a_displacement() -> None:
    rook = "piece: R\ndisplacement: [[1, 0], [-1, 0], [0, 1], [0, -1]]\nslide: true\nguards: {}"
    wazir = rook.replace("true", "false")
    forgetful = [{each.vector for each in phi(resolved(text))["R"].delta} for text in (rook, wazir)]
    assert forgetful[0] == forgetful[1], "the paper's Φ maps both to one pair"
    assert phi(resolved(rook)) != phi(resolved(wazir))


def test_E_H3_black_pawns_move_and_sliders_slide() -> None:
    assert not is_legal("pawn", at("e7"), at("e6"), {})
    assert not is_legal("rook", at("a1"), at("a8"), {})
    chess = load("graph_chess")
    assert "e7e6" in {str(move) for move in chess.start().play("e2e4").moves}
    assert "h8" in targets(chess.position("8/8/8/8/k7/8/8/K6R w - - 0 1"), "h1")


def test_E_H4_leaps_have_no_path() -> None:
    """The dragon of (3, 3) leaps to (4, 5) over a man on (4, 4)."""
    assert not is_legal("dragon", (3, 3), (4, 5), {(4, 4): "Enemy"}, as_indented=False)
    dragon = game(
        "pieces:\n  - piece: dragon\n    displacement:\n"
        "      - {vector: [1, 1], symmetric: all, slide: true}\n"
        "      - {vector: [1, 2], symmetric: all}\n      - [0, 1]\n      - [0, -1]\n"
        "  - {piece: man, displacement: []}\n"
    )
    found = targets(dragon.position("8/8/8/4m3/3D4/8/8/8 w"), "d4")
    assert "e6" in found
    assert "f6" not in found, "a slide is blocked all the same"


def test_E_H5_each_guard_means_where_it_applies() -> None:
    """As a conjunction no move of the start position is legal; as implications, twenty are."""
    b = board(START)
    squares = [(x, y) for x in range(8) for y in range(8)]
    tried = [(u, v) for u in b.men for v in squares if b.men.get(v, " ").isupper() is not b.men[u].isupper()]
    assert len(tried) > 1000
    assert not any(all_but_pin(b, u, v) for u, v in tried)
    assert len(load("graph_chess").start().moves) == 20


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
        ("4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
        ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1c1"),
    ],
)
def test_E_H6_castling_asks_for_more(fen: str, move: str) -> None:
    b, u, v = board(fen), at(move[:2]), at(move[2:])
    assert castling_guard(b, u, v, KING | {(2, 0), (-2, 0)}), "the paper's guard lets it pass"
    assert not castling_guard(b, u, v, KING), "and with Table 1's king it never applies"
    position = load("graph_chess").position(fen)
    assert move not in {str(each) for each in position.moves}
    assert position.why_illegal(move) is not None
    safe = load("graph_chess").position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert {"g1", "c1"} <= targets(safe, "e1")


def test_E_H7_a_capture_in_passing_takes_the_pawn_off() -> None:
    fen, move = "8/8/8/KPp4r/8/8/8/7k w - c6 0 1", "b5c6"
    b, u, v = board(fen), at("b5"), at("c6")
    assert en_passant_guard(b, u, v)
    assert check_guard(b, u, v), "the paper's b′ keeps the pawn on c5, which hides the king"
    assert not is_legal("pawn", u, v, {at("c5"): "Enemy"}), "and its kinematics want an enemy on c6"
    position = load("graph_chess").position(fen)
    assert move not in {str(each) for each in position.moves}
    free = load("graph_chess").position("8/8/8/1Pp4r/8/8/K7/7k w - c6 0 1")
    assert move in {str(each) for each in free.moves}
    assert free.play(move).fen.split()[0] == "8/8/2P5/7r/8/8/K7/7k"


def test_E_H8_an_attacker_is_an_enemy_that_can_take() -> None:
    b = board(START)
    assert not pin_guard(b, at("e2"), at("e4"), ["queen"]), "geometrically some square always sees the king"
    position = load("graph_chess").position("4k3/8/8/8/4p3/8/4K3/8 w - - 0 1")
    assert "e3" in targets(position, "e2"), "a pawn's push is no attack"
    assert "d3" not in targets(position, "e2")


def test_E_H9_empty_sets_negative_numbers_and_complete_promotions() -> None:
    """The paper's grammar writes [dx,dy] without signs, and wants a vector and a guard at least."""
    vector = re.compile(r"\[[0-9]+,\s*[0-9]+\]")  # "[" INT "," INT "]"
    assert [d for d in sorted(DELTA["knight"]) if vector.fullmatch(str(list(d)))] == [(1, 2), (2, 1)]
    displacement_list = re.compile(rf"{vector.pattern}(,\s*{vector.pattern})*")
    assert not displacement_list.fullmatch(""), "so that Δ′ = ∅ cannot be written"
    for pair in (
        Pair(frozenset()),
        Pair(frozenset({Displacement((-1, -2))})),
    ):
        assert phi(resolved(specification("A", pair)))["A"] == pair
    assert promotion_guard(board("8/4P3/8/8/8/8/8/k1K5 w - - 0 1"), at("e7"), at("e8"))
    moves = targets(load("graph_chess").position("8/4P3/8/8/8/8/8/k1K5 w - - 0 1"), "e7")
    assert moves == {"e8b", "e8n", "e8q", "e8r"}, "the paper's move to e8 says not what the pawn becomes"


class Watched(dict[tuple[int, int], str]):
    """An occupation function that counts how often it is asked."""

    asked = 0

    def __contains__(self, square: object) -> bool:
        self.asked += 1
        return super().__contains__(square)


def test_E_H10_a_path_is_short_and_a_check_is_not() -> None:
    """O(max(n, p)) is the cost of one path; whether a king is attacked takes a path for every enemy."""
    one = Watched()
    assert is_legal("rook", (0, 0), (0, 7), one, as_indented=False)
    assert one.asked <= 8
    king = at("e4")
    far = map(at, ("e8", "e1", "a4", "h4", "h7", "b1", "h1", "a8"))  # the ends of all lines from there
    many = Watched(dict.fromkeys(far, "Friendly"))
    for enemy in list(many):
        is_legal("queen", enemy, king, many, as_indented=False)
    assert many.asked > 8, "the guards against check cost more than the paper says of a move"


def test_E_H10_checkmate_stalemate_and_draws_are_given() -> None:
    """No guard says when a game is over: in a mate they refuse every move, as in a stalemate."""
    for fen, reason in (
        ("k7/1Q6/2K5/8/8/8/8/8 b - - 0 1", "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
    ):
        b, squares = board(fen), [(x, y) for x in range(8) for y in range(8)]
        king = next(square for square, man in b.men.items() if man == "k")
        steps = [v for v in squares if (v[0] - king[0], v[1] - king[1]) in KING]
        assert not any(check_guard(b, king, v) for v in steps)
        outcome = load("graph_chess").position(fen).outcome
        assert outcome is not None
        assert outcome.reason == reason
    model = load("graph_chess").model
    assert [rule.reason for rule in model.endings] == ["checkmate", "stalemate"]
    assert {rule.reason for rule in model.adjudications} >= {"threefold repetition", "fifty moves"}


def test_E_H11_rooks_go_straight_and_bishops_aslant() -> None:
    """The repository numbers squares 10·file + rank and looks at differences alone, on lines or not."""
    squares = [(x, y) for x in range(1, 9) for y in range(1, 9)]
    bishop = {k * d for k in range(-7, 8) if k for d in (9, 11)}
    rook = {k * d for k in range(-7, 8) if k for d in (1, 10)}

    def accepted(
        differences: set[int], wrong: Callable[[int, int], bool]
    ) -> set[tuple[tuple[int, int], ...]]:
        return {
            (u, v) for u in squares for v in squares
            if 10 * (v[0] - u[0]) + v[1] - u[1] in differences and wrong(abs(v[0] - u[0]), abs(v[1] - u[1]))
        }  # fmt: skip

    crooked = accepted(bishop, lambda x, y: x != y), accepted(rook, lambda x, y: bool(x and y))
    assert [len(pairs) for pairs in crooked] == [140, 210]
    assert ((1, 1), (3, 8)) in crooked[0], "a1-c8"
    assert ((1, 4), (2, 1)) in crooked[1], "a4-b1"
    chess = load("graph_chess")
    assert (2, 7) not in DELTA["bishop"]
    assert "c8" not in targets(chess.position("8/8/8/8/8/7k/8/B6K w - - 0 1"), "a1")
    assert "b1" not in targets(chess.position("8/8/8/8/R7/7k/8/7K w - - 0 1"), "a4")
