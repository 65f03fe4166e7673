"""C text of a block: one readable function per block, with nothing of the rules text in it but names.

A function returns whether the walk is done. It makes changes, continues, and undoes them, so that after each
function everything is as before; `done` alone means that an answer has been found, or that the work limit is
exceeded. Long because it has a part for every operation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from lasker.algebra.contents import members
from lasker.compiler.emit.c.walk.constants import Sets
from lasker.compiler.emit.c.walk.each_guards import First
from lasker.compiler.emit.c.walk.exclusive import KIND, groups, selecting_square, together
from lasker.compiler.emit.c.walk.floods import column_squares, flood
from lasker.compiler.emit.c.walk.hops import hops
from lasker.compiler.emit.c.walk.known_results import KnownResult
from lasker.compiler.emit.c.walk.priorities import Exhaust, KnownImpossible, Passed, Unless, Watch, Watched
from lasker.compiler.emit.c.walk.requirements import early_ranges
from lasker.compiler.emit.c.walk.rides import Ride, ride
from lasker.compiler.emit.c.walk.single_result import counted, has_single_result, star_cursor
from lasker.compiler.emit.c.walk.target_squares import Aim, aim
from lasker.compiler.emit.c.walk.visited_squares import moved_cursor
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
    free,
)

BITS = 64  # of a word
NOTHING = -1  # is left behind by a cursor that moves alone
Names = dict[str, str]  # cursors of the program, and the variables that hold them now


class BlockFunction:
    """The text of one block under construction; one that works `in_place` leaves the board as it ends."""

    def __init__(self, block: Block, program: Program, sets: Sets, *, in_place: bool = False) -> None:
        self.block, self.program, self.sets, self.in_place = block, program, sets, in_place
        self.lines: list[str] = []
        self.before: list[str] = []  # small functions that this one passes on
        self.used: set[str] = set()  # variables in scope

    def write(self) -> list[str]:
        """The function, and what must precede it."""
        names = {cursor: cursor for cursor in self.block.cursors}
        found = ride(self.block)
        if found is None:
            self.body(self.block.body, names, 1)
        else:
            self.ride(found, names)
        return [
            *self.before,
            f"{signature(self.block, in_place=self.in_place)} {{",
            "    bool done = too_long(m);",
            "    if (done) return true;",
            *self.lines,
            "    return done;",
            "}",
            "",
        ]

    def body(self, body: Body, names: Names, depth: int) -> None:
        """The operations of a body, the last of them an end."""
        if not body:
            self.say(depth, f"done = {self.end(names)};")
            return
        self.op(body[0], body[1:], names, depth)

    def end(self, names: Names) -> str:
        """The code at the end of the block."""
        if self.block.keeps is None:
            return "arrive(m)" if self.block.arrives else "true"
        kept = [names[name] for name in self.block.keeps]
        if self.in_place:
            return f"({', '.join([*(f'c[{at}] = {name}' for at, name in enumerate(kept)), 'true'])})"
        return f"keep(m, {len(kept)}, {array(kept)})"

    def op(self, op: Op | Watched | KnownResult, rest: Body, names: Names, depth: int) -> None:
        """One operation, and the rest nested in it."""
        match op:
            case Watch(flag):
                before = self.new("passed")
                self.say(depth, f"const bool {before} = {passed(flag)};")
                self.say(depth, f"{passed(flag)} = false;")
                self.body(rest, names, depth)
                self.say(depth, f"{passed(flag)} = {before};")
            case Passed(flag):
                self.say(depth, f"{passed(flag)} = true;")
                self.body(rest, names, depth)
            case Unless(flag):
                self.say(depth, f"if (!{passed(flag)}) {{")
                self.body(rest, names, depth + 1)
                self.say(depth, "}")
            case KnownImpossible():
                self.body(rest, names, depth)
            case KnownResult(cursor):
                self.known(op, None if cursor is None else names[cursor], depth)
                self.body(rest, names, depth + 1)
                self.say(depth, "}")
            case Apply():
                self.lay([op], "", rest, names, depth)
            case Choose():
                self.choose(op, rest, names, depth)
            case Alias():
                self.stand(op, rest, names, depth)
            case NoteEnd(cursor):
                at = self.new("noted")
                self.say(depth, f"const int16_t {at} = end_note(m, {names[cursor]});")
                self.body(rest, names, depth)
                self.say(depth, f"m->open = {at};")
            case Fork(options):
                around = self.used
                for square, ways in groups(self.program, options):
                    one = None if square is None else together(self.program, square, ways)
                    if square is not None and one is not None:
                        self.used = set(around)
                        asked = [contents for contents, _ in ways]
                        self.selecting(names[square], asked, KIND, one, names, depth)
                        continue
                    if square is not None:
                        self.say(depth, f"if (!done) switch ({board(names[square])}) {{")
                    for contents, option in ways:
                        self.used = set(around)
                        cases = " ".join(f"case {content}:" for content in members(contents))
                        self.say(depth, self.may_begin(option) if square is None else f"{cases} {{")
                        self.body(option, names, depth + 1)
                        self.say(depth, "}" if square is None else "} break;")
                    if square is not None:
                        self.say(depth, "}")
                self.used = around
            case ChooseDirection():
                self.spin(op, rest, names, depth)
            case Require(block, cursors, wanted):
                self.say(depth, f"if ({'' if wanted else '!'}{self.call(block, cursors, names)}) {{")
                self.body(rest, names, depth + 1)
                self.say(depth, "}")
            case Adjust():
                self.adjust([op], "", rest, names, depth)
            case Select(way) if op.rewrites:
                self.lay(op.rewrites, names[way], rest, names, depth)
            case Select(way):
                self.adjust(op.adjusts, names[way], rest, names, depth)
            case Compare():
                self.say(depth, f"if ({compared(op)}) {{")
                self.body(rest, names, depth + 1)
                self.say(depth, "}")
            case Star() | Each() | Most():
                self.with_sets(op, rest, names, depth)
            case Go(block, cursors) if self.in_place:
                given = "".join(f", {names[cursor]}" for cursor in cursors)
                self.say(depth, f"done = make_{block}(m, c{given});")
            case Go(block, cursors):
                self.say(depth, f"done = {self.call(block, cursors, names)};")

    def known(self, op: KnownResult, at: str | None, depth: int) -> None:
        """The end of a move whose result is known: it may only have to be counted."""
        self.say(depth, f"if (m->counted.on) done = {counting(op, at)};")
        self.say(depth, "else {")

    def count_squares(
        self, points: Sequence[Op | Watched | KnownResult], cursor: str, squares: str, depth: int
    ) -> None:
        """The ends of moves whose results are known by the square of a cursor: all are counted at once."""
        match points:
            case [KnownResult() as known] if known.cursor == cursor:
                flags = ", ".join("true" if flag else "false" for flag in (known.alone, known.carried))
                counting = f"m->problem || count_squares(m, {squares}, {known.kind}, {flags})"
                self.say(depth, f"if (m->counted.on) done = {counting};")
                self.say(depth, "else")
            case _:
                pass

    def count_steps(
        self, op: ChooseDirection, lay: Apply, known: Op | KnownResult | None, names: Names, depth: int
    ) -> None:
        """The same for a step in any direction: the squares to which it leads are found together."""
        if not isinstance(known, KnownResult) or len(lay.checks) != 1 or lay.standing:
            return
        ((column, contents),), cursor = lay.checks, known.cursor
        if cursor is None or lay.direction != op.cursor or lay.walks != ((cursor, column),):
            return
        near = column_squares(self.program, [(lay, column)])
        if lay.anchor is None or near is None:
            return
        squares, table = self.new("squares"), self.sets.square_table(near)
        search = f"{self.sets.search(contents)}, {self.sets.name(contents)}"
        self.say(depth, f"uint64_t {squares}[MASKS];")
        self.say(
            depth,
            f"if (m->counted.on) find_near(m, {search}, {table}[SITE({names[lay.anchor]})], {squares});",
        )
        self.count_squares([known], cursor, squares, depth)

    def may_begin(self, option: Body) -> str:
        """The head of an alternative: the counters that it needs are tested before it changes anything."""
        asked = ["!done"]
        for slot, (low, high) in early_ranges(self.program, option):
            bounds = self.program.counters[slot]
            asked += [f"{counter(slot)} >= {low}"] if low > bounds.low else []
            asked += [f"{counter(slot)} <= {high}"] if high < bounds.high else []
        return f"if ({' && '.join(asked)}) {{"

    def ride(self, ride: Ride, names: Names) -> None:
        """A loop that moves a cursor, with the continuation after every round, or after the last."""
        self.say(1, "for (;;) {")
        if not ride.exhausts:
            self.body(ride.rest, names, 2)
            self.say(2, "if (done) break;")
        for op in ride.once:
            match op:
                case Require(block, cursors, wanted):
                    self.say(2, f"if ({'!' if wanted else ''}{self.call(block, cursors, names)}) break;")
                case Compare():
                    self.say(2, f"if (!({compared(op)})) break;")
                case Apply(anchor=str(anchor)):
                    at = names[anchor]
                    squares = [at] if self.stays(op) else self.row(op, at, names, 2)
                    fits = self.fits([op], "", squares, 2)
                    fits += [
                        f"SITE({names[other]}) == SITE({squares[column]})" for column, other in op.standing
                    ]
                    self.say(2, f"if (!({' && '.join(fits) or 'true'})) break;")
                    if op == ride.step:
                        self.say(2, f"{at} = {squares[op.walks[0][1]]};")
        self.say(2, "if ((done = too_long(m))) break;")
        self.say(1, "}")
        if ride.exhausts:
            self.say(1, "if (!done) {")
            self.body(ride.rest, names, 2)
            self.say(1, "}")

    def selecting(
        self, square: str, asked: Sequence[int], cursor: str, one: Body, names: Names, depth: int
    ) -> None:
        """Alternatives that exclude each other merged into one, in which a cursor selects: a table of the
        contents of a square tells which."""
        which = ["-1"] * len(self.program.contents)
        for number, contents in enumerate(asked):
            for content in members(contents):
                which[content] = str(number)
        self.say(depth, "if (!done) {")
        kinds, kind = self.sets.values("int16_t", which), self.new(KIND)
        self.say(depth + 1, f"const place {kind} = {kinds}[{board(square)}];")
        self.say(depth + 1, f"if ({kind} >= 0) {{")
        self.body(one, names | {cursor: kind}, depth + 2)
        self.say(depth + 1, "}")
        self.say(depth, "}")

    def spin(self, op: ChooseDirection, rest: Body, names: Names, depth: int) -> None:
        """Any direction; if a rewrite in it follows at once, any in which it can be laid; if the content of a
        square decides, only that one."""
        selecting = selecting_square(self.program, op, rest)
        if selecting is not None:
            lay, column, asked = selecting
            at = names[cast(str, lay.anchor)]
            squares = [at] if self.stays(lay) else self.row(lay, at, names, depth)
            there = "true" if self.everywhere(lay) else f"{squares[0]} != NOWHERE"
            self.say(depth, f"if ({there}) {{")
            self.selecting(squares[column], asked, op.cursor, rest, names, depth + 1)
            self.say(depth, "}")
            return
        way, first = self.new(op.cursor), rest[0] if rest else None
        inside = names | {op.cursor: way}
        if (
            isinstance(first, Apply)
            and first.direction == op.cursor
            and first.anchor is not None
            and op.count <= BITS
            and not self.everywhere(first)
        ):
            self.count_steps(op, first, cast("Op | KnownResult", rest[1]) if rest[1:] else None, names, depth)
            left = self.new("left")
            goes = f"{self.sets.goes(first.tables)}[{names[first.anchor]}]"
            self.say(depth, f"for (uint64_t {left} = {goes}; {left} && !done; {left} &= {left} - 1) {{")
            self.say(depth + 1, f"const place {way} = (place)__builtin_ctzll({left});")
            self.lay([first], "", rest[1:], inside, depth + 1, there=True)
        else:
            self.say(depth, f"for (place {way} = 0; {way} < {op.count} && !done; {way}++) {{")
            self.body(rest, inside, depth + 1)
        self.say(depth, "}")

    def lay(
        self, alike: Sequence[Apply], way: str, rest: Body, names: Names, depth: int, there: bool = False
    ) -> None:
        """A rewrite: test, write, continue, undo; among rewrites that are alike, the one that a direction
        selects. Its squares may be known to be `there`."""
        op = alike[0]
        loop = op.anchor is None
        if loop:
            found = self.holding(op)
            if found is not None and not rest and self.asks and len(op.checks) == 1 and not op.standing:
                self.somewhere(*found, depth)
                return
            depth = self.anywhere(op, depth)
        anchor = "site * FRAMES" if op.anchor is None else names[op.anchor]
        idle = self.is_idle(op, rest, there)
        if idle and op.direction is not None:
            self.say(depth, f"(void){names[op.direction]}; /* nobody asks where it leads */")
        squares = [anchor] if idle or self.stays(op) else self.row(op, anchor, names, depth)
        conditions = self.fits(alike, way, squares, depth)[int(there) :]
        conditions += [f"SITE({names[cursor]}) == SITE({squares[column]})" for column, cursor in op.standing]
        self.say(depth, f"if ({' && '.join(conditions) or 'true'}) {{")
        self.write_out(alike, way, squares, rest, names, depth + 1)
        self.say(depth, "}")
        if loop:
            self.say(depth - 1, "}")

    def fits(self, alike: Sequence[Apply], way: str, squares: list[str], depth: int) -> list[str]:
        """The conditions that squares hold what a rewrite requires."""
        op = alike[0]
        conditions = [] if self.everywhere(op) else [f"{squares[0]} != NOWHERE"]
        looks: list[str] = []  # tests of existing squares: all at once, since branches would be mispredicted
        for at, (column, contents) in enumerate(op.checks):
            asked = [each.checks[at][1] for each in alike]
            if len(set(asked)) == 1:
                held = self.sets.holds(contents, board(squares[column]))
            else:
                kinds = self.sets.values("uint64_t *const", map(self.sets.name, asked))
                held = f"HAS({kinds}[{way}], {board(squares[column])})"
            if self.missing(op, column):
                conditions.append(f"({squares[column]} < 0 || {held})")
            else:
                looks.append(held)
        together = " & ".join(f"({look})" for look in looks) if len(looks) > 1 else "".join(looks)
        return [*conditions, together] if looks else conditions

    def first_look(self, number: int, first: First) -> list[str]:
        """A function that evaluates the guard of an `each`."""
        self.say(0, f"static bool could_{number}(const Machine *m, place at) {{")
        for op in first.lays:
            squares = ["at"] if self.stays(op) else self.row(op, "at", {}, 1)
            fits = self.fits([op], "", squares, 1)
            self.say(1, f"if (!({' && '.join(fits) or 'true'})) return false;")
        self.say(1, "return true;")
        self.say(0, "}")
        return self.lines

    def anywhere(self, op: Apply, depth: int) -> int:
        """A loop over the squares at which a rewrite is laid: those that hold the required contents, if it
        has any."""
        found = self.holding(op)
        if found is not None:
            self.squares(*found, "site", depth)
            return depth + 1
        self.say(depth, "for (int site = 0; site < SITES && !done; site++) {")
        self.say(depth + 1, "if ((done = too_long(m))) break;")
        return depth + 1

    def holding(self, op: Apply) -> tuple[int, int] | None:
        """The required contents of the squares at which a rewrite is laid, if any, and the squares that
        may."""
        rows = self.program.tables[op.tables[0]].rows
        laid = [(place, row) for place, row in enumerate(rows) if row is not None]
        frames = self.program.frames
        for column, contents in op.checks:
            if op.direction is None and all(row[column] == place for place, row in laid):
                return contents, sum({1 << place // frames for place, _ in laid if place % frames == 0})
        return None

    def somewhere(self, contents: int, sites: int, depth: int) -> None:
        """Does a square of a region hold one of some contents? Nothing else is tested."""
        search = f"{self.sets.search(contents)}, {self.sets.name(contents)}"
        self.say(depth, f"done = is_somewhere(m, {search}, {self.sets.region(sites)});")

    def squares(
        self,
        contents: int,
        sites: int,
        site: str,
        depth: int,
        aimed: Aim | None = None,
        *,
        noted: bool = False,
    ) -> None:
        """The head of a loop over the squares of a region that hold one of some contents, and have an aim."""
        word, found = self.new("word"), self.new("found")
        held = f"holding(m, {self.sets.search(contents)}, {self.sets.name(contents)}, {word})"
        inside = "" if self.all_sites(sites) else f" & {self.sets.region(sites)}[{word}]"
        inside += f" & choosable(m, {word})" if noted else ""
        if aimed is not None:
            targets = self.new("targets")
            search = f"{self.sets.search(aimed.targets)}, {self.sets.name(aimed.targets)}"
            self.say(depth, f"uint64_t {targets}[MASKS];")
            self.say(depth, f"find_all(m, {search}, {targets});")
            inside += f" & aimed(AIM_{self.sets.aim(aimed)}_FROM, {targets}, {word})"
        self.say(depth, f"for (int {word} = 0; {word} < MASKS && !done; {word}++)")
        self.say(
            depth, f"for (uint64_t {found} = {held}{inside}; {found} && !done; {found} &= {found} - 1) {{"
        )
        self.say(depth + 1, f"const place {site} = (place)(64 * {word} + __builtin_ctzll({found}));")
        if aimed is not None:
            table = f"AIM_{self.sets.aim(aimed)}"
            kind = f"{table}_OF[m->now.facts.board[{site}] >> MARKS]"
            self.say(depth + 1, f"if (!intersect({table}[{kind}][{site}], {targets})) continue;")
        self.say(depth + 1, "if ((done = too_long(m))) break;")

    def row(self, op: Apply, anchor: str, names: Names, depth: int) -> list[str]:
        """The row of a table, in a variable of its own: the squares of a rewrite that is laid somewhere."""
        row, columns = self.new("at"), self.program.tables[op.tables[0]].columns
        table = (
            f"TABLE_{op.tables[0]}"
            if op.direction is None
            else f"{self.sets.family(op.tables)}[{names[op.direction]}]"
        )
        self.say(depth, f"const place *const {row} = {table}[{anchor}];")
        return [f"{row}[{column}]" for column in range(columns)]

    def stays(self, op: Apply) -> bool:
        """Is a rewrite only about the square at which it is laid?"""
        rows = self.program.tables[op.tables[0]].rows
        return op.direction is None and rows == tuple((place,) for place in range(len(rows)))

    def is_idle(self, op: Apply, rest: Body, there: bool) -> bool:
        """Is it known that a rewrite fits, and does it change nothing that is asked for later?"""
        walked = {cursor for cursor, _ in op.walks} & free(rest, frozenset(self.block.keeps or ()))
        asks = op.checks or op.standing or not (there or self.everywhere(op))
        return not (asks or op.writes or op.carries or walked)

    def write_out(
        self, alike: Sequence[Apply], way: str, squares: list[str], rest: Body, names: Names, depth: int
    ) -> None:
        """The right side of a rewrite."""
        op = alike[0]
        columns = [column for column, _ in op.writes] + [carry.column for carry in op.carries]
        if (not rest and self.forgets) or not columns:
            self.walk_on(op, squares, rest, names, depth)
            return
        known, walks = cast("Op | KnownResult", rest[0]) if rest else None, dict(op.walks)
        if isinstance(known, KnownResult):
            end = known.cursor
            self.known(known, end and (squares[walks[end]] if end in walks else names[end]), depth)
            self.write_out(alike, way, squares, rest[1:], names, depth + 1)
            self.say(depth, "}")
            return
        in_common = self.sets.shares and not self.in_place
        if in_common and all(isinstance(each, Go | NoteEnd) for each in rest):
            self.say(depth, f"done = {self.shared(alike, way, squares, rest, names)};")
        else:
            self.right_side(alike, way, squares, rest, names, depth)

    def shared(self, alike: Sequence[Apply], way: str, squares: list[str], rest: Body, names: Names) -> str:
        """A call of the function for the right side of a rewrite that little follows: rewrites that write the
        same wherever they are laid, and go on alike, have it in common."""
        op, (row, in_row, _) = alike[0], squares[0].partition("[")
        sources = [carry.source for carry in op.carries if carry.source is not None]
        wanted = free(rest, frozenset(self.block.keeps or ())) - {cursor for cursor, _ in op.walks}
        inside = {name: f"cursor{at}" for at, name in enumerate(dict.fromkeys([*sources, *sorted(wanted)]))}
        given = {"const place *at" if in_row else "place at": row}
        given |= {f"place {new}": names[name] for name, new in inside.items()}
        given |= {"place way": way} if len(alike) > 1 else {}
        inner = BlockFunction(self.block, self.program, self.sets)
        inner.used = {"at", "way", *inside.values()}
        seen = [f"at[{column}]" for column in range(len(squares))] if in_row else ["at"]
        inner.right_side(alike, "way", seen, rest, inside, 1)
        lines = [f"(Machine *m, {', '.join(given)}) {{", "    bool done = false;", *inner.lines]
        name = self.sets.rewrite("\n".join([*lines, "    return done;", "}"]))
        return f"{name}(m, {', '.join(given.values())})"

    def right_side(
        self, alike: Sequence[Apply], way: str, squares: list[str], rest: Body, names: Names, depth: int
    ) -> None:
        """What a rewrite writes, the rest, and the contents from before again."""
        op = alike[0]
        columns = [column for column, _ in op.writes] + [carry.column for carry in op.carries]
        touched = self.new("touched")
        self.say(depth, f"const int32_t {touched} = m->changes;")
        old = {column: self.new("was") for column in columns}
        for column, name in old.items():
            self.say(depth, f"const content {name} = {board(squares[column])};")
        brought = {}
        for carry in op.carries:
            name = brought[carry.column] = self.new("brought")
            self.say(
                depth, f"const content {name} = {self.carried(squares[carry.column], carry.source, names)};"
            )
        loops = 0
        for at, (column, contents) in enumerate(op.writes):
            if len(contents) == 1:
                values = [self.sets.content(each.writes[at][1][0]) for each in alike]
                self.say(depth, written(squares[column], self.selected("content", values, way)))
                continue
            listed = ", ".join(map(self.sets.content, contents))
            choice = self.new("choice")
            self.say(depth, f"static const content {choice}s[] = {{{listed}}};")
            self.say(depth, f"for (int {choice} = 0; {choice} < {len(contents)} && !done; {choice}++) {{")
            depth, loops = depth + 1, loops + 1
            self.say(depth, written(squares[column], f"{choice}s[{choice}]"))
        for carry in op.carries:
            marks = f" | {carry.gains}" if carry.gains else ""
            value = f"({brought[carry.column]}{marks}){f' & ~{carry.loses}' if carry.loses else ''}"
            value = value if marks or carry.loses else brought[carry.column]
            self.say(depth, written(squares[carry.column], f"(content)({value})"))
        self.walk_on(op, squares, rest, names, depth)
        for _ in range(loops):
            depth -= 1
            self.say(depth, "}")
        self.undo([f"{board(squares[column])} = {name};" for column, name in old.items()], touched, depth)

    def undo(self, changes: Sequence[str], touched: str, depth: int) -> None:
        """What was changed is restored; in place, only if that led to nothing."""
        if self.in_place:
            self.say(depth, "if (!done) {")
        for line in (*changes, f"unmark_changed(m, {touched});"):
            self.say(depth + int(self.in_place), line)
        if self.in_place:
            self.say(depth, "}")

    def walk_on(self, op: Apply, squares: list[str], rest: Body, names: Names, depth: int) -> None:
        """The rest, with cursors where a rewrite has moved them."""
        inside = dict(names)
        wanted = free(rest, frozenset(self.block.keeps or ()))
        for cursor, column in op.walks:
            if cursor not in wanted:
                continue
            inside[cursor] = self.new(cursor)
            self.say(depth, f"const place {inside[cursor]} = {squares[column]};")
        self.body(rest, inside, depth)

    @property
    def asks(self) -> bool:
        """Is the block a test?"""
        return self.block.keeps is None and not self.block.arrives

    @property
    def forgets(self) -> bool:
        """Is the block a test, or does it report a place only, so that its last writes are never read?"""
        return self.asks or self.block.name in self.sets.ending_in_places

    def carried(self, square: str, source: str | None, names: Names) -> str:
        """The content that a square receives, before explicit changes of marks."""
        if source is None:
            return board(square)
        there = board(names[source])
        if not self.program.moved:
            return there
        return f"(content)({there} & (SITE({names[source]}) == SITE({square}) ? ~0 : ~MOVED))"

    def everywhere(self, op: Apply) -> bool:
        """Can the rewrite be laid at every place?"""
        tables = (self.program.tables[table] for table in op.tables)
        return all(row is not None for table in tables for row in table.rows)

    def missing(self, op: Apply, column: int) -> bool:
        """May a square of the rewrite lie off the board?"""
        tables = (self.program.tables[table] for table in op.tables)
        return any(row is not None and row[column] < 0 for table in tables for row in table.rows)

    def choose(self, op: Choose, rest: Body, names: Names, depth: int) -> None:
        """Any square that fits."""
        if not rest and self.asks:
            self.somewhere(op.contents, op.sites, depth)
            return
        site, cursor = self.new("site"), self.new(op.cursor)
        aimed = aim(self.program, self.block, op, rest)
        self.squares(op.contents, op.sites, site, depth, aimed, noted=op.noted)
        self.say(depth + 1, f"const place {cursor} = {site}{' * FRAMES' if self.program.frames > 1 else ''};")
        if op.noted:
            outer = self.new("outer")
            self.say(depth + 1, f"const int16_t {outer} = begin_note(m, {site});")
        self.body(rest, names | {op.cursor: cursor}, depth + 1)
        if op.noted:
            self.say(depth + 1, f"undo_note(m, {outer});")
        self.say(depth, "}")

    def stand(self, op: Alias, rest: Body, names: Names, depth: int) -> None:
        """Where other cursors stand."""
        first, *more = [names[other] for other in op.others]
        conditions = [f"{other} == {first}" for other in more]
        if not self.all_sites(op.sites):
            conditions.append(f"INSIDE_OF({self.sets.region(op.sites)}, SITE({first}))")
        if op.contents != (1 << len(self.program.contents)) - 1:
            conditions.append(self.sets.holds(op.contents, board(first)))
        self.say(depth, f"if ({' && '.join(conditions) or 'true'}) {{")
        self.body(rest, names | {op.cursor: first}, depth + 1)
        self.say(depth, "}")

    def adjust(self, alike: Sequence[Adjust], way: str, rest: Body, names: Names, depth: int) -> None:
        """A counter within its bounds; among adjustments that are alike, the one that a direction selects."""
        op, old, value = alike[0], self.new("count"), self.new("count")
        bounds = [self.program.counters[each.slot] for each in alike]
        slot = self.selected("int32_t", [str(each.slot) for each in alike], way)
        low = self.selected("count", [str(each.low) for each in bounds], way)
        high = self.selected("count", [str(each.high) for each in bounds], way)
        self.say(depth, f"const count {old} = {counter(slot)};")
        amount = self.selected("count", [str(each.amount) for each in alike], way)
        self.say(depth, f"const count {value} = {f'{old} + ' if op.relative else ''}{amount};")
        self.say(depth, f"if ({value} >= {low} && {value} <= {high}) {{")
        touched = self.new("touched")
        self.say(depth + 1, f"const int32_t {touched} = m->changes;")
        self.say(depth + 1, f"set_counter(m, {slot}, {value});")
        self.body(rest, names, depth + 1)
        self.undo([f"{counter(slot)} = {old};"], touched, depth + 1)
        self.say(depth, "}")

    def with_sets(self, op: Star | Each | Most, rest: Body, names: Names, depth: int) -> None:
        """Operations that need sets of configurations call the runtime, with two functions as arguments."""
        *points, go = cast("tuple[Op | Watched | KnownResult, ...]", rest)
        assert isinstance(go, Go)
        if isinstance(op, Star) and self.asks and not points and (filled := flood(self.program, op, go)):
            filling = f"flood_{self.sets.flood(filled)}(m, SITE({names[op.cursors[0]]})"
            if isinstance(filled.wanted, str):
                filling = f"INSIDE_OF({filling}, (uint64_t[MASKS]){{0}}), SITE({names[filled.wanted]})"
            self.say(depth, f"done = {filling});")
            return
        others = [cursor for cursor in dict.fromkeys(go.cursors) if cursor not in op.cursors]
        order = [*op.cursors, *others]
        inside = [*op.cursors, op.cursor] if isinstance(op, Each) else list(op.cursors)
        in_place = isinstance(op, Star) and self.sets.makes_in_place(op)
        body = self.handed(op.block, inside, inside, in_place=in_place)
        if isinstance(op, Each):
            self.sets.handed[op] = body
        after = self.handed(go.block, order, go.cursors, points)
        ends = f"{len(op.cursors)}, {array([names[c] for c in order])}, {len(order)}"
        moved = star_cursor(self.program, op.block) if isinstance(op, Star) else None
        if isinstance(op, Exhaust):
            asking = self.unless_on(body, after)
            if moved is not None:
                self.say(depth, f"done = exhaust(m, {body}, {moved}, {op.low}, {asking}, {after}, {ends});")
                return
            after = asking
        given = f"{after}, {ends}"
        match op:
            case Star(low=low, high=high):
                rounds = f"{low}, {-1 if high is None else high}"
                found = moved_cursor(self.program, op.block)
                doing = f"star(m, {body}"
                if found is not None:
                    leaves = NOTHING if found.leaves is None else self.sets.content(found.leaves)
                    hopping = hops(self.program, op, found)
                    if hopping is not None:
                        cursor, squares = op.cursors[found.moved], self.new("squares")
                        start = f"SITE({names[cursor]}), {leaves}, {low}"
                        self.say(depth, f"uint64_t {squares}[MASKS];")
                        self.say(depth, f"find_hops(m, {self.sets.hops(hopping)}, {start}, {squares});")
                        self.count_squares(points, cursor, squares, depth)
                        self.say(depth, f"done = star_to(m, {squares}, {found.moved}, {leaves}, {given});")
                        return
                    doing = f"star_places(m, {body}, {found.moved}, {leaves}"
                elif in_place:
                    doing = f"star_in_place(m, {body}"
                elif moved is not None:
                    doing = f"star_single_result(m, {body}, {moved}"
                self.say(depth, f"done = {doing}, {rounds}, {given});")
            case Most(slot=slot):
                self.say(depth, f"done = most(m, {body}, {slot}, {given});")
            case Each() if (adjust := counted(self.program, op)) is not None:
                bounds = self.program.counters[adjust.slot]
                by = f"{adjust.slot}, {adjust.amount}, {bounds.low}, {bounds.high}"
                self.say(depth, f"done = each_counted(m, {self.sets.where(op)}, {by}, {given});")
            case Each():
                doing = "each_single_result" if has_single_result(self.program, op.block) else "each"
                self.say(depth, f"done = {doing}(m, {body}, {self.sets.where(op)}, {given});")

    def handed(
        self,
        block: str,
        order: list[str],
        cursors: Sequence[str],
        points: Iterable[Op | Watched | KnownResult] = (),
        *,
        in_place: bool = False,
    ) -> str:
        """A function that takes its cursors from an array, in `order`, and calls a block with `cursors`."""
        name = f"{self.block.name}__to__{block}_{len(self.before)}"
        given = "".join(f", c[{order.index(cursor)}]" for cursor in cursors)
        first = "" if cursors else "(void)c; "
        for point in points:
            if isinstance(point, Passed):
                first += f"{passed(point.flag)} = true; "
            elif isinstance(point, KnownResult):
                at = None if point.cursor is None else f"c[{order.index(point.cursor)}]"
                first += f"if (m->counted.on) return {counting(point, at)}; "
        kind, called = ("place", f"make_{block}(m, c") if in_place else ("const place", f"do_{block}(m")
        self.before.append(f"static bool {name}(Machine *m, {kind} *c) {{ {first}return {called}{given}); }}")
        return name

    def unless_on(self, body: str, after: str) -> str:
        """A function that continues only where a block is impossible."""
        name = f"{after}_unless"
        self.before.append(
            f"static bool {name}(Machine *m, const place *c) "
            f"{{ return !has_result(m, {body}, c) && {after}(m, c); }}"
        )
        return name

    def call(self, block: str, cursors: Iterable[str], names: Names) -> str:
        """A call of a block."""
        return f"do_{block}(m{''.join(f', {names[cursor]}' for cursor in cursors)})"

    def all_sites(self, sites: int) -> bool:
        """Does a set hold every site?"""
        return sites == (1 << self.program.sites) - 1

    def selected(self, kind: str, values: list[str], way: str) -> str:
        """One of some values, which a direction selects if they differ."""
        if len(set(values)) == 1:
            return values[0]
        return f"{self.sets.values(kind, values)}[{way}]"

    def new(self, stem: str) -> str:
        """A fresh variable: cursors end with an underscore and a number, and this does not."""
        word, number = stem.rpartition("_")[0] or stem, 1
        while f"{word}{number}" in self.used:
            number += 1
        self.used.add(f"{word}{number}")
        return f"{word}{number}"

    def say(self, depth: int, text: str) -> None:
        """Writes an indented line."""
        self.lines.append("    " * depth + text)


def signature(block: Block, *, in_place: bool = False) -> str:
    """The head of a block's function. One that works in place puts its cursors into an array."""
    head = f"make_{block.name}(Machine *m, place *c" if in_place else f"do_{block.name}(Machine *m"
    return f"static bool {head}{''.join(f', place {cursor}' for cursor in block.cursors)})"


def board(place: str) -> str:
    """The square at a place."""
    return f"BOARD({place})"


def written(place: str, value: str) -> str:
    """Writes a content on the square at a place."""
    return f"put_on(m, SITE({place}), {value});"


def passed(flag: int) -> str:
    """Was a watched point passed?"""
    return f"m->passed[{flag}]"


def counter(slot: int | str) -> str:
    """A counter by its slot."""
    return f"m->now.facts.counter[{slot}]"


def counting(op: KnownResult, at: str | None) -> str:
    """A move counted by its squares; `at` is where its piece has been carried."""
    if at is None:
        return f"count_put(m, {op.kind})"
    doing = "count_carried" if op.carried else "count_pair"
    return f"{doing}(m, SITE({at}), {op.kind}, {'true' if op.alone else 'false'})"


def compared(op: Compare) -> str:
    """The condition of a comparison."""
    right = counter(op.other) if op.other_is_slot else str(op.other)
    return f"{counter(op.slot)} {RELATIONS[op.relation]} {right}"


def array(values: list[str], kind: str = "place") -> str:
    """An array literal."""
    return f"({kind}[]){{{', '.join(values) or '0'}}}"
