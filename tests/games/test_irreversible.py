"""Irreversible chess (B42): no position returns, by a measure that every move lowers, and by search."""

from __future__ import annotations

from collections.abc import Callable
from graphlib import CycleError, TopologicalSorter
from itertools import combinations
from random import Random

import pytest

from lasker.model.position import Node
from lasker.play.game import load

BASIC, EXTENDED = "irreversible", "irreversible_extended"
Measure = Callable[[Node], tuple[int, ...]]


def standing(node: Node) -> list[tuple[str, int, tuple[int, ...]]]:
    """What stands on the board: the name of each piece, its owner, its square by file and rank from 0."""
    vocabulary, sites = node.game.rules.vocabulary, node.game.space.sites
    symbols = [(vocabulary.symbol(content), site) for site, content in enumerate(node.configuration.board)]
    pieces = [(vocabulary.pieces[symbol - 1], sites[site]) for symbol, site in symbols if symbol]
    return [(piece.name, piece.owner or 0, square) for piece, square in pieces]


def left_to_go(node: Node) -> int:
    """The ranks that all pieces have before them."""
    return sum(7 - rank if owner == 0 else rank for _, owner, (_, rank) in standing(node))


def basic(node: Node) -> tuple[int, ...]:
    """A capture takes a piece away; any other move leaves fewer ranks to go."""
    return len(standing(node)), left_to_go(node)


def extended(node: Node) -> tuple[int, ...]:
    """After captures come the rights to castle, then the ranks to go, then how far apart rooks stand."""
    vocabulary = node.game.rules.vocabulary
    marked = vocabulary.marked(vocabulary.mark_bit("unmoved"), 0)
    rights = sum(marked >> content & 1 for content in node.configuration.board)
    rooks = [(owner, file) for name, owner, (file, _) in standing(node) if name == "rook"]
    apart = sum(abs(a[1] - b[1]) for a, b in combinations(rooks, 2) if a[0] == b[0])
    return len(standing(node)), rights, left_to_go(node), apart


MEASURES: dict[str, Measure] = {BASIC: basic, EXTENDED: extended}
# Many rooks, some of them abreast; rights to castle; pawns about to become rooks; captures backwards.
POSITIONS = [
    "r7/4k3/8/r6r/R6R/8/4K3/R7 w - - 0 1",
    "r2k3r/pppppppp/8/8/8/8/PPPPPPPP/R2K3R w KQkq - 0 1",
    "4k3/P1P3P1/8/r2r3r/R2R3R/8/p1p3p1/4K3 w - - 0 1",
    "r1r1k1rr/8/8/3B4/3b4/8/8/RR2K1RR b - - 0 1",
]


def lower(name: str, start: str, seed: int, plies: int) -> int:
    """How many moves, in all positions of a random game, have been seen to lower the measure."""
    random, node, seen = Random(seed), load(name).position(start).node, 0
    for _ in range(plies):
        for step in node.steps:
            assert MEASURES[name](step.after) < MEASURES[name](node), (start, step.label)
            seen += 1
        if not node.steps:
            break
        node = random.choice(node.steps).after
    return seen


@pytest.mark.parametrize("name", MEASURES)
def test_B42_every_move_lowers_the_measure_from_the_start(name: str) -> None:
    assert lower(name, load(name).model.start, 1, 25) > 300


@pytest.mark.parametrize("start", POSITIONS)
def test_B42_every_move_lowers_the_measure_with_many_rooks(start: str) -> None:
    assert lower(EXTENDED, start, 2, 6) > 20


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("name", MEASURES)
def test_B42_every_move_lowers_the_measure_in_many_games(name: str, seed: int) -> None:
    starts = [load(name).model.start, *(start for start in POSITIONS if name == EXTENDED)]
    assert lower(name, starts[seed % len(starts)], seed, 120) > 50


def graph(name: str, start: str, most: int = 10**9) -> dict[object, list[object]]:
    """Every position that play leads to, as repetition sees it, and what each leads to; no more than some."""
    found: dict[object, list[object]] = {}
    todo = [load(name).position(start).node]
    while todo and len(found) < most:
        node = todo.pop()
        if node.key not in found:
            after = [step.after for step in node.steps]
            found[node.key] = [each.key for each in after]
            todo += after
    return found


@pytest.mark.parametrize(
    ("name", "start"),
    [
        (BASIC, "8/2P1K3/8/8/8/8/3k1p2/8 w - - 0 1"),
        (EXTENDED, "8/R3K2R/8/8/8/8/4k3/8 w - - 0 1"),
    ],
)
def test_B42_no_position_returns_however_one_plays(name: str, start: str) -> None:
    positions = graph(name, start)
    assert len(list(TopologicalSorter(positions).static_order())) == len(positions) > 150


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "start"),
    [
        (BASIC, "8/4P3/3NK3/8/8/3kn3/4p3/8 w - - 0 1"),
        (EXTENDED, "R6R/4K3/R7/8/8/r7/4k3/r6r w - - 0 1"),
        (EXTENDED, "8/R2PK2R/8/8/8/8/r3k2r/8 w - - 0 1"),
    ],
)
def test_B42_no_position_returns_however_long_one_plays(name: str, start: str) -> None:
    positions = graph(name, start, 30_000)
    list(TopologicalSorter(positions).static_order())


def test_positions_of_chess_return() -> None:
    with pytest.raises(CycleError):
        list(TopologicalSorter(graph("chess", "7k/8/8/8/8/8/8/K7 w - - 0 1", 60)).static_order())


def test_three_rooks_do_not_go_to_and_fro() -> None:
    texts = {str(move) for move in load(EXTENDED).position(POSITIONS[0]).moves}
    assert not {text for text in texts if text.startswith("a1") and text[3] == "1"}
    assert {"h4g4", "h4b4"} <= texts  # nearer to both of the others
