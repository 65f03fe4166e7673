"""Classes put together for counting: what is asked before them, who goes the same ways, and where to."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from lasker.algebra.contents import members
from lasker.backends._c_counters import Counts
from lasker.backends._c_words import Words
from lasker.ir.classes import Asked, Classes, Drop, Entry, Flat, Moves, Rule, Terms
from lasker.ir.path import Value

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


def guarded(moves: Moves) -> list[tuple[tuple[Asked, ...], Moves]]:
    """Moves by what is asked before them, those first of which nothing is asked."""
    known: dict[tuple[Asked, ...], tuple[list[Flat], list[Drop], list[Rule]]] = {(): ([], [], [])}
    for flat in moves.flats:
        known.setdefault(flat.terms.guards, ([], [], []))[0].append(flat)
    for drop in moves.drops:
        known.setdefault(drop.terms.guards, ([], [], []))[1].append(drop)
    for rule in moves.rules:
        asked = {(block, wanted) for block, wanted, writes in rule.questions if not writes}
        guards = max((each for each in known if set(each) <= asked), key=len)
        left = tuple(q for q in rule.questions if q[2] or q[:2] not in guards)
        known[guards][2].append(replace(rule, questions=left))
    return [
        (guards, Moves(tuple(flats), tuple(drops), tuple(rules)))
        for guards, (flats, drops, rules) in known.items()
    ]


def same(guards: tuple[Asked, ...], classes: Classes, first: Moves) -> bool:
    """Do guards ask that there be none of the moves that were counted first?"""
    if len(guards) != 1 or guards[0][1]:
        return False
    test = classes.tests[guards[0][0]]
    return isinstance(test, Moves) and _bare(test) is not None and _bare(test) == _bare(first)


def _bare(moves: Moves) -> object:
    """What moves need of the board, if nothing else is asked."""
    if any(terms.question or terms.asked for terms in moves.terms()):
        return None
    flats = frozenset((f.movers, f.targets, f.screens, f.entries) for f in moves.flats)
    drops = frozenset(drop.entries for drop in moves.drops)
    return flats, drops, frozenset((rule.holds, rule.questions, rule.rows) for rule in moves.rules)


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
        union = 0
        for movers in all_movers:
            union |= movers
        for movers in all_movers if terms.asks else [union]:
            yield Group(movers, terms, value, screens, entries, found)


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
