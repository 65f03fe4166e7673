"""A study of a game: self-play, measures, piece values, and notes on their validity."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from statistics import fmean, quantiles
from typing import Any

from lasker.drawing.documents.page import Paragraph, Picture, Pictures, Rows, html
from lasker.kernel.arguments import whole_number
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError
from lasker.match.elo import wilson
from lasker.model.meaning_hash import meaning_hash
from lasker.play.backend_choice import PlayoutWork, choose
from lasker.play.game import Game
from lasker.stats.evaluated_positions import Evaluation
from lasker.stats.interest import measured
from lasker.stats.mobility import Mobility
from lasker.stats.overview import lengths_chart, results_chart
from lasker.stats.sample import Sample
from lasker.stats.selfplay import AT_RANDOM, OPENING, Log, SelfPlay, Strength
from lasker.stats.values import PieceValue, Scale, scale, values
from lasker.workers import Workers

BINS = 12  # of a histogram, at most
WARN_SHARE = 0.05  # proportion of games cut off from which a note warns


@dataclass(frozen=True)
class Study:
    """Self-play games and the statistics computed from them.

    >>> from lasker.play.game import load
    >>> found = study(load("tictactoe"), seed=1, games=10)
    >>> sum(found.reasons.values()), found.facts()["strength"]
    (10, 'random')
    """

    play: SelfPlay
    logs: tuple[Log, ...]
    scale: Scale
    values: tuple[PieceValue, ...]
    missing: str = ""  # why there are no estimates

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.play.game

    @cached_property
    def sample(self) -> Sample:
        """The games as a sample for the measures."""
        return Sample(self.game.model, self.logs, self.scale.hundredths)

    @cached_property
    def measures(self) -> dict[str, float | None]:
        """Every measure by its name."""
        return measured(self.sample)

    @property
    def lengths(self) -> list[int]:
        """The lengths of the games in plies."""
        return [len(log.plies) for log in self.logs]

    @property
    def reasons(self) -> dict[str, int]:
        """Reasons of endings with their frequency, most common first."""
        return dict(Counter(log.reason for log in self.logs).most_common())

    @property
    def draws(self) -> dict[str, int]:
        """Reasons of draws with their frequency."""
        return dict(Counter(log.reason for log in self.sample.over if log.winner is None).most_common())

    def results(self) -> dict[str, dict[str, float]]:
        """By player: games won, the share of the points, and its bounds with 95 % confidence (Wilson)."""
        over, found = self.sample.over, {}
        for number, player in enumerate(self.game.players):
            points = math.fsum(log.payoffs[number] for log in over)
            low, high = wilson(points, len(over))
            won = sum(log.winner == number for log in self.logs)
            found[player] = {
                "won": won,
                "share": points / len(over) if over else 0.0,
                "low": low,
                "high": high,
            }
        return found

    def histogram(self) -> list[tuple[int, int, int]]:
        """The histogram of game lengths: from, to, number of games."""
        return histogram(self.lengths)

    @property
    def plays(self) -> float | None:
        """The logarithm to base 10 of the number of plays: Knuth's estimate, the mean product of branching
        factors, which is unbiased where moves are uniformly random and no game was cut off."""
        if self.play.strength.thinks or len(self.sample.over) < len(self.logs) or self.by_chance:
            return None
        powers = [math.fsum(math.log10(ply.options) for ply in log.plies) for log in self.logs]
        return max(powers) + math.log10(fmean(10 ** (each - max(powers)) for each in powers))

    @property
    def by_chance(self) -> bool:
        """Does chance move in this game?"""
        return any(state.by_chance for state in self.game.model.states.values())

    @property
    def notes(self) -> list[str]:
        """Caveats to the figures."""
        found = []
        if not self.play.strength.thinks:
            found.append("moves are random: this is about the rules, not about good players")
        else:
            found.append(f"the first {OPENING} plies of every game are random, so that games differ")
        broken = len(self.logs) - len(self.sample.over)
        if broken > WARN_SHARE * len(self.logs):
            found.append(
                f"{broken} games were broken off after {self.play.most} plies; results are of the others"
            )
        if self.by_chance:
            found.append("what chance does is a ply, and no choice")
        if len(self.game.players) != 2:
            found.append("positions are only judged for two players, so nothing is told of leads")
        elif self.missing:
            found.append(self.missing)
        elif self.scale.hundredths is None:
            found.append("what pieces are worth does not foretell who wins, so nothing is told of leads")
        elif self.scale.hundredths < 0:
            found.append("it is good to have little here")
        return found

    def _repr_html_(self) -> str:
        charts = [lengths_chart(self.game.title, self.histogram(), len(self.logs))]
        if len(self.game.players) > 1 and self.sample.over:
            charts.insert(0, results_chart(self.game.title, self.results(), len(self.sample.over)))
        ends = tuple((reason, f"{number:,}") for reason, number in self.reasons.items())
        measures = tuple((name, f"{value:.3g}") for name, value in self.measures.items() if value is not None)
        return html(
            [
                Paragraph(f"{self.game.title}: {len(self.logs)} games, {self.play.strength}", strong=True),
                *(Paragraph(note) for note in self.notes),
                Pictures(tuple(Picture(chart, "", 300.0) for chart in charts)),
                Rows("how games ended", ends, ("sentence",) * 2),
                Rows("measures", measures, ("sentence",) * 2),
            ]
        )

    def facts(self) -> dict[str, Any]:
        """The study as JSON-compatible data."""
        lengths = self.lengths
        return {
            "game": self.game.name,
            "title": self.game.title,
            "rules": meaning_hash(self.game.model),
            "strength": str(self.play.strength),
            "seed": self.play.seed,
            "bound": self.play.most,
            "games": len(self.logs),
            "results": self.results(),
            "reasons": self.reasons,
            "draws": self.draws,
            "length": {
                "mean": fmean(lengths),
                "least": min(lengths),
                "quartiles": quantiles(lengths, method="inclusive") if len(lengths) > 1 else [lengths[0]] * 3,
                "most": max(lengths),
                "histogram": self.histogram(),
            },
            "measures": self.measures,
            "plays": self.plays,
            "values": [vars(value) for value in self.values],
            "mobility": self.play.mobility.means() if self.play.mobility else {},
            "notes": self.notes,
        }


def histogram(numbers: list[int]) -> list[tuple[int, int, int]]:
    """A histogram of integers with bins of equal width: from, to, count.

    >>> histogram([5, 6, 6, 9]), histogram([10, 70])[-1]
    ([(5, 5, 1), (6, 6, 2), (7, 7, 0), (8, 8, 0), (9, 9, 1)], (70, 75, 1))
    """
    low, high = min(numbers), max(numbers)
    width = max(1, -(-(high - low + 1) // BINS))
    count = Counter((number - low) // width for number in numbers)
    steps = (high - low) // width + 1
    return [(low + at * width, low + (at + 1) * width - 1, count[at]) for at in range(steps)]


def study(
    game: Game,
    strength: Strength = AT_RANDOM,
    seed: int = 0,
    games: int | None = None,
    most: int = 500,
    tell: Callable[[int], None] = lambda done: None,
    workers: Workers | None = None,
) -> Study:
    """Play games and measure them; `tell` receives the number of finished games.

    >>> from lasker.play.game import load
    >>> found = study(load("breakthrough"), seed=1, games=30)
    >>> found.results()["white"]["won"], found.measures["completion"]
    (19, 1.0)
    """
    seed, most = whole_number(seed, "seed"), whole_number(most, "most", 1)
    if games is not None:
        games = whole_number(games, "games", 1, "give 1 or more, or None")
    choose(game.model, PlayoutWork())  # positions now use native code where it is available
    evaluated = Evaluation(game) if len(game.players) == 2 else None
    if evaluated is not None and not evaluated.nonzero:
        evaluated = None
    play = SelfPlay(game, strength, seed, most, evaluated, Mobility(game.model))
    logs = []
    for log in play.games(games, workers):
        logs.append(log)
        tell(len(logs))
    known, worth, missing = Scale(None), list[PieceValue](), ""
    if evaluated is not None:
        try:
            known, worth = scale(logs), values(game.model, logs, evaluated)
        except LaskerError as error:
            missing = f"{error.message}: {error.remedy}"
    return Study(play, tuple(logs), known, tuple(worth), missing)
