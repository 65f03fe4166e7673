"""Pass: what depends on geometry alone becomes a table.

A block of one cursor is geometric if it neither reads nor changes contents and counters, and repeats nothing
without bound. Then the place of the cursor decides where it leads, and the interpreter finds that for every
place, on an empty board. So a fixed number of rounds of a geometric block is one step along a table, if no
place has two results, and a test of one is a look at a table: the squares where it has a result, or where it
has none.
"""

from __future__ import annotations

from dataclasses import replace

from lasker.compiler.ir.interpret import Interpreter
from lasker.compiler.ir.machine import Configuration
from lasker.compiler.ir.ops import (
    NEVER,
    Alias,
    Apply,
    Block,
    Body,
    ChooseDirection,
    Fork,
    Op,
    Program,
    Require,
    SquareTable,
    Star,
)
from lasker.compiler.ir.passes.prune_forks import pruned

Rows = tuple[tuple[int, ...] | None, ...]


def tabulate_paths(program: Program) -> Program:
    """The same program with tables for fixed rounds and tests that depend on geometry alone."""
    found = Tabulation(program)
    blocks = {
        name: replace(block, body=pruned(found.body(block.body))) for name, block in program.blocks.items()
    }
    return replace(program, blocks=blocks, tables=(*program.tables, *found.tables))


class Tabulation:
    """The new tables, with their numbers, and which blocks are geometric."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.tables: dict[SquareTable, int] = {}
        self._interpreter = Interpreter(program)
        self._geometric: dict[str, bool] = {}
        self._ends: dict[str, tuple[frozenset[int], ...]] = {}
        self._every_content = (1 << len(program.contents)) - 1

    def body(self, body: Body) -> Body:
        """A body with tables in the place of what they tell."""
        return tuple(each for op in body for each in self._changed(op))

    def _changed(self, op: Op) -> Body:
        match op:
            case Fork(options):
                return (Fork(tuple(map(self.body, options))),)
            case Star(low=low, high=high) if low == high:
                return self._rounds(op, low) or (op,) if low else ()
            case Require(cursors=(cursor,)) if self._is_geometric(op.block):
                found = [bool(ends) is op.wanted for ends in self._leads(op.block)]
                rows = tuple((at,) if each else None for at, each in enumerate(found))
                return () if all(found) else self._lay(cursor, rows)
            case _:
                return (op,)

    def _rounds(self, op: Star, number: int) -> Body:
        """So many rounds as a step along a table; empty if they are none."""
        block = self.program.blocks[op.block]
        if len(op.cursors) != 1 or block.keeps != block.cursors or not self._is_geometric(op.block):
            return ()
        leads = self._leads(op.block)
        if any(len(ends) > 1 for ends in leads):
            return ()
        after = [next(iter(ends), None) for ends in leads]
        ends: list[int | None] = list(range(len(after)))
        for _ in range(number):
            ends = [None if end is None else after[end] for end in ends]
        rows = tuple(None if end is None else (at, end) for at, end in enumerate(ends))
        return self._lay(op.cursors[0], rows, ((op.cursors[0], 1),))

    def _lay(self, cursor: str, rows: Rows, walks: tuple[tuple[str, int], ...] = ()) -> Body:
        if not any(rows):
            return NEVER
        number = self.tables.setdefault(SquareTable(rows), len(self.program.tables) + len(self.tables))
        return (Apply((number,), cursor, walks=walks),)

    def _leads(self, name: str) -> tuple[frozenset[int], ...]:
        """By place of the cursor of a geometric block the places where it leads; where it keeps none, 0."""
        if name not in self._ends:
            empty = (0,) * self.program.sites
            starts = (
                Configuration(empty, (), (place,))
                for place in range(self.program.sites * self.program.frames)
            )
            self._ends[name] = tuple(
                frozenset(end.cursors[0] if end.cursors else 0 for end in self._interpreter.runs(name, start))
                for start in starts
            )
        return self._ends[name]

    def _is_geometric(self, name: str) -> bool:
        if name not in self._geometric:
            self._geometric[name] = False  # a block that runs itself is none
            block = self.program.blocks[name]
            self._geometric[name] = self._begins_and_ends_alone(block) and self._reads_geometry(block.body)
        return self._geometric[name]

    def _begins_and_ends_alone(self, block: Block) -> bool:
        return len(block.cursors) == 1 and not block.arrives and len(block.keeps or ()) <= 1

    def _reads_geometry(self, body: Body) -> bool:
        return all(map(self._is_geometry, body))

    def _is_geometry(self, op: Op) -> bool:
        match op:
            case Apply():
                return op.anchor is not None and not (op.checks or op.writes or op.carries)
            case Fork(options):
                return all(map(self._reads_geometry, options))
            case Alias(contents=contents):
                return contents == self._every_content
            case Star(block, high=high):
                return high is not None and self._is_geometric(block)
            case Require(block):
                return self._is_geometric(block)
            case ChooseDirection():
                return True
            case _:
                return False
