"""Random boards: rectangles, holes, gluings, hexagons, boxes, lines and graphs, with
their direction words."""

from __future__ import annotations

from random import Random
from typing import NamedTuple


class DirectionWords(NamedTuple):
    """The direction words of boards of one kind."""

    steps: tuple[str, ...]  # to neighbours
    leaps: tuple[str, ...]  # to farther squares
    lame: tuple[tuple[str, str], ...]  # the blocking square, and the destination
    ahead: str
    aside: str
    back: str
    views: tuple[str, ...]  # movements from the first player's view to the next player's
    mirrored: bool = True  # is the word `both` defined?


class SampledBoard(NamedTuple):
    """A board: its kind, its direction words, and its declarations."""

    kind: str
    words: DirectionWords
    lines: tuple[str, ...]


VIEWS = ("flipped", "rotated", "C")
SQUARE = DirectionWords(
    steps=("u", "ur"),
    leaps=("uu", "uur", "uurr", "uuur"),
    lame=(("u", "uu"), ("u", "uur"), ("ur", "uurr"), ("ur", "uur")),
    ahead="u",
    aside="r",
    back="d",
    views=VIEWS,
)
ROWS = DirectionWords(
    steps=("r", "ur r"),
    leaps=("r r", "ur ur r", "ur ur"),
    lame=(("r", "r r"), ("r", "r ur"), ("ur", "ur ul")),
    ahead="ur",
    aside="r",
    back="dl",
    views=VIEWS,
)
FILES = DirectionWords(
    steps=("u", "u ur"),
    leaps=("u u", "u u ur", "ur ur"),
    lame=(("u", "u u"), ("u", "u ur"), ("ur", "ur dr")),
    ahead="u",
    aside="ur",
    back="d",
    views=VIEWS,
)
BOX = SQUARE._replace(steps=("u", "ur", "ura"), leaps=("uu", "uur", "uua"), views=("flipped", "T² C", "C"))
LINE = DirectionWords(
    steps=("r",),
    leaps=("rr", "rrr"),
    lame=(("r", "rr"), ("rr", "rrr")),
    ahead="r",
    aside="rr",
    back="l",
    views=("F C", "C"),
    mirrored=False,
)
RINGS = DirectionWords(
    steps=("e", "n"),
    leaps=("e e", "n e", "n n"),
    lame=(("e", "e e"), ("n", "n e")),
    ahead="n",
    aside="e",
    back="s",
    views=("C", "F C"),
    mirrored=False,
)


def random_board(random: Random) -> SampledBoard:
    """A random board, usually small, so that its games can be counted a few plies deep.

    >>> random_board(Random(3)).lines
    ('board 4x5',)
    """
    make = random.choices(
        (_rectangle, _large, _holes, _glued, _hexagons, _box, _line, _rings), (30, 8, 14, 16, 16, 8, 3, 5)
    )[0]
    return make(random)


def _sides(random: Random, least: int = 3, most: int = 6) -> str:
    return f"{random.randint(least, most)}x{random.randint(least, most)}"


def _rectangle(random: Random) -> SampledBoard:
    return SampledBoard("rectangle", SQUARE, (f"board {_sides(random)}",))


def _large(random: Random) -> SampledBoard:
    """About as many squares as one machine word has bits, or as two have, or more."""
    sides = random.choice(("8x8", "9x8", "10x10", "12x11", "13x10"))
    return SampledBoard("large board", SQUARE, (f"board {sides}",))


def _holes(random: Random) -> SampledBoard:
    width, height = random.randint(3, 6), random.randint(3, 6)
    rows = ["".join("#" if random.random() < 0.2 else "." for _ in range(width)) for _ in range(height)]
    rows[0], rows[-1] = "." * width, "." * width
    return SampledBoard("holes", SQUARE, ("board " + " ".join(f"'{row}'" for row in rows),))


def _glued(random: Random) -> SampledBoard:
    return SampledBoard(
        "gluing", SQUARE, (f"board {random.choice(('cylinder', 'torus', 'möbius'))} {_sides(random, 3, 5)}",)
    )


def _hexagons(random: Random) -> SampledBoard:
    if random.random() < 0.3:
        return SampledBoard("hexagons", FILES, (f"board hexagon files {random.randint(2, 3)}",))
    shapes = (
        "hexagon 2",
        "hexagon 3",
        f"rhombus {_sides(random, 3, 5)}",
        "star 1",
        "hex ' . .' '. # .' ' . .'",
    )
    return SampledBoard("hexagons", ROWS, (f"board {random.choice(shapes)}",))


def _box(random: Random) -> SampledBoard:
    return SampledBoard(
        "three dimensions", BOX, (f"board {random.choice(('3x3x2', '3x3x3', '4x2x3', '2x5x2', '4x4x2'))}",)
    )


def _line(random: Random) -> SampledBoard:
    return SampledBoard("line", LINE, (f"board {random.randint(5, 12)}",))


def _rings(random: Random) -> SampledBoard:
    """Concentric rings joined by spokes; some are missing, symmetrically to the first."""
    spokes, rings = random.randint(3, 5), random.randint(2, 4)
    missing = {min(spoke, spokes - spoke) for spoke in range(1, spokes) if random.random() < 0.15}
    links = [
        " e/w ".join(f"{'abcd'[ring]}{spoke % spokes}" for spoke in range(spokes + 1))
        for ring in range(rings)
    ]
    links += [
        f"{'abcd'[ring]}{spoke} n/s {'abcd'[ring + 1]}{spoke}"
        for ring in range(rings - 1)
        for spoke in range(spokes)
        if min(spoke, spokes - spoke) not in missing
    ]
    return SampledBoard("graph", RINGS, (*(f"link {each}" for each in links), "turn F: e -> w, w -> e"))
