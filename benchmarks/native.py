"""Native code: how long the first answer takes, what random games and positions cost, what threads add."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median

from lasker import backends
from lasker.bench import peers
from lasker.bench import rounds as bench
from lasker.play.game import load
from lasker.play.readiness import readiness

ROUNDS = 5
SECONDS = 1.0  # of a round
GOALS = {  # random games a second
    "breakthrough": 250_000,
    "othello": 120_000,
    "english_draughts": 200_000,
    "connect_four": 1_500_000,
    "hex11": 60_000,
    "amazons": 8_000,
}
PLIES = ("chess", 3_500_000)  # of random games, a second
PERFT = (("chess", "stockfish", 2), ("chess", "fairy-stockfish", 25), ("shogi", "fairy-stockfish", 10))
SHARED = ("breakthrough", 40_000)  # random games that threads, or processes, play at once
Line = tuple[str, str, str]  # what was measured, how it came out, and the goal
FIRST_ANSWER = "import sys; from lasker.cli import main; sys.argv = ['lasker', *sys.argv[1:]]; main()"


def cold(game: str, depth: int = 3) -> tuple[float, float]:
    """Seconds by the clock and of the processor from the rules of a game to its first native answer: a new
    process and an empty store; byte code is there, as for everybody who does anything twice."""
    with tempfile.TemporaryDirectory() as store:
        environment = os.environ | {"LASKER_CACHE": store, "PYTHONDONTWRITEBYTECODE": ""}
        command = [sys.executable, "-c", FIRST_ANSWER, "perft", game, str(depth), "--backend", "c"]
        began, before = time.perf_counter(), os.times()
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
        after = os.times()
        spent = after.children_user - before.children_user + after.children_system - before.children_system
        return time.perf_counter() - began, spent


def from_store(game: str) -> float:
    """Seconds from a game that has been read to its first native answer, when it was compiled before."""
    model = load(game).model
    start = backends.position(load(game).start().node)
    backends.open_engine("c", model)
    began = time.perf_counter()
    backends.open_engine("c", model).perft(start, 3)
    return time.perf_counter() - began


def listing(game: str) -> float:
    """Microseconds of the processor that the moves of a position take in a loop over positions."""
    loaded = load(game).compile()
    positions = [loaded.start()]
    while len(positions) < 2000:
        positions += [move_from.play(move) for move_from in positions[-20:] for move in move_from.moves[:5]]
    fresh = [loaded.position(position.fen) for position in positions[:2000]]
    began = time.process_time()
    for position in fresh:
        len(position.moves)
    return (time.process_time() - began) / len(fresh) * 1e6


def _play(game: str, games: int) -> float:
    """Seconds by the clock that random games take."""
    node = load(game).start().node
    engine = readiness(node.game).compile().engine
    engine.tally(backends.position(node), 0, range(100))
    began = time.perf_counter()
    engine.tally(backends.position(node), 0, range(games))
    return time.perf_counter() - began


def threads_and_processes() -> tuple[float, float]:
    """Seconds by the clock in which two threads, and two processes, play the same random games."""
    game, games = SHARED
    loaded = load(game).compile()
    began = time.perf_counter()
    loaded.playouts(games=2 * games, threads=2)
    threads = time.perf_counter() - began
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        return threads, max(pool.starmap(_play, [SHARED, SHARED], chunksize=1))


def _rounds(measure: Callable[[], float]) -> float:
    return median(measure() for _ in range(ROUNDS))


def lines() -> Iterator[Line]:
    """Everything that is measured, one after the other."""
    for game, goal in (("chess", "under 1.5"), ("shogi", "")):
        found = [cold(game) for _ in range(ROUNDS)]
        yield f"{game}: first native answer, seconds", f"{median(clock for clock, _ in found):.2f}", goal
        yield "  … of the processor", f"{median(spent for _, spent in found):.2f}", ""
    yield (
        "chess: from the store, milliseconds",
        f"{1000 * _rounds(partial(from_store, 'chess')):.0f}",
        "under 50",
    )
    yield "chess: moves of a position, microseconds", f"{_rounds(partial(listing, 'chess')):.1f}", "under 3"
    for game, least in GOALS.items():
        (row,) = bench.playouts(game, ["c"], ROUNDS, SECONDS)
        yield f"{game}: random games a second", f"{row.count:,}", f"at least {least:,}"
    (row,) = bench.playouts(PLIES[0], ["c"], ROUNDS, SECONDS)
    yield f"{PLIES[0]}: random plies a second", f"{row.rate:,.0f}", f"at least {PLIES[1]:,}"
    engines = {peer.name: peer for peer in peers.found()}
    for game, name, times in PERFT:
        variant = engines[name].variant(game) if name in engines else None
        if variant is not None:
            counts = {"ours": bench.ours(game, "c", None), name: bench.theirs(engines[name], variant, None)}
            ratio = bench.perft(game, counts, ROUNDS, SECONDS)[1].ratio
            yield f"{game}: perft, times {name}", f"{ratio:.1f}", f"at least {times}"
    found = [threads_and_processes() for _ in range(ROUNDS)]
    ratio = median(processes / threads for threads, processes in found)
    yield "two threads do so much of what two processes do", f"{ratio:.2f}", "about 1"


def main() -> None:
    """Measure everything and print a table."""
    for name, value, goal in lines():
        print(f"{name:<50} {value:>12}   {goal}", flush=True)


if __name__ == "__main__":
    main()
