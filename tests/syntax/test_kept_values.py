"""Values that texts share: what a change does not concern is the same term, what it concerns is not."""

from __future__ import annotations

import pytest

from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.syntax.read import read_game

BASE = """lasker 1
players w b
board 4x4
piece man 'M' 'm'
piece king 'K' 'k'
way(t) = [% is 'M'] near(t) | [% is 'K'] far(t)
near(t) = take(u, t)
far(t) = take(ur, t)
going = %friend: way(.)
other = %friend: take(d, .)
move = going | other
end "stuck" lost: ![move]
"""


def read(*added: str) -> object:
    """The game of a text that extends the base with some lines."""
    base = Source(BASE, "base.rules")
    return read_game(Source("\n".join(["lasker 1", 'extends "base"', *added, ""]), "mine.rules"), (base,))


def value(game: object, name: str) -> object:
    return game.rules.find(name)  # type: ignore[attr-defined]


def test_what_a_change_does_not_concern_is_shared() -> None:
    """Also where a text is read again with other facts; seen by the other player, too."""
    one, other = read('game "One"'), read('game "Other"')
    assert value(one, "going") is value(other, "going")
    assert one.states["b"].move is other.states["b"].move  # type: ignore[attr-defined]


def test_what_a_change_concerns_is_elaborated_again() -> None:
    """Through functions, whose words are looked up for whoever calls them."""
    one, other = read(), read("near(t) = take(r, t)")
    assert value(one, "going") != value(other, "going")
    assert value(one, "other") is value(other, "other")
    assert value(read(), "going") is value(one, "going")
    assert value(other, "going") == value(read('game "Again"', "near(t) = take(r, t)"), "going")


def test_a_word_of_the_prelude_that_is_defined_anew_is_noticed() -> None:
    """It is found in the text before it is found in the prelude."""
    assert value(read(), "other") != value(read("take(m, t) = nil"), "other")


def test_other_pieces_and_regions_have_values_of_their_own() -> None:
    """The same tree has another value where `friend` means more pieces."""
    assert value(read(), "going") != value(read("piece duke 'D' 'd'"), "going")


def test_a_definition_that_needs_itself_is_found_out_also_when_its_value_is_known() -> None:
    """The value from before does not hide it."""
    read()
    with pytest.raises(LaskerError, match="defined by itself"):
        read("near(t) = going").check()  # type: ignore[attr-defined]
