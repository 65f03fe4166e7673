"""Which games of the library a test runs on: cheap tests on all of them, expensive ones on a sample.

The sample has every mechanism that some game has: words of the language, kinds of boards, families, numbers
of players, and how the compiler compiles moves (`lasker check --explain`). Of the games that have a mechanism
it prefers those with the shortest rules. `make soak` runs all games.

A new game costs nothing but what the cheap tests cost, unless it has a mechanism that no game had before. How
moves are compiled takes seconds to find out, so that it is kept in `data/mechanisms.toml`; the soak test
of `test_library_sample.py` compares it with the compiler, and this module run as a script writes it anew.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest

from lasker.play import library
from lasker.syntax.statements import KEYWORDS, TEXTS

KEPT = Path(__file__).parent / "data" / "mechanisms.toml"
SYNTAX = Path(library.__file__).parent.parent / "syntax"
TOKEN = re.compile(r'"[^"\n]*"|--.*|[^\W\d]\w*')
BOARD = re.compile(r"^board +(\w+)", re.MULTILINE)
PLAYERS = re.compile(r"^players((?: +\w+)+)", re.MULTILINE)
KEY = re.compile(r"^(\w+):", re.MULTILINE)  # of a specification
ABOUT = frozenset(TEXTS) - {"pass", "forbid", "moves", "end", "adjudicate", "invalid"}  # say nothing of moves
QUOTED_WORD = re.compile(r'"([a-z]{2,})"')
REMARKS = (
    "only if",
    "decided before the move",
    "tested after the move",
    "around its target",
    "bounds of counters",
    "counter updates depend",
)
DEFINED = re.compile(r"^(\w+)[^\n=]*=", re.MULTILINE)


@cache
def words() -> frozenset[str]:
    """The words of the language: those of the grammar and those of the prelude.

    >>> sorted(words() & {"each", "board", "slide", "castle"})
    ['board', 'each', 'slide']
    """
    prelude = "\n".join(file.read_text("utf-8") for file in (SYNTAX / "prelude").glob("*.rules"))
    grammar = (SYNTAX / "grammar.lark").read_text("utf-8")
    return frozenset([*KEYWORDS, *QUOTED_WORD.findall(grammar), *DEFINED.findall(prelude)]) - ABOUT


@cache
def kept() -> dict[str, frozenset[str]]:
    """How the moves of each game are compiled, as the file says; a new game may be missing."""
    found = tomllib.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    return {name: frozenset(ways) for name, ways in found.items()}


def compiled_ways(name: str) -> frozenset[str]:
    """How the moves and tests of a game are compiled, found by compiling it.

    >>> sorted(compiled_ways("tictactoe"))
    ['all different', 'drop, counted by popcount', 'merged alternatives', 'test, on bitboards']
    """
    from lasker.compiler.emit.c.text import written
    from lasker.compiler.explain import explain
    from lasker.compiler.pipeline import compiled

    made = compiled(library.model(name))
    quick, _, why = written(made)
    reasons = list(explain(made, "" if quick else why))
    remarks = {remark for remark in REMARKS for reason in reasons if remark in reason.why}
    return frozenset(remarks | {reason.path for reason in reasons})


@cache
def mechanisms(name: str) -> frozenset[str]:
    """What a game has that another may lack, without parsing its rules.

    >>> sorted(mechanisms("hex11"))[:3]
    ['all different', 'board', 'board rhombus']
    """
    source = library.sources()[name]
    found = {f"family {library.family(name)}", *kept().get(name, ())}
    if not source.name.endswith(".rules"):
        return frozenset(found | {f"key {key}" for key in KEY.findall(source.text)})
    for shape in BOARD.findall(source.text):
        size = re.fullmatch(r"\d+(x\d+)*", shape)
        found.add(f"board of {shape.count('x') + 1} dimensions" if size else f"board {shape}")
    for players in PLAYERS.findall(source.text):
        found.add("two players" if len(players.split()) == 2 else "another number of players")
    return frozenset(found | {*TOKEN.findall(source.text)} & words())


@cache
def cost(name: str) -> int:
    """A measure of the time that a game takes to compile: the length of its rules and of those it extends."""
    bases = library.facts(name, "extends")
    return len(library.sources()[name].text) + sum(cost(library.canonical(base)) for base in bases)


def cover(has: Mapping[str, Iterable[str]], price: Mapping[str, int]) -> list[str]:
    """Names that together have everything that any name has, the most for the least price first.

    >>> cover({"a": "xy", "b": "xz", "c": "xyz"}, {"a": 1, "b": 2, "c": 9})
    ['a', 'b']
    """
    left, chosen = {each for every in has.values() for each in every}, []
    while left:
        best = max(sorted(has), key=lambda name: len(left.intersection(has[name])) / price[name])
        chosen.append(best)
        left.difference_update(has[best])
    for name in list(chosen):  # those chosen later may have all that it has
        others = {each for other in chosen if other != name for each in has[other]}
        if others.issuperset(has[name]):
            chosen.remove(name)
    return sorted(chosen)


EVERY = tuple(sorted(library.sources()))
SAMPLE = tuple(cover({name: mechanisms(name) for name in EVERY}, {name: cost(name) for name in EVERY}))
# For `pytest.mark.parametrize`: the sample in `make test`, all games in `make soak`.
SAMPLED = [pytest.param(name, marks=() if name in SAMPLE else pytest.mark.soak) for name in EVERY]


if __name__ == "__main__":
    lines = []
    for name in EVERY:
        print(name, file=sys.stderr)
        lines.append(f"{name} = {json.dumps(sorted(compiled_ways(name)))}")
    title = "# How moves are compiled, by game: written by tests/library_sample.py."
    KEPT.write_text("\n".join([title, *lines, ""]), "utf-8")
