"""Perft of every library game that another program has too: python -m benchmarks.variants [GAME …].

Processor time, medians of rounds that take turns, one thread. Counts are compared at the other program's
depth less one, so that a wrong variant is not taken for a fast one.
"""

from __future__ import annotations

import sys

import click

from lasker.bench import peers, rounds
from lasker.kernel.errors import LaskerError
from lasker.play import library


@click.command()
@click.argument("games", nargs=-1)
@click.option("--peer", "name", default="fairy-stockfish", show_default=True)
@click.option("--rounds", "number", default=3, show_default=True)
@click.option("--seconds", default=0.3, show_default=True, help="The length of one count.")
@click.option("--least", default=5.0, show_default=True, help="Ratios below this are marked.")
def main(games: tuple[str, ...], name: str, number: int, seconds: float, least: float) -> None:
    """Print millions of moves a second of both programs and their ratio, game by game."""
    peer = next((found for found in peers.found() if found.name == name), None)
    if peer is None:
        sys.exit(f"{name} is not installed")
    slow = []
    for game in games or library.sources():
        variant = peer.variant(game)
        if variant is None:
            continue
        try:
            ours, theirs = rounds.ours(game, "c", None), rounds.theirs(peer, variant, None)
            mine, other = rounds.perft(game, {"ours": ours, name: theirs}, number, seconds)
            same = ours(other.depth - 1)[0] == theirs(other.depth - 1)[0]
        except LaskerError as error:
            print(f"{game:24} {error}", flush=True)
            continue
        note = "" if same else f"counts differ at depth {other.depth - 1}"
        if other.ratio < least:
            slow.append(game)
            note += f" below {least:g}"
        rates = f"{mine.rate / 1e6:8.1f} {other.rate / 1e6:8.1f} {other.ratio:7.1f}"
        print(f"{game:24} {rates} {note}", flush=True)
    print(f"{len(slow)} below {least:g}: {' '.join(slow)}")


if __name__ == "__main__":
    main()
