"""Movement graphs: vertices are the squares of a board, edges the moves of a piece.

The graph of a piece is read from its movement, so it exists for every game, however its rules are written.
`moves` are the edges of a piece alone on the board, `takes` those along which it captures
a single enemy; together they are E_p, and with the squares G_p.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from functools import lru_cache
from itertools import product

from lasker.algebra.contents import PieceType
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError
from lasker.model.game import Game
from lasker.movement.movement import movement_of
from lasker.space.space import LatticeSpace, Place, Space

Arrow = tuple[int, int]
Measure = Callable[[int, int], float]
MOST_STANDING = 600  # squares on which the piece of a graph may stand


@dataclass(frozen=True)
class MovementGraph:
    """The graph of a piece on a board.

    >>> from lasker.movement.piece_context import piece_called
    >>> from lasker.play.library import model
    >>> game = model("chess")
    >>> knight = movement_graph(game, piece_called(game, "knight"))
    >>> len(knight.edges), len(knight.undirected), len(knight.displacements)
    (336, 168, 8)
    """

    space: Space = field(repr=False)
    piece: PieceType
    moves: frozenset[Arrow] = field(repr=False)
    takes: frozenset[Arrow] = field(repr=False)
    arrivals: Counter[Arrow] = field(repr=False, compare=False)  # in how many forms it may arrive
    weights: Mapping[Arrow, Fraction] = field(default_factory=dict, repr=False, compare=False)  # as declared

    @property
    def edges(self) -> frozenset[Arrow]:
        """E_p: every edge, whether the piece moves along it, captures along it, or both."""
        return self.moves | self.takes

    @property
    def undirected(self) -> frozenset[Arrow]:
        """The edges of the underlying undirected graph."""
        return frozenset((min(edge), max(edge)) for edge in self.edges)

    @property
    def reversible(self) -> bool:
        """Has every edge its inverse?"""
        return all((b, a) in self.edges for a, b in self.edges)

    @property
    def displacements(self) -> frozenset[tuple[int, ...]]:
        """Δ_p: the offsets of all edges, on a lattice; across a seam, those in the drawn board."""
        if not isinstance(self.space, LatticeSpace):
            return frozenset()
        sites = self.space.sites
        return frozenset(tuple(y - x for x, y in zip(sites[a], sites[b], strict=True)) for a, b in self.edges)

    def mobility(self) -> list[int]:
        """The out-degree of each square: the number of destinations."""
        return self._count(a for a, _ in self.edges)

    def control(self) -> list[int]:
        """For each square, the number of squares from which the piece can capture there."""
        return self._count(b for _, b in self.takes)

    def _count(self, ends: Iterator[int]) -> list[int]:
        found = Counter(ends)
        return [found[site] for site in range(len(self.space.sites))]

    def weighted(self, weight: Measure | None = None) -> dict[Arrow, float | Fraction]:
        """Every edge with its weight: as the game declares it, exactly; else the distance on the board.

        Another weight function may be given. An edge with several displacements has the least of their
        weights; an edge without a declared weight has weight one, if the piece has other declared weights.

        >>> from lasker.movement.piece_context import piece_called
        >>> from lasker.play.library import model
        >>> game = model("chess")
        >>> rook = movement_graph(game, piece_called(game, "rook"))
        >>> sum(rook.weighted().values()), sum(rook.weighted(lambda a, b: 1).values())
        (2688.0, 896.0)
        """
        if weight is None and self.weights:
            return {edge: self.weights.get(edge, Fraction(1)) for edge in sorted(self.edges)}
        measure = weight or self._apart
        return {edge: float(measure(*edge)) for edge in sorted(self.edges)}

    def _apart(self, a: int, b: int) -> float:
        """The Chebyshev distance of two squares; one, where there are no coordinates."""
        if not isinstance(self.space, LatticeSpace):
            return 1
        sites = self.space.sites
        return float(max(abs(x - y) for x, y in zip(sites[a], sites[b], strict=True)))

    def multigraph(self) -> list[tuple[int, int, str]]:
        """Parallel edges separately: moving and capturing, and each form in which the piece may arrive."""
        found = []
        for edge in sorted(self.edges):
            kinds = ["moves"] * (edge in self.moves) + ["takes"] * (edge in self.takes)
            found += [(*edge, kind) for kind in kinds for _ in range(max(1, self.arrivals[edge]))]
        return found


@lru_cache(maxsize=256)
def movement_graph(game: Game, piece: PieceType) -> MovementGraph:
    """The movement graph of a piece on the board of its game."""
    movement = movement_of(game, piece)
    if len(movement.standing) > MOST_STANDING:
        raise LimitError(
            f"a piece that can stand on {len(movement.standing)} squares has too large a graph: the limit is"
            f" {MOST_STANDING}",
            remedy="try the same rules on a smaller board",
        )
    moves: set[Arrow] = set()
    takes: set[Arrow] = set()
    arrivals: Counter[Arrow] = Counter()
    enemies = sum(1 << enemy for enemy in movement.enemies)
    for site in movement.standing:
        for to, how in movement.destinations(site).items():
            moves.add((site, to))
            arrivals[site, to] = len({game.rules.vocabulary.symbol(arrival.content) for arrival in how})
        for path in movement.plain_paths(site):
            others = list(path.occupied.values())
            if path.to in path.arrival.lost and others[1:] == [] and others[0] & enemies:
                takes.add((site, path.to))
    weights = _declared(game, piece, moves | takes)
    return MovementGraph(game.space, piece, frozenset(moves), frozenset(takes), arrivals, weights)


def _declared(game: Game, piece: PieceType, edges: set[Arrow]) -> dict[Arrow, Fraction]:
    """The declared weights of edges: each displacement is applied as its owner sees the board."""
    found: dict[Arrow, Fraction] = {}
    owners = range(len(game.players)) if piece.owner is None else (piece.owner,)
    for weight, owner in product((each for each in game.weights if each.piece == piece.name), owners):
        offset = (game.view**owner).turn(weight.vector)
        for start in {a for a, _ in edges}:
            place: Place = (start, 0)
            for _ in range(weight.repeated or len(game.space.sites)):
                beyond = game.space.reach(place, offset)
                if beyond is None or beyond[0] == start:
                    break
                place, edge = beyond, (start, beyond[0])
                if edge in edges:
                    found[edge] = min(weight.weight, found.get(edge, weight.weight))
    return found
