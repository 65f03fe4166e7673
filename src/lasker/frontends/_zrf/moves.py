"""The moves of a piece of Zillions: its little programs are run on paths instead of a board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace

from lasker.frontends._outline.expressions import Expression
from lasker.frontends._outline.outline import LARGEST, Loss
from lasker.frontends._outline.ways import EMPTY, ENEMY, EVERY, FRIEND, Vector, Way, between
from lasker.frontends._squares import Square
from lasker.kernel.dataclass import dataclass

TESTS = {
    "empty?": frozenset((EMPTY,)),
    "not-empty?": frozenset((ENEMY, FRIEND)),
    "enemy?": frozenset((ENEMY,)),
    "not-enemy?": frozenset((EMPTY, FRIEND)),
    "friend?": frozenset((FRIEND,)),
    "not-friend?": frozenset((EMPTY, ENEMY)),
}
MOST_STATES = 2000


class Unread(Exception):
    """A part of a move that is not understood."""

    def __init__(self, place: Expression, reason: str) -> None:
        self.place, self.reason = place, reason


@dataclass(frozen=True)
class PartialPath:
    """A path so far: its legs, what stands on the squares between them, and on the last square."""

    legs: tuple[tuple[Vector, bool], ...] = ()  # vector, and whether it is repeated through empty squares
    passed: tuple[frozenset[str], ...] = ()
    here: frozenset[str] = EVERY
    initial: bool = False
    zone: str = ""  # the zone of promotion that the last square is known to be in
    outside: str = ""

    @property
    def offset(self) -> Vector:
        """Where the path is, if nothing in it is repeated."""
        return sum(v[0] for v, _ in self.legs), sum(v[1] for v, _ in self.legs)


@dataclass
class Moves:
    """What was found about the moves of one piece."""

    directions: dict[str, Vector]
    zones: dict[str, dict[str, set[Square]]]  # by name and player
    homes: set[Square]  # where pieces of the kind begin, for the first player
    first: str  # the name of the first player
    ways: list[Way] = field(default_factory=list)
    promotes: list[str] = field(default_factory=list)
    optional: bool = False
    zone: str = ""
    lost: list[Loss] = field(default_factory=list)
    _count: int = 0

    def read(self, move: Expression) -> None:
        """Add the ways of one move; what is not understood is lost, with its reason."""
        before = list(self.ways)
        try:
            self._run(move.items, (PartialPath(),))
        except Unread as unread:
            self.ways[:] = before
            told = str(move)
            what = f"the move {told if len(told) < 60 else told[:57] + '…'}"
            self.lost.append(Loss(what, unread.place.place, unread.reason))

    def _run(self, items: tuple[Expression, ...], states: tuple[PartialPath, ...]) -> tuple[PartialPath, ...]:
        for item in items:
            self._count += len(states)
            if self._count > MOST_STATES:
                raise Unread(item, "it has too many branches")
            states = tuple(after for state in states for after in self._step(item, state))
        return states

    def _step(self, item: Expression, state: PartialPath) -> tuple[PartialPath, ...]:
        if not item.is_list:
            word = item.word.lower()
            if word in self.directions:
                return (self._go(state, self.directions[word]),)
            if word in ("add", "add-partial"):
                self._add(item, state, [])
                return (state,)
            raise Unread(item, f"{item.word} is not understood here")
        verbs: dict[str, Callable[[Expression, PartialPath], tuple[PartialPath, ...]]] = {
            "verify": self._verify,
            "if": self._if,
            "while": self._while,
            "add": self._add_choice,
        }
        if item.head in verbs:
            return verbs[item.head](item, state)
        if item.head == "opposite" and len(item.items) == 2 and item.items[1].word.lower() in self.directions:
            x, y = self.directions[item.items[1].word.lower()]
            return (self._go(state, (-x, -y)),)
        raise Unread(item, f"{item.head or 'this'} is not understood here")

    def _go(self, state: PartialPath, vector: Vector) -> PartialPath:
        passed = (*state.passed, state.here) if state.legs else ()
        return replace(
            state, legs=(*state.legs, (vector, False)), passed=passed, here=EVERY, zone="", outside=""
        )

    # --- tests ----------------------------------------------------------------------------------------

    def _verify(self, item: Expression, state: PartialPath) -> tuple[PartialPath, ...]:
        return self._where(item.items[1], state) if len(item.items) == 2 else self._refuse(item)

    def _refuse(self, item: Expression) -> tuple[PartialPath, ...]:
        raise Unread(item, f"{item.head} with {len(item.rest)} parts is not understood")

    def _where(self, test: Expression, state: PartialPath, holds: bool = True) -> tuple[PartialPath, ...]:
        """The state where a test holds, or does not; none where it cannot."""
        if test.head == "not" and len(test.items) == 2:
            return self._where(test.items[1], state, not holds)
        if test.head == "and" and holds:
            states: tuple[PartialPath, ...] = (state,)
            for each in test.rest:
                states = tuple(after for before in states for after in self._where(each, before))
            return states
        word = (test.head if test.is_list else test.word).lower()
        if word in TESTS and len(test.items) < 2:
            allowed = TESTS[word] if holds else EVERY - TESTS[word]
            here = state.here & allowed
            return (replace(state, here=here),) if here else ()
        if word == "never-moved?" and holds:
            return (replace(state, initial=True),)
        if word in ("in-zone?", "not-in-zone?") and len(test.items) == 2:
            return self._in_zone(test, state, holds is (word == "in-zone?"))
        raise Unread(test, f"the test {test} is not understood here")

    def _in_zone(self, test: Expression, state: PartialPath, inside: bool) -> tuple[PartialPath, ...]:
        name = test.items[1].word.lower()
        if name not in self.zones:
            raise Unread(test, f"there is no zone {test.items[1].word}")
        if any(rides for _, rides in state.legs):
            return (replace(state, zone=name),) if inside else (replace(state, outside=name),)
        x, y = state.offset
        squares = {(a - x, b - y) for a, b in self.zones[name].get(self.first, set())}
        if inside and self.homes and squares == self.homes:
            return (replace(state, initial=True),)
        return (replace(state, zone=name),) if inside else (replace(state, outside=name),)

    def _if(self, item: Expression, state: PartialPath) -> tuple[PartialPath, ...]:
        parts = list(item.rest)
        if not parts:
            return self._refuse(item)
        at = next(
            (n for n, each in enumerate(parts) if each.word.lower() == "else" and not each.bracket), None
        )
        then = tuple(parts[1:at])
        other = tuple(parts[at + 1 :]) if at is not None else ()
        yes = self._run(then, self._where(parts[0], state))
        return yes + self._run(other, self._where(parts[0], state, False))

    def _while(self, item: Expression, state: PartialPath) -> tuple[PartialPath, ...]:
        """`(while empty? add n)`: the last step is repeated as long as squares are empty."""
        if len(item.items) < 3 or item.items[1].word.lower() != "empty?" or not state.legs:
            raise Unread(item, "only `while empty?` behind a step is understood")
        body = list(item.items[2:])
        adds = bool(body) and not body[0].is_list and body[0].word.lower() == "add"
        back = self._run(tuple(body[adds:]), (PartialPath(),))
        vector = state.legs[-1][0]
        if len(back) != 1 or back[0].offset != vector or back[0].here != EVERY:
            raise Unread(item, "what is repeated is another step than the one before")
        rider = replace(state, legs=(*state.legs[:-1], (vector, True)), here=frozenset((EMPTY,)))
        if adds:
            self._add(item, rider, [])
        return (replace(rider, here=frozenset((ENEMY, FRIEND))),)

    # --- ends of moves --------------------------------------------------------------------------------

    def _add_choice(self, item: Expression, state: PartialPath) -> tuple[PartialPath, ...]:
        self._add(item, state, [each.word for each in item.rest])
        return (state,)

    def _add(self, item: Expression, state: PartialPath, kinds: list[str]) -> None:
        if not state.legs:
            raise Unread(item, "a move that goes nowhere is not understood")
        if kinds:
            if not state.zone:
                raise Unread(item, "promotion outside of a zone is not understood")
            self.promotes += [kind for kind in kinds if kind not in self.promotes]
            self.zone = self.zone or state.zone
        elif state.zone:
            if self.promotes and state.zone == self.zone:
                self.optional = True
            else:
                raise Unread(item, "a move that ends in a zone alone is not understood")
        elif state.outside and state.outside != self.zone and not self._promoting(state.outside):
            raise Unread(item, "a move that ends outside of a zone alone is not understood")
        self.ways.append(self._way(item, state))

    def _promoting(self, zone: str) -> bool:
        """Is this the zone of promotion, or may it become it?"""
        return not self.zone or zone == self.zone

    def _way(self, item: Expression, state: PartialPath) -> Way:
        vectors = [vector for vector, _ in state.legs]
        if max(map(abs, state.offset)) >= LARGEST:
            raise Unread(item, "a move that leads off every board is not understood")
        rides = [repeated for _, repeated in state.legs]
        if len(set(vectors)) == 1 and rides == [True]:
            return Way(vectors[0], True, state.here, state.initial)
        if len(set(vectors)) == 1 and rides[:1] == [True] and state.passed == (TESTS["not-empty?"],):
            return Way(vectors[0], True, state.here, state.initial, hops="p" if rides[-1] else "g")
        if any(rides):
            raise Unread(item, "a ride that is no straight line is not understood")
        stops, at = [], (0, 0)
        for vector, passed in zip(vectors, state.passed, strict=False):
            at = (at[0] + vector[0], at[1] + vector[1])
            if passed != EVERY:
                stops.append((at, passed))
        lame = [square for square, _ in stops] == between(state.offset) and bool(stops)
        if stops and (not lame or any(passed != TESTS["empty?"] for _, passed in stops)):
            raise Unread(item, "what has to stand on the way is not understood")
        if state.offset == (0, 0):
            raise Unread(item, "a move that comes back is not understood")
        return Way(state.offset, False, state.here, state.initial, lame)
