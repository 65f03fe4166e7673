"""The fast path in C: classes on bitboards, safety by pins and checks, the last ply by counting bits."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.backends._c_bits import Tables, Words
from lasker.backends._c_rules import Rules
from lasker.backends._c_turn import TurnText
from lasker.ir.classes import Classes, Tidy
from lasker.ir.ops import Compare, Program
from lasker.ir.paths import NotFlat


def fast_text(program: Program, classes: Classes) -> list[str]:
    """The fast path of a game in C; NotFlat if something in it has no form on bitboards."""
    return list(Fast(program, classes).text())


class Fast:
    """The text of the fast path of a game."""

    def __init__(self, program: Program, classes: Classes) -> None:
        self.program, self.classes = program, classes
        self.words = Words(program)
        self.tables = Tables(program.sites)
        self.rules = Rules(program, classes, self.words, self.tables)
        self.turns = [TurnText(n, program, classes, self.rules) for n in range(len(classes.turns))]

    def text(self) -> Iterator[str]:
        """Everything: kinds, tables, tests, turns."""
        tests = [line for name, test in self.classes.tests.items() for line in self.rules.test(name, test)]
        turns = [line for turn in self.turns for line in (*turn.leaves(), *turn.sequences())]
        yield "enum {"
        yield from (f"    KIND_{kind}," for kind in self.words.kinds)
        yield "};"
        yield from self.tables.lines()
        yield from self.rules.lines()
        yield ""
        for name in self.classes.tests:
            yield f"static bool {name}_holds(const bits *g, const Board *b);"
        for turn in self.program.turns:
            yield f"static uint64_t {turn.name}_leaves(const bits *g, const Board *b);"
            yield f"static uint64_t {turn.name}_sequences(const bits *g, const Board *b, int depth);"
        yield ""
        yield from self.rules.functions
        yield from tests
        for number in range(len(self.turns)):
            yield from self.finish(number)
        yield from turns
        yield from self.start()

    def finish(self, number: int) -> Iterator[str]:
        """What happens after a move: marks fall, and the position is settled."""
        name, following = self.program.turns[number].name, self.classes.turns[number].next
        yield f"/* After a move of {name}: marks fall, and the position is settled. */"
        yield f"static void {name}_finish(const bits *g, Board *b) {{"
        yield "    (void)g, (void)b;"
        for mark in range(self.program.marks):
            if self.program.ended >> mark & 1:
                yield f"    b->mark[{mark}] = 0;"
        player = self.program.turns[following].player
        if player != self.program.turns[number].player:
            yield from self.fallen(self.program.turned[player])
        for tidy in self.classes.settle:
            yield from self.tidied(tidy)
        yield "}\n"

    def fallen(self, becomes: tuple[int, ...]) -> Iterator[str]:
        """Marks that fall when a player's turn comes."""
        for mark in range(self.program.marks):
            losing = [
                self.words.piece("b", symbol)
                for symbol in range(1, len(self.words.kinds))
                if not becomes[symbol * self.words.variants + (1 << mark)] >> mark & 1
            ]
            if losing:
                yield f"    b->mark[{mark}] &= ~({' | '.join(losing)});"

    def tidied(self, tidy: Tidy) -> Iterator[str]:
        """Marks that fall because nothing can come of them any more."""
        where = f"({self.words.squares(tidy.holds, 'b')}) & {tidy.sites:#x}u"
        yield f"    for (bits s = {where}; s; s &= s - 1) {{"
        tests = [f"{'!' if wanted else ''}{block}_holds(g, b)" for block, wanted in tidy.questions]
        if tests:
            yield f"        if ({' || '.join(tests)}) continue;"
        for mark in range(self.program.marks):
            keeps = tidy.value.site is not None and tidy.value.keeps >> mark & 1
            if tidy.value.adds >> mark & 1:
                yield f"        b->mark[{mark}] |= LOWEST(s);"
            elif not keeps:
                yield f"        b->mark[{mark}] &= ~LOWEST(s);"
        yield "    }"

    def start(self) -> Iterator[str]:
        """From a position as it is given to bitboards, where their side conditions hold; and the count."""
        yield "/* The position on bitboards; false where that would be unsound, and the walk must count. */"
        yield "static bool start(const Machine *m, int depth, Board *b) {"
        yield "    *b = (Board){.piece = {0}};"
        yield "    (void)depth;"
        yield "    for (int site = 0; site < SITES; site++) {"
        yield "        const content here = m->now.facts.board[site];"
        yield "        if (here >> MARKS) b->piece[here >> MARKS] |= BIT(site);"
        yield "        if ((here && here >> MARKS == 0) || here & ENDED) return false; /* not settled */"
        yield "        for (int i = 0; i < MARKS; i++) b->mark[i] |= (bits)(here >> i & 1) << site;"
        yield "    }"
        for turn in self.turns:
            found = turn.attack()
            if found is not None:
                yield f"    if (several({self.words.squares(found[1].royals, 'b')})) return false;"
        for slot, most in sorted(self.increments().items()):
            high = self.program.counters[slot].high
            yield f"    if (m->now.facts.counter[{slot}] + {most} * (int64_t)depth > {high}) return false;"
        yield "    return true;"
        yield "}\n"
        yield "static uint64_t from_start(const bits *g, const Board *b, int32_t turn, int depth) {"
        yield "    switch (turn) {"
        for number, turned in enumerate(self.program.turns):
            yield f"    case {number}: return {turned.name}_sequences(g, b, depth);"
        yield "    }"
        yield "    return 0;"
        yield "}\n"

    def increments(self) -> dict[int, int]:
        """By how much a move can raise each counter; what else is done to counters is not flat."""
        most: dict[int, int] = {}
        for turn in self.classes.turns:
            everything = [*(flat.counters for flat in turn.flats), *(rule.counters for rule in turn.rules)]
            for op in (op for counters in everything for op in counters):
                if isinstance(op, Compare) or (op.relative and op.amount < 0):
                    raise NotFlat("moves depend on counters")
                bounds = self.program.counters[op.slot]
                if not op.relative and not bounds.low <= op.amount <= bounds.high:
                    raise NotFlat("a counter is set beyond its bounds")
                most[op.slot] = max(most.get(op.slot, 0), op.amount if op.relative else 0)
        return most
