"""Rules as figures: tables of the squares that must hold something and of those that change, tried at once.

Castling is a figure, and so is a capture in passing: the pieces that begin it are looked for, and each way to
lay the figure on them is a row of sets. What a royal piece must fear on the way is asked by probes, without
making the move: where it would stand, and which squares would be emptied and filled.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from lasker.algebra.contents import members
from lasker.backends.c.bitboards.probes import Step
from lasker.backends.c.bitboards.shapes import Absent, FigureSorting, Row, Shape
from lasker.backends.c.bitboards.words import EMPTY, Words
from lasker.ir.classes.kinds import Attack, Classes

Then = Callable[[str], list[str]]  # what is done with a figure or a rule that fits, given how it is made


class Figures:
    """The figures of a text, and their tables."""

    def __init__(self, classes: Classes, words: Words, sites: int) -> None:
        self.classes, self.words, self.sites = classes, words, sites
        self.sorting = FigureSorting(classes, words, sites)
        self.tables: dict[tuple[Shape, tuple[Row, ...]], int] = {}
        self.steps: dict[tuple[Step, ...], int] = {}

    def text(self, figures: dict[Shape, list[Row]], absent: Absent, then: Then | None) -> Iterator[str]:
        """Wherever a figure can be laid: `then`, or without it the number of such ways is added to n."""
        for shape, rows in figures.items():
            yield from self._tried(shape, tuple(sorted(set(rows), key=_order)), absent, then)

    def _tried(self, shape: Shape, rows: tuple[Row, ...], absent: Absent, then: Then | None) -> Iterator[str]:
        words = self.words
        first = words.squares(shape.first, "b", absent)
        if then is None and not (shape.partner or shape.of("holds") or shape.attack):
            for times, sites in _multiplicities(rows):
                begins = f"size(({first}) & {words.these(sites)})"
                yield f"    n += {f'{times} * ' if times > 1 else ''}{begins};"
            return
        number = self.tables.setdefault((shape, rows), len(self.tables))
        yield f"    /* {self._named(shape)} */"
        heads = [f"for (bits f = {first}; any(f); f = rest(f)) {{"]
        at = "first(f)"
        if shape.partner:
            partner = words.squares(shape.partner, "b", absent)
            heads.append(f"for (bits p = MET_{number}[first(f)] & ({partner}); any(p); p = rest(p)) {{")
            at = f"PAIR_{number}[first(f)] + size(MET_{number}[first(f)] & all_before(LOWEST(p)))"
        single = _single(rows, shape)
        if not single:
            heads.append(f"for (int i = FROM_{number}[{at}]; i < FROM_{number}[{at} + 1]; i++) {{")
        for depth, head in enumerate(heads, 1):
            yield "    " * depth + head
        indent = "    " * (len(heads) + 1)
        yield f"{indent}const Figure_{number} *const r = FIGURE_{number} + {at if single else 'i'};"
        changes = any(self._make(shape))  # there are figures that change nothing
        made = f"figure_{number}_make(&after, r);" if changes else ""
        act = ["n++;"] if then is None else then(made)
        for line in (*self._refused(shape, rows, absent), *act):
            yield indent + line
        for depth in range(len(heads), 0, -1):
            yield "    " * depth + "}"

    def _refused(self, shape: Shape, rows: tuple[Row, ...], absent: Absent) -> Iterator[str]:
        """Why a figure cannot be laid on a row."""
        words = self.words
        for held, name in zip(shape.of("holds"), self._others(shape), strict=True):
            missing = (
                f"occupied & r->{name}"
                if held == EMPTY
                else f"r->{name} & ~({words.squares(held, 'b', absent)})"
            )
            yield f"if (any({missing})) continue;"
        attack = self.classes.tests[shape.attack] if shape.attack else None
        if isinstance(attack, Attack) and shape.of("calm"):
            feared = f"{shape.attack}__fear"
            gone = f"occupied & ~({words.squares(attack.royals, 'b')})"
            yield f"if (equal({feared}, ALL)) {feared} = {shape.attack}__danger(g, b, {gone});"
            yield f"if (any({feared} & r->calm)) continue;"
        if any(row.probes for row in rows):
            meets = f"{shape.attack}__meets(g, b, occupied, PROBES + r->probe, r->probes)"
            yield f"if (r->probes && {meets}) continue;"

    def royals(self) -> set[int]:
        """The royal pieces that some figure fears for."""
        attacks = [self.classes.tests[shape.attack] for shape, _ in self.tables if shape.attack]
        return {attack.royals for attack in attacks if isinstance(attack, Attack)}

    def _named(self, shape: Shape) -> str:
        named = [self.words.called(held) or "a piece" for held in (shape.first, shape.partner) if held]
        return " and ".join(named).replace("_", " ")

    def _others(self, shape: Shape) -> list[str]:
        return [
            "empty" if held == EMPTY else f"{called}__held" if called else f"other_{number}"
            for number, (held, called) in enumerate(
                (held, self.words.called(held)) for held in shape.of("holds")
            )
        ]

    def _fields(self, shape: Shape) -> list[str]:
        kinds, marks = self.words.kinds, self.words.marks
        return [
            *self._others(shape),
            *("calm" for _ in shape.of("calm")),
            *("label" for _ in shape.of("label")),
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
                numbers = list(map(self.words.these, row.sets))
                if shape.attack:
                    numbers += [str(self._begin(row.probes, listed)), str(len(row.probes))]
                values.append(f"{{{', '.join(numbers or ['0'])}}}")
            asked = "uint16_t probe, probes; " if shape.attack else "char nothing; " if not fields else ""
            sets = f"bits {', '.join(fields)}; " if fields else ""
            yield f"/* {self._named(shape)}: {len(rows)} ways to lay the figure */"
            yield f"typedef struct {{ {sets}{asked}}} Figure_{number};"
            yield f"static const Figure_{number} FIGURE_{number}[] = {{{', '.join(values)}}};"
            yield from self._starts(shape, rows, number)
            if make := list(self._make(shape)):
                yield f"static inline void figure_{number}_make(Board *after, const Figure_{number} *r) {{"
                yield from make
                yield "}"
        if listed:
            steps = ", ".join(
                f"{{{self.words.these(off)}, {self.words.these(on)}, {royal}}}" for royal, off, on in listed
            )
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
            yield f"static const bits MET_{number}[] = {self.words.table(met)};"
            yield f"static const uint16_t PAIR_{number}[] = {{{', '.join(map(str, pairs))}}};"
        if not _single(rows, shape):
            yield f"static const uint16_t FROM_{number}[] = {{{', '.join(map(str, starts))}}};"


def _single(rows: tuple[Row, ...], shape: Shape) -> bool:
    """Is there one row for every pair of squares at which a figure can be laid?"""
    return bool(shape.partner) and len({(row.first, row.partner) for row in rows}) == len(rows)


def _order(row: Row) -> tuple[int, int, tuple[int, ...], tuple[Step, ...]]:
    return row.first, row.partner, row.sets, row.probes


def _multiplicities(rows: tuple[Row, ...]) -> list[tuple[int, int]]:
    """How many rows begin at a square, and at which squares so many do."""
    count: dict[int, int] = defaultdict(int)
    for row in rows:
        count[row.first] += 1
    found: dict[int, int] = defaultdict(int)
    for site, times in count.items():
        found[times] |= 1 << site
    return sorted(found.items())
