"""Who plays in a match: what is asked of a player, how he answers, and one who moves at random."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Protocol

from lasker.kernel.errors import EngineError
from lasker.match.clock import Allowance
from lasker.play.game import Position


class OutOfTime(EngineError):
    """A player who has not answered in time."""


@dataclass(frozen=True)
class Answer:
    """A move as a player tells it, and what he thinks of the position, for himself.

    Without a move he resigns. `mate` is in moves, negative if he is mated; `score` in hundredths.
    """

    move: str | None
    score: int | None = None
    mate: int | None = None
    depth: int | None = None
    nodes: int | None = None

    @property
    def points(self) -> int | None:
        """The score as one number, a mate being worth more than anything.

        >>> Answer("a1a2", mate=-3).points, Answer("a1a2", 25).points
        (-99997, 25)
        """
        if self.mate is None:
            return self.score
        return (100_000 - abs(self.mate)) * (1 if self.mate > 0 else -1)


class Player(Protocol):
    """What a match asks of a player; an `EngineError` tells that he is silent, gone or writes rubbish."""

    name: str

    def begin(self, start: Position, seed: int) -> None:
        """A new game begins; whatever is up to chance is determined by the seed."""

    def answer(self, position: Position, allowance: Allowance) -> Answer:
        """The move to be played in a position."""

    def halt(self) -> None:
        """Stop thinking, whoever is asked; from another thread."""

    def close(self) -> None:
        """The match is over."""


class RandomPlayer:
    """Plays any legal move.

    >>> from lasker.play.game import load
    >>> player, start = RandomPlayer(), load("tictactoe").start()
    >>> player.begin(start, seed=5)
    >>> player.answer(start, Allowance()).move
    'b2'
    """

    def __init__(self, name: str = "random") -> None:
        self.name, self._chance = name, Random(0)

    def begin(self, start: Position, seed: int) -> None:
        """Forget what was, and begin with a seed."""
        self._chance = Random(seed)

    def answer(self, position: Position, allowance: Allowance) -> Answer:
        """One of the moves."""
        return Answer(str(self._chance.choice(position.moves)))

    def halt(self) -> None:
        """It never thinks."""

    def close(self) -> None:
        """Nothing is left."""
