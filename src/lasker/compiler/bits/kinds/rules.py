"""Code generation for rules: whether one matches a row of squares, and how it is carried out there."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from lasker.compiler.bits.counters import Counts
from lasker.compiler.bits.language import (
    AFTER,
    ALL,
    BOARD,
    FALSE,
    GROUND,
    OCCUPIED,
    TRUE,
    Assign,
    Block,
    Call,
    CFunction,
    Chained,
    ConstantTable,
    Do,
    Each,
    Either,
    Expr,
    Field,
    If,
    Let,
    Name,
    Number,
    Numbers,
    Pointer,
    Return,
    Scoped,
    Stmt,
    Unary,
    address,
    any_of,
    bit,
    both,
    call,
    first,
    has,
    meet,
    no,
    shifted,
    under,
    union,
)
from lasker.compiler.bits.layout import EMPTY, Layout
from lasker.compiler.bits.royal_safety.safety import FROM
from lasker.compiler.bits.scope import Absent
from lasker.compiler.groups.game import Classes
from lasker.compiler.groups.moves import Counters, Rule
from lasker.compiler.groups.path import Conditional, Value, Writes
from lasker.compiler.ir.ops import Program
from lasker.kernel.dataclass import dataclass

SELDOM = "APART "  # long and seldom used code is compiled once, not inlined
PATTERN = 3  # rows from which squares at fixed offsets are tested together
ON_A_BOARD = (("const bits *", "g"), ("const Board *", "b"))
ON_A_ROW = (*ON_A_BOARD, ("bits", "occupied"), ("const square *", "at"))
ASKED = (*ON_A_BOARD, ("const square *", "at"))
AT, WHICH, CHANGED = Name("at"), Name("which"), Name("changed")
WHICH_ROW = Field(WHICH, "row")


@dataclass(frozen=True)
class Fit:
    """A match of a rule or a pattern: how it is made on `after`, here and again by the number of its row; and
    the squares of its label, if it has one."""

    make: Block
    again: Block  # with `which.row`
    row: Expr
    rows: int  # their number
    label: tuple[Expr, Expr] | None


Then = Callable[[Fit], list[Stmt]]


class Rules:
    """The functions of rules, and their rows of squares; each is generated once."""

    def __init__(self, program: Program, classes: Classes, layout: Layout, counts: Counts) -> None:
        self.program, self.classes, self.layout, self.counts = program, classes, layout, counts
        self.functions: list[CFunction] = []
        self._names: dict[object, str] = {}  # by everything that the functions of a rule depend on
        self._rows: dict[tuple[tuple[int, ...], ...], tuple[ConstantTable, ConstantTable]] = {}
        self._takes: dict[tuple[int, ...], str] = {}
        self._counts: dict[tuple[tuple[Counters, int], ...], str] = {}

    def tables(self) -> Iterator[ConstantTable]:
        """The rows of rules, sorted by their first squares, and the first row of each square."""
        return (table for tables in self._rows.values() for table in tables)

    def rows(self, rule: Rule) -> tuple[ConstantTable, ConstantTable]:
        """The rows of a rule, and the first row of each square."""
        if rule.rows not in self._rows:
            number = len(self._rows)
            starts = [row[0] for row in rule.rows]
            firsts = tuple(bisect_left(starts, site) for site in range(self.program.sites + 1))
            listed = ", ".join("{" + ", ".join(map(str, row)) + "}" for row in rule.rows)
            laid = ConstantTable(f"ROWS_{number}", f"square[{len(rule.rows[0])}]", rule.rows, f"{{{listed}}}")
            self._rows[rule.rows] = laid, ConstantTable(f"ROWS_FROM_{number}", "int32_t", firsts)
        return self._rows[rule.rows]

    def rows_from(self, rule: Rule, site: Expr, body: Block) -> Stmt:
        """For every row of a rule that begins on a square; its number is `i`."""
        _, starts = self.rows(rule)
        return Numbers("i", starts[site], starts[_next(site)], body)

    def taking(self, symbols: tuple[int, ...], squares: Expr) -> Stmt:
        """Removes all pieces of some kinds on some squares from `after`."""
        if symbols not in self._takes:
            whole = self.layout.whole
            called = self.layout.called(sum(whole << s * self.layout.variants for s in symbols))
            name = self._takes[symbols] = f"{called}__take" if called else f"take_{len(self._takes)}"
            body: list[Stmt] = []
            body += (Assign(self.layout.kind(symbol), "&=", ~AT) for symbol in symbols)
            for mark in self.layout.kept():
                if any(self.layout.asked[symbol] >> mark & 1 for symbol in symbols):
                    body.append(Assign(self.layout.mark(mark), "&=", ~AT))
            given = (("Board *", "b"), ("bits", "at"))
            self.functions.append(CFunction("static inline void", name, given, tuple(body)))
        return Do(call(self._takes[symbols], address(AFTER), squares))

    def counting(self, captures: tuple[tuple[Counters, int], ...], square: Expr) -> Stmt:
        """The counter updates after a capture, by the contents that were captured, in a function that all
        pieces share."""
        if captures not in self._counts:
            self._counts[captures] = f"count_capture_{len(self._counts)}"
            given = (("Board *", "after"), *ON_A_BOARD[1:], ("bits", "at"))
            body = self.by_contents(captures, Pointer("after"), AT, self.layout.squares)
            self.functions.append(CFunction("static void", self._counts[captures], given, body))
        return Do(call(self._counts[captures], address(AFTER), BOARD, square))

    def by_contents(
        self,
        outcomes: Iterable[tuple[Counters, int]],
        board: Expr,
        square: Expr,
        squares: Callable[[int], Expr],
    ) -> Block:
        """The counter updates of the one outcome whose contents were on a square."""
        found: Block = ()
        for counters, held in reversed(tuple(outcomes)):
            if lines := tuple(self.counts.changed(counters, board)):
                found = (If(any_of(square & squares(held)), lines, found),)
        return found

    def some(self, rules: tuple[Rule, ...]) -> tuple[list[Stmt], tuple[Rule, ...]]:
        """Does any of some rules match anywhere? Those whose squares have fixed offsets are answered at once;
        the others are returned."""
        lines: list[Stmt] = []
        for rule in filter(lambda rule: rule.plain, rules):
            sites = sum({1 << row[0] for row in rule.rows})
            lines.append(_found(self.layout.squares(rule.holds[0]) & self.layout.constant(sites)))
        ways = {rule: aligned(rule) for rule in rules if not rule.plain}
        for rule, patterns in ways.items():
            for apart, origins in patterns or ():
                squares = [self.layout.squares(held) for held in rule.holds]
                laid = [shifted(here, -by) for here, by in zip(squares[1:], apart, strict=True)]
                lines.append(_found(meet(squares[0], self.layout.constant(origins), *laid)))
        return lines, tuple(rule for rule, patterns in ways.items() if patterns is None)

    def everywhere(self, rule: Rule, absent: Absent, then: Then) -> Iterator[Stmt]:
        """Wherever a rule matches: `then`. It is tried only if all the pieces that it needs exist."""
        fits = self.fits(rule)
        if not rule.holds:
            make = (Do(call(f"{fits}_make", address(AFTER), BOARD, 0)),) if rule.writes else ()
            fit = call(f"{fits}_fits", GROUND, BOARD, OCCUPIED, 0)
            once = Fit(make, make, Number(0), 1, None)
            times = Let("times", Either(fit, Number(1), Number(0)), "const int")
            # A loop, so that the continuation can leave it by `continue`.
            yield Scoped((times, Numbers("fit", Number(0), Name("times"), tuple(then(once)))))
            return
        laid, _ = self.rows(rule)

        def made(row: Expr) -> Block:
            return (Do(call(f"{fits}_make", address(AFTER), BOARD, laid[row])),) if rule.writes else ()

        i, label = Name("i"), None
        if rule.terms.note is not None:
            label = laid[i][rule.terms.note[0]], laid[i][rule.terms.note[1]]
        fit = call(f"{fits}_fits", GROUND, BOARD, OCCUPIED, laid[i])
        done = then(Fit(made(i), made(WHICH_ROW), i, len(rule.rows), label))
        begin = self.layout.squares(rule.holds[0], absent)
        needed = [self.layout.squares(held, absent) for held in rule.holds[1:] if not held & EMPTY]
        others = [each for each in dict.fromkeys(needed) if each != begin]
        sites = sum({1 << row[0] for row in rule.rows})
        if 2 * sites.bit_count() <= self.program.sites:
            begin = begin & self.layout.constant(sites)
        loop = Each("f", begin, (self.rows_from(rule, first(FROM), tuple(under(fit, done))),))
        yield from under(both(*map(any_of, others)), [loop])

    def fits(self, rule: Rule) -> str:
        """The name of a rule, after generating the functions that match it and carry it out."""
        key = rule.holds, rule.writes, rule.questions
        if key not in self._names:
            name = self._names[key] = f"rule_{len(self._names)}"
            if rule.writes:
                given = (("Board *", "after"), ("const Board *", "b"), ("const square *", "at"))
                make = tuple(self.written(rule, rule.writes, Pointer("after")))
                head = f"static {SELDOM}void" if _has_effect(rule) else "static inline void"
                self.functions.append(CFunction(head, f"{name}_make", given, make))
            seldom = SELDOM if any(query.at is not None for query in rule.questions) else ""
            asked: Block = (*self._asked(rule, name), Return(TRUE))
            if not seldom and any(query.writes for query in rule.questions):  # boards are made: not inlined
                self.functions.append(CFunction(f"static {SELDOM}bool", f"{name}_allowed", ASKED, asked))
                asked = (Return(call(f"{name}_allowed", GROUND, BOARD, AT)),)
            body = (*self._held(rule.holds), *asked)
            self.functions.append(CFunction(f"static {seldom}bool", f"{name}_fits", ON_A_ROW, body))
        return self._names[key]

    def _asked(self, rule: Rule, name: str) -> Iterator[Stmt]:
        """The tests of a rule, one after the other; after an effect the rule is made as a whole."""
        boards: dict[Writes, Expr] = {(): BOARD}  # intermediate boards, each made once
        for block, wanted, writes, place in rule.questions:
            if writes not in boards:
                then = Name(f"then{len(boards)}")
                yield Let(then.name, Unary("*", BOARD), "Board")
                if writes == rule.writes and _has_effect(rule):
                    yield Do(call(f"{name}_make", address(then), BOARD, AT))
                else:
                    yield from self.written(rule, writes, then)
                boards[writes] = address(then)
            about = () if place is None else (AT[place],)
            held = Call(f"{block}__holds", (GROUND, boards[writes], *about))
            yield If(no(held) if wanted else held, (Return(FALSE),))

    def _held(self, holds: tuple[int, ...]) -> Iterator[Stmt]:
        """Whether every square of a row holds the required contents; squares with the same requirement are
        tested at once."""
        column = 0
        for held, alike in groupby(holds):
            begin, column = column, column + len(list(alike))
            others = self.classes.alphabet & ~held
            if not others:
                continue
            few = len(self.layout.symbols(others)) < len(self.layout.symbols(held))
            squares = ~self.layout.squares(others) if few else self.layout.squares(held)
            if column - begin < PATTERN:
                for each in range(begin, column):
                    yield If(no(has(squares, AT[each])), (Return(FALSE),))
            else:
                name = Name(f"held{begin}")
                yield Let(name.name, squares)
                missing = If(no(has(name, AT[Name("i")])), (Return(FALSE),))
                yield Numbers("i", Number(begin), Number(column), (missing,))

    def written(self, rule: Rule, writes: Writes, board: Expr) -> Iterator[Stmt]:
        """The writes of a rule on a copy of the board: the old content of a square is cleared, the new one
        set."""
        layout, effects = self.layout, defaultdict[Conditional, list[int]](list)
        for column, value in writes:
            if isinstance(value, Conditional):
                effects[value].append(column)
                continue
            source = column if value.site is None else value.site
            to, old = bit(AT[column]), layout.symbols(rule.holds[column])
            symbols = (
                [value.adds >> self.program.marks]
                if value.site is None
                else layout.symbols(rule.holds[source])
            )
            yield from (Assign(layout.kind(symbol, board), "&=", ~to) for symbol in old if symbol)
            for mark in layout.kept():
                if any(layout.asked[symbol] >> mark & 1 for symbol in old):
                    yield Assign(layout.mark(mark, board), "&=", ~to)
            for new in filter(None, symbols):
                put = [
                    Assign(layout.kind(new, board), "|=", to),
                    *self._marked(value, new, source, board, to),
                ]
                # Where there are several, the content depends on the board.
                yield from under(None if len(symbols) == 1 else has(layout.kind(new), AT[source]), put)
        for effect, columns in effects.items():
            yield Scoped(tuple(self._changed(effect, union(*(bit(AT[column]) for column in columns)), board)))

    def _changed(self, effect: Conditional, squares: Expr, board: Expr) -> Iterator[Stmt]:
        """Those of some squares that held one of the contents of an effect get the new content."""
        layout, new = self.layout, effect.becomes >> self.program.marks
        empty = (ALL & ~layout.occupied,) if effect.contents & EMPTY else ()
        yield Let("changed", squares & union(layout.squares(effect.contents & ~EMPTY), *empty))
        old = layout.symbols(effect.contents)
        yield from (Assign(layout.kind(symbol, board), "&=", ~CHANGED) for symbol in old if symbol)
        for mark in layout.kept():
            if any(layout.asked[symbol] >> mark & 1 for symbol in old):
                yield Assign(layout.mark(mark, board), "&=", ~CHANGED)
        if new:
            value = Value(None, 0, effect.becomes)
            yield Assign(layout.kind(new, board), "|=", CHANGED)
            yield from self._marked(value, new, 0, board, CHANGED)

    def _marked(self, value: Value, symbol: int, source: int, board: Expr, to: Expr) -> Iterator[Stmt]:
        """The marks of a written piece of a kind."""
        for mark in self.layout.kept():
            if self.layout.asked[symbol] >> mark & 1:
                borne = Assign(self.layout.mark(mark, board), "|=", to)
                if value.adds >> mark & 1:
                    yield borne
                elif value.site is not None and value.keeps >> mark & 1:
                    yield If(has(self.layout.mark(mark), AT[source]), (borne,))


def _has_effect(rule: Rule) -> bool:
    return any(isinstance(value, Conditional) for _, value in rule.writes)


def _next(site: Expr) -> Expr:
    return Chained("+", (site, Number(1)))


def _found(squares: Expr) -> Stmt:
    return If(any_of(squares), (Return(TRUE),))


def aligned(rule: Rule) -> list[tuple[tuple[int, ...], int]] | None:
    """The rows of a rule whose only conditions are contents as few patterns: offsets, and the first squares
    (as bits); None if there are many."""
    if rule.questions or rule.terms.counters or rule.terms.branch or not (rule.rows and rule.holds):
        return None
    found: dict[tuple[int, ...], int] = defaultdict(int)
    for row in rule.rows:
        found[tuple(site - row[0] for site in row[1:])] |= 1 << row[0]
    return list(found.items()) if PATTERN * len(found) <= len(rule.rows) else None
