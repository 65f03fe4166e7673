"""Are the results of a run also results of others, on every board? They are compared on partial boards.

The anchors of a run lie somewhere. At first each lies in a *cluster* of its own, so far from the others that
no square is read from two of them. Every run is followed there, on all contents of the squares that it reads,
and there one of the other runs must have the same result. As long as the squares that were read in two
clusters are different ones, it does not matter where the clusters lie; so besides there are only the finitely
many places where they meet, and those are followed in the same way.

A test of all squares, `![♙]`, is taken for granted in the run that is followed. In another run it has to
hold: on squares whose surroundings no run has changed because the first run denies the same, and on the
others because it is tried there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from itertools import product

from lasker.algebra.contents import Vocabulary
from lasker.algebra.meaning import Configuration
from lasker.algebra.moves import Move
from lasker.algebra.subterms import counters_in, free_cursors
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError
from lasker.proofs.equations.local_moves import NotLocalError
from lasker.proofs.equations.partial_boards import PartialBoard, Squares, UnknownSquare, wrapped
from lasker.proofs.equations.run_results import Denied, RunResults
from lasker.proofs.equations.runs import AnchoredRun, Possible, acts, runs_of
from lasker.proofs.equations.settings import Classes, counter_values
from lasker.space.board_kinds import BoardKind, Periods
from lasker.space.compass import Compass
from lasker.space.movement import Offset

APART = 10_000  # squares between two clusters

Values = tuple[int, ...]  # of the counters
Places = tuple[Offset, ...]  # of the cursors that stand somewhere, and of the anchors


@dataclass
class Lattice:
    """What all comparisons of runs on one lattice share, and what they found."""

    compass: Compass
    periods: Periods
    vocabulary: Vocabulary
    classes: Classes
    budget: int
    boards: int = 0  # that were tried
    spans: tuple[int, ...] = ()  # by axis: the greatest distance between two squares that belong together
    implied: dict[tuple[AnchoredRun, frozenset[AnchoredRun], Values], frozenset[Offset] | None] = field(
        default_factory=dict
    )

    def spend(self) -> None:
        """Count one more board."""
        self.boards += 1
        if self.boards > self.budget:
            raise LimitError("more boards would have to be tried than the budget allows")

    def plus(self, a: Offset, b: Offset) -> Offset:
        """A square from another one."""
        return wrapped(tuple(x + y for x, y in zip(a, b, strict=True)), self.periods)

    def minus(self, a: Offset, b: Offset) -> Offset:
        """The way from one square to another."""
        return wrapped(tuple(x - y for x, y in zip(a, b, strict=True)), self.periods)

    def note_span(self, squares: Iterable[Offset]) -> None:
        """Squares that were read together."""
        along = [max(xs) - min(xs) for xs in zip(*squares, strict=True)]
        self.spans = tuple(map(max, along, self.spans)) if self.spans else tuple(along)


class Inclusion:
    """A run whose results are to be results of some others, with these values of the counters at first."""

    def __init__(
        self,
        lattice: Lattice,
        cursors: tuple[str, ...],
        one: AnchoredRun,
        others: Iterable[AnchoredRun],
        values: Values,
    ) -> None:
        self.lattice, self.cursors, self.values = lattice, cursors, values
        self.one, self.others = one, tuple(others)
        self.chosen = len(cursors) + len(one.anchors)
        self.number = max(self.chosen, 1)  # there is at least one square
        self.extents: dict[int, set[Offset]] = {}  # the squares that were read, by cluster
        self.axis = next((axis for axis, period in enumerate(lattice.periods) if period is None), None)

    def holds(self) -> bool:
        """Is every result of the run one of the others', wherever the anchors lie?"""
        todo = list(self._first())
        seen = set(todo)
        while todo:
            places = todo.pop()
            extents: dict[int, set[Offset]] = {}
            if not self._included(places, {}, extents):
                return False
            for cluster, offsets in extents.items():
                self.extents.setdefault(cluster, set()).update(offsets)
            for merged in self._meeting(places, extents):
                if merged not in seen:
                    seen.add(merged)
                    todo.append(merged)
        return True

    # ---- where the anchors lie ----

    def _first(self) -> Iterator[Places]:
        """Every anchor in a cluster of its own; all places where no axis is open."""
        origin = self.lattice.compass.origin
        if self.axis is not None:
            yield tuple(self._in_cluster(origin, number) for number in range(self.number))
            return
        everywhere = list(product(*(range(period or 1) for period in self.lattice.periods)))
        for others in product(everywhere, repeat=max(self.number - 1, 0)):
            yield (origin, *others)

    def _in_cluster(self, at: Offset, cluster: int) -> Offset:
        if self.axis is None:
            return at
        return tuple(x + APART * cluster * (axis == self.axis) for axis, x in enumerate(at))

    def _split(self, at: Offset) -> tuple[int, Offset]:
        """The cluster of a square, and where it lies there."""
        if self.axis is None:
            return 0, at
        cluster = (at[self.axis] + APART // 2) // APART
        return cluster, self._in_cluster(at, -cluster)

    def _meeting(self, places: Places, extents: dict[int, set[Offset]]) -> Iterator[Places]:
        """The places where two clusters meet: some square was read in both."""
        where = [self._split(at) for at in places]
        clusters = sorted({cluster for cluster, _ in where})
        for number, one in enumerate(clusters):
            for two in clusters[number + 1 :]:
                shifts = {
                    self.lattice.minus(a, b) for a in extents.get(one, ()) for b in extents.get(two, ())
                }
                for shift in sorted(shifts):
                    yield self._numbered(
                        [
                            (one, self.lattice.plus(at, shift)) if cluster == two else (cluster, at)
                            for cluster, at in where
                        ]
                    )

    def _numbered(self, where: list[tuple[int, Offset]]) -> Places:
        """Places with the clusters in the order of their anchors, the first anchor of each at the origin."""
        first: dict[int, tuple[int, Offset]] = {}
        for cluster, at in where:
            first.setdefault(cluster, (len(first), at))
        return tuple(
            self._in_cluster(self.lattice.minus(at, first[cluster][1]), first[cluster][0])
            for cluster, at in where
        )

    # ---- what the squares hold ----

    def _included(self, places: Places, known: Squares, extents: dict[int, set[Offset]]) -> bool:
        """Are the results of the run those of others, whatever the squares hold that are not known?"""
        self.lattice.spend()
        missing = next((at for at in places if at not in known), None)
        if missing is None:
            try:
                included = self._compared(places, known)
            except UnknownSquare as unknown:
                missing = unknown.at
            else:
                self._note(known, extents)
                return included
        used = tuple(content for content in known.values() if content is not None)
        contents: list[int | None] = [*self.lattice.classes.contents(used)]
        if missing not in places:
            contents.append(None)
        return all(self._included(places, {**known, missing: content}, extents) for content in contents)

    def _note(self, known: Squares, extents: dict[int, set[Offset]]) -> None:
        read: dict[int, list[Offset]] = {}
        for at in known:
            cluster, offset = self._split(at)
            read.setdefault(cluster, []).append(offset)
        for cluster, offsets in read.items():
            extents.setdefault(cluster, set()).update(offsets)
            self.lattice.note_span(offsets)

    def _compared(self, places: Places, known: Squares) -> bool:
        """Is every result also one of the others', whatever else is on the board?"""
        lattice = self.lattice
        part, whole = (
            RunResults(PartialBoard(lattice.compass, lattice.periods, known, alone), lattice.vocabulary)
            for alone in (False, True)
        )
        for end, denied in set(part.ends(self.one, self.cursors, places[: self.chosen], self.values)):
            if any(map(part.somewhere, denied)):
                continue  # it is not possible with these squares
            if any(map(whole.somewhere, denied)):
                part.ask(denied)
            if not self._reached(end, denied, places, part, whole):
                return False
        return True

    def _reached(
        self,
        end: Configuration,
        denied: tuple[Denied, ...],
        places: Places,
        part: RunResults,
        whole: RunResults,
    ) -> bool:
        """Has one of the other runs the same result? It must have it already on the board that has no more
        squares than those that are known: that is one of all boards."""
        unknown: UnknownSquare | None = None
        fixed = places[: len(self.cursors)]
        for other in self.others:
            for anchors in product(part.space.squares, repeat=len(other.anchors)):
                here = other, self.cursors, (*fixed, *anchors), self.values
                if not any(same == end for same, _ in whole.ends(*here)):
                    continue
                try:
                    for same, tests in part.ends(*here):
                        if same == end and all(self._holds(test, denied, part) for test in tests):
                            return True
                except UnknownSquare as square:
                    unknown = unknown or square
        if unknown is not None:
            raise unknown
        return False

    # ---- tests of all squares ----

    def _holds(self, test: Denied, denied: tuple[Denied, ...], on: RunResults) -> bool:
        """Does a test of all squares hold, where others do?"""
        start, nowhere = test
        others = frozenset(
            run
            for other, each in denied
            for run in each.runs
            if other.counters == start.counters or not counters_in(acts(run))
        )
        changed = on.changed(start).union(*(on.changed(other) for other, _ in denied))
        for run in nowhere.runs:
            if not run.anchors:
                if on.possible(run, (), start):
                    return False
                continue
            surroundings = self._surroundings(run, others, start.counters)
            if surroundings is None:
                return False
            for at in sorted({self.lattice.minus(at, by) for at in changed for by in surroundings}):
                if on.space.content(at) is not None and on.possible(run, (at,), start):
                    return False
        return True

    def _surroundings(
        self, run: AnchoredRun, others: frozenset[AnchoredRun], values: Values
    ) -> frozenset[Offset] | None:
        """If others are possible wherever a run is, what has to be known around its anchor to see that."""
        asked = run, others, values
        implied = self.lattice.implied
        if asked not in implied:
            inner = Inclusion(self.lattice, (), _test(run), map(_test, others), values)
            implied[asked] = frozenset(inner.extents.get(0, ())) if inner.holds() else None
        return implied[asked]


def _test(run: AnchoredRun) -> AnchoredRun:
    return AnchoredRun(run.anchors, (Possible(run.parts),))


class RunComparison:
    """Two moves whose runs are compared on all boards of a kind.

    >>> from lasker.calculator import rules
    >>> words = rules()
    >>> moves = [words.evaluate(text) for text in ("![♖] (♙ -> .) (♟ -> .)", "(♟ -> .) (♙ -> .) ![♖]")]
    >>> RunComparison(*moves, words.kind, words.vocabulary, 5000).agree()
    True
    """

    def __init__(self, left: Move, right: Move, kind: BoardKind, vocabulary: Vocabulary, budget: int) -> None:
        self.moves, self.kind, self.vocabulary, self.budget = [left, right], kind, vocabulary, budget
        self.cursors = tuple(sorted(free_cursors(left) | free_cursors(right)))
        self.sides = [runs_of(side, vocabulary, frozenset(self.cursors)) for side in self.moves]
        self.classes = Classes(self.moves, vocabulary)
        self.boards = 0

    def agree(self) -> bool:
        """Have they the same results on every board, from every place of their free cursors?"""
        if self.kind.twist is not None:
            raise NotLocalError("on a twisted board squares have no directions of their own")
        open_everywhere: Periods = tuple(None for _ in self.kind.compass.origin)
        todo, seen = [open_everywhere], {open_everywhere}
        while todo:
            periods = todo.pop()
            left = self.budget - self.boards
            lattice = Lattice(self.kind.compass, periods, self.vocabulary, self.classes, left)
            agree = self._on(lattice)
            self.boards += lattice.boards
            if not agree:
                return False
            for shorter in self._glued(periods, lattice.spans):
                if shorter not in seen:
                    seen.add(shorter)
                    todo.append(shorter)
        return True

    def _glued(self, periods: Periods, spans: tuple[int, ...]) -> Iterator[Periods]:
        """The lattices with one more axis so short that squares which were read together become one."""
        for axis, span in enumerate(spans):
            if axis in self.kind.glued and periods[axis] is None:
                for period in range(1, span + 1):
                    yield (*periods[:axis], period, *periods[axis + 1 :])

    def _on(self, lattice: Lattice) -> bool:
        left, right = self.sides
        return all(
            Inclusion(lattice, self.cursors, one, others, values).holds()
            for values in counter_values(self.moves, self.vocabulary)
            for runs, others in ((left, right), (right, left))
            for one in runs
        )
