"""The sink that lists moves as options, and numbers how they are made.

An option is one piece with all its targets, or all pieces that make the same step, so that few options
represent many moves, and the move with a given index is found by population counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from lasker.algebra.contents import members
from lasker.compiler.bits.attack_tables import FEW
from lasker.compiler.bits.codegen_context import COPY, FROM_AND_TO, Writing
from lasker.compiler.bits.grouping import FixedShift, MoverGroup, Outcome
from lasker.compiler.bits.kinds.pattern_tables import Bulk
from lasker.compiler.bits.kinds.rules import WHICH, Fit
from lasker.compiler.bits.language import (
    AFTER,
    OCCUPIED,
    TRUE,
    Assign,
    Block,
    Continue,
    Do,
    Each,
    Expr,
    Field,
    If,
    Literal,
    Name,
    Number,
    Numbers,
    Pointer,
    Scoped,
    Stmt,
    address,
    any_of,
    bit,
    call,
    first,
    no,
    shifted,
    under,
)
from lasker.compiler.bits.moves import SHOTS, Emission
from lasker.compiler.bits.position_sets import MOST_REACHED, ways
from lasker.compiler.bits.royal_safety.safety import FROM, GOALS, TO
from lasker.compiler.bits.sinks.listing.shifts import MOST_LANES, Making, making
from lasker.compiler.bits.sinks.making import REACHED, SETTLED, moved, settled, with_position_set
from lasker.compiler.groups.moves import (
    Chain,
    Counters,
    Drop,
    Entry,
    Flat,
    Followed,
    Moves,
    Pass,
    Product,
    Residual,
    Rule,
    Screens,
    Shared,
    Sweep,
    Terms,
)
from lasker.compiler.groups.path import NotClassified
from lasker.compiler.ir.ops import Adjust

OPTIONS, ZERO = Pointer("o"), Number(0)
NEVER_SHARED = "only classes, drops and rules share a set of positions"
Alike = tuple[int, Screens, str | None, tuple[Entry, ...]]


class ListSink:
    """The sink that generates options; it numbers the classes of moves, and records how each is made."""

    makes = splits = False
    patterns_are_made = True
    none_yet: Expr | None = None

    def __init__(self, writing: Writing, lanes: tuple[int, ...]) -> None:
        self.writing, self.lanes = writing, lanes
        self.common, self.scope, self.counts = writing.common, writing.scope, writing.common.counts
        self.few = MOST_LANES if lanes else FEW
        self.most = self.shots = 0  # options at most, and pieces that have moved and shoot
        self.labels: list[tuple[int, int]] = []  # by class: new symbol, or -1, and symbol before
        self.terms: list[Terms] = []
        self.changes: list[Block] = []  # changes of the board
        self.made_by: list[Block] = []  # and counter updates
        self.actions: set[tuple[int, int, int, int]] = set()  # every label that is possible
        self.held = Emission(writing, self).held

    def numbered(self, terms: Terms, symbol: int, was: int, made: Iterable[Stmt]) -> int:
        """The number of a class of moves, which determines its label and how it is made."""
        self.labels.append((symbol, was))
        self.terms.append(terms)
        self.changes.append(tuple(made))
        self.made_by.append((*self.changes[-1], *self._afterwards(terms)))
        return len(self.labels) - 1

    def _afterwards(self, terms: Terms) -> Iterator[Stmt]:
        """The counter updates after a move."""
        yield from self._counted(terms.counters)
        if terms.branch:
            yes, otherwise = tuple(self._counted(terms.branch.yes)), tuple(self._counted(terms.branch.no))
            yield If(self.writing.holds_after(terms.branch.block), yes, otherwise)

    def _counted(self, counters: Counters) -> Iterator[Stmt]:
        """The counter updates on the board, and on all counters."""
        yield from self.counts.changed(counters, AFTER)
        for op in counters:
            if isinstance(op, Adjust):
                yield Assign(Name("counter")[op.slot], "+=" if op.relative else "=", Number(op.amount))

    def ways(self, moves: Moves) -> list[MoverGroup]:
        """Classes of one kind of piece each; those with the same entries are merged, unless each needs a test
        after it."""
        alike: dict[Alike, list[tuple[Flat, int]]] = defaultdict(list)
        found, numbers = list[MoverGroup](), self._numbers(moves.flats)
        for flat in moves.flats:
            for movers in self.common.layout.apart(flat.movers):
                number = numbers[making(movers, flat, self.common.together)]
                self.actions |= {(start, end, *self.labels[number]) for start, end, _ in flat.entries}
                if flat.terms.asked or not self.common.together:
                    found.append(self._way(movers, [(flat, number)]))
                else:
                    key = (movers, flat.screens, flat.terms.question, flat.entries)
                    alike[key].append((flat, number))
        return [*found, *(self._way(key[0], flats) for key, flats in alike.items())]

    def _way(self, movers: int, flats: list[tuple[Flat, int]]) -> MoverGroup:
        outcomes = (
            Outcome(number, ((self.counts.possible(flat.terms.counters), flat.targets),))
            for flat, number in flats
        )
        (flat, _), *_ = flats
        terms = replace(flat.terms, counters=(), guards=())
        return MoverGroup(movers, flat.screens, flat.value, terms, flat.entries, tuple(outcomes))

    def _numbers(self, flats: tuple[Flat, ...]) -> dict[Making, int]:
        """The numbers of classes of pieces, by how their moves are made."""
        targets: dict[Making, int] = defaultdict(int)
        for flat in flats:
            for movers in self.common.layout.apart(flat.movers):
                targets[making(movers, flat, self.common.together)] |= flat.targets
        found = {}
        for made, held in targets.items():
            movers, value, terms, _ = made
            symbol, was = self._label(movers, value.site, value.adds)
            found[made] = self.numbered(terms, symbol, was, self.writing.changed(movers, held, value, terms))
        return found

    def _label(self, movers: int, site: int | None, adds: int) -> tuple[int, int]:
        """The symbol that a piece becomes, or -1 if it is unchanged; and its symbol before."""
        (was,) = self.common.layout.symbols(movers)
        symbol = -1 if site is not None else adds >> self.common.program.marks
        return -1 if symbol == was else symbol, was

    def drops(self, drops: tuple[Drop, ...]) -> list[list[Drop]]:
        """Each drop by itself."""
        return [[drop] for drop in drops]

    def goes(self, way: MoverGroup, goals: Expr, terms: Terms) -> Iterator[Stmt]:
        """A piece with all its targets, separated by what it becomes."""
        for each in way.outcomes:
            self.most += self.common.program.sites
            mine = goals if len(way.outcomes) == 1 else goals & self.scope.where(each.where)
            yield Do(call("one_goes", OPTIONS, first(FROM), mine, each.payload, 0))

    def all_step(self, way: MoverGroup, step: FixedShift, movers: Expr, allowed: Expr) -> Iterator[Stmt]:
        """All pieces that can make the same step."""
        for each in way.outcomes:
            self.most += 1
            starts = movers & shifted(self.scope.where(each.where), -step.by)
            if step.over:
                starts = starts & ~shifted(OCCUPIED, -step.over)
            if self.lanes:
                yield Do(call("lane_goes", OPTIONS, self.lanes.index(step.by), starts, each.payload))
            else:
                yield Do(call("all_go", OPTIONS, starts, step.by, each.payload))

    def dropped(self, drops: list[Drop], terms: Terms) -> Iterator[Stmt]:
        """All squares on which a piece may be placed."""
        for drop in drops:
            yield self._put(GOALS, self.numbered_drop(drop))

    def numbered_drop(self, drop: Drop) -> int:
        """The number of a drop."""
        symbol = drop.content >> self.common.program.marks
        self.actions |= {(at, at, symbol, 0) for _, sites in drop.entries for at in members(sites)}
        return self.numbered(drop.terms, symbol, 0, self.writing.placed(drop))

    def _put(self, squares: Expr, number: int) -> Stmt:
        self.most += 1
        return Do(call("all_go", OPTIONS, squares, 0, number))

    def rule_key(self, rule: Rule) -> object:
        """Rules with the same labels, tests and counter updates are listed together."""
        assert rule.terms.note is not None
        start, end, *told = rule.terms.note
        self.actions |= {(row[start], row[end], told[0], told[1]) for row in rule.rows}
        return tuple(told), replace(rule.terms, note=None)

    def some(self, rules: tuple[Rule, ...]) -> tuple[list[Stmt], tuple[Rule, ...]]:
        """Each rule is listed."""
        return [], rules

    def bulk(self) -> Bulk | None:
        """Each rule is listed."""
        return None

    def fits(self, terms: Terms, fit: Fit) -> list[Stmt]:
        """A rule matches; it is tried by making it, if there is a test after it."""
        number, (start, end) = self.numbered_rule(terms, fit)
        self.most += fit.rows
        condition = self.held(terms)
        tried = [] if condition is None else [COPY, *fit.make, If(no(condition), (Continue(),))]
        return [*tried, Do(call("one_goes", OPTIONS, start, bit(end), number, fit.row))]

    def numbered_rule(self, terms: Terms, fit: Fit) -> tuple[int, tuple[Expr, Expr]]:
        """The number of a rule, and the squares of its label."""
        assert terms.note is not None
        assert fit.label is not None
        _, _, symbol, was = terms.note
        return self.numbered(terms, symbol, was, fit.again), fit.label

    def swept(self, sweep: Sweep, places: Expr) -> Iterator[Stmt]:
        """All squares on which a piece may be placed that flips others."""
        symbol = sweep.content >> self.common.program.marks
        number = self.numbered(sweep.terms, symbol, 0, self.writing.swept(sweep, Field(WHICH, "to")))
        self.actions |= {(at, at, symbol, 0) for at in members(sweep.sites)}
        yield self._put(places, number)

    def hopped(self, chain: Chain, starts: Expr) -> Iterator[Stmt]:
        """The ends of chains, each made."""
        ends = Field(OPTIONS, "ends")
        number = self.numbered(chain.terms, -1, 0, ())
        listed = (
            self.common.chains.ends(chain, starts, address(ends)),
            Assign(Field(OPTIONS, "chain"), "=", Number(number)),
            Assign(Field(OPTIONS, "size"), "+=", call("(uint64_t)", Field(ends, "size"))),
        )
        yield If(any_of(starts), listed)

    def shot(self, product: Product, flat: Flat) -> Iterator[Stmt]:
        """All shots of a piece that has moved."""
        kind = self.common.layout.kind(product.content >> self.common.program.marks, AFTER)
        made = [*self.writing.changed(flat.movers, flat.targets, flat.value, flat.terms)]
        made.append(Assign(kind, "|=", bit(Field(WHICH, "then"))))
        number = self.numbered(Terms(), *self._label(flat.movers, flat.value.site, flat.value.adds), made)
        self.shots += len(flat.entries)
        yield Do(call("piece_shoots", OPTIONS, first(FROM), first(TO), SHOTS, number))

    def passed(self, nothing: Pass) -> Iterator[Stmt]:
        """Nothing is done."""
        yield Do(call("one_passes", OPTIONS, self.numbered(nothing.terms, -1, 0, ())))

    def walked(self, residual: Residual) -> Iterator[Stmt]:
        """Refused: labels of residual moves are known only to the walk."""
        raise NotClassified("some moves are walked")

    def shared(self, shared: Shared) -> Iterator[Stmt]:
        """Every position once, with the least label of the moves to it."""
        self.most += min(ways(shared), MOST_REACHED)
        told, inside = Field(REACHED, "told")[Name("i")], Emission(self.writing, LabelledSetSink(self))
        start, end, number, row = (Field(told, each) for each in ("from", "to", "id", "row"))
        one = Do(call("one_goes", OPTIONS, start, bit(end), number, row))
        crowded = Assign(Field(OPTIONS, "crowded"), "=", TRUE)
        each = Numbers("i", Number(0), Field(REACHED, "size"), (one,))
        yield Scoped((*with_position_set(inside.all(shared.inside), crowded), each))

    def followed(self, followed: Followed) -> Iterator[Stmt]:
        """Refused: there is no option for them."""
        raise NotClassified("labels tell two moves")


class LabelledSetSink:
    """The sink of moves that may coincide: each is made, and put into a set of positions with its label."""

    makes = patterns_are_made = True
    splits = False
    few = 0
    none_yet: Expr | None = None

    def __init__(self, listed: ListSink) -> None:
        self.listed, self.writing = listed, listed.writing
        self.ways, self.drops = listed.ways, listed.drops
        self.rule_key, self.some, self.bulk = listed.rule_key, listed.some, listed.bulk

    def goes(self, way: MoverGroup, goals: Expr, terms: Terms) -> Iterator[Stmt]:
        """A piece moves to each of some squares."""
        for each in way.outcomes:
            mine = goals & self.writing.scope.where(each.where)
            made = (*FROM_AND_TO, *self.listed.changes[each.payload])
            yield Each("t", mine, (*made, *self._labelled(terms, each.payload, first(FROM), first(TO))))

    def all_step(self, way: MoverGroup, step: FixedShift, movers: Expr, allowed: Expr) -> Iterator[Stmt]:
        """Pieces move one by one."""
        raise AssertionError("moves that are made are made one by one")

    def dropped(self, drops: list[Drop], terms: Terms) -> Iterator[Stmt]:
        """A piece is placed on each of `goals`."""
        for drop in drops:
            number = self.listed.numbered_drop(drop)
            told = self._labelled(terms, number, first(TO), first(TO))
            yield Each("t", GOALS, (*self.writing.put(drop), *told))

    def fits(self, terms: Terms, fit: Fit) -> list[Stmt]:
        """A rule matches, and is made."""
        number, (start, end) = self.listed.numbered_rule(terms, fit)
        return [COPY, *fit.make, *self._labelled(terms, number, start, end, fit.row)]

    def _labelled(
        self, terms: Terms, number: int, start: Expr, end: Expr, row: Expr = ZERO
    ) -> Iterator[Stmt]:
        """After a move has been made: tests, counter updates, and the position with its label."""
        listed = self.listed
        yield from self.writing.on_terms(replace(listed.terms[number], asks=terms.asks))
        symbol, was = listed.labels[number]
        narrow = [call("(int16_t)", each) for each in (start, end, Number(symbol), Number(was))]
        label = Literal((*narrow, Number(number), call("(uint16_t)", row)), "MoveLabel")
        put = Do(call("put_labelled", address(REACHED), address(SETTLED), Name("turn"), label))
        yield Scoped((*settled(self.writing), *under(moved(self.writing), [put])))

    def swept(self, sweep: Sweep, places: Expr) -> Iterator[Stmt]:
        """Refused: sweeps are disjoint from other moves."""
        raise NotClassified(NEVER_SHARED)

    def hopped(self, chain: Chain, starts: Expr) -> Iterator[Stmt]:
        """Refused: chains have a set of their own."""
        raise NotClassified(NEVER_SHARED)

    def shot(self, product: Product, flat: Flat) -> Iterator[Stmt]:
        """Refused: products are disjoint from other moves."""
        raise NotClassified(NEVER_SHARED)

    def passed(self, nothing: Pass) -> Iterator[Stmt]:
        """Refused: a pass is disjoint from other moves."""
        raise NotClassified(NEVER_SHARED)

    def shared(self, shared: Shared) -> Iterator[Stmt]:
        """Refused: components are not nested."""
        raise NotClassified(NEVER_SHARED)

    def walked(self, residual: Residual) -> Iterator[Stmt]:
        """Refused: residuals are put into the set before all others."""
        raise NotClassified(NEVER_SHARED)

    def followed(self, followed: Followed) -> Iterator[Stmt]:
        """Refused: the placement makes them disjoint from other moves."""
        raise NotClassified(NEVER_SHARED)
