"""Disjointness proofs: two paths never make the same move, so moves can be counted without comparing results.

Positions are compared by symbols only, because marks may still be removed when the position is settled. A
path certainly changes some squares and possibly writes a few more; two paths can lead to one position only if
each writes every square that the other certainly changes, on one board, with one result, and if they do not
require different values of a counter. Tests see the counters as they were before the move, so two paths that
make the same board and require opposite answers of a test on it are disjoint too.

Where moves are distinguished by their labels as well, two paths with different labels are always disjoint.

Long because the traces that proofs compare are made and indexed beside the proofs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import field, replace
from functools import cache
from itertools import combinations
from typing import assert_never

from lasker.algebra.contents import members
from lasker.compiler.groups.counter_ranges import Ranges, exclude_each_other, required_ranges
from lasker.compiler.groups.game import Test
from lasker.compiler.groups.moves import (
    EMPTY,
    Asked,
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
from lasker.compiler.groups.path import (
    Conditional,
    NotClassified,
    SymbolicContent,
    Value,
    Writes,
    effect_targets,
    union,
)
from lasker.compiler.groups.path_budget import PREPARED, WorkBudget
from lasker.kernel.dataclass import dataclass

Changes = frozenset[tuple[int, int]]  # contents, and what they may become
Placed = frozenset[tuple[int, SymbolicContent]]  # writes by site; values name sites too
Answer = tuple[str, Placed, bool]  # a test, the writes before it, and the required answer
Changed = frozenset[tuple[int, frozenset[int]]]  # symbols left by site
Label = tuple[int, ...]  # start and target square of a piece, and possibly the symbols after and before


MOST_PAIRED = 6  # squares of a trace up to which it is found by two of them


@dataclass(frozen=True)
class Trace:
    """Requirements and results of a path: contents required by site, symbols left by site, certain
    changes."""

    held: dict[int, int]
    left: dict[int, frozenset[int]]
    sure: frozenset[int]
    guards: tuple[Asked, ...]
    label: Label = ()  # where moves are distinguished by it
    maybe: dict[int, Conditional] = field(default_factory=dict)  # by site: conditional writes
    around: dict[int, Changes] = field(default_factory=dict)  # by site: changes that effects may make
    marks: int = 0
    answers: frozenset[Answer] = frozenset()  # tests on the board after some writes
    counters: Ranges = field(default_factory=dict)

    def after(self, site: int, held: int) -> frozenset[int]:
        """The possible symbols of a square after the path, given its contents before, if they are
        determined."""
        effect = self.maybe.get(site)
        if site in self.around:
            return symbols(_contents_after(held, self.around[site]), self.marks)
        if effect is None:
            return self.left[site]
        changed = 1 << effect.becomes if held & effect.contents else 0
        return symbols(held & ~effect.contents | changed, self.marks)


Traces = dict[int, list[Trace]]  # by the number of a move


class TraceIndex:
    """Traces of moves by what they surely leave on which squares: only those that `may_meet` have to be
    compared. Two that are certain of their results coincide only if these are equal.

    >>> left = ({2: 1, 5: 0}, {2: 1, 5: 0}, {2: 1, 7: 0}, {2: 3, 5: 0})
    >>> sets = [{site: frozenset((symbol,)) for site, symbol in each.items()} for each in left]
    >>> traces = [Trace({}, each, frozenset(each), ()) for each in sets]
    >>> found = TraceIndex()
    >>> found.add(0, traces[0])
    >>> [[number for number, _ in found.may_meet(each)] for each in traces]
    [[0], [0], [], []]
    """

    def __init__(self) -> None:
        self._certain: dict[Changed, Traces] = defaultdict(lambda: defaultdict(list))
        self._others, self._every = TracesBySquares(), TracesBySquares()

    def add(self, number: int, trace: Trace) -> None:
        """Adds a trace of the move with a number."""
        result = _certain_result(trace)
        self._every.add(number, trace)
        if result is not None:
            self._certain[result][number].append(trace)
        else:
            self._others.add(number, trace)

    def may_meet(self, trace: Trace) -> Iterator[tuple[int, list[Trace]]]:
        """Numbers of moves, each with those traces that may coincide with this one."""
        result = _certain_result(trace)
        if result is not None:
            yield from self._certain[result].items()
        yield from (self._every if result is None else self._others).may_write(trace)


class TracesBySquares:
    """Traces by the squares that they may write, one or two of them."""

    def __init__(self) -> None:
        self._by_square: dict[int, Traces] = defaultdict(lambda: defaultdict(list))
        self._by_pair: dict[tuple[int, int], Traces] = defaultdict(lambda: defaultdict(list))
        self._wide: dict[int, Traces] = defaultdict(lambda: defaultdict(list))

    def add(self, number: int, trace: Trace) -> None:
        """Adds a trace of the move with a number."""
        for site in trace.left:
            self._by_square[site][number].append(trace)
            if len(trace.left) > MOST_PAIRED:
                self._wide[site][number].append(trace)
        if len(trace.left) <= MOST_PAIRED:
            for pair in combinations(sorted(trace.left), 2):
                self._by_pair[pair][number].append(trace)

    def may_write(self, trace: Trace) -> Iterator[tuple[int, list[Trace]]]:
        """Numbers of moves, each with traces, among them all that may write what this one surely changes; if
        it surely changes nothing, all that may write what it may write."""
        first, *others = sorted(trace.sure) or (None,)
        if first is None:
            for site in trace.left:
                yield from self._by_square[site].items()
        elif others:
            yield from self._by_pair[first, others[0]].items()
            yield from self._wide[first].items()
        else:
            yield from self._by_square[first].items()


def _certain_result(trace: Trace) -> Changed | None:
    """What a trace leaves on the squares that it writes, if it surely changes all, each to one symbol."""
    if trace.sure != trace.left.keys() or any(len(symbols) > 1 for symbols in trace.left.values()):
        return None
    return frozenset(trace.left.items())


def prove_disjoint(moves: Moves, marks: int, by_label: bool = False, work: WorkBudget | None = None) -> None:
    """NotClassified, unless any two paths lead to different positions, or have different labels where moves
    are distinguished by label."""
    work = work or WorkBudget()
    if not targets_determine_moves(moves, marks):
        raise NotClassified("effects around different goals may lead to one position")
    flats: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    all_rivals = [
        {n for n, other in enumerate(moves.flats[:number]) if may_coincide(flat, other, marks)}
        for number, flat in enumerate(moves.flats)
    ]
    compared = set().union(*all_rivals)  # with later ones
    for number, (flat, rivals) in enumerate(zip(moves.flats, all_rivals, strict=True)):
        after = symbols(image(flat.movers, flat.value), marks)
        if 0 in after or after & symbols(flat.targets, marks):
            raise NotClassified("a piece may go to a square that looks the same afterwards")
        if not (rivals or number in compared or moves.rules or moves.drops):
            continue
        for origin, target, between in flat.entries:
            for other, others in flats[origin, target] if rivals else ():
                if other in rivals and not screens_contradict(flat, between, moves.flats[other], others):
                    raise NotClassified("two classes may make the same move")
            flats[origin, target].append((number, between))
    writing: dict[Label, TraceIndex] = defaultdict(TraceIndex)

    @cache
    def going(number: int, origin: int, target: int, between: int) -> Trace:
        return flat_trace(moves.flats[number], origin, target, between, marks)

    work.compare(PREPARED * sum(len(rule.rows) for rule in moves.rules))
    traces = [trace for rule in moves.rules for trace in rule_traces(rule, marks)]
    traces += [trace for drop in moves.drops for trace in drop_traces(drop, marks)]
    if not all(trace.sure for trace in traces):
        raise NotClassified("a rule may change nothing")
    results = [symbols(image(flat.movers, flat.value), marks) for flat in moves.flats]
    for trace in traces if by_label else (replace(trace, label=()) for trace in traces):
        for _, rivals_of_rule in writing[trace.label].may_meet(trace):
            work.compare(len(rivals_of_rule))
            if any(traces_coincide(trace, other) for other in rivals_of_rule):
                raise NotClassified("two rules may make the same move")
        writing[trace.label].add(0, trace)
        if len(trace.sure) > 2 and not any(flat.terms.effects for flat in moves.flats):
            continue  # a class changes two squares
        for origin in trace.left:
            for target in trace.left:
                if trace.label and trace.label[:2] != (origin, target):
                    continue
                for number, between in flats.get((origin, target), ()):
                    if not may_leave(trace, target, results[number]):
                        continue
                    work.compare(1)
                    if traces_coincide(trace, going(number, origin, target, between)):
                        raise NotClassified("a rule may make the same move as a class")


def targets_determine_moves(moves: Moves, marks: int) -> bool:
    """Do start and target squares distinguish all classes, whatever effects change? No effect changes a piece
    that could have moved, or produces on a target what moves there."""
    changes = frozenset[tuple[int, int]]().union(*(each.terms.brought_about() for each in moves.every()))
    changed = symbols(union(held for held, _ in changes), marks)
    made = symbols(union(1 << content for _, content in changes), marks)
    return all(
        not symbols(flat.movers, marks) & changed
        and (
            not symbols(flat.targets, marks) & changed
            or not symbols(image(flat.movers, flat.value), marks) & made
        )
        for flat in moves.flats
    )


def require_labels(moves: Moves) -> None:
    """NotClassified, unless every move has exactly one label, which is known."""
    odd_label = any(
        each.terms.odd_label or (isinstance(each, Rule) and each.terms.note is None) for each in moves.every()
    )
    if odd_label or moves.special:
        raise NotClassified("moves are told apart by labels that are not known")


def prove_specials_disjoint(moves: Moves, marks: int, tests: dict[str, Test]) -> None:
    """NotClassified, unless sweeps, chains and passes are disjoint from each other and from all other
    moves."""
    alone = len(moves.every()) - len(moves.residuals) == 1
    for special in moves.specials():
        match special:
            case Sweep():
                _prove_sweeps_disjoint(moves, marks)
            case Chain():
                _prove_chains_disjoint(moves, tests)
            case Product() | Followed():
                if not alone:
                    raise NotClassified("there are other moves beside two in one")
            case Pass():
                if len(moves.passes) > 1 or moves.shared:
                    raise NotClassified("nothing may be done for several reasons")
            case Shared():
                if moves.sweeps or moves.chains:
                    raise NotClassified("moves that may be the same are beside a sweep or a chain")
            case Residual():
                pass  # its positions are compared with all others
            case _:
                assert_never(special)


def _prove_sweeps_disjoint(moves: Moves, marks: int) -> None:
    """A sweep is determined by the placed piece and its square: it empties none, and fills no other."""
    placed = [sweep.content >> marks for sweep in moves.sweeps]
    others = {drop.content >> marks for drop in moves.drops}
    if len({*placed, *others}) < len(placed) + len(others) or (placed and moves.rules):
        raise NotClassified("two pieces of a kind may be put on one square")
    if any(run.over & EMPTY for sweep in moves.sweeps for run in sweep.turns):
        raise NotClassified("empty squares turn over")
    if any(sweep.content & (1 << marks) - 1 for sweep in moves.sweeps):
        raise NotClassified("a piece that turns others over bears a mark")


def _prove_chains_disjoint(moves: Moves, tests: dict[str, Test]) -> None:
    """Where a chain is possible, nothing else is: all other moves are guarded by the absence of chains."""
    if len(moves.chains) > 1 or (moves.chains and moves.rules):
        raise NotClassified("there are several kinds of chains, or rules beside them")
    for chain in moves.chains:
        for terms in replace(moves, residuals=()).terms():
            asked = [tests[block] for block, wanted in terms.guards if not wanted]
            if terms is not chain.terms and not any(_is_of(chain, test) for test in asked):
                raise NotClassified("there may be other moves beside a chain")


def _is_of(chain: Chain, test: Test) -> bool:
    """Does a test ask whether such a chain exists, and require no more of counters than the chain itself?"""
    chains = test.chains if isinstance(test, Moves) else ()
    return any(
        replace(each, terms=chain.terms) == chain
        and not each.terms.guards
        and each.terms.counters in ((), chain.terms.counters)
        for each in chains
    )


def rule_traces(rule: Rule, marks: int) -> Iterator[Trace]:
    """The requirements and results of a rule, row by row."""
    left = [(column, _symbols_after(rule, column, value, marks)) for column, value in rule.writes]
    sure = [column for column, after in left if not after & symbols(rule.holds[column], marks)]
    maybe = [(column, value) for column, value in rule.writes if isinstance(value, Conditional)]
    questions = [(q.block, q.writes, q.wanted) for q in rule.questions if q.at is None]
    questions += [(block, rule.writes, wanted) for block, wanted in rule.terms.asks]
    start, end, *told = rule.terms.note or (None, None)
    counters = required_ranges(rule.terms)
    for row in rule.rows:
        yield Trace(
            dict(zip(row, rule.holds, strict=True)),
            {row[column]: after for column, after in left},
            frozenset([row[column] for column in sure]),
            tuple(
                (q.block if q.at is None else f"{q.block} of {row[q.at]}", q.wanted)
                for q in rule.questions
                if not q.writes
            ),
            () if start is None or end is None else (row[start], row[end], *told),
            {row[column]: value for column, value in maybe},
            marks=marks,
            answers=frozenset((block, _placed(writes, row), wanted) for block, writes, wanted in questions),
            counters=counters,
        )


def drop_traces(drop: Drop, marks: int) -> Iterator[Trace]:
    """A drop changes one square; two drops on one square can differ only in conditions and contents."""
    for conditions, sites in drop.entries:
        held = {site: contents for contents, where in conditions for site in members(where)}
        for site in members(sites):
            symbol = drop.content >> marks
            left = {site: frozenset((symbol,))}
            told = (site, site, symbol, 0)
            guards, counters = drop.terms.guards, required_ranges(drop.terms)
            held_here = held | {site: EMPTY}
            trace = Trace(held_here, left, frozenset(left), guards, told, counters=counters)
            yield _with_effects(trace, drop.terms, site, marks)


@cache
def symbols(contents: int, marks: int) -> frozenset[int]:
    """The symbols of a set of contents."""
    return frozenset(content >> marks for content in members(contents))


def may_coincide(one: Flat, other: Flat, marks: int) -> bool:
    """May two classes make the same move along one entry?"""
    if _contradict(one.terms.guards, other.terms.guards):
        return False
    if exclude_each_other(required_ranges(one.terms), required_ranges(other.terms)):
        return False
    same_board = one.value == other.value and one.terms.effects == other.terms.effects
    if same_board and _contradict(one.terms.asks, other.terms.asks):
        return False
    movers = one.movers & other.movers
    if not movers or not one.targets & other.targets:
        return False
    return bool(symbols(image(movers, one.value), marks) & symbols(image(movers, other.value), marks))


def screens_contradict(one: Flat, between: int, other: Flat, others: int) -> bool:
    """Does one entry require more screens on a subset of the squares of the other one, or other screens on
    the same squares?"""
    (number, held), (rivals, held_by_other) = one.screens, other.screens
    if number and rivals and between == others and not held & held_by_other:
        return True
    return (number > rivals and not between & ~others) or (rivals > number and not others & ~between)


def _placed(writes: Writes, row: tuple[int, ...]) -> Placed:
    """The writes of a rule on the squares of a row."""
    return frozenset(
        (
            row[column],
            value
            if isinstance(value, Conditional) or value.site is None
            else value._replace(site=row[value.site]),
        )
        for column, value in writes
    )


def _symbols_after(rule: Rule, column: int, value: SymbolicContent, marks: int) -> frozenset[int]:
    """The symbols that may be left on a square of a rule."""
    held = rule.holds[column]
    if isinstance(value, Conditional):
        return symbols(held & ~value.contents | 1 << value.becomes, marks)
    return symbols(image(held if value.site is None else rule.holds[value.site], value), marks)


def flat_trace(flat: Flat, origin: int, target: int, between: int, marks: int) -> Trace:
    free = {} if flat.screens.number else dict.fromkeys(members(between), EMPTY)
    held = free | {origin: flat.movers, target: flat.targets}
    left = {origin: frozenset((0,)), target: symbols(image(flat.movers, flat.value), marks)}
    value = flat.value if flat.value.site is None else flat.value._replace(site=origin)
    placed: Placed = frozenset({(origin, Value(None, 0, 0)), (target, value)})
    answers = frozenset((block, placed, wanted) for block, wanted in flat.terms.asks)
    guards, counters = flat.terms.guards, required_ranges(flat.terms)
    trace = Trace(held, left, frozenset(left), guards, answers=answers, counters=counters)
    return _with_effects(trace, flat.terms, target, marks)


def _with_effects(trace: Trace, terms: Terms, goal: int, marks: int) -> Trace:
    """Requirements and results of a move, including possible changes around its target."""
    found = [effects for sites, effects in terms.effects if sites >> goal & 1]
    if not found:
        return trace
    around = dict.fromkeys(
        {goal + far for effects in found for far in effect_targets(effects)} - trace.sure,
        terms.brought_about(),
    )
    left = trace.left | dict.fromkeys(around, frozenset[int]())
    return replace(trace, left=left, around=around, marks=marks, answers=frozenset())


def _contents_after(held: int, changes: Changes) -> int:
    """The contents that a square may hold after some changes, each of which is made or not."""
    before = 0
    while before != held:
        before = held
        held |= union(1 << content for contents, content in changes if contents & held)
    return held


def may_leave(trace: Trace, site: int, some: frozenset[int]) -> bool:
    """May a path leave one of some symbols on a square that it writes?

    >>> may_leave(Trace({}, {4: frozenset((1,))}, frozenset((4,)), ()), 4, frozenset((2, 3)))
    False
    """
    return site in trace.maybe or site in trace.around or not some.isdisjoint(trace.left[site])


def traces_coincide(one: Trace, other: Trace) -> bool:
    """May two paths lead from one board to one position?"""
    if not (one.sure <= other.left.keys() and other.sure <= one.left.keys()):
        return False
    held_by_other = other.held
    if any(not held & held_by_other.get(site, -1) for site, held in one.held.items()):
        return False
    if _contradict(one.guards, other.guards) or exclude_each_other(one.counters, other.counters):
        return False
    if any((block, placed, not wanted) in other.answers for block, placed, wanted in one.answers):
        return False  # opposite answers of one test on one board
    together = (site for site in one.left if site in other.left)
    both = ((site, one.held.get(site, -1) & other.held.get(site, -1)) for site in together)
    return all(one.after(site, held) & other.after(site, held) for site, held in both if held != -1)


def _contradict(one: tuple[Asked, ...], other: tuple[Asked, ...]) -> bool:
    """Do two paths require opposite results of one test on one board?"""
    return any((block, not wanted) in other for block, wanted in one)
