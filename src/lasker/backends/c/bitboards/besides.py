"""The moves of a turn that are neither classes nor drops nor rules: those that sweep, and the one that does
nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from lasker.backends.c.bitboards.chains import Chains
from lasker.ir.classes.kinds import Census, Chain, Classes, Flat, Moves, Product, Sweep, Terms
from lasker.ir.classes.path import Value


class Besides:
    """What is done with such moves, as a part of the text of a turn or a test."""

    classes: Classes
    rules: Chains
    any: bool

    def went(self, terms: Terms, counted: Iterable[str] = ()) -> Iterator[str]:
        """After a move has been made: what is asked, what is counted, and what follows."""
        raise NotImplementedError

    def changed(self, movers: int, targets: int, value: Value) -> Iterator[str]:
        """What a move from one square to another changes on the board `after`."""
        raise NotImplementedError

    def named(self, contents: int) -> str:
        """The name of the squares that hold one of some contents."""
        raise NotImplementedError

    def besides(self, moves: Moves) -> Iterator[str]:
        """The moves that sweep, made one by one; and the one that does nothing."""
        for sweep in moves.sweeps:
            yield f"    if ({self.rules.counts.possible(sweep.terms.counters) or 'true'})"
            yield f"        for (bits t = {self.rules.sweeps.places(sweep)}; any(t); t = rest(t)) {{"
            yield "            const bits to = LOWEST(t);"
            yield "            Board after = *b;"
            done = [*self.swept(sweep, "first(t)"), *self.went(sweep.terms)]
            yield from (f"            {line}" for line in done)
            yield "        }"
        for chain in moves.chains:
            done = ["Board after = ends.made[i].after;", *self.went(replace(chain.terms, counters=()))]
            lines = [
                "    {",
                *self._ends(chain),
                "        for (int i = 0; i < ends.size; i++) {",
                *(f"            {line}" for line in done),
                "        }",
                "    }",
            ]
            yield from under(self.rules.counts.possible(chain.terms.counters), lines)
        for product in moves.products:
            yield from self.shot(product, partial(self.after_shot, product.content))
        for terms in moves.passes:
            done = ["Board after = *b;", *self.went(terms)]
            lines = ["    {", *(f"        {line}" for line in done), "    }"]
            yield from under(self.rules.counts.possible(terms.counters), lines)

    def shot(self, product: Product, inside: Callable[[Flat], list[str]]) -> Iterator[str]:
        """Every first part of a move, where its piece may shoot then, and what is done with that."""
        reach = self.rules.tables.reach(product.shots, 0)
        apart = [replace(f, movers=m) for f in product.flats for m in self.rules.words.apart(f.movers)]
        for flat in apart:
            goes = self.rules.tables.reach(flat.entries, flat.screens).targets("first(f)")
            yield f"    for (bits f = {self.named(flat.movers)}; any(f); f = rest(f))"
            yield f"        for (bits t = {goes} & {self.named(flat.targets)}; any(t); t = rest(t)) {{"
            yield "            const bits then = (occupied & ~LOWEST(f)) | LOWEST(t);"
            yield f"            const bits shots = {reach.targets('first(t)', 'then')} & ALL & ~then;"
            yield from (f"            {line}" for line in inside(flat))
            yield "        }"

    def after_shot(self, content: int, flat: Flat) -> list[str]:
        """The move of a piece on `f` to `t` that shoots at every square of `shots`, made."""
        kind = self.rules.words.kinds[content >> self.rules.words.program.marks]
        return [
            "const bits from = LOWEST(f), to = LOWEST(t);",
            "for (bits s = shots; any(s); s = rest(s)) {",
            "    Board after = *b;",
            *(f"    {line}" for line in self.changed(flat.movers, flat.targets, flat.value)),
            f"    after.{kind} |= LOWEST(s);",
            *(f"    {line}" for line in self.went(Terms())),
            "}",
        ]

    def counted_shots(self, flat: Flat) -> list[str]:
        """How many shots a piece has that has gone somewhere."""
        return ["if (any(shots)) return true;" if self.any else "n += size(shots);"]

    def counted_besides(self, moves: Moves) -> Iterator[str]:
        """How many moves sweep or do nothing."""
        found = [(each.terms, f"size({self.rules.sweeps.places(each)})") for each in moves.sweeps]
        for chain in moves.chains:
            counted = [*self._ends(chain), "        n += (uint64_t)ends.size;"]
            inside = ["        return true;"] if self.any else counted
            block = [f"    if (any({self.rules.begins(chain)})) {{", *inside, "    }"]
            yield from under(self.rules.counts.possible(chain.terms.counters), block)
        for product in moves.products:
            yield from self.shot(product, self.counted_shots)
        for terms, number in [*found, *((terms, "1") for terms in moves.passes)]:
            line = f"    if ({number}) return true;" if self.any else f"    n += {number};"
            yield from under(self.rules.counts.possible(terms.counters), [line])

    def _ends(self, chain: Chain) -> list[str]:
        """Where chains end, as `ends`; it is told if there are more than there is room for."""
        return [
            "        Ends ends;",
            f"        {self.rules.ends(chain, self.rules.begins(chain), '&ends')}",
            "        if (ends.full) CROWDED(g) = 1;",
        ]

    def swept(self, sweep: Sweep, site: str) -> Iterator[str]:
        """A piece is put on the square `to` of the board `after`, and runs turn over."""
        over = sorted({each for run in sweep.turns for each in self.rules.words.symbols(run.over)})
        kind = self.rules.words.kinds[sweep.content >> self.rules.words.program.marks]
        yield f"const bits turned = {self.rules.sweeps.turned(sweep, site)};"
        yield f"{self.rules.taking(tuple(over))}(&after, turned);"
        yield f"after.{kind} |= to | turned;"

    def known_once(self, ends: tuple[str, ...], body: list[str]) -> tuple[list[str], list[str]]:
        """The ends asked before a body, and the body; what sweeps depend on is found once for both."""
        places = [place for line in body for place in re.findall(r"(?:places|begins)_\d+\(b\)", line)]
        swept = {place: f"{place[:-3]}_now" for place in places}
        tests = {block: place for block in self.classes.tests if (place := self._place(block)) in swept}

        def known(line: str) -> str:
            for block, place in tests.items():
                line = line.replace(f"{block}_holds(g, b)", f"any({place})")
            for place, name in swept.items():
                line = line.replace(place, name)
            return line

        first = [f"    const bits {name} = {place};" for place, name in swept.items()]
        for end in ends:
            denied = [
                f"!any({swept[tests[block]]})" for block in denials(end, self.classes) if block in tests
            ]
            first.append(f"    if ({' && '.join([*denied, f'{end}_holds(g, b)'])}) return 0;")
        return first, [known(line) for line in body]

    def _place(self, block: str) -> str:
        """The squares of which there must be one for a test to hold, if that is all."""
        test = self.classes.tests[block]
        if not isinstance(test, Moves) or test.flats or test.drops or test.rules or test.passes:
            return ""
        if len(test.sweeps) + len(test.chains) > 1 or any(terms.guards for terms in test.terms()):
            return ""
        if any(self.rules.counts.possible(terms.counters) for terms in test.terms()):
            return ""
        for chain in test.chains:
            return self.rules.begins(chain)
        return next((self.rules.sweeps.places(sweep) for sweep in test.sweeps), "")


def denials(block: str, classes: Classes) -> list[str]:
    """The tests that must not hold where another one does, as it asks them first."""
    test = classes.tests[block]
    if isinstance(test, Census):
        return [asked for asked, wanted in test.asks if not wanted]
    if not isinstance(test, Moves) or test.flats or test.drops or test.special:
        return []
    asked = [{q for q, wanted, writes in rule.questions if not wanted and not writes} for rule in test.rules]
    return sorted(set.intersection(*asked)) if asked else []


def under(condition: str, lines: list[str]) -> list[str]:
    """Lines under a condition, if there is one."""
    return [f"    if ({condition}) {{", *(f"    {line}" for line in lines), "    }"] if condition else lines
