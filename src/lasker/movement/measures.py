"""Measures of movement graphs (distance, components, centrality) and of the pieces in a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError, NameProblem
from lasker.model.position import Node
from lasker.movement.graph import Arrow, MovementGraph
from lasker.movement.piece_context import PieceEnvironment

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
    """A directed graph of rustworkx with the given edges, for any other algorithm."""
    graph = _rustworkx().PyDiGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(a, b, 1.0) for a, b in sorted(edges)])
    return graph  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Measured:
    """A movement graph with its measures.

    >>> from lasker.movement.graph import movement_graph
    >>> from lasker.movement.piece_context import piece_called
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
        """The number of moves from a square to each square on the empty board; None if unreachable."""
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
        """The longest of all shortest paths."""
        longest = 0
        for lengths in (
            _rustworkx().digraph_all_pairs_dijkstra_path_lengths(self.object, lambda _: 1.0).values()
        ):
            longest = max([longest, *map(int, lengths.values())])
        return longest

    @cached_property
    def parts(self) -> list[set[int]]:
        """The weakly connected components, the largest first, without isolated squares.

        A bishop has two components: it never leaves its colour.
        """
        found = _rustworkx().weakly_connected_components(self.object)
        return sorted(
            (set(part) for part in found if len(part) > 1), key=lambda part: (-len(part), min(part))
        )

    def mobility(self) -> list[float]:
        """The number of destinations from each square."""
        return [float(value) for value in self.graph.mobility()]

    def control(self) -> list[float]:
        """The number of squares from which the piece can capture on each square."""
        return [float(value) for value in self.graph.control()]

    def closeness(self) -> list[float]:
        """The closeness centrality of each square, by distances towards it."""
        found = _rustworkx().closeness_centrality(self.object)
        return [float(found[site]) for site in range(len(self.graph.space.sites))]

    def betweenness(self) -> list[float]:
        """The betweenness centrality: the share of shortest paths that pass through each square."""
        found = _rustworkx().digraph_betweenness_centrality(self.object)
        return [float(found[site]) for site in range(len(self.graph.space.sites))]

    def pagerank(self) -> list[float]:
        """The stationary frequency of a random walk on each square (PageRank)."""
        found = _rustworkx().pagerank(self.object)
        return [float(found[site]) for site in range(len(self.graph.space.sites))]


MEASURES: dict[str, Callable[[Measured], list[float]]] = {
    "mobility": Measured.mobility,
    "control": Measured.control,
    "closeness": Measured.closeness,
    "betweenness": Measured.betweenness,
    "wandering": Measured.pagerank,
}


def measure(graph: MovementGraph, name: str) -> list[float]:
    """A number for every square, by the name of a measure."""
    if name not in MEASURES:
        raise NameProblem(f"there is no measure {name}", remedy=f"there are {', '.join(MEASURES)}")
    return MEASURES[name](Measured(graph))


def influence(node: Node) -> frozenset[Arrow]:
    """The attack graph of a position: an edge from every piece to each piece that it attacks or protects.

    A piece protects a friend if it could capture an enemy in its place.

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
        about = PieceEnvironment(node.game, vocabulary.pieces[vocabulary.symbol(content) - 1])
        for to, it in pieces.items():
            owner = vocabulary.pieces[vocabulary.symbol(it) - 1].owner
            foe = it if owner not in (None, about.piece.owner) else next(iter(about.enemies), it)
            if to != site and any(
                to == end and to in how.lost for end, how in about.goes(site, {**pieces, to: foe})
            ):
                found.add((site, to))
    return frozenset(found)


def prominence(node: Node) -> dict[int, float]:
    """The betweenness centrality of each piece in the attack graph of a position."""
    arrows = influence(node)
    found = _rustworkx().digraph_betweenness_centrality(digraph(len(node.configuration.board), arrows))
    symbol = node.game.rules.vocabulary.symbol
    return {site: float(found[site]) for site, it in enumerate(node.configuration.board) if symbol(it)}
