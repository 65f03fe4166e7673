"""The speeds that pages quote, from `benchmarks/figures.toml`, which `make figures` measures."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from docs.generate.blocks import ROOT, Text
from docs.generate.facts import table

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
def figures_table() -> str:
    """Everything that was measured, a row each."""
    head = ("measured", "game", "Lasker", "unit", "compared with", "its figure", "ratio")
    return table(head, (row for rows in KINDS.values() for row in rows(measured())))


Row = tuple[str, str, str, str, str, str, str]


def _perft(found: dict[str, Any]) -> Iterator[Row]:
    for row in found["perft"]:
        where = f"{row['game']}, {row['position']}"
        speeds = f"{row['ours']:,g}", "million leaves/s", row["peer"], f"{row['theirs']:g}"
        yield ("perft", where, *speeds, f"{row['ratio']:g}")


def _backends(found: dict[str, Any]) -> Iterator[Row]:
    for row in found["both"]:
        where = f"{row['game']}, {row['squares']} squares, depth {row['depth']}"
        speeds = f"{row['bitboards']:,}", "million leaves/s", "the walk", f"{row['walk']:g}"
        yield ("perft, bitboards", where, *speeds, f"{row['bitboards'] / row['walk']:,.0f}")


def _playouts(found: dict[str, Any]) -> Iterator[Row]:
    for row in found["playouts"]:
        yield ("random games", row["game"], f"{row['games']:,}", "games/s", "", "", "")
        yield ("random games", row["game"], f"{row['plies']:,}", "plies/s", "", "", "")


def _first(found: dict[str, Any]) -> Iterator[Row]:
    for row in found["first"]:
        yield ("first answer, nothing cached", row["game"], f"{row['processor']:g}", "s", "", "", "")


def _positions(found: dict[str, Any]) -> Iterator[Row]:
    for row in found["positions"]:
        yield ("`position.moves` from Python", row["game"], f"{row['moves']:g}", "µs", "", "", "")


def _search(found: dict[str, Any]) -> Iterator[Row]:
    for row in found["search"]:
        where = f"{row['game']}, depth {row['depth']}, {row['nodes']:,} nodes"
        yield ("search of the engine", where, f"{row['rate']:,}", "nodes/s", "", "", "")


KINDS: dict[str, Callable[[dict[str, Any]], Iterator[Row]]] = {
    "perft": _perft,
    "both": _backends,
    "playouts": _playouts,
    "first": _first,
    "positions": _positions,
    "search": _search,
}
