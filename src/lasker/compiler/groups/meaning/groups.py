"""Semantics of move kinds: all results of a move of any kind on a board.

Each kind is read as its docstring says, square by square. Tests are evaluated by `holds`, so that the tests
of a game, which are classified too, are evaluated at the same level.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import assert_never

from lasker.algebra.contents import members
from lasker.compiler.groups.game import Attack, Classes
from lasker.compiler.groups.kinds.residuals import with_residuals
from lasker.compiler.groups.meaning.boards import (
    Board,
    Counters,
    Holds,
    Result,
    after_effects,
    counters_after,
    holds_all,
    note,
    squares,
    written,
)
from lasker.compiler.groups.meaning.safety import attacked_after, occupied
from lasker.compiler.groups.moves import (
    EMPTY,
    Chain,
    Drop,
    Entry,
    Flat,
    Followed,
    Move,
    Pass,
    Product,
    Query,
    Residual,
    Rule,
    Run,
    Shared,
    Sweep,
    Tail,
    Terms,
)
from lasker.compiler.groups.path import Conditional, SymbolicContent, Value, Writes
from lasker.compiler.ir.interpret import Interpreter
from lasker.compiler.ir.machine import Configuration, Note
from lasker.compiler.ir.ops import Block, Program

Made = tuple[Board, tuple[Note, ...], int | None, int]  # board after, label, start, target


class Groups:
    """The moves of a game; `holds` evaluates their tests."""

    def __init__(self, program: Program, classes: Classes, holds: Holds) -> None:
        self.program, self.classes, self.holds = program, classes, holds
        self.walk = Interpreter(with_residuals(program, classes.residuals))

    def results(self, move: Move, board: Board, counters: Counters) -> Iterator[Result]:
        """All results of a move."""
        terms = move.terms
        if not all(self.holds(block, board, counters, ()) == wanted for block, wanted in terms.guards):
            return
        match move:
            case Flat() | Drop():
                made = self._flat(move, board) if isinstance(move, Flat) else self._drop(move, board)
                for after, label, origin, target in made:
                    if not self._foretold(terms.question, board, origin, target):
                        yield from self._on_terms(
                            terms, board, after, counters, () if terms.odd_label else label
                        )
            case Rule():
                for after, label in self._rule(move, board, counters):
                    yield from self._on_terms(terms, board, after, counters, label)
            case Sweep():
                for after, label in self._sweep(move, board):
                    yield from self._on_terms(terms, board, after, counters, label)
            case Chain():
                found = defaultdict[Board, list[tuple[Note, ...]]](list)
                for after, label in self._chains(move, board, counters):
                    found[after].append(label)
                for after, labels in found.items():  # equal results are one move
                    yield from self._on_terms(terms, board, after, counters, min(labels))
            case Product():
                for after, label in self._product(move, board):
                    yield from self._on_terms(terms, board, after, counters, label)
            case Shared():
                known = dict[tuple[Board, Counters], Result]()
                for each in (each for inner in move.moves for each in self.results(inner, board, counters)):
                    place = (each.board, each.counters)
                    known[place] = min(known.get(place, each), each)
                yield from known.values()
            case Residual():
                yield from self._walked(move.block, board, counters)
            case Followed():
                for inner in move.moves:
                    for each in self.results(inner, board, counters):
                        yield from self._followed(move, each)
            case Pass():
                yield from self._on_terms(terms, board, board, counters, ())
            case _:
                assert_never(move)

    def _walked(self, block: Block, board: Board, counters: Counters) -> Iterator[Result]:
        """The results of a block, by the IR interpreter."""
        with self.walk.meter.question():
            for end in self.walk.runs(block.name, Configuration(board, counters)):
                yield Result(end.board, end.counters, end.notes)

    def _on_terms(
        self, terms: Terms, before: Board, after: Board, counters: Counters, label: tuple[Note, ...]
    ) -> Iterator[Result]:
        """A move that has been made, if its terms hold. Tests see the counters as they were: they depend on
        none that the move changes before them."""
        if not all(self.holds(block, after, counters, ()) == wanted for block, wanted in terms.asks):
            return
        ops = terms.counters
        if terms.branch is not None:
            ops += (
                terms.branch.yes if self.holds(terms.branch.block, after, counters, ()) else terms.branch.no
            )
        total = counters_after(self.program, ops, counters)
        if total is not None:
            yield Result(after, total, label)

    def _foretold(self, block: str | None, board: Board, origin: int | None, target: int) -> bool:
        attack = self.classes.tests[block] if block is not None else None
        assert attack is None or isinstance(attack, Attack), "only attacks are foretold"
        return attack is not None and attacked_after(attack, board, origin, target)

    def _flat(self, flat: Flat, board: Board) -> Iterator[Made]:
        full, ways = occupied(board), by_origin(flat.entries)
        number, held = flat.screens
        barred = full & ~squares(board, held) if number else 0
        for origin in members(squares(board, flat.movers)):
            goals = {  # a set: two entries of one class to a square are one move
                target
                for target, between in ways.get(origin, ())
                if flat.targets >> board[target] & 1
                and (between & full).bit_count() == number
                and not between & barred
            }
            value = flat.value if flat.value.site is None else flat.value._replace(site=origin)
            for target in sorted(goals):
                after = written(board, ((origin, Value(None, 0, 0)), (target, value)))
                after = _with_effects(after, flat.terms, target)
                label = note(origin, board[origin], target, after[target], self.program.marks)
                yield after, (label,), origin, target

    def _drop(self, drop: Drop, board: Board) -> Iterator[Made]:
        empty = squares(board, EMPTY)
        for conditions, sites in drop.entries:
            if all(holds_all(board, contents, where) for contents, where in conditions):
                for site in members(sites & empty):
                    after = written(board, ((site, Value(None, 0, drop.content)),))
                    after = _with_effects(after, drop.terms, site)
                    yield after, (note(site, 0, site, drop.content, self.program.marks),), None, site

    def _rule(self, rule: Rule, board: Board, counters: Counters) -> Iterator[tuple[Board, tuple[Note, ...]]]:
        for row in self.fitting(rule, board, counters):
            after, label = _carried_out(rule.writes, row, board), tuple[Note, ...]()
            if rule.terms.note is not None:
                start, end, symbol, was = rule.terms.note
                label = ((row[start], row[end], symbol, was),)
            yield after, label

    def fitting(self, rule: Rule, board: Board, counters: Counters) -> Iterator[tuple[int, ...]]:
        """The rows whose squares hold the required contents, if the tests in between have the required
        answers."""
        rows = by_first(rule.rows)
        firsts = members(squares(board, rule.holds[0])) if rule.holds else [-1]
        for row in (row for first in firsts for row in rows.get(first, ())):
            if all(held >> board[site] & 1 for site, held in zip(row, rule.holds, strict=True)) and all(
                self.holds(q.block, _carried_out(q.writes, row, board), counters, _place(q, row)) == q.wanted
                for q in rule.questions
            ):
                yield row

    def _sweep(self, sweep: Sweep, board: Board) -> Iterator[tuple[Board, tuple[Note, ...]]]:
        for site in members(sweep.sites & squares(board, EMPTY)):
            if any(passed(run, site, board) for run in sweep.needs):
                over = [square for run in sweep.turns for square in passed(run, site, board)]
                value = Value(None, 0, sweep.content)
                after = written(board, ((square, value) for square in (site, *over)))
                yield after, (note(site, 0, site, sweep.content, self.program.marks),)

    def _chains(
        self, chain: Chain, board: Board, counters: Counters
    ) -> Iterator[tuple[Board, tuple[Note, ...]]]:
        for site in members(chain.sites & squares(board, chain.movers)):
            for after, end in self._hopped(chain, board, site, counters, first=True):
                yield after, (note(site, board[site], end, after[end], self.program.marks),)

    def _hopped(
        self, chain: Chain, board: Board, site: int, counters: Counters, first: bool
    ) -> Iterator[tuple[Board, int]]:
        """All ends of chains from a square; a chain ends where no hop is possible."""
        more = False
        for hop in chain.hops:
            for row in self.fitting(hop.rule, board, counters):
                if row[0] == site:
                    more = True
                    after = _carried_out(hop.rule.writes, row, board)
                    yield from self._hopped(chain, after, row[hop.to], counters, first=False)
        if not more and not first:
            yield _ended(chain.tails, board, site), site

    def _product(self, product: Product, board: Board) -> Iterator[tuple[Board, tuple[Note, ...]]]:
        marks, shots = self.program.marks, by_origin(product.shots)
        for flat in product.flats:
            for middle, label, _, here in self._flat(flat, board):
                full = occupied(middle)
                for target, between in shots.get(here, ()):
                    if not (between | 1 << target) & full:
                        after = written(middle, ((target, Value(None, 0, product.content)),))
                        yield after, (*label, note(here, middle[here], target, product.content, marks))

    def _followed(self, move: Followed, first: Result) -> Iterator[Result]:
        """The placements after a move, and the piece lifted before."""
        own = squares(first.board, move.lifted)
        for other in members(own) if own else (None,):
            lifted = () if other is None else ((other, Value(None, 0, 0)),)
            for site in members(move.sites & squares(first.board, EMPTY)):
                after = written(first.board, (*lifted, (site, Value(None, 0, move.content))))
                label = note(site, 0, site, move.content, self.program.marks)
                yield Result(after, first.counters, (*first.label, label) if first.label else ())


def _place(query: Query, row: tuple[int, ...]) -> tuple[int, ...]:
    """The square that a test is about, if any."""
    return () if query.at is None else (row[query.at],)


def _carried_out(writes: Writes, row: tuple[int, ...], board: Board) -> Board:
    """The board after writes whose squares are columns of a row."""

    def placed(value: SymbolicContent) -> SymbolicContent:
        if isinstance(value, Conditional) or value.site is None:
            return value
        return value._replace(site=row[value.site])

    return written(board, ((row[column], placed(value)) for column, value in writes))


def _with_effects(board: Board, terms: Terms, goal: int) -> Board:
    """The board after the effects around the target of a move."""
    for effects in (effects for sites, effects in terms.effects if sites >> goal & 1):
        board = after_effects(board, effects, goal)
    return board


def _ended(tails: tuple[Tail, ...], board: Board, site: int) -> Board:
    """The board where a chain has ended: what the piece becomes there."""
    for tail in tails:
        if tail.contents >> board[site] & 1 and tail.sites >> site & 1 and tail.value is not None:
            return written(board, ((site, tail.value),))
    return board


def passed(run: Run, site: int, board: Board) -> list[int]:
    """The squares of a run that starts after a square; none if there is no such run."""
    over: list[int] = []
    while run.steps >> site & 1:
        site += run.by
        if run.to >> board[site] & 1:
            return over
        if not run.over >> board[site] & 1:
            break
        over.append(site)
    return []


@cache
def by_origin(entries: tuple[Entry, ...]) -> dict[int, list[tuple[int, int]]]:
    """Entries by start square: target, and squares between."""
    found = defaultdict[int, list[tuple[int, int]]](list)
    for origin, target, between in entries:
        found[origin].append((target, between))
    return found


@cache
def by_first(rows: tuple[tuple[int, ...], ...]) -> dict[int, list[tuple[int, ...]]]:
    """Rows by their first square; -1 for one without squares."""
    found = defaultdict[int, list[tuple[int, ...]]](list)
    for row in rows:
        found[row[0] if row else -1].append(row)
    return found
