"""Comparative benchmarks: interleaved rounds on one machine, medians and ratios.

Processor time is measured, not wall time, which reduces the noise of a busy machine.
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
LEAST = 1000  # least perft count; below it start-up dominates
ENOUGH = 1 / 8  # part of the target time from which the depth is not increased
SEED = 1

Counting = Callable[[int], Count]


@dataclass
class MeasuredRates:
    """One program at one task: its rate in each round."""

    game: str
    task: str  # `perft`, counted in leaves, or `playouts`, counted in plies
    program: str
    depth: int = 0
    rates: list[float] = field(default_factory=list)
    count: int = 0  # perft count, or median games a second
    ratio: float = 1.0  # rate of the first program divided by this one

    @property
    def rate(self) -> float:
        """The median of the rounds."""
        return median(self.rates)

    def facts(self) -> dict[str, object]:
        """The row as JSON-compatible data."""
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
    """Perft on one of our backends.

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
    """Perft by another program."""
    return lambda depth: peer.count(variant, fen, depth)


def perft(
    game: str, counts: dict[str, Counting], rounds: int, seconds: float, depth: int = 0
) -> list[MeasuredRates]:
    """Perft by all programs in interleaved rounds, as deep as the time allows or to a given depth.

    >>> rows = perft("tictactoe", {"reference": ours("tictactoe", "reference", None)}, 2, 0.01, depth=2)
    >>> [(row.program, row.depth, row.count, len(row.rates)) for row in rows]
    [('reference', 2, 72, 2)]
    """
    rows = {
        name: MeasuredRates(game, "perft", name, depth or _depth(count, seconds))
        for name, count in counts.items()
    }
    for _ in range(rounds):
        for name, count in counts.items():
            row = rows[name]
            row.count, spent = count(row.depth)
            row.rates.append(row.count / spent)
    return _compared(rows.values())


def disagreements(rows: Iterable[MeasuredRates], reference: Counting) -> list[str]:
    """The counts that differ from those of a reference counter."""
    known: dict[int, int] = {}
    wrong = []
    for row in rows:
        if row.depth not in known:
            known[row.depth] = reference(row.depth)[0]
        if row.count != known[row.depth]:
            wrong.append(
                f"{row.game}: {row.program} counts {row.count} at depth {row.depth}, not {known[row.depth]}"
            )
    return wrong


def playouts(game: str, engines: Iterable[str], rounds: int, seconds: float) -> list[MeasuredRates]:
    """Playouts on our backends: plies a second, with games a second as the count."""
    loaded = load(game)
    start = backends.position(loaded.start().node)
    rows = {name: MeasuredRates(game, "playouts", name) for name in engines}
    opened = {name: backends.open_engine(name, loaded.model) for name in rows}
    speeds: dict[str, list[float]] = {name: [] for name in rows}
    sizes = dict.fromkeys(rows, 1)
    for name in rows:  # calibrate the number of games after compilation
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
    """The plies of a number of playouts, and their processor time."""
    began = time.process_time()
    return sum(engine.tally(start, SEED, range(games), MOST_PLIES).lengths), _since(began)


def _depth(count: Counting, seconds: float) -> int:
    """The depth at which perft takes long enough, confirmed by a second run against noise."""
    for depth in range(1, DEEPEST):
        total, spent = count(depth)
        long = spent >= seconds * ENOUGH and total >= LEAST and count(depth)[1] >= seconds * ENOUGH
        if long or total == 0:
            return depth
    return DEEPEST


def _compared(rows: Iterable[MeasuredRates]) -> list[MeasuredRates]:
    """The rows with ratios to the first."""
    listed = list(rows)
    for row in listed:
        row.ratio = listed[0].rate / row.rate if row.rate else 0.0
    return listed


def _since(began: float) -> float:
    return max(time.process_time() - began, 1e-6)
