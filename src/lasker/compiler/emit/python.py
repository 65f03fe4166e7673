"""Python code generation: one generator per block, for machines without a C compiler and for reading.

Boards are tuples, so nothing has to be undone: every change binds a new variable, which the rest uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lasker.compiler.ir.names import RELATIONS
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
    Op,
    Program,
    Require,
    Select,
    Star,
)

STATE = ("board", "counters", "notes", "opened")
Names = dict[str, str]  # entities of the program, and the variables that hold them now


def python_text(program: Program) -> str:
    """The Python text of a program: tables, then blocks."""
    lines = [
        '"""A game, compiled from its rules. The names come from the rules, and nothing else does."""',
        "",
    ]
    for number, table in enumerate(program.tables):
        lines.append(f"TABLE_{number} = {table.rows!r}")
    for block in program.blocks.values():
        lines += ["", "", *Generator(block, program).write()]
    return "\n".join(lines) + "\n"


class Generator:
    """The text of one block under construction."""

    def __init__(self, block: Block, program: Program) -> None:
        self.block, self.program = block, program
        self.lines: list[str] = []
        self.fresh = 0

    def write(self) -> list[str]:
        """The block as a generator of its resulting configurations."""
        names = {name: name for name in (*STATE, *self.block.cursors)}
        self.say(1, "spend()")
        self.body(self.block.body, names, 1)
        return [f"def do_{self.block.name}({', '.join(names)}):", *self.lines, "    return", "    yield"]

    def body(self, body: Body, names: Names, depth: int) -> None:
        """The operations of a body, each nested in the one before."""
        if not body:
            kept = tuple_of(names[name] for name in self.block.keeps or ())
            board, counters, notes, opened = (names[name] for name in STATE)
            self.say(depth, f"yield Configuration({board}, {counters}, {kept}, {notes}, {opened})")
            return
        self.op(body[0], body[1:], names, depth)

    def op(self, op: Op, rest: Body, names: Names, depth: int) -> None:
        """One operation, and the rest nested in it."""
        match op:
            case Apply():
                self.lay((op,), "", rest, names, depth)
            case Choose():
                self.choose(op, rest, names, depth)
            case Alias(cursor, others):
                first, *more = [names[other] for other in others]
                tests = [f"{other} == {first}" for other in more]
                self.say(
                    depth, f"if {' and '.join([*tests, *self.fits(op, self.site(first), names)]) or 'True'}:"
                )
                self.body(rest, names | {cursor: first}, depth + 1)
            case NoteEnd(cursor):
                self.leave(cursor, rest, names, depth)
            case Fork(options):
                for option in options:
                    self.say(depth, "spend()")
                    self.body((*option, *rest), names, depth)
                if not options:
                    self.say(depth, "pass")
            case ChooseDirection(cursor, count):
                way = self.new(cursor)
                self.say(depth, f"for {way} in range({count}):")
                self.say(depth + 1, "spend()")
                self.body(rest, names | {cursor: way}, depth + 1)
            case Require(block, cursors, wanted):
                asked = self.call(block, cursors, names, "(), ()")
                self.say(depth, f"if next({asked}, None) is {'not ' if wanted else ''}None:")
                self.body(rest, names, depth + 1)
            case Adjust():
                self.adjust((op,), "", rest, names, depth)
            case Select(way) if op.rewrites:
                self.lay(op.rewrites, names[way], rest, names, depth)
            case Select(way):
                self.adjust(op.adjusts, names[way], rest, names, depth)
            case Compare(slot, relation, other, slotted):
                right = f"{names['counters']}[{other}]" if slotted else str(other)
                self.say(depth, f"if {names['counters']}[{slot}] {RELATIONS[relation]} {right}:")
                self.body(rest, names, depth + 1)
            case Star() | Each() | Most():
                self.with_sets(op, rest, names, depth)
            case Go(block, cursors):
                self.say(depth, f"yield from {self.call(block, cursors, names)}")

    def lay(self, alike: Sequence[Apply], way: str, rest: Body, names: Names, depth: int) -> None:
        """A rewrite, at its cursor or anywhere; among rewrites that are alike, the one that a direction
        selects."""
        op = alike[0]
        row, board, anchor = self.new("at"), names["board"], op.anchor and names[op.anchor]
        table = f"TABLE_{op.tables[0]}"
        if op.direction is not None:
            table = f"({', '.join(f'TABLE_{each}' for each in op.tables)})[{names[op.direction]}]"
        if anchor is None:
            step = f"[::{self.program.frames}]" if self.program.frames > 1 else ""
            self.say(depth, f"for {row} in {table}{step}:")
            depth += 1
        else:
            self.say(depth, f"{row} = {table}[{anchor}]")
        tests = [f"{row} is not None"]
        for at, (column, _) in enumerate(op.checks):
            square, contents = f"{row}[{column}]", selected([hex(each.checks[at][1]) for each in alike], way)
            tests.append(f"({square} < 0 or {contents} >> {board}[{self.site(square)}] & 1)")
        for column, cursor in op.standing:
            tests.append(f"{self.site(names[cursor])} == {self.site(f'{row}[{column}]')}")
        self.say(depth, f"if {' and '.join(tests)}:")
        self.write_out(alike, way, row, rest, names, depth + 1)

    def write_out(
        self, alike: Sequence[Apply], way: str, row: str, rest: Body, names: Names, depth: int
    ) -> None:
        """The right side of a rewrite."""
        op, board, inside = alike[0], names["board"], dict(names)
        if op.anchor is None:
            self.say(depth, "spend()")
        sites = [self.site(f"{row}[{column}]") for column, _ in op.writes]
        values = []
        for at, (_, contents) in enumerate(op.writes):
            values.append(selected([str(each.writes[at][1][0]) for each in alike], way))
            if len(contents) > 1:
                values[-1] = self.new("content")
                self.say(depth, f"for {values[-1]} in {contents}:")
                depth += 1
        for carry in op.carries:
            site = self.site(f"{row}[{carry.column}]")
            origin = site if carry.source is None else self.site(names[carry.source])
            lost = f" & ~({self.program.moved} if {origin} != {site} else 0)" if self.program.moved else ""
            sites.append(site)
            values.append(f"({board}[{origin}]{lost} | {carry.gains}) & ~{carry.loses}")
        if sites:
            inside["board"] = new = self.new("board")
            self.say(depth, f"{new} = list({board})")
            self.say(depth, f"{', '.join(f'{new}[{site}]' for site in sites)} = {', '.join(values)}")
            self.say(depth, f"{new} = tuple({new})")
        for cursor, column in op.walks:
            inside[cursor] = self.new(cursor)
            self.say(depth, f"{inside[cursor]} = {row}[{column}]")
        self.body(rest, inside, depth)

    def choose(self, op: Choose, rest: Body, names: Names, depth: int) -> None:
        """Any square that fits."""
        site, content, cursor = self.new("site"), self.new("content"), self.new(op.cursor)
        self.say(depth, f"for {site}, {content} in enumerate({names['board']}):")
        self.say(depth + 1, f"if {' and '.join(self.fits(op, site, names, content)) or 'True'}:")
        self.say(depth + 2, "spend()")
        self.say(depth + 2, f"{cursor} = {site} * {self.program.frames}")
        inside = names | {op.cursor: cursor}
        if op.noted:
            inside |= {"notes": self.new("notes"), "opened": self.new("opened")}
            note = f"({site}, 0, 0, {content} >> {self.program.marks})"
            self.say(depth + 2, f"{inside['notes']} = (*{names['notes']}, {note})")
            self.say(depth + 2, f"{inside['opened']} = (*{names['opened']}, len({names['notes']}))")
        self.body(rest, inside, depth + 2)

    def leave(self, cursor: str, rest: Body, names: Names, depth: int) -> None:
        """The end of a noted cursor: its square, and the content there."""
        told = ", ".join((names["board"], names["notes"], names["opened"], self.site(names[cursor])))
        inside = names | {"notes": self.new("notes"), "opened": self.new("opened")}
        self.say(depth, f"{inside['notes']}, {inside['opened']} = left({told})")
        self.body(rest, inside, depth)

    def fits(self, op: Choose | Alias, site: str, names: Names, content: str | None = None) -> Iterator[str]:
        """The conditions on a square."""
        if op.contents != (1 << len(self.program.contents)) - 1:
            square = content or f"{names['board']}[{site}]"
            yield f"{op.contents:#x} >> {square} & 1"
        if op.sites != (1 << self.program.sites) - 1:
            yield f"{op.sites:#x} >> {site} & 1"

    def adjust(self, alike: Sequence[Adjust], way: str, rest: Body, names: Names, depth: int) -> None:
        """A counter within its bounds; among adjustments that are alike, the one that a direction selects."""
        op, old, value = alike[0], names["counters"], self.new("count")
        bounds = [self.program.counters[each.slot] for each in alike]
        slot = selected([str(each.slot) for each in alike], way)
        low, high = (
            selected([str(bound) for bound in each], way)
            for each in ([each.low for each in bounds], [each.high for each in bounds])
        )
        self.say(depth, f"{value} = {f'{old}[{slot}] + ' if op.relative else ''}{op.amount}")
        self.say(depth, f"if {low} <= {value} <= {high}:")
        inside = names | {"counters": self.new("counters")}
        self.say(depth + 1, f"{inside['counters']} = (*{old}[:{slot}], {value}, *{old}[{slot} + 1:])")
        self.body(rest, inside, depth + 1)

    def with_sets(self, op: Star | Each | Most, rest: Body, names: Names, depth: int) -> None:
        """Operations that need sets of configurations call `ir.collect`."""
        kept = tuple_of(names[cursor] for cursor in op.cursors)
        board, counters, notes, opened = (names[name] for name in STATE)
        run, start = f"runs(do_{op.block})", f"Configuration({board}, {counters}, {kept}, {notes}, {opened})"
        match op:
            case Star(low=low, high=high):
                ends = f"star({run}, {start}, {low}, {high}, meter)"
            case Most(slot=slot):
                ends = f"most({run}, {start}, {slot}, meter)"
            case Each():
                others = tuple(op.cursors.index(other) for other in op.others)
                fits = f"fitting({op.contents:#x}, {op.sites:#x}, {others})"
                ends = f"each_site({run}, {start}, {fits}, {self.program.sites}, meter)"
        inside = {name: self.new(name) for name in STATE}
        cursors = {cursor: self.new(cursor) for cursor in op.cursors}
        told = f"({''.join(f'{name}, ' for name in cursors.values())})" if cursors else self.new("none")
        self.say(
            depth,
            f"for {inside['board']}, {inside['counters']}, {told}, "
            f"{inside['notes']}, {inside['opened']} in {ends}:",
        )
        self.body(rest, names | inside | cursors, depth + 1)

    def call(self, block: str, cursors: tuple[str, ...], names: Names, notes: str | None = None) -> str:
        """A call of a block."""
        told = notes or f"{names['notes']}, {names['opened']}"
        given = "".join(f", {names[cursor]}" for cursor in cursors)
        return f"do_{block}({names['board']}, {names['counters']}, {told}{given})"

    def site(self, place: str) -> str:
        """The site of a place."""
        return place if self.program.frames == 1 else f"{place} // {self.program.frames}"

    def new(self, stem: str) -> str:
        """A fresh variable: cursors end with an underscore and a number, and this does not."""
        self.fresh += 1
        return f"{stem.rpartition('_')[0] or stem}{self.fresh}"

    def say(self, depth: int, text: str) -> None:
        """Writes an indented line."""
        self.lines.append("    " * depth + text)


def selected(values: Sequence[str], way: str) -> str:
    """One of some values, which a direction selects if they differ.

    >>> selected(["1", "1"], "way"), selected(["1", "2"], "way")
    ('1', '(1, 2)[way]')
    """
    return values[0] if len(set(values)) == 1 else f"({', '.join(values)})[{way}]"


def tuple_of(values: Iterator[str]) -> str:
    """A tuple as Python writes it."""
    return f"({''.join(f'{value}, ' for value in values)})"
