"""The moves of a turn or a test on bitboards: counted all at once, and made one by one.

Long because every kind of move is written in both ways here, by one object that knows the turn.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from lasker.backends.c.bitboards.chains import Chains
from lasker.backends.c.bitboards.drops import Places, alike
from lasker.backends.c.bitboards.given import Given, foretold
from lasker.backends.c.bitboards.groups import Going, Group, Where, goings, groups, guarded, same
from lasker.backends.c.bitboards.safety import Safety
from lasker.backends.c.bitboards.sets_of_squares import SetsOfSquares
from lasker.backends.c.bitboards.shapes import Absent
from lasker.backends.c.bitboards.shared import gathered, reaching
from lasker.backends.c.bitboards.specials import Specials, under
from lasker.backends.c.bitboards.tables import Reach, Tables
from lasker.backends.c.bitboards.words import EMPTY, Words
from lasker.ir.classes.kinds import Attack, Classes
from lasker.ir.classes.moves import Counters, Drop, Flat, Moves, Rule, Shared, Terms, image
from lasker.ir.classes.path import Branch, NotFlat, Value

TAKEN_ANYWAY = 2  # kinds of pieces up to which it is not asked whether one of them stands there


class MovesText(Specials):
    """The functions of the moves of one turn, or of one test."""

    def __init__(self, name: str, moves: Moves, classes: Classes, rules: Chains, absent: Absent) -> None:
        self.name, self.moves, self.classes, self.rules, self.absent = name, moves, classes, rules, absent
        self.words: Words = rules.words
        self.tables: Tables = rules.tables
        self.counts = rules.counts
        self.sets = SetsOfSquares(self.words, absent)
        self.conditional: dict[Where, str] = {}  # sets that depend on counters
        self.places = Places(
            classes.alphabet, self.words, lambda contents: self.sets.name(contents), rules.places
        )
        self.safety = self._safety()
        self.once = {}
        self.given: dict[str, Given] = {}  # attacks that the function being written foretells
        self.aims: set[int] = set()  # the royal pieces that they aim at
        self.reaching = False  # are positions gathered, and not counted at once?
        self.any = False  # is it only asked whether there is a move?

    def _safety(self) -> Safety | None:
        """The one attack that the moves must avoid."""
        blocks = [block for block in dict.fromkeys(t.question for t in self.moves.terms()) if block]
        if len(blocks) > 1:
            raise NotFlat("different pieces must avoid different attacks")
        for block in blocks:
            test = self.classes.tests[block]
            if isinstance(test, Attack):
                return Safety(block, test, self.tables, lambda contents: self.sets.name(contents))
        return None

    def named(self, contents: int) -> str:
        """The name of the squares that hold one of some contents."""
        return self.sets.name(contents)

    def where(self, where: Where) -> str:
        """The name of the squares that hold contents whose conditions are met."""
        if len(where) == 1 and not where[0][0]:
            return self.sets.name(where[0][1])
        return self.conditional.setdefault(where, f"possible_{len(self.conditional)}")

    def function(self, head: str, ends: tuple[str, ...], body: list[str], result: str) -> Iterator[str]:
        """A function over a board, which begins with the sets that its body names."""
        before = [line for given in self.given.values() for line in given.lines()]
        conditional = []
        for where, name in self.conditional.items():
            found = (
                f"({c} ? {self.sets.name(held)} : NONE)" if c else self.sets.name(held) for c, held in where
            )
            conditional.append(f"    const bits {name} = {' | '.join(found)};")
        yield f"{head} {{"
        yield from self.first_of_all(ends)
        yield from self.sets.lines([*conditional, *before, *body])
        yield from conditional
        yield from before
        yield "    (void)g, (void)b;"
        for feared in dict.fromkeys(re.findall(r"\b\w+__fear\b", "\n".join(body))):
            yield f"    bits {feared} = ALL; /* not yet known */"
        yield from body
        yield f"    return {result};"
        yield "}\n"
        self.sets = SetsOfSquares(self.words, self.absent)
        self.conditional, self.given, self.once = {}, {}, {}

    def test(self) -> Iterator[str]:
        """Can any of the moves be made?"""
        if any(terms.branch for terms in self.moves.terms()):
            raise NotFlat("a test counts in different ways")
        self.any = True
        body = [*self.masks(), *self.counted()]
        head = f"static inline bool {self.name}__holds(const bits *g, const Board *b)"
        yield from self.function(head, (), body, "false")

    def text(self, ends: tuple[str, ...]) -> Iterator[str]:
        """Everything that is done with the moves of a turn."""
        yield from self.leaves(ends)
        yield from self.sequences(ends)

    def leaves(self, ends: tuple[str, ...]) -> Iterator[str]:
        """How many moves there are: classes that differ only in what they go to are counted together."""
        sure = self.sure()
        one_by_one = [f"    if (!({sure})) return {self.name}__sequences(g, b, 1);"] if sure else []
        body = ["    uint64_t n = 0;", *one_by_one, *self.masks(), *self.counted()]
        yield f"/* How many moves {self.name} has. */"
        head = f"static uint64_t {self.name}__leaves(const bits *g, const Board *b)"
        yield from self.function(head, ends, body, "n")

    def sequences(self, ends: tuple[str, ...]) -> Iterator[str]:
        """How many sequences of moves there are: every move is made."""
        body = ["    uint64_t n = 0;", "    if (depth > 3 && STOPPED(g)) return 0;", *self.masks()]
        body += self.all_made(self.moves)
        yield f"/* How many sequences of two or more moves, `depth` of them, begin with {self.name}. */"
        head = f"static uint64_t {self.name}__sequences(const bits *g, const Board *b, int depth)"
        yield from self.function(head, ends, body, "n")

    def all_made(self, every: Moves) -> list[str]:
        """All of some moves made one by one."""
        body: list[str] = []
        for guards, moves in guarded(every):
            inside = [line for going in self.goings(moves.flats) for line in self.made(going)]
            inside += [line for drop in moves.drops for line in self.dropped(drop)]
            inside += self.ruled(moves.rules, self.carried_out)
            inside += self.made_specials(moves)
            body += under(self.asked(guards), inside)
        return body

    def sure(self) -> str:
        """The condition that whatever branches decide can be counted."""
        branches = {terms.branch for terms in self.moves.terms() if terms.branch}
        found = {self.counts.possible(each) for branch in branches for each in (branch.yes, branch.no)}
        return " && ".join(sorted(found - {""}))

    def masks(self) -> Iterator[str]:
        """Checks and pins, if there is an attack to avoid."""
        return iter(()) if self.safety is None else self.safety.lines()

    def counted(self) -> list[str]:
        """All moves counted, or one of them found."""
        body: list[str] = []
        (_, first), *_ = every = guarded(self.moves)
        for number, (guards, moves) in enumerate(every):
            inside, pinned = list[str](), list[str]()
            for group in groups(moves, self.words, self.counts, self.royal):
                if self.royal(group.movers, group.terms.question) or group.terms.asks:
                    inside += self.one_by_one(group)
                    continue
                inside += self.together(group)
                if group.terms.question is not None:
                    pinned += self.pinned(group)
            if pinned:
                inside += ["    if (any(pinned)) { /* Each stays on its line. */", *pinned, "    }"]
            inside += [line for drops in alike(moves.drops) for line in self.put(drops)]
            inside += self.ruled(moves.rules, None)
            inside += self.counted_specials(moves)
            again = number == 1 and same(guards, self.classes, first, self.counts) and not self.any
            body += under("!n" if again else self.asked(guards), inside)
        return body

    def ruled(self, rules: tuple[Rule, ...], then: Callable[[Terms, str], list[str]] | None) -> list[str]:
        """Rules that have the same terms together: found, or counted, or carried out."""
        by_terms: dict[tuple[str, Counters, Branch | None], list[Rule]] = defaultdict(list)
        for rule in rules:
            kept = tuple(op for op in rule.terms.counters if op.slot in self.counts.place)
            possible = self.counts.possible(rule.terms.counters)
            by_terms[possible, kept, None if then is None else rule.terms.branch].append(rule)
        lines = []
        for (condition, counters, branch), found in by_terms.items():
            terms = Terms(counters, branch=branch)
            if self.any:
                inside = self.rules.some(tuple(found))
            elif then is None:
                inside = self.rules.everywhere(tuple(found), self.absent, None)
            else:
                inside = self.rules.everywhere(tuple(found), self.absent, partial(then, terms))
            lines += under(condition, list(inside))
        return lines

    def together(self, group: Group) -> Iterator[str]:
        """How many moves a group of classes has; of pieces that are pinned, none."""
        free, allowed = (" & ~pinned", " & allowed") if group.terms.question else ("", "")
        movers, shifts = self.sets.name(group.movers), self.reach(group).shifts()
        if shifts is None:
            yield f"    for (bits f = ({movers}){free}; any(f); f = rest(f))"
            yield from self._sum(f"{self.reach(group).targets('first(f)')}{allowed}", group, "        ")
            return
        for shift, origins, over in shifts:
            path = f" & ~shifted(occupied, {shift - over})" if over else ""
            goals = f"shifted({movers} & {self.words.these(origins)}{free}, {shift}){path}{allowed}"
            yield from self._sum(goals, group, "    ")

    def pinned(self, group: Group) -> Iterator[str]:
        """How many moves the pinned pieces of a group have."""
        assert self.safety is not None
        yield f"        for (bits f = ({self.sets.name(group.movers)}) & pinned; any(f); f = rest(f))"
        goals = f"{self.reach(group).targets('first(f)')} & {self.safety.pinned_mask()}"
        yield from self._sum(goals, group, " " * 12)

    def one_by_one(self, group: Group) -> Iterator[str]:
        """How many moves a group has that must ask at every goal, or that the royal piece itself makes."""
        targets = tuple(pair for _, where in group.weights for pair in where)
        goals = f"{self.reach(group).targets('first(f)')} & {self.where(targets)}"
        royal = self.royal(group.movers, group.terms.question)
        yield f"    for (bits f = {self.sets.name(group.movers)}; any(f); f = rest(f)) {{"
        yield f"        bits goals = {goals}{'' if royal else self.allowed(group.terms)};"
        if royal and self.safety:
            yield from (f"        {line}" for line in self.safety.fled(group.entries))
        if group.terms.asks:
            held = 0
            for _, contents in targets:
                held |= contents
            made = list(self.moved(group.movers, held, group.value))
            yield from self.answered(group.terms, image(group.movers, group.value), made, True)
        yield from self._sum("goals", group, "        ")
        yield "    }"

    def answered(self, terms: Terms, becomes: int, made: list[str], moves: bool) -> Iterator[str]:
        """Of the `goals`, those are left after which tests are answered as wanted; a few are tried out."""

        def tried(goals: str) -> list[str]:
            unwanted = f"            if (!({self.asked(terms.asks, '&after')})) goals ^= to;"
            return [f"        for (bits t = {goals}; any(t); t = rest(t)) {{", *made, unwanted, "        }"]

        found = foretold(terms, becomes, self.classes)
        if found is None:
            yield from tried("goals")
            return
        block, name = found
        attack = self.classes.tests[name]
        assert isinstance(attack, Attack)
        given = Given(name, attack, self.tables, lambda contents: self.sets.name(contents))
        self.given[name] = given
        self.aims.add(attack.royals)
        giving = given.giving(becomes, moves)
        if block != name:
            yield f"        const bits watched = {name}__hit ? goals : goals & {giving};"
            yield from tried("watched")
            return
        yield f"        if ({name}__hit) {{"
        yield from (f"    {line}" for line in tried("goals"))
        yield f"        }} else goals &= ~{giving};"

    def _sum(self, goals: str, group: Group, indent: str) -> Iterator[str]:
        """The number of goals, as often as there are moves to each."""
        found = [(weight, f"{goals} & {self.where(where)}") for weight, where in group.weights]
        if self.any:
            yield f"{indent}if ({' || '.join(f'any({each})' for _, each in found)}) return true;"
        else:
            terms = (f"{f'{weight} * ' if weight > 1 else ''}size({each})" for weight, each in found)
            yield f"{indent}n += {' + '.join(terms)};"

    def put(self, drops: list[Drop]) -> Iterator[str]:
        """How many moves some drops have that differ in nothing but the piece and its counters."""
        terms = drops[0].terms
        possible = [self.counts.possible(drop.terms.counters) or "true" for drop in drops]
        yield f"    if ({' || '.join(f'({each})' for each in possible)}) {{"
        yield from self.places.lines(drops[0], " & allowed" if terms.question else "", " " * 8)
        if terms.asks:
            yield from self.answered(terms, 1 << drops[0].content, list(self.placed(drops[0])), False)
        if self.any:
            yield "        if (any(goals)) return true;"
        else:
            times = "" if len(drops) == 1 else f"(uint64_t)({' + '.join(f'({p})' for p in possible)}) * "
            yield f"        n += {times}size(goals);"
        yield "    }"

    def gathered(self, shared: Shared) -> list[str]:
        """The positions that moves lead to which may be the same, as `reached`."""
        self.reaching = True
        lines = list(gathered(shared, self.all_made))
        self.reaching = False
        return lines

    def reach(self, flat: Flat | Going | Group) -> Reach:
        """The table of what pieces can reach."""
        return self.tables.reach(flat.entries, flat.screens)

    def allowed(self, terms: Terms) -> str:
        """Where the piece on the lowest square of `f` may go, if there is an attack to avoid."""
        return f" & {self.safety.mask()}" if terms.question and self.safety else ""

    def royal(self, movers: int, question: str | None) -> bool:
        """Is the mover the royal piece itself?"""
        return bool(question and self.safety and movers & self.safety.attack.royals)

    def goings(self, flats: tuple[Flat, ...]) -> list[Going]:
        """Classes of one kind of piece each, those together that differ only in what they go to."""
        return goings(flats, self.words, self.counts, self.rules.together)

    def made(self, going: Going) -> Iterator[str]:
        """The moves of pieces of one kind, made one by one."""
        where = tuple((self.counts.possible(counters), held) for counters, held in going.counted)
        goals = f"{self.reach(going).targets('first(f)')} & {self.where(where)}"
        royal, terms = self.royal(going.movers, going.terms.question), going.terms
        becomes = image(going.movers, going.value)
        made = list(self.moved(going.movers, going.targets, going.value))
        yield f"    for (bits f = {self.sets.name(going.movers)}; any(f); f = rest(f)) {{"
        yield f"        bits goals = {goals}{'' if royal else self.allowed(terms)};"
        if royal and self.safety:
            yield from (f"        {line}" for line in self.safety.fled(going.entries))
        if foretold(terms, becomes, self.classes):
            yield from self.answered(terms, becomes, made, True)
            terms = replace(terms, asks=())
        yield "        for (bits t = goals; any(t); t = rest(t)) {"
        yield from made
        yield from (f"            {line}" for line in self.went(terms, self.counted_by_goal(going)))
        yield "        }"
        yield "    }"

    def counted_by_goal(self, going: Going) -> Iterator[str]:
        """What is counted after a move, by what stood where it went to."""
        told = [(list(self.counts.changed(counters, "after.")), held) for counters, held in going.counted]
        if len(told) == 1:
            yield from told[0][0]
            return
        otherwise = ""
        for lines, held in told:
            if lines:
                yield f"{otherwise}if (any(to & {self.sets.name(held)})) {{ {' '.join(lines)} }}"
                otherwise = "else "

    def dropped(self, drop: Drop) -> Iterator[str]:
        """The moves of a drop, made one by one."""
        yield f"    if ({self.counts.possible(drop.terms.counters) or 'true'}) {{"
        yield from self.places.lines(drop, " & allowed" if drop.terms.question else "", " " * 8)
        yield "        for (bits t = goals; any(t); t = rest(t)) {"
        yield from self.placed(drop)
        yield from (f"            {line}" for line in self.went(drop.terms))
        yield "        }"
        yield "    }"

    def carried_out(self, terms: Terms, made: str) -> list[str]:
        """A rule that fits, made."""
        return ["Board after = *b;", made, *self.went(terms)]

    def went(self, terms: Terms, counted: Iterable[str] = ()) -> Iterator[str]:
        """After a move has been made: what is asked, while counters are what they were; what is counted; and
        what follows."""
        if terms.asks:
            yield f"if (!({self.asked(terms.asks, '&after')})) continue;"
        yield from counted
        yield from self.counts.changed(terms.counters, "after.")
        if terms.branch:
            asked = f"if ({terms.branch.block}__holds(g, &after))"
            for head, counters in ((asked, terms.branch.yes), ("else", terms.branch.no)):
                yield f"{head} {{"
                if possible := self.counts.possible(counters):
                    yield f"    if (!({possible})) continue;"
                yield from (f"    {line}" for line in self.counts.changed(counters, "after."))
                yield "}"
        yield self.follows()

    def follows(self) -> str:
        """What is done with a board after a move."""
        if self.reaching:
            return reaching(self.name, self.words.program.passes)
        following = f"{self.name}__then(g, b, &after, depth - 1)"
        return f"n += {f'depth == 1 ? 1 : {following}' if self.sure() else following};"

    def moved(self, movers: int, targets: int, value: Value) -> Iterator[str]:
        """A piece of one kind goes from `f` to `t` on a copy of the board, and takes what stands there."""
        yield "            const bits from = LOWEST(f), to = LOWEST(t);"
        yield "            Board after = *b;"
        yield from (f"            {line}" for line in self.changed(movers, targets, value))

    def changed(self, movers: int, targets: int, value: Value) -> Iterator[str]:
        """What a move from one square to another changes on the board `after`."""
        words = self.words
        (symbol,) = words.symbols(movers)
        taken = tuple(each for each in words.symbols(targets) if each)
        if taken:
            guard = "if (any(to & occupied)) " if targets & EMPTY and len(taken) > TAKEN_ANYWAY else ""
            yield f"{guard}{self.rules.taking(taken)}(&after, to);"
        becomes = symbol if value.site is not None else value.adds >> words.program.marks
        if becomes == symbol:
            yield f"after.{words.kinds[symbol]} ^= from | to;"
        else:
            yield f"after.{words.kinds[symbol]} ^= from;"
            yield f"after.{words.kinds[becomes]} ^= to;"
        for mark in words.kept():
            name, bears = words.marks[mark], words.bears(movers, mark, self.absent)
            if True in bears:
                yield f"after.{name} &= ~from;"
            if not words.asked[becomes] >> mark & 1:
                continue
            if value.adds >> mark & 1:
                yield f"after.{name} |= to;"
            elif value.site is not None and value.keeps >> mark & 1 and True in bears:
                yield f"if (any(b->{name} & from)) after.{name} |= to;"

    def placed(self, drop: Drop) -> Iterator[str]:
        """A piece dropped on `t` on a copy of the board."""
        words, symbol = self.words, drop.content >> self.words.program.marks
        yield "            const bits to = LOWEST(t);"
        yield "            Board after = *b;"
        yield f"            after.{words.kinds[symbol]} ^= to;"
        for mark in words.kept():
            if words.asked[symbol] >> mark & drop.content >> mark & 1:
                yield f"            after.{words.marks[mark]} |= to;"
