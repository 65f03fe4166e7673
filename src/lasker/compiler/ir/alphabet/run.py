"""One run of the analysis: the notes with one place in the label, and one start square."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import or_
from typing import NamedTuple

from lasker.algebra.contents import members
from lasker.compiler.ir.alphabet.label_notes import ANYWHERE, UNCHANGED, LabelNote
from lasker.compiler.ir.alphabet.rewriting import Cursors, Rewriting
from lasker.compiler.ir.alphabet.values import DIRECTION, Value
from lasker.compiler.ir.ops import (
    Alias,
    Apply,
    Block,
    Body,
    Choose,
    ChooseDirection,
    Cursor,
    Each,
    Fork,
    Go,
    Most,
    NoteEnd,
    Op,
    Require,
    Select,
    Star,
)

LONGEST = 3  # notes that are counted; longer labels count as these

PATIENCE = 16  # times that symbols are added to the places at the entry of a block, before they are any


class Phase(NamedTuple):
    """How far the label is: the number of notes so far, and those that are open, from outside to inside."""

    number: int = 0
    open: tuple[int, ...] = ()


States = dict[Phase, Cursors]
Kept = tuple[Value, ...]
Results = dict[Phase, Kept]


class LabelAnalysis:
    """The analysis of the notes with one place in the label and one start square."""

    def __init__(self, rewriting: Rewriting, place: int, start: int, only: bool) -> None:
        self.only = only  # are notes of this place all that is wanted?
        self.program, self.values, self.rewriting = rewriting.program, rewriting.values, rewriting
        self.place, self.start = place, start
        self._ends: Value = 0  # where the cursors of notes with this place have ended
        self.counts: set[int] = set()
        self._entries: dict[tuple[str, Phase], Cursors] = {}
        self._results: dict[tuple[str, Phase], Results] = {}
        self._was: dict[int, int] = {}  # by number of the note, the symbols that it may have begun on
        self._growths: dict[tuple[str, Phase], int] = {}  # how often symbols of known places were added
        self._changed = False
        self._early = False  # was something asked before all of it was known?
        self._seen: set[tuple[str, Phase]] = set()  # what this round has run
        self._active: set[tuple[str, Phase]] = set()  # what is being run
        self._known: dict[tuple[object, ...], list[tuple[Phase, Cursors]]] = {}  # what this round has found

    def begin(self, block: str) -> None:
        """Run the block of a turn until nothing new can be found: again, where a block has called itself."""
        self._changed = self._early = True
        while self._changed and self._early:
            self._changed = self._early = False
            self._seen.clear()
            self._known.clear()
            self.counts |= {phase.number for phase in self._call(block, Phase(), ())}

    def _call(self, name: str, phase: Phase, given: Kept) -> Results:
        """What a block leads to from a phase; what is not yet known is found in the next round."""
        block, key = self.program.blocks[name], (name, phase)
        handed = dict(zip(block.cursors, given, strict=True))
        joined = _joined(self._entries.get(key), handed)
        if joined != self._entries.get(key):
            joined = self._widened(key, joined)
            self._entries[key], self._changed = joined, True
            self._seen.discard(key)
        results = self._results.setdefault(key, {})
        self._early |= key in self._active
        if key not in self._seen:
            self._seen.add(key)
            self._active.add(key)
            for after, ended in self._body(block.body, {phase: joined}, results).items():
                self._put(results, after, tuple(ended[each] for each in block.keeps or ()))
            self._active.discard(key)
        return dict(results)

    def _widened(self, key: tuple[str, Phase], joined: Cursors) -> Cursors:
        """What is known at the entry of a block. Where the symbols of a place go on growing (a house that is
        sown into gets one seed more every time), it is any symbol."""
        before, values = self._entries.get(key), self.values
        if before is None:
            return joined
        grown = {name: values.regrown(before[name], value) for name, value in joined.items()}
        if any(grown.values()):
            self._growths[key] = self._growths.get(key, 0) + 1
            if self._growths[key] > PATIENCE:
                return {name: value | grown[name] for name, value in joined.items()}
        return joined

    def _put(self, results: Results, phase: Phase, values: Kept) -> None:
        known = results.get(phase)
        joined = values if known is None else tuple(map(or_, known, values))
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
                    for to, ended in self._once(op, phase, cursors):
                        after[to] = _joined(after.get(to), ended)
            states = after
        return states

    def _once(self, op: Op, phase: Phase, cursors: Cursors) -> Iterable[tuple[Phase, Cursors]]:
        """The states after an operation, which is run once in a round from the same state."""
        if isinstance(op, Apply):
            return self._laid(op, phase, cursors)  # remembered already
        key = id(op), phase, *cursors.items()
        if key not in self._known:
            self._known[key] = list(self._op(op, phase, cursors))
        return self._known[key]

    def _op(self, op: Op, phase: Phase, cursors: Cursors) -> Iterator[tuple[Phase, Cursors]]:
        match op:
            case Apply():
                yield from self._laid(op, phase, cursors)
            case Choose():
                yield from self._choose(op, phase, cursors)
            case NoteEnd(cursor):
                after = self._leave(phase, cursors[cursor])
                if not self.only or after.open or after.number <= self.place:
                    yield after, cursors  # else what follows tells nothing
            case Alias(cursor, others, _, sites):
                here = self.values.meeting(cursors[others[0]], [cursors[name] for name in others[1:]])
                if here := self.values.within(here, sites):
                    yield phase, cursors | {cursor: here}
            case ChooseDirection(cursor, count):
                ways = sum(self.values.put(way, DIRECTION) for way in range(count))
                yield phase, cursors | {cursor: ways}
            case Select(rewrites=lays) if lays:
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
            case Require(block, names, True):
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
                not isinstance(op, Apply)
                or op.anchor not in names
                or len(op.tables) != 1
                or op.walks
                or op.writes
            ):
                break
            name = names[op.anchor]
            found[name] = self.rewriting.looked(op, found.get(name, cursors[name]))
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
        values = self.values
        if op.others:
            there = values.within(cursors[op.others[0]], op.sites)
        else:
            there = values.on(op.sites, values.symbols(op.contents))
        if not there:
            yield phase, cursors
            return
        inside = {name: cursors[name] for name in op.cursors} | {op.cursor: there}
        given = self.program.blocks[op.block].cursors
        for to, ended in self._repeated(op.block, phase, inside, op.cursors, given):
            yield to, cursors | {name: ended[name] for name in op.cursors}

    def _choose(self, op: Choose, phase: Phase, cursors: Cursors) -> Iterator[tuple[Phase, Cursors]]:
        sites, symbols, noted = op.sites, self.values.symbols(op.contents), op.noted
        if noted and phase.number == self.place and self.start != ANYWHERE:
            sites &= 1 << self.start
        bound = self.values.on(sites, self.values.chosen(symbols))
        if not bound:
            return
        if noted:
            self._was[phase.number] = self._was.get(phase.number, 0) | symbols
            phase = Phase(min(phase.number + 1, LONGEST), (*phase.open, phase.number))
        yield phase, cursors | {op.cursor: bound}

    def _leave(self, phase: Phase, value: Value) -> Phase:
        """A cursor ends where it is."""
        *still, number = phase.open
        if number == self.place:
            self._ends |= value
        return Phase(phase.number, tuple(still))

    @property
    def found(self) -> set[LabelNote]:
        """The notes of the cursors that have ended."""
        was, kinds, found = self._was.get(self.place, 0), self.values.kinds, set[LabelNote]()
        for place, field in self.values.fields(self._ends):
            ends = {symbol for symbol in members(field & self.values.every) if was != 1 << symbol}
            if field >> kinds or field & was:
                ends.add(UNCHANGED)
            end = place // self.values.frames
            found |= {LabelNote(self.start, end, symbol) for symbol in ends}
        return found

    def _laid(self, op: Apply, phase: Phase, cursors: Cursors) -> Iterator[tuple[Phase, Cursors]]:
        found = self.rewriting.laid(op, cursors)
        if found is not None:
            yield phase, found


def _joined(one: Cursors | None, other: Cursors) -> Cursors:
    """What holds in either state: cursors that both have, at the places of both."""
    if one is None:
        return other
    return {name: value | one[name] for name, value in other.items() if name in one}
