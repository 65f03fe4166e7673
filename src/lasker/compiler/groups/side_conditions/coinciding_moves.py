"""Partition of moves into components: only moves of one component may coincide and must be compared when they
are counted.

Most pairs of moves are proved disjoint by what they require and write (`disjointness`). Where a proof fails,
both belong to one component; a move that may coincide with another instance of itself, or change nothing, is
a component by itself. All other moves are counted without comparison.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from lasker.compiler.groups.moves import Drop, Flat, Moves, Rule, Shared, image
from lasker.compiler.groups.path_budget import PREPARED, WorkBudget
from lasker.compiler.groups.side_conditions.disjointness import (
    Trace,
    TraceIndex,
    drop_traces,
    flat_trace,
    may_coincide,
    may_leave,
    rule_traces,
    screens_contradict,
    symbols,
    targets_determine_moves,
    traces_coincide,
)

Simple = Flat | Drop | Rule


def merge_coinciding(moves: Moves, marks: int, work: WorkBudget | None = None) -> Moves:
    """Classes, drops and rules; those that may coincide are gathered into components. What there is no `work`
    left to compare is assumed to coincide."""
    flats = [part for flat in moves.flats for part in _split_by_symbol(flat, marks)]
    work = work or WorkBudget()
    every: tuple[Simple, ...] = (*flats, *moves.drops, *moves.rules)
    rows = sum(len(rule.rows) for rule in moves.rules)
    if not targets_determine_moves(moves, marks) or not work.compares(PREPARED * rows):
        return Moves(shared=(Shared(every),))
    return _Components(every, marks, work).moves()


def _split_by_symbol(flat: Flat, marks: int) -> Iterator[Flat]:
    """A class, split into moves that change the symbol of the target square and moves that do not."""
    after = symbols(image(flat.movers, flat.value), marks)
    same = sum(
        1 << c for c in range(flat.targets.bit_length()) if flat.targets >> c & 1 and c >> marks in after
    )
    for targets in filter(None, (flat.targets & ~same, same)):
        yield replace(flat, targets=targets)


class _Components:
    """Union-find over moves, by their numbers."""

    def __init__(self, every: tuple[Simple, ...], marks: int, work: WorkBudget) -> None:
        self.every, self.marks, self.work = every, marks, work
        self.ways: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)  # entries of classes
        self.results: dict[int, frozenset[int]] = {}  # symbols that classes leave on their targets
        self.leader = list(range(len(every)))  # parent in the union-find forest
        self.uncertain: set[int] = set()  # moves whose results must be compared, alone or with others

    def moves(self) -> Moves:
        """All moves by kind, and the components."""
        self._compare_classes()
        self._compare_traces()
        together: dict[int, list[Simple]] = defaultdict(list)
        for number, move in enumerate(self.every):
            together[self._find(number)].append(move)
        uncertain = {self._find(number) for number in self.uncertain}
        sure = [move for first, found in together.items() if first not in uncertain for move in found]
        return Moves(
            tuple(move for move in sure if isinstance(move, Flat)),
            tuple(move for move in sure if isinstance(move, Drop)),
            tuple(move for move in sure if isinstance(move, Rule)),
            shared=tuple(Shared(tuple(found)) for first, found in together.items() if first in uncertain),
        )

    def _find(self, number: int) -> int:
        while self.leader[number] != number:
            self.leader[number] = number = self.leader[self.leader[number]]  # path halving
        return number

    def _union(self, one: int, other: int) -> None:
        """Records that two moves, or two instances of one move, may coincide."""
        self.uncertain |= {one, other}
        self.leader[self._find(one)] = self._find(other)

    def _connected(self, one: int, other: int) -> bool:
        """Would comparing two moves give no new information?"""
        return one in self.uncertain and self._find(one) == self._find(other)

    def _looks_the_same(self, flat: Flat) -> bool:
        return bool(symbols(image(flat.movers, flat.value), self.marks) & symbols(flat.targets, self.marks))

    def _compare_classes(self) -> None:
        """Classes that change both their squares: two of them coincide only on the same entry."""
        for number, flat in enumerate(self.every):
            if not isinstance(flat, Flat) or self._looks_the_same(flat):
                continue
            self.results[number] = symbols(image(flat.movers, flat.value), self.marks)
            rivals = {n for n in range(number) if self._may_coincide(flat, self.every[n])}
            for origin, target, between in flat.entries:
                for other, others in self.ways[origin, target] if rivals else ():
                    rival = self.every[other]
                    assert isinstance(rival, Flat)
                    if other in rivals and not screens_contradict(flat, between, rival, others):
                        self._union(number, other)
                self.ways[origin, target].append((number, between))

    def _may_coincide(self, flat: Flat, other: Simple) -> bool:
        return isinstance(other, Flat) and may_coincide(flat, other, self.marks)

    def _traces(self) -> Iterator[tuple[int, Trace]]:
        """Every path of the other moves: what it requires and writes."""
        for number, move in enumerate(self.every):
            match move:
                case Rule():
                    yield from ((number, trace) for trace in rule_traces(move, self.marks))
                case Drop():
                    yield from ((number, trace) for trace in drop_traces(move, self.marks))
                case Flat() if self._looks_the_same(move):
                    for origin, target, between in move.entries:
                        trace = flat_trace(move, origin, target, between, self.marks)
                        yield number, replace(trace, sure=frozenset((origin,)))

    def _compare_traces(self) -> None:
        writing, going = TraceIndex(), cache(self._going)
        idle: list[int] = []
        far = any(move.terms.effects for move in self.every)  # else a class changes two squares only
        for number, trace in self._traces():
            if not trace.sure:  # all moves that change nothing coincide
                idle.append(number)
                self._union(number, idle[0])
            for other, rivals in writing.may_meet(trace):
                self._compare(number, trace, other, rivals)
            writing.add(number, trace)
            ends = ((o, t) for o in trace.left for t in trace.left) if far or len(trace.sure) <= 2 else ()
            for origin, target in ends:
                for other, between in self.ways.get((origin, target), ()):
                    if may_leave(trace, target, self.results[other]) and not self._connected(number, other):
                        self._compare(number, trace, other, (going(other, origin, target, between),))

    def _going(self, number: int, origin: int, target: int, between: int) -> Trace:
        """The trace of a class along one of its entries."""
        flat = self.every[number]
        assert isinstance(flat, Flat)
        return flat_trace(flat, origin, target, between, self.marks)

    def _compare(self, number: int, trace: Trace, other: int, rivals: Iterable[Trace]) -> None:
        """Compares a path of one move with paths of another one, until both are known to be in one
        component."""
        for rival in rivals:
            if self._connected(number, other):
                return
            if not self.work.compares(1) or traces_coincide(trace, rival):
                self._union(number, other)
