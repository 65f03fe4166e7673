"""Measures of movement graphs: distance, parts, centrality of squares; and of the pieces in a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from lasker.kernel.errors import LaskerError, NameProblem
from lasker.model.position import Node
from lasker.movement.graph import Arrow, MovementGraph
from lasker.movement.trials import Trials

if TYPE_CHECKING:
    import rustworkx


def _rustworkx() -> Any:
    try:
        import rustworkx
    except ImportError:
        raise LaskerError(
            "the measures of graphs need one more package", remedy="pip install 'lasker[graphs]'"
        ) from None
    return rustworkx


def digraph(size: int, edges: Iterable[Arrow]) -> rustworkx.PyDiGraph[int, float]:
    """Arrows between numbered squares as an object of rustworkx, for whatever else one wants to know."""
    graph = _rustworkx().PyDiGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(a, b, 1.0) for a, b in sorted(edges)])
    return graph  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Measured:
    """A movement graph and what can be measured on it.

    >>> from lasker.movement.graph import movement_graph
    >>> from lasker.movement.environment import piece_called
    >>> from lasker.play.library import model
    >>> game = model("chess")
    >>> knight = Measured(movement_graph(game, piece_called(game, "knight")))
    >>> knight.distances(game.space.site("a1"))[game.space.site("h8")], knight.diameter
    (6, 6)
    """

    graph: MovementGraph

    @cached_property
    def object(self) -> rustworkx.PyDiGraph[int, float]:
        """The graph as an object of rustworkx."""
        return digraph(len(self.graph.space.sites), self.graph.edges)

    def distances(self, site: int) -> list[int | None]:
        """In how many moves an unhindered piece comes from a square to each other; None if never."""
        found: list[int | None] = [None] * len(self.graph.space.sites)
        found[site], reached, ahead = 0, 0, {site}
        while ahead:
            reached += 1
            beyond = {int(to) for each in ahead for to in self.object.successor_indices(each)}
            ahead = {to for to in beyond if found[to] is None}
            for to in ahead:
                found[to] = reached
        return found

    @cached_property
    def diameter(self) -> int:
        """The longest of all shortest ways."""
        longest = 0
        for lengths in (
            _rustworkx().digraph_all_pairs_dijkstra_path_lengths(self.object, lambda _: 1.0).values()
        ):
            longest = max([longest, *map(int, lengths.values())])
        return longest

    @cached_property
    def parts(self) -> list[set[int]]:
        """Squares joined by ways in whichever direction, the largest part first; lone squares are left out.

        A bishop has two parts: it never leaves its colour.
        """
        found = _rustworkx().weakly_connected_components(self.object)
        return sorted(
            (set(part) for part in found if len(part) > 1), key=lambda part: (-len(part), min(part))
        )

    def mobility(self) -> list[float]:
        """To how many squares the piece goes from each."""
        return [float(value) for value in self.graph.mobility()]

    def control(self) -> list[float]:
        """From how many squares the piece takes on each."""
        return [float(value) for value in self.graph.control()]

    def closeness(self) -> list[float]:
        """How near each square is to those from which it can be reached."""
        found = _rustworkx().closeness_centrality(self.object)
        return [float(found[site]) for site in range(len(self.graph.space.sites))]

    def betweenness(self) -> list[float]:
        """How large a part of all shortest ways leads over each square."""
        found = _rustworkx().digraph_betweenness_centrality(self.object)
        return [float(found[site]) for site in range(len(self.graph.space.sites))]

    def wandering(self) -> list[float]:
        """How often a piece that moves at random stands on each square (PageRank)."""
        found = _rustworkx().pagerank(self.object)
        return [float(found[site]) for site in range(len(self.graph.space.sites))]


MEASURES: dict[str, Callable[[Measured], list[float]]] = {
    "mobility": Measured.mobility,
    "control": Measured.control,
    "closeness": Measured.closeness,
    "betweenness": Measured.betweenness,
    "wandering": Measured.wandering,
}


def measure(graph: MovementGraph, name: str) -> list[float]:
    """A number for every square, by the name of a measure."""
    if name not in MEASURES:
        raise NameProblem(f"there is no measure {name}", remedy=f"there are {', '.join(MEASURES)}")
    return MEASURES[name](Measured(graph))


def influence(node: Node) -> frozenset[Arrow]:
    """Who bears on whom in a position: an arrow from every piece to those that it attacks or protects.

    A piece protects a fellow if it could take an enemy in his place.

    >>> from lasker.play.game import load
    >>> position = load("chess").position("4k3/8/8/3p4/4P3/3B4/8/4K3 w - - 0 1")
    >>> label = position.game.model.space.label
    >>> sorted(f"{label(a)}-{label(b)}" for a, b in influence(position.node))
    ['d3-e4', 'd5-e4', 'e4-d5']
    """
    vocabulary, board = node.game.rules.vocabulary, node.configuration.board
    pieces = {site: content for site, content in enumerate(board) if vocabulary.symbol(content)}
    found = set()
    for site, content in pieces.items():
        trials = Trials(node.game, vocabulary.pieces[vocabulary.symbol(content) - 1])
        others = {each: it for each, it in pieces.items() if each != site}
        for to, it in others.items():
            owner = vocabulary.pieces[vocabulary.symbol(it) - 1].owner
            foe = it if owner not in (None, trials.piece.owner) else next(iter(trials.enemies), it)
            goings = trials.goes(site, {**others, to: foe}, content)
            if any(to in arrival.lost for arrival in goings.get(to, ())):
                found.add((site, to))
    return frozenset(found)


def prominence(node: Node) -> dict[int, float]:
    """How central each piece of a position is: its share of the shortest ways of influence between others."""
    arrows = influence(node)
    found = _rustworkx().digraph_betweenness_centrality(digraph(len(node.configuration.board), arrows))
    symbol = node.game.rules.vocabulary.symbol
    return {site: float(found[site]) for site, it in enumerate(node.configuration.board) if symbol(it)}
