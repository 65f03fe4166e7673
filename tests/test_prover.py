"""Soundness of the prover: false equations between tests are not proved, each with a counterexample."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner

import lasker
from lasker.algebra.contents import CHESSMEN
from lasker.algebra.decision import counterexample_search, derivatives, normal_forms
from lasker.algebra.decision.counterexample_search import Counterexample
from lasker.algebra.decision.guards import Cover
from lasker.algebra.decision.proof import NORMAL_FORM, NORMAL_FORM_OF_SEVERAL
from lasker.algebra.decision.prover import prove
from lasker.algebra.decision.world import World
from lasker.algebra.moves import Move, Variable, sequence
from lasker.algebra.moves import Test as Asked
from lasker.cli import main
from lasker.space.board_kinds import KINDS
from lasker.syntax.values import is_move

M, N = Variable("M"), Variable("N")


def term(text: str, words: lasker.Rules | None = None) -> Move:
    value = lasker.parse(text, words).value
    assert is_move(value)
    return value


@pytest.mark.parametrize(
    ("left", "right"),
    [("[[M] N]", "[N]"), ("[[M] N]", "[M]"), ("[![M] N]", "[N]"), ("[M N]", "[M]"), ("[M | N]", "[M]")],
)
def test_a_part_of_a_test_is_not_the_whole(left: str, right: str) -> None:
    verdict = lasker.equal(left, right, budget=400)
    assert verdict.equal is False


def test_both_parts_of_a_test_are_asked() -> None:
    both = Asked(sequence([Asked(M, True), N]), True)
    assert not derivatives.equal(both, Asked(N, True))
    assert derivatives.equal(both, sequence([Asked(M, True), Asked(N, True)]))


DECIDED = [  # by the laws of Kleene algebra with tests, for any moves
    ("M*", "nil | M M*", True),
    ("M? N", "N | M N", True),
    ("M? N", "M? N | nil", False),
    ("M N", "N M", False),
    ("M N", "M N | N", False),
    ("[M]", "![M]", False),
    ("[M] | ![M]", "nil", True),
    ("![M] M", "fail", True),
    ("[M] M", "M", True),
    ("M{1,2}", "M M?", True),
    ("M{1,2}", "M", False),
    ("M{2}", "M M", True),
    ("M+", "M*", False),
]


@pytest.mark.parametrize(("left", "right", "equal"), DECIDED)
def test_what_derivatives_decide(left: str, right: str, equal: bool) -> None:
    words = lasker.rules(variables=True)
    one, two = term(left, words), term(right, words)
    assert derivatives.equal(one, two) is equal


TOLD_APART = [  # by normal forms: moves of one piece around its square
    ("%♖: step(u) | step(r)", "%♖: step(r) | step(u)", True),
    ("%♖: step(u)", "%♖: step(u) | step(r)", False),
    ("%♖: step(u) | step(r)", "%♖: step(u)", False),
    ("%♖: step(u){1,2}", "%♖: step(u) | step(u) step(u)", True),
    ("%♖: step(u){1,2}", "%♖: step(u) step(u)", False),
    ("%♖: [% + r♙] step(u) | ![% + r♙] step(u)", "%♖: step(u)", True),
    ("%♖: ![% + r♙] step(u)", "%♖: step(u)", False),
    ("%♖: [% + r♙] step(u)", "%♖: step(u)", False),
]


@pytest.mark.parametrize(("left", "right", "equal"), TOLD_APART)
def test_normal_forms_tell_apart(left: str, right: str, equal: bool) -> None:
    one, two = (
        normal_forms.relation(term(text), CHESSMEN, (None, None), [((0, 0),)]) for text in (left, right)
    )
    found = [normal_forms.difference(*sides, CHESSMEN, (None, None)) for sides in ((one, two), (two, one))]
    assert (found == [None, None]) is equal


def test_normal_forms_lose_marks_on_the_way() -> None:
    words = lasker.rules("piece rook ♖ ♜\nmark fresh until moved\nboard 3x3")
    left, right = "%♖^fresh: step(u)", "%♖^fresh: (% -> %^-fresh) step(u)"
    assert lasker.equal(left, right, words).reasons == (NORMAL_FORM,)


WORDS = """
counter n 0..3
counter k 0..1
step(m) = % + m. -> . + m%
"""
SEVERAL = [  # moves of several pieces, on all boards
    ("(♙ -> ♟)(♖ -> ♜)", "(♖ -> ♜)(♙ -> ♟)", True),
    ("(♙ -> ♟)(♟ -> ♜)", "(♟ -> ♜)(♙ -> ♟)", False),
    ("(♙ -> .)(♙ -> .)", "♙ -> .", False),
    ("[♙] [♙ | ♖]", "[♙]", True),
    ("[♖ + r♙] [♙ | ♖]", "[♖ + r♙] [♖]", True),
    ("[♙] [♖]", "[♙ + r♖] | [♖ + r♙]", False),
    ("%a♙: %b♖: (@a -> .)(@b -> .)", "(♖ -> .)(♙ -> .)", True),
    ("%a♙: %b♙: (@a -> .)(@b -> ♟)", "(♙ -> .)(♙ -> ♟)", False),
    ("[♙] (♖ -> .)", "(♖ -> .) [♙]", True),
    ("[♖] (♖ -> .)", "(♖ -> .) [♖]", False),
    ("(%♙: step(u))(♖ -> ♜)", "(♖ -> ♜)(%♙: step(u))", True),
    ("(%♙: step(u))(%♖: step(u))", "(%♖: step(u))(%♙: step(u))", False),
    ("(♙ -> ♟)(♖ -> ♜)(♘ -> ♞)", "(♘ -> ♞)(♙ -> ♟)(♖ -> ♜)", True),
    ("(♙ -> ♟)(♖ -> ♜)(♘ -> ♞)", "(♘ -> ♞)(♙ -> ♟)(♖ -> .)", False),
    ("(♙ + u. -> . + u♙)(♖ -> ♜)", "(♖ -> ♜)(♙ + u. -> . + u♙)", True),
    ("(♙ + u. -> . + u♙)(♖ -> .)", "(♖ -> .)(♙ + u. -> . + u♙)", False),
]


@pytest.mark.parametrize(("left", "right", "equal"), SEVERAL)
def test_moves_of_several_pieces(left: str, right: str, equal: bool) -> None:
    verdict = lasker.equal(left, right, lasker.rules(WORDS))
    assert verdict.equal is equal
    if equal:
        assert verdict.reasons[-1] in {NORMAL_FORM, NORMAL_FORM_OF_SEVERAL}
    else:
        words = lasker.rules(WORDS)
        assert prove(term(left, words), term(right, words), World(KINDS["square"], words.vocabulary)) is None


COUNTED = [
    ("(♙ -> .) n += 1", "n += 1 (♙ -> .)", True),
    ("(♙ -> .) n += 1", "(♙ -> .) n += 1 n += 1 n += -1", False),
    ("(♙ -> .) n += 1 n += 1 n += -1", "(♙ -> .) n += 1", False),
    ("%♖: step(u) n += 1", "n += 1 (%♖: step(u))", True),
    ("%♖: step(u) [n >= 2] n := 0", "[n >= 2] (%♖: step(u)) n := 0", True),
    ("%♖: step(u) [n > k] k := 1", "[n > k] k += 1 (%♖: step(u)) | [n > k] [k = 1] (%♖: step(u))", True),
    ("%♖: step(u) [n > k]", "%♖: step(u) [n >= k]", False),
    ("![n += 1]", "![n += 1 n += 1 n += -1]", False),
    ("%♖: step(u) n += 1 n += 1", "%♖: step(u) [n < 2] n += 2", True),
    ("%♖: step(u) n += 1 n += 1", "%♖: step(u) n += 1", False),
]


@pytest.mark.parametrize(("left", "right", "equal"), COUNTED)
def test_moves_that_count(left: str, right: str, equal: bool) -> None:
    assert lasker.equal(left, right, lasker.rules(WORDS)).equal is equal


def test_a_difference_is_laid_on_the_declared_board() -> None:
    """The search tries counters at their bounds only, where the moves are alike."""
    words = lasker.rules("board 9x9\ncounter n 0..40")
    asked = "(♙ + r♘ + rr♗ + rrr♖ -> ♕ + r. + rr. + rrr.)"
    verdict = lasker.equal(f"[n = 17] {asked}", "fail", words, budget=100)
    assert verdict.equal is False


NOWHERE = [
    ("![♙] (♖ -> .)", "(♖ -> .) ![♙]", True),
    ("![♙] (♖ -> ♙)", "(♖ -> ♙) ![♙]", False),
    ("![♖] (♖ -> .)", "fail", True),
    ("(♖ -> .)", "(♖ -> .) ![♙] | (♖ -> .) [♙]", True),
    ("%♖: ![♙] step(u)", "![♙] (%♖: step(u))", True),
    ("(♙ -> .) ![♙] (. -> ♙)", "(♙ -> .) (. -> ♙)", False),
    ("(♖ -> ♙) // (♖ -> .)", "♖ -> ♙", True),
    ("((♙ -> .) // (♖ -> .)) [♖]", "[♖] ((♙ -> .) // (♖ -> .))", False),
    ("![(♙ -> .) (♖ -> .)] (♙ -> .)", "(♙ -> .) ![♖]", True),
    ("(♖ -> ♙) [♙]", "♖ -> ♙", True),
    ("%♖: (% -> ♙)* ![%♖: nil] ", "%♖: ((% -> ♙) | nil) ![♖]", True),
]


@pytest.mark.parametrize(("left", "right", "equal"), NOWHERE)
def test_what_is_nowhere_on_the_board(left: str, right: str, equal: bool) -> None:
    assert lasker.equal(left, right, lasker.rules(WORDS)).equal is equal


THREE = "(%♖: step(u)) (♙ -> .) (%♙: step(r))"
COMMUTING = [
    ("[n = 2] (%♖: step(u)) (%♙: step(r)) n += -1", "(%♖: step(u)) [n = 2] n += -1 (%♙: step(r))", True),
    ("n += 1 (%♖: step(u)) (♙ -> .) (%♙: step(r))", "(%♖: step(u)) (♙ -> .) (%♙: step(r)) n += 1", True),
    ("(♖ -> ♜) (%♙: step(u)) (%♙: step(r))", "(%♙: step(u)) (%♙: step(r)) (♖ -> ♜)", True),
    ("(♖ -> .) (%♙: step(u)) (%♙: step(r))", "(%♙: step(u)) (%♙: step(r)) (♖ -> .)", False),
    ("(![♖])* n := 1 (♖ -> ♜) (%♙: step(u))", "n := 1 (♖ -> ♜) (![♖])* (%♙: step(u))", True),
    (f"((♙ -> .) n += 1 | nil) [n = 2] {THREE}", f"[n = 2] ((♙ -> .) n += 1 | nil) {THREE}", False),
    (f"n += 1 [n = 2] {THREE}", f"{THREE} n += 1 [n = 3]", False),
    ("![%a♙: %b♖: [@a + u♖]] (%♖: [% + u#])", "(%♖: [% + u#]) ![%a♙: %b♖: [@a + u♖]]", True),
]


@pytest.mark.parametrize(("left", "right", "equal"), COMMUTING)
def test_parts_that_commute(left: str, right: str, equal: bool) -> None:
    words = lasker.rules(WORDS)
    assert lasker.equal(left, right, words).equal is equal
    found = prove(term(left, words), term(right, words), World(KINDS["square"], words.vocabulary))
    assert (found is not None) is equal


def test_repetitions_that_come_to_an_end() -> None:
    words = lasker.rules(WORDS)
    assert lasker.equal("%♖: step(u) (n += 1)* [n = 3]", "%♖: step(u) n := 3", words).equal
    assert lasker.equal("%♖: (% -> ♙)* step(u)", "%♖: step(u) | (% -> ♙) step(u)", words).equal


def test_several_pieces_on_glued_boards() -> None:
    pair = "(♙ + u. -> . + u♙)(♖ -> ♜)", "(♖ -> ♜)(♙ + u. -> . + u♙)"
    assert lasker.equal(*pair, space="cylinder", budget=200).equal
    assert not lasker.equal(
        "(♙ + u. -> . + u♙)(♖ -> .)", "(♖ -> .)(♙ + u. -> . + u♙)", space="cylinder", budget=200
    ).equal


TAKES = "(♙ -> .) n += 1"
DECLARED = [
    ("board torus 3x3", "(%♙: step(r))(%♖: step(u))", "(%♖: step(u))(%♙: step(r))", False),
    ("board möbius 3x2", "(%♙: step(r)) ![♖ + r#]", "![♖ + r#] (%♙: step(r))", True),
    ("board 2x2", "each %♙: (% -> ♟)", "(♙ -> ♟)* ![♙]", True),
    ("board 4x3", "(♙ -> .) (♖ -> ♜)", "(♖ -> ♜) (♙ -> .)", True),
    (
        "board 3x2",
        "most n ((♙ -> .) n += 1 | (♖ -> .))",
        "(♙ -> .) n += 1 | ![(♙ -> .) n += 1] (♖ -> .)",
        True,
    ),
    ("board 3x2", "most n ((♙ -> .) n += 1 | (♖ -> .))", "(♙ -> .) n += 1 | (♖ -> .)", False),
    ("board 4x3", "(♙ -> .) (♖ -> ♜)", "(♖ -> ♜) (♙ -> .) [n = 0]", False),
    ("board 4x1", "[♖] (♙ -> .)", "[♙ + r♖] (♙ -> .)", False),
    ("link a on b on c on a", "%♖: step(on){3}", "%♖: [% + on.] [% + on on.]", True),
]


@pytest.mark.parametrize(("board", "left", "right", "equal"), DECLARED)
def test_all_ways_on_a_declared_board(board: str, left: str, right: str, equal: bool) -> None:
    assert lasker.equal(left, right, lasker.rules(f"{WORDS}\n{board}"), budget=300).equal is equal


def test_what_covers_guards() -> None:
    one, two, three = (0, 0), (1, 0), (2, 0)
    cover = Cover([{one: 0b01}, {one: 0b10, two: 0b01}, {one: 0b10, two: 0b10, three: 0b01}], CHESSMEN)
    assert cover.uncovered({one: 0b01}) is None
    assert cover.uncovered({one: 0b11, two: 0b01}) is None
    assert cover.uncovered({one: 0b100}) == {one: 0b100}
    assert cover.uncovered({one: 0b11, two: 0b11, three: 0b11}) == {one: 0b10, two: 0b10, three: 0b10}


def test_an_interrupted_search_says_how_many_boards_it_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0

    def interrupted(*arguments: Any) -> Counterexample | None:
        nonlocal calls
        calls += 1
        if calls == 5:
            raise KeyboardInterrupt
        return None

    monkeypatch.setattr(counterexample_search, "compare", interrupted)
    done = CliRunner().invoke(main, ["equal", "♙ -> .", "♟ -> ."])
    assert (done.exit_code, done.output) == (
        3,
        "undecided: interrupted: no difference on 5 boards, of 60 at most\n",
    )
