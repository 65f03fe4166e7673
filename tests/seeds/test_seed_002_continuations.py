"""Seed 002, equations (102) to (110) as printed: they need all games of an epoch, so history begins late."""

from __future__ import annotations

import pytest
from readings_002 import beginning_at

from lasker.formulations.arithmetic.machine import Machine
from lasker.formulations.arithmetic.numbers import as_sequence
from lasker.kernel.errors import LimitError

ROOK = "6k1/5ppp/8/8/8/8/8/R3K3 w - -"  # Ra8 mates
CORNER = "k7/2K5/8/8/8/8/8/7R w - -"  # Ra1 mates; every game of three plies can be listed
HARMLESS = "k7/8/8/8/8/8/P7/K7 w - -"  # nobody wins or draws within three plies
ALONE = ("E-K31", "E-K32")  # (103) to (109) to the letter, over moves and ends as repaired


def values(machine: Machine, *texts: str) -> list[int]:
    return [int(str(machine.evaluate(text))) for text in texts]


@pytest.mark.parametrize("fen", [ROOK, CORNER])
def test_K103_to_K105_lists_of_continuations_in_both_readings(fen: str) -> None:
    """For an odd number of plies the printed lists are the repaired ones of that length and below."""
    printed, repaired = beginning_at(fen, *ALONE), beginning_at(fen)
    for name in ("wngs([b0], 1, 0, {})", "drgs([b0], 0, {})"):
        for n in (1, 3) if (fen, name[0]) == (CORNER, "w") else (1,):
            assert set(as_sequence(printed.evaluate(name.format(n))).items) == set(
                as_sequence(repaired.evaluate(name.format(n))).items
            )
        assert printed.evaluate(name.format(2)) == 0  # E-K32
        assert repaired.evaluate(name.format(2)) != 0
    moves = {ROOK: 15, CORNER: 20}[fen]
    assert values(printed, "Lt(G(1))", "Lt(wngs([b0], 1, 0, 1))", "Lt(ufgs([b0], 1, 0, 1))") == [
        moves,
        1,
        moves - 1,
    ]


@pytest.mark.parametrize("fen", [ROOK, CORNER])
def test_K107_K108_as_printed_every_move_must_win(fen: str) -> None:
    asked = "awg([b0], 1, 1)", "fvg([b0], 1, 1)"
    assert values(beginning_at(fen, "E-K31"), *asked) == [0, 0]
    assert values(beginning_at(fen), *asked) == [1, 1]


def test_K107_as_printed_where_every_move_wins() -> None:
    """The one case in which both readings of (107) say yes: a single move, and it mates."""
    forced = "kr6/1p6/1pp5/1p6/Kp5r/8/8/R7 w - -"  # Kb3
    for unrepaired in ((), ("E-K31",), ALONE):
        assert values(beginning_at(forced, *unrepaired), "Lt(G(1))", "awg([b0], 1, 1)") == [1, 1]


def test_K109_hangs_in_both_readings() -> None:
    for unrepaired in ((), ("E-K31",), ALONE):
        assert values(beginning_at(HARMLESS, *unrepaired), "ahg([b0], 1, 1)", "ahg([b0], 1, 3)") == [1, 1]
        assert values(beginning_at(ROOK, *unrepaired), "ahg([b0], 1, 1)") == [0]


def test_K110_as_printed_nothing_is_ever_lost() -> None:
    """Mated in the corner: white to move, and there is nothing to be won, drawn or hung."""
    lost = "8/8/8/8/8/1k6/1q6/K7 w - -"
    assert values(beginning_at(lost), "alg([b0], 1, 1)") == [1]
    for unrepaired in (("E-K33",), ("E-K3", *ALONE, "E-K33"), ("printed",)):
        assert values(beginning_at(lost, *unrepaired), "alg([b0], 1, 1)") == [0]


@pytest.mark.parametrize("fen", [ROOK, HARMLESS])
def test_as_printed_throughout_every_game_is_won_favourable_and_a_hang(fen: str) -> None:
    """G is a list of lists (E-K27): no continuation is found, and what is said of all of them is true."""
    machine = beginning_at(fen, "printed")
    asked = [f"{name}([b0], 1, 1)" for name in ("winnable", "unfinishable", "awg", "fvg", "ahg", "alg")]
    assert values(machine, *asked, "drawable([b0], 1)") == [1, 1, 1, 1, 1, 0, 1]


def test_where_it_stops() -> None:
    """Five plies of a rook and three pawns are more than a short budget; see the soak for four of chess."""
    patience = Machine(beginning_at(ROOK, *ALONE).reading, budget=300_000)
    assert values(patience, "Lt(wngs([b0], 1, 0, 1))") == [1]
    with pytest.raises(LimitError, match="no answer after 300000 evaluations"):
        patience.evaluate("Lt(wngs([b0], 1, 0, 5))")
