"""Betza notation of a piece, inferred from its paths, however its rules are written.

Every leap and every ride is a candidate, and if they are not enough, moves of several legs. One that has a
path which the piece has not is dropped. Of the others a small set is selected that explains all paths of the
piece (a greedy set cover). If no set explains them, the result is None.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from lasker.algebra.contents import PieceType
from lasker.kernel import cancel
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError
from lasker.model.game import Game
from lasker.movement.betza_candidates import (
    AnyCandidate,
    Candidate,
    anywhere_candidates,
    candidates,
    legs_candidates,
    written,
)
from lasker.movement.betza_paths import ANYTHING, ENEMY, FREE, FRIEND, Box, Point, paths_of
from lasker.movement.betza_special import castling, in_passing
from lasker.movement.movement import Movement, movement_of
from lasker.space.space import LatticeSpace
from lasker.syntax.betza import Betza, ModifiedAtom

MOST_LEGS = 3
MOST_WAYS = 256  # of a piece to one square
Fact = tuple[Point, Point, frozenset[Point]]  # start, destination, the squares on which pieces are taken
Facts = dict[Fact, list[Box]]  # with what its paths need on other squares
Explained = dict[AnyCandidate, set[tuple[Fact, int]]]  # which boxes of which facts a candidate explains


@dataclass(frozen=True)
class BetzaMovement:
    """The movement of a piece in Betza notation. If not `exact`, the rules forbid
    parts of it on some squares."""

    betza: Betza
    candidates: tuple[AnyCandidate, ...]
    exact: bool = True
    becomes: frozenset[str] = frozenset()  # the names of the pieces it may promote to
    special: tuple[Candidate | ModifiedAtom, ...] = ()  # captures in passing, castling

    @property
    def notation(self) -> str:
        """All of it, with what a game has to know about: captures in passing and castling.

        >>> from lasker.movement.piece_context import piece_called
        >>> from lasker.play.library import model
        >>> [betza_movement(model("chess"), piece_called(model("chess"), each)).notation for each in "KP"]
        ['KisO2', 'fmWfceFifmnD']
        """
        castles = "".join(str(each) for each in self.special if isinstance(each, ModifiedAtom))
        passing = tuple(each for each in self.special if isinstance(each, Candidate))
        return f"{written((*self.candidates, *passing))}{castles}"


@lru_cache(maxsize=1024)
def betza_movement(game: Game, piece: PieceType) -> BetzaMovement | None:
    """The movement of a piece, seen by its owner; None if there is none.

    >>> from lasker.movement.piece_context import piece_called
    >>> from lasker.play.library import model
    >>> chess = model("chess")
    >>> [str(betza_movement(chess, piece_called(chess, letter)).betza) for letter in "QNPp"]
    ['Q', 'N', 'fmWfcFifmnD', 'fmWfcFifmnD']
    """
    space = game.space
    flat = isinstance(space, LatticeSpace) and space.compass.name == "square" and not space.gluings
    if not flat or piece.owner not in (0, 1) or len(game.players) != 2:
        return None
    try:
        seen = _Seen(movement_of(game, piece))
    except LimitError:
        return None
    for friend in dict.fromkeys((seen.movement.friend, seen.movement.content)):
        facts = seen.facts(friend)
        if facts is None:
            return None
        for exact, starts in ((True, seen.standing), (False, {seen.freest})):
            some = {fact: boxes for fact, boxes in facts.items() if fact[0] in starts}
            found = seen.explanation(some, starts)
            if found and (exact or seen.explained(facts, found)):
                return BetzaMovement(written(found), tuple(found), exact, seen.becomes, seen.special())
    return None


@lru_cache(maxsize=1024)
def avoids_attack(game: Game, piece: PieceType) -> bool:
    """Does the piece decline a capture that it could make, when there are enemies everywhere else?

    If it needs others on the board to move at all, the reason may be the safety of one of them.

    >>> from lasker.movement.piece_context import piece_called
    >>> from lasker.play.library import model
    >>> [avoids_attack(model("chess"), piece_called(model("chess"), letter)) for letter in "KQ"]
    [True, False]
    """
    seen = _Seen(movement_of(game, piece))
    movement, site = seen.movement, seen.points.index(seen.freest)
    captures = {
        (path.to, frozenset(at for at, held in path.needs if held & 1))
        for path in (() if movement.needs_company else movement.plain_paths(site))
        if path.to in path.arrival.lost
    }
    for target, empty in captures:
        for enemy in movement.enemies[:1]:
            board = {at: enemy for at in movement.places if at not in empty} | {site: movement.content}
            if all(to != target for to, _ in movement.goes(site, board)):
                return True
    return False


class _Seen:
    """A piece as its owner sees it, who moves up the board."""

    def __init__(self, movement: Movement) -> None:
        space, sign = movement.space, -1 if movement.piece.owner else 1
        assert isinstance(space, LatticeSpace)
        self.movement = movement
        self.points: list[Point] = [(sign * site[0], sign * site[1]) for site in space.sites]
        self.squares = frozenset(self.points)
        self.standing = {self.points[site] for site in movement.standing}
        self.homes = {self.points[site] for site in movement.homes}
        self.size = tuple(space.high[axis] - space.low[axis] + 1 for axis in (0, 1))

    @property
    def freest(self) -> Point:
        """The square from which the piece, alone on the board, has most moves."""
        movement = self.movement
        usual = [site for site in movement.by_middle if self.points[site] in self.standing - self.homes]
        return self.points[max(usual or movement.standing, key=lambda site: len(movement.destinations(site)))]

    @property
    def becomes(self) -> frozenset[str]:
        """The names of the pieces that this one may promote to when it is alone on the board."""
        movement, symbol = self.movement, self.movement.vocabulary.symbol
        reached = (movement.destinations(site).values() for site in movement.standing)
        kinds = {symbol(how.content) for some in reached for arrivals in some for how in arrivals}
        pieces = movement.vocabulary.pieces
        return frozenset(pieces[kind - 1].name for kind in kinds - {0, symbol(movement.content)})

    def special(self) -> tuple[Candidate | ModifiedAtom, ...]:
        """Captures in passing and castling, where positions of the game tell of them."""
        known = {field.partition(":")[0] for field in self.movement.game.fen_fields}
        passing = in_passing(self.movement, self.points) if "passing" in known else ()
        return (*passing, *(castling(self.movement, self.points, self.homes) if "castling" in known else ()))

    def facts(self, friend: int) -> Facts | None:
        """The paths of the piece; None if more happens than Betza notation can say."""
        found: Facts = {}
        enemies = sum(1 << enemy for enemy in self.movement.enemies)
        for site in self.movement.standing:
            content = self.movement.opening[site] if self.points[site] in self.homes else None
            for path in self.movement.paths(site, content):
                box = {}
                for at, held in path.needs:
                    sides = (FREE, held & 1), (FRIEND, held >> friend & 1), (ENEMY, held & enemies)
                    box[self.points[at]] = sum(side for side, admitted in sides if admitted)
                if not all(box.values()):
                    continue  # it needs a mark, or a certain kind of piece
                if path.vanishing:
                    return None
                to = self.points[site if path.arrival.stays else path.to]
                taken = frozenset(self.points[each] for each in path.arrival.lost)
                # A piece on the square of arrival is taken, whatever else happens there.
                box |= {at: box.get(at, ANYTHING) & ~FREE for at in taken}
                fact = self.points[site], to, taken
                needs = {at: held for at, held in box.items() if held != ANYTHING}
                boxes = found.setdefault(fact, [])
                boxes += _by_side(needs, sorted(taken))
                if len(boxes) > MOST_WAYS:
                    return None
        return found

    def explanation(self, facts: Facts, starts: set[Point]) -> list[AnyCandidate] | None:
        """A small set of candidates that have exactly these paths; None if there is none."""
        one = {self.freest} & starts or set(sorted(starts)[:1])
        here = {fact: boxes for fact, boxes in facts.items() if fact[0] in one}
        tried: Explained = {}  # what candidates explain of the moves from one square
        for more in self._candidates(facts):
            tried |= {each: some for each in more if (some := self._predicted(each, here, one)) is not None}
            few = _set_cover(_all(here), tried)
            if few is None:
                continue
            told = [self._predicted(each, facts, starts) or set() for each in few]
            if all(told) and set().union(*told) == _all(facts):
                return few
            found = ((each, self._predicted(each, facts, starts)) for each in tried)
            if chosen := _set_cover(_all(facts), {each: some for each, some in found if some}):
                return chosen
        return None

    def _candidates(self, facts: Facts) -> Iterator[tuple[AnyCandidate, ...]]:
        """Candidates, the simplest first."""
        yield candidates(*self.size)
        yield anywhere_candidates(*self.size)
        taking = any(taken - {to} for _, to, taken in facts)
        asked = (
            (at not in fact[2], held)
            for fact, boxes in facts.items()
            for box in boxes
            for at, held in box.items()
        )
        passing = any(stays and not held & FREE for stays, held in asked)
        most_taken = max((len(taken) for _, _, taken in facts), default=0)
        for number in range(max(1, most_taken), MOST_LEGS + 1):
            yield legs_candidates(number, taking, passing)

    def _predicted(
        self, candidate: AnyCandidate, facts: Facts, starts: set[Point]
    ) -> set[tuple[Fact, int]] | None:
        """The paths that a candidate explains; None if it has one that the piece has not, though such a piece
        may stand on its destination."""
        cancel.check()
        told: Facts = {}
        for fact, box in self._paths(candidate, starts):
            if fact[1] in self.standing and not _covered(box, facts.get(fact, [])):
                return None
            if fact in facts:
                told.setdefault(fact, []).append(box)
        return {
            (fact, number)
            for fact, boxes in told.items()
            for number, box in enumerate(facts[fact])
            if _covered(box, boxes)
        }

    def _paths(self, candidate: AnyCandidate, starts: set[Point]) -> Iterator[tuple[Fact, Box]]:
        paths = _kept_from if len(starts) == 1 and isinstance(candidate, Candidate) else _paths_from
        for start in sorted(starts & self.homes if candidate.first else starts):
            yield from paths(candidate, start, self.squares)

    def explained(self, facts: Facts, chosen: list[AnyCandidate]) -> bool:
        """Has some candidate each path of the piece?"""
        boxes: Facts = {}
        for candidate in chosen:
            for fact, box in self._paths(candidate, self.standing):
                boxes.setdefault(fact, []).append(box)
        return all(_covered(box, boxes.get(fact, [])) for fact, some in facts.items() for box in some)


def _paths_from(
    candidate: AnyCandidate, start: Point, squares: frozenset[Point]
) -> Iterator[tuple[Fact, Box]]:
    """The paths of a candidate from a square, whatever the piece does."""
    for line in candidate.lines():
        for to, taken, box in paths_of(line, start, squares):
            if to != start or taken:
                yield (start, to, taken), box


@lru_cache(maxsize=20_000)
def _kept_from(candidate: Candidate, start: Point, squares: frozenset[Point]) -> tuple[tuple[Fact, Box], ...]:
    """The same, kept for pieces that are tried on the same square: the boxes are never changed."""
    return tuple(_paths_from(candidate, start, squares))


def _all(facts: Facts) -> set[tuple[Fact, int]]:
    return {(fact, number) for fact, boxes in facts.items() for number in range(len(boxes))}


def _by_side(box: Box, taken: list[Point]) -> list[Box]:
    """The box, divided by whether enemies or friends are taken.

    >>> _by_side({(0, 1): 6}, [(0, 1)])
    [{(0, 1): 4}, {(0, 1): 2}]
    """
    boxes = [box]
    for at in taken:
        boxes = [{**each, at: side} for each in boxes for side in (ENEMY, FRIEND) if each[at] & side]
    return boxes


def _covered(box: Box, boxes: list[Box]) -> bool:
    """Is every board of a box in one of some others?

    >>> _covered({(0, 1): 7}, [{(0, 1): 1}, {(0, 1): 6}]), _covered({}, [{(0, 1): 1}])
    (True, False)
    """
    outside = [box]  # what of the box no other so far has
    for other in boxes:
        outside = [rest for part in outside for rest in _minus(part, other)]
    return not outside


def _minus(box: Box, other: Box) -> list[Box]:
    """The boards of a box that are not in another, as disjoint boxes.

    >>> _minus({(0, 1): 7}, {(0, 1): 1, (0, 2): 1})
    [{(0, 1): 6}, {(0, 1): 1, (0, 2): 6}]
    """
    if not all(box.get(at, 7) & held for at, held in other.items()):
        return [box]
    inside, found = dict(box), list[Box]()
    for at, held in other.items():
        here = inside.get(at, 7)
        if here & ~held:
            found.append({**inside, at: here & ~held})
        inside[at] = here & held
    return found


def _set_cover(done: set[tuple[Fact, int]], facts: Explained) -> list[AnyCandidate] | None:
    """Candidates that together explain all paths: greedily those that explain most, then replaced by simpler
    ones."""
    chosen = _greedy(done, facts)
    if chosen is None:
        return None
    simple: Explained = {one: found for one, found in facts.items() if isinstance(one, Candidate)}
    for candidate in sorted(chosen, key=list(facts).index, reverse=True):
        chosen.remove(candidate)
        needed = done.difference(*(facts[other] for other in chosen))
        if isinstance(candidate, Candidate):
            chosen += [next(other for other, found in facts.items() if needed <= found)] if needed else []
        else:
            simpler = _greedy(needed, simple)
            chosen += [candidate] if simpler is None else simpler
    return chosen


def _greedy(done: set[tuple[Fact, int]], facts: Explained) -> list[AnyCandidate] | None:
    """Of the candidates, always the one that explains most of what is left."""
    chosen, left = list[AnyCandidate](), set(done)
    while left:
        best = max(facts, key=lambda one: (len(facts[one] & left), -len(facts[one])), default=None)
        if best is None or not facts[best] & left:
            return None
        chosen.append(best)
        left -= facts[best]
    return chosen
