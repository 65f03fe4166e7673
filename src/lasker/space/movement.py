"""Movements: exact maps of offsets, with composition, inverse, powers and equality.

An offset gives the position of a square relative to the centre of a fragment. On a lattice it is an integer
vector and a movement is an affine map x ↦ Ax + b; on a graph it is a word of directions, and a movement
renames its letters and adds a prefix. A movement may also permute the players.
"""

from __future__ import annotations

from fractions import Fraction
from operator import mul
from typing import Any, Protocol, Self

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import SpaceError

Offset = tuple[Any, ...]
Players = tuple[int, ...]  # the image of each player; () is the identity
Matrix = tuple[tuple[int, ...], ...]


class Movement(Protocol):
    """The interface of movements that fragments and moves use."""

    @property
    def players(self) -> Players:
        """The permutation of the players."""

    def __call__(self, offset: Offset, /) -> Offset:
        """The image of `offset`."""

    def __mul__(self, other: Any, /) -> Any:
        """Composition: `m * n` applies n first and then m, as `mn` in the language."""

    def __pow__(self, exponent: int, /) -> Any:
        """The power of a movement; negative exponents are powers of the inverse."""

    def inverse(self) -> Any:
        """The inverse movement."""

    @property
    def turn(self) -> Any:
        """The linear part: this movement without its translation, as it acts on directions."""

    @property
    def shift(self) -> Offset:
        """The translation: the image of the origin."""


class _Powers:
    """Powers by repeated squaring, for both kinds of movement."""

    def __pow__(self, exponent: int) -> Self:
        base = self.inverse() if exponent < 0 else self  # type: ignore[attr-defined]  # given by the subclass
        result = self.identity()  # type: ignore[attr-defined]
        for bit in bin(abs(exponent))[2:]:
            result = result * result
            if bit == "1":
                result = result * base
        return result  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Affine(_Powers):
    """x ↦ Ax + b on a lattice.

    >>> r = Affine(((1, 0), (0, 1)), (1, 0))
    >>> R = Affine(((0, -1), (1, 0)), (-1, 0))
    >>> R((1, 0)), (R * r)((0, 0)), R**4 == r * r**-1
    ((-1, 1), (-1, 1), True)
    """

    matrix: Matrix
    shift: tuple[int, ...]
    players: Players = ()

    def __call__(self, offset: Offset) -> Offset:
        return tuple([sum(map(mul, row, offset), b) for row, b in zip(self.matrix, self.shift, strict=True)])

    def __mul__(self, other: Affine) -> Affine:
        columns = list(zip(*other.matrix, strict=True))
        matrix = tuple([tuple([sum(map(mul, row, column)) for column in columns]) for row in self.matrix])
        return Affine(matrix, self(other.shift), compose_players(self.players, other.players))

    def __pow__(self, exponent: int) -> Affine:
        if self == translation(self.shift):  # the most frequent case
            return translation(tuple(exponent * x for x in self.shift))
        return _Powers.__pow__(self, exponent)

    def identity(self) -> Affine:
        """The identity movement of the same dimension."""
        return translation((0,) * len(self.shift))

    def inverse(self) -> Affine:
        """The inverse movement."""
        matrix = _invert(self.matrix)
        back = Affine(matrix, (0,) * len(self.shift))(self.shift)
        return Affine(matrix, tuple(-x for x in back), invert_players(self.players))

    @property
    def turn(self) -> Affine:
        """The linear part alone, as it acts on displacements."""
        return Affine(self.matrix, (0,) * len(self.shift), self.players)


@dataclass(frozen=True, slots=True)
class Rewording(_Powers):
    """A movement on a graph: rename the directions of a word, then prepend a prefix.

    >>> step = Rewording(prefix=("east",))
    >>> mirror = Rewording(names=(("east", "west"), ("west", "east")))
    >>> (mirror * step)(("east",))
    ('west', 'west')
    """

    names: tuple[tuple[str, str], ...] = ()
    prefix: tuple[str, ...] = ()
    players: Players = ()

    def __call__(self, offset: Offset) -> Offset:
        renamed = dict(self.names)
        return self.prefix + tuple(renamed.get(word, word) for word in offset)

    def __mul__(self, other: Rewording) -> Rewording:
        first, second = dict(other.names), dict(self.names)
        both = {name: second.get(first.get(name, name), first.get(name, name)) for name in {*first, *second}}
        names = tuple(sorted((a, b) for a, b in both.items() if a != b))
        return Rewording(names, self(other.prefix), compose_players(self.players, other.players))

    def identity(self) -> Rewording:
        """The identity movement."""
        return Rewording()

    def inverse(self) -> Rewording:
        """The inverse movement; it exists only if the prefix is empty."""
        if self.prefix:
            raise SpaceError(
                "a step along a graph has no inverse movement",
                remedy="steps may lead nowhere; name the opposite direction instead",
            )
        return Rewording(tuple(sorted((b, a) for a, b in self.names)), (), invert_players(self.players))

    @property
    def turn(self) -> Rewording:
        """The renaming alone."""
        return Rewording(self.names, (), self.players)

    @property
    def shift(self) -> Offset:
        """The prefix."""
        return self.prefix


def translation(vector: tuple[int, ...]) -> Affine:
    """The translation by a vector.

    >>> translation((2, 1))((0, 0))
    (2, 1)
    """
    size = len(vector)
    return Affine(tuple(tuple(int(i == j) for j in range(size)) for i in range(size)), vector)


def compose_players(second: Players, first: Players) -> Players:
    """The permutation that does `first` and then `second`.

    >>> compose_players((1, 0), (1, 0))
    ()
    """
    if not first or not second:
        return second or first
    both = tuple(second[player] for player in first)
    return () if both == tuple(range(len(both))) else both


def invert_players(players: Players) -> Players:
    """The inverse permutation."""
    return tuple(sorted(range(len(players)), key=players.__getitem__))


def _invert(matrix: Matrix) -> Matrix:
    size = len(matrix)
    rows = [
        [Fraction(x) for x in row] + [Fraction(int(i == j)) for j in range(size)]
        for i, row in enumerate(matrix)
    ]
    for column in range(size):
        pivot = next((r for r in range(column, size) if rows[r][column]), None)
        if pivot is None:
            raise SpaceError("this movement folds the board and has no inverse")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [x / rows[column][column] for x in rows[column]]
        for r in range(size):
            if r != column and rows[r][column]:
                rows[r] = [x - rows[r][column] * y for x, y in zip(rows[r], rows[column], strict=True)]
    if any(x.denominator != 1 for row in rows for x in row[size:]):
        raise SpaceError("the inverse of this movement would leave the lattice")
    return tuple(tuple(int(x) for x in row[size:]) for row in rows)
