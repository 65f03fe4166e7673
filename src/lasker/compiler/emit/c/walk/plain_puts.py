"""Moves that choose a square, put something on it and change no other square: where they are surely possible,
and where not, as sets of squares.

The rest of such a move is evaluated for all squares at once, on the position before it. A test whether an
area meets a goal (has a group a liberty?) needs two sets: squares that are the only goal of an area, and
those that are one of several. What cannot be answered so is in neither set; these moves are made one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from lasker.algebra.contents import members
from lasker.compiler.emit.c.walk.constants import Sets
from lasker.compiler.emit.c.walk.floods import Flood, flood
from lasker.compiler.ir.ops import (
    Adjust,
    Alias,
    Apply,
    Block,
    Body,
    Choose,
    Compare,
    Cursor,
    Each,
    Fork,
    Go,
    NoteEnd,
    Program,
    Require,
    Star,
    Turn,
)
from lasker.compiler.ir.passes.drop_unreached import every, reached_from
from lasker.kernel.dataclass import dataclass

ALL, NONE = "~(uint64_t)0", "(uint64_t)0"
MOST_STEPS = 1000  # of the evaluation of one turn; blocks are entered again for each alternative


@dataclass(frozen=True)
class Put:
    """The beginning of the moves of a turn: one of these contents is replaced, on any of these squares."""

    contents: int
    sites: int
    becomes: int


@dataclass(frozen=True)
class Where:
    """Sets of chosen squares, as C for one word: where something surely is so, and where it surely is not."""

    yes: str
    no: str


UNKNOWN, ALWAYS = Where(NONE, NONE), Where(ALL, NONE)


def plain_put(program: Program, turn: Turn) -> tuple[Put, Body, Cursor] | None:
    """How the moves of a turn begin that choose a square, with the rest of them; None if they begin
    otherwise, or if what follows a move depends on more than counters.

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> program = compiled(model("go9")).program
    >>> put, rest, cursor = plain_put(program, program.turns[0])
    >>> put.contents, put.becomes, cursor
    (3, 2, 'here_0')
    """
    if program.frames > 1 or program.settle or program.by_label or turn.by_chance:
        return None
    asked = [program.blocks[test].body for test, _ in turn.next if test is not None]
    if not all(isinstance(op, Compare) for body in asked for op in body):
        return None
    body = program.blocks[turn.move].body
    ways = body[0].options if len(body) == 1 and isinstance(body[0], Fork) else (body,)
    noted = [way for way in ways if any(_notes(program, way))]
    match noted:
        case [(Choose(cursor, contents, sites, True), Apply() as lay, *rest)] if _puts(program, lay, cursor):
            ((_, (becomes,)),) = lay.writes
            symbols = {content >> program.marks for content in members(contents)}
            if becomes >> program.marks not in symbols and not any(_notes(program, tuple(rest))):
                return Put(contents, sites, becomes), tuple(rest), cursor
    return None


def _notes(program: Program, body: Body) -> Iterator[bool]:
    """For each square that a body notes in labels, itself or in a block that it enters."""
    blocks = [op.block for op in every(body) if hasattr(op, "block")]
    for each in (body, *(program.blocks[name].body for name in reached_from(program, blocks))):
        yield from (True for op in every(each) if isinstance(op, Choose) and op.noted)


def _puts(program: Program, lay: Apply, cursor: Cursor) -> bool:
    """Does a rewrite put one content on the square of a cursor, and nothing else?"""
    if lay.anchor != cursor or lay.checks or lay.standing or lay.carries or lay.walks or len(lay.tables) != 1:
        return False
    rows = program.tables[lay.tables[0]].rows
    return (
        [(column, len(contents)) for column, contents in lay.writes] == [(0, 1)]
        and all(row is not None and row[0] == place for place, row in enumerate(rows))
    )  # fmt: skip


@dataclass
class PlainPuts:
    """The evaluation of the rest of a move for all chosen squares at once."""

    program: Program
    sets: Sets
    put: Put
    areas: dict[Flood, str] = field(default_factory=dict)
    absent: dict[int, str] = field(default_factory=dict)  # contents that no square holds, if the word is ALL
    named: dict[str, str] = field(default_factory=dict)  # sets that are found of others
    steps: int = 0

    def body(self, body: Body, near: Mapping[Cursor, int | None], block: Block) -> Where:
        """Where a body surely has one result, which changes no square but the chosen one, and where none.

        `near` has the cursors: None for the chosen square, else what the square held, which is another.
        """
        self.steps += 1
        if self.steps > MOST_STEPS:
            return UNKNOWN
        if not body:
            return ALWAYS if block.keeps is None else UNKNOWN
        op, rest = body[0], body[1:]
        match op:
            case Fork(options):
                return self._one_of([self.body(option, near, block) for option in options])
            case Go(name, cursors):
                entered = self.program.blocks[name]
                if not set(cursors) <= set(near):
                    return UNKNOWN
                inner = {own: near[given] for own, given in zip(entered.cursors, cursors, strict=True)}
                return self.body(entered.body, inner, entered)
            case NoteEnd(cursor) if cursor in near and near[cursor] is None:
                return self.body(rest, near, block)
            case Alias(cursor, (other,), contents, sites) if other in near and near[other] is None:
                if not contents >> self.put.becomes & 1 or self.put.sites & ~sites:
                    return UNKNOWN
                return self.body(rest, {**near, cursor: None}, block)
            case Apply() if self._goes(op, near):
                ((_, held),) = op.checks
                return Where(NONE, self.body(rest, {**near, op.walks[0][0]: held}, block).no)
            case Require(name, cursors, wanted) if set(cursors) <= set(near):
                asked = self.test(name, [near[cursor] for cursor in cursors])
                then = self.body(rest, near, block)
                holds, fails = (asked.yes, asked.no) if wanted else (asked.no, asked.yes)
                return Where(self._both(holds, then.yes), self._either(fails, then.no))
            case Each(contents=contents) if not contents >> self.put.becomes & 1:
                then, idle = self.body(rest, near, block), self._absence(contents)
                return Where(self._both(idle, then.yes), self._both(idle, then.no))
            case Adjust(slot, False, amount):
                bounds = self.program.counters[slot]
                if not bounds.low <= amount <= bounds.high:
                    return UNKNOWN
                return self.body(rest, near, block)
            case _:
                return UNKNOWN

    def test(self, name: str, near: list[int | None]) -> Where:
        """Where a test surely holds after the put, and where it fails."""
        block = self.program.blocks[name]
        cursors = dict(zip(block.cursors, near, strict=True))
        match block.body:
            case (Star() as star, Go() as go) if (found := flood(self.program, star, go)) is not None:
                return self._meets(found, cursors[star.cursors[0]])
            case body:
                return self.body(body, cursors, block)

    def _meets(self, flood: Flood, held: int | None) -> Where:
        """Where a flood fill meets a goal, from the chosen square or from one near it."""
        put, contents, wanted = self.put, flood.contents, flood.wanted
        if not isinstance(wanted, int) or put.contents & ~wanted or wanted >> put.becomes & 1:
            return UNKNOWN
        if flood.low or put.contents & contents or not _symmetric(flood):
            return UNKNOWN
        area = self.areas.setdefault(flood, f"area_{len(self.areas)}")
        if held is None and contents >> put.becomes & 1:
            meets = self._named(f"{area}.beside[w] | {area}.several[w]")
            return Where(meets, f"~{meets}")
        if held is not None and not held & ~contents and not contents >> put.becomes & 1:
            return Where(f"~{area}.only[w]", NONE)
        return UNKNOWN

    def _goes(self, lay: Apply, near: Mapping[Cursor, int | None]) -> bool:
        """Does a rewrite at the chosen square ask only about another one, to which a cursor goes?"""
        if lay.anchor is None or near.get(lay.anchor, 0) is not None or lay.direction is not None:
            return False
        if lay.standing or lay.writes or lay.carries or len(lay.checks) != 1 or len(lay.walks) != 1:
            return False
        column = lay.checks[0][0]
        rows = self.program.tables[lay.tables[0]].rows
        apart = all(row is None or row[column] not in (place, -1) for place, row in enumerate(rows))
        return apart and lay.walks[0][1] == column

    def _one_of(self, found: list[Where]) -> Where:
        """Where exactly one alternative surely has its result, and where none has."""
        yes, no = NONE, ALL
        for number, each in enumerate(found):
            alone = each.yes
            for index, other in enumerate(found):
                alone = alone if index == number else self._both(alone, other.no)
            yes, no = self._either(yes, alone), self._both(no, each.no)
        return Where(yes, no)

    def _both(self, one: str, other: str) -> str:
        if NONE in (one, other):
            return NONE
        if one == other or other == ALL:
            return one
        return other if one == ALL else self._named(f"{one} & {other}")

    def _either(self, one: str, other: str) -> str:
        if ALL in (one, other):
            return ALL
        if one == other or other == NONE:
            return one
        return other if one == NONE else self._named(f"{one} | {other}")

    def _named(self, text: str) -> str:
        return self.named.setdefault(text, f"where_{len(self.named)}")

    def _absence(self, contents: int) -> str:
        return self.absent.setdefault(contents, f"absent_{len(self.absent)}")

    def text(self, where: Where, name: str) -> Iterator[str]:
        """The function that finds both sets."""
        yield f"static bool puts_{name}(Machine *m, Puts *puts) {{"
        for filled, area in self.areas.items():
            yield f"    Areas {area};"
            yield f"    if (!find_areas(m, &FLOOD_{self.sets.flood(filled)}, &{area})) return false;"
        for contents, absent in self.absent.items():
            held = f"{self.sets.search(contents)}, {self.sets.name(contents)}"
            yield f"    const uint64_t {absent} = holds_none(m, {held}) ? {ALL} : 0;"
        held = f"{self.sets.search(self.put.contents)}, {self.sets.name(self.put.contents)}"
        yield f"    puts->content = {self.sets.content(self.put.becomes)};"
        yield "    for (int w = 0; w < MASKS; w++) {"
        yield f"        const uint64_t among = holding(m, {held}, w) & {self.sets.region(self.put.sites)}[w];"
        yield from (f"        const uint64_t {name} = {text};" for text, name in self.named.items())
        yield f"        puts->sure[w] = among & {where.yes};"
        yield f"        puts->impossible[w] = among & {where.no} & ~puts->sure[w];"
        yield "    }"
        yield "    return true;"
        yield "}"


def _symmetric(flood: Flood) -> bool:
    """Are goals where steps lead, both ways and never to the square itself?"""
    steps = flood.steps
    return flood.goals == steps and all(
        not row >> place & 1 and all(steps[other] >> place & 1 for other in members(row))
        for place, row in enumerate(steps)
    )


def puts_text(program: Program, sets: Sets) -> Iterator[str]:
    """The functions for all turns that have such moves, and which is whose."""
    named = {}
    for number, turn in enumerate(program.turns):
        begun = plain_put(program, turn)
        if begun is None:
            continue
        put, rest, cursor = begun
        puts = PlainPuts(program, sets, put)
        where = puts.body(rest, {cursor: None}, program.blocks[turn.move])
        if where.yes != NONE:
            named[number] = turn
            yield from puts.text(where, turn.name)
    yield "static bool find_puts(Machine *m, Puts *puts) {"
    yield "    switch (m->turn) {"
    for number, turn in named.items():
        yield f"    case {number}: return puts_{turn.name}(m, puts);"
    yield "    }"
    yield "    return (void)puts, false;"
    yield "}"
    yield f"#define PUTS {int(bool(named))}"
