"""Numbered actions: what it costs to number the actions of every game, with nothing cached; processor time.

To run it: python -m benchmarks.actions [GAME …]
"""

from __future__ import annotations

import os
import sys
import tempfile
import time

from lasker.environments.actions import ActionSpace
from lasker.play.library import model, sources

GOAL = 3.0  # seconds


def seconds(name: str) -> tuple[float, int]:
    """The processor time for the actions of a game, from its rules to the tables for native code, and how
    many there are."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LASKER_CACHE"] = folder
        began = time.process_time()
        space = ActionSpace(model(name))
        assert space.tables.first.size
        return time.process_time() - began, space.size


def main() -> None:
    """Print all games, and those beyond the goal."""
    names, late = sys.argv[1:] or sorted(sources()), []
    for name in names:
        took, size = seconds(name)
        late += [name] * (took > GOAL)
        print(f"{name:28} {took:6.2f} s {size:8} actions", flush=True)
    print(f"{len(names)} games, {len(late)} above {GOAL} s: {' '.join(late) or 'none'}")


if __name__ == "__main__":
    main()
