"""Rules as figures: tables of the squares that must hold something and of those that change, tried at once.

Castling is a figure, and so is a capture in passing: the pieces that begin it are looked for, and each way to
lay the figure on them is a row of sets. What a royal piece must fear on the way is asked by probes, without
making the move: where it would stand, and which squares would be emptied and filled.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lasker.algebra.contents import members
from lasker.backends._c_words import EMPTY, Words, word
from lasker.ir.classes import Attack, Classes, Rule, image
from lasker.ir.path import Value

Absent = tuple[int, ...] | None  # by symbol the marks that no piece can bear at this moment
Then = Callable[[str], list[str]]  # what is done with a figure or a rule that fits, given how it is made
Step = tuple[int, int, int]  # a probe: where the royal piece would stand, what would be emptied and filled
Writes = tuple[tuple[int, Value], ...]


Key = tuple[
    str, int
]  # "holds" a set of contents; a kind is "toggled" or "taken"; a mark is "lost" or "gained"


@dataclass(frozen=True)
class Laid:
    """A figure laid on one row of squares: where its pieces stand, and sets by what they are for."""

    first: int
    partner: int
    attack: str | None
    at: tuple[int, int]
    sets: dict[Key, int]
    probes: tuple[Step, ...]


@dataclass(frozen=True)
class Shape:
    """What the figures of one table have in common: what is tried first, and which sets their rows have."""

    first: int
    partner: int  # contents of a second piece, or 0
    attack: str | None
    sets: tuple[Key, ...]

    def of(self, kind: str) -> list[int]:
        """The contents, symbols or marks that the sets of one kind are about."""
        return [what for each, what in self.sets if each == kind]


@dataclass(frozen=True)
class Row:
    """One way to lay a figure: two squares, and sets in the order of the shape's."""

    first: int
    partner: int
    sets: tuple[int, ...]
    probes: tuple[Step, ...]


class Figures:
    """The figures of a text, and their tables."""

    def __init__(self, classes: Classes, words: Words, sites: int) -> None:
        self.classes, self.words, self.sites = classes, words, sites
        self.tables: dict[tuple[Shape, tuple[Row, ...]], int] = {}
        self.steps: dict[tuple[Step, ...], int] = {}
        self.strikes: dict[str, list[list[tuple[int, int, int]]]] = {}

    def sorted_out(
        self, rules: tuple[Rule, ...], absent: Absent, makes: bool
    ) -> tuple[dict[Shape, list[Row]], tuple[Rule, ...]]:
        """The figures among some rules, which are to be made or only found, and the rules that are none."""
        found: dict[tuple[int, int, str | None], list[Laid]] = defaultdict(list)
        left = []
        for rule in rules:
            laid = self._laid(rule, absent, makes)
            if laid is None:
                left.append(rule)
            else:
                for each in laid:
                    found[each.first, each.partner, each.attack].append(each)
        return dict(_table(*key, laid) for key, laid in found.items()), tuple(left)

    def _laid(self, rule: Rule, absent: Absent, makes: bool) -> list[Laid] | None:
        """A rule as a figure, laid on each of its rows; None if it has no such form."""
        words = self.words
        pieces = [column for column, held in enumerate(rule.holds) if not held & EMPTY]
        pieces.sort(key=lambda column: words.plain(rule.holds[column]))  # marked ones are rarer
        effect = self._effect(rule, absent) if makes else defaultdict[Key, list[int]](list)
        probes = self._probes(rule)
        if not rule.holds or effect is None or probes is None or len({q[0] for q in rule.questions}) > 1:
            return None
        first = pieces[0] if pieces else 0
        partner = pieces[1] if len(pieces) > 1 else None
        for column, held in enumerate(rule.holds):
            if column not in (first, partner):
                effect["holds", words.normal(held, absent)].append(column)
        attack = rule.questions[0][0] if rule.questions else None
        home = self._home(rule)
        found = []
        for row in rule.rows:
            steps = [
                (self.sites if royal is None else row[royal], _set(row, emptied), _set(row, filled))
                for royal, emptied, filled in probes
            ]
            at = None if home is None else row[home]
            calm, left = self.foretold(attack, at, steps) if attack else (0, steps)
            found.append(
                Laid(
                    words.normal(rule.holds[first], absent),
                    0 if partner is None else words.normal(rule.holds[partner], absent),
                    attack,
                    (row[first], row[0 if partner is None else partner]),
                    {key: _set(row, columns) for key, columns in effect.items()} | {("calm", 0): calm},
                    tuple(left),
                )
            )
        return found

    def foretold(self, block: str, home: int | None, steps: list[Step]) -> tuple[int, list[Step]]:
        """The squares that must be out of danger before the move, and the probes that this does not answer.

        Danger is known as it is with the royal piece lifted from its home. It answers a probe at which
        nothing else has changed; and another one, if no strike goes over what has been emptied, and every
        strike over what has been filled goes over a square that must be out of danger as well.
        """
        if home is None:
            return 0, steps
        alone = [step for step in steps if step[1:] in ((0, 0), (1 << home, 1 << step[0]))]
        calm = sum({1 << royal for royal, _, _ in alone})
        others = [step for step in steps if step not in alone]
        answered = [step for step in others if self._answered(block, step, 1 << home, calm)]
        for royal, _, _ in answered:
            calm |= 1 << royal
        return calm, [step for step in others if step not in answered]

    def _answered(self, block: str, step: Step, lifted: int, calm: int) -> bool:
        royal, emptied, filled = step
        strikes = self._strikes(block)
        attack = self.classes.tests[block]
        if isinstance(attack, Attack) and any(strike.screens for strike in attack.strikes):
            return False
        for number, striker, path in strikes[royal]:
            if path & emptied & ~lifted:
                return False
            if path & filled and not any(
                number == other and striker == again and not before & ~path
                for site in members(calm)
                for other, again, before in strikes[site]
            ):
                return False
        return bool(emptied & lifted)  # the royal piece has moved, or it might stand in a strike's way itself

    def _strikes(self, block: str) -> list[list[tuple[int, int, int]]]:
        """By royal square: the number of a strike, the striker's square, the squares between."""
        if block not in self.strikes:
            attack = self.classes.tests[block]
            found: list[list[tuple[int, int, int]]] = [[] for _ in range(self.sites + 1)]
            for number, strike in enumerate(attack.strikes if isinstance(attack, Attack) else ()):
                for striker, royal, path in strike.entries:
                    found[royal].append((number, striker, path))
            self.strikes[block] = found
        return self.strikes[block]

    def _effect(self, rule: Rule, absent: Absent) -> dict[Key, list[int]] | None:
        """What the writes of a rule do; None if that depends on marks that only the board knows."""
        words, effect = self.words, defaultdict[Key, list[int]](list)
        for column, value in rule.writes:
            held = rule.holds[column]
            old = words.symbols(held)
            came = held if value.site is None else rule.holds[value.site]
            new = {value.adds >> words.program.marks} if value.site is None else set(words.symbols(came))
            if len(new) != 1:
                return None
            (becomes,) = new
            for symbol in old if len(old) > 1 else ():
                if symbol:
                    effect["taken", symbol].append(column)
            if len(old) > 1 or old[0] != becomes:
                for symbol in (*(old if len(old) == 1 else ()), becomes):
                    if symbol:
                        effect["toggled", symbol].append(column)
            for mark in range(words.program.marks):
                bears = words.bears(came, mark, absent) if value.site is not None else frozenset((False,))
                gains = bool(value.adds >> mark & 1)
                if becomes and words.asked[becomes] >> mark & 1:
                    kept = not gains and bool(value.keeps >> mark & 1) and True in bears
                    if kept and False in bears:
                        return None
                    if gains or kept:
                        effect["gained", mark].append(column)
                if True in words.bears(held, mark, absent):
                    effect["lost", mark].append(column)
        return effect

    def _probes(self, rule: Rule) -> list[tuple[int | None, list[int], list[int]]] | None:
        """The questions of a rule as probes: royal column, columns emptied and filled; None if one is not."""
        found = []
        for block, wanted, writes in rule.questions:
            attack = self.classes.tests[block]
            if wanted or not isinstance(attack, Attack):
                return None
            probe = self._probe(rule, attack, writes)
            if probe is None:
                return None
            found.append(probe)
        return found

    def _home(self, rule: Rule) -> int | None:
        """The column of the royal piece whose safety a rule asks about, if it has one."""
        for block, _, _ in rule.questions:
            attack = self.classes.tests[block]
            if isinstance(attack, Attack):
                return next((c for c, held in enumerate(rule.holds) if not held & ~attack.royals), None)
        return None

    def _probe(
        self, rule: Rule, attack: Attack, writes: Writes
    ) -> tuple[int | None, list[int], list[int]] | None:
        royal = self._home(rule)
        emptied, filled, fallen, risen = list[int](), list[int](), 0, 0
        for column, value in writes:
            became = image(rule.holds[column if value.site is None else value.site], value)
            if became & attack.strikers or (became & attack.royals and became & ~attack.royals):
                return None
            if rule.holds[column] & attack.royals:
                if rule.holds[column] & ~attack.royals:
                    return None
                fallen += 1
            if became & attack.royals:
                royal, risen = column, risen + 1
            (emptied if became == EMPTY else filled).append(column)
        if fallen != risen or fallen > 1:
            return None  # a royal piece would come or go
        return royal, emptied, filled

    def text(self, figures: dict[Shape, list[Row]], absent: Absent, then: Then | None) -> Iterator[str]:
        """Wherever a figure can be laid: `then`, or without it the number of such ways is added to n."""
        for shape, rows in figures.items():
            yield from self._tried(shape, tuple(sorted(set(rows), key=_order)), absent, then)

    def _tried(self, shape: Shape, rows: tuple[Row, ...], absent: Absent, then: Then | None) -> Iterator[str]:
        words = self.words
        first = words.squares(shape.first, "b", absent)
        if then is None and not (shape.partner or shape.of("holds") or shape.attack):
            for times, sites in _multiplicities(rows):
                yield f"    n += {f'{times} * ' if times > 1 else ''}size(({first}) & {word(sites)});"
            return
        number = self.tables.setdefault((shape, rows), len(self.tables))
        yield f"    /* {self._named(shape)} */"
        yield f"    for (bits f = {first}; f; f &= f - 1) {{"
        at = "first(f)"
        if shape.partner:
            partner = words.squares(shape.partner, "b", absent)
            yield f"        for (bits p = MET_{number}[first(f)] & ({partner}); p; p &= p - 1) {{"
            at = f"PAIR_{number}[first(f)] + size(MET_{number}[first(f)] & (LOWEST(p) - 1))"
        if _single(rows, shape):
            yield f"        const Figure_{number} *const r = FIGURE_{number} + {at};"
            yield "        {"
        else:
            yield f"        const uint16_t *const from = FROM_{number} + {at};"
            yield f"        for (const Figure_{number} *r = FIGURE_{number} + from[0]; "
            yield f"             r < FIGURE_{number} + from[1]; r++) {{"
        for held, name in zip(shape.of("holds"), self._others(shape), strict=True):
            missing = (
                f"occupied & r->{name}"
                if held == EMPTY
                else f"r->{name} & ~({words.squares(held, 'b', absent)})"
            )
            yield f"            if ({missing}) continue;"
        attack = self.classes.tests[shape.attack] if shape.attack else None
        if isinstance(attack, Attack) and shape.of("calm"):
            feared = f"danger_{shape.attack}"
            gone = f"occupied & ~({words.squares(attack.royals, 'b')})"
            yield f"            if ({feared} == ALL) {feared} = {shape.attack}_danger(g, b, {gone});"
            yield f"            if ({feared} & r->calm) continue;"
        if any(row.probes for row in rows):
            meets = f"r->probes && {shape.attack}_meets(g, b, occupied, PROBES + r->probe, r->probes)"
            yield f"            if ({meets}) continue;"
        for line in ["n++;"] if then is None else then(f"figure_{number}_make(&after, r);"):
            yield f"            {line}"
        yield "        }"
        if shape.partner:
            yield "        }"
        yield "    }"

    def _named(self, shape: Shape) -> str:
        named = [self.words.called(held) or "a piece" for held in (shape.first, shape.partner) if held]
        return " and ".join(named).replace("_", " ")

    def _others(self, shape: Shape) -> list[str]:
        return [
            "empty" if held == EMPTY else self.words.called(held) or f"other_{number}"
            for number, held in enumerate(shape.of("holds"))
        ]

    def _fields(self, shape: Shape) -> list[str]:
        kinds, marks = self.words.kinds, self.words.marks
        return [
            *self._others(shape),
            *("calm" for _ in shape.of("calm")),
            *(f"toggled_{kinds[symbol]}" for symbol in shape.of("toggled")),
            *(f"taken_{kinds[symbol]}" for symbol in shape.of("taken")),
            *(f"lost_{marks[mark]}" for mark in shape.of("lost")),
            *(f"gained_{marks[mark]}" for mark in shape.of("gained")),
        ]

    def lines(self) -> Iterator[str]:
        """The tables, and how each figure is made."""
        listed: list[Step] = []
        for (shape, rows), number in self.tables.items():
            fields, values = self._fields(shape), []
            for row in rows:
                numbers = list(map(word, row.sets))
                if shape.attack:
                    numbers += [str(self._begin(row.probes, listed)), str(len(row.probes))]
                values.append(f"{{{', '.join(numbers or ['0'])}}}")
            asked = "uint16_t probe, probes; " if shape.attack else "char nothing; " if not fields else ""
            sets = f"bits {', '.join(fields)}; " if fields else ""
            yield f"/* {self._named(shape)}: {len(rows)} ways to lay the figure */"
            yield f"typedef struct {{ {sets}{asked}}} Figure_{number};"
            yield f"static const Figure_{number} FIGURE_{number}[] = {{{', '.join(values)}}};"
            yield from self._starts(shape, rows, number)
            yield f"static inline void figure_{number}_make(Board *after, const Figure_{number} *r) {{"
            yield "    (void)after, (void)r;"
            yield from self._make(shape)
            yield "}"
        if listed:
            steps = ", ".join(f"{{{word(off)}, {word(on)}, {royal}}}" for royal, off, on in listed)
            yield f"static const Probe PROBES[] = {{{steps}}};"

    def _begin(self, probes: tuple[Step, ...], listed: list[Step]) -> int:
        """Where some probes begin in the list of all, which they are added to if they are new."""
        if probes not in self.steps:
            self.steps[probes] = len(listed)
            listed += probes
        return self.steps[probes]

    def _make(self, shape: Shape) -> Iterator[str]:
        kinds, marks = self.words.kinds, self.words.marks
        for symbol in shape.of("taken"):
            yield f"    after->{kinds[symbol]} &= ~r->taken_{kinds[symbol]};"
        for symbol in shape.of("toggled"):
            yield f"    after->{kinds[symbol]} ^= r->toggled_{kinds[symbol]};"
        for mark in shape.of("lost"):
            yield f"    after->{marks[mark]} &= ~r->lost_{marks[mark]};"
        for mark in shape.of("gained"):
            yield f"    after->{marks[mark]} |= r->gained_{marks[mark]};"

    def _starts(self, shape: Shape, rows: tuple[Row, ...], number: int) -> Iterator[str]:
        """Where the rows of every square begin, or of every pair of squares."""
        met = [0] * self.sites
        for row in rows:
            met[row.first] |= 1 << row.partner
        keys = [
            (first, partner)
            for first in range(self.sites)
            for partner in (members(met[first]) if shape.partner else [-1])
        ]
        count: dict[tuple[int, int], int] = defaultdict(int)
        for row in rows:
            count[row.first, row.partner if shape.partner else -1] += 1
        starts = [0]
        for key in keys:
            starts.append(starts[-1] + count[key])
        if shape.partner:
            pairs = [sum(key[0] < first for key in keys) for first in range(self.sites)]
            yield f"static const bits MET_{number}[] = {{{', '.join(map(word, met))}}};"
            yield f"static const uint16_t PAIR_{number}[] = {{{', '.join(map(str, pairs))}}};"
        if not _single(rows, shape):
            yield f"static const uint16_t FROM_{number}[] = {{{', '.join(map(str, starts))}}};"


KINDS_OF_SETS = ("holds", "calm", "toggled", "taken", "lost", "gained")


def _table(first: int, partner: int, attack: str | None, laid: list[Laid]) -> tuple[Shape, list[Row]]:
    """Figures that begin alike, in one table: a set that one of them does not need is empty."""
    keys = {key for each in laid for key, sites in each.sets.items() if sites}
    sets = tuple(sorted(keys, key=lambda key: (KINDS_OF_SETS.index(key[0]), key[1])))
    rows = [Row(*each.at, tuple(each.sets.get(key, 0) for key in sets), each.probes) for each in laid]
    return Shape(first, partner, attack, sets), rows


def _single(rows: tuple[Row, ...], shape: Shape) -> bool:
    """Is there one row for every pair of squares at which a figure can be laid?"""
    return bool(shape.partner) and len({(row.first, row.partner) for row in rows}) == len(rows)


def _order(row: Row) -> tuple[int, int, tuple[int, ...], tuple[Step, ...]]:
    return row.first, row.partner, row.sets, row.probes


def _set(row: tuple[int, ...], columns: list[int]) -> int:
    return sum(1 << row[column] for column in columns)


def _multiplicities(rows: tuple[Row, ...]) -> list[tuple[int, int]]:
    """How many rows begin at a square, and at which squares so many do."""
    count: dict[int, int] = defaultdict(int)
    for row in rows:
        count[row.first] += 1
    found: dict[int, int] = defaultdict(int)
    for site, times in count.items():
        found[times] |= 1 << site
    return sorted(found.items())
