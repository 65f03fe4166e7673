"""The prover on random pairs of moves: no wrong verdict, and few without one."""

from __future__ import annotations

import pytest

from random_equations import compare


def check(seed: int, number: int) -> None:
    tally, noted = compare(seed, number)
    assert not tally["wrong"], noted
    assert tally["undecided"] <= number / 50 + 1, noted
    assert tally["equal"] > number / 5 < tally["different"] * 2, tally


def test_no_verdict_on_random_pairs_is_wrong() -> None:
    check(1, 30)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 102))
def test_no_verdict_on_thousands_of_random_pairs_is_wrong(seed: int) -> None:
    check(seed, 1000)
