"""Shared parts of all drawings: the unit, the colours, the formats of lengths and paths, text, legends."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from html import escape

from lasker.space.plane import PlaneLayout, Point

ILLEGAL = re.compile("[\x00-\x1f\ud800-\udfff\ufffe\uffff]")  # not allowed in XML
UNIT = 100  # of the drawing, for one square
FRAME = "#6c7a6b"
GRID = "#b6ad99"
WRITING = "#8b8577"
GREEN = "#2f7f62"
BLUE = "#3d6fa3"
RED = "#b8452f"

Box = tuple[float, float, float, float]  # left, top, right and bottom
Under = Callable[[PlaneLayout], Iterable[str]]  # drawn on the squares, below the pieces
Beside = Callable[[Box], tuple[list[str], Box]]  # drawn beside a box; returns the enlarged box


def n(length: float) -> str:
    """A length in units of the drawing, in a canonical format.

    >>> n(0.5), n(-0.0), n(1 / 3)
    ('50', '0', '33.33')
    """
    return f"{round(length * UNIT, 2) + 0:.10g}"


def corners(points: Iterable[Point]) -> str:
    """Points in the syntax of an SVG path."""
    return " ".join(f"{n(x)} {n(y)}" for x, y in points)


def head(at: Point, along: Point, size: float) -> str:
    """The two strokes of an arrow head."""
    length = math.hypot(*along) or 1
    dx, dy = along[0] * size / length, along[1] * size / length
    back = [(at[0] - dx - dy * k, at[1] - dy + dx * k) for k in (0.8, -0.8)]
    return f"M{corners([back[0], at, back[1]])}"


def words(at: Point, text: str, size: float = 0.26, anchor: str = "middle", colour: str = WRITING) -> str:
    """A line of text, vertically centred."""
    style = f'fill="{colour}" font-family="sans-serif" font-size="{n(size)}" text-anchor="{anchor}"'
    return f'<text x="{n(at[0])}" y="{n(at[1] + 0.35 * size)}" {style}>{escape(xml_text(text))}</text>'


def xml_text(text: str) -> str:
    """The text without characters that are not allowed in XML."""
    return ILLEGAL.sub("?", text)


def legend(rows: Iterable[tuple[str, str]], least: float = 0.0) -> Beside:
    """A legend below a picture: signs with their meanings, as many in a line as fit.

    A sign is drawn around the origin, in the size it has on the board.
    """
    entries = list(rows)

    def beside(box: Box) -> tuple[list[str], Box]:
        left, _, right, bottom = box
        wide = max((0.7 + 0.128 * len(text) for _, text in entries), default=0.0)
        width = max(right - left, wide, least)
        across = max(1, int(width // max(wide, 0.01)))
        parts = []
        for number, (sign, text) in enumerate(entries):
            x = left + 0.3 + (number % across) * width / across
            y = bottom + 0.28 + (number // across) * 0.42
            parts.append(f'<g transform="translate({n(x)} {n(y)}) scale(.7)">{sign}</g>')
            parts.append(words((x + 0.34, y), text, 0.23, "start", "#5f5a50"))
        lines = -(-len(entries) // across)
        return parts, (left, box[1], left + width, bottom + 0.12 + 0.42 * lines)

    return beside
