"""Xiangqi, shogi and minishogi against Fairy-Stockfish, through pyffish: the same moves in random games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from lasker.play.game import load

pyffish: Any = pytest.importorskip("pyffish")  # GPL: run beside Lasker here, and never part of it

GAMES = ("xiangqi", "shogi", "minishogi")
# Many pieces in hand; kings under fire; pawns and generals that may not be dropped or moved everywhere.
POSITIONS = [
    ("xiangqi", "4kcP1N/8n/3rb4/9/9/9/9/3p1A3/4K4/5CB2 w - - 0 1"),
    ("xiangqi", "3k5/4P4/9/9/9/3c5/9/3p5/3A5/3K5 b - - 0 1"),
    ("shogi", "k8/9/G8/9/9/9/9/9/1R2K4[P] w - - 0 1"),
    ("shogi", "ks6R/9/G8/9/9/9/9/9/1R2K4[P] w - - 0 1"),
    ("shogi", "4k4/2P3p2/9/3N1L3/9/2p1+p4/9/4P1S2/4K4[RGSNLPPrbgsnlpp] b - - 0 1"),
    ("minishogi", "2k2/+Pp3/5/3P1/2K1R[BGSbgsr] w - - 0 1"),
]


def fen(text: str) -> tuple[str, list[str]]:
    """Board and turn of a FEN, apart from the order of the pieces in hand; the clocks are left aside."""
    board, turn = text.split()[:2]
    board, _, hand = board.partition("[")
    return f"{board} {turn}", sorted(hand)


def legal(name: str, start: str, moves: list[str]) -> list[str]:
    """What Fairy-Stockfish allows, but for mates by a dropped pawn: those it lists, and counts as lost."""
    return [
        move
        for move in pyffish.legal_moves(name, start, moves)
        if not move.startswith("P@")
        or pyffish.legal_moves(name, start, [*moves, move])
        or not pyffish.gives_check(name, start, [*moves, move])
    ]


def play_and_compare(name: str, start: str, seed: int, plies: int) -> None:
    """One random game; takers are preferred now and then, so that boards get empty and hands full."""
    random, position, moves = Random(seed), load(name).position(start), list[str]()
    for _ in range(plies):
        assert fen(position.fen) == fen(pyffish.get_fen(name, start, moves))
        if position.outcome is not None and position.node.outcome is None:
            return  # adjudicated, as by repetition: moves there are still
        wanted = legal(name, start, moves)
        assert {str(move) for move in position.moves} == set(wanted), (position.fen, moves)
        if not wanted:
            return
        taking = [move for move in wanted if pyffish.is_capture(name, start, moves, move)]
        moves.append(random.choice(sorted(taking if taking and random.random() < 0.3 else wanted)))
        position = position.play(moves[-1])


@pytest.mark.parametrize("name", GAMES)
def test_random_games(name: str) -> None:
    play_and_compare(name, load(name).start().fen, seed=7, plies=10)


@pytest.mark.parametrize(("name", "start"), POSITIONS)
def test_positions(name: str, start: str) -> None:
    play_and_compare(name, start, seed=3, plies=2)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("name", GAMES)
def test_many_random_games(name: str, seed: int) -> None:
    play_and_compare(name, load(name).start().fen, seed, plies=150)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(("name", "start"), POSITIONS)
def test_many_games_from_positions(name: str, start: str, seed: int) -> None:
    play_and_compare(name, start, seed, plies=40)
