"""The interface of players in a match, their answers, and a random player."""

from __future__ import annotations

from random import Random
from typing import Protocol

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import EngineError
from lasker.match.clock import Allowance
from lasker.play.game import Position


class OutOfTime(EngineError):
    """A player did not answer in time."""


@dataclass(frozen=True)
class Answer:
    """A player's move, with the score that the player reports for itself.

    No move is a resignation. `mate` is in moves, negative for being mated; `score` in hundredths.
    """

    move: str | None
    score: int | None = None
    mate: int | None = None
    depth: int | None = None
    nodes: int | None = None

    @property
    def points(self) -> int | None:
        """The score as one number, with mates beyond all other scores.

        >>> Answer("a1a2", mate=-3).points, Answer("a1a2", 25).points
        (-99997, 25)
        """
        if self.mate is None:
            return self.score
        return (100_000 - abs(self.mate)) * (1 if self.mate > 0 else -1)


class Player(Protocol):
    """The interface of a player; an `EngineError` means no answer, a crash or invalid output."""

    name: str

    def begin(self, start: Position, seed: int) -> None:
        """Start a new game; the seed determines all randomness."""

    def answer(self, position: Position, allowance: Allowance) -> Answer:
        """The move to play in a position."""

    def halt(self) -> None:
        """Stop thinking; called from another thread."""

    def close(self) -> None:
        """Release resources at the end of the match."""


class RandomPlayer:
    """Plays uniformly random legal moves.

    >>> from lasker.play.game import load
    >>> player, start = RandomPlayer(), load("tictactoe").start()
    >>> player.begin(start, seed=5)
    >>> player.answer(start, Allowance()).move
    'b2'
    """

    def __init__(self, name: str = "random") -> None:
        self.name, self._chance = name, Random(0)

    def begin(self, start: Position, seed: int) -> None:
        """Start a new game with a seed."""
        self._chance = Random(seed)

    def answer(self, position: Position, allowance: Allowance) -> Answer:
        """A random legal move."""
        return Answer(str(self._chance.choice(position.moves)))

    def halt(self) -> None:
        """Nothing to stop."""

    def close(self) -> None:
        """Nothing to release."""
