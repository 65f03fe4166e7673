"""The pieces of any game as displacements and guards, read from their symbolic paths.

A path that asks only for empty squares, and perhaps for an enemy on the last one, is a vector. Guards say
from which squares it is gone, and which squares must be empty. All other paths are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from itertools import product

from lasker.algebra.contents import PieceType
from lasker.frontends._yaml.guards import terms as t
from lasker.frontends._yaml.writing.conditions_of_game import worded
from lasker.frontends._yaml.writing.pairs import Displacement, Pair
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError
from lasker.model.game import Game
from lasker.movement.description import nearest
from lasker.movement.movement import Movement, movement_of
from lasker.movement.symbolic_paths import MovePath
from lasker.space.space import LatticeSpace


@dataclass(frozen=True)
class WrittenDisplacement:
    """A displacement, the offsets that must be empty, and whether it only moves or only captures."""

    vector: t.Offset
    empty: frozenset[t.Offset]
    only: str | None


@dataclass
class Found:
    """A piece as far as vectors say it: its pair, the regions its guards need, what it is promoted to."""

    pair: Pair
    others: bool = False  # are there moves that no vector says?
    regions: dict[str, list[str]] = field(default_factory=dict)
    promotion: tuple[str, tuple[str, ...]] | None = None


class Displacements:
    """Reads displacements from the movements of the pieces of a game."""

    def __init__(self, game: Game) -> None:
        if not isinstance(game.space, LatticeSpace):
            raise DeclarationError(
                "a graph has no vectors", remedy="only games on lattices have displacements"
            )
        self.game, self.space, self.vocabulary = game, game.space, game.rules.vocabulary

    def piece(self, piece: PieceType) -> Found:
        """The pair of a piece."""
        movement = movement_of(self.game, piece)
        own = self.vocabulary.symbol(movement.content)
        ways: dict[WrittenDisplacement, set[int]] = {}
        promoted: dict[int, set[int]] = {}
        others = False
        for site in movement.sites:
            squares: dict[tuple[int, str], set[frozenset[int]]] = {}  # that are empty on each path
            for path in movement.plain_paths(site):
                if (kind := self._kind(movement, path)) is None:
                    others = True
                    continue
                squares.setdefault((path.to, kind), set()).add(path.blockers(movement.friend))
                promoted.setdefault(path.to, set()).add(self.vocabulary.symbol(path.arrival.content))
            for way in self._ways(site, squares):
                ways.setdefault(way, set()).add(site)
        found = Found(Pair(frozenset()), others)
        found.pair = Pair(frozenset(self._delta(piece, self._slides(ways), found)))
        where = sorted(site for site, symbols in promoted.items() if symbols != {own})
        if where:
            kinds = set().union(*(promoted[site] for site in where)) - {own}
            region = f"{worded(piece.name)}_promotion"
            found.regions[region] = [self.space.label(site) for site in where]
            found.promotion = (region, tuple(self.vocabulary.pieces[s - 1].name for s in sorted(kinds)))
        return found

    def _kind(self, movement: Movement, path: MovePath) -> str | None:
        """Is a path a move or a capture by displacement? None if it needs or changes other squares."""
        if not path.arrival.simple or path.vanishing:
            return None
        if not path.occupied:
            return "move"
        enemies = sum(1 << enemy for enemy in movement.enemies)
        takes = path.occupied.keys() == {path.to} and path.occupied[path.to] & enemies
        return "capture" if takes else None

    def _ways(self, site: int, paths: dict[tuple[int, str], set[frozenset[int]]]) -> set[WrittenDisplacement]:
        """The ways from a square: those by which it both moves and captures are one."""
        kinds: dict[tuple[t.Offset, frozenset[t.Offset]], list[str]] = {}
        for (to, kind), squares in paths.items():
            for empty in squares:
                if not any(other < empty for other in squares):  # else another path asks for less
                    kinds.setdefault(self._measured(site, to, empty), []).append(kind)
        return {
            WrittenDisplacement(*way, *(only if len(only) == 1 else [None])) for way, only in kinds.items()
        }

    def _measured(self, site: int, to: int, empty: frozenset[int]) -> tuple[t.Offset, frozenset[t.Offset]]:
        """A vector and the offsets of some squares, across a seam if these lie between on that side."""
        vector = nearest(self.space, site, to)
        lengths = {gluing.axis: gluing.length for gluing in self.space.gluings}
        sides = [(x, x - lengths[i], x + lengths[i]) if i in lengths else (x,) for i, x in enumerate(vector)]
        for around in product(*sides):
            places = [self.space.reach((site, 0), each) for each in (*t.between(around), around)]
            passed = [place and place[0] for place in places]
            if passed[-1] == to and set(passed[:-1]) == empty:
                return around, frozenset(t.between(around))
        return vector, frozenset(nearest(self.space, site, each) for each in empty)

    def _slides(
        self, ways: dict[WrittenDisplacement, set[int]]
    ) -> dict[tuple[WrittenDisplacement, bool | int], set[int]]:
        """Ways that are one slide are joined: the same from every square, up to a greatest length."""
        found: dict[tuple[WrittenDisplacement, bool | int], set[int]] = {
            (way, False): sites for way, sites in ways.items()
        }
        for first in [way for way in ways if not t.between(way.vector)]:
            line = [first]
            while (longer := self._longer(line[-1], first.vector)) in ways:
                line.append(longer)
            if len(line) == 1 or any(ways[way] != self._possible(way.vector) for way in line):
                continue
            for way in line:
                del found[way, False]
            farther = self._longer(line[-1], first.vector).vector
            found[first, len(line) if self._possible(farther) else True] = ways[first]
        return found

    def _longer(self, way: WrittenDisplacement, step: t.Offset) -> WrittenDisplacement:
        vector = t.plus(way.vector, step)
        return WrittenDisplacement(vector, frozenset(t.between(vector)), way.only)

    def _possible(self, vector: t.Offset) -> set[int]:
        """The squares from which a vector leads to another."""
        reached = {site: self.space.reach((site, 0), vector) for site in range(len(self.space.sites))}
        return {site for site, place in reached.items() if place and place[0] != site}

    def _delta(
        self, piece: PieceType, ways: dict[tuple[WrittenDisplacement, bool | int], set[int]], found: Found
    ) -> Iterator[Displacement]:
        """Vectors, with guards where they do not work from every square, or squares must be empty."""

        def order(each: tuple[WrittenDisplacement, bool | int]) -> str:
            way, slides = each
            return str((way.vector, bool(way.empty), way.only, slides))

        ordered = sorted(ways, key=order)
        for number, (way, slides) in enumerate(ordered, 1):
            start, end = (t.Square(name, (0,) * len(way.vector)) for name in ("from", "to"))
            guards: set[tuple[str, t.Guard]] = set()
            sites = ways[way, slides]
            if sites != self._possible(way.vector):
                region = f"{worded(piece.name)}_{number}"
                found.regions[region] = [self.space.label(site) for site in sorted(sites)]
                guards.add(("place", t.Within(start, region)))
            if way.empty and slides is False:
                clear: list[t.Guard] = [
                    t.Holds(t.Square("from", each), t.Phrase("empty")) for each in sorted(way.empty)
                ]
                straight = way.empty == set(t.between(way.vector))
                guards.add(("path", t.path_clear(t.Path(start, end)) if straight else t.both(clear)))
            yield Displacement(way.vector, slides, way.only, frozenset(guards))
