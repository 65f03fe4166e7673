"""Ways of a piece as steps and rides, and the Betza notation for a set of them."""

from __future__ import annotations

from collections.abc import Iterable

from lasker.kernel.dataclass import dataclass

Vector = tuple[int, int]  # to the right and ahead, as the first player sees the board
EMPTY, ENEMY, FRIEND = "empty", "enemy", "friend"
EVERY = frozenset((EMPTY, ENEMY, FRIEND))
MODES = {
    frozenset((EMPTY,)): "m",
    frozenset((ENEMY,)): "c",
    frozenset((FRIEND,)): "d",
    frozenset((ENEMY, FRIEND)): "cd",
    frozenset((EMPTY, ENEMY)): "",
    frozenset((EMPTY, FRIEND)): "md",
    EVERY: "mcd",
}
ATOMS = {
    (0, 1): "W", (1, 1): "F", (0, 2): "D", (1, 2): "N", (2, 2): "A", (0, 3): "H", (1, 3): "C", (2, 3): "Z",
    (3, 3): "G",
}  # fmt: skip


@dataclass(frozen=True)
class Way:
    """A way: one vector, once or as often as it can, and what may stand where it ends. Between: nothing
    matters, everything has to be empty (`lame`), or exactly one piece has to stand there (`hops`)."""

    vector: Vector
    rides: bool
    target: frozenset[str]
    initial: bool = False
    lame: bool = False
    hops: str = ""  # p: over one piece and on; g: over one piece, to the square behind it


def between(vector: Vector) -> list[Vector]:
    """The squares that stop a lame leap, in its order; none if that is not agreed upon.

    >>> between((0, 2)), between((1, 2)), between((2, 2))
    ([(0, 1)], [(0, 1)], [(1, 1)])
    """
    x, y = vector
    low, high = sorted((abs(x), abs(y)))
    sign = ((x > 0) - (x < 0), (y > 0) - (y < 0))
    if low in (0, high):
        return [(sign[0] * n, sign[1] * n) for n in range(1, high)]
    if (low, high) == (1, 2):
        return [(0, sign[1])] if abs(y) > abs(x) else [(sign[0], 0)]
    return []


def notation(ways: Iterable[Way]) -> str:
    """Betza notation for a set of ways.

    >>> forward = Way((0, 1), False, frozenset((EMPTY,)))
    >>> aslant = [Way((x, 1), False, frozenset((ENEMY,))) for x in (-1, 1)]
    >>> notation([forward, *aslant])
    'fmWfcF'
    """
    merged: dict[tuple[Vector, bool, bool, bool, str], set[str]] = {}
    for way in ways:
        key = (way.vector, way.rides, way.initial, way.lame, way.hops)
        merged.setdefault(key, set()).update(way.target)
    groups: dict[tuple[str, bool, str], set[Vector]] = {}
    for (vector, rides, initial, lame, hops), target in merged.items():
        kind = sorted((abs(vector[0]), abs(vector[1])))
        atom = ATOMS.get((kind[0], kind[1]), f"({kind[0]},{kind[1]})")
        modes = ("i" if initial else "") + MODES[frozenset(target)] + ("n" if lame else "") + hops
        groups.setdefault((atom, rides, modes), set()).add(vector)
    text = ""
    for (atom, rides, modes), vectors in groups.items():
        other = groups.get(({"W": "F", "F": "W"}.get(atom, ""), rides, modes), set())
        if vectors == _all((0, 1)) and other == _all((1, 1)):
            text += modes + ("Q" if rides else "K")
        elif not (vectors == _all((1, 1)) and other == _all((0, 1))):
            text += _atoms(atom, rides, modes, vectors)
    return text


def _atoms(atom: str, rides: bool, modes: str, vectors: set[Vector]) -> str:
    """The notation of one atom in some directions."""
    letter = {"W": "R", "F": "B"}.get(atom, atom + "0") if rides else atom
    sample = next(iter(vectors))
    if vectors == _all(sample):
        return modes + letter
    if 0 in sample:
        return "".join(d for d in "fblr" if any(_straight(v) == d for v in vectors)) + modes + letter
    text, left = "", set(vectors)
    for side in "fb":  # both that lead ahead, or back, most of all
        pair = {v for v in _all(sample) if _leads(v, side)}
        if pair <= left:
            text, left = text + side + modes + letter, left - pair
    return text + "".join(_corner(vector) + modes + letter for vector in sorted(left))


def _all(vector: Vector) -> set[Vector]:
    x, y = abs(vector[0]), abs(vector[1])
    return {(a * p, b * q) for a, b in ((x, y), (y, x)) for p in (-1, 1) for q in (-1, 1)}


def _straight(vector: Vector) -> str:
    x, y = vector
    return ("f" if y > 0 else "b") if y else ("r" if x > 0 else "l")


def _leads(vector: Vector, side: str) -> bool:
    ahead = vector[1] if side == "f" else -vector[1]
    return ahead > 0 and ahead >= abs(vector[0])


def _corner(vector: Vector) -> str:
    """Two letters for one direction: a corner, or for other leaps the half and where it is longest."""
    x, y = vector
    across, along = ("r" if x > 0 else "l"), ("f" if y > 0 else "b")
    if abs(x) == abs(y) or abs(x) > abs(y):
        return along + across
    return across + along
