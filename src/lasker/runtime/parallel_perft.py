"""Parallel perft: the first plies are expanded into parts that threads count, with progress reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Protocol

from lasker.compiler.ir.machine import ProgramPosition, Successor
from lasker.runtime.threads import shared

PARTS = 40  # for each thread, to balance the load
SMALL = 3  # least depth of a part
Progress = Callable[[int, int], None]  # parts counted, and parts in all


class Counts(Protocol):
    """The interface of a backend that perft needs."""

    def successors(self, position: ProgramPosition) -> tuple[Successor, ...]:
        """Every legal move."""

    def perft(self, position: ProgramPosition, depth: int, table: int = 0) -> int:
        """The number of move sequences to a depth; `table` is the size of a transposition table in bytes."""


def perft(
    engine: Counts,
    position: ProgramPosition,
    depth: int,
    *,
    threads: int = 1,
    table: int = 0,
    progress: Progress | None = None,
) -> int:
    """Perft to a depth on several threads.

    `table` bytes are divided among the threads for transposition tables: a position repeated at the same
    depth is not counted again.
    """
    if threads == 1 and progress is None:
        return engine.perft(position, depth, table)
    parts, left = split(engine, position, depth, PARTS * threads, bool(table))

    def count(part: tuple[ProgramPosition, int]) -> int:
        there, times = part
        return times * engine.perft(there, left, table // threads)

    total = 0
    for done, number in enumerate(shared(parts, count, threads), 1):
        total += number
        if progress is not None:
            progress(done, len(parts))
    return total


def split(
    engine: Counts, position: ProgramPosition, depth: int, wanted: int, merged: bool
) -> tuple[list[tuple[ProgramPosition, int]], int]:
    """The positions after the first plies with multiplicities, and the remaining depth."""
    parts = [(position, 1)]
    while depth > SMALL and 0 < len(parts) < wanted:
        parts = [(move.after, times) for there, times in parts for move in engine.successors(there)]
        depth -= 1
        if merged:
            multiplicity: Counter[ProgramPosition] = Counter()
            for there, times in parts:
                multiplicity[there] += times
            parts = list(multiplicity.items())
    return parts, depth
