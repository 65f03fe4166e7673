"""How long the first answer takes with an empty store, of every game of the library or of those named.

Four questions are asked, each in a new process: a count of native code, and a move of the opponent, of whom
plays at once, of the walk, and of all of it. What compilers have spent until the answer counts, also of those
that are stopped then.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable

from benchmarks.native import cold
from lasker.play.library import sources

DEPTH = 1  # counting itself shall take no time
SECONDS = 0.1  # that the opponent thinks
TIERS = {"at once": "open_opponent(game)", "walk": "Opponent(game, walking=True)", "whole": "Opponent(game)"}
ASKED = """
import os, sys
from lasker.engine.opponent_pool import open_opponent
from lasker.engine.opponent import Budget, Opponent
from lasker.play.game import load
game = load(sys.argv[1])
position = game.start()
while position.node.state.by_chance:
    position = position.play(position.moves[0])
opponent = {opened}
opponent.think(position, Budget(seconds={seconds}))
opponent.close()
getattr(opponent, "join", lambda: None)()
print(sum(os.times()[:4]))
"""


def answered(game: str, tier: str) -> float:
    """Seconds of the processor until an opponent has answered."""
    with tempfile.TemporaryDirectory() as store:
        environment = os.environ | {"LASKER_CACHE": store, "PYTHONDONTWRITEBYTECODE": ""}
        script = ASKED.format(opened=TIERS[tier], seconds=SECONDS)
        command = [sys.executable, "-c", script, game]
        done = subprocess.run(command, check=True, env=environment, capture_output=True, text=True)
        return float(done.stdout)


def main(games: Iterable[str]) -> None:
    """Measure one game after the other, and tell the longest of each kind in the end."""
    kinds = ["count", *TIERS]
    print(f"{'seconds of the processor':<24}", *(f"{kind:>8}" for kind in kinds))
    found: dict[str, list[tuple[float, str]]] = {kind: [] for kind in kinds}
    for game in games:
        for kind in kinds:
            spent = answered(game, kind) if kind in TIERS else cold(game, DEPTH)[1]
            found[kind].append((spent, game))
        print(f"{game:<24}", *(f"{found[kind][-1][0]:8.2f}" for kind in kinds), flush=True)
    for kind in kinds:
        longest = sorted(found[kind], reverse=True)[:5]
        print(f"the longest, {kind}:", ", ".join(f"{game} {spent:.2f}" for spent, game in longest))


if __name__ == "__main__":
    main(sys.argv[1:] or sorted(sources()))
