"""Tests and rules on bitboards: what is asked of a board, and rules that are carried out square by square."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby

from lasker.backends.c.bitboards.counters import Counts
from lasker.backends.c.bitboards.figures import Figures, Then
from lasker.backends.c.bitboards.shapes import Absent
from lasker.backends.c.bitboards.sweeps import Sweeps
from lasker.backends.c.bitboards.tables import Tables
from lasker.backends.c.bitboards.words import Words
from lasker.ir.classes.kinds import Attack, Classes, Placed
from lasker.ir.classes.moves import Rule
from lasker.ir.classes.path import Value
from lasker.ir.ops import Program

Writes = tuple[tuple[int, Value], ...]


SELDOM = "APART "  # what is seldom asked and long is compiled once
PATTERN = 3  # rows from which squares that lie alike are looked at together


class Rules:
    """The text of tests and rules, and the rows of squares that they are laid on."""

    def __init__(
        self, program: Program, classes: Classes, words: Words, tables: Tables, counts: Counts
    ) -> None:
        self.program, self.classes, self.words, self.tables = program, classes, words, tables
        self.counts = counts
        self.lanes = True  # are sets of moves that lead equally far looked at all at once?
        self.together = True  # are moves that differ in what they take written together?
        self.figures = Figures(classes, words, program.sites)
        self.numbers: dict[Rule, int] = {}
        self.laid: dict[tuple[tuple[int, ...], ...], int] = {}
        self.functions: list[str] = []
        self.takes: dict[tuple[int, ...], str] = {}
        self.places: dict[str, str] = {}  # small tables of squares
        self.sweeps = Sweeps(words, program.sites, self.occupied())

    def lines(self) -> Iterator[str]:
        """The tables of figures, and the rows of rules, sorted by their first squares."""
        yield from self.figures.lines()
        yield from (f"static const bits {name}[] = {listed};" for listed, name in self.places.items())
        for rows, number in self.laid.items():
            listed = ", ".join("{" + ", ".join(map(str, row)) + "}" for row in rows)
            starts = [row[0] for row in rows]
            firsts = [bisect_left(starts, site) for site in range(self.program.sites + 1)]
            yield f"static const square ROWS_{number}[][{len(rows[0])}] = {{{listed}}};"
            yield f"static const int32_t ROWS_FROM_{number}[] = {{{', '.join(map(str, firsts))}}};"

    def taking(self, symbols: tuple[int, ...]) -> str:
        """The name of a function that takes away whatever of some kinds stands on squares."""
        if symbols not in self.takes:
            called = self.words.called(sum(self.words.whole << s * self.words.variants for s in symbols))
            self.takes[symbols] = f"{called}__take" if called else f"take_{len(self.takes)}"
            self.functions.append(f"static inline void {self.takes[symbols]}(Board *b, bits at) {{")
            self.functions += (f"    b->{self.words.kinds[symbol]} &= ~at;" for symbol in symbols)
            for mark in self.words.kept():
                if any(self.words.asked[symbol] >> mark & 1 for symbol in symbols):
                    self.functions.append(f"    b->{self.words.marks[mark]} &= ~at;")
            self.functions += ["}", ""]
        return self.takes[symbols]

    def attack(self, name: str, attack: Attack) -> Iterator[str]:
        """An attack as a function of the board."""
        yield from self.strikers(name, attack)
        yield from self.danger(name, attack)
        yield from self.meets(name, attack)
        yield f"static bool {name}__holds(const bits *g, const Board *b) {{"
        yield f"    const bits occupied = {self.occupied()};"
        royals = self.words.squares(attack.royals, "b")
        yield f"    for (bits royal = {royals}; any(royal); royal = rest(royal))"
        yield f"        if (any({name}__strikers(g, b, first(royal), occupied))) return true;"
        yield "    return false;"
        yield "}\n"

    def placed(self, name: str, test: Placed) -> Iterator[str]:
        """A test about a square as a function of the board and the square."""
        yield f"static {SELDOM}bool {name}__holds(const bits *g, const Board *b, int at) {{"
        yield f"    const bits occupied = {self.occupied()};"
        yield "    (void)g, (void)occupied, (void)at;"
        for strike in test.strikes:
            for reach in self.tables.backward(strike.entries, strike.screens):
                aligned = f"REACH_{reach.number}[at] & ({self.words.squares(strike.strikers, 'b')})"
                free = "" if reach.leaps else f" && any({aligned} & {reach.targets('at')})"
                yield f"    if (any({aligned}){free}) return true;"
        for rule in test.rules:
            fits, rows = self.fits(rule), self.laid.setdefault(rule.rows, len(self.laid))
            yield f"    for (int i = ROWS_FROM_{rows}[at]; i < ROWS_FROM_{rows}[at + 1]; i++)"
            yield f"        if ({fits}_fits(g, b, occupied, ROWS_{rows}[i])) return true;"
        yield "    return false;"
        yield "}\n"

    def occupied(self) -> str:
        """The squares that are not empty."""
        return " | ".join(f"b->{kind}" for kind in self.words.kinds[1:]) or "NONE"

    def strikers(self, name: str, attack: Attack) -> Iterator[str]:
        """The pieces that could take a royal piece on a square: leaps first, slides only where aligned."""
        yield "/* The pieces that could take a royal piece on a square. */"
        arguments = "const bits *g, const Board *b, int royal, bits occupied"
        yield f"static inline bits {name}__strikers({arguments}) {{"
        yield "    bits found = NONE;"
        yield "    (void)g, (void)occupied;"
        for strike in attack.strikes:
            for reach in self.tables.backward(strike.entries, strike.screens):
                aligned = f"REACH_{reach.number}[royal] & ({self.words.squares(strike.strikers, 'b')})"
                if reach.leaps:
                    yield f"    found |= {aligned};"
                else:
                    yield f"    if (any({aligned})) found |= {aligned} & {reach.targets('royal')};"
        yield "    return found;"
        yield "}"

    def danger(self, name: str, attack: Attack) -> Iterator[str]:
        """The squares on which a royal piece could be taken if it stood there."""
        yield "/* The squares on which a royal piece could be taken if it stood there. */"
        yield f"static bits {name}__danger(const bits *g, const Board *b, bits occupied) {{"
        yield "    bits found = NONE;"
        yield "    (void)g, (void)occupied;"
        for strike in attack.strikes:
            reach, strikers = (
                self.tables.reach(strike.entries, strike.screens),
                self.words.squares(strike.strikers, "b"),
            )
            shifts = reach.shifts() if reach.leaps else None
            if shifts is None:
                yield f"    for (bits s = {strikers}; any(s); s = rest(s))"
                yield f"        found |= {reach.targets('first(s)')};"
            for shift, origins, _ in shifts or ():
                yield f"    found |= shifted(({strikers}) & {self.words.these(origins)}, {shift});"
        yield "    return found;"
        yield "}"

    def meets(self, name: str, attack: Attack) -> Iterator[str]:
        """Whether some probes meet an attack."""
        arguments = "const bits *g, const Board *b, bits occupied, const Probe *p, int probes"
        yield "/* Could a royal piece be taken at any of these moments of a move? */"
        yield f"static bool {name}__meets({arguments}) {{"
        yield "    for (; probes > 0; probes--, p++) {"
        yield "        const bits changed = p->emptied | p->filled;"
        royals = self.words.squares(attack.royals, "b")
        yield f"        const bits royal = p->royal < SITES ? BIT(p->royal) : {royals};"
        yield "        if (!any(royal)) continue;"
        yield "        const bits then = (occupied & ~p->emptied) | p->filled;"
        yield f"        if (any({name}__strikers(g, b, first(royal), then) & ~changed)) return true;"
        yield "    }"
        yield "    return false;"
        yield "}"

    def some(self, rules: tuple[Rule, ...]) -> Iterator[str]:
        """Does any of some rules fit anywhere?"""
        for rule in rules:
            if rule.plain:
                sites = sum(1 << row[0] for row in rule.rows)
                anywhere = sites == (1 << self.program.sites) - 1
                where = "" if anywhere else f" & {self.words.these(sites)}"
                yield f"    if (any(({self.words.squares(rule.holds[0], 'b')}){where})) return true;"
        lines = {rule: aligned(rule) for rule in rules if not rule.plain}
        for rule, ways in lines.items():
            for apart, origins in ways or ():
                squares = [self.words.squares(held, "b") for held in rule.holds]
                laid = [f"shifted({here}, {-by})" for here, by in zip(squares[1:], apart, strict=True)]
                found = " & ".join([f"({squares[0]})", self.words.these(origins), *laid])
                yield f"    if (any({found})) return true;"
        others = tuple(rule for rule, ways in lines.items() if ways is None)
        yield from self.everywhere(others, None, lambda made: ["return true;"], makes=False)

    def everywhere(
        self, rules: tuple[Rule, ...], absent: Absent, then: Then | None, makes: bool = True
    ) -> Iterator[str]:
        """Wherever a rule fits: `then`, or without it n is raised by one."""
        figures, others = self.figures.sorting.sorted_out(rules, absent, makes)
        yield from self.figures.text(figures, absent, then)
        for rule in others:
            fits = self.fits(rule)
            if not rule.holds:
                act = then(f"{fits}_make(&after, b, 0);" if rule.writes else "") if then else ["n++;"]
                # A loop, which what is done may leave by `continue`.
                yield f"    for (bool fit = {fits}_fits(g, b, occupied, 0); fit; fit = false) {{"
                yield from (f"        {line}" for line in act)
                yield "    }"
                continue
            rows = self.laid.setdefault(rule.rows, len(self.laid))
            made = f"{fits}_make(&after, b, ROWS_{rows}[i]);" if rule.writes else ""
            act = then(made) if then else ["n++;"]
            first = self.words.squares(rule.holds[0], "b", absent)
            yield f"    for (bits f = {first}; any(f); f = rest(f))"
            yield f"        for (int i = ROWS_FROM_{rows}[first(f)]; i < ROWS_FROM_{rows}[first(f) + 1]; i++)"
            yield f"            if ({fits}_fits(g, b, occupied, ROWS_{rows}[i])) {{"
            yield from (f"                {line}" for line in act)
            yield "            }"

    def fits(self, rule: Rule) -> str:
        """The name of a rule, after the functions that ask whether it fits and carry it out are written."""
        if rule not in self.numbers:
            number = self.numbers[rule] = len(self.numbers)
            arguments = "const bits *g, const Board *b, bits occupied, const square *at"
            seldom = SELDOM if any(query.at is not None for query in rule.questions) else ""
            lines = [
                f"static {seldom}bool rule_{number}_fits({arguments}) {{",
                "    (void)g, (void)occupied, (void)at;",
            ]
            lines += self._held(rule.holds)
            boards: dict[Writes, str] = {(): "b"}  # as they are on the way, each made once
            for block, wanted, writes, place in rule.questions:
                if writes not in boards:
                    then = f"then{len(boards)}"
                    lines.append(f"    Board {then} = *b;")
                    lines += self.written(rule, writes, f"{then}.")
                board = boards.setdefault(writes, f"&then{len(boards)}")
                about = "" if place is None else f", at[{place}]"
                lines.append(
                    f"    if ({'!' if wanted else ''}{block}__holds(g, {board}{about})) return false;"
                )
            lines += ["    return true;", "}"]
            if rule.writes:
                head = "Board *after, const Board *b, const square *at"
                lines.append(f"static inline void rule_{number}_make({head}) {{")
                lines.append("    (void)b, (void)at;")
                lines += self.written(rule, rule.writes, "after->")
                lines.append("}")
            self.functions += [*lines, ""]
        return f"rule_{self.numbers[rule]}"

    def _held(self, holds: tuple[int, ...]) -> Iterator[str]:
        """Whether every square of a row holds what it must; of several that must hold the same at once."""
        column = 0
        for held, alike in groupby(holds):
            first, column = column, column + len(list(alike))
            others = self.classes.alphabet & ~held
            if not others:
                continue
            few = len(self.words.symbols(others)) < len(self.words.symbols(held))
            squares = f"~({self.words.squares(others, 'b')})" if few else self.words.squares(held, "b")
            if column - first < PATTERN:
                for each in range(first, column):
                    yield f"    if (!has({squares}, at[{each}])) return false;"
            else:
                yield f"    const bits held{first} = {squares};"
                yield f"    for (int i = {first}; i < {column}; i++)"
                yield f"        if (!has(held{first}, at[i])) return false;"

    def written(self, rule: Rule, writes: Writes, board: str) -> Iterator[str]:
        """The writes of a rule on a copy of the board: what a square held is cleared, what comes is put."""
        for column, value in writes:
            source = column if value.site is None else value.site
            to, old = f"BIT(at[{column}])", self.words.symbols(rule.holds[column])
            symbols = (
                [value.adds >> self.program.marks]
                if value.site is None
                else self.words.symbols(rule.holds[source])
            )
            yield from (f"    {board}{self.words.kinds[symbol]} &= ~{to};" for symbol in old if symbol)
            for mark in self.words.kept():
                if any(self.words.asked[symbol] >> mark & 1 for symbol in old):
                    yield f"    {board}{self.words.marks[mark]} &= ~{to};"
            for new in filter(None, symbols):
                kind = self.words.kinds[new]
                put = [
                    f"{board}{kind} |= {to};",
                    *self._marked(value, new, f"at[{source}]", f"{board}@ |= {to};"),
                ]
                if len(symbols) == 1:
                    yield from (f"    {line}" for line in put)
                else:  # it depends on the board what goes there
                    yield f"    if (has(b->{kind}, at[{source}])) {{ {' '.join(put)} }}"

    def _marked(self, value: Value, symbol: int, source: str, bear: str) -> Iterator[str]:
        """The marks that a piece of a kind bears where it is written; `bear` says so, with `@` for a mark."""
        for mark in self.words.kept():
            if self.words.asked[symbol] >> mark & 1:
                name = self.words.marks[mark]
                if value.adds >> mark & 1:
                    yield bear.replace("@", name)
                elif value.site is not None and value.keeps >> mark & 1:
                    yield f"if (has(b->{name}, {source})) {bear.replace('@', name)}"


def aligned(rule: Rule) -> list[tuple[tuple[int, ...], int]] | None:
    """The rows of a rule that asks nothing but contents as few patterns: how far apart the squares are, and
    the squares (as bits) at which it begins; None if they are many."""
    if rule.questions or rule.terms.counters or rule.terms.branch or not (rule.rows and rule.holds):
        return None
    found: dict[tuple[int, ...], int] = defaultdict(int)
    for row in rule.rows:
        found[tuple(site - row[0] for site in row[1:])] |= 1 << row[0]
    return list(found.items()) if PATTERN * len(found) <= len(rule.rows) else None
