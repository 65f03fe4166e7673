"""Heat maps: a number on every square, shown by colour; as SVG and as text."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from lasker.algebra.contents import Vocabulary
from lasker.drawing.boards.board_svg import board_svg
from lasker.drawing.style import Beside, Box, corners, n, words
from lasker.kernel.errors import PictureError
from lasker.space import layout
from lasker.space.plane import PlaneLayout
from lasker.space.space import Space

COLD, HOT = (0xF4, 0xF1, 0xE6), (0x1F, 0x6F, 0x78)


def heat_svg(
    space: Space,
    vocabulary: Vocabulary,
    values: Sequence[float | None],
    title: str = "",
    content: tuple[int, int] | None = None,
    size: int | None = None,
) -> str:
    """A board with a number on each square, or None for no number. `content` puts a piece on a square.

    >>> from lasker.algebra.contents import CHESSMEN
    >>> from lasker.space.shapes import rectangle
    >>> picture = heat_svg(rectangle(2, 1), CHESSMEN, [1, 2.5])
    >>> picture.count('class="heat"'), ">2.5<" in picture
    (2, True)
    """
    if len(values) != len(space.sites):
        raise PictureError(f"{len(values)} numbers cannot fill a board of {len(space.sites)} squares")
    known = [value for value in values if value is not None]
    if not all(map(math.isfinite, known)):
        raise PictureError("a heat map shows finite numbers", remedy="use None where there is none")
    low, high = min(known, default=0.0), max(known, default=0.0)

    def under(drawn: PlaneLayout) -> Iterator[str]:
        for site, (x, y) in enumerate(drawn.centres):
            value = values[site]
            if value is None or (content is not None and content[0] == site):
                continue
            share = (value - low) / (high - low) if high > low else 0.5
            if drawn.kind == "node":
                yield f'<circle class="heat" cx="{n(x)}" cy="{n(y)}" r="40" fill="{colour(share)}"/>'
            else:
                shape = corners(drawn.outline(site))
                style = f'fill="{colour(share)}" stroke="#fff" stroke-width="2"'
                yield f'<path class="heat" d="M{shape}Z" {style}/>'
            text = shown(value)
            ink = "#fff" if share > 0.55 else "#4a463d"
            yield words((x, y), text, min(0.34, 1.3 / max(1, len(text))), colour=ink)

    board = [content[1] if content and site == content[0] else 0 for site in range(len(values))]
    scale = _scale(title, low, high)
    return board_svg(space, vocabulary, board, regions=False, under=[under], beside=[scale], size=size)


def colour(share: float) -> str:
    """The colour of a share between 0 and 1.

    >>> colour(0), colour(1)
    ('#f4f1e6', '#1f6f78')
    """
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(COLD, HOT, strict=True))


def shown(value: float) -> str:
    """A number with few digits.

    >>> shown(3.0), shown(0.12345), shown(1234.5)
    ('3', '0.12', '1234')
    """
    if value == int(value) or abs(value) >= 100:
        return str(int(value))
    return f"{value:.2g}" if abs(value) < 1 else f"{value:.3g}"


def _scale(title: str, low: float, high: float) -> Beside:
    def beside(box: Box) -> tuple[list[str], Box]:
        left, top, right, bottom = box
        parts = [words((left + 0.1, bottom + 0.25), title, 0.25, "start", "#5f5a50")] if title else []
        start = max(left + 0.1 + 0.15 * len(title) + 0.3, right - 2.9)
        parts.append(words((start, bottom + 0.25), shown(low), 0.22, "end"))
        for step in range(10):
            style = f'width="17" height="20" fill="{colour(step / 9)}"'
            parts.append(f'<rect x="{n(start + 0.1 + step * 0.17)}" y="{n(bottom + 0.15)}" {style}/>')
        parts.append(words((start + 1.9, bottom + 0.25), shown(high), 0.22, "start"))
        return parts, (left, top, max(right, start + 2.6), bottom + 0.5)

    return beside


def heat_text(space: Space, values: Sequence[float | None]) -> str:
    """The heat map as text.

    >>> from lasker.space.shapes import rectangle
    >>> print(heat_text(rectangle(2, 2), [2, 3, 10, None]))
    10 .
    2  3
    """
    texts = ["." if value is None else shown(value) for value in values]
    if not layout.drawable(space.compass):
        return "\n".join(f"{space.label(site)}: {text}" for site, text in enumerate(texts))
    return layout.draw(space.compass, zip(space.sites, texts, strict=True))
