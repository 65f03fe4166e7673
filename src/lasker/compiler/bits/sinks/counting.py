"""The sink that counts moves, or tests whether there is one, making as few of them as possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lasker.compiler.bits.attack_tables import FEW
from lasker.compiler.bits.codegen_context import Writing
from lasker.compiler.bits.grouping import FixedShift, MoverGroup, groups
from lasker.compiler.bits.kinds.drops import alike
from lasker.compiler.bits.kinds.pattern_tables import Bulk
from lasker.compiler.bits.kinds.rules import Fit
from lasker.compiler.bits.language import (
    OCCUPIED,
    TRUE,
    Assign,
    Chained,
    Compared,
    Either,
    Expr,
    Field,
    If,
    Let,
    Name,
    Number,
    Return,
    Scoped,
    Stmt,
    any_of,
    both,
    call,
    either,
    no,
    shifted,
)
from lasker.compiler.bits.moves import SHOTS, Emission
from lasker.compiler.bits.residuals import needed, walk_holds
from lasker.compiler.bits.royal_safety.safety import GOALS
from lasker.compiler.bits.sinks.making import COUNT, ENDS, TOGETHER, MakeSink, follow_set, found_ends
from lasker.compiler.groups.moves import (
    Chain,
    Drop,
    Flat,
    Followed,
    Moves,
    Pass,
    Product,
    Residual,
    Rule,
    Shared,
    Sweep,
    Terms,
)


class CountSink:
    """The number of moves: `n`; or only whether there is one."""

    makes = False
    splits = True
    few = FEW

    def __init__(self, writing: Writing, any_move: bool = False) -> None:
        self.writing, self.any_move = writing, any_move
        self.common, self.scope = writing.common, writing.scope
        self.patterns_are_made = not any_move
        self.none_yet: Expr | None = None if any_move else no(COUNT)

    def _found(self, *squares: tuple[int, Expr]) -> Stmt:
        """Adds the number of squares of some sets, each times a weight."""
        if self.any_move:
            return If(either(*(any_of(each) for _, each in squares)), (Return(TRUE),))
        sizes = [call("size", each) for _, each in squares]
        parts = tuple(times(weight, size) for (weight, _), size in zip(squares, sizes, strict=True))
        return Assign(COUNT, "+=", parts[0] if len(parts) == 1 else Chained("+", parts))

    def _one(self) -> Stmt:
        return Return(TRUE) if self.any_move else Assign(COUNT, "+=", Number(1))

    def ways(self, moves: Moves) -> Iterable[MoverGroup]:
        """Movers with the same entries, with the number of moves to each set of contents."""
        return groups(moves, self.common.layout, self.common.counts, self.writing.royal)

    def drops(self, drops: tuple[Drop, ...]) -> list[list[Drop]]:
        """Drops that differ in nothing but the piece and its counters."""
        return alike(drops)

    def goes(self, way: MoverGroup, goals: Expr, terms: Terms) -> Iterator[Stmt]:
        """A piece moves to any of some squares."""
        yield self._found(*((each.payload, goals & self.scope.where(each.where)) for each in way.outcomes))

    def all_step(self, way: MoverGroup, step: FixedShift, movers: Expr, allowed: Expr) -> Iterator[Stmt]:
        """All movers make the same step."""
        goals = shifted(movers, step.by)
        if step.over:
            goals = goals & ~shifted(OCCUPIED, step.by - step.over)
        yield from self.goes(way, goals & allowed, way.terms)

    def dropped(self, drops: list[Drop], terms: Terms) -> Iterator[Stmt]:
        """One of some pieces is placed on any of `goals`."""
        conditions = [self.common.counts.possible(drop.terms.counters) or TRUE for drop in drops]
        if self.any_move or len(drops) == 1:
            yield self._found((1, GOALS))
        else:
            pieces = call("(uint64_t)", Chained("+", tuple(call("", each) for each in conditions)))
            yield Assign(COUNT, "+=", times(pieces, call("size", GOALS)))

    def rule_key(self, rule: Rule) -> object:
        """Rules are counted together."""
        return None

    def some(self, rules: tuple[Rule, ...]) -> tuple[list[Stmt], tuple[Rule, ...]]:
        """If one move is enough, rules whose squares have fixed offsets are tested all at once."""
        return self.common.rules.some(rules) if self.any_move else ([], rules)

    def bulk(self) -> Bulk | None:
        """This number of moves from each of some squares."""
        return lambda times, squares: self._found((times, squares))

    def fits(self, terms: Terms, fit: Fit) -> list[Stmt]:
        """A rule matches."""
        return [self._one()]

    def swept(self, sweep: Sweep, places: Expr) -> Iterator[Stmt]:
        """A piece is placed on any of some squares."""
        yield self._found((1, places))

    def hopped(self, chain: Chain, starts: Expr) -> Iterator[Stmt]:
        """Pieces hop as long as possible."""
        ends = (*found_ends(self.writing, chain, starts), Assign(COUNT, "+=", _all(ENDS)))
        yield If(any_of(starts), (Return(TRUE),) if self.any_move else ends)

    def shot(self, product: Product, flat: Flat) -> Iterator[Stmt]:
        """A piece shoots at any of `shots`."""
        yield self._found((1, SHOTS))

    def passed(self, nothing: Pass) -> Iterator[Stmt]:
        """A pass is one move."""
        yield self._one()

    def shared(self, shared: Shared) -> Iterator[Stmt]:
        """Each position is counted once."""
        yield Scoped(tuple(follow_set(self.writing, shared, lambda step: (Assign(COUNT, "+=", Number(1)),))))

    def walked(self, residual: Residual) -> Iterator[Stmt]:
        """Whether a residual has a result; the number of results is found by a set of positions."""
        assert self.any_move, TOGETHER
        yield If(
            both(needed(self.writing, residual), walk_holds(self.writing, residual)) or TRUE, (Return(TRUE),)
        )

    def followed(self, followed: Followed) -> Iterator[Stmt]:
        """After every first move all empty squares are counted, for each piece that may be lifted."""
        free, own, pieces = self.writing.free_after(followed), self.writing.lifted(followed), Name("pieces")
        if own is None or self.any_move:
            found = self._found((1, free))
        else:
            some = Either(any_of(own), call("size", own), Number(1))
            yield Let("pieces", call("(uint64_t)", some), "const uint64_t")
            found = Assign(COUNT, "+=", times(pieces, call("size", free)))
        yield from Emission(self.writing, MakeSink(self.writing, lambda step: (found,))).all(followed.inside)


def times(weight: int | Expr, value: Expr) -> Expr:
    """A number times a value."""
    return (
        value if weight == 1 else Compared(weight if isinstance(weight, Expr) else Number(weight), "*", value)
    )


def _all(found: Expr) -> Expr:
    return call("(uint64_t)", Field(found, "size"))
