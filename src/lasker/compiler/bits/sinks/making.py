"""The sink that makes every move on a copy of the board and continues; positions that may coincide go through
a set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from lasker.compiler.bits.codegen_context import COPY, ONLY_TO, TO_SQUARE, Writing
from lasker.compiler.bits.grouping import FixedShift, MoverGroup, mover_groups
from lasker.compiler.bits.kinds.pattern_tables import Bulk
from lasker.compiler.bits.kinds.rules import Fit
from lasker.compiler.bits.language import (
    AFTER,
    BOARD,
    GROUND,
    OCCUPIED,
    Assign,
    Block,
    Do,
    Each,
    Either,
    Expr,
    Field,
    If,
    Let,
    Name,
    Number,
    Numbers,
    Return,
    Scoped,
    Stmt,
    address,
    any_of,
    bit,
    both,
    call,
    first,
    lowest,
    names,
    no,
    under,
)
from lasker.compiler.bits.layout import EMPTY
from lasker.compiler.bits.moves import SHOTS, Emission
from lasker.compiler.bits.residuals import needed, residual_number
from lasker.compiler.bits.royal_safety.safety import GOALS, TO
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

COUNTED_HERE = 2  # kinds of counter updates up to which no function is made of them
TOGETHER = "walked moves are compared with all others"
COUNT, DEPTH, ENDS = Name("n"), Name("depth"), Name("ends")
REACHED, SETTLED = Name("reached"), Name("settled")
Follows = Callable[
    [tuple[int, int] | None], Block
]  # a move's continuation; of a step: symbols before and after


class MakeSink:
    """Makes every move on the board `after`; `follows` generates the continuation."""

    makes = True
    splits = False
    few = 0
    patterns_are_made = True
    none_yet: Expr | None = None

    def __init__(self, writing: Writing, follows: Follows, settled: Follows | None = None) -> None:
        self.writing, self.follows = writing, follows
        self.settled = settled or follows  # continuation for a position that is `settled`, with its `turn`
        self.common, self.scope, self.counts = writing.common, writing.scope, writing.common.counts

    def ways(self, moves: Moves) -> Iterable[MoverGroup]:
        """Classes of one kind of piece each; those that differ only in their targets are merged."""
        return mover_groups(moves.flats, self.common.layout, self.counts, self.common.together)

    def drops(self, drops: tuple[Drop, ...]) -> list[list[Drop]]:
        """Each drop by itself."""
        return [[drop] for drop in drops]

    def goes(self, way: MoverGroup, goals: Expr, terms: Terms) -> Iterator[Stmt]:
        """A piece moves to each of some squares."""
        (was,), marks = self.common.layout.symbols(way.movers), self.common.program.marks
        becomes = was if way.value.site is not None else way.value.adds >> marks
        step = None if terms.effects else (was, becomes)
        made = self.writing.moved(way)
        yield Each("t", goals, (*made, *self._went(terms, step, self._counted_by_goal(way))))

    def _counted_by_goal(self, way: MoverGroup) -> Block:
        """The counter updates after a move, by the captured contents: a call, if there are many, which moves
        without a capture skip."""
        told = [(each.payload, each.where[0][1]) for each in way.outcomes]
        if len(told) == 1:
            return tuple(self.counts.changed(told[0][0], AFTER))
        counted = tuple(each for each in told if any(self.counts.changed(each[0], AFTER)))
        rules = self.common.rules
        if len(counted) <= COUNTED_HERE or any(held & EMPTY for _, held in counted):
            return rules.by_contents(counted, AFTER, TO_SQUARE, self.scope.squares)
        return (If(any_of(TO_SQUARE & OCCUPIED), (rules.counting(counted, TO_SQUARE),)),)

    def all_step(self, way: MoverGroup, step: FixedShift, movers: Expr, allowed: Expr) -> Iterator[Stmt]:
        """Pieces move one by one."""
        raise AssertionError("moves that are made are made one by one")

    def dropped(self, drops: list[Drop], terms: Terms) -> Iterator[Stmt]:
        """A piece is placed on each of `goals`."""
        for drop in drops:
            step = None if terms.effects else (0, drop.content >> self.common.program.marks)
            yield Each("t", GOALS, (*self.writing.put(drop), *self._went(terms, step)))

    def rule_key(self, rule: Rule) -> object:
        """Rules with the same tests and counter updates are made together."""
        kept = tuple(op for op in rule.terms.counters if op.slot in self.counts.place)
        return kept, rule.terms.branch, rule.terms.asks

    def some(self, rules: tuple[Rule, ...]) -> tuple[list[Stmt], tuple[Rule, ...]]:
        """Each rule is made."""
        return [], rules

    def bulk(self) -> Bulk | None:
        """Each rule is made."""
        return None

    def fits(self, terms: Terms, fit: Fit) -> list[Stmt]:
        """A rule matches, and is made."""
        return [COPY, *fit.make, *self._went(terms)]

    def swept(self, sweep: Sweep, places: Expr) -> Iterator[Stmt]:
        """A piece is placed on each of some squares."""
        put = (*ONLY_TO, *self.writing.swept(sweep, first(TO)))
        yield Each("t", places, (*put, *self._went(sweep.terms)))

    def hopped(self, chain: Chain, starts: Expr) -> Iterator[Stmt]:
        """All ends of chains, each already made."""
        after = Let("after", Field(Field(ENDS, "made")[Name("i")], "after"), "Board")
        each = (after, *self._went(replace(chain.terms, counters=())))
        loop = Numbers("i", Number(0), Field(ENDS, "size"), each)
        yield Scoped((*found_ends(self.writing, chain, starts), loop))

    def shot(self, product: Product, flat: Flat) -> Iterator[Stmt]:
        """A piece moves and shoots at each of `shots`."""
        kind = self.common.layout.kind(product.content >> self.common.program.marks, AFTER)
        made = (
            COPY,
            *self.writing.changed(flat.movers, flat.targets, flat.value, flat.terms),
            Assign(kind, "|=", lowest(Name("s"))),
            *self._went(Terms()),
        )
        yield Let("from", lowest(Name("f")))
        yield Let("to", lowest(TO))
        yield Each("s", SHOTS, made)

    def passed(self, nothing: Pass) -> Iterator[Stmt]:
        """A pass is a move."""
        done = (COPY, *self._went(nothing.terms))
        # A loop, so that tests can leave it by `continue`.
        yield Numbers("once", Number(0), Number(1), done) if nothing.terms.asked else Scoped(done)

    def shared(self, shared: Shared) -> Iterator[Stmt]:
        """The continuation for each position, once."""
        yield Scoped(tuple(follow_set(self.writing, shared, self.settled)))

    def walked(self, residual: Residual) -> Iterator[Stmt]:
        """Residual moves are put into a set of positions first."""
        raise AssertionError(TOGETHER)

    def followed(self, followed: Followed) -> Iterator[Stmt]:
        """After every first move something is placed on each empty square."""
        layout, symbol = self.common.layout, followed.content >> self.common.program.marks
        kind, own, middle = layout.kind(symbol, AFTER), self.writing.lifted(followed), Name("middle")
        marks = [layout.mark(mark, AFTER) for mark in layout.kept() if layout.asked[symbol] >> mark & 1]

        def put(step: tuple[int, int] | None) -> Block:
            gone = lowest(Name("lifted")) & own if own is not None else None
            lift = [] if gone is None else [Assign(each, "&=", ~gone) for each in (kind, *marks)]
            down = Assign(kind, "|=", lowest(Name("put")))
            made = (Let("after", middle, "Board"), *lift, down, *self._went(Terms()))
            loop: Stmt = Each("put", Name("free"), made)
            if own is not None:  # without one, nothing is lifted, once
                loop = Each("lifted", Either(any_of(own), own, bit(0)), (loop,))
            before = (Let("middle", AFTER, "Board"), Let("free", self.writing.free_after(followed)))
            return (Scoped((*before, loop)),)

        yield from Emission(self.writing, MakeSink(self.writing, put)).all(followed.inside)

    def _went(
        self, terms: Terms, step: tuple[int, int] | None = None, counted: Iterable[Stmt] = ()
    ) -> Iterator[Stmt]:
        """After a move has been made: tests, counter updates, and the continuation."""
        yield from self.writing.on_terms(terms, counted)
        yield from self.follows(step)


def found_ends(writing: Writing, chain: Chain, starts: Expr) -> Iterator[Stmt]:
    """The ends of chains, as `ends`; reports if there are more than fit."""
    yield Let("ends", None, "Ends")
    yield writing.common.chains.ends(chain, starts, address(ENDS))
    yield If(Field(ENDS, "full"), (CROWDED,))


def follow_set(writing: Writing, shared: Shared, then: Follows) -> Iterator[Stmt]:
    """Moves that may coincide: each is made, settled, and put into a set of positions; new ones are
    continued."""
    return with_position_set(_reaching(writing, shared.inside, then), CROWDED)


def _reaching(writing: Writing, moves: Moves, then: Follows) -> list[Stmt]:
    """Moves whose positions are put into `reached`; the position before the move is excluded."""

    def reaching(step: tuple[int, int] | None) -> Block:
        new = call("put_position", address(REACHED), address(SETTLED), Name("turn"))
        return (Scoped((*settled(writing), If(both(moved(writing), new) or new, then(step)))),)

    return Emission(writing, MakeSink(writing, reaching)).all(moves)


def residuals_first(
    writing: Writing, moves: Moves, then: Follows, there: Block, wanted: Expr | None = None
) -> Iterator[Stmt]:
    """Where there are residuals, their positions are put into a set before all others, if they are `wanted`.
    If there are any, `there` follows each position, which is `settled`; then come the other moves, as far as
    they lead to other positions; and nothing else."""
    if not moves.residuals:
        return
    at, number = Name("i"), [each.name for each in writing.common.program.turns].index(writing.name)
    walks = list[Stmt]()
    for each in moves.residuals:
        place = residual_number(writing, each)
        into = Do(call("walk_into", GROUND, BOARD, place, number, address(REACHED)))
        walks += under(both(wanted, needed(writing, each)), [into])
    here = (
        Let("settled", Field(REACHED, "board")[at], "const Board"),
        Let("turn", Field(REACHED, "turn")[at], "const int32_t"),
    )
    following = (*(each for each in here if each.name in names(there)), *there)
    all_of_them = (
        Numbers("i", Number(0), Field(REACHED, "size"), following),
        *_reaching(writing, moves.together, then),
    )
    somewhere, note = (
        Field(REACHED, "size"),
        "Residual moves, and others that may lead to the same positions.",
    )
    yield from with_position_set([*walks, If(somewhere, all_of_them, note=note)], CROWDED)
    yield If(somewhere, (Return(COUNT),))


def with_position_set(moves: Iterable[Stmt], crowded: Stmt) -> Iterator[Stmt]:
    """Moves that put positions into `reached`, and the statement for an overflow of the set."""
    yield Let("reached", None, "Reached")
    yield Do(call("clear_positions", address(REACHED)))
    yield from moves
    yield If(Field(REACHED, "full"), (crowded,))


def settled(writing: Writing) -> Iterator[Stmt]:
    """The position after a move, `settled`, and the `turn` that follows."""
    yield Let("settled", AFTER, "Board")
    finished = call(f"{writing.name}__finish", GROUND, BOARD, address(SETTLED))
    yield Let("turn", finished, "const int32_t")


def moved(writing: Writing) -> Expr | None:
    """The condition that something has changed; None where that is not required."""
    passes = writing.common.program.passes
    return None if passes else no(call("unchanged", address(SETTLED), BOARD))


CROWDED = Assign(call("CROWDED", GROUND), "=", Number(1))
