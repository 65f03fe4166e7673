"""Counterexamples are minimal, and a declared board that was searched completely is a proof."""

from __future__ import annotations

from typing import cast

import pytest

import lasker
from lasker.algebra.decision.relational_models import Model, differs, related, shrunk
from lasker.algebra.decision.settings import all_boards, by_pieces
from lasker.algebra.moves import Move, Variable
from lasker.drawing.verdict_page import explained
from lasker.syntax.printer import Printer
from test_dynamic_logic import pairs_of_terms, small_models
from test_dynamic_logic import related as by_definition


def pieces(verdict: lasker.Verdict) -> int:
    """How many squares of a counterexample are not empty."""
    assert verdict.equal is False
    assert verdict.witness is not None
    return sum(content != 0 for content in verdict.witness.start.board)


@pytest.mark.parametrize("board", ["board 8x8", "board 4x4", "board 3x2", "board torus 5x5", ""])
@pytest.mark.parametrize(
    ("left", "right", "least"),
    [
        ("♙ -> .", "fail", 1),
        ("♙ + u♟ -> . + u♙", "fail", 2),
        ("%♖: step(u)", "%♖: step(u){2}", 1),
        (". -> ♙", "fail", 0),
        ("%♖: ride(r, ♟)", "%♖: take(r, ♟)", 2),
    ],
)
def test_counterexamples_have_as_few_pieces_as_possible(
    board: str, left: str, right: str, least: int
) -> None:
    assert pieces(lasker.equal(left, right, lasker.rules(board))) == least


def test_a_piece_that_is_not_needed_is_taken_away() -> None:
    """A move that asks for a region is not looked for on small boards, and found first among many pieces."""
    words = lasker.rules("board 5x5\nregion home = a1")
    assert pieces(lasker.equal("(♙ in home) + r♟ -> . + r.", "fail", words)) == 2
    assert pieces(lasker.equal("♙ + r♟ + rr♖ -> . + r. + rr.", "fail", lasker.rules("board 6x6"))) == 3


EXHAUSTED = "exhaustion: the same results on all"


@pytest.mark.parametrize(
    ("rules", "left", "right", "equal"),
    [
        ("board 2x1\npiece stone ●", "%●: step(r)* (● -> .)", "%●: (● -> .)", True),
        ("board 3x1\npiece stone ●", "(%●: step(r)){3}", "fail", True),
        (
            "board 2x1\npiece stone ●\ncounter n 0..2",
            "(● -> .) [n >= 1] n += 1",
            "[n <= 1] n += 1 [n >= 2] (● -> .)",
            True,
        ),
        ("board 2x1\npiece stone ●\ncounter n 0..5", "(● -> .) n += 1", "(● -> .) [n != 3] n += 1", False),
        (
            "board 2x1\npiece stone ●\npiece block ■",
            "%a piece: %b piece: @a + r@b -> %b + r%a",
            "[piece + r piece]",
            False,
        ),
        ("board 2x1\npiece stone ●", "%a ●: %b ●: @a + r@b -> %b + r%a", "[●●]", True),
    ],
)
def test_a_declared_board_is_exhausted(rules: str, left: str, right: str, equal: bool) -> None:
    verdict = lasker.equal(left, right, lasker.rules(rules))
    assert verdict.equal is equal
    if equal:
        assert any(reason.startswith(EXHAUSTED) for reason in verdict.reasons) or verdict.proof is not None
        assert verdict.proof is not None
        assert explained(verdict, Printer(lasker.rules(rules)))


def test_exhaustion_is_told_in_the_reason() -> None:
    words = lasker.rules("board 2x2\npiece stone ●\npiece block ■")
    verdict = lasker.equal(
        "each %●: step(u) // step(r)", "each %●: (step(u) | ![step(u)] step(r)) [nil]", words
    )
    assert verdict.equal
    both = ("%●: (step(u) step(d))+", "%■: (step(u) step(d))+")
    verdict = lasker.equal(f"({both[0]}) ({both[1]})", f"({both[1]}) ({both[0]})", words)
    assert verdict.equal
    assert verdict.reasons == (f"{EXHAUSTED} 81 settings of the declared board",)


def test_boards_come_with_few_pieces_first_and_all_of_them() -> None:
    boards = list(by_pieces([0, 3, 5], 3))
    assert len(set(boards)) == 27
    counts = [sum(map(bool, board)) for board in boards]
    assert counts == sorted(counts)


def test_boards_of_carried_pieces_differ_in_which_squares_have_the_same() -> None:
    words = lasker.rules()
    carry = cast(Move, lasker.parse("%piece: step(u)", words).value)
    still = cast(Move, lasker.parse("♖ -> .", words).value)

    def number(move: Move, size: int) -> int:
        return len(all_boards([move], words.vocabulary, size, 10_000) or ())

    assert number(still, 3) == 3**3  # empty, a rook, or anything else
    # Empty or one of twelve pieces, of which it matters only where they are the same: partitions of subsets.
    assert [number(carry, size) for size in (1, 2, 3)] == [2, 5, 15]
    assert all_boards([carry], words.vocabulary, 9, 100) is None


def test_relations_are_those_of_the_definition() -> None:
    for left, right in pairs_of_terms(11, 40):
        for size, arrows in small_models()[::9]:
            for term in (left, right):
                rows = related(term, Model(size, arrows))
                found = {(a, b) for a, row in enumerate(rows) for b in range(size) if row >> b & 1}
                assert found == by_definition(term, size, arrows)


def test_a_model_is_shrunk_to_what_is_needed() -> None:
    M: Move = Variable("M")
    N: Move = Variable("N")
    everything = frozenset((a, b) for a in range(5) for b in range(5))
    model = shrunk(M, N, Model(5, {"M": everything, "N": frozenset({(1, 1)})}))
    assert model.size == 1
    assert sum(map(len, model.arrows.values())) == 1
    assert differs(M, N, model) == 0


@pytest.mark.parametrize(
    "law", ["M{4} <= M{1,3}", "(M | N){1,3} = (M | N)*", "[M N M] = [M N]", "M* N* M* = (M | N)*"]
)
def test_models_of_false_laws_are_laid_on_a_board(law: str) -> None:
    left, right = law.replace("<=", "=").split(" = ")
    verdict = (lasker.included if "<=" in law else lasker.equal)(left, right)
    assert verdict.equal is False
    assert "model of" in verdict.reasons[0]


def test_a_board_too_low_for_the_difference_proves_equality() -> None:
    words = lasker.rules("board 3x2")
    verdict = lasker.equal("%♖: ride(u, ♟)", "%♖: take(u, ♟)", words)
    assert verdict.equal
    assert verdict.reasons[0].startswith(EXHAUSTED)


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        ("R⁴ M", "M", True),
        ("R M", "M", False),
        ("F F M", "M", True),
        ("u M", "M", True),
        ("C C M", "M", True),
        ("C M", "M", False),
        ("R(M N)", "(R M) (R N)", True),
        ("R(M*)", "(R M)*", True),
        ("R ![M | N]", "![R M] ![R N]", True),
        ("R all4(M)", "all4(M)", True),
        ("all8(M)", "all4(M)", False),
        ("R F M", "F R M", False),
        ("R F M", "F R³ M", True),
        ("M (R M)", "(R M) M", False),
        ("R² M", "F M", False),
    ],
)
def test_movements_act_on_unknown_moves(left: str, right: str, equal: bool) -> None:
    verdict = lasker.equal(left, right)
    assert verdict.equal is equal
    again = lasker.parse(str(lasker.parse(left, variables=True)), variables=True)
    assert again.value == lasker.parse(left, variables=True).value


@pytest.mark.parametrize("space", ["hex", "cube", "line", "torus"])
def test_movements_act_on_unknown_moves_on_every_kind_of_board(space: str) -> None:
    turn = {"hex": "R", "cube": "R", "line": "F", "torus": "R"}[space]
    order = {"hex": 6, "cube": 4, "line": 2, "torus": 4}[space]
    assert lasker.equal(f"{turn}^{order} M", "M", space=space).equal
    assert lasker.equal(f"{turn} M", "M", space=space).equal is not True
