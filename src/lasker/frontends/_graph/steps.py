"""Steps as moves of the algebra: every displacement of a piece, with its guards before and after it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import product
from math import prod

from lasker.frontends._graph import terms as t
from lasker.frontends._graph.conditions import Conditions
from lasker.frontends._graph.design import Design
from lasker.frontends._graph.fold import Situation, along_slide, cases, folded, on_the_way
from lasker.frontends._graph.parts import Move, Named, Piece
from lasker.kernel.errors import LaskerError, LimitError

MOST_WAYS = 256  # combinations of cases that the guards of one step may have
MOST_LENGTH = 40  # squares of a slide that is written out length by length
COUNTED = re.compile(r"\[[\w ]+ [=!<>]+ [\w ]+\]")
RECURSIVE = (t.After, t.Attacked, t.InCheck, t.Can)
FREE = (t.Square, t.Component, t.Kind, t.Quantified)  # what makes a guard depend on the step


@dataclass(frozen=True)
class Alternative:
    """One way to go: tests before, the motion with `{m}` for the vector, tests and effects after."""

    before: tuple[str, ...]
    motion: str
    after: tuple[str, ...]
    vector: t.Offset | None  # None: the motion is written out


@dataclass
class Steps:
    """Writes the steps of pieces, and collects the tests that have a name."""

    design: Design
    conditions: Conditions
    tests: dict[str, tuple[str, Named]] = field(default_factory=dict)  # text: name and guard

    # --- guards of all moves --------------------------------------------------------------------

    def everywhere(self) -> tuple[list[str], list[str], set[str]]:
        """The guards that are the same for every step: tests before, tests after, and their names."""
        before, after, names = [], [], set()
        for named in self.design.common:
            if any(isinstance(part, FREE) for part in t.inside(named.guard)):
                continue
            found = cases(named.guard)
            if len(found) == 1:
                names.add(named.name)
                before += self._named(named, found[0][0], {})
                after += self._named(named, found[0][1], {})
        return list(dict.fromkeys(before)), list(dict.fromkeys(after)), names

    def _named(self, named: Named, guard: t.Guard, places: dict[str, t.Offset]) -> list[str]:
        """The tests of a guard, each under a name of its own so that a refusal can be explained."""
        if guard == t.TRUE:
            return []
        parts = guard.parts if isinstance(guard, t.All) else (guard,)
        found = []
        for part in parts:
            try:
                text = self.conditions.test(part, places)
            except LaskerError as error:
                raise error.at(named.span) from None
            if text == "nil":
                continue
            if text == "fail" or not text.endswith("]"):
                found.append(text)
                continue
            if COUNTED.fullmatch(text):
                text = f"[{text}]"  # only tests have reasons, and a bare comparison is not a test
            if text not in self.tests:
                number = 1 + sum(1 for _, other in self.tests.values() if other.name == named.name)
                self.tests[text] = (f"{named.name.lower()}_{number}", named)
            found.append(self.tests[text][0])
        return found

    # --- alternatives ---------------------------------------------------------------------------

    def alternatives(
        self, piece: Piece, moves: Iterable[Move], lands: str, without: set[str]
    ) -> list[Alternative]:
        """All ways by which some moves lead onto an empty square, an enemy, or a target `t`."""
        found: dict[Alternative, None] = {}
        for move in moves:
            if not may_land(move, lands):
                continue
            guards = [
                each
                for each in (*move.guards, *piece.guards, *self.design.common)
                if each.name not in without or each not in self.design.common
            ]
            if lands == "target":
                guards = [
                    each for each in guards if not any(isinstance(p, RECURSIVE) for p in t.inside(each.guard))
                ]
            for alternative in self._ways(piece, move, lands, guards):
                found[alternative] = None
        return list(found)

    def _ways(self, piece: Piece, move: Move, lands: str, guards: list[Named]) -> list[Alternative]:
        ground = self.design.ground
        if move.slide is False:
            return self._way(Situation(self.conditions.regions, piece, move, move.vector, lands), guards, 1)
        loose = Situation(self.conditions.regions, piece, move, None, lands)
        compact = [(named, along_slide(folded(named.guard, loose))) for named in guards]
        crossed = lands == "target" and any(on_the_way(named.guard, move.vector) for named in guards)
        if not crossed and not move.accompanied and all(guard is not None for _, guard in compact):
            return self._slid(loose, [(named, guard) for named, guard in compact if guard is not None])
        most = ground.farthest(move.vector)
        most = most if move.slide is True else min(most, int(move.slide))
        if most > MOST_LENGTH:
            raise LimitError(
                f"a slide of {most} squares whose guards ask about its end, and the limit is {MOST_LENGTH}",
                span=move.span,
                remedy="bound the slide, or let its guards ask only where squares lie",
            )
        found = []
        for length in range(1, most + 1):
            offset = tuple(length * x for x in move.vector)
            found += self._way(Situation(self.conditions.regions, piece, move, offset, lands), guards, length)
        return found

    def _slid(self, situation: Situation, guards: list[tuple[Named, t.Guard]]) -> list[Alternative]:
        """A slide of any length in one term; where the board closes on itself, not round to its start."""
        most = situation.move.slide
        if most is not False and self.design.ground.space.gluings:
            farthest = self.design.ground.farthest(situation.direction)
            most = farthest if most is True else min(int(most), farthest)
        empty, target = ("slide({m})", "ride({m}, t)")
        if most is not True:
            empty, target = (f"step({{m}}){{1,{most}}}", f"step({{m}}){{0,{int(most) - 1}}} take({{m}}, t)")
            if most == 1:
                empty, target = "step({m})", "take({m}, t)"
        motion = empty if situation.lands == "empty" else target
        zero = (0,) * len(situation.direction)
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
    ) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
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
            if "fail" not in (*before, *after):
                found.append((before, after))
        return found

    def _motion(self, situation: Situation, length: int) -> str:
        """How the piece and its companions go."""
        move, ground, content = situation.move, self.design.ground, self.conditions.content
        offset = situation.offset or ()
        if length == 1:
            motion = "step({m})" if situation.lands == "empty" else "take({m}, t)"
        else:
            way = [tuple(k * x for x in move.vector) for k in range(1, length)]
            cells = [ground.at(step, ".") for step in way]
            cells.append(ground.at(offset, "." if situation.lands == "empty" else "t"))
            motion = f"(% + {' + '.join(cells)} -> . + {ground.at(offset, '%')})"
        if move.takes:
            at, phrase = move.takes
            motion = f"(@ + {ground.at(at, content(phrase))} -> {ground.at(at, '.')}) {motion}"
        for carried in move.carries:
            start, end = (
                tuple(a - b for a, b in zip(each, offset, strict=True))
                for each in (carried.start, carried.end)
            )
            plain = content(t.Phrase(carried.phrase.owner, carried.phrase.kinds))
            motion += (
                f" (@ + {ground.at(start, content(carried.phrase))} + {ground.at(end, '.')}"
                f" -> {ground.at(start, '.')} + {ground.at(end, plain)})"
            )
        if move.leaves:
            back = tuple(-x for x in offset)
            left = self.conditions.signs(move.leaves)[0]
            motion += f" (@ + {ground.at(back, '.')} -> {ground.at(back, left)})"
        return motion if length == 1 and not move.accompanied else motion.replace("{m}", ground.word(offset))

    def _arrived(self, situation: Situation) -> tuple[str, ...]:
        """What happens to the piece and to the counters on arrival; nothing where an attack is asked for."""
        if situation.lands == "target":
            return ()
        piece, move = situation.piece, situation.move
        found = [f"(% -> %^{mark})" for mark in move.marks]
        if piece.promotion:
            found.append(f"{piece.name.lower()}_promotes")
        capture = situation.lands == "enemy" or move.takes is not None
        effects = self.design.happening(piece, move, capture)
        found += [self.conditions.effect(effect) for effect in effects]
        if capture and self.design.spec.turn in {"on capture", "on quiet move"}:
            found.append("captured := 1")
        return tuple(found)

    # --- text -----------------------------------------------------------------------------------

    def written(self, alternatives: list[Alternative], target: str) -> list[str]:
        """The alternatives as text; those that differ in their vector only share one line."""
        groups: dict[tuple[tuple[str, ...], str, tuple[str, ...], bool], list[t.Offset]] = {}
        for each in alternatives:
            groups.setdefault((each.before, each.motion, each.after, each.vector is None), []).append(
                each.vector or ()
            )
        lines = []
        for (before, motion, after, written_out), vectors in groups.items():
            text = motion.replace(", t)", f", {target})")
            if written_out:
                text = _aimed(text, target)
            elif len(vectors) == 1:
                text = text.replace("{m}", self.design.ground.word(vectors[0]))
            else:
                words = ", ".join(map(self.design.ground.word, vectors))
                inner = text.replace("{m}", "m")
                text = f"any m in ({words}): {inner}"
                text = f"({text})" if before or after or len(groups) > 1 else text
            lines.append(" ".join([*before, text, *after]))
        return lines


def _aimed(text: str, target: str) -> str:
    """A written-out motion with what may be taken put for the last cell's `t`."""
    head, arrow, tail = text.rpartition(" -> . + ")
    if arrow and head.endswith("t"):
        before = head[:-1].rstrip()
        return f"{before}{' ' if target[0].isalnum() else ''}{target}{arrow}{tail}"
    return text


def may_land(move: Move, lands: str) -> bool:
    """Whoever takes elsewhere or is accompanied arrives on an empty square."""
    if move.takes or move.carries:
        return lands == "empty"
    return move.only is None or (move.only == "move") is (lands == "empty")
