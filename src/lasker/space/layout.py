"""Text pictures of boards: from sites to lines and columns, and back (squares, hexagons, layers)."""

from __future__ import annotations

from collections.abc import Iterable

from lasker.kernel.errors import PictureError
from lasker.space.compass import Compass
from lasker.space.space import Site

Spot = tuple[int, int, int]  # layer from the top, line from the top, column; signed, relative to the origin


def spot(compass: Compass, site: Site) -> Spot:
    """The layer, line and column at which a site is drawn.

    >>> from lasker.space.compass import HEX, SQUARE
    >>> spot(SQUARE, (3, 1)), spot(HEX, (1, 1))
    ((0, -1, 3), (0, -1, 3))
    """
    if compass.name == "hex":
        return (0, -site[1], 2 * site[0] + site[1])
    if compass.name == "hexfiles":
        return (0, -2 * site[1] - site[0], site[0])
    if compass.name in {"line", "square", "cube"}:
        x, y, z = (*site, 0, 0)[:3]
        return (-z, -y, x)
    raise PictureError(f"a {compass.name} board has no picture in text", remedy="list its squares instead")


def drawable(compass: Compass) -> bool:
    """Can a text picture show this kind of board?"""
    return compass.name in {"hex", "hexfiles", "line", "square", "cube"}


def draw(compass: Compass, marks: Iterable[tuple[Site, str]]) -> str:
    """A text picture of some sites, each shown by one character."""
    spots = {spot(compass, site): mark for site, mark in marks}
    if not spots:
        return ""
    top = min(line for _, line, _ in spots)
    bottom = max(line for _, line, _ in spots)
    left = min(column for _, _, column in spots)
    right = max(column for _, _, column in spots)
    width = max(map(len, spots.values()))
    gap = " " if width > 1 else ""  # signs of several letters are separated
    hole = "#" if compass.name == "cube" else " "  # between layers an empty line is the separator
    pages = []
    for layer in range(min(layer for layer, _, _ in spots), max(layer for layer, _, _ in spots) + 1):
        lines = [
            gap.join(spots.get((layer, line, column), hole).ljust(width) for column in range(left, right + 1))
            for line in range(top, bottom + 1)
        ]
        pages.append("\n".join(line.rstrip() for line in lines))
    return "\n\n".join(pages)


def read(compass: Compass, picture: str) -> dict[Site, str]:
    """The sites of a picture with their characters; blanks and `#` are not sites.

    Lines may end with a newline or a slash, layers with an empty line or two slashes.

    >>> from lasker.space.compass import SQUARE
    >>> read(SQUARE, ".♟/♙#") == {(0, 1): ".", (1, 1): "♟", (0, 0): "♙"}
    True
    """
    text = (
        picture.replace("//", "\n\n")
        .replace("/", "\n")
        .strip("\n")
        .replace("\ufe0e", "")
        .replace("\ufe0f", "")
    )
    layers = (
        [block.split("\n") for block in text.split("\n\n")] if compass.name == "cube" else [text.split("\n")]
    )
    found: dict[Site, str] = {}
    corner = _corner(compass, layers[-1])
    for above, lines in enumerate(reversed(layers)):
        for height, line in enumerate(reversed(lines)):
            for column, character in enumerate(line.rstrip()):
                if character not in " #":
                    where = (above, height + corner[0], column + corner[1])
                    found[_site(compass, *where, len(lines) - 1 - height)] = character
    if not found:
        raise PictureError("this picture shows no square", remedy="draw at least one: . or a piece")
    return found


def _corner(compass: Compass, lines: list[str]) -> tuple[int, int]:
    """The shift of a picture of hexagons, so that the first one drawn lies on the lattice."""
    for height, line in enumerate(reversed(lines)):
        for column, character in enumerate(line):
            if character not in " #":
                if compass.name == "hex":
                    return (0, (column - height) % 2)
                if compass.name == "hexfiles":
                    return ((height - column) % 2, 0)
                return (0, 0)
    return (0, 0)


def _site(compass: Compass, layer: int, height: int, column: int, line: int) -> Site:
    if compass.name == "line":
        if height:
            raise PictureError("a board of one dimension is drawn on one line")
        return (column,)
    if compass.name == "square":
        return (column, height)
    if compass.name == "cube":
        return (column, height, layer)
    if compass.name == "hex":
        q, odd = divmod(column - height, 2)
        return (q, height) if not odd else _halfway(line, column)
    if compass.name == "hexfiles":
        r, askew = divmod(height - column, 2)
        return (column, r) if not askew else _halfway(line, column)
    raise PictureError(f"a {compass.name} board cannot be drawn in text", remedy="declare it in a rules file")


def _halfway(line: int, column: int) -> Site:
    raise PictureError(
        f"line {line + 1}, column {column + 1} lies between two hexagons",
        remedy="leave a blank between neighbours, and shift each line by half a hexagon",
    )
