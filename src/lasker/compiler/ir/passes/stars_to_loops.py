"""Pass: a star that never returns to a configuration becomes a loop, without a set of visited configurations.

The proof: the star's block is one rewrite, among tests, that moves a cursor along its table, and that table
has no cycle. So every round is a new configuration, and since the rewrite has one outcome there is one path
through the rounds. Or else every round has at most one outcome and changes a counter monotonically (see
`star_properties`), as sowing does.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from lasker.compiler.ir import names
from lasker.compiler.ir.ops import (
    Apply,
    Block,
    Body,
    Compare,
    Cursor,
    Fork,
    Go,
    Op,
    Program,
    Require,
    SquareTable,
    Star,
    defines,
)
from lasker.compiler.ir.passes.drop_unreached import every
from lasker.compiler.ir.passes.star_properties import single_path_blocks

MOST_COPIES = 3  # of a block, for the required rounds


def stars_to_loops(program: Program) -> Program:
    """The same program with loops for the stars that are proved to be rides."""
    loops = Loops(program)
    for block in program.blocks.values():
        loops.blocks[block.name] = replace(block, body=loops.body(block.body, block))
    return replace(program, blocks=loops.blocks)


class Loops:
    """The blocks so far, and the loops among them by what they repeat and where they continue."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.blocks = dict(program.blocks)
        self._known: dict[tuple[object, ...], str] = {}
        self._copies: dict[str, Go] = {}  # for a loop of rounds, the entry into one of them

    def body(self, body: Body, block: Block) -> Body:
        """A body with its stars replaced where that is proved."""
        for at, op in enumerate(body):
            if isinstance(op, Fork):
                return (*body[:at], Fork(tuple(self.body(option, block) for option in op.options)))
            if isinstance(op, Star) and op.high is None and op.low <= MOST_COPIES:
                again = self.program.blocks[op.block]
                if is_ride(again, self.program):
                    (go,) = body[at + 1 :]
                    assert isinstance(go, Go)
                    once = renamed(again.body, dict(zip(again.cursors, op.cursors, strict=True)))
                    return (*body[:at], *once * op.low, self._loop(op, go, once, block))
                if op.low <= 1 and (around := self._rounds(op, body[at + 1], again, block)):
                    return (*body[:at], around)
        return body

    def _loop(self, op: Star, go: Go, once: Body, block: Block) -> Go:
        cursors = tuple(dict.fromkeys((*op.cursors, *go.cursors)))
        key = (once, go, cursors, block.keeps, block.arrives)
        if key not in self._known:
            name = self._known[key] = names.distinct((*self.blocks, f"{block.name}_ride"))[-1]
            more = Go(name, cursors)
            body = (Fork(((go,), (*once, more))),)
            self.blocks[name] = Block(name, cursors, body, block.keeps, block.arrives)
        return Go(self._known[key], cursors)

    def _rounds(self, op: Star, go: Op, again: Block, block: Block) -> Go | None:
        """The loop of a star with one path through its rounds: its blocks, each ending with the next
        round."""
        assert isinstance(go, Go)
        others = tuple(cursor for cursor in dict.fromkeys(go.cursors) if cursor not in op.cursors)
        reached = (
            single_path_blocks(again, self.program) if again.cursors == again.keeps == op.cursors else None
        )
        if reached is None:
            return None
        if any(cursor in others for each in reached for cursor in each.cursors):
            return None
        if any(cursor in others for each in reached for one in every(each.body) for cursor in defines(one)):
            return None
        key = ("rounds", again.name, go, others, block.keeps, block.arrives)
        if key not in self._known:
            cursors = (*op.cursors, *others)
            loop = self._known[key] = names.distinct((*self.blocks, f"{block.name}_rounds"))[-1]
            self.blocks[loop] = Block(loop, cursors, (), block.keeps, block.arrives)
            copies: dict[str, str] = {}
            for each in reached:
                copies[each.name] = names.distinct((*self.blocks, f"{loop}_{each.name}"))[-1]
                self.blocks[copies[each.name]] = each
            next_round = Go(loop, cursors)
            for each in reached:
                body = continued(each.body, copies, others, next_round)
                name = copies[each.name]
                self.blocks[name] = Block(name, (*each.cursors, *others), body, block.keeps, block.arrives)
            once = Go(copies[again.name], cursors)
            self.blocks[loop] = Block(loop, cursors, (Fork(((go,), (once,))),), block.keeps, block.arrives)
            self._copies[loop] = once
        loop = self._known[key]
        return self._copies[loop] if op.low else Go(loop, (*op.cursors, *others))


def continued(body: Body, copies: dict[str, str], others: tuple[Cursor, ...], end: Go) -> Body:
    """A body with its jumps redirected to copies of blocks, and its end replaced by `end`; `others` are
    passed on."""
    if not body:
        return (end,)
    *before, last = body
    match last:
        case Go(name, cursors):
            return (*before, Go(copies[name], (*cursors, *others)))
        case Fork(options):
            return (*before, Fork(tuple(continued(option, copies, others, end) for option in options)))
        case _:
            return (*body, end)


def is_ride(block: Block, program: Program) -> bool:
    """Is the block one rewrite that moves a cursor along an acyclic table, with nothing but tests beside
    it?"""
    laid = [op for op in block.body if isinstance(op, Apply) and not _only_looks(op)]
    others = [op for op in block.body if not isinstance(op, Apply)]
    if len(laid) != 1 or not all(isinstance(op, Require | Compare) for op in others):
        return False
    (lay,) = laid
    if lay.anchor is None or any(len(contents) > 1 for _, contents in lay.writes):
        return False
    column = dict(lay.walks).get(lay.anchor)
    return column is not None and all(onward(program.tables[table], column) for table in lay.tables)


def _only_looks(op: Apply) -> bool:
    return op.anchor is not None and not (op.writes or op.carries or op.walks)


@cache
def onward(table: SquareTable, column: int) -> bool:
    """Is a column of the table acyclic as a graph on places?

    >>> onward(SquareTable(((0, 1), (1, 2), None)), 1), onward(SquareTable(((0, 1), (1, 0))), 1)
    (True, False)
    """
    finished: set[int] = set()
    for start in range(len(table.rows)):
        walk: dict[int, None] = {}
        place = start
        while place not in finished and (row := table.rows[place]) is not None:
            if place in walk:
                return False
            walk[place] = None
            place = row[column]
        finished |= {start, *walk}
    return True


def renamed(body: Body, to: dict[Cursor, Cursor]) -> Body:
    """A body of rewrites and tests with its cursors renamed."""

    def change(op: Op) -> Op:
        match op:
            case Apply():
                return replace(
                    op,
                    anchor=op.anchor and to.get(op.anchor, op.anchor),
                    standing=tuple((column, to.get(name, name)) for column, name in op.standing),
                    carries=tuple(
                        replace(carry, source=carry.source and to.get(carry.source, carry.source))
                        for carry in op.carries
                    ),
                    direction=op.direction and to.get(op.direction, op.direction),
                    walks=tuple((to.get(name, name), column) for name, column in op.walks),
                )
            case Require():
                return replace(op, cursors=tuple(to.get(name, name) for name in op.cursors))
            case _:
                return op

    return tuple(map(change, body))
