"""Regions: sets of squares by name, and questions about where a square lies answered once and for all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from lasker.algebra.meaning import RELATIONS
from lasker.frontends._yaml.guards import terms as t
from lasker.frontends._yaml.specification.board import BoardGeometry
from lasker.frontends._yaml.specification.resolved import Resolved
from lasker.kernel.errors import DeclarationError, LaskerError
from lasker.kernel.source import Source, Span
from lasker.space.space import file_name
from lasker.syntax import tree
from lasker.syntax.board import areas
from lasker.syntax.compose import NOWHERE
from lasker.syntax.parse import parse_lines

Sites = tuple[frozenset[int], ...]  # for each player, the squares in question
Areas = tuple[tree.Area, ...]


class Regions:
    """The regions of a resolved specification, those it declares and those that its guards describe."""

    def __init__(self, resolved: Resolved) -> None:
        self.resolved, self.board = resolved, resolved.board
        self.made: dict[Sites, str] = {}
        self.players = range(len(resolved.spec.players))

    # --- what lies where ------------------------------------------------------------------------

    def declared(self, name: str) -> Sites:
        """The squares of a declared region, player by player."""
        region, span = self.resolved.spec.regions[name], self.resolved.span("regions", name)
        if isinstance(region, str):
            return (self._area(region, span),) * len(self.players)
        unknown = [owner for owner in region if owner not in {*self.resolved.spec.players, "each"}]
        if unknown:
            raise DeclarationError(
                f"{unknown[0]} does not play",
                span=span,
                remedy=f"it belongs to {', '.join(self.resolved.spec.players)}, or to `each`",
            )
        return tuple(
            self._area(region[player], span)
            if player in region
            else self._seen(self._area(region["each"], span), number)
            if "each" in region
            else frozenset()
            for number, player in enumerate(self.resolved.spec.players)
        )

    def _area(self, text: str, span: Span) -> frozenset[int]:
        try:
            return frozenset(self._named(text, span).members(_areas(text), None, span.source))
        except LaskerError as error:
            error.span = span
            raise

    def _named(self, text: str, span: Span) -> areas.Regions:
        """The regions that a text may name: those whose squares are the same for everybody."""
        common = {name: area for name, area in self.resolved.spec.regions.items() if isinstance(area, str)}
        found: areas.Declared = {(name, None): _areas(common[name]) for name in common if name in text}
        return areas.Regions(self.board.space, found, lambda _: span)

    def _seen(self, sites: Iterable[int], player: int) -> frozenset[int]:
        return frozenset(self.board.seen(sites, player))

    def everywhere(self) -> Sites:
        """All squares."""
        return (frozenset(range(len(self.board.space.sites))),) * len(self.players)

    def sites(self, guard: t.Guard) -> tuple[t.Square, Sites] | None:
        """Where a square must lie for a guard to hold, if the guard is about that and nothing else."""
        match guard:
            case t.Within(square, name, owner):
                found = self.declared(name)
                return square, (found[1:] + found[:1]) if owner == "enemy" else found
            case t.Compare(t.Coordinate(square, axis), relation, t.Number(value)):
                return square, self._rows(axis, relation, value)
            case t.Compare(t.Number(value), relation, t.Coordinate(square, axis)):
                return square, self._rows(axis, t.FLIPPED[relation], value)
            case t.Not(body):
                inner = self.sites(body)
                if inner is None or any(inner[0].offset):
                    return None  # off the board nothing is so, and its opposite is
                return inner[0], tuple(a - b for a, b in zip(self.everywhere(), inner[1], strict=True))
            case t.All(parts) | t.Some(parts):
                known = [each for part in parts if (each := self.sites(part)) is not None]
                squares = {square for square, _ in known}
                if len(known) < len(parts) or len(squares) != 1:
                    return None
                joined = frozenset.intersection if isinstance(guard, t.All) else frozenset.union
                sets = zip(*(sites for _, sites in known), strict=True)
                return squares.pop(), tuple(joined(*own) for own in sets)
        return None

    def _rows(self, axis: int, relation: str, value: int) -> Sites:
        space, holds = self.board.space, RELATIONS[relation]
        chosen = [i for i, site in enumerate(space.sites) if holds(site[axis] - space.low[axis] + 1, value)]
        return tuple(self._seen(chosen, player) for player in self.players)

    def apart(self, guard: t.Guard, places: dict[str, t.Offset]) -> Sites:
        """Where the cursor must be for two coordinates of squares around it to stand in a relation."""
        chosen = [site for site in range(len(self.board.space.sites)) if self._holds_at(guard, places, site)]
        return tuple(self._seen(chosen, player) for player in self.players)

    def _holds_at(self, guard: t.Guard, places: dict[str, t.Offset], site: int) -> bool:
        space, values = self.board.space, []
        assert isinstance(guard, t.Compare)
        for side in (guard.left, guard.right):
            if not isinstance(side, t.Coordinate) or side.square.base not in places:
                raise DeclarationError("coordinates are compared with numbers and coordinates")
            found = space.reach((site, 0), t.plus(places[side.square.base], side.square.offset))
            if found is None:
                return False
            values.append(space.sites[found[0]][side.axis] - space.low[side.axis])
        return bool(RELATIONS[guard.relation](*values))

    def decided(self, guard: t.Guard) -> t.Guard:
        """A guard about where `from` or `to` lies, decided if it is so everywhere or nowhere."""
        found = self.sites(guard)
        if found is None or any(found[0].offset) or found[0].base not in {"from", "to"}:
            return guard
        return t.TRUE if found[1] == self.everywhere() else guard if any(found[1]) else t.FALSE

    # --- declarations ---------------------------------------------------------------------------

    def name(self, guard: t.Guard, sites: Sites) -> str:
        """The name of a region: as declared, or one that says what it is."""
        for name in self.resolved.spec.regions:
            if self.declared(name) == sites:
                return name
        words = f"place_{len(self.made) + 1}"
        match guard:
            case t.Compare(t.Coordinate(_, axis), relation, t.Number(value)):
                words = _row_name(axis, relation, value)
        return self.made.setdefault(sites, words)

    def lines(self) -> Iterator[tuple[tree.Declaration, Span | None]]:
        """The declarations of all regions."""
        for name, region in self.resolved.spec.regions.items():
            span = self.resolved.span("regions", name)
            if isinstance(region, str):
                yield tree.Declaration("region", (name, None, _areas(region)), NOWHERE), span
            else:
                yield from ((line, span) for line in self._lines(name, self.declared(name)))
        for sites, name in self.made.items():
            yield from ((line, None) for line in self._lines(name, sites))

    def _lines(self, name: str, sites: Sites) -> Iterator[tree.Declaration]:
        players = self.resolved.spec.players if len(sites) > 1 else [None]
        for player, own in zip(players, sites, strict=True):
            if own or player is None:
                yield tree.Declaration("region", (name, player, _listed(self.board, own)), NOWHERE)


@cache
def _areas(text: str) -> Areas:
    """The squares and lines that a list names."""
    (line,) = parse_lines(Source(f"region area = {text}", "<region>"))
    return line.parts[2]  # type: ignore[union-attr,no-any-return]  # a declaration


def _row_name(axis: int, relation: str, number: int) -> str:
    """A readable name for ranks, files and layers: `rank_2`, `file_up_to_3`."""
    kind = ("file", "rank", "layer")[axis] if axis < 3 else f"coordinate_{axis + 1}"
    how = {"=": "", "<": "_below", ">": "_above", "<=": "_up_to", ">=": "_from", "!=": "_not"}[relation]
    return f"{kind}{how}_{number}"


def _listed(board: BoardGeometry, sites: frozenset[int]) -> Areas:
    """Squares as rules list them, whole ranks and files by name."""
    space = board.space
    for axis, kind in ((1, "rank"), (0, "file")):
        if axis >= space.dimension:
            continue
        lines: dict[int, set[int]] = {}
        for site, place in enumerate(space.sites):
            lines.setdefault(place[axis] - space.low[axis], set()).add(site)
        chosen = [number for number, line in sorted(lines.items()) if line <= sites]
        if chosen and set().union(*(lines[number] for number in chosen)) == sites:
            names = (str(number + 1) if axis else file_name(number) for number in chosen)
            return tuple(tree.Area(("line", kind, name), NOWHERE) for name in names)
    return tuple(tree.Area(("stretch", space.label(site), None), NOWHERE) for site in sorted(sites))
