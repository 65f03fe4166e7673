"""Classes put together for counting: what is asked before them, who goes the same ways, and where to."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from lasker.algebra.contents import members
from lasker.backends.c.bitboards.counters import Counts
from lasker.backends.c.bitboards.words import Words
from lasker.ir.classes.kinds import Classes
from lasker.ir.classes.moves import (
    Asked,
    Counters,
    Drop,
    Entry,
    Flat,
    Moves,
    Rule,
    Terms,
)
from lasker.ir.classes.path import Value, union

Where = tuple[tuple[str, int], ...]  # contents, each under a condition
Weights = tuple[tuple[int, Where], ...]  # how many moves lead to a square, by what it holds


@dataclass(frozen=True)
class Group:
    """Movers that go the same ways; `value` counts only where something is asked after the move."""

    movers: int
    terms: Terms  # the question, and what is asked after the move
    value: Value
    screens: int
    entries: tuple[Entry, ...]
    weights: Weights


@dataclass(frozen=True)
class Going:
    """Pieces of one kind that go the same ways, become the same, and are counted by what they go to."""

    movers: int
    screens: int
    value: Value
    terms: Terms  # but for counters
    entries: tuple[Entry, ...]
    counted: tuple[tuple[Counters, int], ...]  # what is counted, and the contents for which

    @property
    def targets(self) -> int:
        """Everything that they may go to."""
        return union(held for _, held in self.counted)


def goings(flats: tuple[Flat, ...], words: Words, counts: Counts, together: bool) -> list[Going]:
    """Classes of one kind of piece each, those together that differ only in what they go to, and if that is
    wanted in what is counted then."""
    found: dict[tuple[int, int, Value, Terms, tuple[Entry, ...]], list[dict[Counters, int]]] = defaultdict(
        list
    )
    for flat in flats:
        kept = tuple(op for op in flat.terms.counters if op.slot in counts.place)
        terms = Terms((), (), flat.terms.question, flat.terms.asks, flat.terms.branch)
        for movers in words.apart(flat.movers):
            layers = found[movers, flat.screens, flat.value, terms, flat.entries]
            fitting = (layer for layer in layers if _fits(layer, kept, flat.targets, together))
            layer = next(fitting, None)
            if layer is None:
                layers.append(layer := {})
            layer[kept] = layer.get(kept, 0) | flat.targets
    return [Going(*key, tuple(layer.items())) for key, layers in found.items() for layer in layers]


def _fits(layer: dict[Counters, int], kept: Counters, targets: int, together: bool) -> bool:
    """Is nothing else counted where some contents are gone to?"""
    return not any(held & targets or not together for counters, held in layer.items() if counters != kept)


def guarded(moves: Moves) -> list[tuple[tuple[Asked, ...], Moves]]:
    """Moves by what is asked before them, those first of which nothing is asked."""
    others = moves.where(lambda each: not isinstance(each, Rule))
    known = dict.fromkeys(((), *(each.terms.guards for each in others.every())))
    rules: dict[tuple[Asked, ...], list[Rule]] = defaultdict(list)
    for rule in moves.rules:
        asked = {(q.block, q.wanted) for q in rule.questions if q.first}
        guards = max((each for each in known if set(each) <= asked), key=len)
        left = tuple(q for q in rule.questions if not q.first or (q.block, q.wanted) not in guards)
        rules[guards].append(replace(rule, questions=left))
    return [(guards, replace(_after(guards, others), rules=tuple(rules[guards]))) for guards in known]


def _after(guards: tuple[Asked, ...], moves: Moves) -> Moves:
    """The moves before which exactly these tests are asked."""
    return moves.where(lambda each: each.terms.guards == guards)


def same(guards: tuple[Asked, ...], classes: Classes, first: Moves, counts: Counts) -> bool:
    """Do guards ask that there be none of the moves that were counted first?"""
    if len(guards) != 1 or guards[0][1]:
        return False
    test = classes.tests[guards[0][0]]
    return (
        isinstance(test, Moves)
        and (needs := _bare(test, counts)) is not None
        and needs == _bare(first, counts)
    )


def _bare(moves: Moves, counts: Counts) -> object:
    """What moves need of the board and of counters, if nothing else is asked."""
    if moves.special or any(terms.question or terms.asked for terms in moves.terms()):
        return None
    flats = frozenset((f.movers, f.targets, f.screens, f.entries, _may(f, counts)) for f in moves.flats)
    drops = frozenset((drop.entries, _may(drop, counts)) for drop in moves.drops)
    rules = frozenset((rule.holds, rule.questions, rule.rows, _may(rule, counts)) for rule in moves.rules)
    return flats, drops, rules


def _may(way: Flat | Drop | Rule, counts: Counts) -> str:
    """The condition that counters allow a way."""
    return counts.possible(way.terms.counters)


def groups(
    moves: Moves, words: Words, counts: Counts, royal: Callable[[int, str | None], bool]
) -> Iterator[Group]:
    """Movers that go the same ways; with them, how many moves lead to each set of contents."""
    alike: dict[tuple[int, Terms, Value, int, tuple[Entry, ...]], list[Flat]] = defaultdict(list)
    for flat in moves.flats:
        terms = Terms(question=flat.terms.question, asks=flat.terms.asks)
        for movers in words.apart(flat.movers) if terms.asks else [flat.movers]:
            value = flat.value if terms.asks else Value(None, 0, 0)
            alike[movers, terms, value, flat.screens, flat.entries].append(flat)
    together: dict[tuple[bool, Terms, Value, int, tuple[Entry, ...], Weights], list[int]] = defaultdict(list)
    for (movers, terms, value, screens, entries), flats in alike.items():
        among = royal(movers, terms.question)
        together[among, terms, value, screens, entries, weights(flats, counts)].append(movers)
    for (_, terms, value, screens, entries, found), all_movers in together.items():
        for movers in all_movers if terms.asks else joined(all_movers):
            yield Group(movers, terms, value, screens, entries, found)


def joined(sets: list[int]) -> list[int]:
    """Sets of contents put together as far as none of them has anything in common.

    >>> joined([0b0011, 0b0100, 0b0010])
    [7, 2]
    """
    layers: list[int] = []
    for each in sets:
        for at, layer in enumerate(layers):
            if not layer & each:
                layers[at] |= each
                break
        else:
            layers.append(each)
    return layers


def weights(flats: list[Flat], counts: Counts) -> Weights:
    """How many moves of some classes lead to a square, by what it holds and under what conditions."""
    ways: dict[int, Counter[str]] = defaultdict(Counter)
    for flat in flats:
        condition = counts.possible(flat.terms.counters)
        for content in members(flat.targets):
            ways[content][condition] += 1
    layers: dict[tuple[int, int], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for content, conditions in ways.items():
        for layer, (condition, weight) in enumerate(sorted(conditions.items())):
            layers[weight, layer][condition] |= 1 << content
    return tuple((weight, tuple(sorted(found.items()))) for (weight, _), found in layers.items())
