"""Counters on bitboards: those that moves depend on are stored with the board, the others need only an
overflow check."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from lasker.compiler.bits.language import BOARD, Assign, Chained, Compared, Expr, Field, Number, Stmt, both
from lasker.compiler.groups.game import Classes
from lasker.compiler.groups.moves import Counters, Moves, Shared
from lasker.compiler.ir.names import RELATIONS
from lasker.compiler.ir.ops import Adjust, Compare, Program


class Counts:
    """The counters of a game: which are stored, what they allow, and how they change."""

    def __init__(self, program: Program, classes: Classes, everything: bool = False) -> None:
        self.program = program
        tests = [test for test in classes.tests.values() if isinstance(test, Moves)]
        self.sequences = [
            counters
            for moves in (*(turn.moves for turn in classes.turns), *tests)
            for terms in moves.terms()
            for counters in (terms.counters, *(terms.branch or ())[1:])
        ]
        kept = {slot for counters in self.sequences for op in counters for slot in self._asked(op)}
        kept = kept.union(*map(_set_and_raised, self.sequences))
        components = (shared for turn in classes.turns for shared in turn.moves.shared)
        kept = kept.union(*map(self._compared, components), *(step.slots for step in classes.counting))
        if everything or classes.residuals:  # the opponent and the walk read all of them
            kept = set(range(len(program.counters)))
        self.place = {slot: number for number, slot in enumerate(sorted(kept))}

    def _asked(self, op: Adjust | Compare) -> list[int]:
        """The counters that an operation reads."""
        if isinstance(op, Compare):
            return [op.slot, op.other] if op.other_is_slot else [op.slot]
        bounds = self.program.counters[op.slot]
        sure = op.amount >= 0 if op.relative else bounds.low <= op.amount <= bounds.high
        return [] if sure else [op.slot]

    def _compared(self, shared: Shared) -> set[int]:
        """The counters in which compared positions may differ from each other or from the position before:
        none, if all moves change the same ones, and none that distinguishes positions."""
        ways = {
            tuple(op for op in ops if isinstance(op, Adjust) and not self.program.counters[op.slot].scratch)
            for each in shared.moves
            for ops in (each.terms.counters, *(each.terms.branch or ())[1:])
        }
        slots = {op.slot for way in ways for op in way}
        alike = len(ways) == 1 and not any(self.program.counters[slot].keyed for slot in slots)
        return set() if alike else slots

    def possible(self, counters: Counters) -> Expr | None:
        """The condition that all the operations are possible; None if it always holds."""
        found: list[Expr] = []
        now: dict[int, tuple[Expr | None, int]] = {}  # the value of a counter: a term and a constant
        for op in counters:
            left = now.get(op.slot, (self.stored(op.slot), 0))
            if isinstance(op, Compare):
                right: tuple[Expr | None, int] = (None, op.other)
                if op.other_is_slot:
                    right = now.get(op.other, (self.stored(op.other), 0))
                found.append(Compared(_sum(*left), RELATIONS[op.relation], _sum(*right)))
                continue
            now[op.slot] = (left[0], left[1] + op.amount) if op.relative else (None, op.amount)
            if op.slot in self.place:
                bounds, changed = self.program.counters[op.slot], _sum(*now[op.slot])
                if not op.relative or op.amount < 0:
                    found.append(Compared(changed, ">=", Number(bounds.low)))
                if not op.relative or op.amount > 0:
                    found.append(Compared(changed, "<=", Number(bounds.high)))
        return both(*found)

    def changed(self, counters: Counters, board: Expr) -> Iterator[Stmt]:
        """The operations carried out."""
        for op in counters:
            if isinstance(op, Adjust) and op.slot in self.place:
                sign = "+=" if op.relative else "="
                yield Assign(self.stored(op.slot, board), sign, Number(op.amount))

    def set_back(self) -> Iterator[Stmt]:
        """Counters that are reset at the end of a move."""
        for slot in self.place:
            if self.program.counters[slot].scratch:
                yield Assign(self.stored(slot), "=", Number(self.program.counters[slot].start))

    def given(self) -> Iterator[str]:
        """From a given position: the stored counters copied, and whether the others can take this number of
        moves."""
        for slot in self.place:
            yield f"    {self.stored(slot)} = ({self.size()})m->now.facts.counter[{slot}];"
        for slot, most in sorted(self.rises().items()):
            bounds, raised = self.program.counters[slot], f"{most} * (int64_t)depth > "
            yield f"    if (m->now.facts.counter[{slot}] + {raised}{bounds.high}) return false;"
            if (highest := self._highest(slot)) > bounds.low:
                yield f"    if ({highest} + {raised}{bounds.high}) return false;"

    def copied(self) -> Iterator[str]:
        """The stored counters, which settling may have changed, copied from a board."""
        yield "static void copy_counters(const Board *b, count *counter) {"
        for slot, number in self.place.items():
            yield f"    counter[{slot}] = b->counter[{number}];"
        yield "    (void)b, (void)counter;"
        yield "}"

    def field(self) -> str:
        """The field of a board that holds the stored counters, if there are any."""
        return f"{self.size()} counter[{len(self.place)}]; " if self.place else ""

    def size(self) -> str:
        """The type of stored counters: as small as their bounds allow."""
        bounds = [self.program.counters[slot] for slot in self.place]
        for width in (8, 16, 32):
            if all(-(1 << width - 2) <= each.low and each.high < 1 << width - 2 for each in bounds):
                break
        return f"int{width}_t"

    def rises(self) -> dict[int, int]:
        """By how much a move can raise each counter that is not stored."""
        most: dict[int, int] = defaultdict(int)
        for counters in self.sequences:
            rise: dict[int, int] = defaultdict(int)
            for op in counters:
                if isinstance(op, Adjust) and op.relative and op.slot not in self.place:
                    rise[op.slot] += op.amount
            for slot, amount in rise.items():
                most[slot] = max(most[slot], amount)
        return most

    def _highest(self, slot: int) -> int:
        """The highest constant that a move assigns to a counter; its lower bound if none does."""
        adjusts = (op for counters in self.sequences for op in counters if isinstance(op, Adjust))
        amounts = (op.amount for op in adjusts if op.slot == slot and not op.relative)
        return max(amounts, default=self.program.counters[slot].low)

    def stored(self, slot: int, board: Expr = BOARD) -> Expr:
        """A stored counter of a board."""
        return Field(board, "counter")[self.place.get(slot, -1)]


def _set_and_raised(counters: Counters) -> set[int]:
    """The counters that one move both sets and raises: their bound is not known in advance."""
    adjusts = [op for op in counters if isinstance(op, Adjust)]
    return {op.slot for op in adjusts if not op.relative} & {op.slot for op in adjusts if op.relative}


def _sum(term: Expr | None, number: int) -> Expr:
    if term is None:
        return Number(number)
    return Chained("+", (term, Number(number))) if number else term
