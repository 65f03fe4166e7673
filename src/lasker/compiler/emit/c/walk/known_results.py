"""Moves whose results are told apart by one or two squares, so that they are counted without comparison.

A move may begin by choosing a square, and then only put a constant content there: it is known by that square.
If it also carries what stood there to another square, or puts something on another that is chosen, it is
known by the two. Other changes, of counters and marks, must be the same on every path; they give the *kind*
of the move. No two such moves of a position have the same result, if no content that may be chosen has the
symbol of what is put on it, or (where the piece is carried) of what the piece lands on; unless the first
square of each is the second of the other, which the symbols must exclude too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from typing import cast

from lasker.algebra.contents import members
from lasker.compiler.emit.c.walk.priorities import Exhaust, KnownImpossible, Passed, Unless, Watch, Watched
from lasker.compiler.emit.c.walk.visited_squares import moved_cursor
from lasker.compiler.ir.ops import (
    Adjust,
    Alias,
    Apply,
    Body,
    Choose,
    ChooseDirection,
    Compare,
    Fork,
    Go,
    NoteEnd,
    Op,
    Program,
    Require,
    Star,
    defines,
)
from lasker.compiler.ir.passes.drop_unreached import every
from lasker.kernel.dataclass import dataclass

MOST_SITES = 512  # of boards for which there are tables of pairs of squares


@dataclass(frozen=True)
class KnownResult:
    """A move ends here; its result is known by the first chosen square, and by that of a cursor, if any."""

    cursor: str | None
    kind: int
    carried: bool = False  # has the piece been carried there as it was?
    alone: bool = True  # does nothing else change?


@dataclass(frozen=True)
class _Path:
    """What has happened on the way."""

    cursor: str | None = None  # the first that was chosen
    held: int = 0  # the contents of its square
    left: int | None = None  # the content that is there now
    end: str | None = None  # the cursor on the second square, which holds the piece or another content
    landing: int = 0  # the contents of the second square
    carried: bool = False
    put: int | None = None
    changes: tuple[object, ...] = ()  # of counters and marks

    @property
    def returns(self) -> bool:
        """May the piece leave its square as it was?"""
        return self.left is None or (self.carried and self.landing == 1 << self.left)


@dataclass(frozen=True)
class _Pair:
    """The symbols of two squares: before and after a move."""

    held: int
    left: int
    landing: int
    landed: int

    def may_equal(self, other: _Pair) -> bool:
        """May two moves have the same result, the first square of each being the second of the other?"""
        return bool(
            self.held & other.landing
            and other.held & self.landing
            and self.left & other.landed
            and other.left & self.landed
        )


@dataclass
class _Marking:
    program: Program
    entries: dict[str, _Path | None] = field(default_factory=dict)  # by block; None if paths differ
    kinds: dict[object, int] = field(default_factory=dict)
    pairs: set[_Pair] = field(default_factory=set)

    def body(self, body: Body, path: _Path | None) -> Body:
        """A body with the ends of known moves marked."""
        if path is not None and self.ends(body):
            return (*self.result(path), *body)
        if not body:
            return body
        op, rest = body[0], body[1:]
        if isinstance(op, Fork):
            return (Fork(tuple(self.body(option, path) for option in op.options)),)
        if isinstance(op, Go):
            self.enter(op, path)
            return body
        return (op, *self.body(rest, path and self.after(op, path)))

    def ends(self, body: Body) -> bool:
        """Is a move over, but for its label?"""
        while body and isinstance(body[0], NoteEnd):
            body = body[1:]
        if len(body) == 1 and isinstance(body[0], Go):
            return self.ends(self.program.blocks[body[0].block].body)
        return not body

    def result(self, path: _Path) -> Iterator[Op]:
        """The mark at the end of a path, if its result is known."""
        if path.left is None or (path.end is not None and not path.carried and path.put is None):
            return
        carried = path.carried and path.put is None
        kind = self.kinds.setdefault((path.left, carried, path.put, path.changes), len(self.kinds))
        if path.end is not None:
            held, left = self.symbols(path.held), self.symbols(1 << path.left)
            landed = held if path.put is None else self.symbols(1 << path.put)
            self.pairs.add(_Pair(held, left, self.symbols(path.landing), landed))
        yield cast(Op, KnownResult(path.end, kind, carried, carried and not path.changes))

    def enter(self, op: Go, path: _Path | None) -> None:
        """A jump to a block: all that lead to it must agree."""
        names = self.program.blocks[op.block].cursors
        if path is not None:
            kept = [cursor for cursor in (path.cursor, path.end) if cursor is not None]
            new = {
                cursor: names[op.cursors.index(cursor)] for cursor in kept if op.cursors.count(cursor) == 1
            }
            known = len(new) == len(set(kept))
            path = (
                replace(path, cursor=new.get(path.cursor or ""), end=new.get(path.end or ""))
                if known
                else None
            )
        known = op.block in self.entries
        self.entries[op.block] = self.joined(self.entries[op.block], path) if known else path

    def joined(self, one: _Path | None, other: _Path | None) -> _Path | None:
        """What holds on both of two ways: a piece may be where it began, or have been carried on."""
        if one is None or other is None or one == other:
            return one if one == other else None
        still, carried = (one, other) if one.left is None else (other, one)
        if not carried.carried or not carried.returns or still.left is not None:
            return None
        return carried if still == replace(carried, left=None, end=None, landing=0, carried=False) else None

    def after(self, op: Op | Watched, path: _Path) -> _Path | None:
        """A path with one more operation; None if its result is not known."""
        moves = {path.cursor, path.end} & defines(cast(Op, op))
        match op:
            case Watch() | Passed() | Unless() | KnownImpossible() | Require() | Compare() | NoteEnd():
                return path
            case Adjust():
                return replace(path, changes=(*path.changes, op))
            case Choose(noted=True) if path.cursor is None:
                return replace(path, cursor=op.cursor, held=op.contents)
            case Choose(noted=True):
                return self.choose(op, path)
            case ChooseDirection() | Alias() | Choose():
                return None if moves else path
            case Apply() if not op.writes and not op.carries:
                return None if moves else path
            case Apply() if op.anchor is not None and op.anchor in (path.end or path.cursor,):
                return self.put(op, path) or self.carry(op, path)
            case Star(block, cursors) if not isinstance(op, Exhaust) and path.cursor is not None:
                found = moved_cursor(self.program, block)
                if found is None or (found.leaves is None and moves):
                    return None
                if found.leaves is None:
                    return path
                return self.leave(path, cursors[found.moved], found.leaves, 1 << found.leaves)
            case _:
                return None

    def choose(self, op: Choose, path: _Path) -> _Path | None:
        """Another square, which is not the first: that holds something else now."""
        if path.left is None or path.end is not None or op.cursor == path.cursor:
            return None
        if self.symbols(op.contents) & self.symbols(1 << path.left):
            return None
        return replace(path, end=op.cursor, landing=op.contents)

    def put(self, op: Apply, path: _Path) -> _Path | None:
        """A constant content on the first square, or on the second."""
        if path.put is not None or op.carries or op.walks or len(op.writes) != 1 or len(op.writes[0][1]) != 1:
            return None
        ((column, (content,)),) = op.writes
        first = path.end is None
        before = path.held if first else path.landing
        if not self.is_own(op, column) or self.symbols(before) & self.symbols(1 << content):
            return None
        if first:
            return replace(path, left=content) if path.left is None else None
        return replace(path, put=content)

    def carry(self, op: Apply, path: _Path) -> _Path | None:
        """The piece carried to another square."""
        if len(op.writes) != 1 or len(op.writes[0][1]) != 1 or len(op.carries) != 1:
            return None
        ((own, (left,)),), (carry,) = op.writes, op.carries
        goes = carry.source == op.anchor and op.walks == ((op.anchor, carry.column),)
        if not goes or not self.is_own(op, own) or own == carry.column:
            return None
        landing = dict(op.checks).get(carry.column, (1 << len(self.program.contents)) - 1)
        if carry.gains or carry.loses:
            path = replace(path, changes=(*path.changes, (carry.gains, carry.loses)))
        return self.leave(path, cast(str, op.anchor), left, landing)

    def leave(self, path: _Path, cursor: str, left: int, landing: int) -> _Path | None:
        """The piece leaves something behind, and lands on one of some contents."""
        again = path.left is not None and (path.left != left or not path.returns)
        held = self.symbols(path.held)
        if cursor != path.cursor or again or held & (self.symbols(1 << left) | self.symbols(landing)):
            return None
        return replace(path, left=left, end=cursor, landing=landing, carried=True)

    def is_own(self, op: Apply, column: int) -> bool:
        """Is a column always the square at which a rewrite is laid?"""
        places = [enumerate(self.program.tables[table].rows) for table in op.tables]
        return all(row is None or row[column] == place for rows in places for place, row in rows)

    def symbols(self, contents: int) -> int:
        """The symbols of some contents, without marks."""
        return sum({1 << (content >> self.program.marks) for content in members(contents)})


def with_known_results(program: Program) -> Program:
    """The same program with the ends of moves marked whose results are known; only C is generated from it.

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> program = with_known_results(compiled(model("chinese_checkers")).program)
    >>> program.blocks["red"].body[1].options[0][2]
    KnownResult(cursor='here_0', kind=0, carried=True, alone=True)
    """
    compared = program.settle is not None or any(program.forbids)  # results must be made
    if compared or program.sites > MOST_SITES or not _keeps_symbols(program):
        return program
    marking = _Marking(program)
    starts = {turn.move: _Path() for turn in program.turns}
    marking.entries = dict(starts)
    before: dict[str, _Path | None] = {}
    while before != marking.entries:
        before = dict(marking.entries)
        for name, path in before.items():
            marking.body(program.blocks[name].body, path)
    blocks = {
        name: replace(block, body=marking.body(block.body, before.get(name))) if block.arrives else block
        for name, block in program.blocks.items()
    }
    unclear = any(one.may_equal(other) for one in marking.pairs for other in marking.pairs)
    return program if unclear else replace(program, blocks=blocks)


def has_known_results(program: Program) -> bool:
    """Are ends of moves marked?"""
    ops = (op for block in program.blocks.values() for op in every(block.body))
    return any(isinstance(op, KnownResult) for op in cast("Iterator[Op | KnownResult]", ops))


def _keeps_symbols(program: Program) -> bool:
    """Does the end of a turn change marks only, and does a turn always follow?"""
    follows = all(any(test is None for test, _ in turn.next) for turn in program.turns)
    rows = (pair for row in program.turned for pair in enumerate(row))
    return follows and all(content >> program.marks == new >> program.marks for content, new in rows)
