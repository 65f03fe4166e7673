"""`make figures`: every speed that the pages quote, measured in one run and written to `figures.toml`.

Processor time, medians of rounds that take turns, one thread. On a machine that others use too, only ratios
within one run mean much. `make facts` then writes the figures into the pages.
"""

from __future__ import annotations

import platform
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from statistics import median

from benchmarks.native import cold, listing
from lasker import backends
from lasker.bench import peers
from lasker.bench import rounds as bench
from lasker.engine import levels
from lasker.engine.opponent import Budget
from lasker.play.game import load

FILE = Path(__file__).with_name("figures.toml")
COMMAND = "make figures"
ROUNDS, SECONDS = 3, 0.4
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
FAIRY = (  # the games that Fairy-Stockfish 11.1 plays too
    "chess",
    "three_check",
    "racing_kings",
    "antichess",
    "xiangqi",
    "crazyhouse",
    "minishogi",
    "shogi",
    "breakthrough",
)
PERFT = (
    ("chess", "", "stockfish"),
    ("chess", KIWIPETE, "stockfish"),
    *((game, "", "fairy-stockfish") for game in FAIRY),
)
BOTH = (("chess", 4), ("gomoku", 3), ("raid", 4), ("vendetta", 4))  # on bitboards and on the walk, to a depth
PLAYOUTS = (
    "chess",
    "breakthrough",
    "connect_four",
    "tictactoe",
    "othello",
    "english_draughts",
    "amazons",
    "hex11",
    "go9",
    "international_draughts",
    "nine_mens_morris",
)
FIRST = ("chess", "shogi")
LISTED = ("chess", "breakthrough")
SEARCHED, NODES = ("chess", "atomic"), 200_000
Row = dict[str, object]


def perft() -> Iterator[Row]:
    """Counts of ours beside those of another program, in turns; those that are not installed are left out."""
    engines = {peer.name: peer for peer in peers.found()}
    for game, fen, name in PERFT:
        variant = engines[name].variant(game) if name in engines else None
        if variant is None:
            continue
        at = fen or None
        counts = {"ours": bench.ours(game, "c", at), name: bench.theirs(engines[name], variant, at)}
        ours, theirs = bench.perft(game, counts, ROUNDS, SECONDS)
        yield {
            "game": game,
            "position": "Kiwipete" if fen else "start",
            "peer": name,
            "ours": round(ours.rate / 1e6, 1),
            "theirs": round(theirs.rate / 1e6, 1),
            "ratio": round(theirs.ratio, 1),
        }


def both() -> Iterator[Row]:
    """Counts on bitboards and on the walk, of games that have both."""
    for game, depth in BOTH:
        model, start = load(game).model, backends.position(load(game).start().node)
        rates = {}
        for path, without in (("bitboards", frozenset[str]()), ("walk", frozenset({"classes"}))):
            engine = backends.open_engine("c", model, without)
            engine.perft(start, depth - 1)
            found = []
            for _ in range(ROUNDS):
                began = time.process_time()
                total = engine.perft(start, depth)
                found.append(total / max(time.process_time() - began, 1e-6) / 1e6)
            rates[path] = round(median(found), 2)
        yield {"game": game, "squares": len(model.space.sites), "depth": depth, **rates}


def playouts() -> Iterator[Row]:
    """Random games a second, and plies a second."""
    for game in PLAYOUTS:
        (row,) = bench.playouts(game, ["c"], ROUNDS, SECONDS)
        yield {"game": game, "games": row.count, "plies": round(row.rate)}


def first() -> Iterator[Row]:
    """The first native answer of a new process with an empty store."""
    for game in FIRST:
        yield {"game": game, "processor": round(median(cold(game)[1] for _ in range(ROUNDS)), 1)}


def positions() -> Iterator[Row]:
    """What the moves of a position cost in Python, in microseconds."""
    for game in LISTED:
        yield {"game": game, "moves": round(median(listing(game) for _ in range(ROUNDS)), 1)}


def search() -> Iterator[Row]:
    """How many positions the opponent looks at in a second of the processor, and how deep it comes."""
    for game in SEARCHED:
        position = load(game).start()
        thinker = levels.opponent_of(position.game.model)
        thinker.ready()
        began = time.process_time()
        (line,) = levels.play(thinker, position, Budget(nodes=NODES), levels.FULL)
        spent = time.process_time() - began
        yield {"game": game, "nodes": line.nodes, "depth": line.depth, "rate": round(line.nodes / spent)}


TABLES = {
    "perft": perft,
    "both": both,
    "playouts": playouts,
    "first": first,
    "positions": positions,
    "search": search,
}


def machine() -> str:
    """The processor, the system and the compiler."""
    cores = Path("/proc/cpuinfo")
    found = re.search(r"model name\s*: (.*)", cores.read_text()) if cores.exists() else None
    count = len(re.findall(r"^processor", cores.read_text(), re.MULTILINE)) if cores.exists() else 1
    compiler = subprocess.run(["cc", "--version"], capture_output=True, text=True, check=False).stdout.split(
        "\n"
    )[0]
    name = found[1].strip() if found else platform.processor()
    return f"{name}, {count} cores, {platform.system()}, {compiler}, Python {platform.python_version()}"


def written(value: object) -> str:
    """A value as TOML has it: numbers as they are, texts in quotes."""
    return str(value) if isinstance(value, int | float) else f'"{value}"'


def main(names: list[str]) -> None:
    """Measure, and write everything down; with names, print these tables alone."""
    lines = [
        f"# Written by `{COMMAND}` (benchmarks/figures.py); pages quote it, and `make facts` renews them.",
        f'machine = "{machine()}"',
        f"date = {date.today()}",
        f'command = "{COMMAND}"',
    ]
    for name in names or TABLES:
        for row in TABLES[name]():
            lines += ["", f"[[{name}]]", *(f"{key} = {written(value)}" for key, value in row.items())]
            print(name, *row.values(), flush=True)
    if not names:
        FILE.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
