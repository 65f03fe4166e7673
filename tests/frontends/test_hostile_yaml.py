"""YAML that means harm or means nothing is refused at once, with its place, and never with a traceback."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lasker.frontends._yaml.guards.functions import GuardWords
from lasker.frontends._yaml.guards.reader import read
from lasker.frontends.yaml import rules
from lasker.kernel.errors import LaskerError, LimitError
from lasker.kernel.source import Source
from parser_bounds import bounded

PIECE = "piece: A\ndisplacement: [[1, 0]]\n"
BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "\n".join(
    f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join(['*' + chr(97 + i)] * 9)}]" for i in range(9)
)
HOSTILE = {
    "an anchor bomb": BOMB,
    "an anchor inside itself": "piece: &a [*a]",
    "deep brackets": "piece: " + "[" * 100_000,
    "deep braces": "{a: " * 50_000,
    "deep dashes": "- " * 5_000,
    "a long text": PIECE + "# " + "x" * 1_000_000,
    "a huge number": "piece: A\ndisplacement: [[9999999999999999999999, 0]]",
    "a huge vector": "piece: A\ndisplacement: [[100000, 0]]",
    "a huge board": "board: 100000x100000\npieces: [{piece: A, displacement: [[1, 0]]}]",
    "a large board": "board: 9999x9999\npieces: [{piece: A, displacement: [[1, 0]]}]",
    "a tag that runs code": "piece: !!python/object/apply:os.system [ls]",
    "any tag": "piece: !secret A",
    "a merge key": "piece: A\n<<: {slide: true}\ndisplacement: []",
    "a key twice": "piece: A\npiece: B",
    "a key that is a list": "? [a]\n: b",
    "no mapping": "- 1\n- 2",
    "nothing": "",
    "a null byte": "piece: A\x00",
    "a tab": "piece:\n\t- A",
    "code in a guard": PIECE + "guards: {g: \"__import__('os').system('ls')\"}",
    "an attribute in a guard": PIECE + "guards: {g: from.__class__}",
    "a lambda in a guard": PIECE + 'guards: {g: "(lambda: true)()"}',
    "a loop in a guard": PIECE + 'guards: {g: "while true"}',
    "a deep guard": PIECE + "guards: {g: '" + "after(" * 300 + "true" + ")" * 300 + "'}",
    "many nots": PIECE + "guards: {g: " + "not " * 400 + "true}",
    "a huge number in a guard": PIECE + "guards: {g: 'rank(to) = 99999999999999'}",
    "a long guard": PIECE + "guards: {g: '" + "true and " * 1000 + "true'}",
    "many cases of guards": PIECE
    + "guards:\n"
    + "".join(f"  g{i}: capture or after(in_check) or rank(to) = {i % 8 + 1}\n" for i in range(40)),
    "quantifiers in each other": PIECE
    + "guards: {g: '"
    + "some(a in {from, to, from + (1, 0)}, " * 12
    + "attacked(a)"
    + ")" * 12
    + "'}",
    "many keys": "".join(f"k{i}: 1\n" for i in range(20_000)),
    "many vectors": "piece: A\ndisplacement: [" + "[1, 0], " * 20_000 + "[1, 0]]",
    "many marks": "marks: {" + ", ".join(f"m{i}: lasting" for i in range(40)) + "}\n---\n" + PIECE,
    "many pieces": "pieces:\n"
    + "".join(f"  - {{piece: P{i}, displacement: [[1, 0]]}}\n" for i in range(500)),
    "many documents": "---\n" * 20_000,
    "a long name": "piece: " + "A" * 190_000,
    "a million digits": "piece: A\ndisplacement: [[" + "9" * 1_000_000 + ", 0]]",
    "a bomb of mappings": "a: &a {x: 1}\n"
    + "".join(f"{chr(98 + i)}: &{chr(98 + i)} {{p: *{chr(97 + i)}, q: *{chr(97 + i)}}}\n" for i in range(20)),
    "a name of Python": "!!python/name:os.system x",
    "a module of Python": "piece: !!python/module:os x",
    "binary": "piece: !!binary aGk=",
    "a board of many dimensions": "board: 9x9x9x9x9x9x9x9\npieces: [{piece: A, displacement: [[1]]}]",
    "a quote in a title": 'game: "a\\" end \\"b"\npieces: [{piece: A, displacement: [[1, 0]]}]\nends: {}',
    "a line end in a title": 'game: "a\\nend"\npieces: [{piece: A, displacement: [[1, 0]]}]\nends: {}',
    "rules in a region": "regions: {a: 'rank 1\\nmove = nil'}",
    "rules in a start": "start: 'x\"\\nmove = nil'\npieces: []",
    "a player with a blank": "players: ['a b', c]\npieces: [{piece: A, displacement: [[1, 0]]}]",
    "too many players": "players: [a, b, c, d, e, f, g, h, i]\npieces: [{piece: A, displacement: [[1, 0]]}]",
}


@pytest.mark.parametrize("what", sorted(HOSTILE))
def test_hostile_texts_are_refused_quickly(what: str) -> None:
    with pytest.raises(LaskerError) as caught:
        bounded(lambda: rules(Source(HOSTILE[what], "spec.yaml")))
    assert caught.value.message
    assert len(caught.value.report()) < 5000


def test_aliases_count_towards_the_limit_of_parts() -> None:
    """A hundred copies of a hundred parts are ten thousand parts."""
    text = f"a: &a [{', '.join('x' * 100)}]\nb: [{', '.join(['*a'] * 100)}]\n"
    with pytest.raises(LimitError, match="copies counted"):
        rules(Source(text, "spec.yaml"))


def answer(read: Callable[[], object]) -> str:
    """What comes back: the type of the result, or the report of an honest refusal."""
    try:
        return type(read()).__name__
    except LaskerError as error:
        return error.report()


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="pieceA:[]{}-,0123 \n&*!'\"#|>%@`slidtruefalgns", max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert answer(lambda: rules(Source(text, "spec.yaml")))


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="fromtiscunk()[]{}<>=!+-0123, ∧∨¬'d xyabpe_v", max_size=60))
def test_any_guard_is_read_or_refused(text: str) -> None:
    words = GuardWords(pieces=("king", "pawn"), marks=("kept",), regions=("far",))
    assert answer(lambda: read(text, words))
