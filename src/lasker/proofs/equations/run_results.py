"""The results of runs on a partial board, by the reference evaluator."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from lasker.algebra.contents import Vocabulary
from lasker.algebra.meaning import Arena, Configuration
from lasker.proofs.equations.partial_boards import PartialBoard, UnknownSquare
from lasker.proofs.equations.runs import Act, AnchoredRun, Nowhere, Part, Possible
from lasker.space.movement import Offset

Denied = tuple[Configuration, Nowhere]  # a test of all squares, and the configuration in which it is asked
End = tuple[Configuration, tuple[Denied, ...]]


class RunResults:
    """Runs on a partial board. On a whole one tests of all squares are asked, else they belong to an end."""

    def __init__(self, space: PartialBoard, vocabulary: Vocabulary) -> None:
        self.space, self.vocabulary = space, vocabulary
        self.arena = Arena(space, vocabulary)

    def ends(
        self, run: AnchoredRun, cursors: tuple[str, ...], places: tuple[Offset, ...], values: tuple[int, ...]
    ) -> Iterator[End]:
        """Where a run leads to, and which tests of all squares must hold for that. The places are those of
        the cursors and of the anchors; where the cursors are then is part of the end."""
        start = self._placed(Configuration(self.space.board, (), values), cursors + run.anchors, places)
        v = self.vocabulary
        for end, denied in self._followed(run.parts, start, ()):
            kept = tuple(each for each in end.cursors if each[0] in cursors)
            yield Configuration(v.ended(end.board), kept, v.set_back(end.counters)), denied

    def possible(self, run: AnchoredRun, anchors: tuple[Offset, ...], start: Configuration) -> bool:
        """Is a run possible, with these anchors?"""
        placed = self._placed(start, run.anchors, anchors)
        return next(self._followed(run.parts, placed, ()), None) is not None

    def somewhere(self, test: Denied) -> bool:
        """Is anything of a test of all squares possible on the known squares, as far as can be told?"""
        start, nowhere = test
        for run in nowhere.runs:
            for anchors in product(self.space.squares, repeat=len(run.anchors)):
                try:
                    if self.possible(run, anchors, start):
                        return True
                except UnknownSquare:
                    continue
        return False

    def ask(self, tests: Iterable[Denied]) -> None:
        """Ask for the first square that must be known to tell whether a test of all squares holds."""
        for start, nowhere in tests:
            for run in nowhere.runs:
                for anchors in product(self.space.squares, repeat=len(run.anchors)):
                    self.possible(run, anchors, start)

    def changed(self, configuration: Configuration) -> set[Offset]:
        """The squares that hold something else than at first."""
        rows = zip(self.space.sites, configuration.board, self.space.board, strict=True)
        return {at for at, now, then in rows if now != then}

    def _placed(
        self, start: Configuration, names: tuple[str, ...], places: tuple[Offset, ...]
    ) -> Configuration:
        cursors = ((name, (self.space.index[at], 0)) for name, at in zip(names, places, strict=True))
        return start._replace(cursors=tuple(sorted((*start.cursors, *cursors))))

    def _followed(
        self, parts: tuple[Part, ...], start: Configuration, denied: tuple[Denied, ...]
    ) -> Iterator[End]:
        if not parts:
            yield start, denied
            return
        first, after = parts[0], parts[1:]
        match first:
            case Act(move):
                for end in self.arena.runs(move, start):
                    yield from self._followed(after, end, denied)
            case Possible(inner):
                for tests in {tests for _, tests in self._followed(inner, start, ())}:
                    yield from self._followed(after, start, (*denied, *tests))
            case Nowhere() if not self.space.whole:
                yield from self._followed(after, start, (*denied, (start, first)))
            case Nowhere():
                if not self.somewhere((start, first)):
                    yield from self._followed(after, start, denied)
