"""The empty board of a drawing: its squares, its frame or links, lines, regions, seams and coordinates."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from html import escape

from lasker.algebra.contents import Vocabulary
from lasker.drawing.boards.line_boards import drawn_by_lines, is_lined, lines
from lasker.drawing.boards.points import lengthened, of_points, triangles
from lasker.drawing.boards.regions import coloured, outlines, special_places
from lasker.drawing.pieces.figure_assignment import figures, on_lines
from lasker.drawing.pieces.piece_names import CHEQUERED
from lasker.drawing.style import FRAME, GRID, WRITING, corners, head, n, xml_text
from lasker.kernel.dataclass import dataclass
from lasker.space.plane import PlaneLayout, Seam, plane_layout
from lasker.space.space import Space

SHADES = ("#a3b3a1", "#ece7da", "#c9d0bf")  # dark, light, and a third shade for hexagons
PLAIN = "#eee6d4"
SEAMS = ("#c2553f", "#4a74a8")


@dataclass(frozen=True)
class Ground:
    """An empty board: where its squares lie, whether they are chequered, and what is drawn on them."""

    drawn: PlaneLayout
    chequered: bool
    over: tuple[str, ...]  # lines, rivers, palaces, points and outlines of regions

    def below(self) -> Iterator[str]:
        """What lies below the squares: the frame, or the links of a graph."""
        drawn = self.drawn
        if drawn.kind == "node":
            yield from (_link(drawn, *link) for link in drawn.links)
            return
        frame = "".join(f"M{corners(drawn.outline(site))}Z" for site in range(len(drawn.centres)))
        style = f'fill="{GRID}" stroke="{FRAME}" stroke-width="5" stroke-linejoin="round"'
        yield f'<path class="frame" d="{frame}" {style}/>'

    def dot(self, site: int) -> str:
        """The point of a graph, which is smaller than the area that can be clicked."""
        x, y = self.drawn.centres[site]
        return f'<circle cx="{n(x)}" cy="{n(y)}" r="22" fill="{PLAIN}" stroke="{FRAME}" stroke-width="3"/>'

    def squares(self, space: Space) -> Iterator[str]:
        """Every site once; `space` names them."""
        drawn = self.drawn
        for site, (x, y) in enumerate(drawn.centres):
            name = f'class="square" data-square="{escape(xml_text(space.label(site)))}"'
            if drawn.kind == "node":
                yield self.dot(site)
                yield f'<circle {name} cx="{n(x)}" cy="{n(y)}" r="45" fill="#fff" fill-opacity="0"/>'
                continue
            fill = SHADES[drawn.shades[site]] if self.chequered else PLAIN
            line = "" if self.chequered else f' stroke="{GRID}" stroke-width="2.5"'
            yield f'<path {name} d="M{corners(drawn.outline(site))}Z" fill="{fill}"{line}/>'

    def seams(self) -> Iterator[str]:
        """The glued edges."""
        return map(_seam, self.drawn.seams)

    def signs(self) -> Iterator[str]:
        """The coordinates."""
        style = f'fill="{WRITING}" font-family="sans-serif" font-size="26" text-anchor="middle"'
        if self.drawn.signs:
            texts = (
                f'<text x="{n(x)}" y="{n(y + 0.09)}">{escape(xml_text(text))}</text>'
                for (x, y), text in self.drawn.signs
            )
            yield f'<g class="coordinates" {style}>{"".join(texts)}</g>'


def ground(
    whole: Space,
    space: Space,
    vocabulary: Vocabulary,
    *,
    flipped: bool = False,
    coordinates: bool = True,
    regions: bool | None = None,
    wide: bool = False,
) -> Ground:
    """The empty board of a space, of which `space` is shown: empty layers of `whole` may be left out.

    >>> from lasker.algebra.contents import CHESSMEN
    >>> from lasker.space.shapes import rectangle
    >>> board = rectangle(2, 2)
    >>> found = ground(board, board, CHESSMEN)
    >>> found.chequered, len(list(found.squares(board))), found.drawn.kind
    (True, 4, 'square')
    """
    named = (*whole.regions, *map(whole.label, range(len(whole.sites))))
    made = _ground if space is whole else _ground.__wrapped__  # a cropped space is not cached
    return made(whole, space, vocabulary, (flipped, coordinates, wide), regions, named)


@lru_cache(maxsize=64)
def _ground(
    whole: Space,
    space: Space,
    vocabulary: Vocabulary,
    view: tuple[bool, bool, bool],  # flipped, with coordinates, wide
    regions: bool | None,
    named: tuple[object, ...],  # part of the cache key: regions and squares may be renamed
) -> Ground:
    drawn = plane_layout(space, *view)
    chequered = any(figure.shape in CHEQUERED for figure in figures(vocabulary))
    crossings = on_lines(vocabulary) and is_lined(space)
    shown = drawn_by_lines(whole.regions, len(space.sites)) if crossings and regions is not False else {}
    outlined = whole.regions if regions or (regions is None and not chequered) else {}
    if regions is None and chequered:
        outlined = special_places(space, whole.regions)
    hues = vocabulary.pictures.keys() - {piece.name for piece in vocabulary.pieces}
    painted = {} if regions is False else {key: at for key, at in whole.regions.items() if key[0] in hues}
    if painted and regions is None:  # the rules say what of the board is shown
        outlined = {}
    outlined = {key: region for key, region in outlined.items() if key not in {*shown, *painted}}
    points = of_points(space, whole.regions) if regions is not False and not crossings else []
    if points:
        drawn = lengthened(drawn)
    if points and regions is None:
        outlined = {key: region for key, region in outlined.items() if region in points}
    over = (
        *(coloured(vocabulary.pictures[name], region, drawn) for (name, _), region in painted.items()),
        *(lines(space, shown, drawn) if crossings else ()),
        *(part for region in points for part in triangles(space, region, drawn)),
        *(outlines(space, outlined, vocabulary, drawn) if outlined else ()),
    )
    return Ground(drawn, chequered, over)


def _link(drawn: PlaneLayout, a: int, b: int, both: bool) -> str:
    """A link as a line, with an arrow head in its middle if it is one-way, or a ring if it is a loop."""
    (x, y), (p, q) = drawn.centres[a], drawn.centres[b]
    style = f'class="link" fill="none" stroke="{FRAME}" stroke-width="4"'
    if a == b:
        return f'<circle {style} cx="{n(x)}" cy="{n(y - 0.4)}" r="22"/>'
    tip = "" if both else head(((x + 2 * p) / 3, (y + 2 * q) / 3), (p - x, q - y), 0.1)
    return f'<path {style} d="M{n(x)} {n(y)}L{n(p)} {n(q)}{tip}"/>'


def _seam(seam: Seam) -> str:
    """A dashed edge; its arrow heads show the orientation of the gluing, one for the
    first axis, two for the other."""
    (x, y), (p, q) = seam.start, seam.end
    length = math.hypot(p - x, q - y)
    marks = []
    for k in range(seam.axis + 1):
        at = 0.5 + (0.11 - 0.14 * k) / length
        marks.append(head((x + (p - x) * at, y + (q - y) * at), (p - x, q - y), 0.16))
    colour = SEAMS[seam.axis]
    line = f"M{n(x)} {n(y)}L{n(p)} {n(q)}"
    return (
        f'<path d="{line}" fill="none" stroke="#fff" stroke-width="9"/>'
        f'<g fill="none" stroke="{colour}" stroke-width="7"><path d="{"".join(marks)}"/>'
        f'<path class="seam" d="{line}" stroke-dasharray="20 14"/></g>'
    )
