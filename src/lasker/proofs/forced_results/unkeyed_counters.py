"""Counters that are no part of a position's identity, and whether they can matter within some plies.

Two positions that are the same for the rules about repetition have the same future if no test of such a
counter can change its answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import inf

from lasker.algebra.meaning import RELATIONS, Configuration
from lasker.algebra.moves import (
    Adjust,
    Compare,
    CounterName,
    Each,
    Most,
    Move,
    Repeat,
    Sequence,
    Test,
    children,
)
from lasker.algebra.subterms import parts
from lasker.model.game import Game


def can_matter(game: Game, at: Configuration, plies: int) -> bool:
    """Can a test of a counter that is not keyed answer otherwise within so many plies than it does now?

    >>> from lasker.play.game import load
    >>> start = load("chess").start().node
    >>> can_matter(start.game, start.configuration, 20), can_matter(start.game, start.configuration, 149)
    (False, True)
    """
    tests, changes, sets = _uses(game)
    for test in tests:
        name = test.counter
        if not isinstance(test.other, int):
            return True
        now = at.counters[game.arena.slots[name]]
        counter = game.vocabulary.counters[name]
        low, high = changes[name]
        bases = (now, *sets[name])
        least = max(counter.low, min(bases) + plies * low)
        most = min(counter.high, max(bases) + plies * high)
        holds = RELATIONS[test.relation]  # its answer changes only beside the number
        beside = (v for v in range(test.other - 1, test.other + 2) if least <= v <= most)
        if len({holds(value, test.other) for value in (int(least), int(most), *beside)}) > 1:
            return True
    return False


Range = tuple[float, float]
Uses = tuple[tuple[Compare, ...], dict[CounterName, Range], dict[CounterName, tuple[int, ...]]]


@lru_cache(maxsize=16)
def _uses(game: Game) -> Uses:
    """The tests of counters that are not keyed, by how much each falls and rises in a ply at most, and what
    it is set to."""
    unkeyed = [n for n, c in game.vocabulary.counters.items() if not c.keyed and not c.scratch]
    tests: dict[Compare, None] = {}
    sets: dict[CounterName, tuple[int, ...]] = dict.fromkeys(unkeyed, ())
    for part in (part for move in _moves(game) for part in parts(move)):
        if isinstance(part, Compare) and {part.counter, part.other} & {*unkeyed}:
            tests[part] = None
        elif isinstance(part, Most) and part.counter in unkeyed:
            tests[Compare(part.counter, "=", part.counter)] = None
        elif isinstance(part, Adjust) and part.counter in unkeyed and not part.relative:
            sets[part.counter] = (*sets[part.counter], part.amount)
    return tuple(tests), {name: _in_a_ply(game, name) for name in unkeyed}, sets


def _in_a_ply(game: Game, counter: CounterName) -> Range:
    played = [m for state in game.states.values() for m in (state.move, *(move for _, move in state.odds))]
    ranges = [_range(move, counter) for move in played]
    low, high = _range(game.settle, counter)
    return min(low_ for low_, _ in ranges) + low, max(high_ for _, high_ in ranges) + high


def _range(move: Move, counter: CounterName) -> Range:
    """By how much a move lowers and raises a counter at most, step by step."""
    match move:
        case Adjust(name, True, amount) if name == counter:
            return min(0, amount), max(0, amount)
        case Test():
            return 0, 0
        case Sequence(some):
            inside = [_range(part, counter) for part in some]
            return sum(low for low, _ in inside), sum(high for _, high in inside)
        case Repeat(body) | Each(_, _, body):
            low, high = _range(body, counter)
            return -inf if low else 0, inf if high else 0
    inside = [_range(part, counter) for part in children(move)]
    return min((low for low, _ in inside), default=0), max((high for _, high in inside), default=0)


def _moves(game: Game) -> Iterator[Move]:
    """Everything that a game asks and does."""
    for state in game.states.values():
        yield state.move
        yield from (move for _, move in state.odds)
        yield from (test for test, _ in state.next if test is not None)
    yield game.settle
    for ending in (*game.endings, *game.adjudications):
        yield from ending.tests.values()
