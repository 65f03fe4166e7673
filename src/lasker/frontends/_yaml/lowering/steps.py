"""Steps as moves of the algebra: every displacement of a piece, with its guards before and after it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from itertools import product
from math import prod

from lasker.frontends._yaml.guards import terms as t
from lasker.frontends._yaml.lowering.conditions import Conditions, Tests
from lasker.frontends._yaml.lowering.constant_folding import Situation, along_slide, cases, folded, on_the_way
from lasker.frontends._yaml.specification.pieces import Named, SpecifiedMove, SpecifiedPiece
from lasker.frontends._yaml.specification.resolved import Resolved
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError, LimitError
from lasker.syntax import compose as c
from lasker.syntax import tree

MOST_WAYS = 256  # combinations of cases that the guards of one step may have
MOST_LENGTH = 40  # squares of a slide that is written out length by length
M, T, EMPTY = c.called("m"), c.called("t"), c.sign(".")  # vector and target of a motion, to be put in
RECURSIVE = (t.After, t.Attacked, t.InCheck, t.Can)
FREE = (t.Square, t.Component, t.StepKind, t.Quantified)  # what makes a guard depend on the step


@dataclass(frozen=True)
class Alternative:
    """One way to go: tests before, the motion along `m` onto `t`, tests and effects after."""

    before: Tests
    motion: Tests
    after: Tests
    vector: t.Offset | None  # None: the motion is written out


@dataclass
class Steps:
    """Makes the steps of pieces, and collects the tests that have a name."""

    resolved: Resolved
    conditions: Conditions
    tests: dict[tree.Node, tuple[str, Named]] = field(default_factory=dict)  # test: name and guard

    # --- guards of all moves --------------------------------------------------------------------

    def everywhere(self) -> tuple[Tests, Tests, set[str]]:
        """The guards that are the same for every step: tests before, tests after, and their names."""
        before, after, names = list[tree.Node](), list[tree.Node](), set[str]()
        for named in self.resolved.common:
            if any(isinstance(part, FREE) for part in t.inside(named.guard)):
                continue
            found = cases(named.guard)
            if len(found) == 1:
                names.add(named.name)
                before += self._named(named, found[0][0], {})
                after += self._named(named, found[0][1], {})
        return tuple(dict.fromkeys(before)), tuple(dict.fromkeys(after)), names

    def _named(self, named: Named, guard: t.Guard, places: dict[str, t.Offset]) -> list[tree.Node]:
        """The tests of a guard, each under a name of its own so that a refusal can be explained."""
        found: list[tree.Node] = []
        for part in guard.parts if isinstance(guard, t.All) else (guard,):
            try:
                tests = self.conditions.test(part, places)
            except LaskerError as error:
                raise error.at(named.span) from None
            if c.FAIL in tests:
                found.append(c.FAIL)
            elif tests:
                test = c.row(*tests)
                if not isinstance(test, tree.Asked) or (test.relation is not None and test.wanted):
                    test = c.asked(test)  # only tests have reasons, and a bare comparison is not a test
                if test not in self.tests:
                    number = 1 + sum(1 for _, other in self.tests.values() if other.name == named.name)
                    self.tests[test] = (f"{named.name.lower()}_{number}", named)
                found.append(c.called(self.tests[test][0]))
        return found

    # --- alternatives ---------------------------------------------------------------------------

    def alternatives(
        self, piece: SpecifiedPiece, moves: Iterable[SpecifiedMove], lands: str, without: set[str]
    ) -> list[Alternative]:
        """All ways by which some moves lead onto an empty square, an enemy, or a target `t`."""
        found: dict[Alternative, None] = {}
        for move in moves:
            if not may_land(move, lands):
                continue
            guards = [
                each
                for each in (*move.guards, *piece.guards, *self.resolved.common)
                if each.name not in without or each not in self.resolved.common
            ]
            if lands == "target":
                guards = [
                    each for each in guards if not any(isinstance(p, RECURSIVE) for p in t.inside(each.guard))
                ]
            for alternative in self._ways(piece, move, lands, guards):
                found[alternative] = None
        return list(found)

    def _ways(
        self, piece: SpecifiedPiece, move: SpecifiedMove, lands: str, guards: list[Named]
    ) -> list[Alternative]:
        if move.slide is False:
            return self._way(Situation(self.conditions.regions, piece, move, move.vector, lands), guards, 1)
        loose = Situation(self.conditions.regions, piece, move, None, lands)
        compact = [(named, along_slide(folded(named.guard, loose))) for named in guards]
        crossed = lands == "target" and any(on_the_way(named.guard, move.vector) for named in guards)
        if not crossed and not move.accompanied and all(guard is not None for _, guard in compact):
            return self._slid(loose, [(named, guard) for named, guard in compact if guard is not None])
        offsets = self.resolved.board.offsets(move.vector, move.slide)
        if len(offsets) > MOST_LENGTH:
            raise LimitError(
                f"a slide of {len(offsets)} squares whose guards ask about its end, "
                f"and the limit is {MOST_LENGTH}",
                span=move.span,
                remedy="bound the slide, or let its guards ask only where squares lie",
            )
        found = []
        for length, offset in enumerate(offsets, 1):
            found += self._way(Situation(self.conditions.regions, piece, move, offset, lands), guards, length)
        return found

    def _slid(self, situation: Situation, guards: list[tuple[Named, t.Guard]]) -> list[Alternative]:
        """A slide of any length in one term; where the board closes on itself, not round to its start."""
        most = situation.move.slide
        if most is not False and self.resolved.board.space.gluings:
            most = len(self.resolved.board.offsets(situation.move.vector, most))
        if most is True:
            motion: Tests = (c.called("slide", M) if situation.lands == "empty" else c.called("ride", M, T),)
        elif situation.lands == "empty":
            motion = (_steps(1, int(most)),)
        else:
            motion = (*([_steps(0, int(most) - 1)] if most > 1 else []), c.called("take", M, T))
        zero = (0,) * len(situation.move.vector)
        return [
            Alternative(before, motion, (*self._arrived(situation), *after), situation.move.vector)
            for before, after in self._cased(guards, {"from": zero}, {"to": zero})
        ]

    def _way(self, situation: Situation, guards: list[Named], length: int) -> list[Alternative]:
        """One displacement of known length."""
        offset = situation.offset or ()
        zero = (0,) * len(offset)
        back = tuple(-x for x in offset)
        known = [(named, folded(named.guard, situation)) for named in guards]
        motion, vector = self._motion(situation, length), situation.move.vector
        plain = length == 1 and not situation.move.accompanied
        return [
            Alternative(before, motion, (*self._arrived(situation), *after), vector if plain else None)
            for before, after in self._cased(known, {"from": zero, "to": offset}, {"from": back, "to": zero})
        ]

    def _cased(
        self, guards: list[tuple[Named, t.Guard]], here: dict[str, t.Offset], there: dict[str, t.Offset]
    ) -> list[tuple[Tests, Tests]]:
        """The tests before and after, for every combination of cases."""
        options = [
            [
                (self._named(named, before, here), self._named(named, after, there))
                for before, after in cases(guard)
            ]
            for named, guard in guards
        ]
        if prod(map(len, options)) > MOST_WAYS:
            raise LimitError(
                f"these guards make more than {MOST_WAYS} cases of before and after",
                span=guards[0][0].span,
                remedy="join them with `and`, or ask less after the move",
            )
        found = []
        for chosen in product(*options):
            before = tuple(dict.fromkeys(test for tests, _ in chosen for test in tests))
            after = tuple(dict.fromkeys(test for _, tests in chosen for test in tests))
            if c.FAIL not in (*before, *after):
                found.append((before, after))
        return found

    def _motion(self, situation: Situation, length: int) -> Tests:
        """How the piece and its companions go."""
        move, at, content = situation.move, self.resolved.board.at, self.conditions.content
        offset, quiet = situation.offset or (), situation.lands == "empty"
        motion = [c.called("step", M) if quiet else c.called("take", M, T)]
        if length > 1:
            way = [at(tuple(k * x for x in move.vector), EMPTY) for k in range(1, length)]
            end = at(offset, EMPTY if quiet else T)
            motion = [c.rewrite([c.PIECE, *way, end], [EMPTY, at(offset, c.PIECE)])]
        if move.takes:
            place, phrase = move.takes
            motion.insert(0, c.rewrite([c.HERE, at(place, content(phrase))], [at(place, EMPTY)]))
        for carried in move.carries:
            start, end_ = (
                tuple(a - b for a, b in zip(each, offset, strict=True))
                for each in (carried.start, carried.end)
            )
            plain = content(t.Phrase(carried.phrase.owner, carried.phrase.kinds))
            before = [c.HERE, at(start, content(carried.phrase)), at(end_, EMPTY)]
            motion.append(c.rewrite(before, [at(start, EMPTY), at(end_, plain)]))
        if move.leaves:
            back = tuple(-x for x in offset)
            left = self.conditions.signs(move.leaves)[0]
            motion.append(c.rewrite([c.HERE, at(back, EMPTY)], [at(back, left)]))
        plain_step = length == 1 and not move.accompanied
        return tuple(motion) if plain_step else _put(tuple(motion), M, self.resolved.board.along(offset))

    def _arrived(self, situation: Situation) -> Tests:
        """What happens to the piece and to the counters on arrival; nothing where an attack is asked for."""
        if situation.lands == "target":
            return ()
        piece, move = situation.piece, situation.move
        found = [c.rewrite([c.PIECE], [c.marked(c.PIECE, mark)]) for mark in move.marks]
        if piece.promotion:
            found.append(c.called(f"{piece.name.lower()}_promotes"))
        capture = situation.lands == "enemy" or move.takes is not None
        effects = self.resolved.happening(piece, move, capture)
        found += [self.conditions.effect(effect) for effect in effects]
        if capture and self.resolved.spec.turn in {"on capture", "on quiet move"}:
            found.append(c.update("captured", ":=", 1))
        return tuple(found)

    def joined(self, alternatives: list[Alternative], target: tree.Node) -> list[tree.Node]:
        """The alternatives as moves onto a target; those that differ in their vector only are one."""
        groups: dict[tuple[Tests, Tests, Tests, bool], list[t.Offset]] = {}
        for each in alternatives:
            groups.setdefault((each.before, each.motion, each.after, each.vector is None), []).append(
                each.vector or ()
            )
        found = []
        for (before, motion, after, written_out), vectors in groups.items():
            aimed = _put(motion, T, target)
            ways = [] if written_out else list(map(self.resolved.board.along, vectors))
            if len(ways) == 1:
                aimed = _put(aimed, M, ways[0])
            elif ways:
                aimed = (tree.AnyOf("m", tree.Group(tuple(ways), c.NOWHERE), c.row(*aimed), c.NOWHERE),)
            found.append(c.row(*before, *aimed, *after))
        return found


def _steps(low: int, high: int) -> tree.Node:
    """So many steps, one at least and at most being one."""
    if low == high == 1:
        return c.called("step", M)
    times = tree.Repeated(tree.Group((M,), c.NOWHERE), low, high, c.NOWHERE)
    return tree.Row((c.called("step"), times), c.NOWHERE)


def _put(motion: Tests, word: tree.Node, node: tree.Node) -> Tests:
    """A motion with something put for a word."""
    return c.rebuilt(motion, lambda each: node if each == word else each)  # type: ignore[no-any-return]


def may_land(move: SpecifiedMove, lands: str) -> bool:
    """Whoever takes elsewhere or is accompanied arrives on an empty square."""
    if move.takes or move.carries:
        return lands == "empty"
    return move.only is None or (move.only == "move") is (lands == "empty")
