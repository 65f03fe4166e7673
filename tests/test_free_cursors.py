"""Free cursors: a rule that uses a cursor which no binder has placed is rejected when the game is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.play import library
from lasker.syntax.read import read_game

HEAD = """lasker 1
game "Free"
players white black
board 4x3
piece ant 'A' 'a'
start "a1a1/4/A1A1 w 1"
odd = [% + u enemy]
view = flipped
"""
MOVE = "move = %friend: step(u)\n"
FREE = {  # the rule, and the text at the place that is named
    "an end that asks a test about %": (MOVE + 'end "x" lost: ![%friend: step(u)] ![odd]', "odd"),
    "an end that names % itself": (MOVE + 'end "x" lost: [% + u.]', "%"),
    "a part that is never reached": (MOVE + 'end "x" lost: fail | (![square] [odd])', "odd"),
    "an adjudication": (MOVE + 'adjudicate "x" drawn: [odd]', "odd"),
    "what a position must not be": (MOVE + 'invalid "x": [odd]', "odd"),
    "what everybody may do": ("move = step(u)", "step(u)"),
    "what one player may do": (MOVE + "black = (%friend: step(d)) | (%y + u. -> .)", "%y"),
    "what is done after each move": (MOVE + "settle = try(% -> .)", "%"),
    "another cursor than the one that was chosen": ("move = %friend: step(u) [@y is ant]", "@y"),
    "a state": (
        "state one of white: step(u) then two\nstate two of black: (%friend: step(d)) then one",
        "step(u)",
    ),
    "a test between states": (
        "state one of white: (%friend: step(u)) then one if odd, two\n"
        "state two of black: (%friend: step(d)) then one",
        "odd",
    ),
    "what chance does": (
        "state one of white: (%friend: step(u)) then luck\nstate luck of chance: 1: step(u), 2: nil then one",
        "step(u)",
    ),
}


@pytest.mark.parametrize(("rules", "place"), FREE.values(), ids=FREE)
def test_a_free_cursor_is_refused_at_its_place(rules: str, place: str) -> None:
    with pytest.raises(LaskerError, match="is used but no square was chosen for it") as found:
        read_game(Source(HEAD + rules + "\n")).check()
    span = found.value.span
    assert span is not None
    assert span.source.text[span.start : span.end] == place
    assert span.start >= len(HEAD)
    assert found.value.remedy


@pytest.mark.parametrize(
    ("changed", "place"),
    {
        'odd = [@ + u enemy]\nend "x" lost: [odd]': "odd",  # the text itself uses it
        "safe = [% + u.]\n": "%",  # an inherited rule uses what the text replaces
    }.items(),
)
def test_the_place_is_in_the_text_that_is_read(changed: str, place: str, tmp_path: Path) -> None:
    base = tmp_path / "base.rules"
    base.write_text(HEAD + MOVE + 'safe = ![%friend: odd]\nend "inherited" lost: [safe] fail\n', "utf-8")
    child = tmp_path / "child.rules"
    child.write_text(f'lasker 1\nextends "{base}"\ngame "Child"\n{changed}', "utf-8")
    with pytest.raises(LaskerError, match="no square was chosen") as found:
        library.model(str(child)).check()
    span = found.value.span
    assert span is not None
    assert span.source.name.endswith("child.rules")
    assert span.source.text[span.start : span.end] == place


def test_definitions_may_leave_a_cursor_to_the_binder_around_them() -> None:
    read_game(Source(HEAD + 'move = %friend: step(u) ![odd]\nend "x" lost: ![%friend: odd]\n')).check()
