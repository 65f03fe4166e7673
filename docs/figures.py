"""The speeds that pages quote, from `benchmarks/figures.toml`, which `make figures` measures."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from docs.blocks import ROOT, Text
from docs.facts import table

FIGURES: dict[str, Text] = {}


@cache
def measured() -> dict[str, Any]:
    """Everything that was measured, table by table."""
    return tomllib.loads((ROOT / "benchmarks" / "figures.toml").read_text("utf-8"))


def figure(writer: Text) -> Text:
    """A block, known by the name of the function that writes it."""
    FIGURES[writer.__name__] = writer
    return writer


@figure
def figures_source() -> str:
    """Where, when and how it was measured."""
    found = measured()
    return f"Measured with `{found['command']}` on {found['date']}: {found['machine']}."


@figure
def figures_perft() -> str:
    """Counts beside other programs."""
    return table(
        ("game", "position", "Lasker", "other program", "its speed", "ratio"),
        (
            (
                row["game"],
                row["position"],
                f"{row['ours']:g}",
                row["peer"],
                f"{row['theirs']:g}",
                f"{row['ratio']:g}",
            )
            for row in measured()["perft"]
        ),
    )


@figure
def figures_both() -> str:
    """Counts on bitboards and on the walk."""
    return table(
        ("game", "squares", "depth", "walk", "bitboards", "ratio"),
        (
            (
                row["game"],
                str(row["squares"]),
                str(row["depth"]),
                f"{row['walk']:g}",
                f"{row['bitboards']:,}",
                f"{row['bitboards'] / row['walk']:,.0f}",
            )
            for row in measured()["both"]
        ),
    )


@figure
def figures_playouts() -> str:
    """Random games."""
    return table(
        ("game", "games a second", "plies a second"),
        ((row["game"], f"{row['games']:,}", f"{row['plies']:,}") for row in measured()["playouts"]),
    )


@figure
def figures_first() -> str:
    """The first answers of new processes."""
    return table(
        ("game", "seconds of the processor"),
        ((row["game"], f"{row['processor']:g}") for row in measured()["first"]),
    )


@figure
def figures_positions() -> str:
    """What positions cost in Python."""
    return table(
        ("game", "microseconds"),
        ((row["game"], f"{row['moves']:g}") for row in measured()["positions"]),
    )


@figure
def figures_search() -> str:
    """The speed of the opponent."""
    return table(
        ("game", "positions", "depth", "positions a second of processor time"),
        (
            (row["game"], f"{row['nodes']:,}", str(row["depth"]), f"{row['rate']:,}")
            for row in measured()["search"]
        ),
    )
