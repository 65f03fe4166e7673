"""Measures of movement graphs by the weights of their edges: sums of weights, cheapest ways, weighted walks.

Weights are exact where a game declares them; otherwise they are distances on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from lasker.kernel.errors import LaskerError, NameProblem
from lasker.movement.graph import Arrow, MovementGraph

Weight = Fraction | float
DAMPING = 0.85  # of the walk, as in PageRank
ROUNDS = 200


def costs(graph: MovementGraph, site: int) -> list[Weight | None]:
    """The least sum of weights on a way from a square to each square of the empty board; None if unreachable.

    >>> from lasker.movement.piece_context import piece_called
    >>> from lasker.movement.graph import movement_graph
    >>> from lasker.play.library import model
    >>> game = model("toll")
    >>> found = costs(movement_graph(game, piece_called(game, "pilgrim")), game.space.site("a1"))
    >>> [str(found[game.space.site(square)]) for square in ("a2", "b2", "a3", "b3", "e1")]
    ['1', '2', '2', '3', 'None']
    """
    weights = graph.weighted()
    found: list[Weight | None] = [None] * len(graph.space.sites)
    found[site] = 0
    for _ in found:
        if not _improved(weights, found):
            return found
    raise LaskerError(
        "a way can be made cheaper for ever: some weights are negative, and lead around",
        remedy="give the steps of a circle a sum of weights that is not negative",
    )


def _improved(weights: Mapping[Arrow, Weight], found: list[Weight | None]) -> bool:
    """One round of Bellman and Ford: every edge is tried; false if none helps."""
    better = False
    for (a, b), weight in weights.items():
        here, there = found[a], found[b]
        if here is not None and (there is None or here + weight < there):
            found[b], better = here + weight, True
    return better


def mobility(graph: MovementGraph) -> list[float]:
    """The sum of the weights of all edges from each square."""
    return _sums(graph, graph.weighted(), 0)


def control(graph: MovementGraph) -> list[float]:
    """The sum of the weights of all captures on each square."""
    weights = graph.weighted()
    return _sums(graph, {arrow: weights[arrow] for arrow in graph.takes if arrow in weights}, 1)


def _sums(graph: MovementGraph, weights: Mapping[Arrow, Weight], end: int) -> list[float]:
    found: list[Weight] = [0] * len(graph.space.sites)
    for arrow, weight in weights.items():
        found[arrow[end]] += weight
    return list(map(float, found))


def closeness(graph: MovementGraph) -> list[float]:
    """The closeness of each square by the cheapest ways towards it, after Wasserman and Faust."""
    size = len(graph.space.sites)
    towards: list[list[Weight]] = [[] for _ in range(size)]
    for site in range(size):
        for to, cost in enumerate(costs(graph, site)):
            if cost is not None and to != site:
                towards[to].append(cost)
    return [
        float(len(each) ** 2 / sum(each) / (size - 1)) if each and sum(each) > 0 else 0.0 for each in towards
    ]


def wandering(graph: MovementGraph) -> list[float]:
    """How often a random walk is on each square that prefers edges by their weights (PageRank)."""
    size, weights = len(graph.space.sites), graph.weighted()
    if any(weight < 0 for weight in weights.values()):
        raise LaskerError("a walk has no negative preference", remedy="give every step a positive weight")
    out = mobility(graph)
    now = [1 / size] * size
    for _ in range(ROUNDS):
        lost = sum(now[site] for site in range(size) if not out[site])
        after = [(1 - DAMPING + DAMPING * lost) / size] * size
        for (a, b), weight in weights.items():
            if out[a]:
                after[b] += DAMPING * now[a] * float(weight) / out[a]
        now = after
    return now


WEIGHTED: dict[str, Callable[[MovementGraph], list[float]]] = {
    "mobility": mobility,
    "control": control,
    "closeness": closeness,
    "wandering": wandering,
}


def weighted_measure(graph: MovementGraph, name: str) -> list[float]:
    """A number for every square, by the name of a measure that asks for weights.

    >>> from lasker.movement.piece_context import piece_called
    >>> from lasker.movement.graph import movement_graph
    >>> from lasker.play.library import model
    >>> game = model("toll")
    >>> pilgrim = movement_graph(game, piece_called(game, "pilgrim"))
    >>> weighted_measure(pilgrim, "mobility")[game.space.site("b1")]  # one ahead, two aslant, one leap
    8.0
    """
    if name not in WEIGHTED:
        raise NameProblem(f"there is no weighted measure {name}", remedy=f"there are {', '.join(WEIGHTED)}")
    return WEIGHTED[name](graph)
