"""Moves as runs: some squares are chosen first, then one part after the other acts around them.

A move that chooses squares and acts around them is a choice between finitely many runs. The squares of a run,
its *anchors*, are chosen before anything is done: that changes nothing, since a part looks at the content of
its anchor only when its turn comes. What asks about all squares of the board, `![♙]`, is a part of a kind of
its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count, product

from lasker.algebra.contents import Vocabulary
from lasker.algebra.fragments import Cell, Fragment
from lasker.algebra.moves import (
    Adjust,
    Bind,
    Choice,
    Compare,
    Move,
    Nil,
    Repeat,
    Rewrite,
    Sequence,
    Test,
    rebuild,
)
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError
from lasker.proofs.equations.local_moves import NotLocalError, anchored, is_local

MOST_RUNS = 500  # of one move


@dataclass(frozen=True)
class Act:
    """A move around anchors that were chosen, or one that counts."""

    move: Move


@dataclass(frozen=True)
class Possible:
    """The rest of a test `[M]`: continue without a change if some parts are possible."""

    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Nowhere:
    """A test `![M]` of all squares: continue if none of some runs is possible, wherever its anchor is."""

    runs: tuple[AnchoredRun, ...]


Part = Act | Possible | Nowhere


@dataclass(frozen=True)
class AnchoredRun:
    """Names of squares that are chosen, each any square of the board, and what is done then."""

    anchors: tuple[str, ...]
    parts: tuple[Part, ...]


def runs_of(move: Move, vocabulary: Vocabulary, cursors: frozenset[str] = frozenset()) -> list[AnchoredRun]:
    """The runs of a move; these cursors already stand somewhere.

    >>> from lasker.calculator import rules
    >>> words = rules()
    >>> move = words.evaluate("(♙ -> .) (♟ -> .) | ![♖] (%♙: step(u))")
    >>> [len(run.anchors) for run in runs_of(move, words.vocabulary)]
    [2, 1]
    """
    return list(_Runs(vocabulary).of(move, cursors))


class _Runs:
    """Anchors have names that no text can contain, each its own."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary, self.numbers = vocabulary, count(1)

    def of(self, move: Move, cursors: frozenset[str]) -> Iterator[AnchoredRun]:
        """The runs of a move."""
        if _is_local(move, cursors):
            yield AnchoredRun((), (Act(move),))
            return
        match move:
            case Choice(options):
                for option in options:
                    yield from self.of(option, cursors)
            case Sequence(parts):
                yield from self._joined(parts, cursors)
            case Repeat(body, low, high) if high is not None:
                for times in range(low, high + 1):
                    yield from self._joined([body] * times, cursors)
            case Bind(cursor, cell, body) if not cell.here and not cell.regions:
                anchor = self._anchor()
                there = replace(cell, here=frozenset({anchor}))
                if _is_local(body, cursors | {cursor}):
                    yield AnchoredRun((anchor,), (Act(replace(move, cell=there)),))
                    return
                found = Act(Bind(anchor, there, Nil()))
                for run in self.of(_renamed(body, cursor, anchor), cursors | {anchor}):
                    yield AnchoredRun((anchor, *run.anchors), (found, *run.parts))
            case Rewrite(before) if not before.cursors:
                if any(cell.regions for _, cell in before.cells):
                    raise NotLocalError("a rule asks for a region")
                rule, _ = anchored(move, anchor := self._anchor(), self.vocabulary)
                yield AnchoredRun((anchor,), (Act(rule),))
            case Test(body, True):
                for run in self.of(body, cursors):
                    yield AnchoredRun(run.anchors, (Possible(run.parts),))
            case Test(body, False):
                yield AnchoredRun((), (Nowhere(tuple(self._denied(body))),))
            case _:
                raise NotLocalError("this is no move around a few squares")

    def _anchor(self) -> str:
        return f"anchor {next(self.numbers)}"

    def _joined(self, parts: Iterable[Move], cursors: frozenset[str]) -> Iterator[AnchoredRun]:
        """The runs of a sequence. Each part has anchors of its own, also if the same part comes twice."""
        options = [list(self.of(part, cursors)) for part in parts]
        for number, chosen in enumerate(product(*options)):
            if number == MOST_RUNS:
                raise LimitError(f"a move has more than {MOST_RUNS} runs")
            anchors = tuple(anchor for run in chosen for anchor in run.anchors)
            yield AnchoredRun(anchors, tuple(part for run in chosen for part in run.parts))

    def _denied(self, body: Move) -> Iterator[AnchoredRun]:
        """The runs of a test of all squares: around one square each, and without such tests in it."""
        for run in self.of(body, frozenset()):
            if len(run.anchors) > 1 or any(isinstance(part, Nowhere) for part in _all(run.parts)):
                raise NotLocalError("a test asks about several squares of the board")
            yield run


def _all(parts: Iterable[Part]) -> Iterator[Part]:
    for part in parts:
        yield part
        if isinstance(part, Possible):
            yield from _all(part.parts)


def acts(run: AnchoredRun) -> Iterator[Move]:
    """The moves in the parts of a run, but for those of tests of all squares."""
    return (part.move for part in _all(run.parts) if isinstance(part, Act))


def _is_local(move: Move, cursors: frozenset[str]) -> bool:
    return is_local(move, cursors, counters=(Adjust, Compare))


def _renamed(move: Move, old: str, new: str) -> Move:
    """A move with another name for one of its free cursors."""

    def cell_of(cell: Cell) -> Cell:
        here = frozenset(new if each == old else each for each in cell.here)
        return replace(cell, piece=new if cell.piece == old else cell.piece, here=here)

    def side(some: Fragment) -> Fragment:
        return Fragment(tuple((at, cell_of(cell)) for at, cell in some.cells))

    match move:
        case Rewrite(before, after):
            return Rewrite(side(before), side(after))
        case Bind(cursor, cell, body):
            return Bind(cursor, cell_of(cell), body if cursor == old else _renamed(body, old, new))
    return rebuild(move, lambda part: _renamed(part, old, new))
