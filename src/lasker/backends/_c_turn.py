"""One turn on bitboards: its moves counted all at once, and made one by one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from lasker.algebra.contents import members
from lasker.backends._c_bits import Reach, Tables, Words
from lasker.backends._c_rules import Rules
from lasker.ir.classes import Attack, Classes, Entry, Flat, Turn
from lasker.ir.ops import Program
from lasker.ir.paths import NotFlat, Value

FEW = 2  # ways from a square up to which pieces are moved all at once
EMPTY = 1
GONE = Value(None, 0, 0)


class TurnText:
    """The functions of one turn."""

    def __init__(self, number: int, program: Program, classes: Classes, rules: Rules) -> None:
        self.program, self.classes, self.rules = program, classes, rules
        self.words: Words = rules.words
        self.tables: Tables = rules.tables
        self.turn: Turn = classes.turns[number]
        self.name = program.turns[number].name
        self.next = program.turns[self.turn.next].name
        self.sets: dict[int, str] = {}  # sets of contents that the function being written has named

    def squares(self, contents: int) -> str:
        """The name of the squares that hold one of the contents."""
        if contents == EMPTY:
            return "empty"
        return self.sets.setdefault(contents, f"set{len(self.sets)}")

    def function(self, head: str, body: list[str]) -> Iterator[str]:
        """A function over a board, which begins with the sets that its body names."""
        yield f"{head} {{"
        for end in self.turn.ends:
            yield f"    if ({end}_holds(g, b)) return 0;"
        yield f"    const bits occupied = {self.words.occupied('b')};"
        yield "    const bits empty = ALL & ~occupied;"
        for contents, name in self.sets.items():
            yield f"    const bits {name} = {self.words.squares(contents, 'b')};"
        yield "    uint64_t n = 0;"
        yield "    (void)g, (void)empty;"
        yield from body
        yield "    return n;"
        yield "}\n"
        self.sets = {}

    def leaves(self) -> Iterator[str]:
        """How many moves there are: classes that differ only in what they go to are counted together."""
        body = list(self.safety())
        for (question, entries, royal, weights), movers in self.groups().items():
            body += self.counted(movers, question, self.tables.reach(entries), royal, dict(weights))
        body += self.rules.everywhere(self.turn.rules, lambda number: ["n++;"])
        yield f"/* How many moves {self.name} has. */"
        yield from self.function(f"static uint64_t {self.name}_leaves(const bits *g, const Board *b)", body)

    def groups(self) -> dict[tuple[str | None, tuple[Entry, ...], bool, tuple[tuple[int, int], ...]], int]:
        """Movers that go the same ways; with them, how many moves lead to each set of contents."""
        found: dict[tuple[int, str | None, tuple[Entry, ...]], list[Flat]] = defaultdict(list)
        for flat in self.turn.flats:
            found[flat.movers, flat.question, flat.entries].append(flat)
        groups: dict[tuple[str | None, tuple[Entry, ...], bool, tuple[tuple[int, int], ...]], int] = {}
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

    def sequences(self) -> Iterator[str]:
        """How many sequences of moves there are: every move is made."""
        body = [f"    if (depth == 1) return {self.name}_leaves(g, b);", *self.safety()]
        for flat in self.turn.flats:
            body += self.made(flat)
        body += self.rules.everywhere(self.turn.rules, self.carried_out)
        yield f"/* How many sequences of `depth` moves begin with a move of {self.name}. */"
        head = f"static uint64_t {self.name}_sequences(const bits *g, const Board *b, int depth)"
        yield from self.function(head, body)

    def carried_out(self, number: int) -> list[str]:
        """A rule that fits, made; its rows are the last that were named."""
        rows = self.rules.rows(next(rule for rule, n in self.rules.numbers.items() if n == number))
        return ["Board after = *b;", f"rule_{number}_make(&after, b, ROWS_{rows}[i]);", *self.went("")]

    def went(self, indent: str) -> Iterator[str]:
        """After a move has been made: what follows it is counted."""
        yield f"{indent}{self.name}_finish(g, &after);"
        yield f"{indent}n += {self.next}_sequences(g, &after, depth - 1);"

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
        yield f"    const bits royal = {self.squares(found[1].royals)};"
        yield "    if (royal) {"
        yield "        const int k = first(royal);"
        leaps = []
        for strike in found[1].strikes:
            for reach in self.tables.backward(strike.entries):
                if reach.leaps:
                    leaps.append(f"(REACH_{reach.number}[k] & {self.squares(strike.strikers)})")
                else:
                    yield from self.pins(reach, self.squares(strike.strikers))
        if leaps:
            yield f"        const bits leapers = {' | '.join(leaps)};"
            yield "        if (leapers) allowed &= several(leapers) ? 0 : leapers;"
        yield "    }"

    def pins(self, reach: Reach, strikers: str) -> Iterator[str]:
        """The strikes of one table: with none between it is a check, one between is pinned."""
        yield f"        for (bits s = REACH_{reach.number}[k] & {strikers}; s; s &= s - 1) {{"
        yield f"            const bits path = PATH({self.tables.paths_of(reach)}, k, first(s));"
        yield "            const bits between = path & occupied, stay = path | LOWEST(s);"
        yield "            if (!between) {"
        yield "                allowed &= stay;"
        yield "            } else if (!several(between)) {"
        yield "                line[first(between)] = pinned & between ? line[first(between)] & stay : stay;"
        yield "                pinned |= between;"
        yield "            }"
        yield "        }"

    def counted(
        self, movers: int, question: str | None, reach: Reach, royal: bool, by_weight: dict[int, int]
    ) -> Iterator[str]:
        """How many moves a group of classes has."""
        count = [
            f"n += {f'{weight} * ' if weight > 1 else ''}size(to & ({self.squares(targets)}));"
            for weight, targets in by_weight.items()
        ]
        shifts = _shifts(reach)
        if royal and question is not None:
            targets = f"{reach.targets('first(f)')} & {self.squares(sum(by_weight.values()))}"
            yield f"    for (bits f = {self.squares(movers)}; f; f &= f - 1) {{"
            yield "        bits to = 0;"
            yield f"        for (bits t = {targets}; t; t &= t - 1)"
            yield f"            if ({self.escapes(question)}) to |= LOWEST(t);"
            yield from (f"        {line}" for line in count)
            yield "    }"
        elif shifts is not None:
            for shift, origins, over in shifts:
                yield from self.together(shift, origins, over, self.squares(movers), count, question)
        else:
            yield f"    for (bits f = {self.squares(movers)}; f; f &= f - 1) {{"
            yield f"        const bits to = {reach.targets('first(f)')}{_allowed(question)};"
            yield from (f"        {line}" for line in count)
            yield "    }"

    def together(
        self, shift: int, origins: int, over: int, movers: str, count: list[str], question: str | None
    ) -> Iterator[str]:
        """All pieces at once; pinned ones one by one."""
        path = f" & ~shifted(occupied, {shift - over})" if over else ""
        free = f"{movers} & {origins:#x}u{' & ~pinned' if question else ''}"
        yield "    {"
        yield f"        const bits to = shifted({free}, {shift}){path}{' & allowed' if question else ''};"
        yield from (f"        {line}" for line in count)
        yield "    }"
        if question:
            yield f"    for (bits f = {movers} & {origins:#x}u & pinned; f; f &= f - 1) {{"
            yield f"        const bits to = shifted(LOWEST(f), {shift}){path} & allowed & line[first(f)];"
            yield from (f"        {line}" for line in count)
            yield "    }"

    def royal(self, movers: int, question: str | None) -> bool:
        """Is the mover the royal piece itself?"""
        test = None if question is None else self.classes.tests[question]
        return isinstance(test, Attack) and bool(movers & test.royals)

    def escapes(self, question: str) -> str:
        """The condition that a royal piece, gone from `f` to `t`, cannot be taken there."""
        return f"!({question}_strikers(g, b, first(t), occupied & ~LOWEST(f)) & ~LOWEST(t))"

    def made(self, flat: Flat) -> Iterator[str]:
        """The moves of a class, made one by one."""
        reach, question = self.tables.reach(flat.entries), flat.question
        royal = self.royal(flat.movers, question)
        targets = f"{reach.targets('first(f)')} & {self.squares(flat.targets)}"
        whole = (1 << self.words.variants) - 1
        for symbol in self.words.symbols(flat.movers):
            movers = flat.movers & whole << symbol * self.words.variants
            yield f"    for (bits f = {self.squares(movers)}; f; f &= f - 1) {{"
            yield f"        for (bits t = {targets}{'' if royal else _allowed(question)}; t; t &= t - 1) {{"
            if royal and question is not None:
                yield f"            if (!({self.escapes(question)})) continue;"
            yield "            const int from = first(f), to = first(t);"
            yield "            Board after = *b;"
            yield from self.rules.square("after", "from", "from", movers, EMPTY, GONE, " " * 12)
            yield from self.rules.square("after", "to", "from", flat.targets, movers, flat.value, " " * 12)
            yield from self.went(" " * 12)
            yield "        }"
            yield "    }"


def _allowed(question: str | None) -> str:
    return "" if question is None else " & allowed & (pinned & LOWEST(f) ? line[first(f)] : ALL)"


def _shifts(reach: Reach) -> list[tuple[int, int, int]] | None:
    """The ways of a table as (shift, origins, shift of the square between or 0), if they are few."""
    ways: dict[tuple[int, int], int] = defaultdict(int)
    for origin, target, path in reach.entries:
        if path.bit_count() > 1:
            return None
        over = path.bit_length() - 1 - origin if path else 0
        ways[target - origin, over] |= 1 << origin
    if len(ways) > FEW:
        return None
    return [(shift, origins, over) for (shift, over), origins in ways.items()]
