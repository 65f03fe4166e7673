"""The reference semantics of moves: the one definition that all faster levels are tested against.

A configuration is a board, the cursors on it, and the counters. A move denotes a relation between
configurations; `runs` yields all configurations that a move leads to from a given one. A move with at most
one result (a partial function) also has a `step`, a plain function.

Long because the semantics of every kind of move is here, in one class.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

from lasker.algebra.contents import Vocabulary
from lasker.algebra.fragments import Cell, Fragment
from lasker.algebra.moves import (
    Adjust,
    Bind,
    Choice,
    Compare,
    CounterName,
    Each,
    Fail,
    Most,
    Move,
    Nil,
    Repeat,
    Rewrite,
    Sequence,
    Test,
    Variable,
    unbound_cursor,
)
from lasker.kernel.errors import SortError
from lasker.kernel.limits import DEFAULT, Limits, Meter
from lasker.space.space import Place, Space

RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Chosen(NamedTuple):
    """The trace of one binder: the sites where its cursor began and ended, the symbol it ended on if that
    changed (else -1), and the symbol it began on."""

    start: int
    end: int
    symbol: int
    was: int = 0


class Configuration(NamedTuple):
    """The state that a move starts from and leads to: contents by site, cursors by name, counters by slot.

    The trace records the derivation, not the result: a tracing arena appends what its binders chose.
    """

    board: tuple[int, ...]
    cursors: tuple[tuple[str, Place], ...] = ()
    counters: tuple[int, ...] = ()
    trace: tuple[Chosen, ...] = ()


class Placement(NamedTuple):
    """A rewrite instantiated at one place: the conditions to check and the changes to make."""

    checks: tuple[tuple[int, int], ...]  # site, contents allowed
    cursors: tuple[tuple[str, int], ...]  # cursor, its required site
    writes: tuple[tuple[int, tuple[int, ...]], ...]  # site, contents to choose from
    carries: tuple[tuple[int, Cell], ...]  # site, the cell that receives a cursor's piece
    moves: tuple[tuple[str, Place], ...]  # cursor, its new place


class RewriteFacts(NamedTuple):
    """Cached facts about a rewrite: the cursor that anchors it to one place, whether it has at most one
    result, and its placements."""

    move: Rewrite
    pin: str | None
    single: bool
    placed: dict[Place, Placement | None]


class SequenceFacts(NamedTuple):
    """Cached facts about a sequence: whether it has at most one result, and its parts with their steps."""

    move: Sequence
    single: bool
    parts: tuple[tuple[Move, Step | None], ...]


Step = Callable[["Arena", Any, Configuration], Configuration | None]  # of a move with one result at most


class Arena:
    """The evaluator: a space and a vocabulary, on which moves have results."""

    def __init__(
        self, space: Space, vocabulary: Vocabulary, limits: Limits = DEFAULT, tracing: bool = False
    ) -> None:
        self.space, self.vocabulary, self.limits, self.tracing = space, vocabulary, limits, tracing
        self.meter = Meter(limits, len(space.sites))
        self.slots: dict[CounterName, int] = {name: i for i, name in enumerate(vocabulary.counters)}
        # Caches are keyed by identity; the terms are referenced, so that an identity is never reused.
        self._rewrites: dict[int, RewriteFacts] = {}
        self._sequences: dict[int, SequenceFacts] = {}

    def __reduce__(self) -> tuple[object, ...]:  # without caches: other processes have other identities
        return Arena, (self.space, self.vocabulary, self.limits, self.tracing)

    def start(self, board: Iterable[int]) -> Configuration:
        """A configuration without cursors, every counter at its start value."""
        counters = tuple(counter.start for counter in self.vocabulary.counters.values())
        return Configuration(tuple(board), (), counters)

    def results(self, move: Move, start: Configuration) -> frozenset[Configuration]:
        """The results of a whole move, each once, with scratch marks and counters reset."""
        ended, set_back = self.vocabulary.ended, self.vocabulary.set_back
        with self.meter.question(), self.meter.holding() as held:
            ends = (
                Configuration(ended(end.board), end.cursors, set_back(end.counters), end.trace)
                for end in self.runs(move, start)
            )
            return frozenset(held.gather(ends))

    def answers(self, move: Move, start: Configuration) -> Iterator[Configuration]:
        """Every configuration that `move` leads to, with the work counted as that of one question."""
        with self.meter.question():
            yield from self.runs(move, start)

    def runs(self, move: Move, start: Configuration) -> Iterator[Configuration]:
        """Every configuration that `move` leads to; one may be yielded more than once."""
        meter = self.meter
        meter.work += 1  # `meter.spend()` inlined, for speed
        if meter.work > meter.most_work:
            meter.overworked()
        return self._rules[type(move)](self, move, start)  # type: ignore[no-any-return]

    def step(self, move: Move) -> Step | None:
        """The step function of a move with at most one result from any configuration; None for others."""
        single = True
        if isinstance(move, Rewrite):
            single = (self._rewrites.get(id(move)) or self._rewrite_facts(move)).single
        elif isinstance(move, Sequence):
            single = self._sequence_facts(move).single
        return self._steps.get(type(move)) if single else None

    def leads(self, move: Move, start: Configuration) -> bool:
        """Has a move any result?"""
        if isinstance(move, Choice):
            self.meter.spend()
            return any(self.leads(option, start) for option in move.options)
        if (step := self.step(move)) is None:
            return next(self.runs(move, start), None) is not None
        self.meter.spend()
        return step(self, move, start) is not None

    def holds(self, test: Move, start: Configuration) -> bool:
        """Has a move any result? The work is counted as that of one question."""
        with self.meter.question():
            return self.leads(test, start)

    def _stepped(self, move: Move, start: Configuration) -> Iterator[Configuration]:
        if (end := self._steps[type(move)](self, move, start)) is not None:
            yield end

    def _nil(self, move: Nil, start: Configuration) -> Configuration:
        """nil: c leads to c."""
        return start

    def _fail(self, move: Fail, start: Configuration) -> None:
        """fail: c leads nowhere."""

    def _sequence(self, move: Sequence, start: Configuration) -> Iterator[Configuration]:
        """M N: c leads to e if M leads from c to some d, and N from d to e."""
        return self._in_order(self._sequence_facts(move).parts, 0, start)

    def _in_order(
        self, parts: tuple[tuple[Move, Step | None], ...], at: int, start: Configuration
    ) -> Iterator[Configuration]:
        part, step = parts[at]
        while step is not None:
            self.meter.work += 1
            end = step(self, part, start)
            if end is None:
                return
            start, at = end, at + 1
            if at == len(parts):
                yield start
                return
            part, step = parts[at]
        if at == len(parts) - 1:
            yield from self.runs(part, start)
        else:
            for middle in self._once(self.runs(part, start)):
                yield from self._in_order(parts, at + 1, middle)

    def _all_steps(self, move: Sequence, start: Configuration) -> Configuration | None:
        self.meter.work += len(move.parts)
        end: Configuration | None = start
        for part, step in self._sequence_facts(move).parts:
            if end is None:
                return None
            end = step(self, part, end)  # type: ignore[misc]
        return end

    def _sequence_facts(self, move: Sequence) -> SequenceFacts:
        order = self._sequences.get(id(move))
        if order is None:
            parts = tuple((part, self.step(part)) for part in move.parts)
            order = self._sequences[id(move)] = SequenceFacts(move, all(step for _, step in parts), parts)
        return order

    def _choice(self, move: Choice, start: Configuration) -> Iterator[Configuration]:
        """M | N: c leads wherever M or N leads."""
        for option in move.options:
            yield from self.runs(option, start)

    def _repeat(self, move: Repeat, start: Configuration) -> Iterator[Configuration]:
        """M{i,j}: M repeated at least i and at most j times;
        M* terminates because no configuration is visited twice."""
        body = move.body
        if step := self.step(body):
            yield from self._chain(move, step, start)
            return
        with self.meter.holding() as held:
            now = held.gather((start,))
            for _ in range(move.low):
                before, now = now, held.gather(end for each in now for end in self.runs(body, each))
                held.release(len(before))
            visited = {end[:3] for end in now}  # two derivations of one configuration are one
            yield from now
            rounds = 0
            while now and (move.high is None or rounds < move.high - move.low):
                ends = (end for each in now for end in self.runs(body, each))
                now = held.gather(end for end in ends if end[:3] not in visited)
                visited |= {end[:3] for end in now}
                yield from now
                rounds += 1

    def _chain(self, move: Repeat, step: Step, start: Configuration) -> Iterator[Configuration]:
        """A repetition of a body with at most one result."""
        for _ in range(move.low):
            self.meter.spend()
            after = step(self, move.body, start)
            if after is None:
                return
            start = after
        end: Configuration | None = start
        most = math.inf if move.high is None else move.high - move.low
        visited = set[tuple[Any, ...]]()
        with self.meter.holding() as held:
            while end is not None and end[:3] not in visited:
                visited.add(end[:3])
                held.add()
                self.meter.spend()
                yield end
                end = step(self, move.body, end) if len(visited) <= most else None

    def _bind(self, move: Bind, start: Configuration) -> Iterator[Configuration]:
        """%x p: M: for any square that matches p, M with the cursor x there; then x is restored."""
        traced = self.tracing and move.named
        for place in self._bound_places(move.cell, start):
            yield from self._with_cursor(move.cursor, place, move.body, start, traced)

    def _each(self, move: Each, start: Configuration) -> Iterator[Configuration]:
        """each %x p: M: for every site in order, M // nil if the square then matches p."""
        with self.meter.holding() as held:
            now = held.gather((start,))
            for site in range(len(start.board)):
                for each in now:
                    if move.cell.contents >> each.board[site] & 1:
                        break
                else:
                    continue  # no square matches, and nothing changes
                before, now = now, held.gather(end for each in now for end in self._at(move, site, each))
                held.release(len(before))
            yield from now

    def _at(self, move: Each, site: int, start: Configuration) -> Iterator[Configuration]:
        """`each` at one site: M if it is possible, else no change."""
        idle = True
        if self._fits(move.cell, site, start):
            place = self.cursor(min(move.cell.here), start) if move.cell.here else (site, 0)
            for end in self._with_cursor(move.cursor, place, move.body, start):
                idle = False
                yield end
        if idle:
            yield start

    def _with_cursor(
        self, cursor: str, place: Place, body: Move, start: Configuration, traced: bool = False
    ) -> Iterator[Configuration]:
        """Run `body` with the cursor at `place`; afterwards the cursor has its outer place again."""
        board, outside, counters, trace = start
        for end in self.runs(body, Configuration(board, _with(outside, cursor, place), counters, trace)):
            after = Configuration(end[0], _restored(end[1], outside, cursor), end[2], end[3])
            yield self._traced(after, place[0], self.cursor(cursor, end)[0], start) if traced else after

    def _traced(self, end: Configuration, began: int, ended: int, start: Configuration) -> Configuration:
        """The configuration with one more entry in its trace, outer binders before inner ones."""
        symbol = self.vocabulary.symbol(end.board[ended])
        was = self.vocabulary.symbol(start.board[began])
        chosen = Chosen(began, ended, symbol if symbol != was else -1, was)
        at = len(start.trace)
        return end._replace(trace=(*end.trace[:at], chosen, *end.trace[at:]))

    def _test(self, move: Test, start: Configuration) -> Configuration | None:
        """[M]: c leads to c if M leads anywhere from c. ![M]: if it leads nowhere."""
        return start if self.leads(move.body, start) is move.wanted else None

    def _adjust(self, move: Adjust, start: Configuration) -> Configuration | None:
        """n += k, n := k: c leads to itself with another count, if that is within bounds."""
        slot, counter = self.slots[move.counter], self.vocabulary.counters[move.counter]
        value = move.amount + (start.counters[slot] if move.relative else 0)
        if counter.low <= value <= counter.high:
            counters = (*start.counters[:slot], value, *start.counters[slot + 1 :])
            return start._replace(counters=counters)
        return None

    def _compare(self, move: Compare, start: Configuration) -> Configuration | None:
        """[n >= k]: c leads to c if the relation holds between the counters."""
        other = move.other if isinstance(move.other, int) else start.counters[self.slots[move.other]]
        holds = RELATIONS[move.relation](start.counters[self.slots[move.counter]], other)
        return start if holds else None

    def _most(self, move: Most, start: Configuration) -> Iterator[Configuration]:
        """most n M: c leads to those results of M with the greatest n."""
        slot = self.slots[move.counter]
        ends = list(self._once(self.runs(move.body, start)))
        greatest = max((end.counters[slot] for end in ends), default=0)
        yield from (end for end in ends if end.counters[slot] == greatest)

    def _variable(self, move: Variable, start: Configuration) -> Iterator[Configuration]:
        raise SortError(
            f"{move.name} stands for any move, so it has no results of its own",
            remedy=f"define it: {move.name} = …",
        )

    def _rewrite(self, move: Rewrite, start: Configuration) -> Iterator[Configuration]:
        """f -> g: c leads to every board obtained by replacing an occurrence of f by g."""
        known = self._rewrites.get(id(move)) or self._rewrite_facts(move)
        for anchor in self.space.places if known.pin is None else (self.cursor(known.pin, start),):
            if (placement := self._fitting(known, anchor, start)) is not None:
                yield from self._write(placement, start)

    def _rewritten(self, move: Rewrite, start: Configuration) -> Configuration | None:
        """The same, for a rewrite with one anchor and one content to write."""
        known = self._rewrites.get(id(move)) or self._rewrite_facts(move)
        placement = self._fitting(known, self.cursor(known.pin, start), start)  # type: ignore[arg-type]
        if placement is None:
            return None
        return self._apply(placement, [contents[0] for _, contents in placement.writes], start)

    def _fitting(self, known: RewriteFacts, anchor: Place, start: Configuration) -> Placement | None:
        """The placement of a rewrite at an anchor, if its conditions hold there."""
        try:
            placement = known.placed[anchor]
        except KeyError:
            placement = known.placed[anchor] = self._placement(known.move.before, known.move.after, anchor)
        if placement is None:
            return None
        board = start.board
        for site, allowed in placement.checks:
            if not allowed >> board[site] & 1:
                return None
        for name, site in placement.cursors:
            if self.cursor(name, start)[0] != site:
                return None
        return placement

    def _rewrite_facts(self, move: Rewrite) -> RewriteFacts:
        """Facts about a rewrite; it is anchored at the cursor in its centre, or else at every place."""
        centre = dict(move.before.cells).get(self.space.compass.origin)
        pin = min(centre.cursors) if centre and centre.cursors else None
        written = (
            cell.contents for _, cell in move.after.cells if cell.plain and not (cell.gains or cell.loses)
        )
        single = pin is not None and all(len(self.vocabulary.written(each)) == 1 for each in written)
        return self._rewrites.setdefault(id(move), RewriteFacts(move, pin, single, {}))

    def cursor(self, name: str, start: Configuration) -> Place:
        """The place of a cursor; an error if no binder has chosen it."""
        for known, place in start.cursors:
            if known == name:
                return place
        raise unbound_cursor(name)

    def _bound_places(self, cell: Cell, start: Configuration) -> list[Place]:
        """The places that a binder may choose: matching squares, or the place of another cursor."""
        if cell.here:
            places = {self.cursor(name, start) for name in cell.here}
            fitting = [place for place in places if self._fits(cell, place[0], start)]
            return fitting if len(places) == 1 else []
        allowed = cell.contents
        found = [(site, 0) for site, content in enumerate(start.board) if allowed >> content & 1]
        return [place for place in found if self._inside(cell, place[0])] if cell.regions else found

    def _fits(self, cell: Cell, site: int, start: Configuration) -> bool:
        """Does a square match a cell?"""
        here = all(self.cursor(name, start)[0] == site for name in cell.here)
        return here and bool(cell.contents >> start.board[site] & 1) and self._inside(cell, site)

    def _inside(self, cell: Cell, site: int) -> bool:
        for name, owner, wanted in cell.regions:
            region = self.space.regions.get((name, owner))
            if region is None:
                raise SortError(f"this board has no region {name}", remedy="declare it: region NAME = …")
            if (site in region) is not wanted:
                return False
        return True

    def _placement(self, before: Fragment, after: Fragment, anchor: Place) -> Placement | None:
        """The rewrite instantiated at `anchor`; None where the geometry rules it out."""
        void, checks, cursors = self.vocabulary.void, [], []
        for offset, cell in before.cells:
            place = self.space.reach(anchor, offset)
            if place is None:
                if not cell.contents & void:
                    return None
                continue
            if not self._inside(cell, place[0]) or cell.contents == void:
                return None
            checks.append((place[0], cell.contents))
            cursors += [(name, place[0]) for name in cell.cursors]
        writes, carries, moves = [], [], []
        for offset, cell in after.cells:
            place = self.space.reach(anchor, offset)
            if place is None:
                return None
            if cell.piece or cell.gains or cell.loses:
                carries.append((place[0], cell))
            elif not cell.bare:
                writes.append((place[0], self.vocabulary.written(cell.contents)))
            moves += [(name, place) for name in cell.cursors]
        if len({site for site, _ in (*writes, *carries)}) < len(writes) + len(carries):
            return None  # on a glued board two squares of the right side may coincide
        return Placement(tuple(checks), tuple(cursors), tuple(writes), tuple(carries), tuple(moves))

    def _write(self, placement: Placement, start: Configuration) -> Iterator[Configuration]:
        for written in product(*(contents for _, contents in placement.writes)):
            yield self._apply(placement, written, start)

    def _apply(self, placement: Placement, written: Iterable[int], start: Configuration) -> Configuration:
        board, cursors, counters, trace = start
        if placement.writes or placement.carries:
            squares = list(board)
            for site, cell in placement.carries:
                squares[site] = self._carried(site, cell, start)
            for (site, _), content in zip(placement.writes, written, strict=True):
                squares[site] = content
            board = tuple(squares)
        for name, place in placement.moves:
            cursors = _with(cursors, name, place)
        return Configuration(board, cursors, counters, trace)

    def _carried(self, site: int, cell: Cell, start: Configuration) -> int:
        """The piece of a cursor on arrival (marks that live until moved removed), or the old content, with
        the marks it gains and loses."""
        origin = self.cursor(cell.piece, start)[0] if cell.piece else site
        content = start.board[origin]
        if origin != site:
            content = self.vocabulary.moved(content)
        return self.vocabulary.with_marks(content, cell.gains, cell.loses)

    def _once(self, runs: Iterator[Configuration]) -> Iterator[Configuration]:
        seen, meter = set[Configuration](), self.meter
        try:
            for end in runs:
                if end not in seen:
                    seen.add(end)
                    meter.held += 1
                    if meter.held > meter.most:
                        meter.refuse()
                    yield end
        finally:
            meter.held -= len(seen)

    _steps: dict[type, Step] = {  # noqa: RUF012  # a table of the class, never changed
        Nil: _nil,
        Fail: _fail,
        Test: _test,
        Adjust: _adjust,
        Compare: _compare,
        Rewrite: _rewritten,  # if it is `single`
        Sequence: _all_steps,  # if all its parts have steps
    }
    _rules: dict[type, Any] = {  # noqa: RUF012
        **dict.fromkeys((Nil, Fail, Test, Adjust, Compare), _stepped),
        Rewrite: _rewrite,
        Sequence: _sequence,
        Choice: _choice,
        Repeat: _repeat,
        Bind: _bind,
        Each: _each,
        Most: _most,
        Variable: _variable,
    }


def _with(cursors: tuple[tuple[str, Place], ...], name: str, place: Place) -> tuple[tuple[str, Place], ...]:
    if not cursors or (len(cursors) == 1 and cursors[0][0] == name):
        return ((name, place),)
    return tuple(sorted((*(known for known in cursors if known[0] != name), (name, place))))


def _restored(
    now: tuple[tuple[str, Place], ...], outside: tuple[tuple[str, Place], ...], name: str
) -> tuple[tuple[str, Place], ...]:
    """The cursors after a binder: its own name has its outer place again."""
    rest = tuple(known for known in now if known[0] != name)
    before = tuple(known for known in outside if known[0] == name)
    return tuple(sorted(rest + before)) if rest or before else ()
