"""Conditions as tests of the algebra: each truth value that a guard asks for becomes `[ … ]` or `![ … ]`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from lasker.algebra.meaning import RELATIONS
from lasker.frontends._yaml.guards import terms as t
from lasker.frontends._yaml.lowering.regions import Regions
from lasker.frontends._yaml.specification.pieces import Effect
from lasker.frontends._yaml.specification.resolved import Resolved
from lasker.kernel.errors import DeclarationError
from lasker.syntax import compose as c
from lasker.syntax import tree

Tests = tuple[tree.Node, ...]  # one after the other; none: it holds always
NEVER: Tests = (c.FAIL,)
SQUARE = c.called("square")
PLAIN = {
    "empty": c.sign("."), "outside": c.sign("#"), "square": SQUARE,
    "own": c.called("friend"), "enemy": c.called("enemy"), "any": c.called("piece"),
}  # fmt: skip
BOUNDS = {  # comparisons of a count that ask whether there is anything, and whether there are two
    ("=", 0): (1, False), ("<", 1): (1, False), ("<=", 0): (1, False),
    (">", 0): (1, True), (">=", 1): (1, True), ("!=", 0): (1, True),
    (">", 1): (2, True), (">=", 2): (2, True), ("<", 2): (2, False), ("<=", 1): (2, False),
}  # fmt: skip


@dataclass
class Conditions:
    """Makes tests for one specification, and remembers the regions, counters and marks that they need."""

    resolved: Resolved
    regions: Regions
    needs: set[str] = field(default_factory=set)  # tally, other_tally, target, ply
    before_all: Tests = ()  # what every move must pass, before it
    after_all: Tests = ()  # … and after it

    # --- contents -------------------------------------------------------------------------------

    def content(self, phrase: t.Phrase) -> tree.Node:
        """A set of contents, as the first player sees it."""
        named = phrase.kinds if phrase.owner in {"own", "enemy", "any"} else ()
        signs = [sign for kind in named for sign in self.signs(kind, phrase.owner)]
        found = _set(signs) if signs else PLAIN[phrase.owner]
        for mark in phrase.marks:
            found = c.marked(found, mark)
        return found

    def signs(self, kind: str, owner: str = "own") -> list[tree.Node]:
        """The pieces of a kind: one's own, the enemies', or all of them."""
        piece = next(each for each in self.resolved.pieces if each.name == kind)
        signs = [c.sign(sign) for sign in piece.glyphs or piece.letters]
        return signs if piece.neutral or owner == "any" else signs[:1] if owner == "own" else signs[1:]

    @property
    def royals(self) -> list[list[tree.Node]]:
        """The royal pieces, a list of signs for each player."""
        pieces = [piece for piece in self.resolved.pieces if piece.royal]
        players = range(len(self.resolved.spec.players))
        return [[self.signs(piece.name, "any")[player] for piece in pieces] for player in players]

    # --- tests ----------------------------------------------------------------------------------

    def test(self, guard: t.Guard, places: dict[str, t.Offset]) -> Tests:
        """The tests that a guard is; `places` says where `from` and `to` lie, from the cursor."""
        located = self._located(guard, places)
        if located is not None:
            return located
        match guard:
            case t.Truth(value):
                return () if value else NEVER
            case t.Not(body):
                return opposite(self.test(body, places))
            case t.All(parts):
                return tuple(each for part in parts for each in self.test(part, places))
            case t.Some(parts):
                return (c.asked(c.either([c.row(*self.test(part, places)) for part in parts])),)
            case t.Holds(square, phrase):
                return self._beside(self._where(square, places), self.content(phrase))
            case t.Compare(left, relation, right):
                return self._compare(left, relation, right)
            case t.Attacked(square):
                return self._attacked(self._where(square, places))
            case t.InCheck(enemy):
                return self._in_check(enemy)
            case t.Can("move", enemy):
                return self._possible((c.called("move"),), enemy)
            case t.Can(name, enemy):
                return self._possible((*self.before_all, c.called(f"{name}_step"), *self.after_all), enemy)
        raise DeclarationError(f"{type(guard).__name__.lower()} cannot be asked here")

    def _where(self, square: t.Square, places: dict[str, t.Offset]) -> t.Offset:
        base = places.get(square.base)
        if base is None:
            raise DeclarationError(f"{square.base} is not known here")
        return t.plus(base, square.offset)

    def _beside(self, offset: t.Offset, cell: tree.Node) -> Tests:
        """Something stands at an offset from the cursor."""
        if cell == SQUARE and not any(offset):
            return (c.asked(c.HERE),)
        return (c.asked(c.either([c.HERE, self.resolved.board.at(offset, cell)], "+")),)

    def _located(self, guard: t.Guard, places: dict[str, t.Offset]) -> Tests | None:
        """A question about where a square lies, as one region; None if the guard asks anything else."""
        found = self.regions.sites(guard)
        if found is not None:
            square, sites = found
            offset = self._where(square, places)
        elif isinstance(guard, t.Compare) and isinstance(guard.left, t.Coordinate):
            sites, offset = self.regions.apart(guard, places), (0,) * self.resolved.board.dimension
        else:
            return None
        if not any(sites):
            return NEVER
        if sites == self.regions.everywhere():
            return self._beside(offset, SQUARE) if any(offset) else ()
        region = self.regions.name(guard, sites)
        if not any(offset):
            return (c.asked(c.inside(c.HERE, region)),)
        return self._beside(offset, c.bracketed(c.inside(SQUARE, region)))

    # --- numbers --------------------------------------------------------------------------------

    def _compare(self, left: t.Amount, relation: str, right: t.Amount) -> Tests:
        if isinstance(left, t.Number):
            left, relation, right = right, t.FLIPPED[relation], left
        if isinstance(left, t.CountedTerm) and left.name == "move_number" and isinstance(right, t.Number):
            return self._move_number(relation, right.value)
        if isinstance(left, t.Count) and isinstance(right, t.Number):
            if not 0 <= right.value <= len(self.resolved.board.space.sites):
                return () if RELATIONS[relation](0, right.value) else NEVER  # whatever stands there
            if (relation, right.value) in BOUNDS:
                least, wanted = BOUNDS[relation, right.value]
                return (c.asked(self._at_least(least, left), wanted),)
        first, counting = self._number(left, "tally")
        second, also = self._number(right, "other_tally")
        compared = c.compared(first, relation, second)
        return (c.asked(c.row(*counting, *also, compared)) if counting or also else compared,)

    def _move_number(self, relation: str, number: int) -> Tests:
        """Moves are counted from 1, plies from 0, and a move has a ply of every player."""
        self.needs.add("ply")
        players = len(self.resolved.spec.players)
        first, last = max(0, (number - 1) * players), number * players - 1
        if relation in {"=", "!="}:
            both = (_ply(">=", first), _ply("<=", last))
            return both if relation == "=" else opposite(both)
        return (_ply(relation, first if relation in {"<", ">="} else last),)

    def _number(self, amount: t.Amount, scratch: str) -> tuple[tree.Node, Tests]:
        """A number as the algebra compares it, and what must be counted first."""
        match amount:
            case t.Number(value):
                if value < 0:
                    raise DeclarationError("counters are compared with numbers from 0 on")
                return c.number(value), ()
            case t.CountedTerm(name):
                self.needs |= {name} & {"ply"}
                return c.called(name), ()
            case t.Count():
                self.needs.add(scratch)
                each: Tests = (c.EACH, tree.Cursor("x", True, c.NOWHERE), self._counted(amount))
                counting = c.bracketed(c.bound(each, c.update(scratch, "+=", 1)))
                return c.called(scratch), (c.update(scratch, ":=", 0), counting)
        raise DeclarationError("this number cannot be compared here")

    def _at_least(self, least: int, count: t.Count) -> tree.Node:
        """A square, or two different ones, that hold something."""
        counted = self._counted(count)
        if least == 1:
            return counted
        x, y = (tree.Cursor(name, True, c.NOWHERE) for name in "xy")
        apart = c.asked(c.either([replace(x, carries=False), replace(y, carries=False)], "+"), False)
        return c.bound([x, counted], c.bound([y, counted], apart))

    def _counted(self, count: t.Count) -> tree.Node:
        content, players = self.content(count.phrase), self.resolved.spec.players
        if count.region is None:
            return content
        if count.owner != "enemy":
            return c.inside(content, count.region)
        if not isinstance(self.resolved.spec.regions[count.region], dict) or len(players) != 2:
            raise DeclarationError(f"{count.region} does not belong to one of two players")
        return c.inside(content, count.region, players[1])

    # --- attacks --------------------------------------------------------------------------------

    def seen(self, *term: tree.Node) -> tree.Node:
        """A term as the other players see it, whoever of them it is."""
        others = range(1, len(self.resolved.spec.players))
        return c.either([c.seen(number, *term) for number in others]) if others else c.FAIL

    def _possible(self, term: Tests, enemy: bool) -> Tests:
        return (c.asked(self.seen(*term) if enemy else c.row(*term)),)

    def _in_check(self, enemy: bool) -> Tests:
        """Some royal piece could be taken."""
        if not enemy:
            return (c.asked(c.called("check")),) if self.check else NEVER
        others = [sign for signs in self.royals[1:] for sign in signs]
        return (c.asked(c.called("strikes", _set(others))),) if others else NEVER

    @property
    def check(self) -> tree.Node | None:
        """What `check` means: somebody else attacks a royal piece of the player to move; else nothing."""
        players = len(self.resolved.spec.players)
        if not self.royals[0] or players < 2:
            return None
        ways = [
            c.seen(k, c.called("strikes", _set(self.royals[(players - k) % players])))
            for k in range(1, players)
        ]
        return c.asked(c.either(ways))

    def _attacked(self, offset: t.Offset) -> Tests:
        self.needs.add("target")
        here, at = c.rewrite([c.PIECE], [c.marked(c.PIECE, "target")]), self.resolved.board.at
        if any(offset):
            cells = [c.HERE, at(offset, SQUARE)], [at(offset, c.marked(c.SAME, "target"))]
            here = c.rewrite(*cells)
        return (c.asked(c.row(here, c.called("struck"))),)

    @property
    def struck(self) -> tree.Node | None:
        """What `struck` means: somebody else attacks the target; said once, for many guards may ask it."""
        target = c.marked(SQUARE, "target")
        return self.seen(c.called("strikes", target)) if "target" in self.needs else None

    def effect(self, effect: Effect) -> tree.Node:
        """What happens to a counter."""
        sign = ":=" if not effect.relative else "-=" if effect.amount < 0 else "+="
        amount = abs(effect.amount) if effect.relative else effect.amount
        owner = self.resolved.spec.players[1] if effect.owner == "enemy" else None
        return c.update(effect.counter, sign, amount, owner)


def opposite(tests: Tests) -> Tests:
    """The tests that hold where these do not."""
    if len(tests) == 1 and isinstance(tests[0], tree.Asked):
        return (replace(tests[0], wanted=not tests[0].wanted),)
    return (c.asked(c.row(*tests), False),)


def _ply(relation: str, value: int) -> tree.Node:
    return c.compared(c.called("ply"), relation, c.number(value))


def _set(signs: list[tree.Node]) -> tree.Node:
    return signs[0] if len(signs) == 1 else c.bracketed(c.either(signs))
