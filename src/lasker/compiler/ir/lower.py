"""Lowering of a game to an IR program: terms become blocks, rewrites tables, names numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from lasker.algebra import moves
from lasker.algebra.fragments import Cell
from lasker.algebra.moves import CounterName, Move
from lasker.algebra.subterms import free_cursors
from lasker.compiler.ir import names
from lasker.compiler.ir.geometry import BoardGeometry, anchor_cursor, changes
from lasker.compiler.ir.ops import (
    NEVER,
    Adjudication,
    Adjust,
    Alias,
    Apply,
    Block,
    Body,
    Carry,
    Choose,
    Compare,
    CounterSpec,
    Each,
    End,
    Fork,
    Most,
    NoteEnd,
    Program,
    Require,
    SquareTable,
    Star,
    Turn,
)
from lasker.kernel.errors import SortError
from lasker.model.game import Game, State

Scope = dict[str, str]  # cursors of the rules, and their names in the program


def lower(game: Game) -> Program:
    """The program of a game, without optimization."""
    return Lowering(game).program()


class Lowering:
    """State of the lowering: the tables and blocks made so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.tables: dict[SquareTable, int] = {}
        self.blocks: dict[str, Block] = {}
        self.vocabulary = game.rules.vocabulary
        self.ground = BoardGeometry(game.space, self.vocabulary)
        self.slots = {name: slot for slot, name in enumerate(self.vocabulary.counters)}
        self._known: dict[tuple[object, ...], str] = {}  # blocks by structure (hash-consing)
        # Terms are memoized by identity, and kept alive so that an identity is never reused.
        self._asked: dict[int, tuple[Move, str]] = {}
        self._lowered: dict[tuple[object, ...], tuple[Move, Body]] = {}
        self._laid: dict[moves.Rewrite, int | None] = {}

    def program(self) -> Program:
        """The program: every state of the game, its ends, and the settling after each move."""
        vocabulary, game = self.vocabulary, self.game
        order = list(game.states)
        turns = tuple(self._turn(state, order) for state in game.states.values())
        settle = None if game.settle == moves.NIL else self._settle(game.settle)
        variants = vocabulary.size // len(vocabulary.glyphs)
        players = range(len(game.players))
        return Program(
            sites=len(game.space.sites),
            frames=self.ground.frames,
            contents=names.of_contents(vocabulary),
            marks=variants.bit_length() - 1,
            moved=variants - 1 - vocabulary.moved(variants - 1),
            ended=variants - 1 - vocabulary.ended((variants - 1,))[0],
            turned=tuple(vocabulary.turned(tuple(range(vocabulary.size)), player) for player in players),
            counters=tuple(self._count(name) for name in vocabulary.counters),
            turns=turns,
            settle=settle,
            passes=game.passes,
            by_label=game.by_label,
            tables=tuple(self.tables),
            blocks=self.blocks,
            adjudications=tuple(
                Adjudication(rule.repeated, rule.giving, rule.manner) for rule in game.adjudications
            ),
            forbids=game.repetition,
        )

    def _turn(self, state: State, order: list[str]) -> Turn:
        name = names.plain(state.name)
        following = tuple(
            (None if test is None else self.block(f"{name}_then", test, {}), order.index(after))
            for test, after in state.next
        )
        stuck = moves.Test(state.move, False)
        ends, verdicts = [], []
        for ending in self.game.endings:
            if state.name in ending.tests:
                test, hint = ending.tests[state.name], f"{name}_{names.plain(ending.reason)}"
                rest = _without(test, stuck)
                ends.append(End(self.block(hint, test, {}), rest is not None))
                verdicts.append(ends[-1] if rest is None else End(self.block(f"{hint}_if", rest, {}), True))
        return Turn(
            name,
            state.player,
            self.block(name, state.move, {}, noted=True),
            following,
            tuple(ends),
            tuple(verdicts),
            tuple(
                self.block(f"{name}_{names.plain(rule.reason)}", rule.tests[state.name], {})
                for rule in self.game.adjudications
                if state.name in rule.tests
            ),
            tuple((weight, self.block(f"{name}_may", move, {}, noted=True)) for weight, move in state.odds),
            tuple(self._questions(name, state)),
        )

    def _questions(self, name: str, state: State) -> Iterator[str]:
        """What notation asks of a position: is it no position of the game, and is the player in check?"""
        for fault in self.game.faults:
            test = fault.tests.get(state.name, moves.FAIL)
            yield self.block(f"{name}_{names.plain(fault.reason)}", test, {})
        if self.game.checking is not None:
            check = moves.FAIL if state.by_chance else self.game.seen(self.game.checking, state.player)
            yield self.block(f"{name}_check", check, {})

    def _settle(self, term: Move) -> str:
        return self.block("settle", term, {}, keeps=True)

    def _count(self, name: CounterName) -> CounterSpec:
        counter = self.vocabulary.counters[name]
        owner = "" if counter.owner is None else names.plain(self.vocabulary.players[counter.owner]) + "_"
        return CounterSpec(
            owner + names.plain(counter.name),
            counter.low,
            counter.high,
            counter.start,
            counter.keyed,
            counter.scratch,
        )

    def block(
        self, hint: str, term: Move, scope: Scope, *, noted: bool = False, keeps: bool = False, own: str = ""
    ) -> str:
        """The block of a term whose only free cursors are those of `scope`, and `own`."""
        kept = tuple(scope.values())
        body = self.body(term, scope | ({own: _fresh_name(own, scope)} if own else {}), noted)
        cursors = (*kept, _fresh_name(own, scope)) if own else kept
        key = (cursors, body, keeps, noted)
        known = self._known.get(key)  # a body is hashed whole
        if known is None:
            known = names.distinct((*self.blocks, hint))[-1]
            self.blocks[known] = Block(known, cursors, body, kept if keeps else None, noted and not keeps)
            self._known[key] = known
        return known

    def body(self, term: Move, scope: Scope, noted: bool) -> Body:
        """The operations of a term."""
        key = (id(term), tuple(scope.items()), noted)
        if key not in self._lowered:
            self._lowered[key] = (term, self._rules[type(term)](self, term, scope, noted))
        return self._lowered[key][1]

    def _nil(self, term: moves.Nil, scope: Scope, noted: bool) -> Body:
        return ()

    def _fail(self, term: moves.Fail, scope: Scope, noted: bool) -> Body:
        return NEVER

    def _sequence(self, term: moves.Sequence, scope: Scope, noted: bool) -> Body:
        return tuple(op for part in term.parts for op in self.body(part, scope, noted))

    def _choice(self, term: moves.Choice, scope: Scope, noted: bool) -> Body:
        return (Fork(tuple(self.body(option, scope, noted) for option in term.options)),)

    def _test(self, term: moves.Test, scope: Scope, noted: bool) -> Body:
        inner = self._inner(term.body, scope)
        if id(term.body) not in self._asked:
            named = {cursor: f"at_{number}" for number, cursor in enumerate(inner)}
            hint = self._tests.get(term.body, "test")
            self._asked[id(term.body)] = (term.body, self.block(hint, term.body, named))
        return (Require(self._asked[id(term.body)][1], tuple(inner.values()), term.wanted),)

    @cached_property
    def _tests(self) -> dict[Move, str]:
        """Named tests of the rules, as each player sees them."""
        found: dict[Move, str] = {}
        for name, test in sorted(
            self.game.tests.items(), key=lambda each: not each[1].wanted
        ):  # `check` before `not_safe`
            word = names.plain(name) if test.wanted else f"not_{names.plain(name)}"
            for number, player in enumerate(self.game.players):
                seen = self.game.seen(test, number)
                assert isinstance(seen, moves.Test)
                found.setdefault(seen.body, f"{names.plain(player)}_{word}")
        return found

    def _repeat(self, term: moves.Repeat, scope: Scope, noted: bool) -> Body:
        inner = self._inner(term.body, scope)
        block = self.block("again", term.body, inner, noted=noted, keeps=True)
        return (Star(block, tuple(inner.values()), term.low, term.high),)

    def _most(self, term: moves.Most, scope: Scope, noted: bool) -> Body:
        inner = self._inner(term.body, scope)
        block = self.block("most", term.body, inner, noted=noted, keeps=True)
        return (Most(self.slots[term.counter], block, tuple(inner.values())),)

    def _each(self, term: moves.Each, scope: Scope, noted: bool) -> Body:
        inner = self._inner(term.body, scope, but=term.cursor)
        inner |= {name: self._cursor(name, scope) for name in sorted(term.cell.here)}
        own = _fresh_name(term.cursor, inner)
        block = self.block("each", term.body, inner, noted=noted, keeps=True, own=term.cursor)
        return (
            Each(
                own,
                self._cursors(term.cell, scope),
                term.cell.contents,
                self.ground.sites(term.cell),
                block,
                tuple(inner.values()),
            ),
        )

    def _bind(self, term: moves.Bind, scope: Scope, noted: bool) -> Body:
        own = _fresh_name(term.cursor, scope)
        sites = self.ground.sites(term.cell)
        body = self.body(term.body, scope | {term.cursor: own}, noted)
        if term.cell.here:
            return (Alias(own, self._cursors(term.cell, scope), term.cell.contents, sites), *body)
        told = noted and term.named
        return (Choose(own, term.cell.contents, sites, told), *body, *((NoteEnd(own),) if told else ()))

    def _adjust(self, term: moves.Adjust, scope: Scope, noted: bool) -> Body:
        return (Adjust(self.slots[term.counter], term.relative, term.amount),)

    def _compare(self, term: moves.Compare, scope: Scope, noted: bool) -> Body:
        slot, other = self.slots[term.counter], term.other
        if isinstance(other, int):
            return (Compare(slot, term.relation, other),)
        return (Compare(slot, term.relation, self.slots[other], True),)

    def _rewrite(self, term: moves.Rewrite, scope: Scope, noted: bool) -> Body:
        columns = self.ground.columns(term)
        if not columns:
            return ()
        table = self._table(term)
        if table is None:
            return NEVER
        column = {offset: number for number, offset in enumerate(columns)}
        pin = anchor_cursor(term.before, self.game.space)
        anchor = None if pin is None else self._cursor(pin, scope)
        cells = [(column[offset], cell) for offset, cell in term.before.cells]
        after = [(column[offset], cell) for offset, cell in term.after.cells]
        squares = self.vocabulary.squares
        return (
            Apply(
                (table,),
                anchor,
                tuple(
                    (at, cell.contents & squares) for at, cell in cells if cell.contents & squares != squares
                ),
                tuple(
                    (at, self._cursor(name, scope))
                    for at, cell in cells
                    for name in sorted(cell.cursors)
                    if name != pin or at != column[self.game.space.compass.origin]
                ),
                tuple((at, self.vocabulary.written(cell.contents)) for at, cell in after if _plainly(cell)),
                tuple(
                    Carry(at, self._cursor(cell.piece, scope) if cell.piece else None, cell.gains, cell.loses)
                    for at, cell in after
                    if changes(cell) and not _plainly(cell)
                ),
                tuple((self._cursor(name, scope), at) for at, cell in after for name in sorted(cell.cursors)),
            ),
        )

    def _table(self, term: moves.Rewrite) -> int | None:
        """The number of a rewrite's table, if the rewrite can be laid anywhere at all."""
        if term not in self._laid:
            table = self.ground.table(term)
            somewhere = any(row is not None for row in table.rows)
            self._laid[term] = self.tables.setdefault(table, len(self.tables)) if somewhere else None
        return self._laid[term]

    def _variable(self, term: moves.Variable, scope: Scope, noted: bool) -> Body:
        raise SortError(
            f"{term.name} stands for any move, so it cannot be compiled", remedy=f"define it: {term.name} = …"
        )

    def _inner(self, term: Move, scope: Scope, but: str | None = None) -> Scope:
        """The part of a scope that a term mentions."""
        wanted = sorted(free_cursors(term) - {but})
        return {name: self._cursor(name, scope) for name in wanted}

    def _cursors(self, cell: Cell, scope: Scope) -> tuple[str, ...]:
        return tuple(self._cursor(name, scope) for name in sorted(cell.here))

    def _cursor(self, name: str, scope: Scope) -> str:
        if name not in scope:
            raise moves.unbound_cursor(name)
        return scope[name]

    _rules: dict[type, Callable[..., Body]] = {  # noqa: RUF012  # a table of the class, never changed
        moves.Nil: _nil,
        moves.Fail: _fail,
        moves.Rewrite: _rewrite,
        moves.Sequence: _sequence,
        moves.Choice: _choice,
        moves.Repeat: _repeat,
        moves.Bind: _bind,
        moves.Each: _each,
        moves.Test: _test,
        moves.Adjust: _adjust,
        moves.Compare: _compare,
        moves.Most: _most,
        moves.Variable: _variable,
    }


def _without(term: Move, test: Move) -> Move | None:
    """A term without a test among its leading tests; None if it does not begin with that test."""
    parts = term.parts if isinstance(term, moves.Sequence) else (term,)
    for at, part in enumerate(parts):
        if part == test:
            return moves.sequence((*parts[:at], *parts[at + 1 :]))
        if not isinstance(part, moves.Test | moves.Compare):
            return None
    return None


def _plainly(cell: Cell) -> bool:
    return changes(cell) and not (cell.piece or cell.gains or cell.loses)


def _fresh_name(cursor: str, scope: Scope) -> str:
    """The name of a rules cursor in the program: its name and a number greater than any around it."""
    word = "here" if cursor == "%" else names.plain(cursor)
    return f"{word}_{max((int(name.rpartition('_')[2]) + 1 for name in scope.values()), default=0)}"
