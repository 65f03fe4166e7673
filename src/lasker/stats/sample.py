"""A sample of self-play games, with the quantities that several measures share."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence

from lasker.kernel.dataclass import dataclass
from lasker.model.game import Game
from lasker.stats.evaluated_positions import chance
from lasker.stats.selfplay import Log


@dataclass(frozen=True)
class Sample:
    """Self-play games, and the scale that turns evaluations into winning probabilities."""

    game: Game
    logs: Sequence[Log]
    scale: float | None = None  # see `values.Scale`

    @property
    def over(self) -> list[Log]:
        """The games that a rule ended."""
        return [log for log in self.logs if log.payoffs]

    @property
    def options(self) -> list[int]:
        """The number of legal moves at each ply of a player."""
        return [ply.options for log in self.logs for ply in log.plies if ply.player >= 0]

    @property
    def sites(self) -> int:
        """The number of squares."""
        return len(self.game.space.sites)

    @property
    def contents(self) -> dict[int, set[int]]:
        """The contents seen on each square."""
        found: dict[int, set[int]] = {}
        for site, content in set[tuple[int, int]]().union(*(log.contents for log in self.logs)):
            found.setdefault(site, set()).add(content)
        return found

    @property
    def shares(self) -> list[float]:
        """The mean payoff of every player over finished games."""
        if not self.over:
            return []
        return [
            statistics.fmean(log.payoffs[player] for log in self.over)
            for player in range(len(self.game.players))
        ]

    def part(self, test: Callable[[Log], bool]) -> float | None:
        """The proportion of games that satisfy a test."""
        return mean(float(test(log)) for log in self.logs)

    def chances(self, log: Log) -> list[float]:
        """The first player's winning probability at each ply; empty without an evaluation."""
        if self.scale is None or len(self.game.players) != 2:
            return []
        return [chance(ply.score, self.scale) for ply in log.plies if ply.score is not None]

    @property
    def evaluated_games(self) -> Iterator[list[float]]:
        """The first player's winning probabilities, game by game."""
        return filter(None, map(self.chances, self.logs))

    @property
    def of_winners(self) -> Iterator[list[float]]:
        """The later winner's winning probabilities, for each game with a winner."""
        for log in self.logs:
            chances = self.chances(log)
            if log.winner is not None and chances:
                yield chances if log.winner == 0 else [1 - each for each in chances]

    @property
    def choices(self) -> Iterator[list[float]]:
        """The winning probabilities after the moves of a ply, for their player, at sampled plies."""
        if self.scale is not None:
            for log in self.logs:
                for scores in log.choices:
                    yield [chance(each, self.scale) for each in scores]


def mean(values: Iterable[float | None]) -> float | None:
    """The mean of the values that are not None; None if there are none.

    >>> mean([1, None, 2]), mean([])
    (1.5, None)
    """
    known = [value for value in values if value is not None]
    return statistics.fmean(known) if known else None


def trend(values: Sequence[float]) -> float | None:
    """The mean of the last third minus that of the first.

    >>> trend([1, 1, 5, 5, 9, 9]), trend([1, 2])
    (8.0, None)
    """
    third = len(values) // 3
    return statistics.fmean(values[-third:]) - statistics.fmean(values[:third]) if third else None
