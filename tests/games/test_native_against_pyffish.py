"""Compiled games against Fairy-Stockfish, position by position: a hundred thousand of them in `make soak`."""

from __future__ import annotations

import pytest
from side_by_side import differences
from test_against_pyffish import GAMES, Theirs, pyffish

NORMAL, SOAK = 25, 6_000  # positions of each game


class Fairy:
    """A game of Fairy-Stockfish, its past forgotten at every move unless both may pass."""

    def __init__(self, name: str) -> None:
        self.theirs = Theirs(name)

    def fen(self) -> str:
        """The position."""
        return self.theirs.fen

    def legal(self) -> dict[str, str]:
        """Its moves by our texts; none where the game has ended at once."""
        over, _ = pyffish.is_immediate_game_end(self.theirs.name, self.theirs.start, self.theirs.moves)
        return {} if over else self.theirs.legal()

    def push(self, move: str) -> None:
        """Make a move."""
        self.theirs.moves.append(move)
        if not self.theirs.passes:
            self.theirs.start, self.theirs.moves = self.theirs.fen, []


def compared(name: str, seed: str, wanted: int) -> list[str]:
    return differences(name, lambda _: Fairy(name), seed, wanted)


@pytest.mark.parametrize("name", ["xiangqi"])
def test_some_positions(name: str) -> None:
    assert compared(name, "normal", NORMAL) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_a_hundred_thousand_positions(name: str) -> None:
    assert compared(name, "soak", SOAK) == []
