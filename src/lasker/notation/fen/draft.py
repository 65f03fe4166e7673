"""A position while it is being read from FEN."""

from __future__ import annotations

from dataclasses import dataclass, field

from lasker.kernel.errors import NotationError
from lasker.kernel.source import Source, Span
from lasker.model.game import Game, State


@dataclass
class Draft:
    """A position while it is being read."""

    game: Game
    source: Source
    board: list[int]
    state: State
    counters: dict[tuple[str, int | None], int] = field(default_factory=dict)
    ply: int = 0
    complete: bool = True  # has the text every field of its layout?

    def wrong(self, message: str, start: int, end: int, remedy: str | None = None) -> NotationError:
        """An error that points into the text."""
        return NotationError(message, span=Span(self.source, start, end), remedy=remedy)
