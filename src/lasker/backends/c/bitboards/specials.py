"""The moves of a turn that are neither classes nor drops nor rules: sweeps, chains, products, passes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import assert_never

from lasker.backends.c.bitboards.chains import Chains
from lasker.ir.classes.kinds import Census, Classes
from lasker.ir.classes.moves import Asked, Chain, Flat, Moves, Pass, Product, Shared, Sweep, Terms
from lasker.ir.classes.path import Value


class Specials:
    """What is done with such moves, as a part of the text of a turn or a test."""

    classes: Classes
    rules: Chains
    any: bool
    once: dict[str, str]  # what the function being written finds out first, and the names of that

    def went(self, terms: Terms, counted: Iterable[str] = ()) -> Iterator[str]:
        """After a move has been made: what is asked, what is counted, and what follows."""
        raise NotImplementedError

    def changed(self, movers: int, targets: int, value: Value) -> Iterator[str]:
        """What a move from one square to another changes on the board `after`."""
        raise NotImplementedError

    def named(self, contents: int) -> str:
        """The name of the squares that hold one of some contents."""
        raise NotImplementedError

    def places_of(self, sweep: Sweep) -> str:
        """The squares on which a piece may be put, found once in a function."""
        return self._found_once(self.rules.sweeps.places(sweep))

    def gathered(self, shared: Shared) -> list[str]:
        """The positions that moves lead to which may be the same, as `reached`."""
        raise NotImplementedError

    def begins(self, chain: Chain) -> str:
        """The pieces that can hop, found once in a function."""
        return self._found_once(self.rules.begins(chain))

    def _found_once(self, call: str) -> str:
        return self.once.setdefault(call, f"{call.partition('(')[0]}_now")

    def asked(self, asks: tuple[Asked, ...], board: str = "b") -> str:
        """The condition that tests are answered as wanted; what was found before is not found again."""
        found = []
        for block, wanted in asks:
            known = self.once.get(self._place(block)) if board == "b" else None
            answer = f"any({known})" if known else f"{block}__holds(g, {board})"
            found.append(answer if wanted else f"!{answer}")
        return " && ".join(found)

    def first_of_all(self, ends: tuple[str, ...]) -> Iterator[str]:
        """What is found once, and the ends that are asked before anything else is done."""
        yield from (f"    const bits {name} = {call};" for call, name in self.once.items())
        for end in ends:
            known = [block for block in denials(end, self.classes) if self._place(block) in self.once]
            asks = (*((block, False) for block in known), (end, True))
            yield f"    if ({self.asked(asks)}) return 0;"

    def made_specials(self, moves: Moves) -> Iterator[str]:
        """The moves made one by one."""
        for special in moves.specials():
            match special:
                case Sweep():
                    lines = self._made_sweep(special)
                case Chain():
                    lines = self._made_chain(special)
                case Product():
                    lines = self.shot(special, partial(self.after_shot, special.content))
                case Pass():
                    done = ["Board after = *b;", *self.went(special.terms)]
                    lines = iter(["    {", *(f"        {line}" for line in done), "    }"])
                case Shared():
                    lines = self._made_shared(special)
                case _:
                    assert_never(special)
            yield from under(self.rules.counts.possible(special.terms.counters), list(lines))

    def _made_sweep(self, sweep: Sweep) -> Iterator[str]:
        yield f"    for (bits t = {self.places_of(sweep)}; any(t); t = rest(t)) {{"
        yield "        const bits to = LOWEST(t);"
        yield "        Board after = *b;"
        yield from (f"        {line}" for line in (*self.swept(sweep, "first(t)"), *self.went(sweep.terms)))
        yield "    }"

    def _made_chain(self, chain: Chain) -> Iterator[str]:
        done = ["Board after = ends.made[i].after;", *self.went(replace(chain.terms, counters=()))]
        yield "    {"
        yield from self._ends(chain)
        yield "        for (int i = 0; i < ends.size; i++) {"
        yield from (f"            {line}" for line in done)
        yield "        }"
        yield "    }"

    def _made_shared(self, shared: Shared) -> Iterator[str]:
        yield "    {"
        yield from self.gathered(shared)
        yield "        if (depth == 1) n += (uint64_t)reached.size;"
        yield "        else"
        yield "            for (int32_t i = 0; i < reached.size; i++)"
        yield "                n += from_start(g, &reached.board[i], reached.turn[i], depth - 1);"
        yield "    }"

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

    def counted_specials(self, moves: Moves) -> Iterator[str]:
        """How many moves there are, or whether there is one."""
        for special in moves.specials():
            match special:
                case Sweep():
                    places = self.places_of(special)
                    found = f"if (any({places})) return true;" if self.any else f"n += size({places});"
                    lines = [f"    {found}"]
                case Chain():
                    counted = [*self._ends(special), "        n += (uint64_t)ends.size;"]
                    inside = ["        return true;"] if self.any else counted
                    lines = [f"    if (any({self.begins(special)})) {{", *inside, "    }"]
                case Product():
                    lines = list(self.shot(special, self.counted_shots))
                case Pass():
                    lines = ["    return true;" if self.any else "    n += 1;"]
                case Shared():
                    lines = [
                        "    {",
                        *self.gathered(special),
                        "        n += (uint64_t)reached.size;",
                        "    }",
                    ]
                case _:
                    assert_never(special)
            yield from under(self.rules.counts.possible(special.terms.counters), lines)

    def _ends(self, chain: Chain) -> list[str]:
        """Where chains end, as `ends`; it is noted if there are more than there is room for."""
        return [
            "        Ends ends;",
            f"        {self.rules.ends(chain, self.begins(chain), '&ends')}",
            "        if (ends.full) CROWDED(g) = 1;",
        ]

    def swept(self, sweep: Sweep, site: str) -> Iterator[str]:
        """A piece is put on the square `to` of the board `after`, and runs turn over."""
        over = sorted({each for run in sweep.turns for each in self.rules.words.symbols(run.over)})
        kind = self.rules.words.kinds[sweep.content >> self.rules.words.program.marks]
        yield f"const bits turned = {self.rules.sweeps.turned(sweep, site)};"
        yield f"{self.rules.taking(tuple(over))}(&after, turned);"
        yield f"after.{kind} |= to | turned;"

    def _place(self, block: str) -> str:
        """The squares of which there must be one for a test to hold, if that is all."""
        test = self.classes.tests[block]
        if not isinstance(test, Moves) or len(test.every()) != 1:
            return ""
        (move,) = test.every()
        if move.terms.guards or self.rules.counts.possible(move.terms.counters):
            return ""
        match move:
            case Sweep():
                return self.rules.sweeps.places(move)
            case Chain():
                return self.rules.begins(move)
            case _:
                return ""


def denials(block: str, classes: Classes) -> list[str]:
    """The tests that must not hold where another one does, as it asks them first."""
    test = classes.tests[block]
    if isinstance(test, Census):
        return [asked for asked, wanted in test.asks if not wanted]
    if not isinstance(test, Moves) or not test.ruled:
        return []
    asked = [{q.block for q in rule.questions if q.first and not q.wanted} for rule in test.rules]
    return sorted(set.intersection(*asked)) if asked else []


def under(condition: str, lines: list[str]) -> list[str]:
    """Lines under a condition, if there is one."""
    return [f"    if ({condition}) {{", *(f"    {line}" for line in lines), "    }"] if condition else lines
