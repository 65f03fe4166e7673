"""Facts about a specification that follow from its displacements, each with the method that proves it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lasker.frontends._yaml.guards import terms as t
from lasker.frontends._yaml.guards.terms import Offset, Repeated
from lasker.frontends._yaml.lowering.constant_folding import Situation, folded, located
from lasker.frontends._yaml.lowering.regions import Regions
from lasker.frontends._yaml.lowering.steps import may_land
from lasker.frontends._yaml.specification.pieces import SpecifiedMove, SpecifiedPiece
from lasker.frontends._yaml.specification.resolved import Resolved

Fact = dict[str, str]
MOST_SEARCHED = 1000  # squares of a board on which reach is looked for from every one of them
TRUE, UNDECIDED = "true", "undecided"
METHOD = "square by square; guards that ask only where squares lie are obeyed, others and pieces left aside"
SEARCH = f"breadth-first search; {METHOD}"


class Properties:
    """Looks at the graph of each piece: the squares, and an arrow for each displacement that is possible."""

    def __init__(self, resolved: Resolved) -> None:
        self.resolved, self.board = resolved, resolved.board
        self.regions = Regions(resolved)
        self.size = len(resolved.board.space.sites)

    def all(self) -> Iterator[Fact]:
        """Every fact about the pieces, then whether every game must end."""
        if self.size > MOST_SEARCHED:
            how = f"not looked for on more than {MOST_SEARCHED} squares, and there are {self.size}"
            yield {"answer": UNDECIDED, "what": "where the pieces come", "how": how}
        else:
            for piece in self.resolved.pieces:
                if piece.moves:
                    yield from self._piece(piece)
        yield self._end()

    def _piece(self, piece: SpecifiedPiece) -> Iterator[Fact]:
        arrows = self.arrows(piece)
        count = sum(map(len, arrows))
        ways = [len(ends) for ends in arrows]
        yield _fact(
            f"the {piece.name} has {len(self.displacements(piece))} displacements and {count} arrows, "
            f"{min(ways)} to {max(ways)} from a square",
            METHOD,
        )
        reached = [len(self._reached(arrows, site)) for site in range(self.size)]
        worst = min(range(self.size), key=reached.__getitem__)
        if reached[worst] == self.size:
            yield _fact(f"the {piece.name} comes from every square to every other", SEARCH)
        else:
            yield _fact(
                f"the {piece.name} comes from {self.board.space.label(worst)} to {reached[worst]} of "
                f"{self.size} squares",
                SEARCH,
            )
        if not self.board.hexagonal and self._bound(arrows):
            yield _fact(
                f"the {piece.name} is bound to one colour of a chequered board",
                "the coordinates of both ends of every arrow differ by an even sum",
            )

    def displacements(self, piece: SpecifiedPiece) -> set[Offset]:
        """Δ with the slides written out."""
        return {offset for move in piece.moves for offset in self.board.offsets(move.vector, move.slide)}

    def arrows(self, piece: SpecifiedPiece) -> list[set[int]]:
        """Where the piece goes from each square, unless a guard forbids it whatever stands on the board."""
        found = [set[int]() for _ in range(self.size)]
        for start, end in self._arrows(piece, piece.moves):
            found[start].add(end)
        return found

    def idle(self) -> tuple[SpecifiedPiece, SpecifiedMove] | None:
        """A piece and the first of its displacements that nobody can ever go, if there is one."""
        if self.size > MOST_SEARCHED:
            return None
        for piece in self.resolved.pieces:
            for span in dict.fromkeys(move.span for move in piece.moves):
                alike = [move for move in piece.moves if move.span == span]
                if next(self._arrows(piece, alike), None) is None:
                    return piece, alike[0]
        return None

    def _arrows(self, piece: SpecifiedPiece, moves: Iterable[SpecifiedMove]) -> Iterator[tuple[int, int]]:
        space = self.board.space
        for move in moves:
            for offset in self.board.offsets(move.vector, move.slide):
                guards = list(self._guards(piece, move, offset))
                for place in space.places:
                    end = space.reach(place, offset)
                    if end is not None and end[0] != place[0]:
                        ends = {"from": place[0], "to": end[0]}
                        if any(self._decided(guard, ends) != t.FALSE for guard in guards):
                            yield place[0], end[0]

    def _guards(self, piece: SpecifiedPiece, move: SpecifiedMove, offset: Offset) -> Iterator[t.Guard]:
        """All guards of a step at once, for each thing that it may land on."""
        for lands in ("empty", "enemy"):
            if may_land(move, lands):
                situation = Situation(self.regions, piece, move, offset, lands)
                named = (*move.guards, *piece.guards, *self.resolved.common)
                yield t.both([folded(each.guard, situation) for each in named])

    def _decided(self, guard: t.Guard, ends: dict[str, int]) -> t.Guard:
        """A guard with everything decided that follows from where the ends lie, whatever stands there."""
        known = self.regions.sites(guard)
        if known is not None and known[0].base in ends and not any(known[0].offset):
            return t.Truth(ends[known[0].base] in known[1][0])
        if isinstance(guard, t.After) and not located(guard.body):
            return guard
        return t.rebuilt(guard, lambda part: self._decided(part, ends))

    def _reached(self, arrows: list[set[int]], start: int) -> set[int]:
        seen, frontier = {start}, [start]
        while frontier:
            frontier = [end for site in frontier for end in arrows[site] if end not in seen]
            seen |= set(frontier)
        return seen

    def _bound(self, arrows: list[set[int]]) -> bool:
        shade = [sum(site) % 2 for site in self.board.space.sites]
        return all(shade[start] == shade[end] for start, ends in enumerate(arrows) for end in ends)

    # --- ends -----------------------------------------------------------------------------------

    def _end(self) -> Fact:
        """Must every game end? A number that every move changes in one direction shows it."""
        bounds = sorted(self._bounds())
        if bounds:
            bound, how = bounds[0]
            return _fact(f"every game ends after at most {bound} moves", how)
        for reason, rule in self.resolved.spec.adjudications.items():
            texts = [text for text in (rule.won, rule.lost, rule.drawn) if text is not None]
            span = self.resolved.span("adjudications", reason)
            asked = [self.resolved.condition(text, span, adjudging=True) for text in texts]
            if not rule.claimed and any(isinstance(each, Repeated) for each in asked):
                return _fact(
                    "every game ends", f"there are finitely many positions, and {reason} ends the game"
                )
        how = "no number was found that every move changes in one direction, and repetition ends nothing"
        return {"answer": UNDECIDED, "what": "every game ends", "how": how}

    def _bounds(self) -> Iterator[tuple[int, str]]:
        """Every bound on the moves of a game that was found, with what shows it."""
        moves = [move for piece in self.resolved.pieces for move in piece.moves]
        lasting = {each.name for each in self.resolved.pieces if each.neutral and not each.moves}
        if all(move.leaves in lasting and not move.takes for move in moves):
            yield self.size, "every step fills the square it leaves, for good"
        straight = not self.board.space.gluings and not any(move.leaves or move.carries for move in moves)
        for axis in range(self.board.dimension):
            if straight and all(move.vector[axis] > 0 for move in moves):
                how = f"every displacement goes ahead on axis {axis + 1}, and no square holds two pieces"
                yield self.size * (self.board.sizes[axis] - 1), how
        for name, counter in self.resolved.spec.counters.items():
            if self._runs_out(name):
                owners = len(self.resolved.spec.players) if counter.each else 1
                yield (counter.high - counter.low) * owners, f"every step moves {name} towards its bound"

    def _runs_out(self, name: str) -> bool:
        """Does every step move a counter in the same direction?"""
        signs = set()
        for piece in self.resolved.pieces:
            for move in piece.moves:
                for capture in (False, True):
                    effects = self.resolved.happening(piece, move, capture)
                    own = [e for e in effects if e.counter == name and e.relative and e.amount]
                    signs.add(own[0].amount > 0 if len(own) == 1 else None)
        return len(signs) == 1 and None not in signs


def _fact(what: str, how: str) -> Fact:
    return {"answer": TRUE, "what": what, "how": how}
