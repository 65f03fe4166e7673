"""What the prover must not prove: equations between tests that are false, each with a board against it."""

from __future__ import annotations

import pytest

import lasker
from lasker.algebra import kleene
from lasker.algebra.moves import Test as Asked
from lasker.algebra.moves import Variable, sequence

M, N = Variable("M"), Variable("N")


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
