"""Comparison of the rules of two games: symbolic moves with their conditions, tests and ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from lasker.compiler.groups.path import NotClassified
from lasker.compiler.ir.ops import Turn
from lasker.kernel.dataclass import dataclass
from lasker.proofs.comparison.symbolic_moves import Box, Condition, Effect, SymbolicMove, SymbolicMoves

Key = tuple[int | None, Effect]
Grouped = dict[Key, frozenset[Condition]]
MOST_EXPANSIONS = 32  # pairs of conditions whose tests are compared on all boards, which takes seconds each
MOST_LEFT = 60  # pieces into which a box may be split while others are subtracted from it


@dataclass(frozen=True)
class ComparedPart:
    """A part of both games: whether it is equal, and how that is known.

    >>> ComparedPart("the board", True, "8x8").answer
    'the same'
    """

    what: str
    equal: bool | None
    how: str

    @property
    def answer(self) -> str:
        """The answer as text."""
        return "undecided" if self.equal is None else "the same" if self.equal else "different"


class Comparison:
    """The symbolic moves of two games with the same board and vocabulary."""

    def __init__(self, one: SymbolicMoves, two: SymbolicMoves) -> None:
        self.one, self.two = one, two
        self._names: dict[str, str] = {}  # corresponding tests: name in the second game to name in the first
        self._expansions = MOST_EXPANSIONS
        self._proved: set[tuple[object, object]] = set()  # pairs of equivalent conditions of moves

    def parts(self) -> Iterator[ComparedPart]:
        """The comparison of every part of the rules."""
        turns = list(zip(self.one.program.turns, self.two.program.turns, strict=True))
        for turn, other in turns:
            yield from self._moves(turn.name, turn.move, other.move)
        yield self._decided("what is tidied up after a move", self._settle_equal, "square by square")
        for turn, other in turns:
            yield from self._following(turn, other)
            for reason, end, rival in zip(self._reasons(), turn.ends, other.ends, strict=False):
                yield self._test(f"{reason}, before {turn.name} moves", end.block, rival.block)
        yield from self._adjudications()

    def _following(self, turn: Turn, other: Turn) -> Iterator[ComparedPart]:
        """The next states."""
        what = f"who moves after {turn.name}"
        if [state for _, state in turn.next] != [state for _, state in other.next]:
            yield ComparedPart(what, None, "other states may follow")
        for (test, _), (rival, _) in zip(turn.next, other.next, strict=False):
            if test is not None and rival is not None:
                yield self._test(what, test, rival)

    # --- moves --------------------------------------------------------------------------------------

    def _moves(self, turn: str, block: str, rival: str) -> Iterator[ComparedPart]:
        try:
            first, second = _grouped(self.one.moves_of(block)), _grouped(self.two.moves_of(rival))
        except NotClassified as reason:
            yield ComparedPart(f"{turn}'s moves", None, str(reason))
            return
        parts = [
            self._piece(symbol, turn, first.get(symbol, {}), second.get(symbol, {}))
            for symbol in sorted({*first, *second})
        ]
        if all(part.equal for part in parts):
            self._proved.add((self.one.conditions(block), self.two.conditions(rival)))
        yield from parts

    def _piece(self, symbol: int, turn: str, first: Grouped, second: Grouped) -> ComparedPart:
        pieces = self.one.game.rules.vocabulary.pieces
        what = f"{turn}'s {pieces[symbol - 1].name}" if symbol else f"{turn}'s moves of no piece"
        only = sorted(first.keys() ^ second.keys(), key=str)
        if only:
            where = ", ".join(self._shown(key) for key in only[:2])
            return ComparedPart(
                what, None, f"{len(only)} ways were found in one of them only, such as {where}"
            )
        apart = [key for key in first if not self._equivalent(first[key], second[key])]
        if apart:
            how = f"{len(apart)} of {len(first)} ways are open under conditions that were not proved alike"
            return ComparedPart(what, None, how)
        return ComparedPart(what, True, f"{len(first)} ways, with the same conditions and effects")

    def _shown(self, key: Key) -> str:
        origin, effect = key
        label = self.one.game.space.label
        changed = " ".join(label(site) for site, _ in sorted(effect.writes))
        return changed if origin is None else f"from {label(origin)} ({changed})"

    # --- tests --------------------------------------------------------------------------------------

    def _decided(self, what: str, question: Callable[[], bool], how: str) -> ComparedPart:
        try:
            return (
                ComparedPart(what, True, how)
                if question()
                else ComparedPart(what, None, "no proof was found")
            )
        except NotClassified as reason:
            return ComparedPart(what, None, str(reason))

    def _test(self, what: str, block: str, rival: str) -> ComparedPart:
        how = "it holds on the same boards"
        return self._decided(
            what, lambda: self._equivalent(self.one.conditions(block), self.two.conditions(rival)), how
        )

    def _reasons(self) -> list[str]:
        """The reasons for ends, as far as they are equal."""
        reasons = [[rule.reason for rule in moves.game.endings] for moves in (self.one, self.two)]
        return reasons[0] if reasons[0] == reasons[1] else []

    def _settle_equal(self) -> bool:
        first, second = self.one.settle_moves(), self.two.settle_moves()
        return len(first) == len(second) and all(map(self._each, first, second))

    def _each(self, first: Iterable[SymbolicMove], second: Iterable[SymbolicMove]) -> bool:
        one, two = _grouped(first), _grouped(second)
        return one.keys() == two.keys() and all(
            one[kind].keys() == two[kind].keys()
            and all(self._equivalent(one[kind][key], two[kind][key]) for key in one[kind])
            for kind in one
        )

    def _adjudications(self) -> Iterator[ComparedPart]:
        """Adjudications and invalid set-ups, by their reasons."""
        rules = [
            {
                (kind, rule.reason): rule
                for kind, many in (("adjudication", moves.game.adjudications), ("set-up", moves.game.faults))
                for rule in many
            }
            for moves in (self.one, self.two)
        ]
        for kind, reason in {**rules[0], **rules[1]}:
            first, second = (side.get((kind, reason)) for side in rules)
            what = f"the {kind} {reason!r}"
            if first is None or second is None:
                yield ComparedPart(what, False, "only one of them has it")
            elif (first.result, first.repeated, first.giving, first.manner) != (
                second.result, second.repeated, second.giving, second.manner
            ):  # fmt: skip
                yield ComparedPart(what, False, "its result, or how it comes about, is another")
            elif not (first.alike and second.alike):
                yield ComparedPart(what, None, "it concerns one player, or some states of the turn order")
            elif first.repeated:
                yield ComparedPart(what, first.tests.keys() == second.tests.keys(), "declared alike")
            else:
                yield self._test(what, self.one.tests[kind, reason], self.two.tests[kind, reason])

    # --- conditions ---------------------------------------------------------------------------------

    def _name(self, block: str) -> str:
        """The name in the first game of a test of the second; a new name if it has no equivalent."""
        if block not in self._names:
            self._names[block] = f"{block} of the second"  # during the comparison it is equal to no other
            conditions = self.two.conditions(block)
            candidates = [known for known in self.one.residual_tests if len(known) == len(conditions)]
            for known in sorted(candidates, key=lambda known: known != conditions):  # identical sets first
                if known == conditions or self._equivalent(known, conditions):
                    self._names[block] = self.one.residual_tests[known]
                    break
        return self._names[block]

    def _equivalent(self, first: frozenset[Condition], second: frozenset[Condition]) -> bool:
        """Do two sets of conditions admit the same boards?"""
        if (first, second) in self._proved:
            return True
        mine, theirs = self._sorted(first, False), self._sorted(second, True)
        alone = mine.keys() ^ theirs.keys()
        if not all(self._same_boards(mine[key], theirs[key]) for key in mine.keys() - alone):
            return False
        left = [each for key in mine.keys() & alone for each in mine[key]]
        right = [each for key in theirs.keys() & alone for each in theirs[key]]
        return all(any(self._refuse_equally(a, b) for b in right) for a in left) and all(
            any(self._refuse_equally(a, b) for a in left) for b in right
        )

    def _sorted(self, conditions: Iterable[Condition], second: bool) -> dict[object, list[Condition]]:
        """Conditions by their counters and tests."""
        found: dict[object, list[Condition]] = defaultdict(list)
        for each in conditions:
            found[each.counters, self._tests_of(each, second)].append(each)
        return found

    def _same_boards(self, first: list[Condition], second: list[Condition]) -> bool:
        """Do conditions that differ only in their boxes admit the same boards?"""
        mine, theirs = ({each.box for each in side} for side in (first, second))
        return self._cover(mine, theirs) and self._cover(theirs, mine)

    def _cover(self, boxes: set[Box], others: set[Box], outer: Box = frozenset()) -> bool:
        """Are the boxes covered by `others`, all of which lie in `outer`?"""
        return boxes <= others or all(
            map(Cover(others, outer, self.one.first).covers, sorted(boxes - others, key=sorted))
        )

    def _tests_of(self, condition: Condition, second: bool, wanted: bool | None = None) -> frozenset[object]:
        """The tests of a condition, those of the second game by their names in the first."""
        return frozenset(
            each._replace(block=f"{each.block} of the second" if each.cursors else self._name(each.block))
            if second
            else each
            for each in condition.questions
            if wanted is None or each.wanted is wanted
        )

    def _refuse_equally(self, first: Condition, second: Condition) -> bool:
        """Do the negative tests together refuse the same boards of a box?"""
        if (first.box, first.counters) != (second.box, second.counters) or (
            self._tests_of(first, False, wanted=True) != self._tests_of(second, True, wanted=True)
        ):
            return False
        self._expansions -= 1
        if self._expansions < 0:
            return False
        try:
            mine, theirs = _refused(self.one, first), _refused(self.two, second)
        except NotClassified:
            return False
        return self._cover(mine, theirs, first.box) and self._cover(theirs, mine, first.box)


def _grouped(moves: Iterable[SymbolicMove]) -> dict[int, Grouped]:
    """Symbolic moves by kind of piece, then by effect; for each, the conditions under
    which it is possible."""
    found: dict[int, dict[Key, set[Condition]]] = defaultdict(lambda: defaultdict(set))
    for move in moves:
        found[move.symbol][move.origin, move.effect].add(move.condition)
    return {kind: {key: frozenset(each) for key, each in many.items()} for kind, many in found.items()}


def _refused(moves: SymbolicMoves, condition: Condition) -> set[Box]:
    """The boards that the negative tests of a condition refuse."""
    return set().union(
        *(moves.answers(each, condition.box) for each in condition.questions if not each.wanted)
    )


class Cover:
    """Boxes inside one box, indexed for the question whether they cover another."""

    def __init__(self, boxes: Iterable[Box], outer: Box, whole: Callable[[int], int]) -> None:
        self.outer, self.whole = outer, whole
        self.by_square: dict[int | None, list[Box]] = defaultdict(list)
        for box in boxes:
            inner = box - outer
            self.by_square[max(inner)[0] if inner else None].append(inner)

    def covers(self, box: Box) -> bool:
        """Is the difference of a box and the union of these empty?"""
        held = dict(box)
        near = [*self.by_square[None], *(each for site in held for each in self.by_square.get(site, ()))]
        if any(
            all(not held.get(site, self.whole(site)) & ~allowed for site, allowed in each) for each in near
        ):
            return True
        left = [held]
        for each in near:
            rest = [piece for part in left for piece in self._without(part, each)]
            left = rest if len(rest) <= MOST_LEFT else left
        return not left

    def _without(self, part: dict[int, int], box: Box) -> Iterator[dict[int, int]]:
        inside = dict(part)
        for site, allowed in box:
            held = inside.get(site, self.whole(site))
            if held & ~allowed:
                yield {**inside, site: held & ~allowed}
            if not held & allowed:
                return
            inside[site] = held & allowed
