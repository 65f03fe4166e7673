"""The hash of the meaning: blind to how rules are written, awake to what they say."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from lasker.kernel.source import Source
from lasker.model.meaning_hash import meaning_hash
from lasker.play import library
from lasker.play.game import load
from lasker.syntax.read import read_game

WRITTEN = """lasker 1
game "Coins"
players first second
board 3x2
piece coin ● ○ 'C' 'c'
piece wall ■ 'W'
mark new until moved
counter passed 0..3
region edge = a1, c1
fen "board side"
start "3/3 f"
way = step(u) | step(r)
go = %●: way
place = %. in edge: put(●)
move = place | go
end "full" lost: ![move]
end "many" 1/4: [passed = 3]
perft 1 2
"""


def meaning(text: str) -> str:
    return meaning_hash(read_game(Source(text, "own")))


def swapped(first: str, second: str) -> Callable[[str], str]:
    return lambda text: text.replace(first, "\0").replace(second, first).replace("\0", second)


SAME: dict[str, Callable[[str], str]] = {
    "comments and blanks": lambda text: text.replace("\n", "   -- so\n\n").replace(
        "lasker 1   ", "lasker 1 "
    ),
    "names of definitions": lambda text: re.sub(r"\bgo\b", "walk", text),
    "names of regions": lambda text: text.replace("edge", "border"),
    "order of alternatives": swapped("step(u)", "step(r)"),
    "order of pieces": swapped("piece coin ● ○ 'C' 'c'", "piece wall ■ 'W'"),
    "title": lambda text: text.replace("Coins", "Pennies"),
    "a definition written out": lambda text: text.replace("%●: way", "%●: (step(u) | step(r))"),
    "counts": lambda text: text.replace("perft 1 2\n", ""),
    "glyphs": lambda text: text.replace("●", "♙").replace("○", "♟"),
}
OTHER: dict[str, Callable[[str], str]] = {
    "a move less": lambda text: text.replace("step(u) | ", ""),
    "a region": lambda text: text.replace("a1, c1", "a1, b1"),
    "a result": lambda text: text.replace("1/4", "1/3"),
    "a bound": lambda text: text.replace("0..3", "0..4"),
    "the life of a mark": lambda text: text.replace("until moved", "lasting"),
    "the board": lambda text: text.replace("3x2", "cylinder 3x2"),
    "the start": lambda text: text.replace("3/3 f", "C2/3 f"),
    "the order of players": swapped("first", "second"),
    "the order of ends": lambda text: (
        text.replace('end "full" lost: ![move]\n', "") + 'end "full" lost: ![move]'
    ),
    "who owns a piece": lambda text: text.replace("put(●)", "put(○)"),
    "letters": lambda text: text.replace("'W'", "'V'"),
    "names of squares": lambda text: text.replace("mark new", 'names "a1 b1 c1 a2 b2 x"\nmark new'),
    "a test turned round": lambda text: text.replace("![move]", "[move]"),
}


@pytest.mark.parametrize("change", SAME.values(), ids=SAME)
def test_these_changes_keep_the_semantic_hash(change: Callable[[str], str]) -> None:
    assert change(WRITTEN) != WRITTEN
    assert meaning(change(WRITTEN)) == meaning(WRITTEN)


@pytest.mark.parametrize("change", OTHER.values(), ids=OTHER)
def test_these_changes_change_the_semantic_hash(change: Callable[[str], str]) -> None:
    assert change(WRITTEN) != WRITTEN
    assert meaning(change(WRITTEN)) != meaning(WRITTEN)


def test_no_two_games_of_the_library_mean_the_same() -> None:
    found = {name: meaning_hash(load(name).model) for name in library.names()}
    assert len(set(found.values())) == len({library.canonical(name) for name in found})
