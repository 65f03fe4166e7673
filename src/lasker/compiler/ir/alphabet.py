"""The alphabet of labels: every note that moves can leave, found by abstract interpretation.

A label is a sequence of notes: where a chosen cursor began, where it ended, and the symbol there if it
changed. The analysis runs the blocks of a turn on sets of places instead of boards. For one start square of
the first note at a time it follows every cursor through rewrites, choices and repetitions until nothing new
is found. What it finds is an upper bound: tests about the rest of the board are taken to hold. Long because
every operation of the language has its abstract meaning here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lasker.algebra.contents import members
from lasker.compiler.ir.ops import (
    Ask,
    Block,
    Body,
    Choose,
    Cursor,
    Each,
    Fork,
    Go,
    Lay,
    Leave,
    Most,
    Op,
    Program,
    Select,
    Spin,
    Stand,
    Star,
)
from lasker.compiler.ir.sizes import most_notes
from lasker.kernel.dataclass import dataclass

ANYWHERE = -1  # the start of notes whose start is not told
UNCHANGED = -1  # the symbol of a note whose square holds what was chosen
LONGEST = 3  # notes that are counted; longer labels count as these
PLACES = 2  # notes of a label that are told apart by their place in it


class LabelNote(NamedTuple):
    """A note of a label: the square where it began, where it ended, and the new symbol there, or -1. Of notes
    after the first the start is not told: it is -1."""

    start: int
    end: int
    symbol: int


class Held(NamedTuple):
    """What is known of the square of a cursor: its place, whether it holds the chosen piece, its symbols."""

    place: int
    chosen: bool
    symbols: int


Cursors = dict[Cursor, frozenset[Held]]


class Phase(NamedTuple):
    """How far the label is: the number of notes so far, and those that are open, from outside to inside."""

    number: int = 0
    open: tuple[int, ...] = ()


States = dict[Phase, Cursors]
Values = tuple[frozenset[Held], ...]
Results = dict[Phase, Values]
Laid = dict[tuple[object, ...], Cursors | None]  # by identity of an operation, and the cursors before it


@dataclass(frozen=True)
class Alphabet:
    """The notes of a player by their place in the label, and the numbers of notes that labels have."""

    notes: tuple[frozenset[LabelNote], ...]
    counts: frozenset[int]


def alphabet(program: Program, player: int) -> Alphabet:
    """Every note that a label of a player can have.

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> program = compiled(model("connect_four")).stages["lower"]
    >>> found = alphabet(program, 0)
    >>> len(found.notes[0]), min(found.notes[0]), sorted(found.counts)
    (42, LabelNote(start=0, end=0, symbol=1), [1])
    """
    places = min(PLACES, max(1, most_notes(program)))
    notes: list[set[LabelNote]] = [set() for _ in range(places)]
    counts: set[int] = set()
    symbols: dict[int, int] = {}
    rewritten: Laid = {}
    for turn in program.turns:
        if turn.player == player:
            for place in range(places):
                for start in range(program.sites) if place == 0 else (ANYWHERE,):
                    run = _Run(program, place, start, symbols, rewritten, only=place + 1 < places)
                    run.begin(turn.move)
                    notes[place] |= run.found
                    counts |= run.counts if place + 1 == places else set()
    return Alphabet(tuple(map(frozenset, notes)), frozenset(counts))


class _Run:
    """The analysis of the notes with one place in the label and one start square."""

    def __init__(
        self,
        program: Program,
        place: int,
        start: int,
        known: dict[int, int],
        rewritten: Laid,
        only: bool,
    ) -> None:
        self.only = only  # are notes of this place all that is wanted?
        self._known_symbols, self._rewritten = known, rewritten  # of sets of contents; of all runs
        self.program, self.place, self.start = program, place, start
        self.marks, self.frames = program.marks, program.frames
        self._known_sites: dict[frozenset[Held], frozenset[int]] = {}
        self.found: set[LabelNote] = set()
        self.counts: set[int] = set()
        self._entries: dict[tuple[str, Phase], Cursors] = {}
        self._results: dict[tuple[str, Phase], Results] = {}
        self._was: dict[int, int] = {}  # by number of the note, the symbols that it may have begun on
        self._changed = False
        self._seen: set[tuple[str, Phase]] = set()  # what this round has run

    def begin(self, block: str) -> None:
        """Run the block of a turn until nothing new is found."""
        self._changed = True
        while self._changed:
            self._changed = False
            self._seen.clear()
            self.counts |= {phase.number for phase in self._call(block, Phase(), ())}

    def _call(self, name: str, phase: Phase, given: Values) -> Results:
        """What a block leads to from a phase; what is not yet known is found in the next round."""
        block, key = self.program.blocks[name], (name, phase)
        handed = dict(zip(block.cursors, given, strict=True))
        joined = _joined(self._entries.get(key), handed)
        if joined != self._entries.get(key):
            self._entries[key], self._changed = joined, True
            self._seen.discard(key)
        results = self._results.setdefault(key, {})
        if key not in self._seen:
            self._seen.add(key)
            for after, ended in self._body(block.body, {phase: joined}, results).items():
                self._put(results, after, tuple(ended[each] for each in block.keeps or ()))
        return dict(results)

    def _put(self, results: Results, phase: Phase, values: Values) -> None:
        known = results.get(phase)
        joined = values if known is None else tuple(map(frozenset.union, known, values))
        if joined != known:
            results[phase], self._changed = joined, True

    def _body(self, body: Body, states: States, results: Results) -> States:
        """The states at the end of a body; where it jumps to another block, that one's results are added."""
        for op in body:
            after: States = {}
            for phase, cursors in states.items():
                if isinstance(op, Go):
                    given = tuple(cursors[name] for name in op.cursors)
                    for to, values in self._call(op.block, phase, given).items():
                        self._put(results, to, values)
                elif isinstance(op, Fork):
                    for option in op.options:
                        for to, ended in self._body(option, {phase: cursors}, results).items():
                            after[to] = _joined(after.get(to), ended)
                else:
                    for to, ended in self._op(op, phase, cursors):
                        after[to] = _joined(after.get(to), ended)
            states = after
        return states

    def _op(self, op: Op, phase: Phase, cursors: Cursors) -> Iterator[tuple[Phase, Cursors]]:
        match op:
            case Lay():
                yield from self._laid(op, phase, cursors)
            case Choose():
                yield from self._choose(op, phase, cursors)
            case Leave(cursor):
                after = self._leave(phase, cursors[cursor])
                if (
                    not self.only or after.open or after.number <= self.place
                ):  # else what follows tells nothing
                    yield after, cursors
            case Stand(cursor, others, _, sites):
                common = frozenset.intersection(*(_places(cursors[name]) for name in others))
                here = frozenset(each for each in cursors[others[0]] if each.place in common)
                if here := self._within(here, sites):
                    yield phase, cursors | {cursor: here}
            case Spin(cursor, count):
                yield phase, cursors | {cursor: frozenset(Held(way, False, 0) for way in range(count))}
            case Select(lays=lays) if lays:
                for lay in lays:
                    yield from self._laid(lay, phase, cursors)
            case Star(block, names, low, _):
                yield from self._repeated(block, phase, cursors, names, names, least=low)
            case Each():
                yield from self._each(op, phase, cursors)
            case Most(_, block, names):
                given = tuple(cursors[name] for name in names)
                for to, values in self._call(block, phase, given).items():
                    yield to, cursors | dict(zip(names, values, strict=True))
            case Ask(block, names, True):
                asked = self.program.blocks[block]
                narrowed = cursors | self._asked(asked, dict(zip(asked.cursors, names, strict=True)), cursors)
                if all(narrowed[name] for name in names):
                    yield phase, narrowed
            case _:
                yield phase, cursors

    def _asked(self, block: Block, names: dict[Cursor, Cursor], cursors: Cursors) -> Cursors:
        """The cursors for which the first looks of a test may succeed."""
        found: Cursors = {}
        for op in block.body:
            if (
                not isinstance(op, Lay)
                or op.anchor not in names
                or len(op.tables) != 1
                or op.walks
                or op.writes
            ):
                break
            name, rows = names[op.anchor], self.program.tables[op.tables[0]].rows
            kept = set()
            for each in found.get(name, cursors[name]):
                row, symbols = rows[each.place], each.symbols
                for column, contents in op.checks if row is not None else ():
                    if row is not None and row[column] == each.place:
                        symbols &= self._symbols(contents)
                if row is not None and symbols:
                    kept.add(Held(each.place, each.chosen, symbols))
            found[name] = frozenset(kept)
        return found

    def _repeated(
        self,
        block: str,
        phase: Phase,
        cursors: Cursors,
        names: tuple[Cursor, ...],
        given: tuple[Cursor, ...],
        least: int = 0,
    ) -> Iterator[tuple[Phase, Cursors]]:
        """A block any number of times: until there is nothing new."""
        reached: States = {} if least else {phase: cursors}
        waiting = [(phase, cursors)]
        while waiting:
            now, here = waiting.pop()
            for to, values in self._call(block, now, tuple(here[name] for name in given)).items():
                joined = _joined(reached.get(to), here | dict(zip(names, values, strict=True)))
                if joined != reached.get(to):
                    reached[to] = joined
                    waiting.append((to, joined))
        yield from reached.items()

    def _each(self, op: Each, phase: Phase, cursors: Cursors) -> Iterator[tuple[Phase, Cursors]]:
        symbols = self._symbols(op.contents)
        everywhere = frozenset(
            Held(site * self.frames, False, symbols)
            for site in members(op.sites)
            if site < self.program.sites
        )
        there = self._within(cursors[op.others[0]], op.sites) if op.others else everywhere
        if not there:
            yield phase, cursors
            return
        inside = {name: cursors[name] for name in op.cursors} | {op.cursor: there}
        given = self.program.blocks[op.block].cursors
        for to, ended in self._repeated(op.block, phase, inside, op.cursors, given):
            yield to, cursors | {name: ended[name] for name in op.cursors}

    # ---- one operation ----

    def _symbols(self, contents: int) -> int:
        """The symbols of a set of contents, as bits."""
        if contents not in self._known_symbols:
            found = members(contents & (1 << len(self.program.contents)) - 1)
            self._known_symbols[contents] = _bits(content >> self.marks for content in found)
        return self._known_symbols[contents]

    def _sites(self, values: frozenset[Held]) -> frozenset[int]:
        """The sites of places."""
        if values not in self._known_sites:
            self._known_sites[values] = frozenset(each.place // self.frames for each in values)
        return self._known_sites[values]

    def _within(self, values: frozenset[Held], sites: int) -> frozenset[Held]:
        return frozenset(each for each in values if sites >> (each.place // self.frames) & 1)

    def _choose(self, op: Choose, phase: Phase, cursors: Cursors) -> Iterator[tuple[Phase, Cursors]]:
        sites, symbols, noted = op.sites & (1 << self.program.sites) - 1, self._symbols(op.contents), op.noted
        if noted and phase.number == self.place and self.start != ANYWHERE:
            sites &= 1 << self.start
        bound = frozenset(Held(site * self.frames, True, symbols) for site in members(sites))
        if not bound or not symbols:
            return
        if noted:
            self._was[phase.number] = self._was.get(phase.number, 0) | symbols
            phase = Phase(min(phase.number + 1, LONGEST), (*phase.open, phase.number))
        yield phase, cursors | {op.cursor: bound}

    def _leave(self, phase: Phase, values: frozenset[Held]) -> Phase:
        *still, number = phase.open
        if number == self.place:
            was = self._was.get(number, 0)
            for each in values:
                end = each.place // self.frames
                for symbol in (UNCHANGED,) if each.chosen else members(each.symbols):
                    if symbol == UNCHANGED or was != 1 << symbol:
                        self.found.add(LabelNote(self.start, end, symbol))
                    if symbol != UNCHANGED and was >> symbol & 1:
                        self.found.add(LabelNote(self.start, end, UNCHANGED))
        return Phase(phase.number, tuple(still))

    def _laid(self, op: Lay, phase: Phase, cursors: Cursors) -> Iterator[tuple[Phase, Cursors]]:
        key = id(op), *cursors.items()
        if key not in self._rewritten:
            self._rewritten[key] = self._lay(op, cursors)
        found = self._rewritten[key]
        if found is not None:
            yield phase, found

    def _lay(self, op: Lay, cursors: Cursors) -> Cursors | None:
        """The cursors after a rewrite, or None where it cannot be done."""
        checks = {column: self._symbols(contents) for column, contents in op.checks}
        writes = {
            column: _bits(content >> self.marks for content in contents) for column, contents in op.writes
        }
        ways = cursors[op.direction] if op.direction is not None else (Held(0, False, 0),)
        found: Cursors | None = None
        for way in ways:
            if way.place >= len(op.tables):
                continue
            rows = self.program.tables[op.tables[way.place]].rows
            anchors = (
                [(Held(place, False, 0), rows[place]) for place in range(0, len(rows), self.frames)]
                if op.anchor is None
                else [(each, rows[each.place]) for each in cursors[op.anchor]]
            )
            for anchor, row in anchors:
                if row is not None and self._possible(op, row, anchor, cursors, checks):
                    found = _joined(found, self._written(op, row, anchor, cursors, checks, writes))
        return found

    def _possible(
        self, op: Lay, row: tuple[int, ...], anchor: Held, cursors: Cursors, checks: dict[int, int]
    ) -> bool:
        for column, symbols in checks.items():
            if not symbols and row[column] >= 0:
                return False
            if op.anchor is not None and row[column] == anchor.place and not symbols & anchor.symbols:
                return False
        return all(row[column] // self.frames in self._sites(cursors[name]) for column, name in op.standing)

    def _written(
        self,
        op: Lay,
        row: tuple[int, ...],
        anchor: Held,
        cursors: Cursors,
        checks: dict[int, int],
        writes: dict[int, int],
    ) -> Cursors:
        """The cursors after a rewrite at one place."""
        there = {row[column] // self.frames: column for column in writes if row[column] >= 0}
        carried = {row[each.column] // self.frames: each for each in op.carries if row[each.column] >= 0}
        held = {op.anchor: frozenset((anchor,))} if op.anchor is not None else {}
        after = dict(cursors)
        touched = {*there, *carried}
        for name, values in (cursors | held).items():
            exact = name == op.anchor
            if not touched or touched.isdisjoint(self._sites(values)):
                after[name] = values
                continue
            became: set[Held] = set()
            for each in values:
                site = each.place // self.frames
                column = there.get(site)
                carry = carried.get(site)
                if column is not None:
                    fits = checks.get(column, -1) & each.symbols
                    if op.anchor is not None and site == anchor.place // self.frames:
                        fits &= anchor.symbols
                    if not exact or not fits:
                        became.add(each)
                    if fits:
                        became.add(Held(each.place, False, writes[column]))
                elif carry is not None and carry.source is not None and carry.source != name:
                    brought = cursors[carry.source]
                    became.add(Held(each.place, False, _bits_joined(brought)))
                    if not exact:
                        became.add(each)
                else:
                    became.add(each)
            after[name] = frozenset(became)
        for name, column in op.walks:
            after[name] = self._walked(op, row, column, name, anchor, cursors, checks, writes)
        return after

    def _walked(
        self,
        op: Lay,
        row: tuple[int, ...],
        column: int,
        name: Cursor,
        anchor: Held,
        cursors: Cursors,
        checks: dict[int, int],
        writes: dict[int, int],
    ) -> frozenset[Held]:
        """Where a cursor goes, and what is there then."""
        place = row[column]
        site = place // self.frames
        for each in op.carries:
            if row[each.column] >= 0 and row[each.column] // self.frames == site:
                if each.source is None:
                    break
                if each.source == op.anchor:
                    own = each.source == name
                    return frozenset((Held(place, anchor.chosen and own, anchor.symbols),))
                brought = cursors[each.source]
                if each.source == name:
                    return frozenset(Held(place, value.chosen, value.symbols) for value in brought)
                return frozenset((Held(place, False, _bits_joined(brought)),))
        for other, symbols in writes.items():
            if row[other] >= 0 and row[other] // self.frames == site:
                return frozenset((Held(place, False, symbols),))
        if name in cursors:
            stays = frozenset(
                Held(place, each.chosen, each.symbols)
                for each in ((anchor,) if name == op.anchor else cursors[name])
                if each.place // self.frames == site
            )
            if stays:
                return stays
        seen = (1 << (len(self.program.contents) >> self.marks)) - 1
        for other, symbols in checks.items():
            if row[other] >= 0 and row[other] // self.frames == site:
                seen &= symbols
        return frozenset((Held(place, False, seen),))


def _bits(numbers: Iterable[int]) -> int:
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def _bits_joined(values: Iterable[Held]) -> int:
    found = 0
    for each in values:
        found |= each.symbols
    return found


def _places(values: frozenset[Held]) -> frozenset[int]:
    return frozenset(each.place for each in values)


def _joined(one: Cursors | None, other: Cursors) -> Cursors:
    """What holds in either state: cursors that both have, at the places of both."""
    if one is None:
        return other
    return {
        name: values if values is one[name] else values | one[name]
        for name, values in other.items()
        if name in one
    }
