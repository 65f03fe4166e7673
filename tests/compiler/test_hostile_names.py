"""Names that would be code if they were let through: whatever a rules file calls things, only numbers and
plain identifiers reach what is generated."""

from __future__ import annotations

import re

import pytest
from lockstep import own_store

from lasker import backends
from lasker.backends.c.text import c_text
from lasker.backends.python.text import python_text
from lasker.ir.machine import Position
from lasker.ir.pipeline import compiled
from lasker.ir.reader import read
from lasker.ir.text import show
from lasker.kernel.source import Source
from lasker.model.game import Game

__all__ = ["own_store"]  # a fixture
# Two players, two pieces of one name after the other, and a name for everything that can have one.
RULES = """lasker 1
game "{text}"
about "{text}"
players {player} other
board 3x2
piece {piece} ● ○
piece {second} ■ □
mark {mark} lasting
counter {counter} 0..9
region {region} = a1..b1
{move} = (%. in {region}: put({piece}) {counter} += 1) | (%.: put({second}^{mark}))
state {state} of {player}: {move} then also
state also of other: C {move} then {state}
end "{text}" lost: ![.]
"""
PLAIN = {
    "text": "a reason",
    "player": "one",
    "piece": "man",
    "second": "king",
    "mark": "new",
    "counter": "n",
    "region": "home",
    "move": "go_on",
    "state": "first",
}
WORDS = {
    "keywords of C": ["int", "return", "while", "struct", "static", "sizeof", "goto", "_Bool", "asm"],
    "keywords of Python": [
        "lambda",
        "def",
        "class",
        "None",
        "True",
        "import",
        "yield",
        "async",
        "__import__",
    ],
    "our own names": [
        "machine",
        "content",
        "place",
        "SITES",
        "FAST",
        "Empty",
        "lasker_perft",
        "generate",
        "m",
    ],
    "our own signs": ["way_0", "here_0", "do_move", "board", "notes", "counters", "arrive", "block", "then"],
    "other letters": ["straße", "ĳsel", "İzmir", "Δelta", "Ñandú", "naïve", "Ωmega", "Ærø"],
    "names that become one": ["café", "cafè", "cafê", "cafë", "cafe", "Cafe", "Café", "Cafè"],
    "long names": [letter * 10_000 for letter in "abcefghij"],
    "hardly names": ["_", "__", "_1", "_2", "_3", "_4", "_5", "_6", "_7"],
}
TEXTS = [
    "*/ int main(void) { abort(); } /*",
    "'); import os; os.abort() #",
    "\\\\",
    "??/",
    "#include </etc/passwd>",
    "{0} {} %s %n",
    "//",
    "\u2028\u2029\u0085\ufeff\u202e",
    "x" * 10_000,
    "'''",
]
SLOTS = [slot for slot in PLAIN if slot != "text"]
ODD = re.compile(r"[^\t\n -~]")


def game(**named: str) -> Game:
    return Game(Source(RULES.format(**PLAIN | named), "hostile"))


def check(found: Game) -> str:
    """Counts are right on both backends, and the texts have nothing in them but plain characters."""
    made = compiled(found)
    start = Position(0, (0,) * 6, (0,))
    wanted = backends.open_engine("reference", found).perft(start, 2)
    assert backends.open_engine("python", found).perft(start, 2) == wanted
    assert backends.open_engine("c", found).perft(start, 2) == wanted
    assert read(show(made.program)) == made.program
    texts = c_text(made) + python_text(made.program)
    assert ODD.search(texts) is None
    return texts


@pytest.mark.parametrize("kind", WORDS)
def test_words(kind: str) -> None:
    named = dict(zip(SLOTS, WORDS[kind], strict=False))
    check(game(**named))


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_texts(text: str) -> None:
    made = check(game(text=text))
    assert len(text) < 5 or text not in made
