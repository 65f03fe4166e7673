"""The verifier of IR programs: the invariants that every pass must preserve."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.algebra.contents import members
from lasker.compiler.ir.ops import (
    Adjust,
    Alias,
    Apply,
    Block,
    Body,
    Choose,
    ChooseDirection,
    Compare,
    Each,
    Fork,
    Go,
    Most,
    Program,
    Require,
    Select,
    Star,
    common_form,
    defines,
    uses,
)
from lasker.compiler.ir.passes.drop_unreached import entry_blocks


def violations(program: Program) -> list[str]:
    """Every violated invariant of a program, as a list of messages.

    >>> from lasker.compiler.ir.lower import lower
    >>> from lasker.play.library import model
    >>> violations(lower(model("tictactoe")))
    []
    """
    found = [f"{name} is no block" for name in entry_blocks(program) if name not in program.blocks]
    for number, table in enumerate(program.tables):
        found += [f"table {number}: {text}" for text in _table(table.rows, program)]
    for name, block in program.blocks.items():
        if name != block.name:
            found.append(f"{block.name} is filed as {name}")
        found += [f"{name}: {text}" for text in Check(program, block).violations()]
    return found


def _table(rows: tuple[tuple[int, ...] | None, ...], program: Program) -> Iterator[str]:
    places = program.sites * program.frames
    if len(rows) != places:
        yield f"{len(rows)} rows for {places} places"
    if len({len(row) for row in rows if row is not None}) > 1:
        yield "rows of different lengths"
    if any(not -1 <= place < places for row in rows if row is not None for place in row):
        yield "a row leads off the board"


class Check:
    """The verifier of one block, from its first operation to its last."""

    def __init__(self, program: Program, block: Block) -> None:
        self.program, self.block = program, block

    def violations(self) -> Iterator[str]:
        """The violations in the block."""
        if self.block.keeps is not None and self.block.arrives:
            yield "it keeps and arrives"
        yield from self.body(self.block.body, frozenset(self.block.cursors))

    def body(self, body: Body, scope: frozenset[str]) -> Iterator[str]:
        """The violations in a body, given the cursors in scope."""
        for at, op in enumerate(body):
            unknown = uses(op) - scope
            if unknown:
                yield f"{', '.join(sorted(unknown))} used before being placed"
            if isinstance(op, Go) and at < len(body) - 1:
                yield "something stands after a go"
            if isinstance(op, Fork):
                for option in op.options:
                    yield from self.body((*option, *body[at + 1 :]), scope)
                return
            yield from self.op(op)
            scope |= defines(op)
        if not (body and isinstance(body[-1], Go)) and not frozenset(self.block.keeps or ()) <= scope:
            yield "it keeps cursors that were never placed"

    def op(self, op: object) -> Iterator[str]:
        """The violations in a single operation."""
        contents, counters = len(self.program.contents), len(self.program.counters)
        match op:
            case Apply():
                yield from self.lay(op)
            case Choose() | Alias() | Each():
                if op.contents >> contents or op.sites >> self.program.sites:
                    yield "a set holds what there is not"
            case Select(options=options):
                if len({common_form(option) for option in options}) != 1 or not all(
                    isinstance(option, Apply | Adjust) for option in options
                ):
                    yield "a select among operations that are not alike"
                for option in options:
                    yield from self.op(option)
            case ChooseDirection(count=0):
                yield "a spin without directions"
            case Adjust(slot) | Compare(slot) | Most(slot):
                if not 0 <= slot < counters:
                    yield f"there is no counter {slot}"
            case _:
                pass
        match op:
            case (
                Require(block, cursors) | Star(block, cursors) | Go(block, cursors) | Most(_, block, cursors)
            ):
                yield from self.call(block, len(cursors))
            case Each():
                yield from self.call(op.block, len(op.cursors) + 1)
                if not set(op.others) <= set(op.cursors):
                    yield "an each stands with cursors that it does not keep"
            case _:
                pass
        if isinstance(op, Star | Each | Most):
            called = self.program.blocks.get(op.block)
            if called is not None and len(called.keeps or ()) != len(op.cursors):
                yield f"{op.block} does not keep what it is given"

    def call(self, block: str, cursors: int) -> Iterator[str]:
        """The violations in a call of a block with this number of cursors."""
        if block not in self.program.blocks:
            yield f"{block} is no block"
        elif len(self.program.blocks[block].cursors) != cursors:
            yield f"{block} is given {cursors} cursors"

    def lay(self, op: Apply) -> Iterator[str]:
        """The violations in a rewrite."""
        if (len(op.tables) > 1) != (op.direction is not None):
            yield "a direction without tables, or tables without a direction"
        if not all(0 <= table < len(self.program.tables) for table in op.tables):
            yield "a table that there is not"
            return
        columns = {self.program.tables[table].columns for table in op.tables}
        mentioned = [column for column, _ in (*op.checks, *op.standing, *op.writes)]
        mentioned += [carry.column for carry in op.carries] + [column for _, column in op.walks]
        if len(columns) > 1 or any(column >= min(columns) for column in mentioned):
            yield "a column that there is not"
        written = [column for column, _ in op.writes] + [carry.column for carry in op.carries]
        if len(set(written)) < len(written):
            yield "a square written twice"
        allowed = [contents for _, contents in op.checks] + [1 << c for _, cs in op.writes for c in cs]
        if any(number >= len(self.program.contents) for each in allowed for number in members(each)):
            yield "a content that there is not"
