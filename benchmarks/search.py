"""How deep and how fast the opponent searches, beside programs that speak UCI, in the same positions.

Matches are played with `lasker match`.

python -m benchmarks.search chess xiangqi --seconds 1 --peer fairy-stockfish
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
from random import Random

import click

from lasker.play.game import Position, load

OURS = (sys.executable, "-m", "lasker.cli", "uci")
PLIES = (0, 8, 16, 24, 32)  # random moves before the positions that are searched


class Engine:
    """A UCI program in a process of its own, which plays a game."""

    def __init__(self, command: tuple[str, ...], variant: str) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.say("uci", f"setoption name UCI_Variant value {variant}", "isready")
        self.until("readyok")

    def say(self, *lines: str) -> None:
        """Tell it some lines."""
        assert self.process.stdin
        self.process.stdin.write("\n".join(lines) + "\n")
        self.process.stdin.flush()

    def until(self, word: str) -> list[str]:
        """The lines that it says up to one that begins with a word."""
        assert self.process.stdout
        found = []
        for line in self.process.stdout:
            found.append(line)
            if line.startswith(word):
                return found
        raise click.ClickException("the program has gone")

    def searched(self, fen: str, seconds: float) -> tuple[int, int]:
        """The depth that it reached in a position, and how many nodes a second it looked at."""
        self.say("ucinewgame", f"position fen {fen}", f"go movetime {round(1000 * seconds)}")
        told = [line.split() for line in self.until("bestmove") if " depth " in line and " nps " in line]
        last = told[-1] if told else ["depth", "0", "nps", "0"]
        return int(last[last.index("depth") + 1]), int(last[last.index("nps") + 1])

    def close(self) -> None:
        """End it."""
        self.say("quit")
        self.process.communicate(timeout=10)


def positions(start: Position, chance: Random) -> list[str]:
    """Positions of one random game, as FEN; fewer if it ends soon."""
    found, position = [], start
    for ply in range(max(PLIES) + 1):
        if position.outcome is not None or not position.moves:
            break
        if ply in PLIES:
            found.append(position.fen)
        position = position.play(chance.choice(position.moves))
    return found


@click.command()
@click.argument("games", nargs=-1)
@click.option("--seconds", default=1.0, show_default=True, help="For a position.")
@click.option("--peer", default="fairy-stockfish", show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(games: tuple[str, ...], seconds: float, peer: str, seed: int) -> None:
    """Search some positions of each game with Lasker and with another program, and print the medians."""
    path = shutil.which(peer) or shutil.which(peer, path="/usr/games")
    for name in games or ("chess",):
        places = positions(load(name).start(), Random(seed))
        for program, command in (("lasker", (*OURS, name)), (peer, (path,) if path else ())):
            if not command:
                click.echo(f"{peer} is not installed", err=True)
                continue
            engine = Engine(command, name)
            found = [engine.searched(fen, seconds) for fen in places]
            engine.close()
            depth, rate = (statistics.median(each) for each in zip(*found, strict=True))
            click.echo(f"{name:<16} {program:<16} depth {depth:>4g}   {rate:>12,.0f} nodes/s")


if __name__ == "__main__":
    main()
