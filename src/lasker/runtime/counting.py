"""Counting sequences of moves at length: in parts, on several threads, with word of how far it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Protocol

from lasker.compiler.ir.machine import ProgramPosition, Successor
from lasker.runtime.threads import shared

PARTS = 40  # for each thread, so that all have something to do until nearly the end
SMALL = 3  # plies; what is less deep is no part of its own
Progress = Callable[[int, int], None]  # parts that are counted, and all of them


class Counts(Protocol):
    """What counting needs of a backend."""

    def successors(self, position: ProgramPosition) -> tuple[Successor, ...]:
        """Every legal move."""

    def perft(self, position: ProgramPosition, depth: int, table: int = 0) -> int:
        """How many sequences of so many moves there are; `table` is room for counts to be remembered."""


def perft(
    engine: Counts,
    position: ProgramPosition,
    depth: int,
    *,
    threads: int = 1,
    table: int = 0,
    progress: Progress | None = None,
) -> int:
    """How many sequences of `depth` moves there are, counted on so many threads.

    With a `table` of so many bytes, which the threads share out, a position that is met again at the same
    depth is not counted again.
    """
    if threads == 1 and progress is None:
        return engine.perft(position, depth, table)
    parts, left = _parts(engine, position, depth, PARTS * threads, bool(table))

    def count(part: tuple[ProgramPosition, int]) -> int:
        there, times = part
        return times * engine.perft(there, left, table // threads)

    total = 0
    for done, number in enumerate(shared(parts, count, threads), 1):
        total += number
        if progress is not None:
            progress(done, len(parts))
    return total


def _parts(
    engine: Counts, position: ProgramPosition, depth: int, wanted: int, merged: bool
) -> tuple[list[tuple[ProgramPosition, int]], int]:
    """The positions after the first few moves, with how often each comes, and the depth that is left."""
    parts = [(position, 1)]
    while depth > SMALL and 0 < len(parts) < wanted:
        parts = [(move.after, times) for there, times in parts for move in engine.successors(there)]
        depth -= 1
        if merged:
            together: Counter[ProgramPosition] = Counter()
            for there, times in parts:
                together[there] += times
            parts = list(together.items())
    return parts, depth
