"""The mutable state of a FEN reader."""

from __future__ import annotations

from dataclasses import dataclass, field

from lasker.kernel.errors import NotationError
from lasker.kernel.source import Source, Span
from lasker.model.game import Game, State


@dataclass
class Draft:
    """A partially read position."""

    game: Game
    source: Source
    board: list[int]
    state: State
    counters: dict[tuple[str, int | None], int] = field(default_factory=dict)
    ply: int = 0
    complete: bool = True  # does the text have every field of its layout?

    def wrong(self, message: str, start: int, end: int, remedy: str | None = None) -> NotationError:
        """An error with its place in the text."""
        return NotationError(message, span=Span(self.source, start, end), remedy=remedy)
