"""Elo, its error bars and the sequential test, against values known otherwise and against simulation."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lasker.kernel.errors import LimitError
from lasker.match.elo import (
    QUARTERS,
    Sprt,
    Standing,
    elo,
    nearest,
    share,
    standing,
    wilson,
)

chances = st.lists(st.integers(1, 1000), min_size=5, max_size=5).map(
    lambda weights: {value: weight / sum(weights) for value, weight in zip(QUARTERS, weights, strict=True)}
)


@given(st.floats(-800, 800))
def test_elo_is_the_inverse_of_the_expected_score(difference: float) -> None:
    assert elo(share(difference)) == pytest.approx(difference, abs=1e-6)


def test_known_values() -> None:
    assert share(400) == pytest.approx(10 / 11)
    assert elo(0.75) == pytest.approx(190.848, abs=1e-3)
    # 8 of 10: the score interval of Wilson (1927), as printed in tables of binomial intervals
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)


@given(chances, st.floats(0.02, 0.98))
def test_the_nearest_distribution_has_its_mean_and_is_likeliest(
    seen: dict[float, float], mean: float
) -> None:
    found = nearest(seen, mean)
    assert sum(found.values()) == pytest.approx(1, abs=1e-6)
    assert sum(v * p for v, p in found.items()) == pytest.approx(mean, abs=1e-6)
    likelihood = sum(p * math.log(found[v]) for v, p in seen.items())
    for a, b, c in ((0.0, 0.5, 1.0), (0.25, 0.5, 0.75)):  # shifts that keep sum and mean
        for step in (1e-4, -1e-4):
            other = dict(found)
            other[a], other[b], other[c] = other[a] + step, other[b] - 2 * step, other[c] + step
            if min(other.values()) > 0:
                assert sum(p * math.log(other[v]) for v, p in seen.items()) <= likelihood + 1e-9


def test_sprt_errs_no_more_often_than_alpha_and_beta() -> None:
    """Both errors are at most 5 %, where the truth is one of the two hypotheses; 200 matches each."""
    test, chance = Sprt(0, 60), Random(7)
    for truth, accepted in ((0, False), (60, True)):
        wrong = 0
        middle = share(truth)
        for _ in range(200):
            pairs: list[float] = []
            while (verdict := test.verdict(pairs)) is None:
                pairs += [sum(drawn(chance, middle) for _ in range(2)) / 2 for _ in range(10)]
            wrong += verdict is not accepted
        assert wrong / 200 < 0.096  # three standard errors above 5 %


def drawn(chance: Random, mean: float) -> float:
    """The result of a game, of which a third are drawn; in the mean as told."""
    lot = chance.random()
    return 0.5 if lot < 1 / 3 else float(lot - 1 / 3 < mean - 1 / 6)


def test_error_bars_cover_the_true_elo() -> None:
    """The interval of 95 % holds the truth in 95 % of matches of 100 pairs."""
    chance, inside = Random(3), 0
    for _ in range(500):
        points = {n: drawn(chance, 0.6) for n in range(200)}
        low, high = standing(points).bounds
        inside += low <= 0.6 <= high
    assert 0.92 < inside / 500 < 0.975


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0]), max_size=40))
def test_exchanging_the_players_negates_elo(games: list[float]) -> None:
    mine = standing(dict(enumerate(games)))
    other = standing(dict(enumerate(1 - each for each in games)))
    assert mine.won == other.lost
    assert mine.drawn == other.drawn
    assert mine.superiority == pytest.approx(1 - other.superiority)
    assert mine.elo[0] == pytest.approx(-other.elo[0])
    assert mine.elo[1] == pytest.approx(-other.elo[2])
    test = Sprt(-5, 5)
    assert test.ratio(mine.pairs) == pytest.approx(-test.ratio(other.pairs), abs=1e-6)


def test_only_whole_pairs_count_for_the_test() -> None:
    assert standing({0: 1.0, 1: 0.0, 2: 1.0, 5: 1.0}).pairs == (0.5,)
    assert Standing().elo[0] == 0


@pytest.mark.parametrize("given", [(10, 0, 0.05, 0.05), (0, 10, 0, 0.05), (0, 10, 0.05, 0.7)])
def test_impossible_tests_are_refused(given: tuple[float, float, float, float]) -> None:
    with pytest.raises(LimitError):
        Sprt(*given)


def test_superiority_is_that_of_the_first_player() -> None:
    better, worse = Standing((1, 1, 1, 0.5), (1, 0.75)), Standing((0, 0, 0, 0.5), (0, 0.25))
    assert better.superiority > 0.95
    assert worse.superiority == pytest.approx(1 - better.superiority)


def test_each_error_has_its_own_bound() -> None:
    """Wald: elo1 is accepted at log((1 - beta) / alpha), elo0 at log(beta / (1 - alpha))."""
    low, high = Sprt(0, 10, alpha=0.01, beta=0.2).bounds
    assert (low, high) == pytest.approx((math.log(0.2 / 0.99), math.log(0.8 / 0.01)))
