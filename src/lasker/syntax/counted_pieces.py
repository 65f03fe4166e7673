"""Squares that hold a number of pieces: what is added, removed and lifted, as choices of rewrites.

A counted piece is declared with a range, `piece seeds 'S' 1..48`. Each number of them is a content of a
square, so every level below knows nothing of numbers; the words here say for each number what it becomes.
"""

from __future__ import annotations

from typing import Any

from lasker.algebra.contents import Vocabulary
from lasker.algebra.fragments import Cell, Fragment, Pattern, square
from lasker.algebra.moves import Adjust, Compare, Move, choice, rewrites, sequence
from lasker.kernel.errors import SortError
from lasker.space.compass import Compass
from lasker.syntax.values import CounterRef, Number, sort


def counted_contents(value: Any, compass: Compass, vocabulary: Vocabulary) -> tuple[int, ...] | None:
    """What a square holds with none, one, two, … of a counted piece that is meant as a whole; else None."""
    if not isinstance(value, Pattern) or len(value.options) != 1 or not vocabulary.heaps:
        return None
    cells = value.options[0].cells
    if len(cells) != 1 or cells[0][0] != compass.origin:
        return None
    return next((heap for heap in vocabulary.heaps.values() if cells[0][1] == Cell(sum(heap[1:]))), None)


class CountedPieces:
    """`add`, `remove` and `lift`: moves on the square of the cursor `%`."""

    def __init__(self, compass: Compass, vocabulary: Vocabulary) -> None:
        self.compass, self.vocabulary = compass, vocabulary

    def _heap(self, pieces: Any) -> tuple[int, ...]:
        heap = counted_contents(pieces, self.compass, self.vocabulary)
        if heap is None:
            other = "another" if isinstance(pieces, Pattern) else "a"
            counted = ", ".join(dict.fromkeys(kind for kind, _ in self.vocabulary.heaps))
            raise SortError(
                f"a counted piece is needed first, and this is {other} {sort(pieces)}",
                remedy=f"counted pieces: {counted}; those of the next player with C, as in lift(C s, n)",
            )
        return heap

    def _here(self, contents: int) -> Pattern:
        return Pattern((Fragment(((self.compass.origin, Cell(contents, here=frozenset({"%"}))),)),))

    def _becomes(self, before: int, after: int) -> Move:
        written = Pattern((square(after, self.compass.origin),))
        return rewrites(self._here(before), written, self.vocabulary)

    def _changed(self, heap: tuple[int, ...], by: int) -> Move:
        """So many more: from every number from which that is possible."""
        numbers = range(max(0, -by), len(heap) - max(0, by))
        return choice(self._becomes(heap[n], heap[n + by]) for n in numbers)

    def _by(self, heap: tuple[int, ...], amount: Any, sign: int) -> Move:
        if isinstance(amount, Number):
            return self._changed(heap, sign * amount.value)
        if not isinstance(amount, CounterRef):
            raise SortError(f"a number or a counter is needed, and this is a {sort(amount)}")
        counter = self.vocabulary.counters[amount.counter]
        numbers = range(max(0, counter.low), min(counter.high, len(heap) - 1) + 1)
        return choice(
            sequence([Compare(amount.counter, "=", n), self._changed(heap, sign * n)]) for n in numbers
        )

    def add(self, pieces: Any, amount: Any) -> Move:
        """`add(s, n)`: the square holds n more of s, which it holds alone or is empty."""
        return self._by(self._heap(pieces), amount, 1)

    def remove(self, pieces: Any, amount: Any) -> Move:
        """`remove(s, n)`: the square holds n fewer of s; it must hold as many."""
        return self._by(self._heap(pieces), amount, -1)

    def lift(self, pieces: Any, counter: Any) -> Move:
        """`lift(s, c)`: all of s are taken from the square, and counted by c."""
        heap = self._heap(pieces)
        if not isinstance(counter, CounterRef):
            raise SortError(f"a counter is needed second, and this is a {sort(counter)}")
        return choice(
            sequence([self._becomes(heap[n], heap[0]), Adjust(counter.counter, True, n)])
            for n in range(1, len(heap))
        )
