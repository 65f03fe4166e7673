"""Names that would be code if they were let through: whatever a rules file calls things, only numbers and
plain identifiers reach what is generated."""

from __future__ import annotations

import re

import pytest

from lasker import backends
from lasker.compiler.emit.c.text import c_text
from lasker.compiler.emit.python import python_text
from lasker.compiler.ir.machine import ProgramPosition
from lasker.compiler.ir.reader import read
from lasker.compiler.ir.text import show
from lasker.compiler.pipeline import compiled
from lasker.kernel.source import Source
from lasker.model.game import Game
from lasker.play.game import Game as Playable
from lasker.syntax.read import read_game

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
    return read_game(Source(RULES.format(**PLAIN | named), "hostile"))


def check(found: Game) -> str:
    """Counts are right on both backends, and the texts have nothing in them but plain characters."""
    made = compiled(found)
    start = ProgramPosition(0, (0,) * 6, (0,))
    wanted = backends.open_engine("reference", found).perft(start, 2)
    assert backends.open_engine("python", found).perft(start, 2) == wanted
    assert backends.open_engine("c", found).perft(start, 2) == wanted
    assert read(show(made.program)) == made.program
    texts = c_text(made) + python_text(made.program)
    assert ODD.search(texts) is None
    return texts


@pytest.mark.parametrize("kind", WORDS)
def test_names_that_are_words_of_c_or_python(kind: str) -> None:
    named = dict(zip(SLOTS, WORDS[kind], strict=False))
    check(game(**named))


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_texts_that_would_break_strings_of_c(text: str) -> None:
    made = check(game(text=text))
    assert len(text) < 5 or text not in made


# Sets of pieces, attacks and places are named in the code: by players, pieces, rules.
TAKING = """lasker 1
game "Names"
players {player} other
board 4x4
piece {piece} 'M' 'm'
piece king 'K' 'k'
piece {neutral} 'X'
start "1mk1/1X2/4/1KM1 {player:.1} 1"
way(t) = all4(take(u, t) | take(ur, t))
{attack} = %friend: way(C king)
white = (%friend: way(. | enemy)) ![C {attack}]
state {player} of {player}: white then other
state other of other: C white then {player}
"""
MEETING = [
    ("so_any", "man", "board", "strikes"),
    ("b", "g", "look", "danger_x"),
    ("int", "for", "ends", "holds"),
    ("lasker", "perft", "pattern", "occupied"),
]
WITHIN = """lasker 1
game "Within"
start "4/1WB1/1BW1/4 b 1"
pass "so"
players black white
board 4x4
piece disc ● ○ 'B' 'W'
row(m) = %@: (@ + m○ -> m● + m@)+ [@ + m●]
place = %.: [every(u, row(u))] put(●) around(u, row(u))
{name} = ![place]
not_{name} = [○]
move = (not_{name} place) | ({name} nil)
"""


@pytest.mark.parametrize(("player", "piece", "neutral", "attack"), MEETING)
def test_names_that_code_has_for_other_things(player: str, piece: str, neutral: str, attack: str) -> None:
    text = TAKING.format(player=player, piece=piece, neutral=neutral, attack=attack)
    agree(read_game(Source(text, "hostile")))


@pytest.mark.parametrize("name", ["stuck", "places_0"])
def test_a_name_that_is_the_end_of_another(name: str) -> None:
    agree(read_game(Source(WITHIN.format(name=name), "hostile")))


def agree(found: Game) -> None:
    """On bitboards, native code counts what the reference counts."""
    assert compiled(found).classes is not None
    start = backends.position(Playable(found, "hostile").start().node)
    wanted = backends.open_engine("reference", found).perft(start, 2)
    assert backends.open_engine("c", found).perft(start, 2) == wanted > 0
