"""Betza notation as displacements: leaps and rides, each with or without captures."""

from __future__ import annotations

from typing import Any

from lasker.kernel.errors import LaskerError
from lasker.syntax.betza.notation import ANYWHERE, CASTLING, MODES, ModifiedAtom
from lasker.syntax.betza.reader import read


def steps_of(text: str) -> list[dict[str, Any]]:
    """The steps of a piece in Betza notation. What is no displacement of the piece alone raises ValueError.

    >>> steps_of("fmWfceF")
    Traceback (most recent call last):
    ...
    ValueError: fceF is no displacement: it goes in passing
    >>> steps_of("fmW2")
    [{'vectors': [[0, 1]], 'slide': 2, 'only': 'move'}]
    """
    try:
        parts = read(text).parts
    except LaskerError as error:
        raise ValueError(f"{text} is no Betza notation: {error.message}") from None
    found = []
    for part in parts:
        if not isinstance(part, ModifiedAtom) or part.further:
            raise ValueError(f"{part} is no displacement: it has several legs")
        if part.atom == CASTLING:
            raise ValueError("castling is no displacement: carry the rook along, with carries")
        if part.atom == ANYWHERE:
            raise ValueError("a leap to any square is no displacement")
        if other := part.modes - {"m", "c"}:
            raise ValueError(f"{part} is no displacement: it goes {MODES[min(other)]}")
        step: dict[str, Any] = {
            "vectors": [list(offset) for _, offsets in part.leaps() for offset in offsets],
            "slide": part.reach != 1 if part.reach < 2 else part.reach,
        }
        only = {frozenset("m"): "move", frozenset("c"): "capture"}.get(part.modes)
        found.append({**step, "only": only} if only else step)
    return found
