"""Context of code generation: what the functions of a game share, and a function under construction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lasker.compiler.bits.attack_tables import AttackTables
from lasker.compiler.bits.counters import Counts
from lasker.compiler.bits.grouping import MoverGroup
from lasker.compiler.bits.kinds.chains import Chains
from lasker.compiler.bits.kinds.drops import Places
from lasker.compiler.bits.kinds.effects import EffectFunctions
from lasker.compiler.bits.kinds.pattern_tables import Patterns
from lasker.compiler.bits.kinds.rules import Rules
from lasker.compiler.bits.kinds.sweeps import Sweeps
from lasker.compiler.bits.language import (
    AFTER,
    BOARD,
    GROUND,
    OCCUPIED,
    Assign,
    Block,
    Call,
    CFunction,
    Continue,
    Expr,
    If,
    Let,
    Name,
    Number,
    Return,
    Stmt,
    Unary,
    address,
    any_of,
    both,
    call,
    first,
    lowest,
    no,
    union,
)
from lasker.compiler.bits.layout import EMPTY, Layout
from lasker.compiler.bits.royal_safety.discovered import Discovered
from lasker.compiler.bits.royal_safety.safety import FROM, TO, Safety
from lasker.compiler.bits.scope import Absent, Scope
from lasker.compiler.groups.game import Attack, Census, Classes
from lasker.compiler.groups.moves import Asked, Chain, Counters, Drop, Followed, Moves, Sweep, Terms
from lasker.compiler.groups.path import NotClassified, Value
from lasker.compiler.ir.ops import Program

TAKEN_ANYWAY = 2  # kinds of pieces up to which a capture is cleared without a test
COPY = Let("after", Unary("*", BOARD), "Board")
FROM_SQUARE, TO_SQUARE = Name("from"), Name("to")
ONLY_TO = (Let("to", lowest(TO)), COPY)  # the beginning of a move that is made at `t`
FROM_AND_TO = (Let("from", lowest(FROM)), *ONLY_TO)  # and of one that is made from `f`


@dataclass
class Common:
    """Tables and functions that every turn and test of a game may use; each is generated once."""

    program: Program
    classes: Classes
    layout: Layout
    tables: AttackTables
    counts: Counts
    rules: Rules
    patterns: Patterns
    sweeps: Sweeps
    chains: Chains
    places: Places
    effects: EffectFunctions
    together: bool = True  # are moves that differ in what they capture generated together?
    lanes: bool = True  # are moves with equal offsets handled all at once?


class Writing:
    """A function under construction, for the moves of a turn or of a test."""

    def __init__(self, common: Common, name: str, moves: Moves, absent: Absent) -> None:
        self.common, self.name, self.moves, self.absent = common, name, moves, absent
        self.layout, self.classes = common.layout, common.classes
        self.scope = Scope(common.layout, absent)
        self.safety = self._safety()
        self._discovered: dict[str, Discovered] = {}

    def _safety(self) -> Safety | None:
        """The one attack that the moves must avoid."""
        blocks = [block for block in dict.fromkeys(t.question for t in self.moves.terms()) if block]
        if len(blocks) > 1:
            raise NotClassified("different pieces must avoid different attacks")
        for block in blocks:
            test = self.classes.tests[block]
            if isinstance(test, Attack):
                return Safety(block, test, self.common.tables)
        return None

    def royals(self) -> set[int]:
        """The royal pieces on which masks decide attacks, so that there may be only one of each."""
        found = {each.attack.royals for each in self._discovered.values()}
        return found | ({self.safety.attack.royals} if self.safety is not None else set())

    def discovered(self, block: str) -> Discovered:
        """An attack that moves may give or discover."""
        if block not in self._discovered:
            attack = self.classes.tests[block]
            assert isinstance(attack, Attack)
            self._discovered[block] = Discovered(block, attack, self.common.tables)
        return self._discovered[block]

    def function(
        self,
        head: tuple[str, str],
        parameters: tuple[tuple[str, str], ...],
        body: Iterable[Stmt],
        *,
        ends: tuple[str, ...] = (),
        masks: bool = True,
        note: str = "",
    ) -> CFunction:
        """A function over a board, which begins with the definitions that its body needs. Where an end holds,
        it returns at once."""
        inside = [*(self.safety.masks(self.scope) if masks and self.safety is not None else ()), *body]
        for each in self._discovered.values():
            self.scope.find(each.lines(self.scope))
        whole = [*self.scope.preamble(), *self._ended(ends), *self.scope.begin(inside), *inside]
        kind, suffix = head
        return CFunction(f"static {kind}", f"{self.name}__{suffix}", parameters, tuple(whole), note)

    def _ended(self, ends: tuple[str, ...]) -> Iterator[Stmt]:
        """The ends that are tested first; values that are computed anyway answer some of them."""
        for end in ends:
            known = [
                block for block in denied_tests(end, self.classes) if self.scope.known(self._place(block))
            ]
            condition = self.asked((*((block, False) for block in known), (end, True)))
            yield If(condition or Number(1), (Return(Number(0)),))

    def asked(self, asks: tuple[Asked, ...], board: Expr = BOARD) -> Expr | None:
        """The condition that tests have the required answers; values already computed are reused."""
        found = []
        for block, wanted in asks:
            known = self.scope.known(self._place(block)) if board is BOARD else None
            answer = any_of(known) if known else call(f"{block}__holds", GROUND, board)
            found.append(answer if wanted else no(answer))
        return both(*found)

    def _place(self, block: str) -> Call | None:
        """The set of squares whose non-emptiness is the test, if there is one."""
        test = self.classes.tests[block]
        if not isinstance(test, Moves) or len(test.every()) != 1:
            return None
        (move,) = test.every()
        if move.terms.guards or self.common.counts.possible(move.terms.counters) is not None:
            return None
        if isinstance(move, Sweep):
            return self.common.sweeps.places(move)
        return self.common.chains.begins(move) if isinstance(move, Chain) else None

    def royal(self, movers: int, question: str | None) -> bool:
        """Is the mover the royal piece itself?"""
        return bool(question and self.safety and movers & self.safety.attack.royals)

    # --- moves made on the board `after` ----------------------------------------------------------------

    def moved(self, way: MoverGroup) -> Iterator[Stmt]:
        """A piece of one kind moves from `f` to `t` on a copy of the board, and captures what stands
        there."""
        yield from FROM_AND_TO
        yield from self.changed(way.movers, way.targets, way.value, way.terms)

    def changed(self, movers: int, targets: int, value: Value, terms: Terms) -> Iterator[Stmt]:
        """The changes of a move from one square to another."""
        layout, (symbol,) = self.layout, self.layout.symbols(movers)
        taken = tuple(each for each in layout.symbols(targets) if each)
        if taken:
            take = self.common.rules.taking(taken, TO_SQUARE)
            seldom = targets & EMPTY and len(taken) > TAKEN_ANYWAY
            yield If(any_of(TO_SQUARE & OCCUPIED), (take,)) if seldom else take
        becomes = symbol if value.site is not None else value.adds >> layout.program.marks
        if becomes == symbol:
            yield Assign(layout.kind(symbol, AFTER), "^=", FROM_SQUARE | TO_SQUARE)
        else:
            yield Assign(layout.kind(symbol, AFTER), "^=", FROM_SQUARE)
            yield Assign(layout.kind(becomes, AFTER), "^=", TO_SQUARE)
        for mark in layout.kept():
            here, bears = layout.mark(mark, AFTER), layout.bears(movers, mark, self.absent)
            if True in bears:
                yield Assign(here, "&=", ~FROM_SQUARE)
            if not layout.asked[becomes] >> mark & 1:
                continue
            borne = Assign(here, "|=", TO_SQUARE)
            if value.adds >> mark & 1:
                yield borne
            elif value.site is not None and value.keeps >> mark & 1 and True in bears:
                yield If(any_of(layout.mark(mark) & FROM_SQUARE), (borne,))
        yield from self.common.effects.brought_about(terms.effects, first(TO_SQUARE))

    def put(self, drop: Drop) -> Iterator[Stmt]:
        """A piece is placed on `t` on a copy of the board."""
        yield from ONLY_TO
        yield from self.placed(drop)

    def placed(self, drop: Drop) -> Iterator[Stmt]:
        """A piece is placed on the square `to`."""
        layout, symbol = self.layout, drop.content >> self.layout.program.marks
        yield Assign(layout.kind(symbol, AFTER), "^=", TO_SQUARE)
        for mark in layout.kept():
            if layout.asked[symbol] >> mark & drop.content >> mark & 1:
                yield Assign(layout.mark(mark, AFTER), "|=", TO_SQUARE)
        yield from self.common.effects.brought_about(drop.terms.effects, first(TO_SQUARE))

    def free_after(self, followed: Followed) -> Expr:
        """The squares for the placement after a move."""
        kinds = (self.layout.kind(symbol, AFTER) for symbol in range(1, len(self.layout.kinds)))
        return self.layout.constant(followed.sites) & ~union(*kinds)

    def lifted(self, followed: Followed) -> Expr | None:
        """The pieces of which one is lifted; None if nothing is lifted."""
        return self.layout.kind(followed.content >> self.layout.program.marks) if followed.lifted else None

    def swept(self, sweep: Sweep, site: Expr) -> Iterator[Stmt]:
        """A piece is placed on the square `to`, and runs are flipped."""
        over = sorted({each for run in sweep.turns for each in self.layout.symbols(run.over)})
        turned = Name("turned")
        yield Let("turned", self.common.sweeps.turned(sweep, site))
        yield self.common.rules.taking(tuple(over), turned)
        kind = self.layout.kind(sweep.content >> self.layout.program.marks, AFTER)
        yield Assign(kind, "|=", TO_SQUARE | turned)

    def on_terms(self, terms: Terms, counted: Iterable[Stmt] = ()) -> Iterator[Stmt]:
        """After a move has been made: tests, with the counters of before; and counter updates, where
        possible."""
        if (wanted := self.asked(terms.asks, address(AFTER))) is not None:
            yield If(no(wanted), (Continue(),))
        yield from counted
        yield from self.common.counts.changed(terms.counters, AFTER)
        if terms.branch:
            yes, otherwise = self._branch(terms.branch.yes), self._branch(terms.branch.no)
            yield If(self.holds_after(terms.branch.block), yes, otherwise)

    def _branch(self, counters: Counters) -> Block:
        """The counter updates of a branch, if they are possible."""
        possible = self.common.counts.possible(counters)
        refused = () if possible is None else (If(no(possible), (Continue(),)),)
        return (*refused, *self.common.counts.changed(counters, AFTER))

    def holds_after(self, block: str) -> Expr:
        """A test, evaluated on the board `after`."""
        return call(f"{block}__holds", GROUND, address(AFTER))


def denied_tests(block: str, classes: Classes) -> list[str]:
    """The tests that must fail where another one holds, since it tests them first."""
    test = classes.tests[block]
    if isinstance(test, Census):
        return [asked for asked, wanted in test.asks if not wanted]
    if not isinstance(test, Moves) or not test.only_rules:
        return []
    asked = [{q.block for q in rule.questions if q.first and not q.wanted} for rule in test.rules]
    return sorted(set.intersection(*asked)) if asked else []
