"""Movement graphs: the squares of a board, and an arrow wherever a piece of a game can go.

The graph of a piece is found by trials on the board of its game, so it exists for every game, however its
rules were written. `moves` are the arrows of a piece that is alone, `takes` those along which it takes an
enemy that is alone with it; together they are E_p, and with the squares G_p.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import product

from lasker.algebra.contents import Piece
from lasker.kernel.errors import LimitError
from lasker.model.game import Game
from lasker.movement.trials import Trials
from lasker.space.space import LatticeSpace, Place, Space

Arrow = tuple[int, int]
Measure = Callable[[int, int], float]
MOST_STANDING = 600  # squares on which the piece of a graph may stand


@dataclass(frozen=True)
class MovementGraph:
    """The graph of a piece on a board.

    >>> from lasker.movement.environment import piece_called
    >>> from lasker.play.library import model
    >>> game = model("chess")
    >>> knight = movement_graph(game, piece_called(game, "knight"))
    >>> len(knight.edges), len(knight.undirected), len(knight.displacements)
    (336, 168, 8)
    """

    space: Space = field(repr=False)
    piece: Piece
    moves: frozenset[Arrow] = field(repr=False)
    takes: frozenset[Arrow] = field(repr=False)
    arrivals: Counter[Arrow] = field(repr=False, compare=False)  # in how many forms a piece may arrive
    weights: Mapping[Arrow, Fraction] = field(default_factory=dict, repr=False, compare=False)  # as declared

    @property
    def edges(self) -> frozenset[Arrow]:
        """E_p: every arrow, whether the piece moves along it, takes along it, or both."""
        return self.moves | self.takes

    @property
    def undirected(self) -> frozenset[Arrow]:
        """Pairs of squares between which there is an arrow, in whichever direction."""
        return frozenset((min(edge), max(edge)) for edge in self.edges)

    @property
    def reversible(self) -> bool:
        """Can every step be taken back?"""
        return all((b, a) in self.edges for a, b in self.edges)

    @property
    def displacements(self) -> frozenset[tuple[int, ...]]:
        """Δ_p: the offsets of all arrows, on a lattice; over a seam they are those of the drawn board."""
        if not isinstance(self.space, LatticeSpace):
            return frozenset()
        sites = self.space.sites
        return frozenset(tuple(y - x for x, y in zip(sites[a], sites[b], strict=True)) for a, b in self.edges)

    def mobility(self) -> list[int]:
        """To how many squares the piece can go from each square."""
        return self._count(a for a, _ in self.edges)

    def control(self) -> list[int]:
        """From how many squares the piece takes on each square."""
        return self._count(b for _, b in self.takes)

    def _count(self, ends: Iterator[int]) -> list[int]:
        found = Counter(ends)
        return [found[site] for site in range(len(self.space.sites))]

    def weighted(self, weight: Measure | None = None) -> dict[Arrow, float | Fraction]:
        """Every arrow with its weight: as the game declares it, exactly; else the distance on the board.

        Another weight may be given. An arrow that several displacements lead along has the least of their
        weights; one that no declared weight is about weighs one, where others of the piece have weights.

        >>> from lasker.movement.environment import piece_called
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
        """The largest difference of two coordinates; one, where there are none."""
        if not isinstance(self.space, LatticeSpace):
            return 1
        sites = self.space.sites
        return float(max(abs(x - y) for x, y in zip(sites[a], sites[b], strict=True)))

    def multigraph(self) -> list[tuple[int, int, str]]:
        """Parallel arrows apart: moving and taking, and each form in which a piece may arrive."""
        found = []
        for edge in sorted(self.edges):
            kinds = ["moves"] * (edge in self.moves) + ["takes"] * (edge in self.takes)
            found += [(*edge, kind) for kind in kinds for _ in range(max(1, self.arrivals[edge]))]
        return found


@lru_cache(maxsize=256)
def movement_graph(game: Game, piece: Piece) -> MovementGraph:
    """The graph of a piece on the board of its game."""
    trials = Trials(game, piece)
    if len(trials.standing) > MOST_STANDING:
        raise LimitError(
            f"a piece that can stand on {len(trials.standing)} squares has too large a graph: the limit is"
            f" {MOST_STANDING}",
            remedy="try the same rules on a smaller board",
        )
    moves: set[Arrow] = set()
    takes: set[Arrow] = set()
    arrivals: Counter[Arrow] = Counter()
    for site in trials.standing:
        for to, how in trials.goes(site).items():
            moves.add((site, to))
            arrivals[site, to] = len({arrival.symbol for arrival in how})
        takes |= {(site, to) for to in _taken(trials, site)}
    weights = _declared(game, piece, moves | takes)
    return MovementGraph(game.space, piece, frozenset(moves), frozenset(takes), arrivals, weights)


def _declared(game: Game, piece: Piece, edges: set[Arrow]) -> dict[Arrow, Fraction]:
    """The weights of arrows that the game declares: each displacement is walked as the owner sees it."""
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


def _taken(trials: Trials, site: int) -> set[int]:
    """The squares on which the piece takes a lone enemy, of the commonest kind that it takes at all.

    To try every square would be dear, so those are tried to which the piece moves, and those on which it
    takes when enemies stand on all others; the crowd then gives way where it was tried, until it offers
    nothing new. Only a capture past a square to which the piece neither moves nor takes can be missed so.
    """
    found: set[int] = set()
    for enemy in trials.enemies:
        crowd, todo = set(trials.places) - {site}, set(trials.goes(site))
        while todo or crowd:
            found |= {to for to in todo if _takes(trials, site, to, {to: enemy})}
            crowd -= todo
            todo = {to for to in crowd if _takes(trials, site, to, dict.fromkeys(crowd, enemy))}
            if not todo:
                break
        if found:
            break
    return found


def _takes(trials: Trials, site: int, to: int, others: dict[int, int]) -> bool:
    return any(to in arrival.lost for arrival in trials.goes(site, others).get(to, ()))
