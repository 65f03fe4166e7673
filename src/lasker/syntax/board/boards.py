"""Boards as rules files declare them: shapes by name, pictures, graphs, and the regions on them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

from lasker.kernel.errors import DeclarationError
from lasker.kernel.limits import Limits, whole
from lasker.space import layout, shapes
from lasker.space.compass import CUBE, HEX, HEXFILES, SQUARE, Compass
from lasker.space.space import LatticeSpace, Space, file_number

Link = tuple[str, str, str | None, str]  # site, direction, the direction back if there is one, site

WITHOUT = "without"
LINES = ("file", "rank", "layer")  # by their axes
SHADE = "shade"


def _files(side: int, limits: Limits) -> LatticeSpace:
    return shapes.hexagon(side, files=True, limits=limits)


SHAPES: dict[str, tuple[Callable[..., Space], int | None]] = {
    "box": (shapes.box, None),
    "square": (shapes.rectangle, 2),
    "rectangle": (shapes.rectangle, 2),
    "cylinder": (shapes.cylinder, 2),
    "torus": (shapes.torus, 2),
    "moebius": (shapes.moebius, 2),
    "möbius": (shapes.moebius, 2),
    "hexagon": (shapes.hexagon, 1),
    "hexagon files": (_files, 1),
    "rhombus": (shapes.rhombus, 2),
    "star": (shapes.star, 1),
}

PICTURED: dict[str, Compass] = {
    "box": SQUARE,
    "square": SQUARE,
    "hex": HEX,
    "hex files": HEXFILES,
    "cube": CUBE,
}


def lattice(shape: list[str], limits: Limits) -> Space:
    """The board of `board cylinder 8x8`, of a picture, `board hex ' . .' '. . .'`, or one with holes.

    >>> from lasker.kernel.limits import DEFAULT
    >>> len(lattice(["torus", "8x8", "without", "c3..d4", "rank", "8"], DEFAULT).sites)
    52
    """
    if WITHOUT in shape:
        at = shape.index(WITHOUT)
        return _pierced(lattice(shape[:at], limits), [word.strip("'") for word in shape[at + 1 :]])
    kinds = [word.lower() for word in shape if word[0].isalpha()]
    sizes = [whole(size) for word in shape if word[0].isdigit() for size in re.split("[x×]", word)]
    rows = [word.strip("'") for word in shape if word[0] == "'"]
    kind = " ".join(kinds) or "box"
    if rows:
        return picture_space(kind, "\n".join(rows), limits)
    builder, wanted = SHAPES.get(kind, (None, None))
    size = "x".join(re.findall("[0-9]+", " ".join(shape)))
    if builder is None and "x" in size and re.fullmatch(r"(.* )?(x[0-9]*|by)( x[0-9]*| by)*", kind):
        known = [word for word in kinds if word in " ".join(SHAPES).split()]
        raise DeclarationError(
            "the size of a board is one word",
            remedy=f"write it without blanks: board {' '.join([*known, size])}",
        )
    if builder is None:
        raise DeclarationError(f"no board is called {kind}", remedy=f"boards are called {', '.join(SHAPES)}")
    if wanted is not None and len(sizes) != wanted:
        raise DeclarationError(
            f"a {kind} board has {wanted} size{'s' * (wanted > 1)}, not {len(sizes)}",
            remedy="for example: board cylinder 8x8, board hexagon 5, board 5x5x5",
        )
    return builder(*sizes, limits=limits)


def _pierced(space: Space, holes: list[str]) -> Space:
    if not isinstance(space, LatticeSpace) or not holes:
        raise DeclarationError(
            "no hole is named", remedy=f"for example: board 8x8 {WITHOUT} d4 a1..b2 rank 8"
        )
    words = iter(holes)
    areas = (("line", word, next(words, "")) if word in (*LINES, SHADE) else _places(word) for word in words)
    return space.without({site for area in areas for site in sites(space, area)})


def _places(word: str) -> tuple[str, str, str | None]:
    start, dots, end = word.partition("..")
    return "stretch", start, end if dots else None


def picture_space(kind: str, picture: str, limits: Limits) -> LatticeSpace:
    """A board of the shape that a picture shows: `square`, `hex`, `hex files`, `cube`."""
    if kind not in PICTURED:
        raise DeclarationError(
            f"a {kind} board is not drawn", remedy=f"drawn boards are {', '.join(PICTURED)}"
        )
    compass = PICTURED[kind]
    return LatticeSpace(compass, layout.read(compass, picture), limits=limits)


def graph(links: list[Link], turns: Mapping[str, Mapping[str, str]], limits: Limits) -> Space:
    """The board that links make."""
    steps = [(a, there, b) for a, there, _, b in links]
    steps += [(b, back, a) for a, _, back, b in links if back is not None]
    return shapes.graph(steps, turns, limits)


def sites(space: Space, area: tuple[Any, ...]) -> Iterator[int]:
    """The sites of `e4`, `a1..h1`, `rank 8`, `rank -1`, `file a`, `shade a1`, `Ae4`, `(0,1,2)`."""
    match area:
        case ("stretch", "rank" | "file" | "layer" as kind, None):
            raise DeclarationError(
                f"{kind} is one line of squares, told by one number or letter",
                remedy="name each: rank 1, rank 2; or two corners: a1..h2",
            )
        case ("stretch", start, None):
            yield space.site(start)
        case ("from end", number):
            raise DeclarationError(
                f"{number} belongs behind a line of squares", remedy="for example rank -1 or file -2"
            )
        case ("stretch", start, end):
            yield from _stretch(space, space.site(start), space.site(end))
        case ("line", kind, name) if kind == SHADE:
            yield from _shade(space, space.site(name))
        case ("line", kind, name):
            yield from _line(space, kind, name)
        case ("point", coordinates):
            low = space.low if isinstance(space, LatticeSpace) else ()
            if len(coordinates) != len(low):
                raise DeclarationError(f"a square of this board has {len(low)} coordinates")
            site = tuple(x + least for x, least in zip(coordinates, low, strict=True))
            if site not in space.index:
                raise DeclarationError(f"this board has no square ({','.join(map(str, coordinates))})")
            yield space.index[site]


def every(space: Space, area: tuple[Any, ...], number: int) -> Iterator[int]:
    """Every n-th square of `a1..h1`, or every n-th line from `rank 1` on; from `rank -1`, backwards.

    >>> from lasker.space.shapes import rectangle
    >>> board = rectangle(4, 4)
    >>> [board.label(site) for site in every(board, ("stretch", "a1", "c3"), 2)]
    ['a1', 'c1', 'a3', 'c3']
    >>> len(list(every(board, ("line", "rank", "-1"), 3)))
    8
    """
    if not number:
        raise DeclarationError("every 0th square is none", remedy="count from 1: by 2 is every second")
    match area:
        case ("stretch", start, str(end)):
            first, found = space.sites[space.site(start)], _stretch(space, space.site(start), space.site(end))
            places = ((site, zip(space.sites[site], first, strict=True)) for site in found)
            yield from (site for site, pairs in places if not any((x - y) % number for x, y in pairs))
        case ("line", "rank" | "file" | "layer" as kind, name):
            axis = LINES.index(kind)
            begin = space.sites[next(_line(space, kind, name))][axis]
            ahead = -1 if name.startswith("-") else 1
            for index, site in enumerate(space.sites):
                steps = (site[axis] - begin) * ahead
                if steps >= 0 and steps % number == 0:
                    yield index
        case _:
            raise DeclarationError(
                f"`by {number}` counts squares of a rectangle, or lines",
                remedy="for example: a1..h1 by 2, or rank 1 by 2",
            )


def _stretch(space: Space, start: int, end: int) -> Iterator[int]:
    a, b = space.sites[start], space.sites[end]
    if isinstance(a, str):
        raise DeclarationError("a graph has no rectangles", remedy="list the squares one by one")
    spans = [range(min(x, y), max(x, y) + 1) for x, y in zip(a, b, strict=True)]
    for site in (point[::-1] for point in product(*reversed(spans))):
        if site in space.index:
            yield space.index[site]


def _line(space: Space, kind: str, name: str) -> Iterator[int]:
    axis = LINES.index(kind)
    if not isinstance(space, LatticeSpace) or axis >= space.dimension:
        raise DeclarationError(
            f"this board has no {kind}s", remedy="regions are made of squares, files and ranks"
        )
    wanted = _number(name, space.high[axis] - space.low[axis] + 1)
    found = [i for i, site in enumerate(space.sites) if site[axis] - space.low[axis] == wanted]
    if not found:
        raise DeclarationError(f"this board has no {kind} {name}")
    yield from found


def _number(name: str, size: int) -> int:
    """The place of a line in its board, from 0: `a` and `1` are the first one, `-1` is the last."""
    if name.isalpha() and name.islower() and name.isascii():
        return file_number(name)
    if not name.removeprefix("-").isdecimal():
        return -1
    number = whole(name)
    return size + number if number < 0 else number - 1


def _shade(space: Space, start: int) -> Iterator[int]:
    """The sites of one shade, as a chequered board has two."""
    if not isinstance(space, LatticeSpace) or space.compass.name not in {"square", "cube"}:
        raise DeclarationError("only boards of squares are chequered", remedy="list the squares one by one")
    shade = sum(space.sites[start]) % 2
    yield from (i for i, site in enumerate(space.sites) if sum(site) % 2 == shade)
