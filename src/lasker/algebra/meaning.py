"""The reference semantics of moves: the one definition that all faster levels are tested against.

A configuration is a board, the cursors on it, and the counters. A move denotes a relation between
configurations; `runs` yields all configurations that a move leads to from a given one. A move with at most
one result (a partial function) also has a `step`. Every kind of move has a clause, which composes the meaning
of a move of the meanings of its parts, as functions.

Long because the semantics of every kind of move is here, in one class.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import groupby, product
from typing import Any, NamedTuple, cast

from lasker.algebra.contents import Vocabulary
from lasker.algebra.fragments import Cell
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


# As the constructor of a configuration, from one tuple, in a third of its time.
_configuration = cast("Callable[[tuple[object, ...]], Configuration]", partial(tuple.__new__, Configuration))

Runs = Callable[[Configuration], Iterator[Configuration]]
Step = Callable[[Configuration], Configuration | None]


class Meaning(NamedTuple):
    """What a move means on an arena, as functions of the configuration that it starts from."""

    move: Move  # referenced, so that its identity is never reused
    runs: Runs  # every configuration that it leads to; one may be yielded more than once
    leads: Callable[[Configuration], bool]  # has it any result?
    step: Step | None  # its result or None, of a move with at most one result from any configuration


class Arena:
    """The evaluator: a space and a vocabulary, on which moves have results."""

    def __init__(
        self, space: Space, vocabulary: Vocabulary, limits: Limits = DEFAULT, tracing: bool = False
    ) -> None:
        self.space, self.vocabulary, self.limits, self.tracing = space, vocabulary, limits, tracing
        self.meter = Meter(limits, len(space.sites))
        self.slots: dict[CounterName, int] = {name: i for i, name in enumerate(vocabulary.counters)}
        self._meanings: dict[int, Meaning] = {}  # by identity of the move

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
        return self.meaning(move).runs(start)

    def leads(self, move: Move, start: Configuration) -> bool:
        """Has a move any result?"""
        return self.meaning(move).leads(start)

    def holds(self, test: Move, start: Configuration) -> bool:
        """Has a move any result? The work is counted as that of one question."""
        with self.meter.question():
            return self.leads(test, start)

    def meaning(self, move: Move) -> Meaning:
        """The meaning of a move, composed of the meanings of its parts when it is first asked for."""
        known = self._meanings.get(id(move))
        if known is None:
            known = self._meanings[id(move)] = self._clauses[type(move)](self, move)
        return known

    def _relation(self, move: Move, runs: Runs) -> Meaning:
        """The meaning of a move that may have several results."""
        return Meaning(move, runs, lambda start: next(runs(start), None) is not None, None)

    def _function(self, move: Move, step: Step) -> Meaning:
        """The meaning of a move with at most one result."""
        spend = self.meter.spend

        def runs(start: Configuration) -> Iterator[Configuration]:
            spend()
            end = step(start)
            return iter(() if end is None else (end,))

        def leads(start: Configuration) -> bool:
            spend()
            return step(start) is not None

        return Meaning(move, runs, leads, step)

    def _nil(self, move: Nil) -> Meaning:
        """nil: c leads to c."""
        return self._function(move, lambda start: start)

    def _fail(self, move: Fail) -> Meaning:
        """fail: c leads nowhere."""
        return self._function(move, lambda start: None)

    def _sequence(self, move: Sequence) -> Meaning:
        """M N: c leads to e if M leads from c to some d, and N from d to e."""
        parts = [self.meaning(part) for part in move.parts]
        steps = [part.step for part in parts if part.step is not None]
        if len(steps) == len(parts):
            return self._function(move, self._all_steps(steps))
        *first, last = parts
        spend, in_order = self.meter.spend, last.runs
        for several, group in groupby(reversed(first), lambda part: part.step is None):
            if several:
                for part in group:
                    in_order = self._results_then(part.runs, in_order)
            else:
                in_order = self._steps_then([part.step for part in group if part.step][::-1], in_order)

        def runs(start: Configuration) -> Iterator[Configuration]:
            spend()
            return in_order(start)

        return self._relation(move, runs)

    def _all_steps(self, steps: list[Step]) -> Step:
        meter, number = self.meter, len(steps)

        def step(start: Configuration) -> Configuration | None:
            meter.work += number
            end: Configuration | None = start
            for each in steps:
                if end is None:
                    return None
                end = each(end)
            return end

        return step

    def _steps_then(self, steps: list[Step], rest: Runs) -> Runs:
        """Steps one after the other, and then the rest of a sequence."""
        meter = self.meter

        def runs(start: Configuration) -> Iterator[Configuration]:
            for step in steps:
                meter.work += 1
                end = step(start)
                if end is None:
                    return iter(())
                start = end
            return rest(start)

        return runs

    def _results_then(self, part: Runs, rest: Runs) -> Runs:
        """The rest of a sequence from each result of a part."""
        once = self._once

        def runs(start: Configuration) -> Iterator[Configuration]:
            for middle in once(part(start)):
                yield from rest(middle)

        return runs

    def _choice(self, move: Choice) -> Meaning:
        """M | N: c leads wherever M or N leads."""
        spend, options = self.meter.spend, [self.meaning(option) for option in move.options]
        each_runs, each_leads = [option.runs for option in options], [option.leads for option in options]

        def runs(start: Configuration) -> Iterator[Configuration]:
            spend()
            for option in each_runs:
                yield from option(start)

        def leads(start: Configuration) -> bool:
            spend()
            return any(option(start) for option in each_leads)

        return Meaning(move, runs, leads, None)

    def _repeat(self, move: Repeat) -> Meaning:
        """M{i,j}: M repeated at least i and at most j times;
        M* terminates because no configuration is visited twice."""
        _, body, _, step = self.meaning(move.body)
        if step is not None:
            return self._relation(move, self._chain(move, step))
        meter = self.meter

        def runs(start: Configuration) -> Iterator[Configuration]:
            meter.spend()
            with meter.holding() as held:
                now = held.gather((start,))
                for _ in range(move.low):
                    before, now = now, held.gather(end for each in now for end in body(each))
                    held.release(len(before))
                visited = {end[:3] for end in now}  # two derivations of one configuration are one
                yield from now
                rounds = 0
                while now and (move.high is None or rounds < move.high - move.low):
                    ends = (end for each in now for end in body(each))
                    now = held.gather(end for end in ends if end[:3] not in visited)
                    visited |= {end[:3] for end in now}
                    yield from now
                    rounds += 1

        return self._relation(move, runs)

    def _chain(self, move: Repeat, step: Step) -> Runs:
        """The results of a repetition whose body has at most one result."""
        meter = self.meter
        most = math.inf if move.high is None else move.high - move.low

        def runs(start: Configuration) -> Iterator[Configuration]:
            meter.spend()
            for _ in range(move.low):
                meter.spend()
                after = step(start)
                if after is None:
                    return
                start = after
            end: Configuration | None = start
            visited = set[tuple[Any, ...]]()
            with meter.holding() as held:
                while end is not None and end[:3] not in visited:
                    visited.add(end[:3])
                    held.add()
                    meter.spend()
                    yield end
                    end = step(end) if len(visited) <= most else None

        return runs

    def _bind(self, move: Bind) -> Meaning:
        """%x p: M: for any square that matches p, M with the cursor x there; then x is restored."""
        spend, body, cursor = self.meter.spend, self.meaning(move.body).runs, move.cursor
        traced = self.tracing and move.named

        def runs(start: Configuration) -> Iterator[Configuration]:
            spend()
            for place in self._bound_places(move.cell, start):
                for end in body(_bound(start, cursor, place)):
                    after = _restored(end, cursor, start)
                    yield (
                        self._traced(after, place[0], self.cursor(cursor, end)[0], start) if traced else after
                    )

        return self._relation(move, runs)

    def _each(self, move: Each) -> Meaning:
        """each %x p: M: for every site in order, M // nil if the square then matches p."""
        meter, body, contents = self.meter, self.meaning(move.body).runs, move.cell.contents

        def runs(start: Configuration) -> Iterator[Configuration]:
            meter.spend()
            with meter.holding() as held:
                now = held.gather((start,))
                for site in range(len(start.board)):
                    for each in now:
                        if contents >> each.board[site] & 1:
                            break
                    else:
                        continue  # no square matches, and nothing changes
                    before, now = now, held.gather(end for each in now for end in at(site, each))
                    held.release(len(before))
                yield from now

        def at(site: int, start: Configuration) -> Iterator[Configuration]:
            """At one site: M if it is possible, else no change."""
            idle = True
            if self._fits(move.cell, site, start):
                place = self.cursor(min(move.cell.here), start) if move.cell.here else (site, 0)
                for end in body(_bound(start, move.cursor, place)):
                    idle = False
                    yield _restored(end, move.cursor, start)
            if idle:
                yield start

        return self._relation(move, runs)

    def _traced(self, end: Configuration, began: int, ended: int, start: Configuration) -> Configuration:
        """The configuration with one more entry in its trace, outer binders before inner ones."""
        symbol = self.vocabulary.symbol(end.board[ended])
        was = self.vocabulary.symbol(start.board[began])
        chosen = Chosen(began, ended, symbol if symbol != was else -1, was)
        at = len(start.trace)
        return end._replace(trace=(*end.trace[:at], chosen, *end.trace[at:]))

    def _test(self, move: Test) -> Meaning:
        """[M]: c leads to c if M leads anywhere from c. ![M]: if it leads nowhere."""
        body, wanted = self.meaning(move.body), move.wanted
        leads = body.leads
        return self._function(move, lambda start: start if leads(start) is wanted else None)

    def _adjust(self, move: Adjust) -> Meaning:
        """n += k, n := k: c leads to itself with another count, if that is within bounds."""

        def step(start: Configuration) -> Configuration | None:
            slot, counter = self.slots[move.counter], self.vocabulary.counters[move.counter]
            value = move.amount + (start.counters[slot] if move.relative else 0)
            if counter.low <= value <= counter.high:
                counters = (*start.counters[:slot], value, *start.counters[slot + 1 :])
                return start._replace(counters=counters)
            return None

        return self._function(move, step)

    def _compare(self, move: Compare) -> Meaning:
        """[n >= k]: c leads to c if the relation holds between the counters."""
        holds = RELATIONS[move.relation]

        def step(start: Configuration) -> Configuration | None:
            other = move.other if isinstance(move.other, int) else start.counters[self.slots[move.other]]
            return start if holds(start.counters[self.slots[move.counter]], other) else None

        return self._function(move, step)

    def _most(self, move: Most) -> Meaning:
        """most n M: c leads to those results of M with the greatest n."""
        spend, body = self.meter.spend, self.meaning(move.body).runs

        def runs(start: Configuration) -> Iterator[Configuration]:
            spend()
            slot = self.slots[move.counter]
            ends = list(self._once(body(start)))
            greatest = max((end.counters[slot] for end in ends), default=0)
            yield from (end for end in ends if end.counters[slot] == greatest)

        return self._relation(move, runs)

    def _variable(self, move: Variable) -> Meaning:
        def runs(start: Configuration) -> Iterator[Configuration]:
            raise SortError(
                f"{move.name} stands for any move, so it has no results of its own",
                remedy=f"define it: {move.name} = …",
            )

        return self._relation(move, runs)

    def _rewrite(self, move: Rewrite) -> Meaning:
        """f -> g: c leads to every board obtained by replacing an occurrence of f by g."""
        pin, spend, placed = self.pin(move), self.meter.spend, dict[Place, Placement | None]()

        def fitting(anchor: Place, start: Configuration) -> Placement | None:
            """The rewrite at one anchor, if its conditions hold there."""
            try:
                placement = placed[anchor]
            except KeyError:
                placement = placed[anchor] = self.placement(move, anchor)
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

        def runs(start: Configuration) -> Iterator[Configuration]:
            spend()
            for anchor in self.space.places if pin is None else (self.cursor(pin, start),):
                if (placement := fitting(anchor, start)) is not None:
                    for written in product(*(contents for _, contents in placement.writes)):
                        yield self._apply(placement, written, start)

        if pin is None or not self._writes_one(move):
            return self._relation(move, runs)
        single = pin

        def step(start: Configuration) -> Configuration | None:
            placement = fitting(self.cursor(single, start), start)
            if placement is None:
                return None
            return self._apply(placement, [contents[0] for _, contents in placement.writes], start)

        return self._function(move, step)

    def pin(self, move: Rewrite) -> str | None:
        """The cursor in the centre of a rewrite, which anchors it to one place; else it has any anchor."""
        centre = dict(move.before.cells).get(self.space.compass.origin)
        return min(centre.cursors) if centre and centre.cursors else None

    def _writes_one(self, move: Rewrite) -> bool:
        """Has every cell that a rewrite fills one content to write?"""
        written = (
            cell.contents for _, cell in move.after.cells if cell.plain and not (cell.gains or cell.loses)
        )
        return all(len(self.vocabulary.written(each)) == 1 for each in written)

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
        return [place for place in found if self.inside(cell, place[0])] if cell.regions else found

    def _fits(self, cell: Cell, site: int, start: Configuration) -> bool:
        """Does a square match a cell?"""
        here = all(self.cursor(name, start)[0] == site for name in cell.here)
        return here and bool(cell.contents >> start.board[site] & 1) and self.inside(cell, site)

    def inside(self, cell: Cell, site: int) -> bool:
        """Is a site in the regions that a cell asks for?"""
        for name, owner, wanted in cell.regions:
            region = self.space.regions.get((name, owner))
            if region is None:
                raise SortError(f"this board has no region {name}", remedy="declare it: region NAME = …")
            if (site in region) is not wanted:
                return False
        return True

    def placement(self, move: Rewrite, anchor: Place) -> Placement | None:
        """The rewrite instantiated at `anchor`; None where the geometry rules it out."""
        void, pin, checks, cursors = self.vocabulary.void, self.pin(move), [], []
        for offset, cell in move.before.cells:
            place = self.space.reach(anchor, offset)
            if place is None:
                if not cell.contents & void:
                    return None
                continue
            if not self.inside(cell, place[0]) or cell.contents == void:
                return None
            checks.append((place[0], cell.contents))
            cursors += [(name, place[0]) for name in cell.cursors if name != pin or place != anchor]
        writes, carries, moves = [], [], []
        for offset, cell in move.after.cells:
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
        return _configuration((board, cursors, counters, trace))

    def _carried(self, site: int, cell: Cell, start: Configuration) -> int:
        """The piece of a cursor on arrival (marks that live until moved removed), or the old content, with
        the marks it gains and loses."""
        origin = self.cursor(cell.piece, start)[0] if cell.piece else site
        content = start.board[origin]
        if origin != site:
            content = self.vocabulary.moved(content)
        return self.vocabulary.with_marks(content, cell.gains, cell.loses)

    def _once(self, runs: Iterator[Configuration]) -> Iterator[Configuration]:
        seen, meter, number = set[Configuration](), self.meter, 0
        try:
            for end in runs:
                seen.add(end)
                if len(seen) > number:  # it is new: looking before would hash it twice
                    number += 1
                    meter.held += 1
                    if meter.held > meter.most:
                        meter.refuse()
                    yield end
        finally:
            meter.held -= len(seen)

    _clauses: dict[type, Callable[[Arena, Any], Meaning]] = {  # noqa: RUF012  # a table, never changed
        Nil: _nil,
        Fail: _fail,
        Test: _test,
        Adjust: _adjust,
        Compare: _compare,
        Rewrite: _rewrite,
        Sequence: _sequence,
        Choice: _choice,
        Repeat: _repeat,
        Bind: _bind,
        Each: _each,
        Most: _most,
        Variable: _variable,
    }


def _bound(start: Configuration, cursor: str, place: Place) -> Configuration:
    """The configuration with a cursor at a place."""
    board, outside, counters, trace = start
    return _configuration((board, _with(outside, cursor, place), counters, trace))


def _restored(end: Configuration, cursor: str, start: Configuration) -> Configuration:
    """The end of a binder's body: its cursor is again where it was at the start, or nowhere."""
    board, now, counters, trace = end
    rest = tuple([known for known in now if known[0] != cursor])
    before = tuple([known for known in start.cursors if known[0] == cursor])
    return _configuration((board, tuple(sorted(rest + before)) if rest or before else (), counters, trace))


def _with(cursors: tuple[tuple[str, Place], ...], name: str, place: Place) -> tuple[tuple[str, Place], ...]:
    if not cursors or (len(cursors) == 1 and cursors[0][0] == name):
        return ((name, place),)
    return tuple(sorted((*(known for known in cursors if known[0] != name), (name, place))))
