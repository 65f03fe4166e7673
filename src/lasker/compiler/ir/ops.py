"""The closed set of operations, and the programs that are made of them.

A body is a list of operations with one reading: do the first in every way it can be done, and after each
way do the rest; what was changed is taken back before the next way is tried.

    lay         find a rewrite at a cursor (or anywhere) and carry it out
    choose      let a cursor stand on any square that fits
    stand       let a cursor stand where others stand, if that square fits
    leave       note where a chosen cursor has ended
    fork        go on in any one of several ways
    spin        go on in any one of several directions
    ask         go on if a block can be done, or if it cannot
    adjust      change a counter within its bounds
    select      do that one of several rewrites or adjustments which a direction selects
    compare     go on if a counter stands in a relation
    star        do a block again and again, every configuration once
    each        do a block at every square in turn, where it can be done
    most        those ways of a block in which a counter is greatest
    go          go on with another block, which is the end of this one
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

Cursor = str


@dataclass(frozen=True)
class Lay:
    """A rewrite, with its squares as columns of a table that has one row for every place.

    Where there are several tables, the direction in `way` selects one.
    """

    tables: tuple[int, ...]
    anchor: Cursor | None
    checks: tuple[tuple[int, int], ...] = ()  # column, contents allowed there
    standing: tuple[tuple[int, Cursor], ...] = ()  # column, cursor that must stand there
    writes: tuple[tuple[int, tuple[int, ...]], ...] = ()  # column, contents of which one is written
    carries: tuple[Carry, ...] = ()
    walks: tuple[tuple[Cursor, int], ...] = ()  # cursor, the column it goes to
    way: Cursor | None = None


@dataclass(frozen=True)
class Carry:
    """What a column receives: the piece of a cursor, or what is there already, with its marks changed."""

    column: int
    source: Cursor | None
    gains: int = 0
    loses: int = 0


@dataclass(frozen=True)
class Choose:
    """Let the cursor stand on any of `sites` that holds one of `contents`; labels tell the `noted` ones."""

    cursor: Cursor
    contents: int
    sites: int
    noted: bool = False


@dataclass(frozen=True)
class Stand:
    """Let the cursor stand where all of `others` stand, if the square fits."""

    cursor: Cursor
    others: tuple[Cursor, ...]
    contents: int
    sites: int


@dataclass(frozen=True)
class Leave:
    """The end of a noted cursor: where it stands now, and on what."""

    cursor: Cursor


@dataclass(frozen=True)
class Fork:
    """Go on in any of these ways; in none, if there are none."""

    options: tuple[Body, ...]


@dataclass(frozen=True)
class Spin:
    """Let a cursor be any of so many directions, which are numbers from 0."""

    cursor: Cursor
    count: int


@dataclass(frozen=True)
class Ask:
    """Go on if the block can be done, or (not `wanted`) if it cannot; nothing changes."""

    block: str
    cursors: tuple[Cursor, ...]
    wanted: bool


@dataclass(frozen=True)
class Adjust:
    """Set a counter, or add to it; impossible beyond its bounds."""

    slot: int
    relative: bool
    amount: int


@dataclass(frozen=True)
class Select:
    """Do the operation that a direction selects. They are alike: rewrites at one cursor that differ in the
    contents that squares must hold or receive, or adjustments that differ in their counters."""

    way: Cursor
    options: tuple[Lay, ...] | tuple[Adjust, ...]

    @property
    def lays(self) -> tuple[Lay, ...]:
        """The rewrites among which it selects, if it does not select among adjustments."""
        return tuple(option for option in self.options if isinstance(option, Lay))

    @property
    def adjusts(self) -> tuple[Adjust, ...]:
        """The adjustments among which it selects, if it does not select among rewrites."""
        return tuple(option for option in self.options if isinstance(option, Adjust))


@dataclass(frozen=True)
class Compare:
    """Go on if a counter stands in a relation to a number, or to another counter."""

    slot: int
    relation: str
    other: int
    other_is_slot: bool = False


@dataclass(frozen=True)
class Star:
    """Do the block at least `low` times and at most `high` times, if that is not None."""

    block: str
    cursors: tuple[Cursor, ...]
    low: int
    high: int | None


@dataclass(frozen=True)
class Each:
    """For every site in turn that then fits: the block with the cursor there, if it can be done.

    `others`, which are among `cursors`, must stand on the site too."""

    cursor: Cursor
    others: tuple[Cursor, ...]
    contents: int
    sites: int
    block: str
    cursors: tuple[Cursor, ...]


@dataclass(frozen=True)
class Most:
    """The ways of the block in which the counter is greatest."""

    slot: int
    block: str
    cursors: tuple[Cursor, ...]


@dataclass(frozen=True)
class Go:
    """Go on with another block; nothing comes after it."""

    block: str
    cursors: tuple[Cursor, ...]


Op = Lay | Choose | Stand | Leave | Fork | Spin | Ask | Adjust | Select | Compare | Star | Each | Most | Go
Body = tuple[Op, ...]
NEVER: Body = (Fork(()),)


@dataclass(frozen=True)
class Block:
    """A body with a name. It receives cursors; at its end it keeps cursors for a star, or a move has been
    made (it `arrives`), or else a question is answered with yes."""

    name: str
    cursors: tuple[Cursor, ...]
    body: Body
    keeps: tuple[Cursor, ...] | None = None
    arrives: bool = False


@dataclass(frozen=True)
class Table:
    """Where the squares of a rewrite lie: for every place a row, or None where it cannot be laid.

    A row names a place for every column, or -1 where the board has no square and none is needed.
    """

    rows: tuple[tuple[int, ...] | None, ...]

    @property
    def columns(self) -> int:
        """How many squares a row names."""
        return next((len(row) for row in self.rows if row is not None), 0)


@dataclass(frozen=True)
class CounterSpec:
    """A counter: its name for people, its bounds, and what happens to it at the end of a move."""

    name: str
    low: int
    high: int
    start: int
    keyed: bool
    scratch: bool


@dataclass(frozen=True)
class End:
    """A block that ends the game if it can be done; an `idle` one can be only where there are no moves."""

    block: str
    idle: bool = False


@dataclass(frozen=True)
class Turn:
    """A state of the game: who moves, the block of his moves, what follows, and what ends the game.

    `ends` are asked before moves are listed. `verdicts` say which rule it was that ended the game: one for
    every end of the game, in their order, of an idle one only what is left to ask where there is no move.
    """

    name: str
    player: int  # -1 where chance moves
    move: str
    next: tuple[tuple[str | None, int], ...]
    ends: tuple[End, ...]
    verdicts: tuple[End, ...] = ()
    adjudications: tuple[str, ...] = ()  # by their number in the game
    odds: tuple[tuple[int, str], ...] = ()  # what chance may do, each with its weight

    @property
    def by_chance(self) -> bool:
        """Does chance move? It may leave everything as it was, and its moves have no labels of their own."""
        return self.player < 0


@dataclass(frozen=True)
class Adjudication:
    """When a game is called off besides its test: after so many repetitions, all of them under the test or
    giving what it asks; and whether by itself, by a claim or by agreement."""

    repeated: int = 0
    giving: bool = False
    manner: str = ""


@dataclass(frozen=True)
class Program:
    """A whole game, ready to be run or compiled."""

    sites: int
    frames: int
    contents: tuple[str, ...]  # a name for each, made of letters, digits and underscores
    marks: int  # how many bits of a content are marks
    moved: int  # marks that are lost by moving
    ended: int  # marks that are wiped after every move
    turned: tuple[tuple[int, ...], ...]  # for each player, what contents become when his turn comes
    counters: tuple[CounterSpec, ...]
    turns: tuple[Turn, ...]
    settle: str | None
    passes: bool
    by_label: bool
    tables: tuple[Table, ...]
    blocks: dict[str, Block] = field(hash=False)
    adjudications: tuple[Adjudication, ...] = ()
    forbids: bool = False  # may a position that has been there not come back?
    residuals: tuple[str, ...] = ()  # blocks that are walked where the rest of a game is on bitboards


def uses(op: Op) -> frozenset[Cursor]:
    """The cursors that an operation reads."""
    match op:
        case Lay():
            carried = {carry.source for carry in op.carries if carry.source is not None}
            anchor = {name for name in (op.anchor, op.way) if name is not None}
            return frozenset(anchor | carried | {cursor for _, cursor in op.standing})
        case Leave(cursor):
            return frozenset((cursor,))
        case Select(way, options):
            return uses(options[0]) | {way}
        case Stand(_, others):
            return frozenset(others)
        case Ask(_, cursors) | Star(_, cursors) | Most(_, _, cursors) | Go(_, cursors):
            return frozenset(cursors)
        case Each():
            return frozenset(op.cursors)
        case _:
            return frozenset()


def defines(op: Op) -> frozenset[Cursor]:
    """The cursors that an operation places."""
    match op:
        case Lay():
            return frozenset(cursor for cursor, _ in op.walks)
        case Choose(cursor) | Stand(cursor) | Spin(cursor):
            return frozenset((cursor,))
        case Select(_, options):
            return defines(options[0])
        case Star(_, cursors) | Most(_, _, cursors) | Each(cursors=cursors):
            return frozenset(cursors)
        case _:
            return frozenset()


def likeness(op: Op) -> object:
    """What operations have in common that a `select` may choose from; of others, all that they are.

    >>> likeness(Adjust(0, True, 1)) == likeness(Adjust(5, True, 1)), likeness(Leave("here_0"))
    (True, Leave(cursor='here_0'))
    """
    match op:
        case Lay(anchor=str()):
            checked = tuple(column for column, _ in op.checks)
            written = tuple((column, contents if len(contents) > 1 else ()) for column, contents in op.writes)
            return replace(op, checks=(), writes=()), checked, written
        case Adjust():
            return replace(op, slot=0)
        case _:
            return op


def free(body: Body, after: frozenset[Cursor] = frozenset()) -> frozenset[Cursor]:
    """The cursors that a body needs from outside, if `after` are needed when it is done."""
    live = after
    for op in reversed(body):
        if isinstance(op, Fork):
            live = frozenset().union(*(free(option, live) for option in op.options))
        else:
            live = (live - defines(op)) | uses(op)
    return live
