"""Small positions: that all of them are listed, and that the two readings part company among them."""

from __future__ import annotations

from itertools import islice
from math import comb
from random import Random

import pytest

from lasker.formulations.laws import fide, printed
from lasker.formulations.laws.fen import read, write
from lasker.formulations.laws.position import LawsPosition
from lasker.formulations.laws.printed import rules
from lasker.formulations.laws.small import armies, placements, positions, some_position
from lasker.kernel.errors import NotationError


def test_armies_of_each_size_are_counted() -> None:
    assert [sum(1 for army in armies(size)) for size in (2, 3, 4, 5)] == [comb(9 + n, n) for n in range(4)]


def test_every_placement_is_listed_once() -> None:
    for army, count in (("KQ", 64 * 63), ("NN", comb(64, 2)), ("Pp", 48 * 47), ("PP", comb(48, 2))):
        listed = [frozenset(pieces.items()) for pieces in placements(army)]
        assert len(listed) == len({*listed}) == count


def test_rights_and_crossings_are_listed() -> None:
    found = [position for position in positions("KR") if position.castling]
    assert [write(position) for position in found] == [
        f"8/8/8/8/8/8/8/{row} {side} {right} - 0 1"
        for row, right in (("R3K3", "Q"), ("4K2R", "K"))
        for side in "wb"
    ]
    crossings = {position.passed for position in positions("Kp") if position.passed}
    assert crossings == {f"{file}6" for file in "abcdefgh"}
    assert read("8/8/8/4p3/8/8/8/4K3 w - e6") in positions("Kp")
    assert all(read(write(position)) == position for position in islice(positions("Kp"), 0, None, 7))


@pytest.mark.parametrize(
    ("army", "message"), [("KkX", "X is no piece"), ("P" * 49, "more pieces"), ("Q" * 65, "more pieces")]
)
def test_impossible_armies(army: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        next(placements(army))
    with pytest.raises(NotationError, match=message):
        some_position(army, Random(1))


def test_a_full_board() -> None:
    assert len(some_position("P" * 48 + "R" * 16, Random(1)).pieces) == 64


def test_what_is_picked_is_listed() -> None:
    random = Random(5)
    for army in ("Kr", "KR", "Pp"):
        listed = {*positions(army)}
        assert {some_position(army, random) for _ in range(300)} <= listed


def parted(position: LawsPosition) -> bool:
    """Whether both readings speak of a position and disagree about its moves."""
    return (
        fide.covers(position)
        and printed.covers(position)
        and fide.legal_moves(position) != printed.legal_moves(position)
    )


def test_two_bare_kings_see_no_difference() -> None:
    assert not any(map(parted, islice(positions("Kk"), 0, None, 3)))


@pytest.mark.parametrize("army", ["KkQ", "KkR", "KkP"])
def test_three_pieces_are_enough_to_disagree(army: str) -> None:
    assert any(map(parted, islice(positions(army), 20_000)))


def test_the_two_definitions_of_checkmate_agree_on_small_positions() -> None:
    random = Random(6)
    mates = 0
    for _ in range(800):
        position = some_position("KQRk", random)
        assert rules.checkmate(position) == rules.cannot_save_the_king(position)
        mates += rules.checkmate(position)
    assert mates
