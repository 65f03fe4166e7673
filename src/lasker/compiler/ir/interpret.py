"""The IR interpreter: the semantics of each operation, in the order of the table of operations.

It is the definition that generated code is tested against, and short enough to be read beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import product
from typing import Any, NamedTuple

from lasker.algebra.meaning import RELATIONS
from lasker.compiler.ir.collect import each_site, most, star
from lasker.compiler.ir.machine import Configuration, Note
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
    NoteEnd,
    Program,
    Require,
    Select,
    Star,
)
from lasker.kernel.limits import DEFAULT, Limits, Meter, ThreadMeter


class BlockState(NamedTuple):
    """A configuration in the middle of a block, with its cursors by name."""

    board: tuple[int, ...]
    counters: tuple[int, ...]
    cursors: dict[str, int]
    notes: tuple[Note, ...] = ()
    open: tuple[int, ...] = ()

    def kept(self, names: tuple[str, ...]) -> Configuration:
        """The configuration with some of the cursors, in their order."""
        return Configuration(
            self.board, self.counters, tuple(self.cursors[name] for name in names), self.notes, self.open
        )


class Interpreter:
    """Runs the blocks of a program, one operation after the other."""

    def __init__(self, program: Program, limits: Limits = DEFAULT) -> None:
        self.program = program
        self.meter: Meter = ThreadMeter(limits, program.sites)

    def runs(self, block: str, start: Configuration) -> Iterator[Configuration]:
        """Every configuration at the end of a block, with the cursors that the block keeps."""
        named = self.program.blocks[block]
        state = BlockState(
            start.board,
            start.counters,
            dict(zip(named.cursors, start.cursors, strict=True)),
            start.notes,
            start.open,
        )
        for end, ending in self._body(named.body, 0, state, named):
            yield end.kept(ending.keeps or ())

    def _body(
        self, body: Body, at: int, state: BlockState, block: Block
    ) -> Iterator[tuple[BlockState, Block]]:
        """The results of a body from one of its operations on, each with the block in which it ended."""
        self.meter.spend()
        if at == len(body):
            yield state, block
            return
        op = body[at]
        if isinstance(op, Fork):
            for option in op.options:
                for middle, ending in self._body(option, 0, state, block):
                    if ending is block:
                        yield from self._body(body, at + 1, middle, block)
                    else:  # the alternative has jumped elsewhere, and nothing follows here
                        yield middle, ending
        elif isinstance(op, Go):
            following = self.program.blocks[op.block]
            cursors = dict(zip(following.cursors, map(state.cursors.get, op.cursors), strict=True))
            yield from self._body(following.body, 0, state._replace(cursors=cursors), following)  # type: ignore[arg-type]
        else:
            for middle in self._rules[type(op)](self, op, state):
                yield from self._body(body, at + 1, middle, block)

    def _lay(self, op: Apply, state: BlockState) -> Iterator[BlockState]:
        table = op.tables[0 if op.direction is None else state.cursors[op.direction]]
        frames, rows = self.program.frames, self.program.tables[table].rows
        anchors = range(0, len(rows), frames) if op.anchor is None else (state.cursors[op.anchor],)
        for anchor in anchors:
            row = rows[anchor]
            if row is None or not all(
                row[column] < 0 or allowed >> state.board[row[column] // frames] & 1
                for column, allowed in op.checks
            ):
                continue
            if all(state.cursors[name] // frames == row[column] // frames for column, name in op.standing):
                yield from self._write(op, state, row)

    def _write(self, op: Apply, state: BlockState, row: tuple[int, ...]) -> Iterator[BlockState]:
        frames = self.program.frames
        carried = []
        for carry in op.carries:
            site = row[carry.column] // frames
            origin = site if carry.source is None else state.cursors[carry.source] // frames
            content = state.board[origin] & ~(self.program.moved if origin != site else 0)
            carried.append((site, (content | carry.gains) & ~carry.loses))
        cursors = state.cursors | {name: row[column] for name, column in op.walks}
        for written in product(*(contents for _, contents in op.writes)):
            board = list(state.board)
            for (column, _), content in zip(op.writes, written, strict=True):
                board[row[column] // frames] = content
            for site, content in carried:
                board[site] = content
            yield state._replace(board=tuple(board), cursors=cursors)

    def _choose(self, op: Choose, state: BlockState) -> Iterator[BlockState]:
        for site, content in enumerate(state.board):
            if op.contents >> content & 1 and op.sites >> site & 1:
                chosen = state._replace(cursors=state.cursors | {op.cursor: site * self.program.frames})
                if op.noted:
                    chosen = chosen._replace(
                        notes=(*state.notes, (site, 0, 0, content >> self.program.marks)),
                        open=(*state.open, len(state.notes)),
                    )
                yield chosen

    def _stand(self, op: Alias, state: BlockState) -> Iterator[BlockState]:
        places = {state.cursors[name] for name in op.others}
        if len(places) == 1 and self._fits(op, next(iter(places)) // self.program.frames, state.board):
            yield state._replace(cursors=state.cursors | {op.cursor: places.pop()})

    def _fits(self, op: Alias | Each, site: int, board: tuple[int, ...]) -> bool:
        return bool(op.contents >> board[site] & 1 and op.sites >> site & 1)

    def _leave(self, op: NoteEnd, state: BlockState) -> Iterator[BlockState]:
        *still, at = state.open
        start, _, _, was = state.notes[at]
        end = state.cursors[op.cursor] // self.program.frames
        symbol = state.board[end] >> self.program.marks
        note = (start, end, symbol if symbol != was else -1, was)
        yield state._replace(notes=(*state.notes[:at], note, *state.notes[at + 1 :]), open=tuple(still))

    def _spin(self, op: ChooseDirection, state: BlockState) -> Iterator[BlockState]:
        for way in range(op.count):
            yield state._replace(cursors=state.cursors | {op.cursor: way})

    def _ask(self, op: Require, state: BlockState) -> Iterator[BlockState]:
        start = Configuration(state.board, state.counters, tuple(state.cursors[name] for name in op.cursors))
        if (next(self.runs(op.block, start), None) is not None) is op.wanted:
            yield state

    def _adjust(self, op: Adjust, state: BlockState) -> Iterator[BlockState]:
        counter = self.program.counters[op.slot]
        value = op.amount + (state.counters[op.slot] if op.relative else 0)
        if counter.low <= value <= counter.high:
            counters = (*state.counters[: op.slot], value, *state.counters[op.slot + 1 :])
            yield state._replace(counters=counters)

    def _select(self, op: Select, state: BlockState) -> Iterator[BlockState]:
        chosen = op.options[state.cursors[op.direction]]
        yield from self._rules[type(chosen)](self, chosen, state)

    def _compare(self, op: Compare, state: BlockState) -> Iterator[BlockState]:
        other = state.counters[op.other] if op.other_is_slot else op.other
        if RELATIONS[op.relation](state.counters[op.slot], other):
            yield state

    def _star(self, op: Star, state: BlockState) -> Iterator[BlockState]:
        ends = star(partial(self.runs, op.block), state.kept(op.cursors), op.low, op.high, self.meter)
        return self._resumed(op.cursors, ends, state)

    def _each(self, op: Each, state: BlockState) -> Iterator[BlockState]:
        frames, others = self.program.frames, [op.cursors.index(name) for name in op.others]

        def fits(site: int, each: Configuration) -> int | None:
            here = all(each.cursors[other] // frames == site for other in others)
            place = each.cursors[others[0]] if others else site * frames
            return place if here and self._fits(op, site, each.board) else None

        start, run = state.kept(op.cursors), partial(self.runs, op.block)
        ends = each_site(run, start, fits, self.program.sites, self.meter)
        return self._resumed(op.cursors, ends, state)

    def _most(self, op: Most, state: BlockState) -> Iterator[BlockState]:
        ends = most(partial(self.runs, op.block), state.kept(op.cursors), op.slot, self.meter)
        return self._resumed(op.cursors, ends, state)

    def _resumed(
        self, names: tuple[str, ...], ends: Iterable[Configuration], state: BlockState
    ) -> Iterator[BlockState]:
        """Back in the middle of the calling block, with the cursors where they are now."""
        for end in ends:
            cursors = state.cursors | dict(zip(names, end.cursors, strict=True))
            yield BlockState(end.board, end.counters, cursors, end.notes, end.open)

    _rules: dict[type, Any] = {  # noqa: RUF012  # a table of the class, never changed
        Apply: _lay,
        Choose: _choose,
        Alias: _stand,
        NoteEnd: _leave,
        ChooseDirection: _spin,
        Require: _ask,
        Adjust: _adjust,
        Select: _select,
        Compare: _compare,
        Star: _star,
        Each: _each,
        Most: _most,
    }
