"""Reference counts from the tests of other programs, by their names for the games; sources in the files."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from lasker.backends import Engine, open_engine, position
from lasker.play.game import load
from lasker.play.library import names

DATA = Path(__file__).parents[1] / "data"
SMALL = 250  # every count up to this size of perft.tsv runs always; of the other files a sample does
LARGE = 60_000  # … and in `make soak`, unless LASKER_NODES says how far to go
SAMPLE = 40  # positions of perft_chess_bulk.tsv in the normal run, with counts up to TINY
TINY = 60
NODES = int(os.environ.get("LASKER_NODES", LARGE))
BACKEND = os.environ.get("LASKER_BACKEND", "reference")  # c goes a thousand times as far


class Row(NamedTuple):
    """A count: of which game, from where, how deep, how many."""

    game: str
    fen: str  # nothing for the start
    depth: int
    nodes: int


def table(name: str) -> Iterator[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8") as file:
        yield from csv.DictReader(file, delimiter="\t")


def positions(name: str) -> list[Row]:
    """Positions with one count each; the flag chess960 says by which rules kings castle."""
    return [
        Row(
            "chess960" if row["chess960"] == "1" and row["variant"] == "chess" else row["variant"],
            row["fen"],
            int(row["depth"]),
            int(row["nodes"]),
        )
        for row in table(name)
    ]


def from_the_start(name: str) -> list[Row]:
    """Games with a row of counts from depth 1."""
    return [
        Row(row["game"], "", depth, int(nodes))
        for row in table(name)
        for depth, nodes in enumerate(row["counts from depth 1"].split(), start=1)
    ]


TRICKY, BULK = positions("perft.tsv"), positions("perft_chess_bulk.tsv")
STARTS = from_the_start("games_perft.tsv")


def known(rows: list[Row], least: int, most: int) -> list[Row]:
    """The counts of a certain size, of games that the library has."""
    return [row for row in rows if row.game in names() and least < row.nodes <= most]


def count(row: Row) -> int:
    game = load(row.game)
    node = (game.position(row.fen) if row.fen else game.start()).node
    return engine(row.game).perft(position(node), row.depth)


@cache
def engine(game: str) -> Engine:
    return open_engine(BACKEND, load(game).model)


@pytest.mark.parametrize("row", known(TRICKY, -1, SMALL), ids=str)
def test_small_counts(row: Row) -> None:
    assert count(row) == row.nodes


@pytest.mark.parametrize("row", known(STARTS, -1, SMALL), ids=str)
def test_small_counts_from_the_start(row: Row) -> None:
    assert count(row) == row.nodes


@pytest.mark.parametrize("row", known(BULK, -1, TINY)[::7][:SAMPLE], ids=str)
def test_a_sample_of_random_positions(row: Row) -> None:
    assert count(row) == row.nodes


def test_the_library_has_most_of_these_games() -> None:
    assert len(TRICKY) == 178
    assert len(BULK) == 4000
    assert len(known(TRICKY, -1, 10**12)) >= 115
    assert {row.game for row in STARTS} <= names()


@pytest.mark.soak
@pytest.mark.parametrize("row", known([*TRICKY, *STARTS], SMALL, NODES), ids=str)
def test_large_counts(row: Row) -> None:
    assert count(row) == row.nodes


@pytest.mark.soak
@pytest.mark.parametrize("row", known(BULK, -1, NODES), ids=str)
def test_all_random_positions(row: Row) -> None:
    assert count(row) == row.nodes
