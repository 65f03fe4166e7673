"""The sample of the library has every mechanism of the library, and little more."""

from __future__ import annotations

import pytest

from lasker.play import library
from library_sample import EVERY, SAMPLE, cost, kept, mechanisms
from library_sample import compiled_ways as found

MOST = 40  # games of the sample


def test_the_sample_has_every_mechanism() -> None:
    lacking = {each for name in EVERY for each in mechanisms(name)}
    for name in SAMPLE:
        lacking -= mechanisms(name)
    assert not lacking
    assert {library.family(name) for name in SAMPLE} == {library.family(name) for name in EVERY}


def test_no_game_of_the_sample_is_there_for_nothing() -> None:
    assert len(SAMPLE) <= MOST
    for name in SAMPLE:
        others = {each for other in SAMPLE if other != name for each in mechanisms(other)}
        assert mechanisms(name) - others, name


def test_a_game_costs_more_than_what_it_extends() -> None:
    assert cost("atomic") > cost("chess") > cost("tictactoe")


def test_how_moves_are_compiled_is_kept_for_games_of_the_library() -> None:
    assert {*kept()} <= {*EVERY}, "run tests/library_sample.py"


@pytest.mark.soak
@pytest.mark.parametrize("name", EVERY)
def test_how_moves_are_compiled_is_kept(name: str) -> None:
    ways = found(name)
    known = {each for other in kept().values() for each in other}
    assert ways == kept()[name] if name in kept() else ways <= known, "run tests/library_sample.py"
