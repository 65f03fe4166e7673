"""Royal safety on bitboards: a strike hits if so many of the squares between are occupied, no more, no less.

A move vacates a square and fills another one. Only strikes with one piece too many or too few, or none,
between can come to hit by it, or to miss; every one of them says where movers may go.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from lasker.backends.c.bitboards.tables import Reach, Tables
from lasker.ir.classes.kinds import Attack
from lasker.ir.classes.moves import Entry

FEW = 4  # goals of a royal piece that are asked about one by one


class Safety:
    """Where the pieces of a turn may go so that an attack does not hit."""

    def __init__(self, block: str, attack: Attack, tables: Tables, squares: Callable[[int], str]) -> None:
        self.block, self.attack, self.tables, self.squares = block, attack, tables, squares
        self.hops = any(strike.screens for strike in attack.strikes)

    def lines(self) -> Iterator[str]:
        """The masks: `allowed` for most movers, `line` for those among `pinned`."""
        yield "    /* A check must be met on `allowed`; a pinned piece must stay on its line. */"
        yield "    bits allowed = ALL, pinned = NONE, line[SITES];"
        yield f"    const bits royal = {self.squares(self.attack.royals)};"
        yield "    if (any(royal)) {"
        yield "        const int k = first(royal);"
        leaps = []
        for strike in self.attack.strikes:
            strikers = self.squares(strike.strikers)
            for reach in self.tables.backward(strike.entries, strike.screens):
                if reach.leaps:
                    leaps.append(f"(REACH_{reach.number}[k] & ({strikers}))")
                elif self.hops:
                    yield from self.counted(reach, strikers)
                else:
                    yield from self.pins(reach, strikers)
        if leaps:
            yield f"        const bits leapers = {' | '.join(leaps)};"
            meet = "several(leapers) ? NONE : leapers"
            if self.hops:
                yield f"        if (any(leapers)) bind(&allowed, &pinned, line, NONE, ALL, {meet});"
            else:
                yield f"        if (any(leapers)) allowed &= {meet};"
        yield "    }"

    def pins(self, reach: Reach, strikers: str) -> Iterator[str]:
        """The strikes of one table: with none between it is a check, one between is pinned."""
        yield f"        for (bits s = REACH_{reach.number}[k] & ({strikers}); any(s); s = rest(s)) {{"
        yield f"            const bits path = {self.tables.path(reach, 'k', 'first(s)')};"
        yield "            pin(&allowed, &pinned, line, path & occupied, path | LOWEST(s));"
        yield "        }"

    def counted(self, reach: Reach, strikers: str) -> Iterator[str]:
        """The strikes of one table where some need screens: it depends on how many are too many."""
        yield f"        for (bits s = REACH_{reach.number}[k] & ({strikers}); any(s); s = rest(s)) {{"
        yield f"            const bits path = {self.tables.path(reach, 'k', 'first(s)')};"
        yield "            const bits between = path & occupied, free = path & ~occupied;"
        yield f"            switch ((int)size(between) - {reach.screens}) {{"
        yield "            case 0: bind(&allowed, &pinned, line, between, ~free, free | LOWEST(s)); break;"
        yield "            case 1: bind(&allowed, &pinned, line, between, free | LOWEST(s), ALL); break;"
        if reach.screens:
            yield "            case -1: bind(&allowed, &pinned, line, between, ALL, ~free); break;"
        yield "            }"
        yield "        }"

    def mask(self) -> str:
        """Where the piece on the lowest square of `f` may go."""
        if self.hops:
            return "(any(pinned & LOWEST(f)) ? line[first(f)] : allowed)"
        return "allowed & (any(pinned & LOWEST(f)) ? line[first(f)] : ALL)"

    def pinned_mask(self) -> str:
        """The same for a piece that is known to be among `pinned`."""
        return "line[first(f)]" if self.hops else "allowed & line[first(f)]"

    def fled(self, entries: tuple[Entry, ...]) -> Iterator[str]:
        """Of the `goals` of a royal piece on `f`, those are left where it cannot be taken.

        Where it could be taken is found out once, without the piece; of a few goals each is asked about.
        """
        if max(Counter(origin for origin, _, _ in entries).values()) <= FEW:
            yield "for (bits t = goals; any(t); t = rest(t))"
            strikers = f"{self.block}__strikers(g, b, first(t), occupied & ~LOWEST(f)) & ~LOWEST(t)"
            yield f"    if (any({strikers})) goals ^= LOWEST(t);"
            return
        danger = f"{self.block}__fear"
        found = f"{self.block}__danger(g, b, occupied & ~royal)"
        yield f"if (any(goals) && equal({danger}, ALL)) {danger} = {found};"
        yield f"goals &= ~{danger};"
