"""The charts of a study that need nothing but its figures: shares of the points, and lengths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lasker.drawing.diagrams.charts import columns, ranges


def results_chart(title: str, results: Mapping[str, Mapping[str, float]], games: int) -> str:
    """The share of each player with its bounds.

    >>> got = {"won": 6, "share": 0.6, "low": 0.5, "high": 0.7}
    >>> ">white<" in results_chart("A game", {"white": got, "black": got}, 10)
    True
    """
    rows = [(player, got["share"], got["low"], got["high"]) for player, got in results.items()]
    what = f"{title}: share of the points in {games} games, with 95 % confidence"
    return ranges(what, rows, "share of the points", 1 / len(rows))


def lengths_chart(title: str, bins: Sequence[tuple[int, int, int]], games: int) -> str:
    """The histogram of lengths, by bins of plies (from, to, games).

    >>> "how long 5 games are" in lengths_chart("A game", [(1, 3, 2), (4, 6, 3)], 5)
    True
    """
    steps = [(float(low), float(high + 1), float(number)) for low, high, number in bins]
    return columns(f"{title}: how long {games} games are", steps, "plies", "games")
