"""Looking for a board on which two moves differ, the smallest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from random import Random

from lasker.algebra.contents import Vocabulary, members
from lasker.algebra.fragments import Fragment
from lasker.algebra.meaning import Arena, Configuration
from lasker.algebra.moves import Bind, Each, Move, Rewrite, Variable, children, rebuild
from lasker.kernel.errors import LaskerError
from lasker.space import shapes
from lasker.space.compass import Compass
from lasker.space.space import LatticeSpace, Space

EXHAUSTIVE = 6000  # configurations of one shape that are all tried; of a larger shape, a sample
SAMPLE = 400
MOST_AREA = 12


@dataclass(frozen=True)
class Witness:
    """A board on which two moves have different results."""

    arena: Arena
    start: Configuration
    left: frozenset[Configuration]
    right: frozenset[Configuration]
    instance: tuple[tuple[str, Move], ...] = ()  # what was put for the variables


@dataclass(frozen=True)
class Searched:
    """What a search came to: a witness, or how far it went without one."""

    witness: Witness | None
    boards: int
    complete: tuple[str, ...]  # shapes of which every board was tried


def search(
    left: Move,
    right: Move,
    compass: Compass,
    vocabulary: Vocabulary,
    space: Space | None = None,
    budget: int = 20_000,
    instance: Mapping[str, Move] | None = None,
) -> Searched:
    """Evaluate both moves on small boards until they differ or the budget is spent."""
    alphabet = representatives([left, right], vocabulary)
    cursors = sorted(free_cursors(left) | free_cursors(right))
    complete: list[str] = []
    tried, random = 0, Random(1)
    for name, board_space, holes in _spaces(compass, space, left, right):
        arena = Arena(board_space, vocabulary)
        size = len(board_space.sites)
        count = len(alphabet) ** size * size ** len(cursors)
        exhaustive = count <= EXHAUSTIVE
        boards = (
            product(alphabet, repeat=size)
            if exhaustive
            else (tuple(random.choices(alphabet, k=size)) for _ in range(SAMPLE))
        )
        for board in boards:
            for start in _starts(arena, board, cursors):
                tried += 1
                witness = compare(left, right, arena, start, instance)
                if witness is not None:
                    return Searched(witness, tried, tuple(complete))
            if tried > budget:
                return Searched(None, tried, tuple(complete))
        if exhaustive and not holes:
            complete.append(name)
    return Searched(None, tried, tuple(complete))


def compare(
    left: Move, right: Move, arena: Arena, start: Configuration, instance: Mapping[str, Move] | None = None
) -> Witness | None:
    """The witness that this configuration is, if the two moves lead to different results from it."""
    try:
        a, b = arena.results(left, start), arena.results(right, start)
    except LaskerError:  # beyond a limit, or a region that this board lacks: says nothing
        return None
    return None if a == b else Witness(arena, start, a, b, tuple((instance or {}).items()))


def _starts(arena: Arena, board: tuple[int, ...], cursors: list[str]) -> Iterator[Configuration]:
    """The board with its cursors anywhere, and its counters at their start, their least and their most."""
    counters = [sorted({c.start, c.low, c.high}) for c in arena.vocabulary.counters.values()]
    for values in islice(product(*counters), 27):
        for sites in product(range(len(board)), repeat=len(cursors)):
            placed = tuple((name, (site, 0)) for name, site in zip(cursors, sites, strict=True))
            yield Configuration(board, placed, values)


def _spaces(
    compass: Compass, space: Space | None, left: Move, right: Move
) -> Iterator[tuple[str, Space, bool]]:
    """Boards to try, by size: rectangles (or what the compass has instead), then such with a hole."""
    if space is not None and (
        uses_regions(left) or uses_regions(right) or not isinstance(space, LatticeSpace) or space.gluings
    ):
        yield "the declared board", space, False
        return
    if compass.name in {"hex", "hexfiles"}:
        files = compass.name == "hexfiles"
        for side in (1, 2, 3):
            yield f"hexagon {side}", shapes.hexagon(side, files=files), False
        return
    extents = extent([left, right], len(compass.origin))
    sizes = [range(1, MOST_AREA + 1) if used else range(1, 2) for used in extents]
    boxes = sorted((box for box in product(*sizes) if _area(box) <= MOST_AREA), key=lambda b: (_area(b), b))
    for box in boxes:
        yield "×".join(map(str, box)), shapes.box(*box), False
    for box in boxes:
        whole = shapes.box(*box)
        for hole in whole.sites if 3 <= _area(box) <= 6 else ():
            rest = [site for site in whole.sites if site != hole]
            yield "×".join(map(str, box)) + " with a hole", LatticeSpace(whole.compass, rest), True


def _area(box: tuple[int, ...]) -> int:
    area = 1
    for side in box:
        area *= side
    return area


def parts(move: Move) -> Iterator[Move]:
    """The move and everything in it."""
    yield move
    for child in children(move):
        yield from parts(child)


def _fragments(move: Move) -> Iterator[Fragment]:
    for part in parts(move):
        if isinstance(part, Rewrite):
            yield from (part.before, part.after)


def extent(moves: list[Move], dimension: int) -> list[bool]:
    """Along which axes do the moves reach beyond one square?"""
    offsets = [offset for move in moves for f in _fragments(move) for offset, _ in f.cells]
    used = [any(offset[axis] for offset in offsets) for axis in range(dimension)]
    return used if any(used) else [True, *used[1:]]  # two squares may matter where no rule names two


def uses_regions(move: Move) -> bool:
    """Does the move ask whether a square lies in a region?"""
    return any(cell.regions for f in _fragments(move) for _, cell in f.cells) or any(
        isinstance(part, Bind | Each) and part.cell.regions for part in parts(move)
    )


def free_cursors(move: Move, known: dict[int, frozenset[str]] | None = None) -> frozenset[str]:
    """The cursors that a move uses but does not bind. Parts are `known` by their identity, if somebody who
    asks about many moves keeps them alive."""
    known = {} if known is None else known
    if id(move) not in known:
        match move:
            case Rewrite(before, after):
                known[id(move)] = before.cursors | after.cursors
            case Bind(cursor, cell, body) | Each(cursor, cell, body):
                known[id(move)] = free_cursors(body, known) - {cursor} | cell.here
            case _:
                inside = (free_cursors(part, known) for part in children(move))
                known[id(move)] = frozenset().union(*inside)
    return known[id(move)]


def representatives(moves: list[Move], vocabulary: Vocabulary) -> list[int]:
    """One content of each kind that the moves can tell apart; the empty square first."""
    sets = {vocabulary.squares}
    for move in moves:
        for part in parts(move):
            if isinstance(part, Bind | Each):
                sets.add(part.cell.contents)
            if isinstance(part, Rewrite):
                sets |= {cell.contents for _, cell in part.before.cells}
                sets |= {
                    1 << c
                    for _, cell in part.after.cells
                    if cell.piece is None and not cell.bare
                    for c in vocabulary.written(cell.contents)
                }
    kinds: dict[tuple[bool, ...], int] = {}
    for content in members(vocabulary.squares):
        kinds.setdefault(tuple(bool(s >> content & 1) for s in sorted(sets)), content)
    return sorted(kinds.values())


def variables(move: Move) -> set[str]:
    """The variables in a move."""
    return {part.name for part in parts(move) if isinstance(part, Variable)}


def substitute(move: Move, instance: Mapping[str, Move]) -> Move:
    """The move with its variables replaced."""
    if isinstance(move, Variable):
        return instance.get(move.name, move)
    return rebuild(move, lambda part: substitute(part, instance))
