"""Texts that declare too much of a kind are refused by a limit that the error names."""

from __future__ import annotations

import pytest

from lasker.kernel.errors import LaskerError
from lasker.kernel.limits import DEFAULT
from lasker.kernel.source import Source
from lasker.play.library import modelled
from parser_bounds import bounded

MANY = DEFAULT.declarations + 100
CALLS = 20_000_000
ON = range(MANY)
GAME = """lasker 1
game "Many"
start "pppp/4/4/PPPP white"
players white black
board 4x4
piece man ♙ ♟ 'P' 'p'
move = %friend: step(u)
"""


def lines(text: str) -> str:
    return GAME + "".join(text.replace("@", str(i)).replace("♙", chr(0x4E00 + i)) + "\n" for i in ON)


REFUSED = {  # by the kind that the error names
    "piece": lines("piece p@ ♙ '♙'"),
    "mark": lines("mark m@ until moved"),
    "counter": lines("counter c@ 0..9"),
    "region": lines("region r@ = a1"),
    "state": lines("state s@ of white: move then s0"),
    "end": lines('end "e@" lost: nil'),
    "perft": lines("perft 1 4"),
    "players": 'lasker 1\ngame "Many"\nplayers' + "".join(f" p{i}" for i in ON) + "\nmove = nil\n",
}


def read(text: str) -> None:
    modelled(Source(text, "many.rules")).check()


@pytest.mark.parametrize("kind", REFUSED)
def test_too_many_of_a_kind_are_refused_by_a_limit(kind: str) -> None:
    most = DEFAULT.declarations
    with pytest.raises(LaskerError) as raised:
        bounded(lambda: read(REFUSED[kind]), CALLS)
    found = [each.message for each in raised.value.problems if "limit" in each.message]
    assert len(found) == 1
    assert found[0].startswith(f"more than {most} declarations of one kind ({kind}")
