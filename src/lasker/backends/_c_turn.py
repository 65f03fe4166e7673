"""One turn on bitboards: its moves counted all at once, and made one by one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from lasker.algebra.contents import members
from lasker.backends._c_bits import Reach, Tables
from lasker.backends._c_figures import Absent
from lasker.backends._c_rules import Rules
from lasker.backends._c_sets_of_squares import SetsOfSquares
from lasker.backends._c_words import EMPTY, Words
from lasker.ir.classes import Attack, Classes, Entry, Flat, Turn
from lasker.ir.ops import Program
from lasker.ir.paths import NotFlat, Value

Group = tuple[str | None, tuple[Entry, ...], bool, tuple[tuple[int, int], ...]]


class TurnText:
    """The functions of one turn."""

    def __init__(self, number: int, program: Program, classes: Classes, rules: Rules, absent: Absent) -> None:
        self.program, self.classes, self.rules, self.absent = program, classes, rules, absent
        self.words: Words = rules.words
        self.tables: Tables = rules.tables
        self.turn: Turn = classes.turns[number]
        self.name = program.turns[number].name
        self.next = program.turns[self.turn.next].name
        self.sets = SetsOfSquares(self.words, absent)

    def function(self, head: str, body: list[str]) -> Iterator[str]:
        """A function over a board, which begins with the sets that its body names."""
        yield f"{head} {{"
        for end in self.turn.ends:
            yield f"    if ({end}_holds(g, b)) return 0;"
        yield from self.sets.lines(body)
        yield "    uint64_t n = 0;"
        yield "    (void)g;"
        yield from body
        yield "    return n;"
        yield "}\n"
        self.sets = SetsOfSquares(self.words, self.absent)

    def leaves(self) -> Iterator[str]:
        """How many moves there are: classes that differ only in what they go to are counted together."""
        body, pinned = list(self.safety()), list[str]()
        for (question, entries, royal, weights), movers in self.groups().items():
            reach = self.tables.reach(entries)
            if royal and question is not None:
                body += self.royal_counted(movers, question, reach, dict(weights))
                continue
            body += self.counted(movers, question, reach, dict(weights))
            if question is not None:
                pinned += self.pinned_counted(movers, reach, dict(weights))
        if pinned:
            body += ["    if (pinned) { /* Each stays on its line. */", *pinned, "    }"]
        body += self.rules.everywhere(self.turn.rules, self.absent, None)
        yield f"/* How many moves {self.name} has. */"
        yield from self.function(f"static uint64_t {self.name}_leaves(const bits *g, const Board *b)", body)

    def groups(self) -> dict[Group, int]:
        """Movers that go the same ways; with them, how many moves lead to each set of contents."""
        found: dict[tuple[int, str | None, tuple[Entry, ...]], list[Flat]] = defaultdict(list)
        for flat in self.turn.flats:
            found[flat.movers, flat.question, flat.entries].append(flat)
        groups: dict[Group, int] = {}
        for (movers, question, entries), flats in found.items():
            weights: dict[int, int] = defaultdict(int)
            for flat in flats:
                for content in members(flat.targets):
                    weights[content] += 1
            by_weight: dict[int, int] = defaultdict(int)
            for content, weight in weights.items():
                by_weight[weight] |= 1 << content
            key = (question, entries, self.royal(movers, question), tuple(sorted(by_weight.items())))
            groups[key] = groups.get(key, 0) | movers
        return groups

    def counted(
        self, movers: int, question: str | None, reach: Reach, by_weight: dict[int, int]
    ) -> Iterator[str]:
        """How many moves a group of classes has; of pieces that are pinned, none."""
        free, allowed = (" & ~pinned", " & allowed") if question else ("", "")
        shifts = reach.shifts()
        if shifts is None:
            yield f"    for (bits f = ({self.sets.name(movers)}){free}; f; f &= f - 1)"
            yield from self._sum(f"{reach.targets('first(f)')}{allowed}", by_weight, "        ")
            return
        for shift, origins, over in shifts:
            path = f" & ~shifted(occupied, {shift - over})" if over else ""
            goals = f"shifted({self.sets.name(movers)} & {origins:#x}u{free}, {shift}){path}{allowed}"
            yield from self._sum(goals, by_weight, "    ")

    def pinned_counted(self, movers: int, reach: Reach, by_weight: dict[int, int]) -> Iterator[str]:
        """How many moves the pinned pieces of a group have."""
        yield f"        for (bits f = ({self.sets.name(movers)}) & pinned; f; f &= f - 1)"
        goals = f"{reach.targets('first(f)')} & allowed & line[first(f)]"
        yield from self._sum(goals, by_weight, " " * 12)

    def royal_counted(
        self, movers: int, question: str, reach: Reach, by_weight: dict[int, int]
    ) -> Iterator[str]:
        """How many moves a royal piece has: it goes where it could not be taken."""
        goals = f"{reach.targets('first(f)')} & {self.sets.name(sum(by_weight.values()))}"
        yield f"    for (bits f = {self.sets.name(movers)}; f; f &= f - 1) {{"
        yield f"        const bits flights = {goals};"
        yield "        if (!flights) continue;"
        yield f"        {self.feared(question)}"
        yield from self._sum("flights & ~danger", by_weight if len(by_weight) > 1 else {}, "        ")
        yield "    }"

    def _sum(self, goals: str, by_weight: dict[int, int], indent: str) -> Iterator[str]:
        """The number of goals, as often as there are moves to each."""
        terms = [
            f"{f'{weight} * ' if weight > 1 else ''}size({goals} & {self.sets.name(targets)})"
            for weight, targets in by_weight.items()
        ]
        yield f"{indent}n += {' + '.join(terms) or f'size({goals})'};"

    def sequences(self) -> Iterator[str]:
        """How many sequences of moves there are: every move is made."""
        body = ["    if (depth > 3 && STOPPED(g)) return 0;", *self.safety()]
        alike: dict[tuple[int, tuple[Entry, ...], Value, str | None], int] = defaultdict(int)
        for flat in self.turn.flats:
            alike[flat.movers, flat.entries, flat.value, flat.question] |= flat.targets
        for (movers, entries, value, question), targets in alike.items():
            for symbol in self.words.symbols(movers):
                kind = movers & self.words.whole << symbol * self.words.variants
                body += self.made(symbol, Flat(kind, targets, value, (), question, entries))
        body += self.rules.everywhere(self.turn.rules, self.absent, self.carried_out)
        yield f"/* How many sequences of two or more moves, `depth` of them, begin with {self.name}. */"
        head = f"static uint64_t {self.name}_sequences(const bits *g, const Board *b, int depth)"
        yield from self.function(head, body)

    def carried_out(self, made: str) -> list[str]:
        """A rule that fits, made."""
        return ["Board after = *b;", made, f"n += {self.name}_then(g, b, &after, depth - 1);"]

    def attack(self) -> tuple[str, Attack] | None:
        """The one attack that the classes must avoid."""
        blocks = {flat.question for flat in self.turn.flats if flat.question}
        if len(blocks) > 1:
            raise NotFlat("different pieces must avoid different attacks")
        for block in blocks:
            test = self.classes.tests[block]
            if isinstance(test, Attack):
                return block, test
        return None

    def safety(self) -> Iterator[str]:
        """Checks and pins: where pieces may go so that the royal piece cannot be taken."""
        found = self.attack()
        if found is None:
            return
        yield "    /* A check must be met on `allowed`; a pinned piece must stay on its line. */"
        yield "    bits allowed = ALL, pinned = 0, line[SITES];"
        yield "    bits danger = ALL; /* not yet known */"
        yield f"    const bits royal = {self.sets.name(found[1].royals)};"
        yield "    if (royal) {"
        yield "        const int k = first(royal);"
        leaps = []
        for strike in found[1].strikes:
            strikers = self.sets.name(strike.strikers)
            for reach in self.tables.backward(strike.entries):
                if reach.leaps:
                    leaps.append(f"(REACH_{reach.number}[k] & ({strikers}))")
                else:
                    yield from self.pins(reach, strikers)
        if leaps:
            yield f"        const bits leapers = {' | '.join(leaps)};"
            yield "        if (leapers) allowed &= several(leapers) ? 0 : leapers;"
        yield "    }"

    def pins(self, reach: Reach, strikers: str) -> Iterator[str]:
        """The strikes of one table: with none between it is a check, one between is pinned."""
        yield f"        for (bits s = REACH_{reach.number}[k] & ({strikers}); s; s &= s - 1) {{"
        yield f"            const bits path = PATH({self.tables.paths_of(reach)}, k, first(s));"
        yield "            const bits between = path & occupied, stay = path | LOWEST(s);"
        yield "            if (!between) {"
        yield "                allowed &= stay;"
        yield "            } else if (!several(between)) {"
        yield "                line[first(between)] = pinned & between ? line[first(between)] & stay : stay;"
        yield "                pinned |= between;"
        yield "            }"
        yield "        }"

    def royal(self, movers: int, question: str | None) -> bool:
        """Is the mover the royal piece itself?"""
        test = None if question is None else self.classes.tests[question]
        return isinstance(test, Attack) and bool(movers & test.royals)

    def feared(self, question: str) -> str:
        """Where a royal piece could be taken is found out once: when it is first asked, without the piece."""
        return f"if (danger == ALL) danger = {question}_danger(g, b, occupied & ~royal);"

    def made(self, symbol: int, flat: Flat) -> Iterator[str]:
        """The moves of a class of pieces of one kind, made one by one."""
        reach, question = self.tables.reach(flat.entries), flat.question
        goals = f"{reach.targets('first(f)')} & {self.sets.name(flat.targets)}"
        royal = self.royal(flat.movers, question)
        if question is not None and not royal:
            goals += " & allowed & (pinned & LOWEST(f) ? line[first(f)] : ALL)"
        if royal and question is not None:
            yield f"    {self.feared(question)}"
            goals += " & ~danger"
        yield f"    for (bits f = {self.sets.name(flat.movers)}; f; f &= f - 1)"
        yield f"        for (bits t = {goals}; t; t &= t - 1) {{"
        yield "            const bits from = LOWEST(f), to = LOWEST(t);"
        yield "            Board after = *b;"
        yield from (f"            {line}" for line in self.moved(symbol, flat))
        yield f"            n += {self.name}_then(g, b, &after, depth - 1);"
        yield "        }"

    def moved(self, symbol: int, flat: Flat) -> Iterator[str]:
        """A piece goes from one square to another, and takes what stands there."""
        words, value = self.words, flat.value
        taken = tuple(each for each in words.symbols(flat.targets) if each)
        if taken:
            guard = "if (to & occupied) " if flat.targets & EMPTY else ""
            yield f"{guard}{self.rules.taking(taken)}(&after, to);"
        becomes = symbol if value.site is not None else value.adds >> self.program.marks
        if becomes == symbol:
            yield f"after.{words.kinds[symbol]} ^= from | to;"
        else:
            yield f"after.{words.kinds[symbol]} ^= from;"
            yield f"after.{words.kinds[becomes]} ^= to;"
        for mark in words.kept():
            name, bears = words.marks[mark], words.bears(flat.movers, mark, self.absent)
            if True in bears:
                yield f"after.{name} &= ~from;"
            if not words.asked[becomes] >> mark & 1:
                continue
            if value.adds >> mark & 1:
                yield f"after.{name} |= to;"
            elif value.site is not None and value.keeps >> mark & 1 and True in bears:
                yield f"if (b->{name} & from) after.{name} |= to;"
