"""Thinking by random games, where positions cannot be judged: a tree that grows until time is up."""

from __future__ import annotations

import math
from collections.abc import Iterator

from lasker.engine.lines import Line, RootSearch

BATCH = 64  # random games between two looks at the clock
ODDS = 400  # hundredths of a piece for which the chances are ten to one


def grown(thought: RootSearch, most: int) -> Iterator[list[Line]]:
    """The lines as they look after more and more random games; `most` of them at the end."""
    native, told = thought.native, 1
    native.plant(1)
    games = 0
    while games < most:
        batch = min(BATCH, most - games) if games else min(8, most)
        best = native.grow(thought.allowed, batch)
        games += batch
        if best >= 0 and (games >= told or native.halted):
            told = games * 2
            yield ranked(thought, games)
        if best < 0 or native.halted or native.leaf(best)[2] == 1:
            break
    yield ranked(thought, games)


def ranked(thought: RootSearch, games: int) -> list[Line]:
    """The moves by how many games began with them; those that surely win first, those that lose last."""
    found = []
    for move, text in enumerate(thought.texts):
        if thought.allowed[move]:
            visits, mean, sure = thought.native.leaf(move)
            order = (sure == 1, sure != 2, visits)
            found.append((order, text, 1000 if sure == 1 else 0 if sure == 2 else mean))
    found.sort(key=lambda each: each[0], reverse=True)
    return [
        Line((text,), score(mean), None, max(1, games.bit_length()), 0, games, thought.seconds, rank)
        for rank, (_, text, mean) in enumerate(found, 1)
    ]


def score(mean: int) -> int:
    """What a chance of winning in thousandths is as a score.

    >>> score(500), score(909), score(91)
    (0, 400, -400)
    """
    chance = min(max(mean / 1000, 0.001), 0.999)
    return round(ODDS * math.log10(chance / (1 - chance)))
