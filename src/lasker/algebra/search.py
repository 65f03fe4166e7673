"""Bounded search for a counterexample: a board on which two moves differ, small boards first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from random import Random

from lasker.algebra.contents import Vocabulary, members
from lasker.algebra.fragments import Fragment
from lasker.algebra.meaning import Arena, Configuration
from lasker.algebra.moves import Bind, Each, Move, Rewrite, Variable, children, rebuild
from lasker.algebra.world import World
from lasker.kernel.errors import LaskerError
from lasker.space import shapes
from lasker.space.kinds import Kind, open_boards
from lasker.space.space import LatticeSpace, Space

EXHAUSTIVE = 6000  # shapes with at most so many configurations are searched exhaustively, larger ones sampled
SAMPLE = 400
MOST_AREA = 12


@dataclass(frozen=True)
class Counterexample:
    """A counterexample: a board on which two moves have different results."""

    arena: Arena
    start: Configuration
    left: frozenset[Configuration]
    right: frozenset[Configuration]
    instance: tuple[tuple[str, Move], ...] = ()  # the instances of the variables


@dataclass(frozen=True)
class Searched:
    """The outcome of a search: a counterexample, or how far the search went without one."""

    witness: Counterexample | None
    boards: int
    complete: tuple[str, ...] = ()  # shapes searched exhaustively
    exhausted: bool = False  # was every configuration tried, so that the moves are equal?


@dataclass
class _Trial:
    """Two moves, evaluated on one configuration after the other until they differ or the budget is spent."""

    left: Move
    right: Move
    vocabulary: Vocabulary
    budget: int
    instance: Mapping[str, Move]
    tried: int = 0
    refused: int = 0
    witness: Counterexample | None = None

    def __post_init__(self) -> None:
        self.alphabet = representatives([self.left, self.right], self.vocabulary)
        self.cursors = sorted(free_cursors(self.left) | free_cursors(self.right))
        self.random = Random(1)

    @property
    def over(self) -> bool:
        """Is the search finished?"""
        return self.witness is not None or self.tried > self.budget

    def on(self, arena: Arena, boards: Iterable[tuple[int, ...]]) -> None:
        """Try these boards, with their free cursors on all places."""
        for board in boards:
            for start in _starts(arena, board, self.cursors):
                self.tried += 1
                try:
                    self.witness = compare(self.left, self.right, arena, start, self.instance)
                except LaskerError:  # a limit exceeded, or an undeclared region: no evidence
                    self.refused += 1
                if self.witness is not None:
                    return
            if self.over:
                return

    def few(self, arena: Arena) -> bool:
        """Are there few enough configurations for an exhaustive search?"""
        size = len(arena.space.sites)
        count: int = len(self.alphabet) ** size * size ** len(self.cursors)
        return count <= EXHAUSTIVE

    def every(self, arena: Arena) -> Iterator[tuple[int, ...]]:
        """Every board, up to contents that the moves do not distinguish."""
        return product(self.alphabet, repeat=len(arena.space.sites))

    def some(self, arena: Arena) -> Iterator[tuple[int, ...]]:
        """A random sample of the boards."""
        size = len(arena.space.sites)
        return (tuple(self.random.choices(self.alphabet, k=size)) for _ in range(SAMPLE))

    def sparse(self, arena: Arena) -> Iterator[tuple[int, ...]]:
        """Boards on which at most one square differs from the others."""
        size = len(arena.space.sites)
        for common in self.alphabet:
            yield (common,) * size
            for site, other in product(range(size), self.alphabet):
                if other != common:
                    yield (*(common,) * site, other, *(common,) * (size - site - 1))

    def laid(self, arena: Arena, small: Counterexample) -> Iterator[tuple[int, ...]]:
        """A small counterexample embedded anywhere in a larger board whose other squares are all equal."""
        sites, origin = small.arena.space.sites, small.arena.space.sites[0]
        steps = [tuple(a - b for a, b in zip(site, origin, strict=True)) for site in sites]
        for place, common in product(arena.space.places, self.alphabet):
            found = [arena.space.reach(place, step) for step in steps]
            board = [common] * len(arena.space.sites)
            for at, content in zip(found, small.start.board, strict=True):
                if at is not None:
                    board[at[0]] = content
            if None not in found:
                yield tuple(board)


def search(left: Move, right: Move, world: World, instance: Mapping[str, Move] | None = None) -> Searched:
    """Evaluate both moves on boards of the world, small ones first, until they differ
    or the budget is spent."""
    trial = _Trial(left, right, world.vocabulary, world.budget, instance or {})
    if world.space is not None:
        return _declared(trial, world, world.space)
    complete = []
    for name, space, holes in _spaces(world.kind, left, right):
        arena = Arena(space, world.vocabulary)
        few = trial.few(arena)
        trial.on(arena, trial.every(arena) if few else trial.some(arena))
        if trial.over:
            break
        if few and not holes:
            complete.append(name)
    return Searched(trial.witness, trial.tried, tuple(complete))


def _declared(trial: _Trial, world: World, space: Space) -> Searched:
    """Search the declared board: exhaustively if it is small, else counterexamples from small boards embedded
    in it, then boards with one exceptional square, then a sample."""
    arena = Arena(space, world.vocabulary)
    if trial.few(arena):
        trial.on(arena, trial.every(arena))
        done = not trial.over and not trial.refused and not world.vocabulary.counters
        exhausted = done and not any(map(carries, (trial.left, trial.right)))
        return Searched(trial.witness, trial.tried, ("the declared board",) if done else (), exhausted)
    if isinstance(space, LatticeSpace) and not uses_regions(trial.left) and not uses_regions(trial.right):
        elsewhere = World(open_boards(world.compass), world.vocabulary, None, world.budget // 4)
        small = search(trial.left, trial.right, elsewhere, trial.instance)
        trial.tried += small.boards
        if small.witness is not None:
            trial.on(arena, trial.laid(arena, small.witness))
    for boards in (trial.sparse(arena), trial.some(arena)):
        if not trial.over:
            trial.on(arena, boards)
    return Searched(trial.witness, trial.tried)


def compare(
    left: Move, right: Move, arena: Arena, start: Configuration, instance: Mapping[str, Move] | None = None
) -> Counterexample | None:
    """The counterexample at this configuration, if the two moves have different results there."""
    a, b = arena.results(left, start), arena.results(right, start)
    return None if a == b else Counterexample(arena, start, a, b, tuple((instance or {}).items()))


def _starts(arena: Arena, board: tuple[int, ...], cursors: list[str]) -> Iterator[Configuration]:
    """The board with cursors on all places, and counters at their start, least and greatest values."""
    counters = [dict.fromkeys((c.start, c.low, c.high)) for c in arena.vocabulary.counters.values()]
    for values in islice(product(*counters), 27):
        for sites in product(range(len(board)), repeat=len(cursors)):
            placed = tuple((name, (site, 0)) for name, site in zip(cursors, sites, strict=True))
            yield Configuration(board, placed, values)


def _spaces(kind: Kind, left: Move, right: Move) -> Iterator[tuple[str, Space, bool]]:
    """Boards of a kind, by size: rectangles (or the compass's analogue), then the same with a hole."""
    compass = kind.compass
    if compass.name in {"hex", "hexfiles"}:
        files = compass.name == "hexfiles"
        for side in (1, 2, 3):
            yield f"hexagon {side}", shapes.hexagon(side, files=files), False
        return
    if not compass.origin:
        return  # an undeclared graph
    extents = extent([left, right], len(compass.origin))
    if kind.twist is not None:
        extents[kind.twist] = True  # a path along one axis is reflected along the other
    sizes = [range(1, MOST_AREA + 1) if used else range(1, 2) for used in extents]
    boxes = sorted((box for box in product(*sizes) if _area(box) <= MOST_AREA), key=lambda b: (_area(b), b))
    for box in boxes:
        yield "×".join(map(str, box)), kind.board(product(*map(range, box))), False
    for box in boxes:
        whole = list(product(*map(range, box)))
        for hole in whole if 3 <= _area(box) <= 6 else ():
            rest = [site for site in whole if site != hole]
            yield "×".join(map(str, box)) + " with a hole", kind.board(rest), True


def _area(box: tuple[int, ...]) -> int:
    area = 1
    for side in box:
        area *= side
    return area


def parts(move: Move) -> Iterator[Move]:
    """All subterms of a move, itself included."""
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
    return used if any(used) else [True, *used[1:]]  # two squares may matter even if no rule names two


def uses_regions(move: Move) -> bool:
    """Does the move test whether a square lies in a region?"""
    return any(cell.regions for f in _fragments(move) for _, cell in f.cells) or any(
        isinstance(part, Bind | Each) and part.cell.regions for part in parts(move)
    )


def carries(move: Move) -> bool:
    """Does the move copy or mark an unknown content?"""
    return any(cell.piece or cell.gains or cell.loses for f in _fragments(move) for _, cell in f.cells)


def free_cursors(move: Move, known: dict[int, frozenset[str]] | None = None) -> frozenset[str]:
    """The cursors that a move uses but does not bind. `known` caches the results by identity; a caller that
    passes it must keep the terms alive."""
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
    """One content of each class that the moves do not distinguish; the empty square first."""
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
