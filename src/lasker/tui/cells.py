"""The layout of a board's squares in a terminal: rectangles of characters, for boards of any shape."""

from __future__ import annotations

from lasker.kernel.dataclass import dataclass
from lasker.space import layout
from lasker.space.compass import SQUARE
from lasker.space.space import SQUARE_NAME, Space, file_number

ABREAST = 5  # layers side by side
COLUMNS = 8  # columns for squares without coordinates
HALVED = {"hex": (1, 2), "hexfiles": (2, 1)}  # rows and columns of the text layout that a hexagon covers


@dataclass(frozen=True)
class Cells:
    """The corner of each square in characters, and the common cell size.

    >>> from lasker.space.shapes import rectangle
    >>> cells = Cells.of(rectangle(3, 2), height=1)
    >>> cells.corners, cells.width, (cells.columns, cells.rows)
    (((0, 1), (2, 1), (4, 1), (0, 0), (2, 0), (4, 0)), 2, (6, 2))
    >>> cells.at(5, 0)
    5
    """

    corners: tuple[tuple[int, int], ...]  # column and row, by site
    width: int
    height: int

    @classmethod
    def of(cls, space: Space, height: int, flipped: bool = False) -> Cells:
        """The cells of a board, each `height` rows high."""
        tall, wide = HALVED.get(space.compass.name, (1, 1))
        width = max(2, 2 * height)
        spots = spots_of(space)
        lines, columns = sorted({spot[1] for spot in spots}), sorted({spot[2] for spot in spots})
        layers = sorted({spot[0] for spot in spots})
        down, right = max(1, height // tall), max(1, width // wide)
        high = (lines[-1] - lines[0]) * down + height + 1  # of a layer, with a separating row
        broad = (columns[-1] - columns[0]) * right + width + 2
        corners = []
        for layer, line, column in spots:
            below, beside = divmod(layers.index(layer), ABREAST)
            x, y = (column - columns[0]) * right, (line - lines[0]) * down
            corners.append((beside * broad + x, below * high + y))
        if flipped:
            last, low = max(x for x, _ in corners), max(y for _, y in corners)
            corners = [(last - x, low - y) for x, y in corners]
        return cls(tuple(corners), width, max(1, height))

    @property
    def columns(self) -> int:
        """The total width."""
        return max(x for x, _ in self.corners) + self.width

    @property
    def rows(self) -> int:
        """The total height."""
        return max(y for _, y in self.corners) + self.height

    def at(self, x: int, y: int) -> int | None:
        """The square at a character position."""
        for site, (left, top) in enumerate(self.corners):
            if left <= x < left + self.width and top <= y < top + self.height:
                return site
        return None

    def neighbour(self, site: int, dx: int, dy: int) -> int:
        """The nearest square in a direction, or the same square where there is none."""
        x, y = self.corners[site]

        def distance(other: int) -> float:
            p, q = self.corners[other]
            ahead = (p - x) * dx + 2 * (q - y) * dy  # characters are twice as high as wide
            aside = abs(2 * (q - y) * dx) + abs((p - x) * dy)
            return ahead + 2.5 * aside if ahead > 0 else float("inf")

        nearest = min(range(len(self.corners)), key=distance)
        return nearest if distance(nearest) < float("inf") else site


def spots_of(space: Space) -> list[layout.Spot]:
    """The layout coordinates of the sites of a space; for graphs by their names, or else in rows."""
    if layout.drawable(space.compass):
        return [layout.spot(space.compass, site) for site in space.sites]
    labels = [space.label(site) for site in range(len(space.sites))]
    names = [SQUARE_NAME.fullmatch(label) for label in labels]
    places = [(file_number(name[1]), int(name[2])) for name in names if name and len(name[0]) < 5]
    if len(set(places)) == len(labels):
        return [layout.spot(SQUARE, place) for place in places]
    return [(0, *divmod(number, COLUMNS)) for number in range(len(labels))]
