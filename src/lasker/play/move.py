"""Moves that people hold: a text, and where it leads."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from lasker.model.position import Step


class Move:
    """A legal move: `str(move)` is its text, and `position.play(move)` the position it leads to.

    >>> from lasker.play.game import load
    >>> position = load("chess").start()
    >>> position.moves[0], position.play(position.moves[0]).turn
    (Move('b1a3'), 'black')
    """

    __slots__ = ("_step", "text")

    def __init__(self, text: str, step: Step | Callable[[], Step]) -> None:
        self.text, self._step = text, step

    @property
    def step(self) -> Step:
        """The move as the model knows it: its label, and the node it leads to."""
        if not isinstance(self._step, Step):
            self._step = self._step()
        return self._step

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
        """How likely it is, where chance moves; 1 where a player does."""
        return self.step.probability
