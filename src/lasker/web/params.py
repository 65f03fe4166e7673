"""Validation of a request's parameters: texts and numbers of bounded size, a game and its moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import NotationError
from lasker.kernel.source import BYTE_ORDER_MARK

LONGEST = 2_000  # characters of one text
LARGE = 1_000_000  # bound of all numbers


@dataclass(frozen=True)
class GameParams:
    """Parameters about a game: its name, start, moves, and the remaining fields.

    >>> GameParams.of({"game": "tictactoe", "moves": ["a1"]}).moves
    ('a1',)
    """

    game: str
    start: str | None
    moves: tuple[str, ...]
    rest: Mapping[str, Any]

    @classmethod
    def of(cls, params: Mapping[str, Any]) -> GameParams:
        """Parameters checked: `game`, and optionally `start` and `moves`."""
        if "game" not in params:
            raise NotationError("a request is a JSON object that names a game and its moves")
        return cls(
            text(params["game"], "game"),
            optional_text(params, "start"),
            tuple(texts(params.get("moves", []), "moves")),
            params,
        )

    def text(self, name: str) -> str | None:
        """An optional text."""
        return optional_text(self.rest, name)

    def texts(self, name: str) -> list[str]:
        """An optional list of texts."""
        return texts(self.rest.get(name, []), name)

    def number(self, name: str, otherwise: float) -> float:
        """An optional number."""
        return number(self.rest.get(name, otherwise), name)

    def whole(self, name: str, otherwise: int) -> int:
        """An optional whole number."""
        return whole(self.rest.get(name, otherwise), name)


def text(value: object, name: str, longest: int = LONGEST) -> str:
    """A value checked to be a text of bounded length and valid Unicode.

    >>> text("e2e4", "move")
    'e2e4'
    """
    if not isinstance(value, str) or len(value) > longest:
        raise NotationError(f"{name} must be a text of at most {longest} characters")
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise NotationError(f"{name} is not Unicode text")
    return value.removeprefix(BYTE_ORDER_MARK)


def optional_text(params: Mapping[str, Any], name: str, longest: int = LONGEST) -> str | None:
    """A parameter that is a text, or missing, or null."""
    found = params.get(name)
    return None if found is None else text(found, name, longest)


def texts(values: object, name: str) -> list[str]:
    """A value checked to be a list of texts."""
    if not isinstance(values, list):
        raise NotationError(f"{name} must be a list of texts")
    return [text(value, name) for value in values]


def number(value: object, name: str) -> float:
    """A value checked to be a number of moderate size.

    >>> number(0.5, "seconds")
    0.5
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < LARGE:
        raise NotationError(f"{name} must be a number of a sensible size")
    return value


def whole(value: object, name: str) -> int:
    """A value checked to be a whole number of moderate size."""
    found = number(value, name)
    if not isinstance(found, int):
        raise NotationError(f"{name} must be a whole number, not {found}")
    return found
