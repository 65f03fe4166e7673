"""Sweeps: a piece is placed where runs begin, and these are flipped: `%.: [some] put(●) all`.

Each direction by itself is an attempt, `M // nil`: discs are flipped if possible. Enumerating the
combinations of all directions would take too many paths; but as long as no attempt reads a square that
another one changes, each can be enumerated by itself.
"""

from __future__ import annotations

from itertools import combinations, permutations

from lasker.algebra.contents import members
from lasker.compiler.groups.alternatives import guards
from lasker.compiler.groups.kinds.runs import Known, runs_of
from lasker.compiler.groups.moves import EMPTY, Sweep, Terms
from lasker.compiler.groups.path import NotClassified, Path, Value, unconditional
from lasker.compiler.groups.symbolic_execution import SymbolicExecutor
from lasker.compiler.ir.ops import Adjust, Apply, Body, Choose, Compare, Fork, NoteEnd, Program, Require

Attempt = list[tuple[Known, dict[int, Value]]]  # conditions and writes; at most one alternative applies


def is_sweep(body: Body) -> bool:
    """Does a body choose an empty square, test it, place something there, and make attempts?"""
    match body:
        case (Choose(cursor, contents), Require(_, (asked,), True), Apply(anchor=anchor), *rest):
            forks = [op for op in rest if isinstance(op, Fork)]
            others = [op for op in rest if not isinstance(op, Fork)]
            plain = all(isinstance(op, Adjust | Compare | NoteEnd) for op in others)
            here = contents == EMPTY and cursor == asked == anchor
            return here and plain and bool(forks) and all(map(_is_attempt, forks))
    return False


def _is_attempt(fork: Fork) -> bool:
    match fork.options:
        case (_, (Require(_, _, False),)):
            return True
    return False


def sweep_of(program: Program, body: Body, alphabet: int) -> Sweep:
    """The body as a sweep; NotClassified if one of the proofs fails."""
    return _SweepBuilder(program, body, alphabet).sweep()


class _SweepBuilder:
    """State of the enumeration of a sweep's runs, square by square."""

    def __init__(self, program: Program, body: Body, alphabet: int) -> None:
        self.program, self.alphabet, self.walk = program, alphabet, SymbolicExecutor(program)
        self.guards = guards(body)
        begin, asked, put, *self.rest = body[len(self.guards) :]
        assert isinstance(begin, Choose)
        assert isinstance(asked, Require)
        self.begin, self.asked, self.put = begin, asked, put

    def sweep(self) -> Sweep:
        """What is placed, where, and what is flipped."""
        needs: dict[int, list[Known]] = {}
        turns: dict[int, list[Known]] = {}
        contents = set()
        for site in members(self.begin.sites):
            start = Path(origin=site, known=((site, EMPTY),), cursors=((self.begin.cursor, site),))
            placed = self._ways((self.put,), start)
            if len(placed) != 1 or placed[0][0] or set(placed[0][1]) != {site}:
                raise NotClassified("what is put down changes other squares as well")
            value = placed[0][1][site]
            contents.add(value)
            needs[site] = [known for known, _ in self._asked(self.asked, start)]
            after = start._replace(writes=((site, value),))
            attempts = [self._attempt(op, after) for op in self.rest if isinstance(op, Fork)]
            _independent(site, attempts)
            turns[site] = [_flipped_run(way, value) for attempt in attempts for way in attempt]
        (value,) = contents
        if value.site is not None or not value.adds:
            raise NotClassified("no new piece is put down")
        counted = tuple(op for op in self.rest if isinstance(op, Adjust | Compare))
        asked = tuple((op.block, op.wanted) for op in self.guards)
        return Sweep(value.adds, Terms(counted, asked), self.begin.sites, runs_of(needs), runs_of(turns))

    def _ways(self, body: Body, start: Path) -> Attempt:
        """The paths of a body on boards of the alphabet: conditions, and writes apart from the placed
        piece."""
        found: Attempt = []
        held, written = dict(start.known), dict(start.writes)
        for end in self.walk.body(body, start):
            if (end.questions, end.counters, end.notes) != (start.questions, start.counters, start.notes):
                raise NotClassified("what is tried asks or counts something")
            if any(dict(end.cursors)[name] != at for name, at in start.cursors):
                raise NotClassified("a cursor stays where something was tried")
            known = tuple((s, c & self.alphabet) for s, c in end.known if c != held.get(s))
            if all(c for _, c in known):
                found.append((known, {s: unconditional(v) for s, v in end.writes if v != written.get(s)}))
        return found

    def _asked(self, op: Require, start: Path) -> Attempt:
        """The paths of a test about cursors."""
        block, places = self.program.blocks[op.block], dict(start.cursors)
        given = zip(block.cursors, (places[name] for name in op.cursors), strict=True)
        return self._ways(block.body, start._replace(cursors=tuple(given)))

    def _attempt(self, op: Fork, start: Path) -> Attempt:
        """The attempt: carried out if possible, with one result."""
        body, (otherwise,) = op.options
        assert isinstance(otherwise, Require)
        found = self._ways(body, start)
        if {known for known, _ in found} != {known for known, _ in self._asked(otherwise, start)}:
            raise NotClassified("something else is asked than what is tried")
        if not all(_exclude(dict(one), dict(other)) for (one, _), (other, _) in combinations(found, 2)):
            raise NotClassified("what is tried can be done in several ways")
        return found


def _exclude(one: dict[int, int], other: dict[int, int]) -> bool:
    """Are two conditions contradictory?"""
    return any(site in other and not held & other[site] for site, held in one.items())


def _independent(site: int, attempts: list[Attempt]) -> None:
    """NotClassified, if an attempt changes what another one reads."""
    looks = [{s for known, _ in attempt for s, _ in known} for attempt in attempts]
    writes = [{s for _, written in attempt for s in written} for attempt in attempts]
    for one, other in permutations(range(len(attempts)), 2):
        if writes[one] & (looks[other] | writes[other] | {site}):
            raise NotClassified("what is tried depends on what was tried before")


def _flipped_run(way: tuple[Known, dict[int, Value]], value: Value) -> Known:
    """A run whose squares become the placed content."""
    known, writes = way
    if writes != {site: value for site, _ in known[:-1]}:
        raise NotClassified("a line does not become what is put at its end")
    return known
