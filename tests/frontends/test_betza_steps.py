"""Pieces in YAML that are written in Betza notation move as they do in rules files."""

from __future__ import annotations

import pytest

from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.play.game import Game
from lasker.play.library import model_of, modelled

ENDS = "lasker 1\ngame \"B\"\nboard 8x8\npiece beast 'B' 'b' = {}\nend \"x\" lost: ![move]\nview = flipped\n"
BOARDS = ("8/8/2b5/8/3B2b1/8/1b6/8", "8/1b6/8/3BbB2/8/8/8/8", "8/8/8/8/8/8/8/B6b")


@pytest.mark.parametrize("text", ["K", "BN", "R3", "mNcB", "fmW2fcF", "fRbFsmA", "(1,4)", "W3cD", "Q", "CZ"])
def test_the_same_moves_as_in_rules(text: str) -> None:
    rules = Source(ENDS.format(text) + "move = %friend: (way(.) | way(enemy))\n", "b.rules")
    yaml = Source(f"piece: beast\nbetza: {text}\nletters: [B, b]\n", "b.yaml")
    by_rules, by_yaml = (Game(modelled(source), "b") for source in (rules, yaml))
    for board in BOARDS:
        for side in "wb":
            texts = [{str(m) for m in game.position(f"{board} {side}").moves} for game in (by_rules, by_yaml)]
            assert texts[0] == texts[1], (text, board)


def test_betza_goes_beside_a_displacement() -> None:
    yaml = Source("piece: beast\nbetza: N\ndisplacement: [[0, 1]]\nletters: [B, b]\n", "b.yaml")
    assert len(Game(model_of(yaml), "b").position("8/8/8/8/3B4/8/8/8 w").moves) == 9


@pytest.mark.parametrize("text", ["FyafsF", "nN", "pR", "O2", "xyz", "iW", "[F?R]", "''"])
def test_what_is_no_displacement_is_refused_at_its_place(text: str) -> None:
    with pytest.raises(LaskerError) as caught:
        modelled(Source(f"piece: beast\nbetza: {text}\n", "b.yaml"))
    assert caught.value.span is not None
    assert caught.value.span.line == 2
    assert "betza" in caught.value.report()
