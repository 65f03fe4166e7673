"""Reference counts from the tests of other programs, by their names for the games; sources in the file."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from lasker.play.game import load

SMALL = 700
DATA = Path(__file__).parents[1] / "data" / "perft.tsv"
# Kings and rooks that may castle from elsewhere than home: set-ups of chess960, listed under another name.
ELSEWHERE = {
    "8/8/8/8/8/8/2k5/rR4KR w KQ -",
    "r3k1rR/5K2/8/8/8/8/8/8 b kq -",
    "Rr2k1rR/3K4/3p4/8/8/8/7P/8 w kq -",
}
SHUFFLED = {
    "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq -",
    "8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q -",
    "2r5/8/8/8/8/8/6PP/k2KR3 w K -",
}


def rows(least: int, most: int) -> list[tuple[str, str, int, int]]:
    with DATA.open(encoding="utf-8") as file:
        found = [(r["variant"], r["fen"], int(r["depth"]), int(r["nodes"]), r["chess960"])
                 for r in csv.DictReader(file, delimiter="\t")]  # fmt: skip
    return [
        ("chess960" if game == "chess" and (flag == "1" or fen in SHUFFLED) else game, fen, depth, nodes)
        for game, fen, depth, nodes, flag in found
        if least < nodes <= most and fen not in ELSEWHERE
    ]


@pytest.mark.parametrize(("game", "fen", "depth", "nodes"), rows(-1, SMALL))
def test_small_reference_counts(game: str, fen: str, depth: int, nodes: int) -> None:
    assert load(game).position(fen).perft(depth) == nodes


@pytest.mark.soak
@pytest.mark.parametrize(("game", "fen", "depth", "nodes"), rows(SMALL, 60_000))
def test_large_reference_counts(game: str, fen: str, depth: int, nodes: int) -> None:
    assert load(game).position(fen).perft(depth) == nodes
