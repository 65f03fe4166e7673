"""Board: squares with their contents and counters, that draws itself as text and SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from lasker.algebra.meaning import Arena, Configuration
from lasker.drawing.boards.text import draw_board
from lasker.kernel.dataclass import dataclass

if TYPE_CHECKING:
    from lasker.drawing.boards.board_svg import BoardOptions


@dataclass(frozen=True)
class Board:
    """A board with pieces: the input and output of moves.

    >>> from lasker.calculator import board
    >>> print(board("..♙/♖.."))
    ..♙
    ♖..
    """

    arena: Arena
    configuration: Configuration

    def _value(self) -> tuple[object, ...]:
        words = self.arena.vocabulary
        parts = words.players, words.pieces, tuple(words.marks), tuple(words.counters)
        return self.configuration, self.arena.space.compass.name, self.arena.space.sites, parts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self.configuration)

    def __repr__(self) -> str:
        return f"<Board\n{self}>"

    def __str__(self) -> str:
        return draw_board(self.arena, self.configuration)

    def svg(self, **options: Unpack[BoardOptions]) -> str:
        """The board as an SVG picture, with the options of `lasker.drawing.boards.board_svg.board_svg`."""
        from lasker.drawing.boards.board_svg import board_svg  # the shapes of all pieces

        return board_svg(self.arena.space, self.arena.vocabulary, self.configuration.board, **options)

    def _repr_svg_(self) -> str:
        return self.svg()

    def latex(self, width: float | None = None, **options: Unpack[BoardOptions]) -> str:
        """The picture in LaTeX, `width` big points wide; `documents.latex_document` embeds it."""
        from lasker.drawing.documents.svg_latex import picture

        return picture(self.svg(**options), width)

    def __getitem__(self, square: str) -> str:
        """The content of a square: `board["a1"]`."""
        return self.arena.vocabulary.show(self.configuration.board[self.arena.space.site(square)])

    def squares(self) -> dict[str, str]:
        """Every square by name, with its content."""
        space, show = self.arena.space, self.arena.vocabulary.show
        return {space.label(i): show(content) for i, content in enumerate(self.configuration.board)}

    def counters(self) -> dict[str, int]:
        """Every counter by name."""
        return self.arena.vocabulary.counters_by_name(self.configuration.counters)
