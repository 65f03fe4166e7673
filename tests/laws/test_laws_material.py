"""Dead positions by material, and that play stays inside what each reading covers."""

from __future__ import annotations

from random import Random
from types import ModuleType

import pytest

from lasker.formulations.laws import fide, printed
from lasker.formulations.laws.fide import article_5
from lasker.formulations.laws.small import SIDES, positions, some_position

DEAD = ("Kk", "KkN", "Kkn", "KkB", "Kkb")


@pytest.mark.parametrize(
    "mate",
    [
        "k7/2N5/NK6/8/8/8/8/8 b - - 0 1",
        "kn6/2N5/1K6/8/8/8/8/8 b - - 0 1",
        "k1K5/b1N5/8/8/8/8/8/8 b - - 0 1",
        "kb6/8/1K6/8/4B3/8/8/8 b - - 0 1",
        "k7/1PK5/1P6/8/8/8/8/8 b - - 0 1",
        "k6R/8/1K6/8/8/8/8/8 b - - 0 1",
    ],
)
def test_what_can_mate_is_not_dead(mate: str) -> None:
    position = fide.read(mate)
    assert fide.status(position).reason == "checkmate"
    assert not article_5.dead_position(position)


@pytest.mark.parametrize("army", DEAD)
def test_no_mate_with_dead_material(army: str) -> None:
    random = Random(army)
    for position in (some_position(army, random) for _ in range(1_000)):
        assert article_5.dead_position(position)
        assert not (fide.covers(position) and article_5.checkmate(position)), fide.write(position)


@pytest.mark.soak
@pytest.mark.parametrize("army", DEAD)
def test_no_mate_at_all_with_dead_material(army: str) -> None:
    for position in positions(army):
        assert not (fide.covers(position) and article_5.checkmate(position)), fide.write(position)


def test_bishops_of_one_colour_never_mate() -> None:
    random = Random(8)
    dead = 0
    for _ in range(1_500):
        position = some_position("KBBkb", random)
        if article_5.dead_position(position) and fide.covers(position):
            dead += 1
            assert not article_5.checkmate(position), fide.write(position)
    assert dead > 100


def test_who_cannot_mate_does_not_win_on_time() -> None:
    for men, results in (("Q7", ("1/2-1/2", "1-0")), ("8", ("1/2-1/2", "1/2-1/2")), ("qQ6", ("0-1", "1-0"))):
        position = fide.read(f"6k1/8/8/{men}/8/8/8/1K6 w - - 0 1")
        assert tuple(article_5.oversteps_time(position, side).result for side in SIDES) == results


@pytest.mark.parametrize("laws", [fide, printed], ids=["fide", "printed"])
def test_play_stays_inside_what_is_covered(laws: ModuleType) -> None:
    for seed in range(6):
        random = Random(seed)
        position = some_position("KRRPPPkrrppp", random)
        while not fide.covers(position):
            position = some_position("KRRPPPkrrppp", random)
        for _ in range(30):
            moves = laws.legal_moves(position)
            if not moves:
                break
            position = laws.play(position, random.choice(moves))
            assert laws.covers(position)
            assert laws.read(laws.write(position)) == position


@pytest.mark.parametrize(
    ("fen", "dead"),
    [
        ("8/2k5/8/1p1p1p1p/1P1P1P1P/8/2K5/8 w - - 0 1", True),  # a wall, and nobody can pass
        ("8/2k5/8/1p1p1p1p/1P1P1P1P/3B4/2K5/8 w - - 0 1", False),  # a bishop of the other colour takes pawns
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", True),
        ("k7/1R6/2K5/8/8/8/8/8 b - - 0 1", True),  # stalemate
        ("k7/2R5/1K6/8/8/8/8/8 b - - 0 1", False),
        ("k7/1R6/8/8/8/8/8/6K1 b - - 0 1", True),  # the rook must be taken
    ],
)
def test_every_series_of_legal_moves_is_tried(fen: str, dead: bool) -> None:
    position = fide.read(fen)
    assert article_5.no_mate_in_reach(position) is dead
    assert not article_5.dead_position(position) or dead


@pytest.mark.soak
def test_a_bishop_behind_the_wall_is_dead_too() -> None:
    assert article_5.no_mate_in_reach(fide.read("8/2k5/8/1p1p1p1p/1P1P1P1P/4B3/2K5/8 w - - 0 1")) is True


def test_too_many_positions_are_left_open() -> None:
    assert article_5.no_mate_in_reach(fide.read("8/8/8/8/k1p5/2P5/K7/8 w - - 0 1"), most=100) is None


def test_what_is_dead_by_material_has_no_mate_in_reach() -> None:
    random = Random(11)
    for army in DEAD:
        position = some_position(army, random)
        if fide.covers(position):
            assert article_5.no_mate_in_reach(position) is True
