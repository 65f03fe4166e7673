"""Tests and rules on bitboards: what is asked of a board, and squares that are written one by one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from lasker.backends._c_bits import Tables, Words, words
from lasker.ir.classes import Attack, Classes, Rule, Some
from lasker.ir.ops import Program
from lasker.ir.paths import NotFlat, Value

EMPTY = 1


class Rules:
    """The text of tests and rules, and the rows of squares that they are laid on."""

    def __init__(self, program: Program, classes: Classes, words: Words, tables: Tables) -> None:
        self.program, self.classes, self.words, self.tables = program, classes, words, tables
        self.numbers: dict[Rule, int] = {}
        self.laid: dict[tuple[tuple[int, ...], ...], int] = {}
        self.met: dict[tuple[int, ...], str] = {}
        self.functions: list[str] = []

    def lines(self) -> Iterator[str]:
        """The rows as C, sorted by their first squares, and where those of each square begin."""
        for rows, number in self.laid.items():
            listed = ", ".join("{" + ", ".join(map(str, row)) + "}" for row in rows)
            firsts = [sum(row[0] < site for row in rows) for site in range(self.program.sites + 1)]
            yield f"static const uint8_t ROWS_{number}[][{len(rows[0])}] = {{{listed}}};"
            yield f"static const uint16_t FROM_{number}[] = {{{', '.join(map(str, firsts))}}};"
        for table, name in self.met.items():
            yield f"static const bits {name}[] = {words(table)};"

    def test(self, name: str, test: Attack | Some) -> Iterator[str]:
        """A test as a function of the board."""
        if isinstance(test, Attack):
            yield from self.strikers(name, test)
            yield f"static bool {name}_holds(const bits *g, const Board *b) {{"
            yield f"    const bits occupied = {self.words.occupied('b')};"
            yield f"    for (bits royal = {self.words.squares(test.royals, 'b')}; royal; royal &= royal - 1)"
            yield f"        if ({name}_strikers(g, b, first(royal), occupied)) return true;"
        else:
            yield f"static bool {name}_holds(const bits *g, const Board *b) {{"
            yield f"    const bits occupied = {self.words.occupied('b')};"
            yield "    (void)g, (void)occupied;"
            yield from self.some(test.rules)
        yield "    return false;"
        yield "}\n"

    def strikers(self, name: str, attack: Attack) -> Iterator[str]:
        """The pieces that could take a royal piece on a square: leaps first, slides only where aligned."""
        arguments = "const bits *g, const Board *b, int royal, bits occupied"
        yield f"static inline bits {name}_strikers({arguments}) {{"
        yield "    bits found = 0;"
        yield "    (void)g, (void)occupied;"
        for strike in attack.strikes:
            for reach in self.tables.backward(strike.entries):
                aligned = f"REACH_{reach.number}[royal] & ({self.words.squares(strike.strikers, 'b')})"
                if reach.leaps:
                    yield f"    found |= {aligned};"
                else:
                    yield f"    if ({aligned}) found |= {aligned} & {reach.targets('royal')};"
        yield "    return found;"
        yield "}"

    def some(self, rules: tuple[Rule, ...]) -> Iterator[str]:
        """Does any of some rules fit anywhere?"""
        for rule in rules:
            if len(rule.holds) == 1 and not rule.questions:
                sites = sum(1 << row[0] for row in rule.rows)
                yield f"    if (({self.words.squares(rule.holds[0], 'b')}) & {sites:#x}u) return true;"
        others = tuple(rule for rule in rules if len(rule.holds) != 1 or rule.questions)
        yield from self.everywhere(others, lambda number: ["return true;"])

    def everywhere(self, rules: tuple[Rule, ...], then: Callable[[int], list[str]]) -> Iterator[str]:
        """Wherever a rule fits: `then`. Rules whose first square and partner hold the same, equally far
        apart, are tried together, and only where a partner stands on one of their rows."""
        groups: dict[tuple[int, int, int], list[tuple[Rule, int | None]]] = defaultdict(list)
        for rule in rules:
            column = next((c for c, held in enumerate(rule.holds) if c and held != EMPTY), None)
            if rule.holds:
                apart = {row[column or 0] - row[0] for row in rule.rows}
                partner = 0 if column is None else rule.holds[column]
                groups[rule.holds[0], partner, min(apart)].append((rule, column))
            else:
                yield f"    if ({self.fits(rule)}(g, b, occupied, 0)) {{"
                yield from (f"        {line}" for line in then(self.numbers[rule]))
                yield "    }"
        for (first, partner, _), members in groups.items():
            yield "    {"
            if partner:
                yield f"        const bits partners = {self.words.squares(partner, 'b')};"
                yield "        if (partners)"
            yield f"        for (bits f = {self.words.squares(first, 'b')}; f; f &= f - 1) {{"
            if partner:
                yield f"            if (!(partners & {self.partners(members)}[first(f)])) continue;"
            for rule, _ in members:
                fits, rows = self.fits(rule), self.rows(rule)
                yield f"            for (int i = FROM_{rows}[first(f)]; i < FROM_{rows}[first(f) + 1]; i++)"
                yield f"                if ({fits}(g, b, occupied, ROWS_{rows}[i])) {{"
                yield from (f"                    {line}" for line in then(self.numbers[rule]))
                yield "                }"
            yield "        }"
            yield "    }"

    def rows(self, rule: Rule) -> int:
        """The number of a rule's rows."""
        return self.laid.setdefault(rule.rows, len(self.laid))

    def partners(self, members: list[tuple[Rule, int | None]]) -> str:
        """The name of a table: for every first square, where partners stand in the rows of some rules."""
        table = [0] * self.program.sites
        for rule, column in members:
            for row in rule.rows:
                table[row[0]] |= 1 << row[column or 0]
        return self.met.setdefault(tuple(table), f"PARTNERS_{len(self.met)}")

    def fits(self, rule: Rule) -> str:
        """The name of a function: does a rule fit on a row, its questions answered as wanted?"""
        if rule not in self.numbers:
            number = self.numbers[rule] = len(self.numbers)
            arguments = "const bits *g, const Board *b, bits occupied, const uint8_t *at"
            lines = [
                f"static bool rule_{number}_fits({arguments}) {{",
                "    (void)g, (void)occupied, (void)at;",
            ]
            for column, held in enumerate(rule.holds):
                lines.append(
                    f"    if (!(({self.words.squares(held, 'b')}) >> at[{column}] & 1)) return false;"
                )
            for asked, (block, wanted, writes) in enumerate(rule.questions):
                board = "b"
                if writes:
                    board = f"&then{asked}"
                    lines.append(f"    Board then{asked} = *b;")
                    lines += self.written(rule, writes, f"then{asked}", "    ")
                lines.append(f"    if ({'!' if wanted else ''}{block}_holds(g, {board})) return false;")
            lines += ["    return true;", "}"]
            if rule.writes:
                lines.append(
                    f"static void rule_{number}_make(Board *after, const Board *b, const uint8_t *at) {{"
                )
                lines += self.written(rule, rule.writes, "(*after)", "    ")
                lines.append("}")
            self.functions += [*lines, ""]
        return f"rule_{self.numbers[rule]}_fits"

    def written(
        self, rule: Rule, writes: tuple[tuple[int, Value], ...], board: str, indent: str
    ) -> Iterator[str]:
        """The writes of a rule on a copy of the board."""
        for column, value in writes:
            source = f"at[{column if value.site is None else value.site}]"
            became = rule.holds[column if value.site is None else value.site]
            yield from self.square(board, f"at[{column}]", source, rule.holds[column], became, value, indent)

    def square(
        self, board: str, site: str, source: str, held: int, came: int, value: Value, indent: str
    ) -> Iterator[str]:
        """One square written: what it held is cleared, and what `value` says is put."""
        for symbol in self.words.symbols(held):
            if symbol:
                yield f"{indent}{self.words.piece(board, symbol, '.')} &= ~BIT({site});"
        symbols = [value.adds >> self.program.marks] if value.site is None else self.words.symbols(came)
        if len(symbols) != 1:
            raise NotFlat("a rule moves pieces of several kinds at once")
        if symbols[0]:
            yield f"{indent}{self.words.piece(board, symbols[0], '.')} |= BIT({site});"
        for mark in range(self.program.marks):
            put = [f"{board}.mark[{mark}] & ~BIT({site})"]
            if value.site is not None and value.keeps >> mark & 1:
                put.append(f"(b->mark[{mark}] >> {source} & 1) << {site}")
            if value.adds >> mark & 1:
                put.append(f"BIT({site})")
            yield f"{indent}{board}.mark[{mark}] = {' | '.join(f'({part})' for part in put)};"
