"""Bounded search for a counterexample: a board on which two moves differ, small boards and few pieces first.

A declared board is searched exhaustively if that is possible within the budget; then the moves are equal.
Contents that the moves do not distinguish are represented by one of them, unless the moves carry contents
about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product
from math import comb
from random import Random

from lasker.algebra.contents import Vocabulary
from lasker.algebra.decision.settings import (
    Values,
    all_boards,
    all_values,
    by_pieces,
    few_values,
    representatives,
    starts,
)
from lasker.algebra.decision.world import World
from lasker.algebra.meaning import Arena, Configuration
from lasker.algebra.moves import Move
from lasker.algebra.subterms import extent, free_cursors, uses_regions, variables
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError, Undecided
from lasker.space import shapes
from lasker.space.board_kinds import BoardKind, open_boards
from lasker.space.space import LatticeSpace, Space

EXHAUSTIVE = 6000  # shapes with at most so many configurations are searched exhaustively, larger ones sampled
SAMPLE = 400
MOST_AREA = 12
SHRINKING = 3000  # boards that are tried for a counterexample with fewer pieces


@dataclass(frozen=True)
class Counterexample:
    """A counterexample: a board on which two moves have different results.

    >>> from lasker.calculator import equal
    >>> witness = equal("step(u)", "step(r)").witness
    >>> len(witness.left) != len(witness.right)
    True
    """

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

    def on(self, arena: Arena, boards: Iterable[tuple[int, ...]], values: list[Values] | None = None) -> None:
        """Try these boards, with their free cursors on all places and these values of the counters. If it is
        interrupted, it raises `Undecided` and says how far it came."""
        values = few_values([self.left, self.right], self.vocabulary) if values is None else values
        try:
            self._one_by_one(arena, boards, values)
        except KeyboardInterrupt:
            raise Undecided(
                f"interrupted: no difference on {self.tried} boards, of {self.budget} at most",
                remedy="give a smaller --budget, or declare a smaller board",
            ) from None

    def _one_by_one(self, arena: Arena, boards: Iterable[tuple[int, ...]], values: list[Values]) -> None:
        for board in boards:
            for start in starts(board, self.cursors, values):
                self.tried += 1
                self.witness = self._compared(arena, start)
                if self.witness is not None:
                    return
            if self.over:
                return

    def _compared(self, arena: Arena, start: Configuration) -> Counterexample | None:
        try:
            return compare(self.left, self.right, arena, start, self.instance)
        except LaskerError:  # a limit exceeded, or an undeclared region: no evidence
            self.refused += 1
            return None

    def shrink(self) -> None:
        """Take pieces away from the counterexample as long as it stays one; then look for one with fewer
        pieces anywhere, if there are not too many boards to try."""
        again = self.witness is not None
        while again and self.witness is not None:
            again = False
            start = self.witness.start
            for site in [site for site, content in enumerate(start.board) if content != self.alphabet[0]]:
                board = (*start.board[:site], self.alphabet[0], *start.board[site + 1 :])
                smaller = self._compared(self.witness.arena, start._replace(board=board))
                if smaller is not None:
                    self.witness, again = smaller, True
                    break
        if self.witness is not None:
            self._look_for_fewer(self.witness)

    def _look_for_fewer(self, found: Counterexample) -> None:
        size, others = len(found.start.board), len(self.alphabet) - 1
        pieces = sum(content != self.alphabet[0] for content in found.start.board)
        number = sum(comb(size, each) * others**each for each in range(pieces))
        if number * size ** len(self.cursors) <= SHRINKING:
            for board in islice(by_pieces(self.alphabet, size), number):
                for start in starts(board, self.cursors, [found.start.counters]):
                    fewer = self._compared(found.arena, start)
                    if fewer is not None:
                        self.witness = fewer
                        return

    def few(self, arena: Arena) -> bool:
        """Are there few enough configurations for an exhaustive search?"""
        size = len(arena.space.sites)
        count: int = len(self.alphabet) ** size * size ** len(self.cursors)
        return count <= EXHAUSTIVE

    def every(self, arena: Arena) -> Iterator[tuple[int, ...]]:
        """Every board, up to contents that the moves do not distinguish, those with few pieces first."""
        return by_pieces(self.alphabet, len(arena.space.sites))

    def some(self, arena: Arena) -> Iterator[tuple[int, ...]]:
        """A random sample of the boards."""
        size = len(arena.space.sites)
        return (tuple(self.random.choices(self.alphabet, k=size)) for _ in range(SAMPLE))

    def sparse(self, arena: Arena) -> Iterator[tuple[int, ...]]:
        """Boards on which at most one square differs from the others, the empty ones first."""
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


def search(
    left: Move,
    right: Move,
    world: World,
    instance: Mapping[str, Move] | None = None,
    known: Counterexample | None = None,
) -> Searched:
    """Evaluate both moves on boards of the world, small ones first, until they differ
    or the budget is spent; then a counterexample that is already known is made smaller."""
    trial = _Trial(left, right, world.vocabulary, world.budget, instance or {})
    if world.space is not None:
        return _declared(trial, world, world.space, known)
    complete = []
    for name, space, holes in _spaces(world.kind, left, right):
        arena = Arena(space, world.vocabulary)
        few = trial.few(arena)
        trial.on(arena, trial.every(arena) if few else trial.some(arena))
        if trial.over:
            break
        if few and not holes:
            complete.append(name)
    trial.shrink()
    return Searched(trial.witness, trial.tried, tuple(complete))


def exhaust(left: Move, right: Move, world: World) -> Searched | None:
    """The search on all settings of the declared board: without a counterexample the moves are equal. None if
    there are more settings than the budget, or one is beyond a limit of the evaluator."""
    if world.space is None or variables(left) | variables(right):
        return None
    arena, trial = (
        Arena(world.space, world.vocabulary),
        _Trial(left, right, world.vocabulary, world.budget, {}),
    )
    size = len(world.space.sites)
    values = list(islice(all_values([left, right], world.vocabulary), world.budget + 1))
    most = world.budget // (size ** len(trial.cursors) * len(values))
    boards = all_boards([left, right], world.vocabulary, size, most)
    if boards is None:
        return None
    trial.on(arena, boards, values)
    trial.shrink()
    return None if trial.refused and trial.witness is None else Searched(trial.witness, trial.tried)


def _declared(trial: _Trial, world: World, space: Space, known: Counterexample | None) -> Searched:
    """Search the declared board: all boards if they are few, else boards with one piece, counterexamples
    from small boards embedded in it, boards with one exceptional square, and a sample."""
    arena = Arena(space, world.vocabulary)
    if trial.few(arena):
        trial.on(arena, trial.every(arena))
    else:
        trial.on(arena, islice(trial.sparse(arena), 1 + len(space.sites) * (len(trial.alphabet) - 1)))
        if isinstance(space, LatticeSpace) and not any(map(uses_regions, (trial.left, trial.right))):
            elsewhere = World(open_boards(world.compass), world.vocabulary, None, world.budget // 4)
            small = search(trial.left, trial.right, elsewhere, trial.instance)
            trial.tried += small.boards
            if small.witness is not None and not trial.over:
                trial.on(arena, trial.laid(arena, small.witness))
        for boards in (trial.sparse(arena), trial.some(arena)):
            if not trial.over:
                trial.on(arena, boards)
    trial.witness = trial.witness or known
    trial.shrink()
    return Searched(trial.witness, trial.tried)


def compare(
    left: Move, right: Move, arena: Arena, start: Configuration, instance: Mapping[str, Move] | None = None
) -> Counterexample | None:
    """The counterexample at this configuration, if the two moves have different results there."""
    a, b = arena.results(left, start), arena.results(right, start)
    return None if a == b else Counterexample(arena, start, a, b, tuple((instance or {}).items()))


def smaller(left: Move, right: Move, found: Counterexample, world: World) -> Counterexample:
    """The counterexample with fewer pieces, and on a part of its board, if the world has such boards."""
    before = None
    while found.start != before:
        before = found.start
        trial = _Trial(left, right, world.vocabulary, world.budget, {}, witness=found)
        trial.shrink()
        found = trial.witness or found
        if world.space is None:
            found = _on_fewer_squares(left, right, found, world)
    return found


def _on_fewer_squares(left: Move, right: Move, found: Counterexample, world: World) -> Counterexample:
    """The counterexample without squares that it does not need: many at once are tried first."""
    by = len(found.start.board)
    while by := by // 2:
        for at in reversed(range(0, len(found.start.board), by)):
            rest = dict(zip(found.arena.space.sites, found.start.board, strict=True))
            for site in found.arena.space.sites[at : at + by]:
                del rest[site]
            if not rest:
                continue
            space = world.kind.board(rest)
            start = found.start._replace(board=tuple(rest[site] for site in space.sites))
            found = compare(left, right, Arena(space, world.vocabulary), start) or found
    return found


def _spaces(kind: BoardKind, left: Move, right: Move) -> Iterator[tuple[str, Space, bool]]:
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
