"""The reference evaluator against a second one that shares no code with it, on random terms and boards."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lasker.algebra.meaning import RELATIONS, Arena
from lasker.algebra.moves import Adjust, Compare, CounterName, Move, children, rewrite
from lasker.kernel.errors import LimitError
from lasker.kernel.limits import Limits
from lasker.space.shapes import moebius, rectangle
from lasker.space.space import Space
from naive import Naive, TooMuch
from random_moves import moves
from strategies import sides
from worlds import CURSORS, RICH, configurations, graphs, lattices, often, worlds

LIMITS = Limits(configurations=3000)
SCOPES = st.sampled_from(((), ("%",), CURSORS))


def kinds(move: Move) -> set[str]:
    """The kinds of nodes that a move is made of."""
    return {type(move).__name__}.union(*map(kinds, children(move)))


def compare_moves(examples: int, spaces: st.SearchStrategy[Space] | None = None) -> Counter[str]:
    """Compare both evaluators on whole moves, and count what happened."""
    tally: Counter[str] = Counter()

    @often(examples)
    @given(st.data())
    def agree(data: st.DataObject) -> None:
        world, scope = data.draw(worlds(spaces)), data.draw(SCOPES)
        move = data.draw(moves(world, scope))
        arena = Arena(world.space, world.vocabulary, LIMITS)
        tally.update(kinds(move) | {world.compass.name})
        for _ in range(2):  # an arena caches placements: evaluate twice
            start, naive = data.draw(configurations(world, scope)), Naive(world.space, world.vocabulary)
            try:
                wanted = naive.results(move, naive.state(start))
                got = {naive.state(end) for end in arena.results(move, start)}
            except (TooMuch, LimitError):
                tally["too much"] += 1
                return
            assert got == wanted
            tally["some" if got else "none"] += 1
            tally["changed"] += any(end != naive.state(start) for end in got)

    agree()
    return tally


def compare_rules(examples: int, spaces: st.SearchStrategy[Space] | None = None) -> Counter[str]:
    """Compare single rules, the naive side with both sides as they were written, before any normal form."""
    tally: Counter[str] = Counter()

    @often(examples)
    @given(st.data())
    def agree(data: st.DataObject) -> None:
        world = data.draw(worlds(spaces))
        before, after = data.draw(sides(world, CURSORS))
        start = data.draw(configurations(world, CURSORS))
        naive, arena = Naive(world.space, world.vocabulary), Arena(world.space, world.vocabulary, LIMITS)
        got = {naive.state(end) for end in arena.runs(rewrite(before, after, world.vocabulary), start)}
        assert got == naive.rewrite(before, after, naive.state(start))
        tally.update({"all", "some" if got else "none", world.compass.name})

    agree()
    return tally


COMPASSES = ("line", "square", "cube", "Z4", "hex", "hexfiles", "graph")
KINDS = (
    "Nil",
    "Fail",
    "Rewrite",
    "Sequence",
    "Choice",
    "Repeat",
    "Bind",
    "Each",
    "Test",
    "Adjust",
    "Compare",
    "Most",
)


def test_counters_mean_what_the_naive_evaluator_says() -> None:
    """Every change and every comparison of every counter, from every value."""
    arena, naive = Arena(rectangle(1, 1), RICH), Naive(rectangle(1, 1), RICH)
    for slot, (name, counter) in enumerate(RICH.counters.items()):
        others: list[int | CounterName] = [*range(counter.low - 1, counter.high + 2), *RICH.counters]
        asked: list[Move] = [Compare(name, relation, other) for relation in RELATIONS for other in others]
        changed: list[Move] = [
            Adjust(name, relative, by) for relative in (False, True) for by in range(-4, 5)
        ]
        for value in range(counter.low, counter.high + 1):
            start = arena.start([0])
            start = start._replace(counters=(*start.counters[:slot], value, *start.counters[slot + 1 :]))
            for move in (*asked, *changed):
                got = {naive.state(end) for end in arena.runs(move, start)}
                assert got == naive.runs(move, naive.state(start)), move


def test_moves_mean_what_the_naive_evaluator_says() -> None:
    tally = compare_moves(120) + compare_moves(30, graphs()) + compare_moves(30, lattices())
    assert all(tally[seen] for seen in (*COMPASSES, *KINDS)), tally
    assert tally["changed"] > 20 < tally["some"], tally
    assert tally["none"] > 15, tally


def test_rules_mean_what_the_naive_evaluator_says() -> None:
    tally = compare_rules(100) + compare_rules(20, graphs())
    assert all(tally[seen] for seen in COMPASSES), tally
    assert tally["some"] > 20 < tally["none"], tally


def test_rules_on_a_twisted_strip_mean_what_the_naive_evaluator_says() -> None:
    tally = compare_rules(150, st.builds(moebius, st.integers(1, 2), st.integers(2, 3)))
    assert tally["some"] > 40 < tally["none"], tally


@pytest.mark.soak
def test_moves_mean_what_the_naive_evaluator_says_at_length() -> None:
    print(compare_moves(30_000))


@pytest.mark.soak
def test_rules_mean_what_the_naive_evaluator_says_at_length() -> None:
    print(compare_rules(30_000))
