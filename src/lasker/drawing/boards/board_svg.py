"""SVG pictures of positions on any space; deterministic: equal positions give equal strings."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from html import escape
from typing import TypedDict

from lasker.algebra.contents import Life, Vocabulary
from lasker.drawing.boards.empty_board import ground
from lasker.drawing.boards.points import MOST, pile
from lasker.drawing.pieces.figure_assignment import Tiles, figures
from lasker.drawing.style import GREEN, Beside, Box, Under, corners, n, xml_text
from lasker.kernel.errors import PictureError
from lasker.space.plane import PlaneLayout, Point, cropped
from lasker.space.space import Space

Square = str | int  # by its name or by its number

LAST = "#e6c84f"
CHOSEN = "#5b9bd0"
ARROW = GREEN
DOT = '<circle class="mark" cx="80" cy="22" r="9" fill="#d0643c" stroke="#fff" stroke-width="3"/>'


class BoardOptions(TypedDict, total=False):
    """The options of `board_svg`."""

    highlights: Iterable[Square] | Mapping[Square, str]
    arrows: Iterable[tuple[Square, Square]]
    last: Iterable[Square]
    flipped: bool
    coordinates: bool
    regions: bool | None
    under: Iterable[Under]
    beside: Iterable[Beside]
    size: int | None
    tiles: Tiles


def board_svg(
    space: Space,
    vocabulary: Vocabulary,
    board: Sequence[int],
    *,
    highlights: Iterable[Square] | Mapping[Square, str] = (),
    arrows: Iterable[tuple[Square, Square]] = (),
    last: Iterable[Square] = (),
    flipped: bool = False,
    coordinates: bool = True,
    regions: bool | None = None,
    under: Iterable[Under] = (),
    beside: Iterable[Beside] = (),
    size: int | None = None,
    tiles: Tiles = "kanji",
) -> str:
    """The picture of a board with its pieces.

    `highlights` are squares, or squares with a colour each; `last` are the squares of the last move; `arrows`
    go from square to square; `flipped` shows the opposite side's view; `size` is the longer side in pixels.
    `tiles` says what is on the tiles of shogi and xiangqi: `kanji`, `western` pictures or `letters`.
    Regions are outlined on plain boards, on chequered ones only on request. `under` draws on the squares,
    `beside` around the board.

    >>> from lasker.algebra.contents import CHESSMEN
    >>> from lasker.space.shapes import rectangle
    >>> picture = board_svg(rectangle(2, 1), CHESSMEN, [CHESSMEN.content("♔"), 0])
    >>> picture.count('class="square"'), picture.count("white king, a1")
    (2, 1)
    """
    if len(board) != len(space.sites):
        raise PictureError(f"{len(board)} contents cannot fill a board of {len(space.sites)} squares")
    if size is not None and size < 1:
        raise PictureError(f"a picture cannot be {size} pixels wide")
    tints = [(_number(space, square), LAST) for square in last]
    tints += [
        (_number(space, square), highlights[square] if isinstance(highlights, Mapping) else CHOSEN)
        for square in highlights
    ]
    arrow_sites = [(_number(space, start), _number(space, end)) for start, end in arrows]
    used = [site for site, content in enumerate(board) if vocabulary.symbol(content)]
    shown = cropped(
        space, [*used, *(site for site, _ in tints), *(site for ends in arrow_sites for site in ends)]
    )
    empty = ground(space, shown, vocabulary, flipped=flipped, coordinates=coordinates, regions=regions)
    drawn = empty.drawn
    parts = [
        *empty.below(),
        *empty.squares(space),
        *empty.over,
        *_tints(drawn, tints),
        *empty.seams(),
        *empty.signs(),
        *(part for draw in under for part in draw(drawn)),
        *_pieces(space, vocabulary, board, drawn, (flipped, tiles)),
        *(_arrow(drawn, start, end) for start, end in arrow_sites),
    ]
    box = drawn.box()
    for draw in beside:
        more, box = draw(box)
        parts += more
    return _page(box, size, parts)


def _number(space: Space, square: Square) -> int:
    if isinstance(square, str):
        return space.site(square)
    if not 0 <= square < len(space.sites):
        raise PictureError(f"this board has {len(space.sites)} squares, and none with number {square}")
    return square


def _page(box: Box, size: int | None, parts: list[str]) -> str:
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    units = max(width, height)
    scale = (size or _pixels(units)) / units
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{n(left)} {n(top)} {n(width)} {n(height)}"'
            f' width="{round(width * scale)}" height="{round(height * scale)}" role="img">',
            *parts,
            "</svg>\n",
        ]
    )


def _pixels(units: float) -> float:
    """The default length of the longer side in pixels: the same for most boards,
    clamped for small and large ones."""
    return min(960, max(40 * units, min(480, 80 * units)))


def _tints(drawn: PlaneLayout, tints: list[tuple[int, str]]) -> Iterator[str]:
    for site, colour in tints:
        style = f'class="highlight" fill="{escape(xml_text(colour))}" fill-opacity=".6"'
        x, y = drawn.centres[site]
        if drawn.kind == "node":
            yield f'<circle {style} cx="{n(x)}" cy="{n(y)}" r="44"/>'
        else:
            yield f'<path {style} d="M{corners(drawn.outline(site))}Z"/>'


@lru_cache(maxsize=64)
def pictures(vocabulary: Vocabulary, flipped: bool, tiles: Tiles) -> tuple[str, ...]:
    """The picture of every piece, cached."""
    return tuple(figure.draw(flipped) for figure in figures(vocabulary, tiles))


@lru_cache(maxsize=64)
def men(vocabulary: Vocabulary) -> tuple[str, ...]:
    """The picture of one of the men that a piece with a count stands for; empty for other pieces."""
    return tuple(
        replace(figure, sign="", badge="").draw() if piece.count else ""
        for piece, figure in zip(vocabulary.pieces, figures(vocabulary), strict=True)
    )


def _pieces(
    space: Space, vocabulary: Vocabulary, board: Sequence[int], drawn: PlaneLayout, look: tuple[bool, Tiles]
) -> Iterator[str]:
    drawings = pictures(vocabulary, *look)
    lasting = [mark.name for mark in vocabulary.marks.values() if mark.life is Life.LASTING]
    for site, content in enumerate(board):
        symbol = vocabulary.symbol(content)
        if symbol:
            piece = vocabulary.pieces[symbol - 1]
            owner = "" if piece.owner is None else f"{vocabulary.players[piece.owner]} "
            marks = [name for name in lasting if content & vocabulary.mark_bit(name)]
            title = escape(xml_text(", ".join([f"{owner}{piece.name}", space.label(site), *marks])))
            picture = drawings[symbol - 1] + (DOT if marks else "")
            if drawn.tall > 1 and piece.count:
                (x, foot), up = pile(drawn, site)
                high = min(piece.count, MOST) - 1
                below = [_at((x, foot + k * up), drawn, men(vocabulary)[symbol - 1]) for k in range(high)]
                top = picture if piece.count > MOST else men(vocabulary)[symbol - 1]
                parts = [*below, _at((x, foot + high * up), drawn, top)]
                yield f'<g class="piece"><title>{title}</title>{"".join(parts)}</g>'
            else:
                yield _at(drawn.centres[site], drawn, f"<title>{title}</title>{picture}", ' class="piece"')


def _at(middle: Point, drawn: PlaneLayout, picture: str, kind: str = "") -> str:
    """A picture in a box of 100 by 100, drawn around a point."""
    (x, y), width = middle, drawn.piece_width
    place = f"translate({n(x - width / 2)} {n(y - width / 2)}) scale({width:g})"
    return f'<g{kind} transform="{place}">{picture}</g>'


def _arrow(drawn: PlaneLayout, a: int, b: int) -> str:
    """An arrow from near the centre of one square to the centre of another; a ring if they are the same."""
    (x, y), (p, q) = drawn.centres[a], drawn.centres[b]
    style = f'class="arrow" fill-opacity=".8" stroke-opacity=".8" stroke="{ARROW}"'
    length = math.hypot(p - x, q - y)
    if length == 0:
        return f'<circle {style} cx="{n(x)}" cy="{n(y)}" r="42" fill="none" stroke-width="9"/>'
    dx, dy = (p - x) / length, (q - y) / length

    def on(along: float, aside: float) -> Point:
        return (x + dx * along - dy * aside, y + dy * along + dx * aside)

    tip, neck = length - 0.08, length - 0.42
    shape = [
        on(0.2, 0.07),
        on(neck, 0.07),
        on(neck, 0.2),
        on(tip, 0),
        on(neck, -0.2),
        on(neck, -0.07),
        on(0.2, -0.07),
    ]
    return f'<path {style} fill="{ARROW}" stroke-width="2" stroke-linejoin="round" d="M{corners(shape)}Z"/>'
