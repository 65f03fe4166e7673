"""The moves of a turn on bitboards as options: listed with their labels, and any one of them made.

An option is one piece with all its goals, or all pieces that go the same way, so that few of them tell many
moves, and the move that has so many others before it is found by counting bits.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import assert_never

from lasker.algebra.contents import members
from lasker.backends.c.bitboards.groups import guarded
from lasker.backends.c.bitboards.lanes import MOST_LANES, Making, making
from lasker.backends.c.bitboards.shared import UNLISTED
from lasker.backends.c.bitboards.specials import under
from lasker.backends.c.bitboards.tables import FEW
from lasker.backends.c.bitboards.turn import MovesText
from lasker.ir.classes.moves import (
    Chain,
    Counters,
    Drop,
    Entry,
    Flat,
    Moves,
    Pass,
    Product,
    Rule,
    Shared,
    Sweep,
    Terms,
)
from lasker.ir.classes.path import NotFlat
from lasker.ir.ops import Adjust

BOARD = "const bits *g, const Board *b"


class OptionsText(MovesText):
    """The functions that list and make the moves of one turn."""

    most = shots = 0  # options at most, and pieces that have gone somewhere and shoot
    lanes: tuple[int, ...] = ()  # how far moves lead, if all of them are in lanes

    def check(self) -> None:
        """NotFlat, unless the label of every move is known."""
        if self.moves.shared:
            raise NotFlat(UNLISTED)
        for each in self.moves.every():
            if isinstance(each, Rule):
                if each.terms.note is None or not each.rows:
                    raise NotFlat("the label of a rule is not simple")
            elif each.terms.odd:
                raise NotFlat("labels tell more than where a piece comes from and goes to")

    def options(self, ends: tuple[str, ...]) -> Iterator[str]:
        """Every move listed, and the function that makes one."""
        self.check()
        body, self.made_by = list(self.masks()), list[list[str]]()
        self.labels: list[tuple[int, int]] = []
        self.actions: set[tuple[int, int, int, int]] = set()  # every label that there can be
        for guards, moves in guarded(self.moves):
            inside = list(self.listed_flats(moves.flats))
            inside += [line for drop in moves.drops for line in self.listed_drop(drop)]
            inside += self.listed_rules(moves.rules)
            inside += self.listed_specials(moves)
            body += under(self.asked(guards), inside)
        yield f"static const Change {self.name.upper()}__CHANGES[] = {{"
        yield from (f"    {{{symbol}, {was}}}," for symbol, was in self.labels or [(-1, 0)])
        yield "};"
        size = "o->size"
        if self.lanes:
            table = f"{self.name.upper()}__LANES"
            yield f"static const int16_t {table}[] = {{{', '.join(map(str, self.lanes))}}};"
            body.append(f"    o->shift = {table};")
            size = "o->size + lanes_size(o)"
        yield f"/* The moves of {self.name}, each with its label; the answer is how many there are. */"
        head = f"static uint64_t {self.name}__list({BOARD}, Options *o)"
        yield from self.function(head, ends, body, size)
        yield from self.making()

    def making(self) -> Iterator[str]:
        """One of the moves made, with all that is counted."""
        lines = [line for number, made in enumerate(self.made_by) for line in _case(number, made)]
        body = ["    switch (which.id) {", *lines, "    }"]
        head = f"static void {self.name}__make({BOARD}, Choice which, Board *made, count *counter)"
        yield from self.function(
            head,
            (),
            [
                "    const bits from = BIT(which.from), to = BIT(which.to);",
                "    Board after = *b;",
                "    (void)from, (void)to, (void)counter;",
                *body,
                "    *made = after;",
            ],
            "",
        )

    def numbered(self, terms: Terms, symbol: int, was: int, made: list[str]) -> int:
        """The number of a class of moves, which tells its label and how it is made."""
        self.labels.append((symbol, was))
        self.made_by.append([*made, *self.afterwards(terms)])
        return len(self.labels) - 1

    def afterwards(self, terms: Terms) -> Iterator[str]:
        """What is counted after a move: in the board, and in all counters."""
        yield from self.counts.changed(terms.counters, "after.")
        yield from _all_counters(terms.counters)
        if terms.branch:
            asked = f"if ({terms.branch.block}__holds(g, &after))"
            for head, counters in ((asked, terms.branch.yes), ("else", terms.branch.no)):
                yield f"{head} {{"
                yield from (f"    {line}" for line in self.counts.changed(counters, "after."))
                yield from (f"    {line}" for line in _all_counters(counters))
                yield "}"

    def held(self, terms: Terms) -> str:
        """The condition that a move is possible once `after` has been made; nothing if that is sure."""
        conditions = [self.asked(terms.asks, "&after")] if terms.asks else []
        if terms.branch:
            yes, no = (self.counts.possible(each) or "true" for each in terms.branch[1:])
            if (yes, no) != ("true", "true"):
                conditions.append(f"({terms.branch.block}__holds(g, &after) ? {yes} : {no})")
        return " && ".join(conditions)

    def listed_flats(self, flats: tuple[Flat, ...]) -> Iterator[str]:
        """Classes of pieces, kind by kind: all at once where all go the same way, else each by itself."""
        by_piece: dict[tuple[int, int, str | None, tuple[Entry, ...]], list[tuple[Flat, str, int]]]
        by_piece = defaultdict(list)
        numbers = self.numbered_flats(flats)
        for flat in flats:
            targets = self.where(((self.counts.possible(flat.terms.counters), flat.targets),))
            for movers in self.words.apart(flat.movers):
                number = numbers[making(movers, flat, self.rules.together)]
                told = self.labels[number]
                self.actions |= {(start, end, *told) for start, end, _ in flat.entries}
                shifts = self.reach(flat).shifts(MOST_LANES if self.lanes else FEW)
                held = self.held(flat.terms)
                if shifts is not None and flat.terms.question is None and not held:
                    self.most += len(shifts)
                    for shift, origins, over in shifts:
                        starts = f"{self.sets.name(movers)} & {self.words.these(origins)}"
                        starts += f" & shifted({targets}, {-shift})"
                        starts += f" & ~shifted(occupied, {-over})" if over else ""
                        if self.lanes:
                            yield f"    lane_goes(o, {self.lanes.index(shift)}, {starts}, {number});"
                        else:
                            yield f"    all_go(o, {starts}, {shift}, {number});"
                    continue
                self.most += self.words.program.sites
                if held or not self.rules.together:
                    yield from self.listed_pieces(movers, [(flat, targets, number)], held)
                else:
                    key = (movers, flat.screens, flat.terms.question, flat.entries)
                    by_piece[key].append((flat, targets, number))
        for (movers, *_), found in by_piece.items():
            yield from self.listed_pieces(movers, found, "")

    def numbered_flats(self, flats: tuple[Flat, ...]) -> dict[Making, int]:
        """The numbers of classes of pieces, by how their moves are made."""
        targets: dict[Making, int] = defaultdict(int)
        for flat in flats:
            for movers in self.words.apart(flat.movers):
                targets[making(movers, flat, self.rules.together)] |= flat.targets
        found = {}
        for made, held in targets.items():
            movers, value, terms, _ = made
            (was,) = self.words.symbols(movers)
            symbol = -1 if value.site is not None else value.adds >> self.words.program.marks
            lines = list(self.changed(movers, held, value))
            found[made] = self.numbered(terms, -1 if symbol == was else symbol, was, lines)
        return found

    def listed_pieces(self, movers: int, found: list[tuple[Flat, str, int]], held: str) -> Iterator[str]:
        """Pieces of one kind with all their goals; with those that differ in what becomes of them apart."""
        flat, terms = found[0][0], found[0][0].terms
        royal = self.royal(movers, terms.question) and self.safety is not None
        targets = " | ".join(dict.fromkeys(each for _, each, _ in found))
        goals = f"{self.reach(flat).targets('first(f)')} & ({targets})"
        yield f"    for (bits f = {self.sets.name(movers)}; any(f); f = rest(f)) {{"
        yield f"        bits goals = {goals}{'' if royal else self.allowed(terms)};"
        if royal and self.safety is not None:
            yield from (f"        {line}" for line in self.safety.fled(flat.entries))
        if held:
            yield "        for (bits t = goals; any(t); t = rest(t)) {"
            yield from self.moved(movers, flat.targets, flat.value)
            yield f"            if (!({held})) goals ^= to;"
            yield "        }"
        for _, each, number in found:
            mine = "goals" if len(found) == 1 else f"goals & {each}"
            yield f"        one_goes(o, first(f), {mine}, {number}, 0);"
        yield "    }"

    def listed_drop(self, drop: Drop) -> Iterator[str]:
        """All squares on which a piece may be put."""
        symbol = drop.content >> self.words.program.marks
        put = [line.strip() for line in self.placed(drop)]
        made = [line for line in put if not line.startswith(("const bits to", "Board after"))]
        number = self.numbered(drop.terms, symbol, 0, made)
        self.actions |= {(at, at, symbol, 0) for _, sites in drop.entries for at in members(sites)}
        self.most += 1
        yield f"    if ({self.counts.possible(drop.terms.counters) or 'true'}) {{"
        yield from self.places.lines(drop, " & allowed" if drop.terms.question else "", " " * 8)
        if held := self.held(drop.terms):
            yield "        for (bits t = goals; any(t); t = rest(t)) {"
            yield from self.placed(drop)
            yield f"            if (!({held})) goals ^= to;"
            yield "        }"
        yield f"        all_go(o, goals, 0, {number});"
        yield "    }"

    def listed_specials(self, moves: Moves) -> Iterator[str]:
        """The moves that are neither classes nor drops nor rules."""
        for special in moves.specials():
            match special:
                case Sweep():
                    lines = self.listed_sweep(special)
                case Chain():
                    lines = self.listed_chain(special)
                case Product():
                    lines = self.listed_product(special)
                case Pass():
                    number = self.numbered(special.terms, -1, 0, [])
                    lines = iter([f"    one_passes(o, {number});"])
                case Shared():
                    raise NotFlat(UNLISTED)
                case _:
                    assert_never(special)
            yield from under(self.counts.possible(special.terms.counters), list(lines))

    def listed_sweep(self, sweep: Sweep) -> Iterator[str]:
        """All squares on which a piece may be put that turns others over."""
        symbol = sweep.content >> self.words.program.marks
        number = self.numbered(sweep.terms, symbol, 0, list(self.swept(sweep, "which.to")))
        self.actions |= {(at, at, symbol, 0) for at in members(sweep.sites)}
        self.most += 1
        yield f"    all_go(o, {self.places_of(sweep)}, 0, {number});"

    def listed_chain(self, chain: Chain) -> Iterator[str]:
        """The ends of chains, each made."""
        number, begins = self.numbered(chain.terms, -1, 0, []), self.begins(chain)
        yield f"    if (any({begins})) {{"
        yield f"        {self.rules.ends(chain, begins, '&o->ends')}"
        yield f"        o->chain = {number};"
        yield "        o->size += (uint64_t)o->ends.size;"
        yield "    }"

    def listed_product(self, product: Product) -> Iterator[str]:
        """All pieces that have gone somewhere, with their shots."""
        yield from self.shot(product, partial(self.listed_shot, product))
        if len(self.labels) > 1:
            yield f"    put_shots_in_order(o, {self.name.upper()}__CHANGES);"

    def listed_shot(self, product: Product, flat: Flat) -> list[str]:
        """All shots of a piece that has gone somewhere."""
        (was,) = self.words.symbols(flat.movers)
        marks = self.words.program.marks
        symbol = -1 if flat.value.site is not None else flat.value.adds >> marks
        made = [*self.changed(flat.movers, flat.targets, flat.value)]
        made.append(f"after.{self.words.kinds[product.content >> marks]} |= BIT(which.then);")
        number = self.numbered(Terms(), -1 if symbol == was else symbol, was, made)
        self.shots += len(flat.entries)
        return [f"piece_shoots(o, first(f), first(t), shots, {number});"]

    def listed_rules(self, rules: tuple[Rule, ...]) -> Iterator[str]:
        """Rules: as figures where they have that form, those together of which the same is told."""
        alike: dict[tuple[int, int, Terms], list[Rule]] = defaultdict(list)
        figures = self.rules.figures
        for rule in rules:
            if rule.terms.note is not None:
                start, end, *told = rule.terms.note
                self.actions |= {(row[start], row[end], told[0], told[1]) for row in rule.rows}
            if self.held(rule.terms) or rule.terms.note is None:
                yield from self.listed_rule(rule)
            else:
                alike[rule.terms.note[2], rule.terms.note[3], replace(rule.terms, note=None)].append(rule)
        for (symbol, was, terms), found in alike.items():
            shapes, others = figures.sorting.sorted_out(tuple(found), self.absent, True)
            lines = list(figures.text(shapes, self.absent, partial(self.figure, symbol, was, terms)))
            yield from under(self.counts.possible(terms.counters), lines)
            for rule in others:
                yield from self.listed_rule(rule)
            self.most += sum(len(rows) for rows in shapes.values())

    def figure(self, symbol: int, was: int, terms: Terms, made: str) -> list[str]:
        """A figure that fits, listed."""
        (table,) = re.findall(r"figure_(\d+)_make", made)
        row = f"const Figure_{table} *const r = FIGURE_{table} + which.row;"
        number = self.numbered(terms, symbol, was, [row, made])
        squares = "(int)(word_of(r->label, 0) & 0xffff), BIT(word_of(r->label, 0) >> 16 & 0xffff)"
        return [f"one_goes(o, {squares}, {number}, (int)(r - FIGURE_{table}));"]

    def listed_rule(self, rule: Rule) -> Iterator[str]:
        """A rule wherever it fits, looked for only where all the pieces that it needs are on the board."""
        assert rule.terms.note is not None
        start, end, symbol, was = rule.terms.note
        fits = self.rules.fits(rule)
        rows = self.rules.laid.setdefault(rule.rows, len(self.rules.laid))
        number = self.numbered(rule.terms, symbol, was, [f"{fits}_make(&after, b, ROWS_{rows}[which.row]);"])
        self.most += len(rule.rows)
        needed = [self.words.squares(held, "b", self.absent) for held in rule.holds if not held & 1]
        condition = [f"any({each})" for each in dict.fromkeys(needed)]
        if possible := self.counts.possible(rule.terms.counters):
            condition.append(possible)
        first = self.words.squares(rule.holds[0], "b", self.absent)
        yield f"    if ({' && '.join(condition) or 'true'})"
        yield f"        for (bits f = {first}; any(f); f = rest(f))"
        bounds = f"int i = ROWS_FROM_{rows}[first(f)]; i < ROWS_FROM_{rows}[first(f) + 1]; i++"
        yield f"            for ({bounds}) {{"
        yield f"                if (!{fits}_fits(g, b, occupied, ROWS_{rows}[i])) continue;"
        if held := self.held(rule.terms):
            yield "                Board after = *b;"
            yield f"                {fits}_make(&after, b, ROWS_{rows}[i]);"
            yield f"                if (!({held})) continue;"
        at = f"ROWS_{rows}[i]"
        yield f"                one_goes(o, {at}[{start}], BIT({at}[{end}]), {number}, i);"
        yield "            }"


def _case(number: int, made: list[str]) -> Iterator[str]:
    yield f"    case {number}: {{"
    yield from (f"        {line}" for line in made)
    yield "        break;"
    yield "    }"


def _all_counters(counters: Counters) -> Iterator[str]:
    for op in counters:
        if isinstance(op, Adjust):
            yield f"counter[{op.slot}] {'+=' if op.relative else '='} {op.amount};"
