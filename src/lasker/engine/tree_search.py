"""Monte Carlo tree search at the root, for games whose positions cannot be evaluated statically."""

from __future__ import annotations

import math
from collections.abc import Iterator

from lasker.engine.root_search import Line, RootSearch

BATCH = 64  # playouts between two checks of the limits
ODDS = 400  # score at which the winning odds are ten to one


def tree_search(root: RootSearch, most: int) -> Iterator[list[Line]]:
    """Successive rankings of the root moves as the number of playouts grows to `most`."""
    native, reported = root.native, 1
    native.open_tree(1)
    games = 0
    while games < most:
        batch = min(BATCH, most - games) if games else min(8, most)
        best = native.grow_tree(root.allowed, batch)
        games += batch
        if best >= 0 and (games >= reported or native.halted):
            reported = games * 2
            yield ranked(root, games)
        if best < 0 or native.halted or native.tree_child(best)[2] == 1:
            break
    yield ranked(root, games)


def ranked(root: RootSearch, games: int) -> list[Line]:
    """The root moves by visits; proved wins first, proved losses last."""
    found = []
    for move, text in enumerate(root.texts):
        if root.allowed[move]:
            visits, mean, proved = root.native.tree_child(move)
            order = (proved == 1, proved != 2, visits)
            found.append((order, text, 1000 if proved == 1 else 0 if proved == 2 else mean))
    found.sort(key=lambda each: each[0], reverse=True)
    return [
        Line((text,), score(mean), None, max(1, games.bit_length()), 0, games, root.seconds, rank)
        for rank, (_, text, mean) in enumerate(found, 1)
    ]


def score(mean: int) -> int:
    """The score that corresponds to a winning probability in thousandths.

    >>> score(500), score(909), score(91)
    (0, 400, -400)
    """
    chance = min(max(mean / 1000, 0.001), 0.999)
    return round(ODDS * math.log10(chance / (1 - chance)))
