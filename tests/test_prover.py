"""Soundness of the prover: false equations between tests are not proved, each with a counterexample."""

from __future__ import annotations

import pytest

import lasker
from lasker.algebra import kleene, normal
from lasker.algebra.contents import CHESSMEN
from lasker.algebra.moves import Move, Variable, sequence
from lasker.algebra.moves import Test as Asked
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
    assert not kleene.equal(both, Asked(N, True))
    assert kleene.equal(both, sequence([Asked(M, True), Asked(N, True)]))


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
    assert kleene.equal(one, two) is equal


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
    one, two = (normal.relation(term(text), CHESSMEN, (None, None)) for text in (left, right))
    assert (normal.difference(one, two, CHESSMEN) is None) is equal


def test_normal_forms_lose_marks_on_the_way() -> None:
    words = lasker.rules("piece rook ♖ ♜\nmark fresh until moved\nboard 3x3")
    left, right = "%♖^fresh: step(u)", "%♖^fresh: (% -> %^-fresh) step(u)"
    one, two = (normal.relation(term(text, words), words.vocabulary, (None, None)) for text in (left, right))
    assert normal.difference(one, two, words.vocabulary) is None
