"""Code generation for rules on fixed squares (patterns): tables of sets that must hold something and
sets that change.

Castling is a pattern, and so is an en passant capture: its first pieces are searched for, and each way to lay
the pattern on them is a row of sets. Whether a royal piece is attacked in between is decided by probes,
without making the move: its square, and the squares emptied and filled by then. All other tests in between
are evaluated on boards, which are made by sets as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import accumulate

from lasker.algebra.contents import members
from lasker.compiler.bits.kinds.pattern_masks import Key, PatternSorting, Shape
from lasker.compiler.bits.kinds.pattern_masks import PatternPlacement as Laid
from lasker.compiler.bits.kinds.rules import ON_A_BOARD, SELDOM, WHICH_ROW, Fit, Then
from lasker.compiler.bits.language import (
    AFTER,
    ALL,
    BOARD,
    FALSE,
    GROUND,
    OCCUPIED,
    TRUE,
    Assign,
    Block,
    CFunction,
    Chained,
    Comment,
    Compared,
    ConstantTable,
    Continue,
    Do,
    Each,
    Expr,
    Field,
    If,
    Let,
    Name,
    Number,
    Numbers,
    Pointer,
    Return,
    Stmt,
    TableRow,
    Unary,
    address,
    any_of,
    both,
    call,
    first,
    lowest,
    no,
)
from lasker.compiler.bits.layout import EMPTY, Layout
from lasker.compiler.bits.printer import require_size
from lasker.compiler.bits.royal_safety.probes import Step
from lasker.compiler.bits.royal_safety.safety import FROM
from lasker.compiler.bits.scope import Absent, Scope
from lasker.compiler.groups.game import Attack, Classes
from lasker.kernel.dataclass import dataclass

Steps = tuple[tuple[int, tuple[int, ...]], ...]  # the tests of a row
Bulk = Callable[[int, Expr], Stmt]  # a number of moves from each of some squares
ROW, PARTNER = Pointer("r"), Name("p")
SIGNS = {"taken": "&=", "toggled": "^=", "lost": "&=", "gained": "|="}  # how sets change a board


@dataclass(frozen=True)
class PatternTable:
    """The tables of one shape: its rows, and the first row for each square or pair of squares."""

    number: int
    rows: ConstantTable
    met: ConstantTable
    pair: ConstantTable
    starts: ConstantTable
    single: bool  # is there one row for every pair of squares at which the pattern can be laid?
    asked: str  # the function that refuses a row because of its tests

    def place(self, partner: bool) -> Expr:
        """The index for the square `f`, or for the pair of `f` and `p`."""
        if not partner:
            return first(FROM)
        sooner = call("size", self.met[first(FROM)] & call("all_before", lowest(PARTNER)))
        return Chained("+", (self.pair[first(FROM)], call("(int)", sooner)))


class StepTable:
    """The tests of rows with the same number of sets that change, each once; functions share it."""

    def __init__(self, sets: int) -> None:
        self.fields = [f"set_{place}" for place in range(sets)]
        self.rows: list[dict[str, int]] = []
        self.table = ConstantTable(f"STEPS_{sets}", f"Step_{sets}", self.rows)
        self._places: dict[tuple[int, tuple[int, ...]], int] = {}

    def place(self, question: int, sets: tuple[int, ...]) -> int:
        """The row of a test."""
        place = self._places.setdefault((question, sets), len(self.rows))
        if place == len(self.rows):
            self.rows.append({"question": question} | dict(zip(self.fields, sets, strict=True)))
        return place


class Patterns:
    """The patterns of a program, and their tables."""

    def __init__(self, classes: Classes, layout: Layout, sites: int) -> None:
        self.classes, self.layout, self.sites = classes, layout, sites
        self.sorting = PatternSorting(classes, layout, sites)
        self._tables: dict[tuple[Shape, tuple[Laid, ...]], PatternTable] = {}
        self._characters = 0  # of all tables
        self._steps: dict[tuple[Step, ...], int] = {}
        self._listed: list[dict[str, int]] = []
        self._refusing: dict[object, str] = {}
        self._asking: list[ConstantTable | CFunction] = []
        self._tests: dict[int, StepTable] = {}  # by the number of sets that change
        self.probes = ConstantTable("PROBES", "Probe", self._listed)

    def everywhere(
        self, patterns: dict[Shape, list[Laid]], absent: Absent, scope: Scope, then: Then, bulk: Bulk | None
    ) -> Iterator[Stmt]:
        """Wherever a pattern can be laid: `then`. Where only the square of a piece matters: `bulk`."""
        for shape, found in patterns.items():
            rows = tuple(sorted(set(found), key=_order))
            begin = self.layout.squares(shape.first, absent)
            asks = shape.attack or shape.questions
            if bulk is not None and not (shape.partner or shape.of("holds") or asks):
                for times, sites in _multiplicities(rows):
                    yield bulk(times, begin & self.layout.constant(sites))
                continue
            yield Comment(self._named(shape))
            yield self._tried(shape, rows, begin, absent, scope, then)

    def _tried(
        self, shape: Shape, rows: tuple[Laid, ...], begin: Expr, absent: Absent, scope: Scope, then: Then
    ) -> Stmt:
        table = self._table(shape, rows)
        place = table.place(bool(shape.partner))
        here = TableRow(table.rows, place if table.single else Name("i"))
        kind = f"const Pattern_{table.number} *const"
        number = call("(int)", Compared(ROW, "-", table.rows))
        label = Field(ROW, "label")
        fit = Fit(
            make := self._made(table, shape),
            (Let("r", TableRow(table.rows, WHICH_ROW), kind), *make),
            number,
            len(rows),
            (call("label_from", label), call("label_to", label)) if shape.of("label") else None,
        )
        refused = self._refused(shape, rows, absent, scope, table.asked)
        body: Block = (Let("r", here, kind), *refused, *then(fit))
        if not table.single:
            following = Chained("+", (*_terms(place), Number(1)))
            body = (Numbers("i", table.starts[place], table.starts[following], body),)
        if shape.partner:
            partner = self.layout.squares(shape.partner, absent)
            body = (Each("p", table.met[first(FROM)] & partner, body),)
        return Each("f", begin, body)

    def _made(self, table: PatternTable, shape: Shape) -> Block:
        """The code that makes a pattern; some patterns change nothing."""
        made = call(f"pattern_{table.number}_make", address(AFTER), ROW)
        return (Do(made),) if self._changes(shape.sets, Pointer("after")) else ()

    def _refused(
        self, shape: Shape, rows: tuple[Laid, ...], absent: Absent, scope: Scope, asked: str
    ) -> Iterator[Stmt]:
        """The conditions under which a row is refused."""
        for held, name in zip(shape.of("holds"), self._others(shape), strict=True):
            must = Field(ROW, name)
            missing = OCCUPIED & must if held == EMPTY else must & ~self.layout.squares(held, absent)
            yield If(any_of(missing), (Continue(),))
        attack = self.classes.tests[shape.attack] if shape.attack else None
        if shape.attack and isinstance(attack, Attack) and shape.of("unattacked"):
            attacked_squares = scope.attacked_squares(shape.attack)
            gone = OCCUPIED & ~self.layout.squares(attack.royals)
            found = call(f"{shape.attack}__danger", GROUND, BOARD, gone)
            yield If(call("equal", attacked_squares, ALL), (Assign(attacked_squares, "=", found),))
            yield If(any_of(attacked_squares & Field(ROW, "unattacked")), (Continue(),))
        if any(row.probes for row in rows):
            probe, probes = Field(ROW, "probe"), Field(ROW, "probes")
            meets = call(
                f"{shape.attack}__meets", GROUND, BOARD, OCCUPIED, TableRow(self.probes, probe), probes
            )
            condition = both(probes, meets)
            assert condition is not None
            yield If(condition, (Continue(),))
        if shape.questions:
            given = GROUND, BOARD, Field(ROW, "begin"), Field(ROW, "end")
            yield If(call(asked, *given), (Continue(),))

    def royals(self) -> set[int]:
        """The royal pieces whose safety some pattern tests."""
        attacks = [self.classes.tests[shape.attack] for shape, _ in self._tables if shape.attack]
        return {attack.royals for attack in attacks if isinstance(attack, Attack)}

    def _named(self, shape: Shape) -> str:
        named = [self.layout.called(held) or "a piece" for held in (shape.first, shape.partner) if held]
        return " and ".join(each.replace("_", " ") for each in named)

    def _others(self, shape: Shape) -> list[str]:
        return [
            "empty" if held == EMPTY else f"{called}__held" if called else f"other_{number}"
            for number, (held, called) in enumerate(
                (held, self.layout.called(held)) for held in shape.of("holds")
            )
        ]

    def _fields(self, shape: Shape) -> list[str]:
        asked = ("unattacked", "label")
        return [
            *self._others(shape),
            *(kind for kind in asked for _ in shape.of(kind)),
            *(self._field(key) for key in shape.sets if key[0] not in ("holds", *asked)),
        ]

    def _field(self, key: Key) -> str:
        """The field name of a set that changes on a board."""
        kind, what = key
        return f"{kind}_{(self.layout.kinds if kind in ('toggled', 'taken') else self.layout.marks)[what]}"

    def _asked(self, shape: Shape, rows: tuple[Laid, ...]) -> tuple[str, dict[Steps, int]]:
        """The function that refuses a row because of its tests; and where the tests of each row begin in the
        list of all. Tests with equal questions and changes are one row of a table that functions share."""
        every = sorted({row.asked for row in rows})
        begins: dict[Steps, int] = dict(zip(every, accumulate(map(len, every), initial=0), strict=False))
        key = shape.questions, shape.changes, tuple(begins)
        if key not in self._refusing and shape.questions:
            number = len(self._refusing)
            self._refusing[key] = f"step_{number}_refused"
            sets = len(shape.changes)
            steps = self._tests.setdefault(sets, StepTable(sets))
            tests = ConstantTable(
                f"TESTS_{number}", "int32_t", [steps.place(*step) for row in begins for step in row]
            )
            self._asking += (tests, self._refuses(shape, steps, tests, self._refusing[key]))
        return self._refusing.get(key, ""), begins

    def _refuses(self, shape: Shape, steps: StepTable, tests: ConstantTable, name: str) -> CFunction:
        """Whether a test has the wrong answer: each is evaluated on a board that is made for it."""
        then, step = Name("then"), Pointer("s")
        told = {key: Field(step, name) for key, name in zip(shape.changes, steps.fields, strict=True)}
        body: list[Stmt] = [
            Let("s", TableRow(steps.table, tests[Name("i")]), f"const {steps.table.type} *const"),
            Let("then", Unary("*", BOARD), "Board"),
            *self._changed(then, told),
        ]
        for at, (block, wanted) in enumerate(shape.questions):
            held = call(f"{block}__holds", GROUND, address(then))
            here = Compared(Field(step, "question"), "==", Number(at))
            body.append(If(both(here, no(held) if wanted else held) or TRUE, (Return(TRUE),)))
        every = Numbers("i", Name("begin"), Name("end"), tuple(body))
        given = (*ON_A_BOARD, ("int", "begin"), ("int", "end"))
        return CFunction(f"static {SELDOM}bool", name, given, (every, Return(FALSE)))

    def _table(self, shape: Shape, rows: tuple[Laid, ...]) -> PatternTable:
        if (shape, rows) not in self._tables:
            number, fields = len(self._tables), self._fields(shape)
            values: list[dict[str, int]] = []
            asked, begins = self._asked(shape, rows)
            for row in rows:
                values.append(dict(zip(fields, row.sets, strict=True)))
                if shape.attack:
                    values[-1] |= {"probe": self._begin(row.probes), "probes": len(row.probes)}
                if shape.questions:
                    begin = begins[row.asked]
                    values[-1] |= {"begin": begin, "end": begin + len(row.asked)}
            listed = ", ".join(self._row(each, fields) for each in values)
            laid = ConstantTable(f"PATTERN_{number}", f"Pattern_{number}", values, f"{{{listed}}}")
            self._tables[shape, rows] = PatternTable(
                number,
                laid,
                *self._starts(shape, rows, number),
                _single(rows, shape),
                asked,
            )
        return self._tables[shape, rows]

    def _row(self, values: dict[str, int], fields: list[str]) -> str:
        told = [str(self.layout.constant(at) if name in fields else at) for name, at in values.items()]
        row = f"{{{', '.join(told) or '0'}}}"
        self._characters += len(row)
        require_size(self._characters)
        return row

    def lines(self) -> Iterator[str | ConstantTable | CFunction]:
        """The tables, and the functions that make each pattern."""
        for made in self._tests.values():
            told = "".join(f" bits {name};" for name in made.fields)
            listed = ", ".join(self._row(each, made.fields) for each in made.rows)
            yield f"typedef struct {{ int question;{told} }} {made.table.type};"
            yield replace(made.table, text=f"{{{listed}}}")
        yield from self._asking
        for (shape, rows), table in self._tables.items():
            fields = self._fields(shape)
            asked = "uint16_t probe, probes; " if shape.attack else ""
            asked += "int32_t begin, end; " if shape.questions else ""
            asked = asked if asked or fields else "char nothing; "
            sets = f"bits {', '.join(fields)}; " if fields else ""
            yield f"/* {self._named(shape)}: {len(rows)} ways to lay the pattern */"
            yield f"typedef struct {{ {sets}{asked}}} Pattern_{table.number};"
            yield table.rows
            if shape.partner:
                yield from (table.met, table.pair)
            if not table.single:
                yield table.starts
            if changes := self._changes(shape.sets, Pointer("after")):
                given = (("Board *", "after"), (f"const Pattern_{table.number} *", "r"))
                yield CFunction("static inline void", f"pattern_{table.number}_make", given, changes)
        if self._listed:
            these = self.layout.constant
            steps = (f"{{{these(p['emptied'])}, {these(p['filled'])}, {p['royal']}}}" for p in self._listed)
            yield f"static const Probe PROBES[] = {{{', '.join(steps)}}};"

    def _begin(self, probes: tuple[Step, ...]) -> int:
        """The index of some probes in the list of all, to which new ones are appended."""
        if probes not in self._steps:
            self._steps[probes] = len(self._listed)
            self._listed += ({"emptied": off, "filled": on, "royal": royal} for royal, off, on in probes)
        return self._steps[probes]

    def _changes(self, keys: tuple[Key, ...], board: Expr) -> tuple[Stmt, ...]:
        """The changes that the sets of a row make on a board."""
        return self._changed(board, {key: Field(ROW, self._field(key)) for key in keys if key[0] in SIGNS})

    def _changed(self, board: Expr, told: Mapping[Key, Expr]) -> tuple[Stmt, ...]:
        """The changes that some sets make on a board."""
        sets = {"taken": self.layout.kind, "toggled": self.layout.kind}
        return tuple(
            Assign(sets.get(kind, self.layout.mark)(what, board), sign, ~there if sign == "&=" else there)
            for kind, sign in SIGNS.items()
            for (each, what), there in told.items()
            if each == kind
        )

    def _starts(
        self, shape: Shape, rows: tuple[Laid, ...], number: int
    ) -> tuple[ConstantTable, ConstantTable, ConstantTable]:
        """The partners of every square, the first pair of each, and the first row of each pair."""
        met = [0] * self.sites
        for row in rows:
            met[row.first] |= 1 << row.partner
        keys = [
            (site, partner)
            for site in range(self.sites)
            for partner in (members(met[site]) if shape.partner else [-1])
        ]
        count: dict[tuple[int, int], int] = defaultdict(int)
        for row in rows:
            count[row.first, row.partner if shape.partner else -1] += 1
        starts = [0]
        for key in keys:
            starts.append(starts[-1] + count[key])
        pairs = [sum(key[0] < site for key in keys) for site in range(self.sites)]
        return (
            self.layout.table(f"MET_{number}", met),
            ConstantTable(f"PAIR_{number}", "uint16_t", pairs),
            ConstantTable(f"FROM_{number}", "uint16_t", starts),
        )


def _terms(place: Expr) -> Iterable[Expr]:
    return place.parts if isinstance(place, Chained) else (place,)


def _single(rows: tuple[Laid, ...], shape: Shape) -> bool:
    return bool(shape.partner) and len({(row.first, row.partner) for row in rows}) == len(rows)


def _order(row: Laid) -> tuple[object, ...]:
    return row.first, row.partner, row.sets, row.probes, row.asked


def _multiplicities(rows: tuple[Laid, ...]) -> list[tuple[int, int]]:
    """How many rows begin at a square, and the squares at which so many begin."""
    count: dict[int, int] = defaultdict(int)
    for row in rows:
        count[row.first] += 1
    found: dict[int, int] = defaultdict(int)
    for site, times in count.items():
        found[times] |= 1 << site
    return sorted(found.items())
