"""Dialects of FEN: each is written as other programs write it, and read back as the same position."""

from __future__ import annotations

import chess
import chess.variant
import pytest

import lasker
from lasker.notation.fen.dialects import DIALECTS, DialectName

ROOKS = "1rkr4/8/8/8/8/8/8/1RKR4 w KQkq - 0 1"  # a set-up of Chess960
INNER = "rr2k2r/8/8/8/8/8/8/RR2K2R w KQBkqb - 3 9"  # two rooks on one side, each with a right
WRITTEN = [  # as shogi servers, Shredder, lichess and X-FEN have it
    ("shogi", "4k4/9/9/9/9/9/9/9/4K4[RPPggb] w - - 0 3", "sfen", "4k4/9/9/9/9/9/9/9/4K4 b R2Pb2g 5"),
    ("minishogi", "rbsgk/4p/5/P4/KGSBR[] b - - 0 1", "sfen", "rbsgk/4p/5/P4/KGSBR w - 2"),
    ("sho_shogi", "4k4/9/9/9/4E4/9/9/9/4K4 w - - 0 1", "sfen", "4k4/9/9/9/4E4/9/9/9/4K4 b - 1"),
    ("chess960", ROOKS, "shredder", "1rkr4/8/8/8/8/8/8/1RKR4 w DBdb - 0 1"),
    ("chess", INNER, "shredder", "rr2k2r/8/8/8/8/8/8/RR2K2R w HBAhba - 3 9"),
    ("chess", INNER, "xfen", "rr2k2r/8/8/8/8/8/8/RR2K2R w KBQkbq - 3 9"),
    ("three_check", "4k3/8/8/8/8/8/8/4K3 w - - 1+3 0 1", "lichess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +2+0"),
    ("crazyhouse", "4k3/Q~7/8/8/8/8/8/4K3[Qnn] b - - 0 1", "lichess", "4k3/Q~7/8/8/8/8/8/4K3/Qnn b - - 0 1"),
]


@pytest.mark.parametrize(("game", "own", "dialect", "told"), WRITTEN)
def test_a_position_in_a_dialect(game: str, own: str, dialect: DialectName, told: str) -> None:
    position = lasker.load(game).position(own)
    assert position.to_fen(dialect) == told
    assert lasker.load(game).position(told) == position
    assert position.to_fen() == position.fen


@pytest.mark.parametrize("name", ["chess", "chess960", "crazyhouse", "three_check", "atomic", "horde"])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_reading_undoes_writing_along_a_game(name: str, dialect: DialectName) -> None:
    position = lasker.load(name).start()
    for ply in range(12):
        try:
            text = position.to_fen(dialect)
        except lasker.NotationError:
            assert dialect == "sfen"
            return
        again = lasker.load(name).position(text)
        assert (again, again.fen) == (position, position.fen)
        position = position.play(position.moves[(7 * ply) % len(position.moves)])


def test_rights_to_castle_on_two_boards() -> None:
    start = lasker.load("alice").start()
    assert start.to_fen("shredder").split()[2] == "HAha"
    assert lasker.load("alice").position(start.to_fen("shredder")) == start


def test_shredder_fen_is_that_of_python_chess() -> None:
    board = chess.Board(ROOKS, chess960=True)
    assert lasker.load("chess960").position(ROOKS).to_fen("shredder") == board.shredder_fen()
    counted = chess.variant.ThreeCheckBoard("4k3/8/8/8/8/8/8/4K3 w - - 1+3 0 1")
    position = lasker.load("three_check").position(counted.fen())
    assert lasker.load("three_check").position("4k3/8/8/8/8/8/8/4K3 w - - 0 1 +2+0") == position


@pytest.mark.parametrize(
    ("game", "dialect", "why"),
    [
        ("chess", "sfen", "it declares no such layout"),
        ("breakthrough", "sfen", "Breakthrough would read SFEN as another position"),
        ("abalone", "lichess", "declares no such layout"),
        ("shogi", "shredder", "Shogi has no castling rights to write"),
        ("chess", "shreder", "FEN has no dialect shreder"),
    ],
)
def test_what_cannot_be_written_is_refused(game: str, dialect: DialectName, why: str) -> None:
    with pytest.raises(lasker.NotationError, match=why) as caught:
        lasker.load(game).start().to_fen(dialect)
    assert caught.value.remedy
