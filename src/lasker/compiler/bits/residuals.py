"""Moves that are walked: what the walk needs to know of boards of sets."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.compiler.bits.language import BOARD, GROUND, Expr, any_of, both, call
from lasker.compiler.bits.layout import Layout
from lasker.compiler.bits.writing import Writing
from lasker.compiler.groups.game import Classes
from lasker.compiler.groups.moves import Residual
from lasker.kernel.resources import c_runtime


def unpacked(layout: Layout) -> Iterator[str]:
    """A board of sets told square by square."""
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
    """What the walk needs to know of boards; nothing where nothing is walked."""
    yield f"#define RESIDUALS {len(classes.residuals)}"
    if not classes.residuals:
        return
    yield from unpacked(layout)
    yield "/* One square of a board holds something else. */"
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
    """The condition without which there is nothing to walk; none if that is not known."""
    layout = writing.layout
    return both(
        *(any_of(writing.scope.squares(held) & layout.these(sites)) for held, sites in residual.needs)
    )


def walk_holds(writing: Writing, residual: Residual) -> Expr:
    """Whether there is a way through a block that is walked."""
    return call("walk_holds", GROUND, BOARD, residual_number(writing, residual))


def residual_number(writing: Writing, residual: Residual) -> int:
    """The number of a block among those that are walked."""
    return writing.classes.residuals.index(residual)
