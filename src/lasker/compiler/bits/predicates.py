"""Code generation for tests: tests of a square, flood fills, piece counts."""

from __future__ import annotations

from lasker.compiler.bits.attack_tables import AttackTables
from lasker.compiler.bits.kinds.rules import AT, ON_A_BOARD, SELDOM, Rules
from lasker.compiler.bits.language import (
    BOARD,
    FALSE,
    GROUND,
    NONE,
    OCCUPIED,
    TRUE,
    Assign,
    CFunction,
    Compared,
    Expr,
    If,
    Let,
    Name,
    Number,
    Return,
    Stmt,
    While,
    any_of,
    both,
    call,
    no,
    shifted,
    union,
)
from lasker.compiler.bits.layout import Layout
from lasker.compiler.groups.game import Census, Fill, PieceCounter, SquareTest
from lasker.compiler.ir.names import RELATIONS
from lasker.compiler.ir.ops import Compare, Program


class Tests:
    """The functions of tests other than attacks."""

    def __init__(self, program: Program, layout: Layout, tables: AttackTables, rules: Rules) -> None:
        self.program, self.layout, self.tables, self.rules = program, layout, tables, rules

    def placed(self, name: str, test: SquareTest) -> CFunction:
        """A test about a square as a function of the board and the square."""
        body: list[Stmt] = [Let("occupied", self.layout.occupied)]
        for strike in test.strikes:
            for reach in self.tables.backward(strike.entries, strike.screens):
                aligned = reach.aligned(AT) & self.layout.squares(strike.strikers)
                free = None if reach.leaps else any_of(aligned & reach.targets(AT))
                body.append(If(both(any_of(aligned), free) or TRUE, (Return(TRUE),)))
        for rule in test.rules:
            laid, _ = self.rules.rows(rule)
            fit = call(f"{self.rules.fits(rule)}_fits", GROUND, BOARD, OCCUPIED, laid[Name("i")])
            body.append(self.rules.rows_from(rule, AT, (If(fit, (Return(TRUE),)),)))
        given = (*ON_A_BOARD, ("int", "at"))
        return CFunction(f"static {SELDOM}bool", f"{name}__holds", given, (*body, Return(FALSE)))

    def fill(self, name: str, fill: Fill) -> CFunction:
        """Whether a flood fill reaches a goal: the set grows until it is closed."""
        squares, these = self.layout.squares, self.layout.constant
        now, before = Name("now"), Name("before")
        grown: list[Stmt] = [
            If(any_of(now & these(fill.goals)), (Return(TRUE),)),
            Assign(before, "=", now),
        ]
        for step in fill.steps:
            ways = union(*(shifted(before & these(origins), by) for by, origins in step.ways))
            grown.append(Assign(now, "|=", ways & squares(step.contents)))
        body = (
            Let("occupied", self.layout.occupied),
            Let("now", squares(fill.contents) & these(fill.sites), "bits"),
            Let("before", NONE, "bits"),
            While(no(call("equal", now, before)), tuple(grown)),
            Return(FALSE),
        )
        return CFunction("static bool", f"{name}__holds", ON_A_BOARD, body)

    def census(self, name: str, census: Census) -> CFunction:
        """Pieces counted by population count; the counters of a census start anew."""
        counters = self.program.counters
        slots = sorted({slot for step in census.steps for slot in _slots(step)})
        body: list[Stmt] = [Let("occupied", self.layout.occupied)]
        for block, wanted in census.asks:
            held = call(f"{block}__holds", GROUND, BOARD)
            body.append(If(no(held) if wanted else held, (Return(FALSE),)))
        body += (Let(f"counted_{slot}", Number(counters[slot].start), "int64_t") for slot in slots)
        for step in census.steps:
            total = Name(f"counted_{step.slot}")
            if isinstance(step, PieceCounter):
                squares = self.layout.squares(step.contents) & self.layout.constant(step.sites)
                high = Number(counters[step.slot].high)
                body.append(Assign(total, "+=", call("(int64_t)", call("size", squares))))
                body.append(If(Compared(total, ">", high), (Assign(total, "=", high),)))
            else:
                right: Expr = Name(f"counted_{step.other}") if step.other_is_slot else Number(step.other)
                compared = Compared(total, RELATIONS[step.relation], right)
                body.append(If(no(compared), (Return(FALSE),)))
        return CFunction("static bool", f"{name}__holds", ON_A_BOARD, (*body, Return(TRUE)))


def _slots(step: PieceCounter | Compare) -> list[int]:
    if isinstance(step, PieceCounter):
        return [step.slot]
    return [step.slot, step.other] if step.other_is_slot else [step.slot]
