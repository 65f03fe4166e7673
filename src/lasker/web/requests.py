"""Parsing and validation of the page's JSON requests."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from lasker.kernel.errors import NotationError
from lasker.web.guard import MOST_BYTES, Refused, too_long

LONGEST = 2_000  # characters of one text
PATIENCE = 20.0  # seconds allowed for sending a request
LARGE = 1_000_000  # bound of all numbers


@dataclass(frozen=True)
class GameRequest:
    """A request about a game: start, moves, and the remaining fields."""

    game: str
    start: str | None
    moves: tuple[str, ...]
    rest: Mapping[str, Any]

    def text(self, name: str) -> str | None:
        """An optional text."""
        found = self.rest.get(name)
        return None if found is None else text(found, name)

    def texts(self, name: str) -> list[str]:
        """An optional list of texts."""
        return texts(self.rest.get(name, []), name)

    def number(self, name: str, otherwise: float) -> float:
        """An optional number."""
        found = self.rest.get(name, otherwise)
        if isinstance(found, bool) or not isinstance(found, int | float) or not abs(found) < LARGE:
            raise NotationError(f"{name} must be a number of a sensible size")
        return found


async def read_request(request: Request) -> GameRequest:
    """Read and validate a request."""
    body = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                body += part
                if len(body) > MOST_BYTES:
                    raise too_long()
    except TimeoutError:
        raise Refused(408, f"this request was not complete after {PATIENCE:g} seconds") from None
    try:
        found = json.loads(bytes(body))
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or "game" not in found:
        raise NotationError("a request is a JSON object that names a game and its moves")
    start = found.get("start")
    return GameRequest(
        text(found["game"], "game"),
        None if start is None else text(start, "start"),
        tuple(texts(found.get("moves", []), "moves")),
        found,
    )


def text(value: object, name: str) -> str:
    """A value checked to be a text of bounded length and valid Unicode."""
    if not isinstance(value, str) or len(value) > LONGEST:
        raise NotationError(f"{name} must be a text of at most {LONGEST} characters")
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise NotationError(f"{name} is not Unicode text")
    return value


def texts(values: object, name: str) -> list[str]:
    """A value checked to be a list of texts."""
    if not isinstance(values, list):
        raise NotationError(f"{name} must be a list of texts")
    return [text(value, name) for value in values]
