"""Diagrams say only what boards that could refute it confirm; pictures of different pieces differ."""

from __future__ import annotations

from pathlib import Path

import pytest

from lasker.algebra.contents import PieceType, Vocabulary
from lasker.drawing.pieces.figure_assignment import figures
from lasker.drawing.pieces.piece_names import NAMES
from lasker.movement.diagram import diagram
from lasker.movement.piece_context import piece_called
from lasker.play import library

CAPTURES = str(Path(__file__).parent / "captures.rules")
SAID = {
    "king": "moves or takes there:",
    "rifleman": "takes what stands there without moving",
    "swapper": "goes there and moves or changes another piece",
    "pusher": "goes there and moves or changes another piece",
    "bomber": "vanishes when it takes",
    "relay": "with another piece on the right square",
    "converter": "goes there and moves or changes another piece",
    "sider": "takes an enemy on another square by going there",
    "remote": "takes an enemy on another square by going there",
}


@pytest.mark.parametrize("name", SAID)
def test_each_way_to_take_is_told_as_it_is(name: str) -> None:
    game = library.model(CAPTURES)
    words = "\n".join(diagram(game, piece_called(game, name)).words())
    assert SAID[name] in words
    assert "over an enemy" not in words
    if name in ("swapper", "pusher", "converter", "relay"):
        assert "takes" not in words


def test_every_known_name_has_a_picture_of_its_own() -> None:
    pieces = [PieceType(chr(0x2460 + at), chr(0x2460 + at), name, 0) for at, name in enumerate(NAMES)]
    drawn = [figure.draw() for figure in figures(Vocabulary(["white"], pieces))]
    assert len(set(drawn)) == len(drawn)


def test_horses_do_not_look_alike() -> None:
    for other in ("nightrider", "horseman", "unicorn"):
        pieces = [PieceType("♘", "N", "knight", 0), PieceType("X", "X", other, 0)]
        one, two = figures(Vocabulary(["white"], pieces))
        assert one.shape != two.shape


def test_players_whose_colours_are_one_are_told_apart() -> None:
    players = ["grey", "gray", "yellow", "gold", *(f"player {at}" for at in range(14))]
    pieces = [PieceType(chr(0x2460 + at), chr(0x2460 + at), "rook", at) for at in range(len(players))]
    drawn = [figure.draw() for figure in figures(Vocabulary(players, pieces))]
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize("name", sorted(library.sources()))
def test_all_pieces_of_a_game_differ(name: str) -> None:
    drawn = [figure.draw() for figure in figures(library.model(name).rules.vocabulary)]
    assert len(set(drawn)) == len(drawn)
