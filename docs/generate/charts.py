"""Charts of what was measured and counted, for the pages."""

from __future__ import annotations

import math

from examples.self_play import RULES, learning_curve

import lasker
from docs.generate.blocks import ROOT
from docs.generate.figures import measured
from lasker.drawing.diagrams.charts import columns, curve, ranges
from lasker.formulations.arithmetic.literal import Literal
from lasker.formulations.arithmetic.reading import printed


def perft_ratios() -> str:
    """How many times as fast as other programs."""
    rows = []
    for row in measured()["perft"]:
        where = row["game"] if row["position"] == "start" else f"{row['game']}, {row['position']}"
        rows.append((f"{where} ({row['peer']})", row["ratio"], 1, row["ratio"]))
    return ranges("Perft: times as fast as the other program", rows, "ratio of leaves per second", mark=1)


def bitboards_and_walk() -> str:
    """The same games on bitboards and on the generic walk, on a logarithmic scale."""
    rows = []
    for row in measured()["both"]:
        slow, fast = math.log10(row["walk"] * 1e6), math.log10(row["bitboards"] * 1e6)
        rows.append((row["game"], fast, slow, fast))
    return ranges("Perft: from the generic walk to bitboards", rows, "powers of ten of leaves per second")


def random_games() -> str:
    """Plies a second of random games, on a logarithmic scale."""
    rows = [
        (row["game"], math.log10(row["plies"]), 3, math.log10(row["plies"])) for row in measured()["playouts"]
    ]
    return ranges("Random games", rows, "powers of ten of plies per second")


def lengths(game: str = "breakthrough", games: int = 2000, wide: int = 4) -> str:
    """How long random games are."""
    found = lasker.load(game).playouts(games=games, seed=7).lengths
    groups = []
    for low in range(min(found) // wide * wide, max(found) + 1, wide):
        groups.append((low, low + wide, sum(low <= each < low + wide for each in found)))
    return columns(f"{games:,} random games of {game}", groups, "plies", "games")


def literal_steps() -> str:
    """How many steps the literal recursion takes to multiply a number by itself."""
    points = []
    for number in range(9):
        literal = Literal(budget=1_000_000)
        literal(printed().term("mul"), number, number)
        points.append((float(number), float(literal.steps)))
    return curve("Steps of n · n in the literal recursion", points, "n", "steps")


def learning() -> str:
    """The learning curve of the example, as it was when the example was last run."""
    rows = (ROOT / "examples" / "learning_curve.csv").read_text("utf-8").split()[1:]
    points = [(float(games), float(share)) for games, share in (row.split(",") for row in rows)]
    return learning_curve(lasker.load(RULES).title, points)
