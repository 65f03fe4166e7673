"""The fast path in C: classes on bitboards, safety by pins and checks, the last ply by counting bits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from lasker.backends.c.bitboards.census import counted
from lasker.backends.c.bitboards.chains import Chains
from lasker.backends.c.bitboards.counters import Counts
from lasker.backends.c.bitboards.quick import Quick
from lasker.backends.c.bitboards.shapes import Absent
from lasker.backends.c.bitboards.shared import reached_head
from lasker.backends.c.bitboards.specials import under
from lasker.backends.c.bitboards.tables import Tables
from lasker.backends.c.bitboards.turn import MovesText
from lasker.backends.c.bitboards.words import Words
from lasker.ir.classes.kinds import Attack, Census, Classes, Fill, Placed, Test, Tidy
from lasker.ir.classes.moves import Moves, image
from lasker.ir.classes.path import NotFlat
from lasker.ir.classes.watched_marks import marks_to_watch
from lasker.ir.ops import Program

AFTER = "const bits *g, const Board *before, Board *b"


class Fast:
    """The text of the fast path of a game."""

    counting, moving = Counts, MovesText  # how counters are kept, and moves written

    def __init__(self, program: Program, classes: Classes, without: frozenset[str] = frozenset()) -> None:
        self.program, self.classes = program, classes
        self.words = Words(program, classes)
        self.tables = Tables(program.sites)
        self.counts = self.counting(program, classes)
        self.rules = Chains(program, classes, self.words, self.tables, self.counts)
        self.asked: list[MovesText] = []  # the tests that look for moves
        self.rules.figures.sorting.wanted = "figures" not in without
        self.rules.together = "together" not in without
        self.rules.lanes = "lanes" not in without
        self.hanging = {} if "watched_marks" in without else marks_to_watch(program, classes)
        self.absent = [self._absent(number) for number in range(len(classes.turns))]
        self.turns = [
            self.moving(program.turns[number].name, classes.turns[number].moves, classes, self.rules, absent)
            for number, absent in enumerate(self.absent)
        ]

    def _absent(self, number: int) -> tuple[int, ...]:
        """By symbol the marks that have always fallen when a turn begins."""
        program, player = self.program, self.program.turns[number].player
        turns = zip(program.turns, self.classes.turns, strict=True)
        before = [turn.player for turn, found in turns if any(to == number for _, to in found.next)]
        if player in before:
            return (0,) * len(self.words.kinds)
        put_back = 0
        for tidy in self.classes.settle:
            put_back |= tidy.value.adds
        return tuple(
            sum(
                1 << mark
                for mark in range(program.marks)
                if not put_back >> mark & 1 and self._falls(symbol, mark, player)
            )
            for symbol in range(len(self.words.kinds))
        )

    def _falls(self, symbol: int, mark: int, player: int) -> bool:
        """Do pieces of a kind lose a mark when a player's turn comes?"""
        becomes, first = self.program.turned[player], symbol * self.words.variants
        return not any(becomes[first + v] >> mark & 1 for v in range(self.words.variants))

    def listing(self) -> tuple[list[str], str]:
        """The moves of every turn listed, or why they cannot be."""
        finish = [line for number in range(len(self.turns)) for line in self.finish(number)]
        try:
            return Quick(self.program, self.classes, self.rules, self.absent).text(finish), ""
        except NotFlat as reason:
            return [], str(reason)

    def finish(self, number: int) -> Iterator[str]:
        """What happens to a board after a move: marks fall, the position is settled, and a turn follows."""
        yield f"static int32_t {self.program.turns[number].name}__finish({AFTER}) {{"
        yield "    (void)g, (void)before, (void)b;"
        yield from self.settling(number, lambda following: f"return {following};")
        yield "}"

    def settling(self, number: int, then: Callable[[int], str]) -> Iterator[str]:
        """Counters are set back, marks fall, the position is settled; `then` goes on with what follows."""
        for test, following in self.classes.turns[number].next:
            lines = [*self.counts.set_back()]
            if self.program.turns[following].player != self.program.turns[number].player:
                lines += self.fallen(self.program.turns[following].player)
            lines += [*self.settled(self.absent[following]), f"    {then(following)}"]
            yield from under(f"{test}__holds(g, b)" if test else "", lines)

    def text(self) -> Iterator[str]:
        """Everything: kinds, tables, tests, turns."""
        tests = [line for name, test in self.classes.tests.items() for line in self.test(name, test)]
        ends = [turn.ends for turn in self.classes.turns]
        turns = [line for turn, end in zip(self.turns, ends, strict=True) for line in turn.text(end)]
        yield from self.board()
        yield from self.tables.lines()
        yield ""
        for name in self.classes.tests:
            about = ", int at" if isinstance(self.classes.tests[name], Placed) else ""
            yield f"static bool {name}__holds(const bits *g, const Board *b{about});"
        for turn in self.program.turns:
            yield f"static uint64_t {turn.name}__then({AFTER}, int depth);"
        yield ""
        yield from self.rules.head()
        yield from reached_head(self.program, self.classes, self.words, self.counts)
        yield from self.rules.lines()
        yield from self.rules.sweeps.functions
        yield from self.rules.functions
        yield from tests
        yield from turns
        if any(turn.moves.shared for turn in self.classes.turns):
            yield from (line for number in range(len(self.turns)) for line in self.finish(number))
        for number in range(len(self.turns)):
            yield from self.then(number)
        yield from self.start()

    def test(self, name: str, test: Test) -> Iterator[str]:
        """A test as a function of the board."""
        if isinstance(test, Attack):
            return self.rules.attack(name, test)
        if isinstance(test, Fill):
            return filled(name, test, self.words)
        if isinstance(test, Census):
            return counted(name, test, self.rules)
        if isinstance(test, Placed):
            return self.rules.placed(name, test)
        text = MovesText(name, test, self.classes, self.rules, None)
        self.asked.append(text)
        return text.test()

    def board(self) -> Iterator[str]:
        """A position as sets of squares, with the counters that moves depend on."""
        yield "/* A position as sets of squares: where each kind of piece stands, and who bears a mark. */"
        counters = self.counts.field()
        yield f"typedef struct {{ bits {', '.join(self.words.fields()) or 'nothing'}; {counters}}} Board;"
        for turn in self.program.turns:
            yield f"static uint64_t {turn.name}__sequences(const bits *g, const Board *b, int depth);"

    def then(self, number: int) -> Iterator[str]:
        """What happens after a move: marks fall, the position is settled, and the next player moves."""
        name, names = self.program.turns[number].name, [turn.name for turn in self.program.turns]
        after = " or ".join(names[following] for _, following in self.classes.turns[number].next)
        yield f"/* After a move of {name}: marks fall, the position is settled, and {after} goes on. */"
        yield f"static uint64_t {name}__then({AFTER}, int depth) {{"
        yield "    (void)before;"
        yield from self.settling(
            number,
            lambda to: (
                f"return depth == 1 ? {names[to]}__leaves(g, b) : {names[to]}__sequences(g, b, depth);"
            ),
        )
        yield "}\n"

    def fallen(self, player: int) -> Iterator[str]:
        """Marks that fall when a player's turn comes."""
        for mark in self.words.kept():
            losing = [
                f"b->{kind}"
                for symbol, kind in enumerate(self.words.kinds)
                if self.words.asked[symbol] >> mark & 1 and self._falls(symbol, mark, player)
            ]
            if losing:
                yield f"    b->{self.words.marks[mark]} &= ~({' | '.join(losing)});"

    def settled(self, absent: Absent) -> Iterator[str]:
        """Everything that is tidied up; what hangs on one mark only if somebody has lost it."""
        hanging = self.hanging
        for mark, tidies in groupby(self.classes.settle, key=hanging.get):
            lines = [line for tidy in tidies for line in self.tidied(tidy, absent)]
            if mark is not None and lines:
                name = self.words.marks[mark]
                yield f"    if (!equal(b->{name}, before->{name})) {{"
                yield from (f"    {line}" for line in lines)
                yield "    }"
            else:
                yield from lines

    def tidied(self, tidy: Tidy, absent: Absent) -> Iterator[str]:
        """Marks that fall because nothing can come of them any more."""
        changed = list(self.changed_marks(tidy))
        holding = self.words.squares(tidy.holds, "b", absent)
        if not changed or holding == "NONE":
            return
        everywhere = tidy.sites == (1 << self.program.sites) - 1
        where = holding if everywhere else f"({holding}) & {self.words.these(tidy.sites)}"
        tests = [f"{'' if wanted else '!'}{block}__holds(g, b)" for block, wanted in tidy.questions]
        touched = tidy.holds | image(tidy.holds, tidy.value)
        if any(self.asks(block) & touched for block, _ in tidy.questions):
            yield f"    for (bits left = {where}; any(left); left = rest(left)) {{"
            yield "        const bits s = LOWEST(left);"
            yield f"        if ({' && '.join(tests)}) {{ {' '.join(changed)} }}"
            yield "    }"
        else:
            yield "    {"
            yield f"        const bits s = {where};"
            yield f"        if ({' && '.join(('any(s)', *tests))}) {{ {' '.join(changed)} }}"
            yield "    }"

    def changed_marks(self, tidy: Tidy) -> Iterator[str]:
        """What a tidying does to the squares `s`."""
        (symbol, *_) = self.words.symbols(tidy.holds)
        for mark in self.words.kept():
            if self.words.asked[symbol] >> mark & 1:
                name = self.words.marks[mark]
                if tidy.value.adds >> mark & 1:
                    yield f"b->{name} |= s;"
                elif tidy.value.site is None or not tidy.value.keeps >> mark & 1:
                    yield f"b->{name} &= ~s;"

    def asks(self, block: str) -> int:
        """The contents on which the answer of a test depends; all, if it looks at more than a square."""
        test, found = self.classes.tests[block], 0
        if not isinstance(test, Moves) or not test.ruled:
            return self.classes.alphabet
        for rule in test.rules:
            if not rule.plain:
                return self.classes.alphabet
            found |= rule.holds[0]
        return found

    def start(self) -> Iterator[str]:
        """From a position as it is given to bitboards, where their side conditions hold; and the count."""
        words = self.words
        fields = {words.kinds[symbol]: symbol for symbol in range(1, len(words.kinds))}
        yield "/* The position on bitboards; false where that would be unsound, and the walk must count. */"
        yield "static bool start(const Machine *m, const bits *g, int depth, Board *b) {"
        yield "    bits piece[KINDS] = {NONE}, mark[MARKS + 1] = {NONE};"
        yield "    (void)g, (void)depth;"
        yield "    for (int site = 0; site < SITES; site++) {"
        yield "        const content here = m->now.facts.board[site];"
        yield "        if (!here) continue;"
        yield "        if (here >> MARKS == 0 || here & ENDED) return false; /* not settled */"
        yield "        piece[here >> MARKS] |= BIT(site);"
        yield "        for (int i = 0; i < MARKS; i++)"
        yield "            if (here >> i & 1) mark[i] |= BIT(site);"
        yield "    }"
        values = [f".{name} = piece[{symbol}]" for name, symbol in fields.items()]
        for mark in words.kept():
            bearers = [f"piece[{s}]" for s in range(len(words.kinds)) if words.asked[s] >> mark & 1]
            values.append(f".{words.marks[mark]} = mark[{mark}] & ({' | '.join(bearers)})")
        yield f"    *b = (Board){{{', '.join(values) or 'NONE'}}};"
        for royals in sorted(self.royals()):
            yield f"    if (several({words.squares(royals, 'b')})) return false;"
        for number, absent in enumerate(self.absent):
            for symbol, marks in enumerate(absent):
                for mark in words.kept():
                    if marks & words.asked[symbol] & 1 << mark:
                        borne = f"any(b->{words.marks[mark]} & b->{words.kinds[symbol]})"
                        yield f"    if (m->turn == {number} && {borne}) return false;"
        yield from self.already_settled()
        yield from self.counts.given()
        yield "    return true;"
        yield "}\n"
        yield "static uint64_t from_start(const bits *g, const Board *b, int32_t turn, int depth) {"
        yield "    switch (turn) {"
        for number, turned in enumerate(self.program.turns):
            leaves, deeper = f"{turned.name}__leaves(g, b)", f"{turned.name}__sequences(g, b, depth)"
            yield f"    case {number}: return depth == 1 ? {leaves} : {deeper};"
        yield "    }"
        yield "    return 0;"
        yield "}\n"

    def already_settled(self) -> Iterator[str]:
        """What is only watched later must be tidy at the start."""
        hanging = self.hanging
        lines = [line for tidy in hanging for line in self.tidied(tidy, None)]
        if lines:
            yield "    const Board given = *b;"
            yield from lines
            for mark in sorted(set(hanging.values())):
                name = self.words.marks[mark]
                yield f"    if (!equal(b->{name}, given.{name})) return false; /* not settled */"

    def royals(self) -> set[int]:
        """The royal pieces on which attacks are foretold by masks, or asked about by probes."""
        texts = (*self.turns, *self.asked)
        avoided = {text.safety.attack.royals for text in texts if text.safety is not None}
        return avoided.union(self.rules.figures.royals(), *(text.aims for text in texts))


def filled(name: str, fill: Fill, words: Words) -> Iterator[str]:
    """Whether a walker comes to a goal: where he can be grows until it grows no more."""
    yield f"static bool {name}__holds(const bits *g, const Board *b) {{"
    yield "    (void)g;"
    begin = f"({words.squares(fill.contents, 'b')}) & {words.these(fill.sites)}"
    yield f"    for (bits now = {begin}, before = NONE; !equal(now, before);) {{"
    yield f"        if (any(now & {words.these(fill.goals)})) return true;"
    yield "        before = now;"
    for step in fill.steps:
        ways = " | ".join(f"shifted(before & {words.these(origins)}, {by})" for by, origins in step.ways)
        yield f"        now |= ({ways}) & ({words.squares(step.contents, 'b')});"
    yield "    }"
    yield "    return false;"
    yield "}\n"
