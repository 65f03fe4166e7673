"""Compasses: which directions a kind of board names, and which turns map it onto itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from lasker.kernel.errors import SpaceError
from lasker.space.movement import Affine, Movement, Offset, Rewording, translation

# A turn group larger than this is a mistake in a declaration, not a symmetry of a board.
MOST_SYMMETRIES = 5_000


@dataclass(frozen=True)
class Compass:
    """Named directions and named turns of one kind of board.

    >>> sorted(SQUARE.directions), sorted(SQUARE.turns)
    (['d', 'l', 'r', 'u'], ['F', 'R'])
    >>> len(SQUARE.symmetries), len(HEX.symmetries), len(CUBE.symmetries)
    (8, 12, 48)
    """

    name: str
    directions: Mapping[str, Movement]
    turns: Mapping[str, Movement]
    row: str | None  # the direction in which `fg` sets g beside f
    column: str | None  # the direction in which `f;g` sets g above f

    @property
    def origin(self) -> Offset:
        """The offset of the centre's own square."""
        return self.identity.shift

    @cached_property
    def identity(self) -> Movement:
        """The movement `1`."""
        some = next(iter(self.directions.values()))
        return some**0  # type: ignore[no-any-return]

    @cached_property
    def symmetries(self) -> tuple[Movement, ...]:
        """Every product of turns, those of the first named turn before the others."""
        if len(self.origin) > 5:  # 2^n n! of them
            raise SpaceError(
                f"a {self.name} board has too many symmetries to list",
                remedy="write the directions out one by one",
            )
        found: dict[Movement, None] = {self.identity: None}
        turns: list[Movement] = []
        for turn in self.turns.values():
            turns.append(turn)
            frontier = list(found)
            while frontier:
                fresh = dict.fromkeys(turn * g for g in frontier for turn in turns)
                frontier = [g for g in fresh if g not in found]
                found |= dict.fromkeys(frontier)
                if len(found) > MOST_SYMMETRIES:
                    raise SpaceError(
                        f"the turns of a {self.name} board generate more than {MOST_SYMMETRIES} symmetries",
                        remedy="write the directions out one by one",
                    )
        return tuple(found)

    def orbit(self, word: Movement) -> tuple[Movement, ...]:
        """One symmetry for each image of a displacement, in the order of `symmetries`.

        >>> len(SQUARE.orbit(SQUARE.directions["u"])), len(CUBE.orbit(CUBE.directions["u"]))
        (4, 6)
        """
        images: dict[Offset, Movement] = {}
        for symmetry in self.symmetries:
            images.setdefault(symmetry.turn(word.shift), symmetry)
        return tuple(images.values())


def _unit(size: int, axis: int, sign: int) -> Affine:
    return translation(tuple(sign * int(i == axis) for i in range(size)))


def _quarter(size: int, a: int, b: int) -> Affine:
    """A quarter turn from axis a towards axis b about the corner of the square at the origin."""
    rows = [[int(i == j) for j in range(size)] for i in range(size)]
    rows[a][a] = rows[b][b] = 0
    rows[a][b], rows[b][a] = -1, 1
    return Affine(tuple(map(tuple, rows)), tuple(-int(i == a) for i in range(size)))


def _mirror(size: int, axis: int) -> Affine:
    rows = tuple(tuple(int(i == j) * (-1 if i == axis else 1) for j in range(size)) for i in range(size))
    return Affine(rows, tuple(-int(i == axis) for i in range(size)))


MOST_DIMENSIONS = 8

# The letters of the axes, backward and forward: left-right, down-up, below-above, then numbered pairs.
AXES = (("l", "r"), ("d", "u"), ("b", "a"))


def cubic(size: int) -> Compass:
    """The compass of Z^size: R turns the first two axes, T tilts the second towards the third, F mirrors.

    Beyond three dimensions the axes are called `i4 j4`, `i5 j5` … and the turns `T4`, `T5` ….

    >>> sorted(cubic(4).directions)
    ['a', 'b', 'd', 'i4', 'j4', 'l', 'r', 'u']
    """
    if not 1 <= size <= MOST_DIMENSIONS:
        raise SpaceError(f"a lattice has between one and {MOST_DIMENSIONS} dimensions")
    names = [AXES[i] if i < len(AXES) else (f"i{i + 1}", f"j{i + 1}") for i in range(size)]
    directions: dict[str, Movement] = {}
    for axis, (back, forth) in enumerate(names):
        directions[forth] = _unit(size, axis, 1)
        directions[back] = _unit(size, axis, -1)
    turns: dict[str, Movement] = {}
    if size >= 2:
        turns["R"] = _quarter(size, 0, 1)
    for axis in range(2, size):
        turns["T" if axis == 2 else f"T{axis + 1}"] = _quarter(size, axis - 1, axis)
    turns["F"] = _mirror(size, 0)
    name = {1: "line", 2: "square", 3: "cube"}.get(size, f"Z{size}")
    return Compass(name, directions, turns, "r", "u" if size >= 2 else None)


def hexagonal(files: bool = False) -> Compass:
    """Six directions: rows of hexagons (l r ul ur dl dr) or files of them (u d ul ur dl dr).

    Offsets are axial coordinates, the centre of a fragment is the centre of its hexagon,
    R turns by 60 degrees counter-clockwise and F mirrors left and right.
    """
    order = ["ur", "u", "ul", "dl", "d", "dr"] if files else ["r", "ur", "ul", "l", "dl", "dr"]
    vectors = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    directions: dict[str, Movement] = {name: translation(v) for name, v in zip(order, vectors, strict=True)}
    R = Affine(((0, -1), (1, 1)), (0, 0))
    F = Affine(((-1, 0), (1, 1)), (0, 0)) if files else Affine(((-1, -1), (0, 1)), (0, 0))
    row, column = (None, "u") if files else ("r", None)
    return Compass("hexfiles" if files else "hex", directions, {"R": R, "F": F}, row, column)


def graph_compass(directions: Iterable[str], turns: Mapping[str, Mapping[str, str]] | None = None) -> Compass:
    """The compass of a graph: any directions, and only those turns that are declared."""
    steps: dict[str, Movement] = {name: Rewording(prefix=(name,)) for name in directions}
    renamings: dict[str, Movement] = {}
    for name, images in (turns or {}).items():
        if sorted(images) != sorted(images.values()) or not set(images) <= set(steps):
            raise SpaceError(
                f"the turn {name} does not permute the directions of the graph",
                remedy="name every direction that changes exactly once on each side",
            )
        renamings[name] = Rewording(tuple(sorted((a, b) for a, b in images.items() if a != b)))
    if not steps:
        raise SpaceError("a graph needs at least one direction")
    return Compass("graph", steps, renamings, None, None)


SQUARE = cubic(2)
CUBE = cubic(3)
HEX = hexagonal()
HEXFILES = hexagonal(files=True)
