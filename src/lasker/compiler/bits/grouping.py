"""Grouping of classes: by guards, by movers with the same entries, and by target contents."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from lasker.algebra.contents import members
from lasker.compiler.bits.counters import Counts
from lasker.compiler.bits.language import Expr
from lasker.compiler.bits.layout import Layout
from lasker.compiler.bits.scope import Where
from lasker.compiler.groups.game import Classes
from lasker.compiler.groups.moves import (
    Asked,
    Counters,
    Drop,
    Entry,
    Flat,
    Moves,
    Rule,
    Screens,
    Terms,
)
from lasker.compiler.groups.path import Value, union
from lasker.kernel.dataclass import dataclass


class FixedShift(NamedTuple):
    """A fixed offset: the shift, the squares from which, and the offset of the square between."""

    by: int
    origins: int
    over: int  # 0 if there is none


class Outcome(NamedTuple):
    """What happens to moves to squares that hold some contents; the sink decides."""

    payload: Any
    where: Where


@dataclass(frozen=True)
class MoverGroup:
    """Movers with the same entries. Where moves are made, they are of one kind and become the same."""

    movers: int
    screens: Screens
    value: Value
    terms: Terms  # without counters
    entries: tuple[Entry, ...]
    outcomes: tuple[Outcome, ...]

    @property
    def where(self) -> Where:
        """All their target contents, with conditions."""
        return tuple(dict.fromkeys(pair for each in self.outcomes for pair in each.where))

    @property
    def targets(self) -> int:
        """All their target contents."""
        return union(held for _, held in self.where)


Weights = tuple[Outcome, ...]  # the number of moves to a square, by its contents


def mover_groups(flats: tuple[Flat, ...], layout: Layout, counts: Counts, together: bool) -> list[MoverGroup]:
    """Classes of one kind of piece each; those that differ only in their targets are merged, and with
    `together` also those that differ in counter updates."""
    found: dict[tuple[int, Screens, Value, Terms, tuple[Entry, ...]], list[dict[Counters, int]]] = (
        defaultdict(list)
    )
    for flat in flats:
        kept = tuple(op for op in flat.terms.counters if op.slot in counts.place)
        needed = flat.terms
        terms = Terms((), (), needed.question, needed.asks, needed.branch, effects=needed.effects)
        for movers in layout.apart(flat.movers):
            layers = found[movers, flat.screens, flat.value, terms, flat.entries]
            fitting = (layer for layer in layers if _fits(layer, kept, flat.targets, together))
            layer = next(fitting, None)
            if layer is None:
                layers.append(layer := {})
            layer[kept] = layer.get(kept, 0) | flat.targets
    return [
        MoverGroup(*key, tuple(Outcome(ops, ((counts.possible(ops), held),)) for ops, held in layer.items()))
        for key, layers in found.items()
        for layer in layers
    ]


def _fits(layer: dict[Counters, int], kept: Counters, targets: int, together: bool) -> bool:
    """Are the counter updates for some contents the only ones?"""
    return not any(held & targets or not together for counters, held in layer.items() if counters != kept)


def guarded(moves: Moves) -> list[tuple[tuple[Asked, ...], Moves]]:
    """Moves by their guards, those without guards first."""
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
    """The moves with exactly these guards."""
    return moves.where(lambda each: each.terms.guards == guards)


def denies_first(guards: tuple[Asked, ...], classes: Classes, first: Moves, counts: Counts) -> bool:
    """Do guards test that none of the moves counted before exists?"""
    if len(guards) != 1 or guards[0][1]:
        return False
    test = classes.tests[guards[0][0]]
    return (
        isinstance(test, Moves)
        and (needs := _bare(test, counts)) is not None
        and needs == _bare(first, counts)
    )


def _bare(moves: Moves, counts: Counts) -> object:
    """The conditions of moves on the board and on counters, if there are no others."""
    if moves.special or any(terms.question or terms.asked for terms in moves.terms()):
        return None
    flats = frozenset((f.movers, f.targets, f.screens, f.entries, _allowed(f, counts)) for f in moves.flats)
    drops = frozenset((drop.entries, _allowed(drop, counts)) for drop in moves.drops)
    rules = frozenset((rule.holds, rule.questions, rule.rows, _allowed(rule, counts)) for rule in moves.rules)
    return flats, drops, rules


def _allowed(way: Flat | Drop | Rule, counts: Counts) -> Expr | None:
    """The condition that counters allow a move."""
    return counts.possible(way.terms.counters)


def groups(
    moves: Moves, layout: Layout, counts: Counts, royal: Callable[[int, str | None], bool]
) -> Iterator[MoverGroup]:
    """Movers with the same entries, with the number of moves to each set of contents."""
    alike: dict[tuple[int, Terms, Value, Screens, tuple[Entry, ...]], list[Flat]] = defaultdict(list)
    for flat in moves.flats:
        made = flat.terms.effects if flat.terms.asks else ()
        terms = Terms(question=flat.terms.question, asks=flat.terms.asks, effects=made)
        for movers in layout.apart(flat.movers) if terms.asks else [flat.movers]:
            value = flat.value if terms.asks else Value(None, 0, 0)
            alike[movers, terms, value, flat.screens, flat.entries].append(flat)
    together: dict[tuple[bool, Terms, Value, Screens, tuple[Entry, ...], Weights], list[int]] = defaultdict(
        list
    )
    for (movers, terms, value, screens, entries), flats in alike.items():
        among = royal(movers, terms.question)
        together[among, terms, value, screens, entries, weights(flats, counts)].append(movers)
    for (_, terms, value, screens, entries, found), all_movers in together.items():
        for movers in all_movers if terms.asks else joined(all_movers):
            yield MoverGroup(movers, screens, value, terms, entries, found)


def joined(sets: list[int]) -> list[int]:
    """Merges disjoint sets of contents greedily.

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
    """The number of moves of some classes to a square, by its contents and by conditions."""
    ways: dict[int, Counter[Expr | None]] = defaultdict(Counter)
    for flat in flats:
        condition = counts.possible(flat.terms.counters)
        for content in members(flat.targets):
            ways[content][condition] += 1
    layers: dict[tuple[int, int], dict[Expr | None, int]] = defaultdict(lambda: defaultdict(int))
    for content, conditions in ways.items():
        for layer, (condition, weight) in enumerate(sorted(conditions.items(), key=_sort_key)):
            layers[weight, layer][condition] |= 1 << content
    return tuple(
        Outcome(weight, tuple(sorted(found.items(), key=_sort_key))) for (weight, _), found in layers.items()
    )


def _sort_key(item: tuple[Expr | None, int]) -> tuple[str, int]:
    """A sort key for conditions."""
    return "" if item[0] is None else str(item[0]), item[1]
