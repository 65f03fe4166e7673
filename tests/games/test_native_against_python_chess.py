"""Compiled games against python-chess, position by position: a hundred thousand of them in `make soak`."""

from __future__ import annotations

from random import Random

import chess
import pytest
from side_by_side import differences
from test_against_python_chess import STARTS, VARIANTS, their_text

NORMAL, SOAK = 400, 100_000 // len(VARIANTS) + 1  # positions of each game
LENGTH = 160


class Board:
    """A game of python-chess."""

    def __init__(self, name: str, random: Random) -> None:
        self.name, self.board = name, STARTS[name](random)

    def fen(self) -> str:
        """The position."""
        return self.board.fen()

    def legal(self) -> dict[str, chess.Move]:
        """Its moves by our texts."""
        return {their_text(self.name, self.board, move): move for move in self.board.legal_moves}

    def push(self, move: chess.Move) -> None:
        """Make a move."""
        self.board.push(move)


def compared(name: str, seed: str, wanted: int) -> list[str]:
    return differences(name, lambda random: Board(name, random), seed, wanted, LENGTH)


@pytest.mark.parametrize("name", ["chess", "atomic"])
def test_some_positions(name: str) -> None:
    assert compared(name, "normal", NORMAL) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_a_hundred_thousand_positions(name: str) -> None:
    assert compared(name, "soak", SOAK) == []
