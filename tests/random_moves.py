"""Hypothesis strategies for moves: every kind of node, with cursors bound before they are used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hypothesis import strategies as st

from lasker.algebra.fragments import Cell, fragment, pattern
from lasker.algebra.images import moved
from lasker.algebra.meaning import RELATIONS
from lasker.algebra.moves import (
    FAIL,
    NIL,
    Adjust,
    Bind,
    Compare,
    CounterName,
    Each,
    Most,
    Move,
    Repeat,
    Test,
    choice,
    exhaust,
    identity_rewrite,
    prefer,
    rewrite,
    sequence,
)
from strategies import (
    Scope,
    movements,
    pick,
    rarely,
    some_left,
    some_offset,
    some_region,
    some_set,
    some_sides,
    up_to,
)
from worlds import CURSORS, World

Make = Callable[[st.DrawFn, World, Scope, int], Move]


def _rewrite(draw: st.DrawFn, world: World, scope: Scope, depth: int) -> Move:
    return rewrite(*some_sides(draw, world, scope), world.vocabulary)


def _step(draw: st.DrawFn, world: World, scope: Scope, depth: int) -> Move:
    """The typical rule: a piece moves to a neighbouring square and leaves an empty one."""
    v, origin, there = world.vocabulary, world.compass.origin, some_offset(draw, world.compass, 1)
    if there == origin:
        there = next(iter(world.compass.directions.values())).shift
    who = Cell(v.squares, piece=pick(draw, scope)) if scope else Cell(v.named(pick(draw, v.glyphs)))
    onto = Cell(v.squares if rarely(draw, 3) else some_set(draw, v))
    return rewrite(
        fragment({origin: who, there: onto}), fragment({origin: Cell(v.named(".")), there: who}), v
    )


def _fragment_test(draw: st.DrawFn, world: World, scope: Scope, depth: int) -> Move:
    return Test(identity_rewrite(pattern([some_left(draw, world, scope)]), world.vocabulary), rarely(draw, 2))


def _adjust(draw: st.DrawFn, world: World, scope: Scope, depth: int) -> Move:
    names = list(world.vocabulary.counters)
    return Adjust(pick(draw, names), rarely(draw, 2), pick(draw, (1, 2, 0, -1))) if names else NIL


def _compare(draw: st.DrawFn, world: World, scope: Scope, depth: int) -> Move:
    names = list(world.vocabulary.counters)
    others: list[int | CounterName] = [0, 1, 2, 3, *names]
    return Compare(pick(draw, names), pick(draw, sorted(RELATIONS)), pick(draw, others)) if names else FAIL


def _repeat(draw: st.DrawFn, world: World, scope: Scope, depth: int) -> Move:
    low, body = draw(up_to(2)), pick(draw, (_step, _move))  # what cannot be repeated is rarely interesting
    return Repeat(body(draw, world, scope, depth - 1), low, pick(draw, (None, low, low + 1, low + 2)))


def _bind(draw: st.DrawFn, world: World, scope: Scope, depth: int) -> Move:
    name, kind = pick(draw, CURSORS), Each if rarely(draw) else Bind
    cell = Cell(some_set(draw, world.vocabulary))
    if scope and rarely(draw):  # %x @: M
        cell = Cell(world.vocabulary.squares, here=frozenset({pick(draw, scope)}), bare=True)
    cell = replace(cell, regions=some_region(draw, world))
    return kind(name, cell, _move(draw, world, tuple(sorted({*scope, name})), depth - 1))


def _most(draw: st.DrawFn, world: World, scope: Scope, depth: int) -> Move:
    names = list(world.vocabulary.counters)
    bodies = [_move(draw, world, scope, depth - 1) for _ in range(2)]
    if not names:
        return bodies[0]
    counted = [sequence([body, _adjust(draw, world, scope, depth)]) for body in bodies]
    return Most(pick(draw, names), choice(counted))


def _moved(draw: st.DrawFn, world: World, scope: Scope, depth: int) -> Move:
    body = _move(draw, world, scope, depth - 1)
    return moved(body, draw(movements(world.compass, world.vocabulary)), world.vocabulary)


def _joined(draw: st.DrawFn, world: World, scope: Scope, depth: int) -> Move:
    parts = [_move(draw, world, scope, depth - 1) for _ in range(2 + draw(up_to(1)))]
    joins: list[Callable[[list[Move]], Move]] = [
        sequence,
        sequence,
        choice,
        lambda two: prefer(two[0], two[1]),
    ]
    return pick(draw, joins)(parts)


def _tested(draw: st.DrawFn, world: World, scope: Scope, depth: int) -> Move:
    body = _move(draw, world, scope, depth - 1)
    return exhaust(body) if rarely(draw) else Test(body, rarely(draw, 2))


CONSTANT: tuple[Make, ...] = (lambda *_: NIL, lambda *_: FAIL)
SIMPLE: tuple[Make, ...] = (_rewrite,) * 4 + (_step,) * 5 + (_fragment_test, _adjust, _compare, *CONSTANT)
NESTED: tuple[Make, ...] = (_joined, _joined, _joined, _bind, _bind, _repeat, _repeat, _tested, _most, _moved)


def _move(draw: st.DrawFn, world: World, scope: Scope, depth: int) -> Move:
    return pick(draw, SIMPLE if depth <= 0 else SIMPLE[3:5] + NESTED)(draw, world, scope, depth)


@st.composite
def moves(draw: st.DrawFn, world: World, scope: Scope = (), depth: int = 3) -> Move:
    """Moves of every kind that mention no cursors but those of the scope and those they bind."""
    return _move(draw, world, scope, draw(up_to(depth)))
