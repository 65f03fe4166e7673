"""Interface between a game and bitboard playouts in C: move lists, boards compared, hashed and unpacked."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.algebra.contents import members
from lasker.compiler.bits.game import BitProgram
from lasker.compiler.bits.printer import Item
from lasker.compiler.bits.residuals import unpacked
from lasker.compiler.bits.sinks.listing.functions import ListingFunctions
from lasker.compiler.bits.sinks.listing.shifts import lanes
from lasker.compiler.emit.c.walk.outcomes import CALLED
from lasker.compiler.groups.moves import Drop, Flat, Rule, Shared, Sweep, Written, image
from lasker.compiler.groups.path import NotClassified
from lasker.compiler.ir.names import RELATIONS
from lasker.compiler.ir.ops import Apply, Choose, Compare, End, Op, Require
from lasker.kernel.package_data import c_runtime

NEXT_LINE = "\n" + 8 * " "
MOST_SYMBOLS = MOST_SQUARES = 1 << 8  # as far as a choice can represent them


class OptionsText:
    """The text for one game."""

    def __init__(self, bits: BitProgram) -> None:
        self.common, self.settling = bits.common, bits.settling
        self.program, self.classes, self.layout = bits.program, bits.classes, bits.common.layout
        self.names = bits.names
        self.turns: list[ListingFunctions] = []

    def text(self) -> list[Item]:
        """Everything, including the code that finishes a move."""
        if any(self.program.forbids) or len(self.layout.kinds) >= MOST_SYMBOLS:
            raise NotClassified("moves depend on the past")
        if self.program.sites > MOST_SQUARES:
            raise NotClassified(f"labels tell squares up to {MOST_SQUARES}")
        if any(turn.moves.chains and len(turn.next) > 1 for turn in self.classes.turns):
            raise NotClassified("ends of chains with one label come in the order of who goes on")
        self.faithful()
        moves = [turn.moves for turn in self.classes.turns]
        shifts = lanes(self.common, moves) if self.common.lanes else [() for _ in moves]
        self.turns = [
            ListingFunctions(self.common, name, each, absent, lane)
            for name, each, absent, lane in zip(self.names, moves, self.settling.absent, shifts, strict=True)
        ]
        listed = [
            line
            for options, turn in zip(self.turns, self.classes.turns, strict=True)
            for line in options.text(turn.ends)
        ]
        sinks = [options.sink for options in self.turns]
        most = max(sink.most for sink in sinks)
        return [
            "#define QUICK 1",
            f"#define CHAINS {int(any(each.chains for each in moves))}",
            f"enum {{ MOST_ONES = {most}, MOST_MANY = {most} }};",
            f"#define MOST_SHOTS {max(sink.shots for sink in sinks)}",
            f"#define LANES {max(len(sink.lanes) for sink in sinks)}",
            f"#define CLASSES {max(len(sink.labels) for sink in sinks)}",
            *map(c_runtime, ("bitboards/shifts", "bitboards/options")),
            *listed,
            *(() if any(each.shared for each in moves) else self.finish()),
            *self.by_turn(),
            *self.boards(),
            *self.counters(),
            *self.common.counts.copied(),
            *self.calls(),
            *self.verdicts(),
            *self.actions(),
        ]

    def finish(self) -> Iterator[Item]:
        """The code that finishes a move; moves of a component have it already."""
        return map(self.settling.finish, range(len(self.names)))

    def actions(self) -> Iterator[str]:
        """Every label that a move can have, as a number, in order."""
        found = sorted({label for options in self.turns for label in options.sink.actions})
        moves = [move for turn in self.classes.turns for move in turn.moves.every()]
        if not all(isinstance(each, Flat | Drop | Rule | Sweep | Shared) for each in moves):
            found = []  # not every move has a label of this form
        numbers = (start << 24 | end << 16 | symbol + 1 << 8 | was for start, end, symbol, was in found)
        yield f"enum {{ ALL_ACTIONS = {len(found)} }};"
        yield f"static const uint32_t ACTIONS[] = {{{', '.join(map(str, numbers)) or '0'}}};"

    def faithful(self) -> None:
        """NotClassified, if a mark may be written that boards do not store: they would lose information."""
        for contents, value in self._writes():
            for content in filter(self._kept, members(contents)):  # no others are on boards
                if not all(map(self._kept, members(image(1 << content, value)))):
                    raise NotClassified("marks are written that no move asks about")

    def _writes(self) -> Iterator[Written]:
        """Every value that is written, and the contents that it is derived from."""
        for turn in self.classes.turns:
            yield from turn.moves.written()
        yield from ((tidy.holds, tidy.value) for tidy in self.classes.settle)

    def _kept(self, content: int) -> bool:
        """Does a board store all marks of a content?"""
        symbol, marks = divmod(content, self.layout.variants)
        return not marks & ~(self.layout.asked[symbol] | self.program.ended)

    def by_turn(self) -> Iterator[str]:
        """Dispatch by turn to the functions of all turns."""
        names = self.names
        yield from _switch(
            "uint64_t list_options(const bits *g, int32_t turn, const Board *b, Options *o)",
            [f"return {name}__list(g, b, o);" for name in names],
            "return 0;",
        )
        yield from _switch(
            "void make_option(const bits *g, int32_t turn, const Board *b, Choice c, Board *to, count *n)",
            [f"{name}__make(g, b, c, to, n); break;" for name in names],
            "",
        )
        yield from _switch(
            "int32_t finish(const bits *g, int32_t turn, const Board *before, Board *b)",
            [f"return {name}__finish(g, before, b);" for name in names],
            "return turn;",
        )
        listed = ", ".join(options.changes for options in self.turns)
        yield f"static const Change *const CHANGES[] = {{{listed}}};"

    def boards(self) -> Iterator[str]:
        """Boards compared, hashed, and unpacked square by square."""
        layout = self.layout
        fields = list(layout.fields())
        same = " && ".join(f"equal(a->{field}, b->{field})" for field in fields) or "true"
        yield f"static bool same_board(const Board *a, const Board *b) {{ return {same}; }}"
        yield "static uint64_t board_hash(const Board *b) {"
        yield "    uint64_t hash = 0;"
        for number, field in enumerate(fields):
            odd = (0x9E3779B97F4A7C15 * (2 * number + 1)) & (1 << 64) - 1
            yield f"    hash += folded(b->{field}) * {odd:#x}u;"
        yield "    return hash ^ hash >> 32;"
        yield "}"
        whole = (1 << self.program.marks) - 1
        lost = (whole & ~(layout.asked[symbol] if symbol else 0) for symbol in range(len(layout.kinds)))
        yield f"static const content LOST[] = {{{', '.join(map(str, lost))}}};"
        if not self.classes.residuals:  # else it is there already
            yield from unpacked(layout)

    def counters(self) -> Iterator[str]:
        """Can counters take one more move?"""
        counters = self.program.counters
        rises = self.common.counts.rises()
        room = " && ".join(
            f"counter[{slot}] + {most} <= {counters[slot].high}" for slot, most in rises.items()
        )
        yield "static bool has_room(const count *counter) {"
        yield f"    (void)counter; return {room or 'true'};"
        yield "}"

    def verdicts(self) -> Iterator[str]:
        """The rule that ended a game where there is no move to list; UNTOLD where the walk must decide."""
        yield "enum { UNTOLD = -2 };"
        cases = []
        for turn, found in zip(self.program.turns, self.classes.turns, strict=True):
            ended = " || ".join(f"{end}__holds(g, b)" for end in found.ends)
            said = [
                text for rule, end in enumerate(turn.verdicts) for text in self._verdict(rule, end, ended)
            ]
            cases.append(NEXT_LINE.join(["", *said, "return -1;"]))
        head = "int32_t verdict_at(const bits *g, int32_t turn, const Board *b)"
        yield from _switch(head, cases, "return (void)g, (void)b, UNTOLD;")

    def _verdict(self, rule: int, end: End, ended: str) -> Iterator[str]:
        rest = self.program.blocks[end.block].body
        if not end.idle:
            yield f"if ({end.block}__holds(g, b)) return {rule};"
            return
        if ended:  # moves have not been searched for
            yield f"if ({ended}) return UNTOLD;"
        if not rest:
            yield f"return {rule};"
        elif end.block in self.classes.tests:
            yield f"if ({end.block}__holds(g, b)) return {rule};"
        else:
            yield "return UNTOLD;"

    def calls(self) -> Iterator[str]:
        """Whether any adjudication without repetition may hold; whether a certain one may: 0 no, 1 perhaps, 2
        surely; and which hold always."""
        rules, cases, always = self.program.adjudications, list[str](), list[str]()
        some: list[str] = []
        for number, turn in enumerate(self.program.turns):
            asked: list[str] = []
            for rule, block in enumerate(turn.adjudications):
                body = self.program.blocks[block].body
                condition, whole = self._begins(body)
                may = 2 if whole else 1
                answer = f"{condition} ? {may} : 0" if condition else str(may)
                cases.append(f"    case {number * len(rules) + rule}: return {answer};")
                if rules[rule].manner in CALLED and not rules[rule].repeated:
                    asked.append(f"({condition or 'true'})")
            some.append(f"    case {number}: return {' || '.join(dict.fromkeys(asked)) or 'false'};")
            always += [str(int(not self.program.blocks[block].body)) for block in turn.adjudications]
            always += ["0"] * (len(rules) + 1 - len(turn.adjudications))
        for head, inside in (
            ("bool may_be_called(const Board *b, const count *counter, int32_t turn)", some),
            ("int may_call(const Board *b, const count *counter, int32_t turn, int rule)", cases),
        ):
            yield f"static {head} {{"
            yield f"    const bits occupied = {self.layout.occupied};"
            yield "    (void)b, (void)counter, (void)occupied;"
            yield f"    switch ({'turn' if inside is some else 'turn * ADJUDICATIONS + rule'}) {{"
            yield from inside
            yield "    }"
            yield "    return 0;"
            yield "}"
        yield f"static const uint8_t ALWAYS[] = {{{', '.join(always)}}};"

    def _begins(self, body: tuple[Op, ...]) -> tuple[str, bool]:
        """The first conditions of a test, as far as they can be evaluated on a board; and whether they are
        all."""
        found: list[str] = []
        for op in body:
            condition = self._asked(op)
            if condition is None:
                return " && ".join(found), False
            found.append(condition)
        return " && ".join(found), True

    def _asked(self, op: Op) -> str | None:
        if isinstance(op, Compare):
            right = f"counter[{op.other}]" if op.other_is_slot else str(op.other)
            return f"counter[{op.slot}] {RELATIONS[op.relation]} {right}"
        if not isinstance(op, Require) or op.cursors:
            return None
        inner = self.program.blocks[op.block].body
        looked = self._looked(inner[0]) if len(inner) == 1 else None
        if looked is None or not self.layout.plain(looked[0]):
            return None
        held, where = self.layout.squares(looked[0]), self.layout.constant(looked[1])
        return f"{'' if op.wanted else '!'}any(({held}) & {where})"

    def _looked(self, op: Op) -> tuple[int, int] | None:
        """The contents and the squares that an operation searches for, if it does nothing else."""
        if isinstance(op, Choose):
            return op.contents, op.sites
        if isinstance(op, Apply) and op.anchor is None and len(op.tables) == len(op.checks) == 1:
            ((column, contents),) = op.checks
            rows = [row for row in self.program.tables[op.tables[0]].rows if row is not None]
            if not (op.standing or op.writes or op.carries) and all(row[column] >= 0 for row in rows):
                return contents, sum({1 << row[column] for row in rows})
        return None


def options(bits: BitProgram) -> list[Item]:
    """The code that lists the moves of every turn, and makes any one of them; NotClassified where that is
    impossible."""
    return OptionsText(bits).text()


def _switch(head: str, cases: list[str], otherwise: str) -> Iterator[str]:
    yield f"static {head} {{"
    yield "    switch (turn) {"
    for number, case in enumerate(cases):
        yield f"    case {number}:{case if case.startswith(NEXT_LINE) else f' {case}'}"
    yield "    }"
    if otherwise:
        yield f"    {otherwise}"
    yield "}"
