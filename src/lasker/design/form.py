"""The form of a game: what its text and those it extends say, as plain data with a field for each question.

What a form has no field for is listed in `rest`: it stays in the text as it is.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from lasker.kernel.dataclass import dataclass


@dataclass(frozen=True)
class BoardForm:
    """The board: its shape with sizes, or a drawing or a graph that only the text can change."""

    shape: str  # rectangle, cylinder, torus, moebius, hexagon, …; `drawn` and `graph` are for the text
    sizes: tuple[int, ...]
    holes: tuple[str, ...]
    squares: int
    compass: str  # its directions: square, hex, hexfiles, cube, line, graph, …
    own: bool  # does the text itself declare it?


@dataclass(frozen=True)
class PieceForm:
    """A kind of piece, with one letter for each player who has it."""

    name: str
    letters: tuple[str, ...]
    glyphs: tuple[str, ...]
    owners: tuple[str, ...]  # the players; none for a piece of nobody
    betza: str  # or a term, where the board has no squares; empty if the rules say in words how it goes
    own: bool
    line: int | None
    picture: bool  # is there a drawing of its own?


@dataclass(frozen=True)
class RegionForm:
    """A named part of the board."""

    name: str
    owner: str | None
    squares: tuple[str, ...]
    own: bool


@dataclass(frozen=True)
class PromotionForm:
    """Where pieces are promoted, and to what."""

    definition: str
    zone: str  # the name of a region, none where a piece stands at the end of the board
    choices: tuple[str, ...]  # names of pieces
    own: bool


@dataclass(frozen=True)
class DropsForm:
    """Which pieces are held in hand; games of the library with drops that the text could extend instead."""

    held: tuple[str, ...]
    like: str  # the game whose drops these are; empty without drops
    options: tuple[tuple[str, str], ...]  # names and titles


@dataclass(frozen=True)
class RoyalForm:
    """Which piece must be kept: from check, from capture, or none; `text` if only the text says it."""

    by: str  # check, capture, none, text
    piece: str | None


@dataclass(frozen=True)
class EndForm:
    """How the game ends: a goal or a draw, with its result for the player to move."""

    reason: str
    result: str  # won, lost, drawn, or a share such as 1/4
    test: str
    draw: bool  # is it an adjudication?
    manner: str  # automatic, claimed, agreed
    goal: dict[str, Any]  # what the test asks, if it is one of the known questions: {"kind": …}
    own: bool
    line: int | None


@dataclass(frozen=True)
class InText:
    """Something that the form does not show: what it is, and where it stands."""

    what: str
    line: int


@dataclass(frozen=True)
class Form:
    """Everything that a form shows of a game."""

    format: str  # rules, yaml, ini
    title: str
    about: str
    parent: str | None
    players: tuple[str, ...]
    board: BoardForm
    pieces: tuple[PieceForm, ...]
    regions: tuple[RegionForm, ...]
    start: str
    start_own: bool
    promotion: PromotionForm | None
    drops: DropsForm
    royal: RoyalForm
    ends: tuple[EndForm, ...]
    rest: tuple[InText, ...]

    @property
    def editable(self) -> bool:
        """Can edits be applied to the text?"""
        return self.format == "rules"

    def piece(self, name: str) -> PieceForm | None:
        """The piece of a name."""
        return next((each for each in self.pieces if each.name == name), None)

    def end(self, reason: str) -> EndForm | None:
        """The goal or draw of a name."""
        return next((each for each in self.ends if each.reason == reason), None)

    def facts(self) -> dict[str, Any]:
        """The form as JSON data."""
        return {**asdict(self), "editable": self.editable}
