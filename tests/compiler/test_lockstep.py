"""Every game of the library in lockstep with the reference: moves, labels, order, ends, hashes.

Random games are played on native code, and at some of their plies the reference is asked as well: it takes a
thousand times as long. `test_shipped.py` does less of the same in every run.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from lasker.model.position import Node
from lasker.play.game import Game
from lasker.play.library import model, sources
from lasker.syntax.read import read_game

GAMES = sorted(sources())
PLIES = 60  # of a random game
MANY, SHARDS = 1000, 10


@cache
def native(name: str) -> Game:
    """A game on native code; its own reference knows nothing of that."""
    source = model(name)
    return Game(read_game(source.rules.source, source.rules.bases), name).compile()


def seen(node: Node) -> dict[str, object]:
    """All that must be the same."""
    return {
        "labels": [step.label for step in node.steps],
        "leading": [(step.after.key, step.after.configuration.counters) for step in node.steps],
        "odds": [step.probability for step in node.steps],
        "hashes": [node.hash, *(step.after.hash for step in node.steps[:3])],
        "outcome": node.outcome,
    }


def difference(name: str, seed: int, asked: int) -> str | None:
    """Where a random game differs from the reference, which is asked at so many plies and at the last."""
    reference, random = model(name), Random(f"{name} {seed}")
    position, when = native(name).start(), set(random.sample(range(PLIES), asked))
    for ply in range(PLIES):
        ours, moves = position.node, position.moves
        if ply in when or not moves:
            theirs = Node(reference, ours.configuration, reference.states[ours.state.name], ours.ply)
            if seen(ours) != seen(theirs):
                return f"game {seed}, ply {ply}, {position.fen}: {seen(ours)}, not {seen(theirs)}"
        if not moves:
            return None
        position = position.play(random.choice(moves))
    return None


@pytest.mark.soak
@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("name", GAMES)
def test_a_thousand_games(name: str, shard: int) -> None:
    seeds = range(shard * MANY // SHARDS, (shard + 1) * MANY // SHARDS)
    assert [told for seed in seeds if (told := difference(name, seed, asked=4))] == []
