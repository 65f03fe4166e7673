"""Chains in C: which pieces can hop is found at once, and from those the chain is walked to its ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from importlib.resources import files

from lasker.backends.c.bitboards.rules import Rules, aligned
from lasker.ir.classes.moves import Chain, Hop, Tail
from lasker.ir.classes.path import NotFlat

BOARD = "const bits *g, const Board *b"


class Chains(Rules):
    """Rules, and the chains that are made of them; each is written once, whoever uses it."""

    @cached_property
    def _numbers(self) -> dict[tuple[object, ...], int]:
        return {}

    def begins(self, chain: Chain) -> str:
        """The pieces that can hop."""
        return f"begins_{self._number(chain)}(b)"

    def ends(self, chain: Chain, starts: str, ends: str) -> str:
        """All ends of the chains from some squares, put into a list."""
        return f"chains_{self._number(chain)}(g, b, {starts}, {ends});"

    def head(self) -> Iterator[str]:
        """What is known of boards where there are chains."""
        if not self._numbers:
            return
        fields = list(self.words.fields())
        if self.words.kept():
            raise NotFlat("pieces bear marks that last, beside a chain")
        same = " && ".join(f"equal(x->{field}, y->{field})" for field in fields)
        differ = " | ".join(f"(x->{field} ^ y->{field})" for field in fields)
        yield f"static bool same_pieces(const Board *x, const Board *y) {{ return {same}; }}"
        yield "static int symbol_at(const Board *b, bits at) {"
        kinds = [
            f"any(b->{kind} & at) ? {symbol} : " for symbol, kind in enumerate(self.words.kinds) if symbol
        ]
        yield f"    return {''.join(kinds)}0;"
        yield "}"
        yield "static bool sooner_board(const Board *x, const Board *y) {"
        yield f"    const bits differ = {differ};"
        yield "    return any(differ) && symbol_at(x, LOWEST(differ)) < symbol_at(y, LOWEST(differ));"
        yield "}"
        yield files("lasker.runtime").joinpath("chains.h").read_text("utf-8")

    def _number(self, chain: Chain) -> int:
        key = (chain.movers, chain.sites, chain.hops, chain.tails, chain.terms.counters)
        if key not in self._numbers:
            number = self._numbers[key] = len(self._numbers)
            self.functions += list(self._text(chain, number))
        return self._numbers[key]

    def _text(self, chain: Chain, number: int) -> Iterator[str]:
        yield "/* The pieces that can hop. */"
        yield f"static inline bits begins_{number}(const Board *b) {{"
        yield f"    const bits occupied = {self.occupied()};"
        yield "    bits found = NONE;"
        yield from self._begin(chain.hops)
        movers = self.words.squares(chain.movers, "b")
        yield f"    return found & ({movers}) & {self.words.these(chain.sites)};"
        yield "}"
        yield "/* All that a piece can do that has come to a square; where it cannot go on, it ends. */"
        yield f"static void chain_{number}({BOARD}, int was, int from, int at, Ends *ends) {{"
        yield f"    const bits here = BIT(at), occupied = {self.occupied()};"
        yield "    bool more = false;"
        for hop in chain.hops:
            yield from self._hop(hop, number)
        yield "    if (more) return;"
        yield "    Board after = *b;"
        for tail in chain.tails:
            yield from self._tail(tail)
        yield from (f"    {line}" for line in self.counts.changed(chain.terms.counters, "after."))
        yield "    const int now = symbol_at(&after, here);"
        label = "(Labelled){(int16_t)from, (int16_t)at, (int16_t)(now == was ? -1 : now), (int16_t)was}"
        yield f"    chain_ends(ends, &after, {label});"
        yield "}"
        yield f"static void chains_{number}({BOARD}, bits starts, Ends *ends) {{"
        yield "    ends->size = ends->hops = 0;"
        yield "    ends->full = false;"
        yield "    for (bits f = starts; any(f); f = rest(f))"
        yield f"        chain_{number}(g, b, symbol_at(b, LOWEST(f)), first(f), first(f), ends);"
        yield "}\n"

    def _begin(self, hops: tuple[Hop, ...]) -> Iterator[str]:
        """The squares from which a hop fits: all at once where its squares lie alike, else one by one."""
        alike: dict[str, list[str]] = defaultdict(list)
        for hop in hops:
            mover = self.words.squares(hop.rule.holds[0], "b")
            patterns = aligned(hop.rule)
            for apart, origins in patterns or ():
                alike[f"{self.words.these(origins)} & {self._laid(hop, apart)}"].append(mover)
            if patterns is None:
                yield f"    for (bits f = {mover}; any(f); f = rest(f))"
                yield from (
                    f"        {line}" for line in self._rows(hop, "first(f)", ["found |= LOWEST(f);"])
                )
        for pattern, movers in alike.items():
            yield f"    found |= ({' | '.join(movers)}) & {pattern};"

    def _laid(self, hop: Hop, apart: tuple[int, ...]) -> str:
        """The squares from which all others of a hop hold what they must, so far apart from the first."""
        squares = (f"({self.words.squares(held, 'b')})" for held in hop.rule.holds[1:])
        return " & ".join(f"shifted({held}, {-by})" for held, by in zip(squares, apart, strict=True))

    def _hop(self, hop: Hop, number: int) -> Iterator[str]:
        """A hop wherever it fits, and what follows."""
        fits, patterns = self.fits(hop.rule), aligned(hop.rule)
        rows = "row" if patterns else f"ROWS_{self.laid_rows(hop)}[i]"
        done = [
            "more = true;",
            "if (!hops_on(ends)) return;",
            "Board after = *b;",
            f"{fits}_make(&after, b, {rows});",
            f"chain_{number}(g, &after, was, from, {rows}[{hop.to}], ends);",
        ]
        yield f"    if (has({self.words.squares(hop.rule.holds[0], 'b')}, at)) {{"
        for apart, origins in patterns or ():
            row = ", ".join(f"(square)(at + {by})" for by in apart)
            yield f"        if (has({self.words.these(origins)} & {self._laid(hop, apart)}, at)) {{"
            yield f"            const square row[] = {{(square)at, {row}}};"
            yield from (f"            {line}" for line in done)
            yield "        }"
        if patterns is None:
            yield from (f"        {line}" for line in self._rows(hop, "at", done))
        yield "    }"

    def _rows(self, hop: Hop, site: str, done: list[str]) -> Iterator[str]:
        fits, rows = self.fits(hop.rule), self.laid_rows(hop)
        yield f"for (int i = ROWS_FROM_{rows}[{site}]; i < ROWS_FROM_{rows}[{site} + 1]; i++)"
        yield f"    if ({fits}_fits(0, b, occupied, ROWS_{rows}[i])) {{"
        yield from (f"        {line}" for line in done)
        yield "    }"

    def laid_rows(self, hop: Hop) -> int:
        """The number of the table in which the rows of a hop are."""
        return self.laid.setdefault(hop.rule.rows, len(self.laid))

    def _tail(self, tail: Tail) -> Iterator[str]:
        """What becomes of the piece where the chain ends."""
        if tail.value is None:
            return
        (symbol,), new = self.words.symbols(tail.contents), tail.value.adds >> self.words.program.marks
        kind, other = self.words.kinds[symbol], self.words.kinds[new]
        changed = f"after.{kind} ^= here, after.{other} |= here;"
        yield f"    if (has(b->{kind} & {self.words.these(tail.sites)}, at)) {changed}"
