"""Move: the text of a legal move and, lazily, its label and successor."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from lasker.model.position import Step


class Steps(Protocol):
    """A lazy sequence of the model's steps."""

    def step(self, at: int) -> Step:
        """The step of a number."""


class Move:
    """A legal move: `str(move)` is its text, and `position.play(move)` the position it leads to.

    >>> from lasker.play.game import load
    >>> position = load("chess").start()
    >>> position.moves[0], position.play(position.moves[0]).turn
    (Move('b1a3'), 'black')
    """

    __slots__ = ("_at", "_step", "_text")

    def __init__(self, text: str, step: Step | Steps, at: int = 0) -> None:
        self._text, self._step, self._at = text, step, at

    @property
    def text(self) -> str:
        """The move in coordinates, disambiguated among the moves of its position."""
        return self._text

    @property
    def step(self) -> Step:
        """The model's step: its label, and the node after it."""
        if not isinstance(self._step, Step):
            self._step = self._step.step(self._at)
        return self._step

    def __reduce__(self) -> tuple[object, ...]:
        return Move, (self.text, self.step)

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: object) -> Move:
        return self

    def __repr__(self) -> str:
        return f"Move({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.text == other.text and self.step == other.step

    def __hash__(self) -> int:
        return hash((self.text, self.step))

    @property
    def probability(self) -> Fraction:
        """The probability of a chance move; 1 for a player's move."""
        return self.step.probability
