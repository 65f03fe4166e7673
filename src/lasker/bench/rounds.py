"""Ours against other programs, on one machine in one run: rounds that take turns, their medians, the ratios.

Processor time is measured, not the clock, so that a busy machine disturbs less.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from statistics import median

from lasker import backends
from lasker.backends import Engine
from lasker.bench.peers import Count, Peer
from lasker.compiler.ir.machine import ProgramPosition
from lasker.play.game import load
from lasker.runtime.playouts import MOST_PLIES

DEEPEST = 30
LEAST = 1000  # sequences: whatever takes long for fewer is still getting started
ENOUGH = 1 / 8  # of the time that a count should take: whoever took longer counts no ply more
SEED = 1

Counting = Callable[[int], Count]


@dataclass
class Row:
    """One program at one task: what it does a second, round by round."""

    game: str
    task: str  # `perft`, counted in leaves, or `playouts`, counted in plies
    program: str
    depth: int = 0
    rates: list[float] = field(default_factory=list)
    count: int = 0  # of sequences, or of games a second in the mean
    ratio: float = 1.0  # how many times as fast as this one the first is

    @property
    def rate(self) -> float:
        """The median of the rounds."""
        return median(self.rates)

    def facts(self) -> dict[str, object]:
        """The row for machines."""
        return {
            "game": self.game,
            "task": self.task,
            "program": self.program,
            "depth": self.depth,
            "count": self.count,
            "rate": self.rate,
            "rates": self.rates,
            "ratio": self.ratio,
        }


def ours(game: str, backend: str, fen: str | None) -> Counting:
    """A count on one of our backends.

    >>> ours("tictactoe", "reference", None)(2)[0]
    72
    """
    loaded = load(game)
    position = backends.position((loaded.start() if fen is None else loaded.position(fen)).node)
    engine = backends.open_engine(backend, loaded.model)

    def count(depth: int) -> Count:
        began = time.process_time()
        return engine.perft(position, depth), _since(began)

    return count


def theirs(peer: Peer, variant: str, fen: str | None) -> Counting:
    """A count by another program."""
    return lambda depth: peer.count(variant, fen, depth)


def perft(game: str, counts: dict[str, Counting], rounds: int, seconds: float, depth: int = 0) -> list[Row]:
    """Every program counts, in rounds that take turns: as deep as the seconds allow, or all to one depth.

    >>> rows = perft("tictactoe", {"reference": ours("tictactoe", "reference", None)}, 2, 0.01, depth=2)
    >>> [(row.program, row.depth, row.count, len(row.rates)) for row in rows]
    [('reference', 2, 72, 2)]
    """
    rows = {name: Row(game, "perft", name, depth or _depth(count, seconds)) for name, count in counts.items()}
    for _ in range(rounds):
        for name, count in counts.items():
            row = rows[name]
            row.count, spent = count(row.depth)
            row.rates.append(row.count / spent)
    return _compared(rows.values())


def disagreements(rows: Iterable[Row], judge: Counting) -> list[str]:
    """Counts that are not those of the judge."""
    known: dict[int, int] = {}
    wrong = []
    for row in rows:
        if row.depth not in known:
            known[row.depth] = judge(row.depth)[0]
        if row.count != known[row.depth]:
            wrong.append(
                f"{row.game}: {row.program} counts {row.count} at depth {row.depth}, not {known[row.depth]}"
            )
    return wrong


def playouts(game: str, engines: Iterable[str], rounds: int, seconds: float) -> list[Row]:
    """Random games on our backends: plies a second, and games a second as the count."""
    loaded = load(game)
    start = backends.position(loaded.start().node)
    rows = {name: Row(game, "playouts", name) for name in engines}
    opened = {name: backends.open_engine(name, loaded.model) for name in rows}
    speeds: dict[str, list[float]] = {name: [] for name in rows}
    sizes = dict.fromkeys(rows, 1)
    for name in rows:  # how many games fit into the seconds, once everything is compiled?
        _timed(opened[name], start, 1)
        while _timed(opened[name], start, sizes[name])[1] < seconds * ENOUGH:
            sizes[name] *= 4
    for _ in range(rounds):
        for name, row in rows.items():
            plies, spent = _timed(opened[name], start, sizes[name])
            row.rates.append(plies / spent)
            speeds[name].append(sizes[name] / spent)
    for name, row in rows.items():
        row.count = round(median(speeds[name]))
    return _compared(rows.values())


def _timed(engine: Engine, start: ProgramPosition, games: int) -> Count:
    """The plies of so many random games, and how long they took."""
    began = time.process_time()
    return sum(engine.tally(start, SEED, range(games), MOST_PLIES).lengths), _since(began)


def _depth(count: Counting, seconds: float) -> int:
    """How deep a count takes long enough, not only once: a machine may be held up for a moment."""
    for depth in range(1, DEEPEST):
        total, spent = count(depth)
        long = spent >= seconds * ENOUGH and total >= LEAST and count(depth)[1] >= seconds * ENOUGH
        if long or total == 0:
            return depth
    return DEEPEST


def _compared(rows: Iterable[Row]) -> list[Row]:
    """The rows with their ratios to the first."""
    listed = list(rows)
    for row in listed:
        row.ratio = listed[0].rate / row.rate if row.rate else 0.0
    return listed


def _since(began: float) -> float:
    return max(time.process_time() - began, 1e-6)
