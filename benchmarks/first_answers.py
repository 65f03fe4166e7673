"""How long the first native answer takes, of every game of the library or of those that are named."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from benchmarks.native import cold
from lasker.play.library import sources

DEPTH = 1  # counting itself shall take no time


def main(games: Iterable[str]) -> None:
    """Measure one game after the other; those that took most of the processor come first in the end."""
    found = []
    for game in games:
        clock, spent = cold(game, DEPTH)
        found.append((spent, clock, game))
        print(f"{game:<24} {clock:6.2f} s by the clock {spent:6.2f} s of the processor", flush=True)
    print("\nthe longest:")
    for spent, clock, game in sorted(found, reverse=True)[:10]:
        print(f"{game:<24} {clock:6.2f} s by the clock {spent:6.2f} s of the processor")


if __name__ == "__main__":
    main(sys.argv[1:] or sorted(sources()))
