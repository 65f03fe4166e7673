"""Code generation for the end of a move: counters are reset, marks removed, the position settled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from lasker.compiler.bits.codegen_context import Common
from lasker.compiler.bits.language import (
    BOARD,
    GROUND,
    NONE,
    Assign,
    Block,
    CFunction,
    Chained,
    Compared,
    Each,
    Either,
    Expr,
    If,
    Let,
    Name,
    Number,
    Pointer,
    Return,
    Scoped,
    Stmt,
    any_of,
    both,
    call,
    lowest,
    no,
    under,
    union,
)
from lasker.compiler.bits.scope import Absent
from lasker.compiler.groups.game import CountWay, PieceCounter, SettleStep
from lasker.compiler.groups.moves import Moves, image
from lasker.compiler.ir.ops import Adjust, Compare

AFTER_A_MOVE = (("const bits *", "g"), ("const Board *", "before"), ("Board *", "b"))
HERE = Name("s")


class Settling:
    """The functions that finish moves."""

    def __init__(self, common: Common, hanging: dict[SettleStep, int]) -> None:
        self.common, self.hanging = common, hanging
        self.program, self.classes, self.layout = common.program, common.classes, common.layout
        self.absent = [self._absent(number) for number in range(len(common.classes.turns))]

    def _absent(self, number: int) -> tuple[int, ...]:
        """By symbol, the marks that are always removed before a turn begins."""
        program, player = self.program, self.program.turns[number].player
        turns = zip(program.turns, self.classes.turns, strict=True)
        before = [turn.player for turn, found in turns if any(to == number for _, to in found.next)]
        if player in before:
            return (0,) * len(self.layout.kinds)
        put_back = 0
        for tidy in self.classes.settle:
            put_back |= tidy.value.adds
        return tuple(
            sum(
                1 << mark
                for mark in range(program.marks)
                if not put_back >> mark & 1 and self._falls(symbol, mark, player)
            )
            for symbol in range(len(self.layout.kinds))
        )

    def _falls(self, symbol: int, mark: int, player: int) -> bool:
        """Do pieces of a kind lose a mark when a player's turn begins?"""
        becomes, first = self.program.turned[player], symbol * self.layout.variants
        return not any(becomes[first + v] >> mark & 1 for v in range(self.layout.variants))

    def finish(self, number: int) -> CFunction:
        """Settles a board after a move; returns the turn that follows."""
        body = tuple(self._settled_then(number, lambda following: Return(Number(following))))
        return CFunction("static int32_t", f"{self._name(number)}__finish", AFTER_A_MOVE, body)

    def then(self, number: int) -> CFunction:
        """After a move the next player moves."""
        after = " or ".join(self._name(following) for _, following in self.classes.turns[number].next)
        note = f"After a move of {self._name(number)}: marks fall, the position is settled; {after} moves."
        body = tuple(self._settled_then(number, lambda to: Return(counted(self._name(to)))))
        given = (*AFTER_A_MOVE, ("int", "depth"))
        return CFunction("static uint64_t", f"{self._name(number)}__then", given, body, note)

    def next(self, number: int) -> CFunction:
        """The turn after a move."""
        body = tuple(
            Return(Number(to)) if test is None else If(_holds(test, True), (Return(Number(to)),))
            for test, to in self.classes.turns[number].next
        )
        given = (("const bits *", "g"), ("const Board *", "b"))
        return CFunction("static inline int32_t", f"{self._name(number)}__next", given, body)

    def _name(self, number: int) -> str:
        return self.program.turns[number].name

    def _settled_then(self, number: int, then: Callable[[int], Stmt]) -> Iterator[Stmt]:
        """Settles the board; `then` generates the continuation."""
        for test, following in self.classes.turns[number].next:
            lines = [*self.common.counts.set_back()]
            if self.program.turns[following].player != self.program.turns[number].player:
                lines += self._fallen(self.program.turns[following].player)
            lines += [*self._settled(self.absent[following]), then(following)]
            yield from under(_holds(test, True) if test else None, lines)

    def _fallen(self, player: int) -> Iterator[Stmt]:
        """The marks that are removed when a player's turn begins."""
        for mark in self.layout.kept():
            losing = [
                self.layout.kind(symbol)
                for symbol in range(len(self.layout.kinds))
                if self.layout.asked[symbol] >> mark & 1 and self._falls(symbol, mark, player)
            ]
            if losing:
                yield Assign(self.layout.mark(mark), "&=", ~union(*losing))

    def _settled(self, absent: Absent) -> Iterator[Stmt]:
        """All settling steps; those that depend on one mark run only if a piece with it has gone."""
        for mark, tidies in groupby(self.classes.settle, key=self.hanging.get):
            lines = [line for tidy in tidies for line in self.tidied(tidy, absent)]
            if mark is not None and lines:
                yield If(no(call("equal", *self._marks(mark))), tuple(lines))
            else:
                yield from lines
        for step in self.classes.counting:
            yield from self._counting(tuple(way for way in step.ways if self._changes(way)))

    def _counting(self, ways: tuple[CountWay, ...]) -> tuple[Stmt, ...]:
        """The first way of changing counters that is possible."""
        if not ways:
            return ()
        tests = [_holds(block, wanted) for block, wanted in ways[0].questions]
        steps = tuple(step for step in ways[0].steps if not isinstance(step, PieceCounter))
        possible = both(*tests, *filter(None, [self.common.counts.possible(steps)]))
        changes = self._changes(ways[0])
        others = self._counting(ways[1:])
        return changes if possible is None else (If(possible, changes, others),)

    def _changes(self, way: CountWay) -> tuple[Stmt, ...]:
        """What a way does to counters."""
        each = (tuple(self._counted(step)) for step in way.steps)
        return tuple(Scoped(lines) if len(lines) > 1 else lines[0] for lines in each if lines)

    def _counted(self, step: Adjust | Compare | PieceCounter) -> Iterator[Stmt]:
        """A counter changed, or raised by the number of pieces of some kinds, up to its bound."""
        counts = self.common.counts
        if not isinstance(step, PieceCounter):
            yield from counts.changed((step,), BOARD)
            return
        squares = self.layout.squares(step.contents) & self.layout.constant(step.sites)
        counter, high = counts.stored(step.slot), Number(self.program.counters[step.slot].high)
        raised = Chained("+", (counter, call("(int64_t)", call("size", squares))))
        yield Let("raised", raised, "const int64_t")
        reached = Either(Compared(Name("raised"), "<", high), Name("raised"), high)
        yield Assign(counter, "=", reached)

    def _marks(self, mark: int) -> tuple[Expr, Expr]:
        return self.layout.mark(mark), self.layout.mark(mark, Pointer("before"))

    def tidied(self, tidy: SettleStep, absent: Absent) -> Iterator[Stmt]:
        """A settling step: marks are removed where the condition holds."""
        changed = tuple(self._changed(tidy))
        holding = self.layout.squares(tidy.holds, absent)
        if not changed or holding == NONE:
            return
        where = holding & self.layout.constant(tidy.sites)
        tests = [_holds(block, wanted) for block, wanted in tidy.questions]
        touched = tidy.holds | image(tidy.holds, tidy.value)
        if any(self._asks(block) & touched for block, _ in tidy.questions):
            body: Block = (Let("s", lowest(Name("left"))), *under(both(*tests), changed))
            yield Each("left", where, body)
        else:
            yield Scoped((Let("s", where), *under(both(any_of(HERE), *tests), changed)))

    def _changed(self, tidy: SettleStep) -> Iterator[Stmt]:
        """The change that a settling step makes on the squares `s`."""
        (symbol, *_) = self.layout.symbols(tidy.holds)
        for mark in self.layout.kept():
            if self.layout.asked[symbol] >> mark & 1:
                if tidy.value.adds >> mark & 1:
                    yield Assign(self.layout.mark(mark), "|=", HERE)
                elif tidy.value.site is None or not tidy.value.keeps >> mark & 1:
                    yield Assign(self.layout.mark(mark), "&=", ~HERE)

    def _asks(self, block: str) -> int:
        """The contents on which the answer of a test depends; all, if it reads more than single squares."""
        test, found = self.classes.tests[block], 0
        if not isinstance(test, Moves) or not test.only_rules:
            return self.classes.alphabet
        for rule in test.rules:
            if not rule.plain:
                return self.classes.alphabet
            found |= rule.holds[0]
        return found


def counted(turn: str) -> Expr:
    """The number of move sequences that begin with a turn."""
    leaves = call(f"{turn}__leaves", GROUND, BOARD)
    depth = Name("depth")
    deeper = call(f"{turn}__sequences", GROUND, BOARD, depth)
    return Either(Compared(depth, "==", Number(1)), leaves, deeper)


def _holds(block: str, wanted: bool) -> Expr:
    held = call(f"{block}__holds", GROUND, BOARD)
    return held if wanted else no(held)
