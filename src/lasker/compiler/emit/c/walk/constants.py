"""The named constant sets of generated C."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lasker.algebra.contents import members
from lasker.compiler.emit.c.walk.each_guards import First, first_look
from lasker.compiler.emit.c.walk.floods import Flood, Squares, floods, within
from lasker.compiler.emit.c.walk.footprints import classes
from lasker.compiler.emit.c.walk.hops import Hops
from lasker.compiler.emit.c.walk.hops import hops as hops_of
from lasker.compiler.emit.c.walk.rounds_in_place import rounds_in_place
from lasker.compiler.emit.c.walk.target_squares import Aim, targets
from lasker.compiler.emit.c.walk.visited_squares import ending_in_places, moved_cursor
from lasker.compiler.ir.names import common_name, distinct
from lasker.compiler.ir.ops import Apply, Choose, Each, Program, Star
from lasker.compiler.ir.passes.drop_unreached import every

MANY = 1000  # operations from which alternatives share what they write: fewer run up to 7 % faster apart


def words(members: int, size: int) -> list[str]:
    """A set of numbers below `size` as words of C.

    >>> words(1 << 64 | 5, 65)
    ['0x5u', '0x1u']
    """
    return [f"0x{members >> 64 * word & (1 << 64) - 1:x}u" for word in range((size + 63) // 64)]


def eaches(program: Program) -> list[Each]:
    """Every `each` of a program."""
    ops = (op for block in program.blocks.values() for op in every(block.body))
    return list(dict.fromkeys(op for op in ops if isinstance(op, Each)))


def stars(program: Program) -> list[Star]:
    """Every repetition of a program."""
    ops = (op for block in program.blocks.values() for op in every(block.body))
    return list(dict.fromkeys(op for op in ops if isinstance(op, Star)))


def falling(program: Program) -> list[int]:
    """The contents that change at the end of a move, by the next player, and at last without one."""
    rows = (*program.turned, tuple(range(len(program.contents))))
    return [sum(1 << each for each in range(len(row)) if row[each & ~program.ended] != each) for row in rows]


def most_searched(program: Program) -> int:
    """The number of sets of contents that boards may be searched for."""
    found = dict.fromkeys(falling(program))
    for block in program.blocks.values():
        for op in every(block.body):
            match op:
                case Choose() | Each():
                    found[op.contents] = None
                case Apply(anchor=None) | Apply(direction=str()):
                    found |= dict.fromkeys(contents for _, contents in op.checks)
                case _:
                    pass
    for flood in floods(program):
        found |= dict.fromkeys(asked for asked in (flood.contents, flood.wanted) if isinstance(asked, int))
    for star in stars(program):
        changed = moved_cursor(program, star.block)
        hopping = changed and hops_of(program, star, changed)
        if hopping:
            found |= dict.fromkeys(asked for asked in (hopping.contents, hopping.over) if asked is not None)
    return len(found | dict.fromkeys(targets(program)))


class Sets:
    """The sets of contents that a text mentions, each with a name."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.marks = program.marks
        self.whole = (1 << (1 << program.marks)) - 1  # a kind of piece with any marks
        self.every_mark = (1 << program.marks) - 1
        self.known: dict[int, str] = {}
        self.regions: dict[int, str] = {}
        self.eaches = {each: number for number, each in enumerate(eaches(program))}
        self.searches: dict[int, int] = {}
        self.families: dict[tuple[int, ...], str] = {}
        self.going: dict[tuple[int, ...], str] = {}
        self.aims: list[Aim] = []
        self.floods: dict[Flood, int] = {}
        self.square_tables: dict[Squares, str] = {}
        self.hopping: dict[Hops, str] = {}
        self.listed: dict[tuple[str, tuple[str, ...]], str] = {}
        self.classes: dict[tuple[int, ...], str] = {}
        self.handed: dict[Each, str] = {}  # functions that run the block of an `each`
        self.shares = sum(1 for block in program.blocks.values() for _ in every(block.body)) >= MANY
        self.rewrites: dict[str, str] = {}  # the right sides of rewrites, by the text of their functions
        self.in_place: dict[str, None] = {}  # blocks that work in place
        self.ending_in_places = ending_in_places(program)
        self.firsts = {each: first_look(program, each) for each in self.eaches}
        found = {each: within(program, each) for each in self.eaches}
        self.within = {each: flood for each, flood in found.items() if flood is not None}

    def name(self, contents: int) -> str:
        """The name of a set: that of its pieces, if they are few or all of an army."""
        if contents not in self.known:
            called = f"any_{self._called(contents) or len(self.known)}"
            self.known[contents] = distinct((*self.known.values(), called.upper()))[-1]
        return self.known[contents]

    def content(self, content: int) -> str:
        """A content in C: a kind of piece, and its marks."""
        kind, marks = content >> self.marks << self.marks, members(content & (1 << self.marks) - 1)
        return " | ".join([f"{self.program.contents[kind]}__piece", *(self.mark(mark) for mark in marks)])

    def mark(self, number: int) -> str:
        """The name of a mark in C."""
        return "MARK_" + self.program.contents[1 << number].removeprefix("empty_")

    def _called(self, contents: int) -> str | None:
        """A common name for the pieces of a set, if their marks can be described in common."""
        kinds = self.program.contents[:: 1 << self.marks]
        held = {symbol: contents >> (symbol << self.marks) & self.whole for symbol in range(len(kinds))}
        symbols = [symbol for symbol in held if held[symbol]]
        marks = {self._in_common(held[symbol]) for symbol in symbols}
        name = common_name([kinds[symbol] for symbol in symbols], kinds[1:]) if symbols else None
        if name is None or len(marks) != 1 or None in marks:
            return None
        return "_".join([name, *(f"with_{self.mark(mark)[5:]}" for mark in members(marks.pop() or 0))])

    def _in_common(self, variants: int) -> int | None:
        """The marks that combinations have in common, if they are all combinations that have them."""
        common = self.every_mark
        for variant in members(variants):
            common &= variant
        having = sum(1 << variant for variant in range(1 << self.marks) if variant & common == common)
        return common if variants == having else None

    def region(self, sites: int) -> str:
        """The name of a set of sites."""
        return self.regions.setdefault(sites, f"REGION_{len(self.regions)}")

    def search(self, contents: int) -> int:
        """The index under which the machine caches the squares that hold one of these contents."""
        return self.searches.setdefault(contents, len(self.searches))

    def family(self, tables: tuple[int, ...]) -> str:
        """The name of some tables among which a direction selects."""
        return self.families.setdefault(tables, f"WAYS_{len(self.families)}")

    def goes(self, tables: tuple[int, ...]) -> str:
        """The name of a table with one word per place: bit i is set if the i-th of some tables has a row
        there."""
        return self.going.setdefault(tables, f"GOES_{len(self.going)}")

    def classed(self, each: Each) -> str:
        """The table of content classes that an `each` distinguishes, or none."""
        found = classes(self.program, each)
        return "0" if found is None else self.classes.setdefault(found, f"CLASSES_{len(self.classes)}")

    def where(self, each: Each) -> str:
        """The name of the description of an `each` for the runtime."""
        return f"&WHERE_{self.eaches[each]}"

    def wheres(self) -> Iterator[str]:
        """The descriptions of every `each`; they follow the functions that they name."""
        for each, (flood, at) in self.within.items():
            head = "(Machine *m, const place *kept, uint64_t *room)"
            yield f"static const uint64_t *within_{self.eaches[each]}{head} {{"
            yield f"    return flood_{self.flood(flood)}(m, SITE(kept[{at}]), room);"
            yield "}"
        for each, number in self.eaches.items():
            yield f"static const Where WHERE_{number} = {self._where(each)};"

    def _where(self, each: Each) -> str:
        standing = ", ".join(str(each.cursors.index(other)) for other in each.others)
        others = f"{len(each.others)}, {{{standing or 0}}}"
        fits = f"{self.search(each.contents)}, {self.name(each.contents)}, {self.region(each.sites)}"
        number = self.eaches[each]
        first = f"could_{number}, NEAR_{number}[0], MOST_NEAR_{number}" if self.firsts[each] else "0, 0, 0"
        within = f"within_{number}" if each in self.within else "0"
        return f"{{{fits}, {others}, {number}, {self.classed(each)}, {first}, {within}}}"

    def aim(self, aim: Aim) -> int:
        """The number of an aim."""
        if aim not in self.aims:
            self.aims.append(aim)
        return self.aims.index(aim)

    def flood(self, flood: Flood) -> int:
        """The number of a flood fill; equal ones have one number."""
        for asked in (flood.contents, flood.wanted):
            if isinstance(asked, int):
                self.name(asked), self.search(asked)
        self.square_table(flood.steps), self.square_table(flood.goals)
        return self.floods.setdefault(flood, len(self.floods))

    def square_table(self, squares: Squares) -> str:
        """The name of a table of sets of squares, by square."""
        return self.square_tables.setdefault(squares, f"SQUARES_{len(self.square_tables)}")

    def values(self, kind: str, values: Iterable[str]) -> str:
        """The name of a table of values of a type of C."""
        return self.listed.setdefault((kind, tuple(values)), f"VALUES_{len(self.listed)}")

    def makes_in_place(self, star: Star) -> bool:
        """Are the rounds of a repetition made in place? Then their blocks are needed in this form, too."""
        blocks = rounds_in_place(self.program, star)
        self.in_place |= dict.fromkeys(blocks)
        return bool(blocks)

    def hops(self, hops: Hops) -> str:
        """The name of the description of hops for the runtime."""
        for asked in (hops.contents, hops.over):
            if asked is not None:
                self.name(asked), self.search(asked)
        return "&" + self.hopping.setdefault(hops, f"HOPS_{len(self.hopping)}")

    def rewrite(self, text: str) -> str:
        """The name of the function for the right side of rewrites, whose text follows its name."""
        return self.rewrites.setdefault(text, f"rewrite_{len(self.rewrites)}")

    def holds(self, contents: int, content: str) -> str:
        """The condition that a content is in a set."""
        found = list(members(contents))
        if len(found) == 1:
            return f"{content} == ({self.content(found[0])})"
        return f"HAS({self.name(contents)}, {content})"

    def ways(self) -> Iterator[str]:
        """The families of tables as C; they follow the tables."""
        for tables, name in self.families.items():
            columns = self.program.tables[tables[0]].columns
            listed = ", ".join(f"TABLE_{table}" for table in tables)
            yield f"static const place (*const {name}[])[{columns}] = {{{listed}}};"
        for tables, name in self.going.items():
            rows = zip(*(self.program.tables[table].rows for table in tables), strict=True)
            goes = (sum(1 << way for way, row in enumerate(place) if row is not None) for place in rows)
            size = 8 << max(0, (len(tables) - 1).bit_length() - 3)
            yield f"static const uint{size}_t {name}[] = {{{', '.join(map(str, goes))}}};"

    def rewrite_lines(self) -> Iterator[str]:
        """The functions for right sides of rewrites; they follow the heads of the blocks with which they go
        on."""
        for text, name in self.rewrites.items():
            yield f"static bool {name}{text}\n"

    def lines(self) -> Iterator[str]:
        """The sets as C."""
        for sites, name in self.regions.items():
            yield f"static const uint64_t {name}[] = {{{', '.join(words(sites, self.program.sites))}}};"
        for contents, name in self.known.items():
            listed = words(contents, len(self.program.contents))
            yield f"static const uint64_t {name}[] = {{{', '.join(listed)}}};"
        for (kind, values), name in self.listed.items():
            yield f"static const {kind} {name}[] = {{{', '.join(values)}}};"
        for found, name in self.classes.items():
            yield f"static const uint8_t {name}[] = {{{', '.join(map(str, found))}}};"
        for number, aim in enumerate(self.aims):
            yield from self._aim(number, aim)
        for each, first in self.firsts.items():
            if first is not None:
                yield from self._near(self.eaches[each], first)

    def flood_lines(self) -> Iterator[str]:
        """The flood fills as C, each a function with its tables."""
        for squares, name in self.square_tables.items():
            rows = ("{" + ", ".join(words(each, self.program.sites)) + "}" for each in squares)
            yield f"static const uint64_t {name}[SITES][MASKS] = {{{', '.join(rows)}}};"
        for flood, number in self.floods.items():
            about = [
                str(number),
                str(flood.low),
                self.square_tables[flood.steps],
                *self._searched(flood.contents),
            ]
            about += [self.square_tables[flood.goals], *self._searched(flood.wanted)]
            some = isinstance(flood.wanted, str)
            answers, room = ("const uint64_t *", ", uint64_t *met") if some else ("bool ", "")
            yield f"static const Flood FLOOD_{number} = {{{', '.join(about)}}};"
            yield f"static {answers}flood_{number}(Machine *m, int site{room}) {{"
            given = f"m, &FLOOD_{number}, site"
            yield f"    return {f'flood_goals({given}, met)' if some else f'flood({given})'};"
            yield "}"

    def hops_lines(self) -> Iterator[str]:
        """The descriptions of hops: by square, what they pass and where they end."""
        for hops, name in self.hopping.items():
            rows = list(map(hops.ends, range(self.program.sites)))
            each = max((len(ends) for row in rows for ends in row.values()), default=1)
            size = max(1, each * max(map(len, rows)))
            near = (words(sum(1 << over for over in row), self.program.sites) for row in rows)
            ends = (
                [end for ends in row.values() for end in (*ends, *ends[:1] * (each - len(ends)))]
                for row in rows
            )
            for kind, stem, width, listed in (
                ("uint64_t", "NEAR", "MASKS", near),
                ("place", "ENDS", size, ends),
            ):
                text = ", ".join("{" + ", ".join(map(str, row or [0])) + "}" for row in listed)
                yield f"static const {kind} {stem}_OF_{name}[SITES][{width}] = {{{text}}};"
            asked = [*self._searched(hops.contents), *self._searched(hops.over)]
            about = f"NEAR_OF_{name}, ENDS_OF_{name}[0], {size}, {each}, {', '.join(asked)}"
            yield f"static const Hops {name} = {{{about}}};"

    def _searched(self, contents: int | str | None) -> list[str]:
        """The index and the name of a set of contents, if it is one."""
        return [str(self.search(contents)), self.name(contents)] if isinstance(contents, int) else ["0", "0"]

    def _near(self, number: int, first: First) -> Iterator[str]:
        """By square, the squares from which the guard of an `each` reads it."""
        most = max(map(len, first.near))
        rows = ("{" + ", ".join(map(str, (*near, *[-1] * (most - len(near))))) + "}" for near in first.near)
        yield f"enum {{ MOST_NEAR_{number} = {most} }};"
        yield f"static const place NEAR_{number}[][{most}] = {{{', '.join(rows)}}};"

    def _aim(self, number: int, aim: Aim) -> Iterator[str]:
        """The tables of an aim: by kind the table to use, and by start square where a target must stand."""
        tables = list(dict.fromkeys(aim.goals.values()))
        kinds = range(len(self.program.contents) >> self.marks)
        which = ", ".join(str(tables.index(aim.goals[kind]) if kind in aim.goals else 0) for kind in kinds)
        yield f"static const uint8_t AIM_{number}_OF[] = {{{which}}};"
        yield f"static const uint64_t AIM_{number}[][SITES][MASKS] = {{"
        for table in tables:
            rows = ("{" + ", ".join(words(goals, self.program.sites)) + "}" for goals in table)
            yield f"    {{{', '.join(rows)}}},"
        yield "};"
        starts = [0] * self.program.sites
        for table in tables:
            for start, goals in enumerate(table):
                for goal in members(goals):
                    starts[goal] |= 1 << start
        rows = ("{" + ", ".join(words(each, self.program.sites)) + "}" for each in starts)
        yield f"static const uint64_t AIM_{number}_FROM[SITES][MASKS] = {{{', '.join(rows)}}};"
