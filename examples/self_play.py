"""An agent that learns a game by playing against itself: NumPy alone, for any rules file of two players.

    python -m examples.self_play                        little breakthrough, less than a minute
    python -m examples.self_play mine.rules --rounds 60 --svg curve.svg --csv curve.csv

A network with one hidden layer sees the planes of a position and gives every action a preference and the
position a value. Many games are played side by side in a `lasker.Batch`, and each action is chosen with a
probability that grows with its preference. Then the preferences of actions that led to a better result than
the value said are raised, those of others lowered (REINFORCE with a baseline), and the value is moved towards
the results. One network plays for both players, since planes and actions are those of the player to move.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import lasker
from lasker.drawing.diagrams.charts import curve

Array = NDArray[np.float32]
Chooser = Callable[[lasker.Batch], NDArray[np.integer]]
RULES = Path(__file__).parent / "little_breakthrough.rules"
MOST = 200  # plies of a game


class Network:
    """Preferences of actions and the value of a position, from its planes."""

    def __init__(self, inputs: int, actions: int, hidden: int = 96, seed: int = 0) -> None:
        random = np.random.default_rng(seed)

        def weights(rows: int, columns: int, scale: float = 1.0) -> Array:
            found: Array = random.standard_normal((rows, columns)).astype(np.float32)
            return found * np.float32(scale / rows**0.5)

        self.parts = [
            weights(inputs + 1, hidden),
            weights(hidden + 1, actions, 0.1),
            weights(hidden + 1, 1, 0.1),
        ]
        self.means = [np.zeros_like(part) for part in self.parts]
        self.squares = [np.zeros_like(part) for part in self.parts]
        self.steps = 0

    def __call__(self, planes: Array) -> tuple[Array, Array, Array]:
        """The hidden layer, the preferences and the values of some positions."""
        hidden = np.maximum(_with_one(planes) @ self.parts[0], 0)
        return hidden, _with_one(hidden) @ self.parts[1], np.tanh(_with_one(hidden) @ self.parts[2])[:, 0]

    def learn(
        self,
        planes: Array,
        legal: NDArray[np.bool_],
        actions: NDArray[np.integer],
        results: Array,
        rate: float,
    ) -> None:
        """One step of gradient ascent on what was played and how it ended for the player to move."""
        hidden, preferences, values = self(planes)
        chances = _chances(preferences, legal)
        better = (results - values)[:, None]
        chosen = np.zeros_like(chances)
        chosen[np.arange(len(actions)), actions] = 1
        entropy = chances * (
            np.log(chances + 1e-8) - (chances * np.log(chances + 1e-8)).sum(1, keepdims=True)
        )
        wanted = better * (chosen - chances) - 0.02 * entropy
        closer = better * (1 - values[:, None] ** 2)
        below = wanted @ self.parts[1][:-1].T + closer @ self.parts[2][:-1].T
        below[hidden <= 0] = 0
        ones, above = _with_one(planes), _with_one(hidden)
        gradients = [ones.T @ below, above.T @ wanted, above.T @ closer]
        self._ascend([each / len(actions) for each in gradients], rate)

    def _ascend(self, gradients: list[Array], rate: float) -> None:
        """Adam, by Kingma and Ba."""
        self.steps += 1
        for part, mean, square, gradient in zip(self.parts, self.means, self.squares, gradients, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            corrected = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            part += rate * mean / (1 - 0.9**self.steps) / corrected


def _with_one(rows: Array) -> Array:
    return np.concatenate([rows, np.ones((len(rows), 1), np.float32)], axis=1)


def _chances(preferences: Array, legal: NDArray[np.bool_]) -> Array:
    masked = np.where(legal, preferences, -np.inf)
    raised = np.exp(masked - masked.max(axis=1, keepdims=True))
    found: Array = raised / raised.sum(axis=1, keepdims=True)
    return found


def _playable(batch: lasker.Batch) -> NDArray[np.bool_]:
    """The legal actions; all where the game is over, which no action changes."""
    legal = batch.legal
    legal[batch.over] = True
    return legal


def planes_of(batch: lasker.Batch) -> Array:
    """The planes of every game, in a row each."""
    planes: Array = batch.observe().reshape(len(batch), -1)
    return planes


def sampled(chances: Array, random: np.random.Generator) -> NDArray[np.integer]:
    """An action of each row with its probability."""
    bars = chances.cumsum(axis=1)
    below: NDArray[np.integer] = (bars < random.random((len(chances), 1)) * bars[:, -1:]).sum(axis=1)
    return below


@dataclass
class Agent:
    """A network that plays and learns."""

    game: lasker.Game
    network: Network
    random: np.random.Generator

    @classmethod
    def new(cls, game: lasker.Game, seed: int = 0) -> Agent:
        """An agent that knows nothing yet."""
        first = lasker.Batch(game)
        network = Network(planes_of(first).shape[1], first.action_count, seed=seed)
        return cls(game, network, np.random.default_rng(seed))

    def choose(self, batch: lasker.Batch) -> NDArray[np.integer]:
        """An action of each game, as probable as it is preferred; any where the game is over."""
        return sampled(_chances(self.network(planes_of(batch))[1], _playable(batch)), self.random)

    def round(self, games: int, rate: float) -> None:
        """Play games against itself, and learn from them."""
        batch = lasker.Batch(self.game, games, seed=int(self.random.integers(1 << 60)), max_plies=MOST)
        seen, result = [], np.zeros((games, batch.player_count), np.float32)
        while not (over := batch.over).all():
            planes, legal, players = planes_of(batch), _playable(batch), batch.players
            actions = sampled(_chances(self.network(planes)[1], legal), self.random)
            seen.append((np.flatnonzero(~over), planes, legal, actions, players))
            rewards, done, _ = batch.step(np.where(over, 0, actions))
            result[done & ~over] = rewards[done & ~over]
        columns = [
            (planes[live], legal[live], actions[live], result[live, players[live]])
            for live, planes, legal, actions, players in seen
        ]
        planes, legal, actions, results = (np.concatenate(column) for column in zip(*columns, strict=True))
        for part in np.array_split(self.random.permutation(len(planes)), 4):
            self.network.learn(planes[part], legal[part], actions[part], results[part], rate)


def at_random(batch: lasker.Batch) -> NDArray[np.integer]:
    """A legal action of each game, all equally likely."""
    return batch.sample()


def score(game: lasker.Game, one: Chooser, other: Chooser, games: int, seed: int = 0) -> float:
    """The share of the points of one player against another; each moves first in half of the games."""
    points = 0.0
    for first in (0, 1):
        batch = lasker.Batch(game, games // 2, seed=seed + first, max_plies=MOST)
        result = np.zeros(len(batch), np.float32)
        while not (over := batch.over).all():
            ours = batch.players == first
            rewards, done, _ = batch.step(np.where(over, 0, np.where(ours, one(batch), other(batch))))
            result[done & ~over] = rewards[done & ~over, first]
        points += float((result + 1).sum()) / 2
    return points / (games // 2 * 2)


def trained(
    game: lasker.Game,
    rounds: int = 24,
    games: int = 64,
    seed: int = 0,
    trials: int = 200,
    tell: Callable[[str], None] = print,
) -> tuple[Agent, list[tuple[float, float]]]:
    """An agent after some rounds, and its learning curve: games played, points against random."""
    agent, points = Agent.new(game, seed), list[tuple[float, float]]()
    for number in range(rounds + 1):
        if number % max(1, rounds // 20) == 0:
            share = 100 * score(game, agent.choose, at_random, trials, seed=number)
            points.append((number * games, share))
            tell(f"{number * games:7,} games: {share:5.1f} % of the points against random moves")
        if number < rounds:
            agent.round(games, rate=0.003)
    return agent, points


def learning_curve(title: str, points: list[tuple[float, float]]) -> str:
    """The curve as SVG."""
    return curve(
        f"{title}: learning by self-play", points, "games played", "points against random moves, in a hundred"
    )


def main() -> None:
    """Train an agent on a game and draw its learning curve."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("game", nargs="?", default=str(RULES), help="a name or a rules file")
    parser.add_argument("--rounds", type=int, default=24)
    parser.add_argument("--games", type=int, default=64, help="games of a round")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--svg", type=Path, default=Path("learning-curve.svg"))
    parser.add_argument("--csv", type=Path, help="the points of the curve")
    asked = parser.parse_args()
    game = lasker.load(asked.game)
    _, points = trained(game, asked.rounds, asked.games, asked.seed)
    asked.svg.write_text(learning_curve(game.title, points), "utf-8")
    if asked.csv:
        lines = ["games,points", *(f"{played:.0f},{share:g}" for played, share in points)]
        asked.csv.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{asked.svg} is the learning curve")


if __name__ == "__main__":
    main()
