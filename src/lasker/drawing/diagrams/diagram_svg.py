"""Move diagrams as SVG: lines for rides, discs for leaps, rings for quiet moves, crosses for captures."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape

from lasker.drawing.boards.board_svg import board_svg
from lasker.drawing.style import BLUE, GREEN, RED, WRITING, legend, n, xml_text
from lasker.movement.description import MoveDescription, nearest
from lasker.movement.diagram import Diagram
from lasker.space.plane import PlaneLayout, Point
from lasker.space.space import LatticeSpace, Space

HOP = "#a8741a"
MEANING = {
    "both": "moves or takes",
    "line": "moves or takes along a line",
    "moves": "only moves",
    "takes": "only takes",
    "hop": "moves over a piece",
    "hop both": "moves or takes over a piece",
    "shot": "takes over a piece",
    "jump": "jumps over an enemy and takes it",
    "helped": "goes with another piece on the right square",
    "aside": "goes there and takes an enemy elsewhere",
    "shoots": "takes without moving",
    "shift": "moves or changes another piece",
    "hurdle": "something must stand here",
    "leg": "a piece here is in the way",
    "some": "only from some squares",
    "put": "may be put here",
}


def diagram_svg(diagram: Diagram, size: int | None = None, flipped: bool = False) -> str:
    """The diagram of a piece as an SVG picture, with a legend of the signs that occur in it.

    >>> from lasker.play.library import model
    >>> from lasker.movement.diagram import diagram
    >>> from lasker.movement.piece_context import piece_called
    >>> game = model("chess")
    >>> picture = diagram_svg(diagram(game, piece_called(game, "knight")))
    >>> picture.count('class="way both"'), picture.count("only takes")
    (8, 0)
    """
    game, space = diagram.game, diagram.game.space
    content = game.rules.vocabulary.content(diagram.piece.glyph)
    board = [content if site == diagram.site else 0 for site in range(len(space.sites))]
    signs = _signs(diagram)
    shown = dict.fromkeys(sign for sign, _ in signs)

    def under(drawn: PlaneLayout) -> Iterator[str]:
        yield from _rides(space, drawn, diagram)
        for sign, site in signs:
            if site < len(drawn.centres):
                x, y = drawn.centres[site]
                yield f'<g class="way {sign}" transform="translate({n(x)} {n(y)})">{SIGNS[sign]}</g>'

    entries = [(SIGNS[sign], MEANING[sign]) for sign in MEANING if sign in shown]
    name = f"{diagram.piece.name.replace('_', ' ')}: {'; '.join(diagram.words())}"
    picture = board_svg(
        space,
        game.rules.vocabulary,
        board,
        flipped=flipped,
        under=[under],
        beside=[legend(entries)] if entries else [],
        size=size,
    )
    first, rest = picture.split("\n", 1)
    return f"{first}\n<desc>{escape(xml_text(name))}</desc>\n{rest}"


def _disc(radius: int, style: str) -> str:
    return f'<circle r="{radius}" {style}/>'


def _path(d: str, style: str) -> str:
    return f'<path d="{d}" stroke-linejoin="round" stroke-linecap="round" {style}/>'


def _line_of(colour: str, width: int, fill: str = "none") -> str:
    return f'fill="{fill}" fill-opacity=".75" stroke="{colour}" stroke-width="{width}"'


_FULL = 'fill="{}" stroke="#fff" stroke-width="3"'
_CROSS, _DIAMOND = "M-13-13 13 13M13-13-13 13", "M0-22 22 0 0 22-22 0Z"
SIGNS = {
    "both": _disc(20, _FULL.format(GREEN)),
    "line": _disc(13, _FULL.format(GREEN)),
    "moves": _disc(15, _line_of(BLUE, 7, "#fff")),
    "takes": _path(_CROSS, _line_of("#fff", 13)) + _path(_CROSS, _line_of(RED, 8)),
    "hop": _path(_DIAMOND, _line_of(HOP, 6, "#fff")),
    "hop both": _path(_DIAMOND, _FULL.format(HOP)),
    "shot": _path(_DIAMOND, _line_of(RED, 6)),
    "jump": _path("M-20-20H20V20H-20Z", _line_of(RED, 6)),
    "helped": _path("M-20 16H20L0-20Z", _line_of(HOP, 6, "#fff")),
    "aside": _path("M-20 16H20L0-20Z", _line_of(RED, 6)),
    "shoots": _disc(17, _line_of(RED, 6)) + _disc(4, _FULL.format(RED)),
    "shift": _path("M-20-20H20V20H-20Z", _line_of(BLUE, 6)),
    "hurdle": f'<circle r="26" fill="{WRITING}" fill-opacity=".25" stroke="{WRITING}" stroke-width="2"/>',
    "leg": _path("M-9-9H9V9H-9Z", _line_of(WRITING, 4, "#fff")),
    "some": _disc(33, _line_of(WRITING, 4) + ' stroke-dasharray="9 7"'),
    "put": _disc(15, _line_of(BLUE, 7, "#fff")),
}


def _signs(diagram: Diagram) -> list[tuple[str, int]]:
    """The signs of a diagram with their squares, without duplicates, the larger ones first."""
    found: dict[tuple[str, int], None] = {}
    reached = {move.to for move in diagram.moves}
    single = all(len(move.over) <= 1 for move in diagram.moves)
    for move in diagram.moves:
        if move.conditional:
            found["some", move.to] = None
        if move.kind == "lame":
            found |= dict.fromkeys(("leg", site) for site in sorted(move.blockers - reached))
        if single:
            found |= dict.fromkeys(("hurdle", site) for site in move.over)
        found[_sign(move), move.to] = None
    if diagram.site is None:
        found |= dict.fromkeys(("put", site) for site in sorted(diagram.placed))
    order = ["hurdle", "some", "leg", *SIGNS]
    return sorted(found, key=lambda each: (order.index(each[0]), each[1]))


def _sign(move: MoveDescription) -> str:
    if move.kind in ("jump", "helped", "aside", "shift"):
        return move.kind
    if move.kind == "shot":
        return "shoots"
    if move.kind == "hop":
        return "shot" if not move.moves else "hop both" if move.takes else "hop"
    if not move.takes:
        return "moves"
    if not move.moves:
        return "takes"
    return "line" if move.kind == "ride" else "both"


def _rides(space: Space, drawn: PlaneLayout, diagram: Diagram) -> Iterator[str]:
    """A line from every square of a ride to the previous one; across a seam, its two halves."""
    path: list[str] = []
    for move in diagram.moves:
        for before in move.via:
            if max(before, move.to) < len(drawn.centres):
                path += _pieces(space, drawn, before, move.to)
    if path:
        style = f'fill="none" stroke="{GREEN}" stroke-opacity=".45" stroke-width="7" stroke-linecap="round"'
        yield f'<path class="ride" {style} d="{"".join(path)}"/>'


def _pieces(space: Space, drawn: PlaneLayout, a: int, b: int) -> Iterator[str]:
    start, end = drawn.centres[a], drawn.centres[b]
    if not isinstance(space, LatticeSpace):
        yield _line(start, end)
        return
    one, other = space.sites[a], space.sites[b]
    if one[2:] != other[2:]:
        return  # a line between two layers would cross other squares
    plain = tuple(y - x for x, y in zip(one, other, strict=True))
    along = nearest(space, a, b)
    if plain == along:
        yield _line(start, end)
    elif drawn.kind == "square":
        up = 1 if _upright(drawn) else -1
        half = (up * along[0] / 2, -up * along[1] / 2)
        yield _line(start, (start[0] + half[0], start[1] + half[1]))
        yield _line((end[0] - half[0], end[1] - half[1]), end)


def _upright(drawn: PlaneLayout) -> bool:
    """Is the board drawn with its last rank on top?"""
    return drawn.centres[0][1] >= drawn.centres[-1][1]


def _line(a: Point, b: Point) -> str:
    if math.dist(a, b) < 1e-9:
        return ""
    return f"M{n(a[0])} {n(a[1])}L{n(b[0])} {n(b[1])}"
