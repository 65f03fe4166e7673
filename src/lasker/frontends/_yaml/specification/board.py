"""The board of a specification: vectors on it and their words, and how each player sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import gcd, lcm, prod

from lasker.frontends._yaml.guards.terms import Offset
from lasker.frontends._yaml.specification.schema import BoardSpec, Symmetry
from lasker.kernel.errors import DeclarationError, SpaceError
from lasker.kernel.limits import DEFAULT
from lasker.space.compass import Compass
from lasker.space.movement import translation
from lasker.space.space import LatticeSpace
from lasker.syntax.board import boards
from lasker.syntax.compose import NOWHERE, called, number, row
from lasker.syntax.tree import Node, Power

MOST_TURNS = 6  # after which every lattice is turned back
View = str | Sequence[int] | None  # mirror, rotate, same, or a sign for each axis


class BoardGeometry:
    """A board as designers speak of it: vectors, squares by name, and the views of the players."""

    def __init__(self, board: BoardSpec, view: View, players: int) -> None:
        self.players = players
        self.words = _words(board)
        space = boards.lattice(self.words, DEFAULT)
        if not isinstance(space, LatticeSpace):
            raise DeclarationError("vectors need a lattice", remedy="choose another board")
        self.space: LatticeSpace = space
        self.compass: Compass = space.compass
        self.dimension = space.dimension
        self.sizes = tuple(high - low + 1 for low, high in zip(space.low, space.high, strict=True))
        self.hexagonal = self.compass.name.startswith("hex")
        turns = self._turns(view)
        linear = prod(
            (space.compass.turns[name] ** k for name, k in turns), start=translation(space.low) ** 0
        )
        self.turn: tuple[tuple[int, ...], ...] = linear.matrix  # of the view of the next player
        self.view = self._view(view, turns)

    # --- words ----------------------------------------------------------------------------------

    @cached_property
    def _letters(self) -> list[tuple[str, str]]:
        """The directions forward and backward along each axis."""
        found = []
        for axis in range(self.dimension):
            unit = tuple(int(i == axis) for i in range(self.dimension))
            back = tuple(-x for x in unit)
            names = {tuple(step.shift): name for name, step in self.compass.directions.items()}
            found.append((names[unit], names[back]))
        return found

    def words_of(self, vector: Offset) -> list[Node]:
        """A vector in the directions of the board: (1, 2) is `uur`, one word where they are letters.

        >>> BoardGeometry(BoardSpec(size=[8, 8]), None, 2).words_of((-1, 2))
        [Word(text='uul', at=(0, 0))]
        """
        order = sorted(range(self.dimension), key=lambda axis: (axis != 1, axis))
        steps = [self._letters[axis][vector[axis] < 0] for axis in order for _ in range(abs(vector[axis]))]
        short = all(len(step) == 1 for step in steps)
        return [called(word) for word in (["".join(steps)] if short and steps else steps)]

    def at(self, vector: Offset, cell: Node) -> Node:
        """A cell moved by a vector, as it stands in a fragment."""
        return row(*self.words_of(vector), cell)

    def along(self, vector: Offset) -> Node:
        """A vector as an argument."""
        return row(*self.words_of(vector))

    # --- vectors --------------------------------------------------------------------------------

    def images(self, vector: Offset, symmetry: Symmetry) -> list[Offset]:
        """A vector and all it can be turned or mirrored into, the vector itself first.

        >>> len(BoardGeometry(BoardSpec(size=[8, 8]), None, 2).images((1, 2), "all"))
        8
        """
        turns, one = self.compass.turns, self.compass.identity
        match symmetry:
            case "none":
                group = [one]
            case "mirror":
                group = [one, turns["F"]]
            case "turns":
                group = [turns["R"] ** k for k in range(MOST_TURNS)]
            case "all":
                group = [*self.compass.symmetries]
        return list(dict.fromkeys(tuple(each.turn(vector)) for each in group))

    def fits(self, vector: Offset) -> bool:
        """Does the vector lead from any square to another?"""
        places = self.space.places
        return any((end := self.space.reach(p, vector)) is not None and end[0] != p[0] for p in places)

    def farthest(self, vector: Offset) -> int:
        """How often a vector can be repeated at most, before the board ends or the start is met again.

        >>> BoardGeometry(BoardSpec(size=[8, 5]), None, 2).farthest((1, 1))
        4
        >>> BoardGeometry(BoardSpec(shape="cylinder", size=[6, 5]), None, 2).farthest((2, 0))
        2
        """
        rounds = {gluing.axis: gluing.length for gluing in self.space.gluings}
        twisted = any(gluing.twist is not None for gluing in self.space.gluings)
        cycle, ends = 1 + twisted, []
        for axis, (size, step) in enumerate(zip(self.sizes, vector, strict=True)):
            if step and axis in rounds:
                cycle = lcm(cycle, (1 + twisted) * rounds[axis] // gcd(rounds[axis], step))
            elif step:
                ends.append((size - 1) // abs(step))
        return min(ends) if ends and not twisted else max(1, cycle - 1)

    def offsets(self, vector: Offset, slide: bool | int) -> list[Offset]:
        """A vector and, if it slides, its multiples up to the greatest that may be possible.

        >>> BoardGeometry(BoardSpec(size=[8, 8]), None, 2).offsets((1, 2), True)
        [(1, 2), (2, 4), (3, 6)]
        """
        longest = 1 if slide is False else self.farthest(vector)
        longest = longest if slide is True else min(longest, int(slide) or 1)
        return [tuple(length * x for x in vector) for length in range(1, longest + 1)]

    # --- views ----------------------------------------------------------------------------------

    def _turns(self, view: View) -> list[tuple[str, int]]:
        """How the next player sees the board, as powers of named turns: F mirrors the first axis, R² F the
        second."""
        if self.players < 2 or view == "same" or (self.players > 2 and view is None):
            return []
        if self.hexagonal:
            return [("R", 3), *([] if view == "rotate" else [("F", 1)])]
        found, mirror = list[tuple[str, int]](), [("F", 1)]
        for axis, sign in enumerate(self._signs(view)):
            mirror = [("R" if axis == 1 else "T" if axis == 2 else f"T{axis + 1}", 2)] * (axis > 0) + mirror
            found += mirror if sign < 0 else []
        return found

    def _signs(self, view: View) -> list[int]:
        if isinstance(view, list | tuple):
            if len(view) != self.dimension:
                raise DeclarationError(
                    f"a view has {self.dimension} signs here, and this has {len(view)}",
                    remedy="one sign for each axis: [1, -1] turns ranks over",
                )
            return list(view)
        if view == "rotate":
            return [-1] * min(2, self.dimension) + [1] * (self.dimension - 2)
        return [-1] if self.dimension == 1 else [1, -1] + [1] * (self.dimension - 2)

    def _view(self, view: View, turns: list[tuple[str, int]]) -> Node:
        """The same in the words of the language, with the change of players."""
        if self.players < 2:
            return number(1)
        if turns and (self.hexagonal or (self.dimension == 2 and not isinstance(view, list | tuple))):
            return called("rotated" if view == "rotate" else "flipped")
        powers = [called(name) if k == 1 else Power(called(name), k, NOWHERE) for name, k in turns]
        return row(*powers, called("C"))

    def seen(self, sites: Iterable[int], player: int) -> list[int]:
        """The squares that a player calls as the first player calls these."""
        chosen = list(sites)
        for _ in range(player):
            chosen = [self._image[site] for site in chosen]
        return chosen

    @cached_property
    def _image(self) -> dict[int, int]:
        images = [
            tuple(sum(a * x for a, x in zip(row, s, strict=True)) for row in self.turn)
            for s in self.space.sites
        ]
        shift = [
            min(site[i] for site in self.space.sites) - min(image[i] for image in images)
            for i in range(self.dimension)
        ]
        moved = [tuple(x + d for x, d in zip(image, shift, strict=True)) for image in images]
        if set(moved) != set(self.space.sites):
            raise SpaceError(
                "the board does not look the same from the other side",
                remedy="say which regions belong to whom, or choose another view: mirror, rotate, same",
            )
        return {i: self.space.index[image] for i, image in enumerate(moved)}


def _words(board: BoardSpec) -> list[str]:
    """The board as the algebra declares it."""
    size = list(board.size)
    if board.n is not None or board.p is not None:
        if size or board.rows:
            raise DeclarationError("n and p say the size already", remedy="leave out `size` and `rows`")
        size = [board.n or board.p or 1, board.p or board.n or 1]
    kind = board.shape.split()
    if board.rows:
        if size or board.holes:
            raise DeclarationError(
                "rows draw the whole board", remedy="leave out size and holes; draw # for a hole"
            )
        return [*kind, *(f"'{row}'" for row in board.rows)]
    if not size:
        raise DeclarationError("a board needs a size", remedy="for example 8x8, or n: 8 and p: 8")
    words = [*kind, "x".join(map(str, size))]
    return [*words, boards.WITHOUT, *(f"'{hole}'" for hole in board.holes)] if board.holes else words
