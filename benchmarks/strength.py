"""The opponent in matches: against a player of random moves, or a UCI program, colours changing.

Rules and results are Lasker's own, so that an illegal move or a wrong claim of the other side would show.

python -m benchmarks.strength breakthrough othello --games 4 --seconds 0.2
python -m benchmarks.strength chess --peer fairy-stockfish --skill 8 --games 10 --seconds 1
"""

from __future__ import annotations

import math
import shutil
import subprocess
from collections.abc import Callable
from random import Random

import click

from lasker.analysis.opponent.levels import opponent, opponent_of
from lasker.play import library
from lasker.play.game import Position, load

LONGEST = 400  # plies; a game that is not over by then is drawn
OPENING = 4  # plies at random before a match of programs begins, so that games differ

Player = Callable[[Position], str]


def ours(seconds: float) -> Player:
    """Lasker's opponent."""

    def answer(position: Position) -> str:
        line = opponent(position, seconds)
        if line is None:
            raise click.ClickException("asked for a move where there is none")
        return line.moves[0]

    return answer


def at_random(chance: Random) -> Player:
    """Any legal move."""
    return lambda position: str(chance.choice(position.moves))


class Peer:
    """A UCI program in a process of its own."""

    def __init__(self, program: str, variant: str, skill: int | None, seconds: float) -> None:
        path = shutil.which(program) or shutil.which(program, path="/usr/games")
        if path is None:
            raise click.ClickException(f"{program} is not installed")
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.seconds = seconds
        self.say("uci", f"setoption name UCI_Variant value {variant}")
        if skill is not None:
            self.say(f"setoption name Skill Level value {skill}")

    def say(self, *lines: str) -> None:
        """Tell it some lines."""
        assert self.process.stdin
        self.process.stdin.write("\n".join(lines) + "\n")
        self.process.stdin.flush()

    def __call__(self, position: Position) -> str:
        assert self.process.stdout
        past = list(position.past())[::-1]
        moves = " ".join(str(each.last) for each in past[1:])
        milliseconds = max(1, round(self.seconds * 1000))
        self.say(f"position fen {past[0].fen} moves {moves}", f"go movetime {milliseconds}")
        for line in self.process.stdout:
            if line.startswith("bestmove"):
                return line.split()[1]
        raise click.ClickException("the other program has gone")

    def close(self) -> None:
        """End it."""
        self.say("quit")
        self.process.communicate(timeout=10)


def played(start: Position, players: dict[str, Player], chance: Random) -> Position:
    """The last position of a game."""
    position = start.roll(chance)
    for _ in range(LONGEST):
        if position.outcome is not None or position.claims or not position.moves:
            break
        position = position.play(players[position.turn](position))
        while (after := position.roll(chance)) is not position:
            position = after
    return position


def opened(start: Position, chance: Random) -> Position:
    """A position after some random moves, the game not over."""
    position = start.roll(chance)
    for _ in range(OPENING):
        if position.moves:
            position = position.play(chance.choice(position.moves)).roll(chance)
    return position if position.moves and position.outcome is None else opened(start, chance)


def payoff(position: Position, player: int) -> float:
    """What a player got; half where nothing was decided."""
    outcome = position.outcome or next(iter(position.claims), None)
    return 0.5 if outcome is None else float(outcome.payoffs[player])


def interval(points: float, games: int) -> tuple[float, float]:
    """A share of points with 95 % confidence, after Wilson.

    >>> [round(each, 2) for each in interval(5, 10)]
    [0.24, 0.76]
    """
    share, z = points / games, 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    around = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - around), min(1.0, middle + around)


@click.command()
@click.argument("games_of", nargs=-1, metavar="GAME…")
@click.option("--games", default=4, show_default=True)
@click.option("--seconds", default=0.2, show_default=True, help="For a move.")
@click.option("--peer", help="A UCI program instead of random moves.")
@click.option("--variant", help="What the program calls the game.")
@click.option("--skill", type=int, help="Its skill level.")
@click.option("--seed", default=1, show_default=True)
def main(
    games_of: tuple[str, ...],
    games: int,
    seconds: float,
    peer: str | None,
    variant: str | None,
    skill: int | None,
    seed: int,
) -> None:
    """Play matches and print the points of Lasker's opponent; all two-player games unless some are named."""
    for name in games_of or [each for each in library.sources() if len(load(each).players) == 2]:
        game, chance = load(name), Random(seed)
        if not game.model.start:
            continue
        opponent_of(game.model)
        other = Peer(peer, variant or name, skill, seconds) if peer else at_random(chance)
        points, start = 0.0, game.start()
        for number in range(games):
            if peer and number % 2 == 0:
                start = opened(game.start(), chance)
            mine = number % 2
            seats = [ours(seconds), other] if mine == 0 else [other, ours(seconds)]
            points += payoff(played(start, dict(zip(game.players, seats, strict=True)), chance), mine)
        low, high = interval(points, games)
        click.echo(f"{name}: {points:g} of {games}, {100 * low:.0f} to {100 * high:.0f} %")
        if isinstance(other, Peer):
            other.close()


if __name__ == "__main__":
    main()
