"""Betza notation from squares that are clicked on a diagram, and the diagram of Betza notation.

A click says how the piece, in the middle, goes to a square: by one leap or on and on (a ride), to move, to
take or both, and whether only from its first squares. All of this is notation with one leg; what has more
legs, hops or bends is shown on the diagram, and not changed by clicks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError
from lasker.movement.betza_candidates import Candidate, written
from lasker.syntax.betza import LEAPS, ModifiedAtom, read
from lasker.syntax.betza.notation import ANYWHERE, CASTLING, leaps_of
from lasker.syntax.betza.trajectories import Stretch, Trajectory, trajectories

RADIUS = 5  # squares of the diagram on each side of the piece
FARTHEST = 3  # of a clicked leap: farther ones have no letter
SYMMETRIES = ("all", "sides", "none")
_ATOMS = {leaps[0]: atom for atom, leaps in LEAPS.items() if len(leaps) == 1}


@dataclass(frozen=True, order=True)
class Cell:
    """How a piece goes to the square so far to the right and ahead."""

    x: int
    y: int
    ride: bool = False
    moves: bool = True
    takes: bool = True
    first: bool = False  # only from the squares on which it begins


@dataclass(frozen=True, order=True)
class Reached:
    """A square of the diagram that the piece reaches, and how."""

    x: int
    y: int
    kind: str  # leap, ride, hop, other
    moves: bool
    takes: bool
    first: bool


def betza_of(cells: Iterable[Cell], symmetry: str = "none") -> str:
    """The notation of some clicks; `all` repeats each in all eight directions, `sides` to left and right.

    >>> betza_of([Cell(1, 2)], "all"), betza_of([Cell(0, 1, ride=True), Cell(1, 1, takes=False)], "sides")
    ('N', 'fRfmF')
    """
    if symmetry not in SYMMETRIES:
        raise DeclarationError(f"no symmetry is called {symmetry}", remedy=f"it is {', '.join(SYMMETRIES)}")
    found: dict[tuple[int, int, bool, bool], Cell] = {}
    for cell in cells:
        for each in _alike(cell, symmetry):
            key = (each.x, each.y, each.ride, each.first)
            other = found.get(key, each)
            found[key] = replace(each, moves=each.moves or other.moves, takes=each.takes or other.takes)
    chosen = [Candidate(*parts) for cell in sorted(found.values()) for parts in _candidates(cell)]
    return str(written(chosen)) if chosen else ""


def _alike(cell: Cell, symmetry: str) -> Iterator[Cell]:
    x, y = cell.x, cell.y
    points = {(x, y)}
    if symmetry == "sides":
        points = {(x, y), (-x, y)}
    elif symmetry == "all":
        points = {(a * p, b * q) for p, q in ((x, y), (y, x)) for a in (1, -1) for b in (1, -1)}
    for right, ahead in sorted(points):
        yield replace(cell, x=right, y=ahead)


def _candidates(cell: Cell) -> Iterator[tuple[str, tuple[int, int], str, str, int, bool]]:
    low, high = sorted((abs(cell.x), abs(cell.y)))
    atom = _ATOMS.get((low, high))
    if atom is None or not (cell.moves or cell.takes):
        what = "the piece itself stands there" if high == 0 else f"it is more than {FARTHEST} squares away"
        raise DeclarationError(
            f"no letter of Betza notation leads to ({cell.x},{cell.y})"
            if atom is None
            else f"({cell.x},{cell.y}) is reached neither to move nor to take",
            remedy=what if atom is None else "choose one of them, or both",
        )
    for mode in "m" * cell.moves + "c" * cell.takes:
        yield atom, (cell.x, cell.y), mode, "", 0 if cell.ride else 1, cell.first


def cells_of(betza: str) -> tuple[Cell, ...] | None:
    """The clicks that make some notation; None if there is more to it than clicks can say.

    >>> cells_of("fmWfceF"), [(cell.x, cell.y, cell.takes) for cell in cells_of("fmWfcF")]
    (None, [(-1, 1, True), (0, 1, False), (1, 1, True)])
    """
    if not betza:
        return ()
    found: set[Cell] = set()
    for part in read(betza).parts:
        if not isinstance(part, ModifiedAtom) or part.further or part.atom not in LEAPS:
            return None
        if part.modes - set("imc") or part.reach > 1:
            return None
        both = not part.modes & set("mc")
        for _, offsets in part.leaps():
            for x, y in offsets:
                moves, takes = both or "m" in part.modes, both or "c" in part.modes
                found.add(Cell(x, y, part.reach == 0, moves, takes, "i" in part.modes))
    return tuple(sorted(found))


def diagram_of(betza: str, radius: int = RADIUS) -> tuple[Reached, ...]:
    """The squares that a piece reaches from the middle of an empty board, with the kinds of its moves.

    >>> sorted({(each.kind, each.moves, each.takes) for each in diagram_of("fmWcB")})
    [('leap', True, False), ('ride', False, True)]
    """
    found: dict[tuple[int, int, str, bool], Reached] = {}
    for part in read(betza).parts if betza else ():
        if isinstance(part, ModifiedAtom) and part.atom == CASTLING:
            continue
        leaps = part.on_board(radius + 1) if isinstance(part, ModifiedAtom) else (part,)
        for trajectory in (line for leap in leaps for line in trajectories(leap)):
            kind = _kind(trajectory)
            last, first = trajectory[-1], any("i" in each.modes for each in trajectory)
            for x, y in _ends(trajectory, radius):
                moves, takes = "m" in last.ends, bool({"c", "d"} & {*last.ends})
                key = (x, y, kind, first)
                other = found.get(key)
                moves, takes = moves or bool(other and other.moves), takes or bool(other and other.takes)
                found[key] = Reached(x, y, kind, moves, takes, first)
    return tuple(sorted(found.values()))


def _kind(trajectory: Trajectory) -> str:
    if any("p" in stretch.ends for stretch in trajectory[:-1]):
        return "hop"
    if len(trajectory) > 1:
        return "other"
    return "leap" if trajectory[0].reach == 1 else "ride"


def _ends(trajectory: Trajectory, radius: int) -> set[tuple[int, int]]:
    """The squares of the diagram on which a trajectory may end, whatever stands in between."""
    here = {(0, 0)}
    for stretch in trajectory:
        here = {end for start in here for end in _along(stretch, start, radius)}
    return here - {(0, 0)}


def _along(stretch: Stretch, start: tuple[int, int], radius: int) -> Iterator[tuple[int, int]]:
    (x, y), (dx, dy) = start, stretch.leap
    most = stretch.reach or 2 * radius + 1
    for count in range(1, most + 1):
        point = (x + count * dx, y + count * dy)
        if max(map(abs, point)) > radius:
            return
        if count >= stretch.least and count > stretch.skipped:
            yield point


def farthest(betza: str) -> int:
    """How many squares away a single leap of some notation leads, so that a diagram shows it."""
    parts = read(betza).single_parts() if betza else ()
    atoms = {part.atom for part in parts} - {CASTLING, ANYWHERE}
    return max((max(map(max, leaps_of(atom))) for atom in atoms), default=1)
