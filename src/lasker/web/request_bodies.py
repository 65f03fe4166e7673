"""Reading the JSON body of a request, within bounds of time and size."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.requests import Request

from lasker.kernel.errors import NotationError
from lasker.web.request_filter import MOST_BYTES, RequestRefused, too_long

PATIENCE = 20.0  # seconds allowed for sending a request


async def read_object(request: Request) -> dict[str, Any]:
    """The JSON object in a request's body."""
    body = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                body += part
                if len(body) > MOST_BYTES:
                    raise too_long()
    except TimeoutError:
        raise RequestRefused(408, f"this request was not complete after {PATIENCE:g} seconds") from None
    return parsed_object(bytes(body))


def parsed_object(content: bytes | str) -> dict[str, Any]:
    """A text as a JSON object.

    >>> parsed_object('{"game": "tictactoe"}')
    {'game': 'tictactoe'}
    """
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise NotationError("a request is a JSON object that names a game and its moves")
    return found
