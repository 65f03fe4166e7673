"""Seed 002, section 5: looking ahead, resigning, choosing among hung games by material, the soonest win."""

from __future__ import annotations

import pytest
from readings_002 import beginning_at, value

from lasker.formulations.arithmetic.boards import decode, encode
from lasker.formulations.arithmetic.numbers import Number, sequence

LOST = "8/8/8/8/8/1k6/1q6/K7 w - -"  # mated
CORNER = "k7/2K5/8/8/8/8/8/7R w - -"  # Ra1 mates at once; other moves keep a longer win
PAWNS = "k7/8/8/8/8/1p6/P7/K7 w - -"  # axb3 changes the material, other moves do not


def game(fen: str) -> Number:
    return sequence([encode(fen)[0]])


def test_K110_look_ahead_stops_at_the_least_number_of_plies_that_is_not_lost() -> None:
    assert value("ahead(z, 1, 1, 3)", z=game(CORNER)) == 1
    assert value("ahead(z, 1, 1, 5)", z=game(LOST)) == 0
    assert value("ahead(z, 1, 4, 3)", z=game(CORNER)) == 0  # n is beyond k
    assert value("choice(z, 1, 1, 3, 0)", z=game(LOST)) == 0  # x resigns


@pytest.mark.parametrize("unrepaired", [("E-K33",), ("printed",)])
def test_K110_as_printed_nobody_resigns_within_an_odd_number(unrepaired: tuple[str, ...]) -> None:
    """(110) is never true for odd n, and look-ahead adds even numbers; for even n it always is."""
    assert beginning_at(LOST, *unrepaired).evaluate("ahead([b0], 1, 1, 3)") == 1
    if unrepaired == ("printed",):
        assert beginning_at(LOST, *unrepaired).evaluate("ahead([b0], 1, 2, 4)") == 0


def test_optimal_prefers_the_soonest_win() -> None:
    """Within three plies several first moves win; the one that mates at once is chosen."""
    z = game(CORNER)
    assert value("Lt(keeping(z, 1, 1, 3)) > 1 ∧ soonest(z, 1, 1, 3) = 1", z=z) == 1
    for text in ("optimal(z, 1, 3)", "choice(z, 1, 3, 3, 0)"):
        assert decode(value(text, z=z), 2) == "k7/2K5/8/8/8/8/8/R7 b - -"


def test_K_hung_games_are_chosen_by_material() -> None:
    z = game(PAWNS)
    hung = "Zh(z, 1, 1)"
    assert value(f"Lt({hung})", z=z) == 5  # axb3, a3, a4, Kb1, Kb2
    assert value(f"Lt(alike(z, {hung}))", z=z) == 4  # all but the capture
    assert [value(f"Lt(close(z, {hung}, {d}))", z=z) for d in (0, 1, 2)] == [4, 4, 5]
    assert value("even(since(z, choice(z, 1, 1, 1, 0)))", z=z) == 1
    assert value("apart(b) = 2 ∧ men(b, 1) = 2 ∧ men(b, 2) = 1", b=encode("k7/8/8/8/8/8/P7/K7 w - -")[0]) == 1


def test_K_a_hung_game_that_can_be_won_later_comes_first() -> None:
    """After one ply nothing is decided; Kc7 and Kb6 force mate two plies later."""
    z = game("k7/8/2K5/8/8/8/8/7R w - -")
    assert value("awg(z, 1, 1) ∨ fvg(z, 1, 1)", z=z) == 0
    assert value("Lt(ripe(Zh(z, 1, 1), 1, 1, 2))", z=z) == 2
    after = {"k7/2K5/8/8/8/8/8/7R b - -", "k7/8/1K6/8/8/8/8/7R b - -"}
    assert decode(value("choice(z, 1, 1, 2, 0)", z=z), 2) in after


def test_a_favourable_game_is_drawn_at_once_though_it_could_be_won_later() -> None:
    """Section 5 asks what is favourable within n before it looks further: Rb7 stalemates, Kc7 wins."""
    z = game("k7/8/2K5/8/8/8/8/1R6 w - -")
    assert value("awg(z, 1, 1) = 0 ∧ fvg(z, 1, 1) ∧ awg(z, 1, 3)", z=z) == 1
    assert decode(value("choice(z, 1, 1, 2, 0)", z=z), 2) == "k7/1R6/2K5/8/8/8/8/8 b - -"
