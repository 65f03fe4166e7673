"""Perft of a position on the backend that suits the depth, and of its parts on workers."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from lasker import backends
from lasker.compiler.ir.machine import ProgramPosition
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError
from lasker.model import position
from lasker.model.game import Game
from lasker.model.position import Node
from lasker.play.backend_choice import DEEP, PerftWork, choose
from lasker.play.readiness import SWITCH
from lasker.runtime.parallel_perft import PARTS, Progress, split

if TYPE_CHECKING:
    from lasker.workers import Workers


def perft(node: Node, depth: int) -> int:
    """The number of move sequences of length `depth`; from depth 3 on by generated code, native if available.

    >>> from lasker.play.game import load
    >>> [perft(load("tictactoe").start().node, depth) for depth in range(5)]
    [1, 9, 72, 504, 3024]
    """
    if type(depth) is not int or depth < 0:
        raise LimitError(f"{depth} moves cannot be played", remedy="count 0 moves or more")
    if depth < DEEP or os.environ.get(SWITCH) == "reference":
        return position.perft(node, depth)
    return choose(node.game, PerftWork(depth)).perft(backends.position(node), depth)


@dataclass(frozen=True)
class PerftTask:
    """What workers count: sequences from a position, times the number of ways to reach it."""

    game: Game
    backend: str | None
    depth: int  # of the whole count, by which the backend is chosen
    table: int

    def open(self) -> Callable[[tuple[ProgramPosition, int, int]], int]:
        """The function from a position, a depth and a multiplicity to a count."""
        work = PerftWork(self.depth)
        engine = (
            choose(self.game, work) if self.backend is None else backends.open_engine(self.backend, self.game)
        )
        return lambda part: part[2] * engine.perft(part[0], part[1], self.table)


def perft_on(
    workers: Workers,
    starts: Mapping[str, Node],
    depth: int,
    backend: str | None = None,
    table: int = 0,
    progress: Progress | None = None,
) -> dict[str, int]:
    """Perft to a depth from each of some positions of one game, on workers; `table` is in bytes for each.

    >>> from lasker.play.game import load
    >>> from lasker.workers import Workers
    >>> perft_on(Workers(), {"start": load("tictactoe").start().node}, 4, "python")
    {'start': 3024}
    """
    counts = dict.fromkeys(starts, 0)
    if not starts:
        return counts
    game = next(iter(starts.values())).game
    chosen = choose(game, PerftWork(depth)) if backend is None else backends.open_engine(backend, game)
    jobs: list[tuple[ProgramPosition, int, int]] = []
    names: list[str] = []
    for name, node in starts.items():
        wanted = -(-PARTS * workers.count // len(starts))
        parts, left = split(chosen, backends.position(node), depth, wanted, bool(table))
        jobs += [(there, left, times) for there, times in parts]
        names += [name] * len(parts)
    for done, (number, count) in enumerate(
        workers.completed(PerftTask(game, backend, depth, table), jobs), 1
    ):
        counts[names[number]] += count
        if progress is not None:
            progress(done, len(jobs))
    return counts
