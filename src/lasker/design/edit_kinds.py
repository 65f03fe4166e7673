"""The edits of a form: what is to be said otherwise, as plain data that can come from a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, field, fields
from typing import Any, get_type_hints

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError, did_you_mean


@dataclass(frozen=True)
class Retitle:
    """Give the game another title."""

    title: str


@dataclass(frozen=True)
class Describe:
    """Say in a sentence or two what the game is about."""

    about: str


@dataclass(frozen=True)
class SetBoard:
    """Another board: its shape, its sizes, squares that are left out. The start and the regions follow."""

    shape: str
    sizes: tuple[int, ...]
    holes: tuple[str, ...] = ()


@dataclass(frozen=True)
class AddPiece:
    """One more kind of piece, with a letter for each player (or one, for a piece of nobody)."""

    name: str
    letters: tuple[str, ...]
    betza: str = ""


@dataclass(frozen=True)
class RemovePiece:
    """A kind of piece goes, also from the start."""

    name: str


@dataclass(frozen=True)
class RenamePiece:
    """Another name for a piece, wherever the text names it."""

    name: str
    to: str


@dataclass(frozen=True)
class SetMoves:
    """How a piece moves, in Betza notation, or on a board without squares as a term that goes to what holds
    `t`; empty to leave it to the rules."""

    name: str
    betza: str


@dataclass(frozen=True)
class SetLetters:
    """The letters of a piece, one for each player."""

    name: str
    letters: tuple[str, ...]


@dataclass(frozen=True)
class SetStart:
    """The first position, as a line of FEN."""

    fen: str


@dataclass(frozen=True)
class Place:
    """Pieces put on squares of the first position by their letters; an empty text clears a square."""

    squares: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class SetPromotion:
    """What pieces are promoted to, none for no promotion, and in which region, if in another one."""

    choices: tuple[str, ...]
    zone: str = ""


@dataclass(frozen=True)
class SetZone:
    """The squares of a region, for one player or for all; the region is new if there is none of its name."""

    name: str
    owner: str
    squares: tuple[str, ...]


@dataclass(frozen=True)
class SetDrops:
    """Drops as in a game of the library that extends the same one; empty for none."""

    like: str


@dataclass(frozen=True)
class SetRoyal:
    """Which piece must be kept: by `check`, by `capture`, or `none`."""

    by: str
    piece: str = ""


@dataclass(frozen=True)
class AddEnd:
    """A goal or a draw: its name, the result of the player to move, and what it asks, as `EndForm.goal`."""

    reason: str
    result: str
    goal: Mapping[str, Any]
    draw: bool = False
    manner: str = "automatic"


@dataclass(frozen=True)
class SetResult:
    """Another result of an end, for the player to move."""

    reason: str
    result: str


@dataclass(frozen=True)
class RemoveEnd:
    """A goal or a draw goes."""

    reason: str


@dataclass(frozen=True)
class SetPicture:
    """A drawing of one's own for a piece, as SVG; empty to have the usual one again."""

    piece: str
    svg: str


Edit = (
    Retitle
    | Describe
    | SetBoard
    | AddPiece
    | RemovePiece
    | RenamePiece
    | SetMoves
    | SetLetters
    | SetStart
    | Place
    | SetPromotion
    | SetZone
    | SetDrops
    | SetRoyal
    | AddEnd
    | SetResult
    | RemoveEnd
    | SetPicture
)
KINDS: dict[str, type[Any]] = {
    "title": Retitle,
    "about": Describe,
    "board": SetBoard,
    "add piece": AddPiece,
    "remove piece": RemovePiece,
    "rename piece": RenamePiece,
    "moves": SetMoves,
    "letters": SetLetters,
    "start": SetStart,
    "place": Place,
    "promotion": SetPromotion,
    "zone": SetZone,
    "drops": SetDrops,
    "royal": SetRoyal,
    "add end": AddEnd,
    "result": SetResult,
    "remove end": RemoveEnd,
    "picture": SetPicture,
}


def edit_of(facts: Mapping[str, Any]) -> Edit:
    """The edit that JSON data describes.

    >>> edit_of({"kind": "moves", "name": "knight", "betza": "NN"})
    SetMoves(name='knight', betza='NN')
    """
    kind = facts.get("kind")
    found = KINDS.get(kind) if isinstance(kind, str) else None
    if found is None:
        raise DeclarationError(
            f"no edit is called {kind}", remedy=did_you_mean(str(kind), KINDS, "kinds: " + ", ".join(KINDS))
        )
    values, types = {}, get_type_hints(found)
    for each in fields(found):
        if each.name in facts:
            values[each.name] = _checked(each.name, facts[each.name], types[each.name])
        elif each.default is MISSING and each.default_factory is MISSING:
            raise DeclarationError(f"the edit {kind} does not say {each.name}")
    edit: Edit = found(**values)
    return edit


def _checked(name: str, value: Any, wanted: Any) -> Any:
    """A value of the type that an edit wants."""
    if wanted is str and isinstance(value, str):
        return value
    if wanted is bool and isinstance(value, bool):
        return value
    if wanted in (tuple[str, ...], tuple[int, ...]) and isinstance(value, list | tuple):
        item = str if wanted == tuple[str, ...] else int
        if all(isinstance(each, item) and not isinstance(each, bool) for each in value):
            return tuple(value)
    if wanted == Mapping[str, str] and isinstance(value, Mapping):
        if all(isinstance(each, str) for pair in value.items() for each in pair):
            return dict(value)
    elif wanted == Mapping[str, Any] and isinstance(value, Mapping):
        return dict(value)
    raise DeclarationError(f"{name} is not what it should be: {value!r:.60}")
