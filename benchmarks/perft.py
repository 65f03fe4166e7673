"""Counting sequences of moves: ours against other programs on the same machine, in interleaved rounds.

Processor time is measured, not the clock, so that a busy machine disturbs less.

python -m benchmarks.perft chess --peer stockfish --rounds 5
"""

from __future__ import annotations

import resource
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable

import click

from lasker import backends
from lasker.play.game import load

DEPTHS = {"c": 6, "python": 2, "reference": 2, "stockfish": 6, "fairy-stockfish": 5}


def ours(name: str, backend: str, fen: str | None) -> Callable[[int], tuple[int, float]]:
    """A count on one of our backends, and the seconds of processor time it took."""
    game = load(name)
    position = backends.position((game.start() if fen is None else game.position(fen)).node)
    engine = backends.open_engine(backend, game.model)

    def count(depth: int) -> tuple[int, float]:
        began = time.process_time()
        return engine.perft(position, depth), time.process_time() - began

    return count


def engine_at(program: str, variant: str, fen: str | None) -> Callable[[int], tuple[int, float]]:
    """A count by a UCI engine, and the seconds of processor time beyond those of its start."""
    path = shutil.which(program) or shutil.which(program, path="/usr/games")
    if path is None:
        raise click.ClickException(f"{program} is not installed")
    setup = [] if program == "stockfish" else [f"setoption name UCI_Variant value {variant}"]
    where = "startpos" if fen is None else f"fen {fen}"

    def asked(depth: int) -> tuple[int, float]:
        lines = ["uci", *setup, f"position {where}", f"go perft {depth}", "quit"]
        began = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        done = subprocess.run([path], input="\n".join(lines), capture_output=True, text=True, check=True)
        seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - began
        total = next(line for line in done.stdout.splitlines() if line.startswith("Nodes searched"))
        return int(total.split(":")[1]), seconds

    def count(depth: int) -> tuple[int, float]:
        total, seconds = asked(depth)
        return total, max(seconds - asked(1)[1], 1e-6)

    return count


@click.command()
@click.argument("game")
@click.option("--fen", help="A position instead of the start.")
@click.option("--backend", "ours_named", multiple=True, default=("c",), show_default=True)
@click.option("--peer", multiple=True, help="stockfish or fairy-stockfish.")
@click.option("--variant", help="What the peer calls the game; else as we do.")
@click.option("--depth", default=0, help="The same depth for all; else each its own.")
@click.option("--rounds", default=3, show_default=True)
def main(
    game: str,
    fen: str | None,
    ours_named: tuple[str, ...],
    peer: tuple[str, ...],
    variant: str | None,
    depth: int,
    rounds: int,
) -> None:
    """Million leaves a second, the median of interleaved rounds, and the ratio to the first."""
    counts = {name: ours(game, name, fen) for name in ours_named}
    counts |= {name: engine_at(name, variant or game, fen) for name in peer}
    speeds: dict[str, list[float]] = {name: [] for name in counts}
    totals: dict[int, set[int]] = {}
    for _ in range(rounds):
        for name, count in counts.items():
            wanted = depth or DEPTHS[name]
            total, seconds = count(wanted)
            totals.setdefault(wanted, set()).add(total)
            speeds[name].append(total / seconds / 1e6)
    if any(len(found) > 1 for found in totals.values()):
        raise click.ClickException(f"the counts differ: {totals}")
    first = statistics.median(next(iter(speeds.values())))
    for name, found in speeds.items():
        middle = statistics.median(found)
        click.echo(
            f"{name:<16} depth {depth or DEPTHS[name]}  {middle:>10.3f} million leaves a second "
            f"({min(found):.3f} to {max(found):.3f})  {first / middle:>8.2f} x"
        )


if __name__ == "__main__":
    main()
