"""The moves of a turn or a test, each kind generated once: a sink decides what is done with each move."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Protocol, assert_never

from lasker.compiler.bits.attack_tables import Reach
from lasker.compiler.bits.codegen_context import Writing
from lasker.compiler.bits.grouping import FixedShift, MoverGroup, denies_first, guarded
from lasker.compiler.bits.kinds.pattern_tables import Bulk
from lasker.compiler.bits.kinds.rules import Fit
from lasker.compiler.bits.language import (
    AFTER,
    ALL,
    ANYWHERE,
    OCCUPIED,
    TRUE,
    Assign,
    Each,
    Either,
    Expr,
    If,
    Let,
    Name,
    Scoped,
    Stmt,
    address,
    any_of,
    both,
    either,
    first,
    lowest,
    no,
    under,
)
from lasker.compiler.bits.royal_safety.discovered import denied_attack
from lasker.compiler.bits.royal_safety.safety import ALLOWED, FROM, GOALS, PINNED, TO
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
    image,
)
from lasker.compiler.groups.path import Branch

SHOTS = Name("shots")


class Sink(Protocol):
    """The consumer of moves. Each method receives all moves of one form, as an expression or as the variable
    `goals`, and generates what is done with them."""

    makes: bool  # is every move made? Then its tests are evaluated after making it, else before
    splits: bool  # are pinned pieces handled separately?
    patterns_are_made: bool  # must tables of patterns contain how they are made?
    few: int  # number of steps up to which pieces are shifted all at once
    none_yet: Expr | None  # the condition that no move has been found, if that is known

    def ways(self, moves: Moves) -> Iterable[MoverGroup]:
        """Classes, merged as far as the sink need not distinguish them."""

    def drops(self, drops: tuple[Drop, ...]) -> list[list[Drop]]:
        """Drops, merged as far as the sink need not distinguish them."""

    def goes(self, way: MoverGroup, goals: Expr, terms: Terms) -> Iterable[Stmt]:
        """A piece on `f` moves to any of `goals`; the terms hold the tests after it."""

    def all_step(self, way: MoverGroup, step: FixedShift, movers: Expr, allowed: Expr) -> Iterable[Stmt]:
        """All movers make the same step, as far as allowed."""

    def dropped(self, drops: list[Drop], terms: Terms) -> Iterable[Stmt]:
        """A piece is placed on any of `goals`."""

    def fits(self, rule: Terms, fit: Fit) -> list[Stmt]:
        """A rule matches."""

    def bulk(self) -> Bulk | None:
        """What is done with rules whose only condition is the square of a piece, if they need not be made."""

    def rule_key(self, rule: Rule) -> object:
        """The key by which rules are handled together."""

    def some(self, rules: tuple[Rule, ...]) -> tuple[list[Stmt], tuple[Rule, ...]]:
        """What is done with rules whose squares have fixed offsets, all at once; and the other rules."""

    def swept(self, sweep: Sweep, places: Expr) -> Iterable[Stmt]:
        """A piece is placed on any of some squares, and runs are flipped."""

    def hopped(self, chain: Chain, starts: Expr) -> Iterable[Stmt]:
        """Pieces on some squares hop as long as possible."""

    def shot(self, product: Product, flat: Flat) -> Iterable[Stmt]:
        """A piece has moved from `f` to `t` and shoots at any of `shots`."""

    def passed(self, nothing: Pass) -> Iterable[Stmt]:
        """A pass."""

    def shared(self, shared: Shared) -> Iterable[Stmt]:
        """Moves that may coincide."""

    def walked(self, residual: Residual) -> Iterable[Stmt]:
        """Moves that the walk generates."""

    def followed(self, followed: Followed) -> Iterable[Stmt]:
        """Moves that are followed by a placement."""


class Emission:
    """Generates all moves of a function for a sink."""

    def __init__(self, writing: Writing, sink: Sink) -> None:
        self.writing, self.sink = writing, sink
        self.common, self.scope, self.layout = writing.common, writing.scope, writing.layout
        self.possible = writing.common.counts.possible

    def all(self, every: Moves) -> list[Stmt]:
        """Some moves, with their guards."""
        body: list[Stmt] = []
        (_, start), *_ = parts = guarded(every)
        for number, (guards, moves) in enumerate(parts):
            inside = self.some(moves)
            condition = self.writing.asked(guards)
            again = number == 1 and denies_first(guards, self.writing.classes, start, self.common.counts)
            if again and self.sink.none_yet is not None:  # they test that none of the first ones exists
                condition = self.sink.none_yet
            body += under(condition, inside)
        return body

    def some(self, moves: Moves) -> list[Stmt]:
        """Moves of all kinds without guards."""
        body = list(self._classes(moves))
        for drops in self.sink.drops(moves.drops):
            body += self._drop(drops)
        body += self._rules(moves.rules)
        for special in moves.specials():
            match special:
                case Sweep():
                    done = self.sink.swept(special, self.scope.once(self.common.sweeps.places(special)))
                case Chain():
                    done = self.sink.hopped(special, self.scope.once(self.common.chains.begins(special)))
                case Product():
                    done = self._shots(special)
                case Pass():
                    done = self.sink.passed(special)
                case Shared():
                    done = self.sink.shared(special)
                case Residual():
                    done = self.sink.walked(special)
                case Followed():
                    done = self.sink.followed(special)
                case _:
                    assert_never(special)
            body += under(self.possible(special.terms.counters), done)
        return body

    # --- classes ----------------------------------------------------------------------------------------

    def _classes(self, moves: Moves) -> Iterator[Stmt]:
        pinned: list[Stmt] = []
        for way in self.sink.ways(moves):
            royal = self.writing.royal(way.movers, way.terms.question)
            if royal or way.terms.asked or not self.sink.splits:
                yield from self._way(way, royal)
                continue
            question = way.terms.question is not None
            yield from self._free(way, ~PINNED if question else ANYWHERE, ALLOWED if question else ANYWHERE)
            if question and self.writing.safety is not None:
                mask = self.writing.safety.pinned_mask()
                pinned += self._loop(way, self.scope.squares(way.movers) & PINNED, mask)
        if pinned:
            yield If(any_of(PINNED), tuple(pinned), note="Each stays on its line.")

    def _free(self, way: MoverGroup, among: Expr, allowed: Expr) -> Iterator[Stmt]:
        """Pieces without tests for the single piece."""
        steps = self._reach(way).shifts(self.sink.few)
        movers = self.scope.squares(way.movers)
        if steps is None:
            yield from self._loop(way, movers & among, allowed)
        for step in steps or ():
            yield from self.sink.all_step(
                way, FixedShift(*step), movers & self.layout.constant(step[1]) & among, allowed
            )

    def _loop(self, way: MoverGroup, movers: Expr, allowed: Expr) -> Iterator[Stmt]:
        goals = self._targets(way) & allowed
        yield Each("f", movers, tuple(self.sink.goes(way, goals, way.terms)))

    def _way(self, way: MoverGroup, royal: bool) -> Iterator[Stmt]:
        """Pieces one by one: each has targets, some of which may be removed."""
        terms, safety = way.terms, self.writing.safety
        sure = not royal and terms.question is None and not terms.asked and not self.sink.makes
        if sure and self._reach(way).shifts(self.sink.few) is not None:
            yield from self._free(way, ANYWHERE, ANYWHERE)
            return
        goals = self._targets(way) & self.scope.where(way.where)
        if terms.question and safety is not None and not royal:
            goals = goals & safety.mask()
        body: list[Stmt] = [Let("goals", goals, "bits")]
        if royal and safety is not None:
            body += safety.fled(way.entries, self.scope)
        becomes = image(way.movers, way.value)
        if terms.asked and (not self.sink.makes or denied_attack(terms, becomes, self.writing.classes)):
            made = list(self.writing.moved(way))
            body += self._answered(terms, becomes, made, True)
            terms = replace(terms, asks=())
        body += self.sink.goes(way, GOALS, terms)
        yield Each("f", self.scope.squares(way.movers), tuple(body))

    def _reach(self, way: MoverGroup) -> Reach:
        return self.common.tables.reach(way.entries, way.screens.number)

    def _targets(self, way: MoverGroup | Flat) -> Expr:
        """The squares that the piece on `f` can reach."""
        barred = self.layout.barred(way.screens)
        squares = self.scope.squares(barred) if barred else None
        return self.common.tables.goals(way.entries, way.screens.number, first(FROM), squares)

    def _answered(self, terms: Terms, becomes: int, made: list[Stmt], moves: bool) -> Iterator[Stmt]:
        """Keeps those of the `goals` after which tests have the required answers; a few are tried by making
        the move."""
        condition = self.held(terms)
        if condition is None:
            return

        def tried(goals: Expr) -> Stmt:
            unwanted = If(no(condition), (Assign(GOALS, "^=", Name("to")),))
            return Each("t", goals, (*made, unwanted))

        found = (
            None
            if terms.branch and not self.sink.makes
            else denied_attack(terms, becomes, self.writing.classes)
        )
        if found is None:
            yield tried(GOALS)
            return
        block, name = found
        attack = self.writing.discovered(name)
        checking_goals = attack.checking_goals(becomes, moves)
        if block != name:
            yield Let("watched", Either(attack.hit, GOALS, GOALS & checking_goals))
            yield tried(Name("watched"))
            return
        yield If(attack.hit, (tried(GOALS),), (Assign(GOALS, "&=", ~checking_goals),))

    def held(self, terms: Terms) -> Expr | None:
        """The condition that a move is possible once `after` has been made; None if it always is."""
        asked = self.writing.asked(terms.asks, address(AFTER))
        return asked if self.sink.makes else both(asked, self._counted(terms.branch))

    def _counted(self, branch: Branch | None) -> Expr | None:
        """The condition that the counter updates of a branch are possible."""
        if branch is None or self.sink.splits:  # then tested before
            return None
        yes, otherwise = self.possible(branch.yes), self.possible(branch.no)
        if yes is None and otherwise is None:
            return None
        return Either(self.writing.holds_after(branch.block), yes or TRUE, otherwise or TRUE)

    # --- drops, rules, products -------------------------------------------------------------------------

    def _drop(self, drops: list[Drop]) -> list[Stmt]:
        """Drops that differ in nothing but the piece and its counters."""
        drop, terms = drops[0], drops[0].terms
        body = list(self.common.places.found(drop, ALLOWED if terms.question else ANYWHERE, self.scope))
        if terms.asked and not self.sink.makes:
            body += self._answered(terms, 1 << drop.content, list(self.writing.put(drop)), False)
        body += self.sink.dropped(drops, terms)
        conditions = [self.possible(each.terms.counters) for each in drops]
        known = [each for each in conditions if each is not None]
        return [If(either(*known), tuple(body)) if len(known) == len(drops) else Scoped(tuple(body))]

    def _rules(self, rules: tuple[Rule, ...]) -> list[Stmt]:
        """Rules, those with the same terms together."""
        by_terms: dict[tuple[Expr | None, object], list[Rule]] = defaultdict(list)
        for rule in rules:
            by_terms[self.possible(rule.terms.counters), self.sink.rule_key(rule)].append(rule)
        lines: list[Stmt] = []
        for (condition, _), found in by_terms.items():
            inside, others = self.sink.some(tuple(found))
            sorting, terms = self.common.patterns.sorting, found[0].terms
            patterns, single = sorting.sorted_out(others, self.writing.absent, self.sink.patterns_are_made)
            then = partial(self.sink.fits, terms)
            absent = self.writing.absent
            inside += self.common.patterns.everywhere(patterns, absent, self.scope, then, self.sink.bulk())
            for rule in single:
                inside += self.common.rules.everywhere(rule, absent, partial(self.sink.fits, rule.terms))
            lines += under(condition, inside)
        return lines

    def _shots(self, product: Product) -> Iterator[Stmt]:
        """Every first part of a product, and the targets of its second part."""
        reach, then = self.common.tables.reach(product.shots, 0), Name("then")
        apart = [replace(flat, movers=m) for flat in product.flats for m in self.layout.apart(flat.movers)]
        for flat in apart:
            gone = (
                Let("then", (OCCUPIED & ~lowest(FROM)) | lowest(TO)),
                Let("shots", reach.targets(first(TO), then) & ALL & ~then),
                *self.sink.shot(product, flat),
            )
            goals = self._targets(flat) & self.scope.squares(flat.targets)
            yield Each("f", self.scope.squares(flat.movers), (Each("t", goals, gone),))
