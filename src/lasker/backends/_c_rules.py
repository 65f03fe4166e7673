"""Tests and rules on bitboards: what is asked of a board, and squares that are written one by one."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.backends._c_bits import Tables, Words
from lasker.ir.classes import Attack, Classes, Rule, Some
from lasker.ir.ops import Program
from lasker.ir.paths import NotFlat, Value


class Rules:
    """The text of tests and rules, and the rows of squares that they are laid on."""

    def __init__(self, program: Program, classes: Classes, words: Words, tables: Tables) -> None:
        self.program, self.classes, self.words, self.tables = program, classes, words, tables
        self.numbers: dict[tuple[tuple[int, ...], ...], int] = {}

    def lines(self) -> Iterator[str]:
        """The rows as C, sorted by their first squares, and where those of each square begin."""
        for rows, number in self.numbers.items():
            listed = ", ".join("{" + ", ".join(map(str, row)) + "}" for row in rows)
            firsts = [sum(row[0] < site for row in rows) for site in range(self.program.sites + 1)]
            yield f"static const uint8_t ROWS_{number}[][{len(rows[0])}] = {{{listed}}};"
            yield f"static const uint16_t FROM_{number}[] = {{{', '.join(map(str, firsts))}}};"

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
            for rule in test.rules:
                yield from self.some(rule)
        yield "    return false;"
        yield "}\n"

    def strikers(self, name: str, attack: Attack) -> Iterator[str]:
        """The pieces that could take a royal piece on a square."""
        parts = []
        for strike in attack.strikes:
            squares = self.words.squares(strike.strikers, "b")
            parts += [
                f"({reach.targets('royal')} & ({squares}))" for reach in self.tables.backward(strike.entries)
            ]
        head = (
            f"static inline bits {name}_strikers(const bits *g, const Board *b, int royal, bits occupied) {{"
        )
        yield head
        yield f"    return {f'{chr(10)}         | '.join(parts) or '0'};"
        yield "}"

    def some(self, rule: Rule) -> Iterator[str]:
        """Does a rule fit anywhere?"""
        if len(rule.holds) == 1 and not rule.questions:
            sites = sum(1 << row[0] for row in rule.rows)
            yield f"    if (({self.words.squares(rule.holds[0], 'b')}) & {sites:#x}u) return true;"
            return
        yield from self.rule(rule, ["return true;"], "    ")

    def rule(self, rule: Rule, then: list[str], indent: str) -> Iterator[str]:
        """At every row of a rule that fits and whose questions are answered as wanted: `then`."""
        columns = range(len(rule.holds))
        inside = f"{indent}        "
        yield f"{indent}{{"
        for column in columns:
            yield f"{indent}    const bits on{column} = {self.words.squares(rule.holds[column], 'b')};"
        if columns:
            number = self.numbers.setdefault(rule.rows, len(self.numbers))
            yield f"{indent}    if ({' && '.join(f'on{column}' for column in columns)})"
            yield f"{indent}    for (bits f = on0; f; f &= f - 1)"
            last = f"FROM_{number}[first(f) + 1]"
            yield f"{indent}    for (int i = FROM_{number}[first(f)]; i < {last}; i++) {{"
            yield f"{inside}const uint8_t *const at = ROWS_{number}[i];"
        else:
            yield f"{indent}    for (int once = 0; once < 1; once++) {{"
        others = [f"on{column} >> at[{column}] & 1" for column in columns if column]
        if others:
            yield f"{inside}if (!({' && '.join(others)})) continue;"
        for asked, (block, wanted, writes) in enumerate(rule.questions):
            board = "b"
            if writes:
                board = f"&then{asked}"
                yield f"{inside}Board then{asked} = *b;"
                yield from self.written(rule, writes, f"then{asked}", inside)
            yield f"{inside}if ({'!' if wanted else ''}{block}_holds(g, {board})) continue;"
        yield from (inside + line for line in then)
        yield f"{indent}    }}"
        yield f"{indent}}}"

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
