"""Castling as others write it, and moves and positions of variants as python-chess writes them."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from lasker.play.game import load

VARIANTS = {
    "chess": "Board", "crazyhouse": "CrazyhouseBoard", "atomic": "AtomicBoard",
    "three_check": "ThreeCheckBoard", "horde": "HordeBoard", "antichess": "AntichessBoard",
    "racing_kings": "RacingKingsBoard",
    "king_of_the_hill": "KingOfTheHillBoard",
}  # fmt: skip


@pytest.mark.parametrize(
    ("board", "text", "after"),
    [
        ("3RK3 w Q", "O-O-O", "2KR4"),
        ("4KR2 w K", "O-O", "5RK1"),
        ("6KR w K", "O-O", "5RK1"),
        ("R1K5 w Q", "O-O-O", "2KR4"),
        ("5KR1 w K", "O-O", "5RK1"),
    ],
)
def test_castling_in_which_one_piece_stays(board: str, text: str, after: str) -> None:
    position = load("chess960").position(f"4k3/8/8/8/8/8/8/{board} - 0 1")
    assert position.play(text).fen.startswith(f"4k3/8/8/8/8/8/8/{after} b")
    assert [position.san(move) for move in position.moves].count(text) == 1


def agrees(position: Any, board: Any) -> None:
    mine = sorted(position.san(move) for move in position.moves)
    assert mine == sorted(map(board.san, board.legal_moves)), position.fen


def compare_castling(seeds: range) -> None:
    chess: Any = pytest.importorskip("chess")
    game = load("chess960")
    for seed in seeds:
        chance = Random(seed)
        king = chance.randrange(1, 7)
        rooks = chance.randrange(king), chance.randrange(king + 1, 8)
        row = "".join("K" if x == king else "R" if x in rooks else "." for x in range(8))
        text = re.sub(r"\.+", lambda run: str(len(run[0])), row)
        fen = f"{text.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{text} w KQkq - 0 1"
        agrees(game.position(fen), chess.Board(fen, chess960=True))


def test_castling_of_chess960_is_written_as_python_chess_writes_it() -> None:
    compare_castling(range(12))


@pytest.mark.soak
def test_castling_of_many_set_ups() -> None:
    compare_castling(range(300))


@pytest.mark.soak
@pytest.mark.parametrize("name", VARIANTS)
def test_variants_are_written_as_python_chess_writes_them(name: str) -> None:
    chess: Any = pytest.importorskip("chess")
    variant: Any = pytest.importorskip("chess.variant")
    board = getattr(chess, VARIANTS[name], None) or getattr(variant, VARIANTS[name])
    peer, position, chance = board(), load(name).start(), Random(name)
    for _ in range(80):
        if position.outcome is not None:
            break
        # python-chess does not count the drop of a pawn as the move of a pawn: its clock runs on.
        if name != "crazyhouse":
            assert position.fen == peer.fen(en_passant="legal")
        agrees(position, peer)
        move = chance.choice(sorted(peer.legal_moves, key=str))
        position = position.play(peer.san(move))
        peer.push(move)
