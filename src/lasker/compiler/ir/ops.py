"""The operations of the IR, and the programs that are made of them.

A body is a list of operations, executed by backtracking: for every outcome of the first operation the rest is
executed; changes are undone before the next outcome is tried.

    apply       match a rewrite at a cursor (or anywhere) and apply it
    choose      bind a cursor to any square that fits
    alias       bind a cursor to the square of others, if that square fits
    note end    note where a chosen cursor has ended
    fork        nondeterministic choice between alternatives
    direction   nondeterministic choice of a direction
    require     test whether a block has a result, or has none
    adjust      change a counter within its bounds
    select      execute the rewrite or adjustment that a direction selects
    compare     test a relation of a counter
    star        repeat a block; every configuration is reached once
    each        execute a block at every square in turn, where it is possible
    most        the results of a block in which a counter is greatest
    go          jump to another block, at the end of this one
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace

from lasker.kernel.dataclass import dataclass
from lasker.model.forbidden_repetition import ALLOWED, Repetition

Cursor = str


@dataclass(frozen=True)
class Apply:
    """A rewrite, with its squares as columns of a table that has one row for every place.

    Where there are several tables, `direction` selects one.
    """

    tables: tuple[int, ...]
    anchor: Cursor | None
    checks: tuple[tuple[int, int], ...] = ()  # column, contents allowed there
    standing: tuple[tuple[int, Cursor], ...] = ()  # column, cursor that must stand there
    writes: tuple[tuple[int, tuple[int, ...]], ...] = ()  # column, contents of which one is written
    carries: tuple[Carry, ...] = ()
    walks: tuple[tuple[Cursor, int], ...] = ()  # cursor, the column it goes to
    direction: Cursor | None = None


@dataclass(frozen=True)
class Carry:
    """What a column receives: the piece of a cursor, or its own content, with marks changed."""

    column: int
    source: Cursor | None
    gains: int = 0
    loses: int = 0


@dataclass(frozen=True)
class Choose:
    """Puts the cursor on any of `sites` that holds one of `contents`; `noted` ones appear in the label."""

    cursor: Cursor
    contents: int
    sites: int
    noted: bool = False


@dataclass(frozen=True)
class Alias:
    """Puts the cursor on the square of all of `others`, if that square fits."""

    cursor: Cursor
    others: tuple[Cursor, ...]
    contents: int
    sites: int


@dataclass(frozen=True)
class NoteEnd:
    """The end of a noted cursor: its square and the content there."""

    cursor: Cursor


@dataclass(frozen=True)
class Fork:
    """Nondeterministic choice between alternatives; fails if there are none."""

    options: tuple[Body, ...]


@dataclass(frozen=True)
class ChooseDirection:
    """Binds a cursor to any of so many directions, which are numbers from 0."""

    cursor: Cursor
    count: int


@dataclass(frozen=True)
class Require:
    """Continues if the block has a result, or (not `wanted`) if it has none; nothing changes."""

    block: str
    cursors: tuple[Cursor, ...]
    wanted: bool


@dataclass(frozen=True)
class Adjust:
    """Sets a counter, or adds to it; impossible beyond its bounds."""

    slot: int
    relative: bool
    amount: int


@dataclass(frozen=True)
class Select:
    """Executes the operation that a direction selects. The options are alike: rewrites at one cursor that
    differ in required or written contents, or adjustments that differ in their counters."""

    direction: Cursor
    options: tuple[Apply, ...] | tuple[Adjust, ...]

    @property
    def rewrites(self) -> tuple[Apply, ...]:
        """The rewrites among which it selects, if it does not select among adjustments."""
        return tuple(option for option in self.options if isinstance(option, Apply))

    @property
    def adjusts(self) -> tuple[Adjust, ...]:
        """The adjustments among which it selects, if it does not select among rewrites."""
        return tuple(option for option in self.options if isinstance(option, Adjust))


@dataclass(frozen=True)
class Compare:
    """Continues if a counter is in a relation to a number, or to another counter."""

    slot: int
    relation: str
    other: int
    other_is_slot: bool = False


@dataclass(frozen=True)
class Star:
    """Repeats the block at least `low` times and at most `high` times, if that is not None."""

    block: str
    cursors: tuple[Cursor, ...]
    low: int
    high: int | None


@dataclass(frozen=True)
class Each:
    """For every site in turn that then fits: the block with the cursor there, if it is possible.

    `others`, which are among `cursors`, must stand on the site too."""

    cursor: Cursor
    others: tuple[Cursor, ...]
    contents: int
    sites: int
    block: str
    cursors: tuple[Cursor, ...]


@dataclass(frozen=True)
class Most:
    """The results of the block in which the counter is greatest."""

    slot: int
    block: str
    cursors: tuple[Cursor, ...]


@dataclass(frozen=True)
class Go:
    """A jump to another block, at the end of a body."""

    block: str
    cursors: tuple[Cursor, ...]


Op = (
    Apply
    | Choose
    | Alias
    | NoteEnd
    | Fork
    | ChooseDirection
    | Require
    | Adjust
    | Select
    | Compare
    | Star
    | Each
    | Most
    | Go
)
Body = tuple[Op, ...]
NEVER: Body = (Fork(()),)


@dataclass(frozen=True)
class Block:
    """A named body. It receives cursors; at its end it keeps cursors for a star, or a move has been made (it
    `arrives`), or else a test holds."""

    name: str
    cursors: tuple[Cursor, ...]
    body: Body
    keeps: tuple[Cursor, ...] | None = None
    arrives: bool = False


@dataclass(frozen=True)
class SquareTable:
    """The geometry of a rewrite: for every place a row of squares, or None where it cannot be laid.

    A row has a place for every column, or -1 where the board has no square and none is needed.
    """

    rows: tuple[tuple[int, ...] | None, ...]

    @property
    def columns(self) -> int:
        """The number of squares of a row."""
        return next((len(row) for row in self.rows if row is not None), 0)


@dataclass(frozen=True)
class CounterSpec:
    """A counter: its display name, its bounds, and its reset at the end of a move."""

    name: str
    low: int
    high: int
    start: int
    keyed: bool
    scratch: bool


@dataclass(frozen=True)
class End:
    """A block that ends the game if it has a result; an `idle` one has results only where there are no
    moves."""

    block: str
    idle: bool = False


@dataclass(frozen=True)
class Turn:
    """A state of the game: the player to move, the block of the moves, the next turn, and the ends.

    `ends` are tested before moves are generated. `verdicts` identify the rule that ended the game: one for
    every end of the game, in their order; for an idle end, only the part to be tested where there is no move.
    """

    name: str
    player: int  # -1 for chance
    move: str
    next: tuple[tuple[str | None, int], ...]
    ends: tuple[End, ...]
    verdicts: tuple[End, ...] = ()
    adjudications: tuple[str, ...] = ()  # by number of the adjudication
    odds: tuple[tuple[int, str], ...] = ()  # chance options, each with its weight
    questions: tuple[str, ...] = ()  # what makes a set-up no position, by number, and then check if defined

    @property
    def by_chance(self) -> bool:
        """Does chance move? It may leave everything unchanged, and its moves have no labels of their own."""
        return self.player < 0


@dataclass(frozen=True)
class Adjudication:
    """The conditions of an adjudication besides its test: a number of repetitions, all of them under the test
    or giving what it asks; and whether it is automatic, claimed or agreed."""

    repeated: int = 0
    giving: bool = False
    manner: str = ""


@dataclass(frozen=True)
class Program:
    """A whole game, ready to be run or compiled."""

    sites: int
    frames: int
    contents: tuple[str, ...]  # an identifier for each
    marks: int  # number of mark bits in a content
    moved: int  # marks that are lost by moving
    ended: int  # scratch marks, removed after every move
    turned: tuple[tuple[int, ...], ...]  # for each player, the new contents at the start of his turn
    counters: tuple[CounterSpec, ...]
    turns: tuple[Turn, ...]
    settle: str | None
    passes: bool
    by_label: bool
    tables: tuple[SquareTable, ...]
    blocks: dict[str, Block] = field(hash=False)
    adjudications: tuple[Adjudication, ...] = ()
    forbids: Repetition = ALLOWED  # which moves the past forbids
    residuals: tuple[str, ...] = ()  # blocks that the walk runs for bitboard code


def uses(op: Op) -> frozenset[Cursor]:
    """The cursors that an operation reads."""
    match op:
        case Apply():
            carried = {carry.source for carry in op.carries if carry.source is not None}
            anchor = {name for name in (op.anchor, op.direction) if name is not None}
            return frozenset(anchor | carried | {cursor for _, cursor in op.standing})
        case NoteEnd(cursor):
            return frozenset((cursor,))
        case Select(way, options):
            return uses(options[0]) | {way}
        case Alias(_, others):
            return frozenset(others)
        case Require(_, cursors) | Star(_, cursors) | Most(_, _, cursors) | Go(_, cursors):
            return frozenset(cursors)
        case Each():
            return frozenset(op.cursors)
        case _:
            return frozenset()


def deciding_counters(ops: Iterable[Adjust | Compare], program: Program) -> set[int]:
    """The counters that decide whether operations are possible."""
    found = set[int]()
    for op in ops:
        if isinstance(op, Compare):
            found |= {op.slot, op.other} if op.other_is_slot else {op.slot}
        elif op.relative or not program.counters[op.slot].low <= op.amount <= program.counters[op.slot].high:
            found.add(op.slot)
    return found


def defines(op: Op) -> frozenset[Cursor]:
    """The cursors that an operation binds."""
    match op:
        case Apply():
            return frozenset(cursor for cursor, _ in op.walks)
        case Choose(cursor) | Alias(cursor) | ChooseDirection(cursor):
            return frozenset((cursor,))
        case Select(_, options):
            return defines(options[0])
        case Star(_, cursors) | Most(_, _, cursors) | Each(cursors=cursors):
            return frozenset(cursors)
        case _:
            return frozenset()


def common_form(op: Op) -> object:
    """The common form of operations among which a `select` may choose; other operations are returned
    unchanged.

    >>> common_form(Adjust(0, True, 1)) == common_form(Adjust(5, True, 1)), common_form(NoteEnd("here_0"))
    (True, NoteEnd(cursor='here_0'))
    """
    match op:
        case Apply(anchor=str()):
            checked = tuple(column for column, _ in op.checks)
            written = tuple((column, contents if len(contents) > 1 else ()) for column, contents in op.writes)
            return replace(op, checks=(), writes=()), checked, written
        case Adjust():
            return replace(op, slot=0)
        case _:
            return op


def free(body: Body, after: frozenset[Cursor] = frozenset()) -> frozenset[Cursor]:
    """The free cursors of a body, given that `after` are needed when it is done."""
    live = after
    for op in reversed(body):
        if isinstance(op, Fork):
            live = frozenset().union(*(free(option, live) for option in op.options))
        else:
            live = (live - defines(op)) | uses(op)
    return live
