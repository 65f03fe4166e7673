"""Residual moves in bit programs: the interface between bitboards and the walk."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.compiler.bits.codegen_context import Writing
from lasker.compiler.bits.language import BOARD, GROUND, Expr, any_of, both, call
from lasker.compiler.bits.layout import Layout
from lasker.compiler.groups.game import Classes
from lasker.compiler.groups.moves import Residual
from lasker.kernel.package_data import c_runtime


def unpacked(layout: Layout) -> Iterator[str]:
    """Conversion of a board of sets to contents by square."""
    yield "static void unpack(const Board *b, content *board) {"
    yield "    for (int site = 0; site < SITES; site++) board[site] = 0;"
    for symbol in range(1, len(layout.kinds)):
        marks = [m for m in layout.kept() if layout.asked[symbol] >> m & 1]
        value = [f"{symbol << layout.program.marks}"]
        value += [f"(content)has(b->{layout.marks[m]}, first(s)) << {m}" for m in marks]
        yield f"    for (bits s = b->{layout.kinds[symbol]}; any(s); s = rest(s))"
        yield f"        board[first(s)] = (content)({' | '.join(value)});"
    yield "}"


def residual_head(classes: Classes, layout: Layout) -> Iterator[str]:
    """Declarations that the walk needs; empty without residuals."""
    yield f"#define RESIDUALS {len(classes.residuals)}"
    if not classes.residuals:
        return
    yield from unpacked(layout)
    yield "/* Replaces the content of one square of a board. */"
    yield "static void put_content(Board *b, int site, int32_t held) {"
    yield "    const bits at = BIT(site);"
    yield from (f"    b->{field} &= ~at;" for field in layout.fields())
    yield "    switch (held >> MARKS) {"
    for symbol in range(1, len(layout.kinds)):
        marks = [m for m in layout.kept() if layout.asked[symbol] >> m & 1]
        yield f"    case {symbol}:"
        yield f"        b->{layout.kinds[symbol]} |= at;"
        yield from (f"        if (held >> {m} & 1) b->{layout.marks[m]} |= at;" for m in marks)
        yield "        break;"
    yield "    }"
    yield "}"
    yield c_runtime("walk/residuals")


def needed(writing: Writing, residual: Residual) -> Expr | None:
    """A necessary condition for a residual to have any result; None if there is none known."""
    layout = writing.layout
    return both(
        *(any_of(writing.scope.squares(held) & layout.constant(sites)) for held, sites in residual.needs)
    )


def walk_holds(writing: Writing, residual: Residual) -> Expr:
    """Whether a residual block has a result."""
    return call("walk_holds", GROUND, BOARD, residual_number(writing, residual))


def residual_number(writing: Writing, residual: Residual) -> int:
    """The number of a residual block."""
    return writing.classes.residuals.index(residual)
