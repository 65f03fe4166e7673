"""The method `picture`: a position or the game that led to it, as a file to keep."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from lasker.drawing.documents.raster import gif, png
from lasker.kernel.errors import NotationError
from lasker.web.methods import Params, method
from lasker.web.params import GameParams
from lasker.web.replay import played

SIZE, SMALL = 720, 400  # pixels of a picture, and of an animation
TYPES = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}


@method("picture", kind="long", seconds=120.0)
def picture(params: Params) -> dict[str, Any]:
    """The position as a file in a `format`, svg or png, or the game as gif; `data` is in base64.

    >>> from base64 import b64decode
    >>> b64decode(picture({"game": "tictactoe", "format": "svg"})["data"])[:4]
    b'<svg'
    """
    asked = GameParams.of(params)
    format, flipped = asked.text("format") or "svg", bool(params.get("flipped"))
    if format not in TYPES:
        raise NotationError(f"pictures are not written as {format}", remedy=f"choose {', '.join(TYPES)}")
    last = played(asked).position
    if format == "gif":
        line = list(last.past())[::-1]
        content = gif((each.svg(flipped=flipped) for each in line), SMALL)
    elif format == "png":
        content = png(last.svg(flipped=flipped), SIZE)
    else:
        content = last.svg(flipped=flipped, size=SIZE).encode()
    return {"data": b64encode(content).decode(), "type": TYPES[format]}
