"""Normal forms of moves around one square, by symbolic execution: a decision procedure for their equality.

A move that chooses one square and then acts around it, without unbounded repetition, has finitely many
paths. Symbolic execution on unknown squares yields cases: a *guard* (the contents each square may have
at first, or that it does not exist) and an *effect* (what each square becomes). The squares of a board
are independent, since any set of sites is a board; so two such moves are equal exactly when for every
effect their guards allow the same boards.

On a cylinder or a torus, offsets are taken modulo its *periods*; then one effect may look the same from
several of its squares, and the guard is translated to each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lasker.algebra.contents import Vocabulary, members
from lasker.algebra.fragments import Cell, order
from lasker.algebra.moves import Bind, Choice, Fail, Move, Nil, Repeat, Rewrite, Sequence, Test, children
from lasker.space.kinds import Periods
from lasker.space.movement import Offset

MOST_CASES = 4000
MOST_ROUNDS = 64
Guard = dict[Offset, int]  # squares not named are unconstrained
Effect = tuple[tuple[Offset, int], ...]
Relation = dict[Effect, list[Guard]]


class NotCoveredError(Exception):
    """The move is outside the fragment of the algebra that the normal form decides."""


@dataclass
class Case:
    """One path through a move: its path condition, the contents written, the offsets of the cursors."""

    guard: Guard
    store: dict[Offset, int]
    cursors: dict[str, Offset]


def reach(move: Move, dimension: int) -> tuple[int, ...]:
    """For each axis, the greatest distance between two squares that the move reads or writes.

    >>> from lasker.syntax.rules import Rules
    >>> reach(Rules().evaluate("%♖: step(rr){2} | step(lu)"), 2)
    (5, 1)
    """
    return tuple(high - low for low, high in _intervals(move, dimension))


def _intervals(move: Move, dimension: int) -> list[tuple[int, int]]:
    """Along each axis, the least and the greatest offset relative to the initial places of the cursors."""
    match move:
        case Rewrite(before, after):
            offsets = [offset for side in (before, after) for offset, _ in side.cells]
            along = [[0, *(offset[axis] for offset in offsets)] for axis in range(dimension)]
            return [(min(each), max(each)) for each in along]
        case Repeat(body, _, high):
            if high is None or high > MOST_ROUNDS:
                raise NotCoveredError
            return [(low * high, top * high) for low, top in _intervals(body, dimension)]
    inside = [_intervals(part, dimension) for part in children(move)]
    lowest, highest = (sum, sum) if isinstance(move, Sequence) else (min, max)
    along_axes = [[(0, 0), *(each[axis] for each in inside)] for axis in range(dimension)]
    return [(lowest(low for low, _ in each), highest(top for _, top in each)) for each in along_axes]


def relation(move: Move, vocabulary: Vocabulary, periods: Periods) -> Relation:
    """The normal form of a move: for every effect, the guards under which it happens."""
    cases: Relation = {}
    total = 0
    runner = _Runner(vocabulary, periods)
    for option in move.options if isinstance(move, Choice) else (move,):
        for case in runner.whole(option):
            for guard, effect in _sharpened(case, vocabulary):
                for anchored_guard, anchored_effect in runner.anchored(guard, effect):
                    guards = cases.setdefault(anchored_effect, [])
                    if anchored_guard not in guards:
                        guards.append(anchored_guard)
                total += 1
                if total > MOST_CASES:
                    raise NotCoveredError
    return cases


def difference(left: Relation, right: Relation, vocabulary: Vocabulary) -> Guard | None:
    """A guard under which one move has an effect that the other lacks, or None if there is none."""
    for one, other in ((left, right), (right, left)):
        for effect, guards in one.items():
            for guard in guards:
                rest = minus([guard], other.get(effect, []), vocabulary)
                if rest:
                    if not effect:  # an unchanged board does not reveal the guard's place
                        raise NotCoveredError
                    return rest[0]
    return None


def pinned(move: Move, cursor: str, vocabulary: Vocabulary, periods: Periods) -> Relation:
    """The normal form of a move around a bound cursor; its final place is part of the effect."""
    runner = _Runner(vocabulary, periods)
    cases: Relation = {}
    for case in runner.run(move, Case({runner.origin: vocabulary.squares}, {}, {cursor: runner.origin})):
        for guard, effect in _sharpened(case, vocabulary):
            end = (("cursor", *case.cursors[cursor]), 0)
            cases.setdefault((*effect, end), []).append(guard)
    return cases


class _Runner:
    def __init__(self, vocabulary: Vocabulary, periods: Periods) -> None:
        self.vocabulary, self.periods = vocabulary, periods
        self.free = vocabulary.squares | vocabulary.void
        self.origin: Offset = (0,) * len(periods)

    def plus(self, a: Offset, b: Offset) -> Offset:
        """The sum of two offsets, modulo the periods of the lattice."""
        return tuple(
            x + y if period is None else (x + y) % period
            for x, y, period in zip(a, b, self.periods, strict=True)
        )

    def anchored(self, guard: Guard, effect: Effect) -> Iterator[tuple[Guard, Effect]]:
        """The case translated so that a changed square (or a guarded one, if nothing changes) is the
        origin: the translations under which the effect is least."""
        squares = [at for at, _ in effect] or sorted(guard, key=order)[:1]
        seen = [tuple(-x for x in at) for at in squares] or [self.origin]
        views = {back: self._seen(effect, back) for back in seen}
        least = min(views.values())
        for back, view in views.items():
            if view == least:
                yield {self.plus(at, back): mask for at, mask in guard.items()}, view

    def _seen(self, effect: Effect, back: Offset) -> Effect:
        moved = [(self.plus(at, back), content) for at, content in effect]
        return tuple(sorted(moved, key=lambda item: order(item[0])))

    def whole(self, move: Move) -> Iterator[Case]:
        """The cases of a whole move: a binder with its body, or a rule without a cursor."""
        match move:
            case Bind(cursor, cell, body) if not cell.regions:
                for case in self.run(body, Case({self.origin: cell.contents}, {}, {cursor: self.origin})):
                    yield Case(case.guard, case.store, {})
            case Rewrite(before) if not before.cursors:
                yield from self.lay(move, self.origin, Case({}, {}, {}))
            case Test(Choice(options), True):
                for option in options:
                    yield from self.whole(Test(option, True))
            case Test(Bind() | Rewrite() | Test() as asked, True):
                for case in self.whole(asked):
                    yield Case(case.guard, {}, {})
            case Fail():
                return
            case _:
                raise NotCoveredError

    def run(self, move: Move, case: Case) -> list[Case]:
        """Every path through a move from one case."""
        match move:
            case Nil():
                return [case]
            case Fail():
                return []
            case Sequence(parts):
                now = [case]
                for part in parts:
                    now = self._all(self.run(part, each) for each in now)
                return now
            case Choice(options):
                return self._all(self.run(option, case) for option in options)
            case Repeat(body, low, int(high)) if high <= MOST_ROUNDS:
                now, found = [case], []
                for count in range(high + 1):
                    if count >= low:
                        found += now
                    now = self._all(self.run(body, each) for each in now) if count < high else []
                return self._all([found])
            case Bind(cursor, cell, body) if len(cell.here) == 1 and not cell.regions:
                place = case.cursors.get(min(cell.here))
                if place is None:
                    raise NotCoveredError
                here = self._narrowed(case, place, cell.contents)
                inside = Case(here.guard, here.store, {**here.cursors, cursor: place}) if here else None
                ends = self.run(body, inside) if inside else []
                return [
                    Case(end.guard, end.store, _restored(end.cursors, case.cursors, cursor)) for end in ends
                ]
            case Test(body, wanted):
                guards = [end.guard for end in self.run(body, case)]
                if not wanted:
                    guards = minus([case.guard], guards, self.vocabulary)
                return [Case(guard, case.store, case.cursors) for guard in guards]
            case Rewrite(before):
                pins = [
                    min(cell.cursors)
                    for offset, cell in before.cells
                    if cell.cursors and offset == self.origin
                ]
                if not pins or pins[0] not in case.cursors:
                    raise NotCoveredError
                return list(self.lay(move, case.cursors[pins[0]], case))
            case _:
                raise NotCoveredError

    def _all(self, many: Iterable[list[Case]]) -> list[Case]:
        found: list[Case] = []
        for some in many:
            for case in some:
                if case not in found[-50:]:
                    found.append(case)
            if len(found) > MOST_CASES:
                raise NotCoveredError
        return found

    def lay(self, move: Rewrite, anchor: Offset, case: Case) -> Iterator[Case]:
        """A rewrite applied at an anchor: refine the guard by its left side, then write its right side."""
        written = [self.plus(anchor, offset) for offset, cell in move.after.cells if _writes(cell)]
        if len({*written}) < len(written):
            return  # on a glued board two squares of the right side may coincide
        now: Case | None = case
        for offset, cell in move.before.cells:
            now = self._narrowed(now, self.plus(anchor, offset), cell.contents) if now else None
            if cell.regions or any(
                case.cursors.get(name) != self.plus(anchor, offset) for name in cell.cursors
            ):
                raise NotCoveredError
        for offset, _ in move.after.cells:
            now = self._narrowed(now, self.plus(anchor, offset), self.vocabulary.squares) if now else None
        if now is not None:
            yield from self._written(move, anchor, now)

    def _narrowed(self, case: Case, at: Offset, allowed: int) -> Case | None:
        if at in case.store:
            return case if allowed >> case.store[at] & 1 else None
        mask = case.guard.get(at, self.free) & allowed
        return Case({**case.guard, at: mask}, case.store, case.cursors) if mask else None

    def _written(self, move: Rewrite, anchor: Offset, case: Case) -> Iterator[Case]:
        cases = [Case(case.guard, dict(case.store), dict(case.cursors))]
        for offset, cell in move.after.cells:
            at = self.plus(anchor, offset)
            if _carries(cell):
                origin = case.cursors[cell.piece] if cell.piece else at
                cases = [each for done in cases for each in self._carried(cell, origin, at, case, done)]
            elif not cell.bare:
                cases = [
                    Case(done.guard, {**done.store, at: content}, done.cursors)
                    for done in cases
                    for content in self.vocabulary.written(cell.contents)
                ]
            for done in cases:
                done.cursors.update(dict.fromkeys(cell.cursors, at))
        yield from cases

    def _carried(self, cell: Cell, origin: Offset, at: Offset, before: Case, done: Case) -> Iterator[Case]:
        """A cursor's piece arrives; its content must be known, so the case is split by its old content."""
        if origin in before.store:
            known = [(before.store[origin], done.guard)]
        else:
            mask = done.guard.get(origin, self.free) & self.vocabulary.squares
            known = [(content, {**done.guard, origin: 1 << content}) for content in members(mask)]
        for content, guard in known:
            arrived = content if origin == at else self.vocabulary.moved(content)
            arrived = self.vocabulary.with_marks(arrived, cell.gains, cell.loses)
            yield Case(guard, {**done.store, at: arrived}, dict(done.cursors))


def _restored(now: dict[str, Offset], outside: dict[str, Offset], cursor: str) -> dict[str, Offset]:
    rest = {name: at for name, at in now.items() if name != cursor}
    return {**rest, cursor: outside[cursor]} if cursor in outside else rest


def _carries(cell: Cell) -> bool:
    """Does this cell of a right side depend on an old content, rather than on what is written?"""
    return bool(cell.piece or cell.gains or cell.loses)


def _writes(cell: Cell) -> bool:
    return _carries(cell) or not cell.bare


def _sharpened(case: Case, vocabulary: Vocabulary) -> Iterator[tuple[Guard, Effect]]:
    """Split a case until every write changes its square for certain; drop the writes that change nothing."""
    todo = [(dict(case.guard), dict(case.store))]
    while todo:
        guard, store = todo.pop()
        for at, content in store.items():
            mask, same = guard.get(at, vocabulary.squares), 1 << content
            if mask & same:
                todo.append(({**guard, at: same}, {k: v for k, v in store.items() if k != at}))
                if mask & ~same:
                    todo.append(({**guard, at: mask & ~same}, store))
                break
        else:
            yield guard, tuple(sorted(store.items(), key=lambda item: order(item[0])))


def minus(guards: list[Guard], others: list[Guard], vocabulary: Vocabulary) -> list[Guard]:
    """The boards that satisfy one of `guards` and none of `others`, as disjoint guards."""
    free = vocabulary.squares | vocabulary.void
    left = guards
    for other in others:
        rest: list[Guard] = []
        for guard in left:
            inside = dict(guard)
            for at, mask in other.items():
                here = inside.get(at, free)
                if here & ~mask:
                    rest.append({**inside, at: here & ~mask})
                inside[at] = here & mask
                if not inside[at]:
                    break
        left = rest
        if len(left) > MOST_CASES:
            raise NotCoveredError
    return left
