"""Every game of the library, as declarations: written as one flat text, it is read as the same game."""

from __future__ import annotations

import pickle
from dataclasses import fields, is_dataclass

import pytest

from lasker.kernel.source import Source
from lasker.model.meaning_hash import meaning_hash
from lasker.play import library
from lasker.syntax.declarations import declarations
from lasker.syntax.parse import parse_lines
from lasker.syntax.read import read_game
from lasker.syntax.rules_writer import written
from library_sample import EVERY, SAMPLED


def shape(node: object) -> object:
    """A tree without its places."""
    if isinstance(node, tuple):
        return tuple(map(shape, node))
    if not is_dataclass(node):
        return node
    kept = [field.name for field in fields(node) if field.name not in {"at", "places"}]
    return type(node).__name__, *(shape(getattr(node, name)) for name in kept)


@pytest.mark.parametrize("name", EVERY)
def test_lines_that_are_written_are_parsed_as_the_same_lines(name: str) -> None:
    lines = parse_lines(library.as_rules(library.find(name))[0])
    source, again = written(lines, name)
    assert shape(parse_lines(source)) == shape(lines) == shape(again)


@pytest.mark.parametrize("name", SAMPLED)
def test_a_flat_game_is_the_game(name: str) -> None:
    game = library.model(name)
    flat = declarations(game.rules).game(name)
    assert 'extends "' not in flat.rules.source.text
    assert meaning_hash(flat) == meaning_hash(game)
    assert meaning_hash(read_game(Source(flat.rules.source.text))) == meaning_hash(game)
    assert written(declarations(flat.rules).ordered(), name)[0] == flat.rules.source
    assert (flat.counts, flat.title, flat.reasons) == (game.counts, game.title, game.reasons)


def test_places_are_those_of_the_text() -> None:
    source, lines = written(parse_lines(Source('end  "x"   lost : ![ %♙:   step(u)]\nregion r=a1 , b2')), "w")
    end, region = lines
    assert source.text[slice(*end.places["lost"])] == "lost"  # type: ignore[union-attr]
    assert source.text[slice(*end.parts[2].body.body.items[1].at)] == "(u)"  # type: ignore[union-attr]
    assert [source.text[slice(*area.at)] for area in region.parts[2]] == ["a1", "b2"]  # type: ignore[union-attr]


def test_a_flat_game_travels_to_other_processes() -> None:
    game = declarations(library.model("three_check").rules).game("flat")
    assert pickle.loads(pickle.dumps(game)) is game
