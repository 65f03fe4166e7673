"""The laws of movements on fragments and moves: as exact terms, and by evaluation on moved boards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lasker.algebra.fragments import ZERO, Fragment
from lasker.algebra.meaning import Arena, Configuration
from lasker.algebra.moves import (
    Each,
    Move,
    Repeat,
    Test,
    children,
    choice,
    exhaust,
    moved,
    prefer,
    sequence,
)
from lasker.kernel.errors import GlueError, LimitError
from lasker.kernel.limits import Limits
from lasker.space.compass import CUBE, HEX, HEXFILES, SQUARE
from lasker.space.movement import Movement
from lasker.space.space import LatticeSpace
from lasker.syntax.rules import Rules
from random_moves import moves
from strategies import fragments, movements, patterns
from worlds import CURSORS, World, configurations, holed, lattices, often, worlds


def glued(make: Callable[[], Fragment]) -> Fragment | None:
    """A sum, or None where squares would lie on top of each other."""
    try:
        return make()
    except GlueError:
        return None


@often(120)
@given(st.data())
def test_movements_distribute_over_sums(data: st.DataObject) -> None:
    world = data.draw(worlds())
    f, g, v = data.draw(fragments(world)), data.draw(fragments(world)), world.vocabulary
    m, n = data.draw(movements(world.compass, v)), data.draw(movements(world.compass, v))
    whole = glued(lambda: f + g)
    assert glued(lambda: f.moved(m, v) + g.moved(m, v)) == (whole and whole.moved(m, v)), (
        "B16; errors stay errors"
    )
    assert f.moved(n, v).moved(m, v) == f.moved(m * n, v)
    assert f.moved(world.compass.identity, v) == f
    assert ZERO.moved(m, v) == ZERO


@often(120)
@given(st.data())
def test_gluing_is_commutative_associative_and_partial(data: st.DataObject) -> None:
    world = data.draw(worlds())
    f, g, h = (data.draw(fragments(world)) for _ in range(3))
    assert glued(lambda: f + g) == glued(lambda: g + f)
    assert glued(lambda: (f + g) + h) == glued(lambda: f + (g + h))
    assert f + ZERO == f == ZERO + f
    shared = {offset for offset, _ in f.cells} & {offset for offset, _ in g.cells}
    if not shared:
        whole = glued(lambda: f + g)
        assert whole is not None
        assert set(whole.cells) == set(f.cells) | set(g.cells)


@often(100)
@given(st.data())
def test_movements_distribute_over_choices_of_fragments(data: st.DataObject) -> None:
    world = data.draw(worlds())
    p, q, m = (
        data.draw(patterns(world)),
        data.draw(patterns(world)),
        data.draw(movements(world.compass, world.vocabulary)),
    )
    v = world.vocabulary
    assert (p | q).moved(m, v) == p.moved(m, v) | q.moved(m, v)
    assert p | p == p


@often(100)
@given(st.data())
def test_movements_act_on_moves_as_exact_terms(data: st.DataObject) -> None:
    world = data.draw(worlds())
    M, N = data.draw(moves(world, CURSORS, 2)), data.draw(moves(world, CURSORS, 2))
    v = world.vocabulary
    m, n = data.draw(movements(world.compass, v)), data.draw(movements(world.compass, v))
    assert moved(moved(M, n, v), m, v) == moved(M, m * n, v)
    assert moved(M, world.compass.identity, v) == M
    assert moved(sequence([M, N]), m, v) == sequence([moved(M, m, v), moved(N, m, v)])
    assert moved(choice([M, N]), m, v) == choice([moved(M, m, v), moved(N, m, v)])
    assert moved(prefer(M, N), m, v) == prefer(moved(M, m, v), moved(N, m, v))
    assert moved(exhaust(M), m, v) == exhaust(moved(M, m, v))
    assert moved(Repeat(M, 1, 3), m, v) == Repeat(moved(M, m, v), 1, 3)
    assert moved(Test(M, False), m, v) == Test(moved(M, m, v), False)
    if world.compass.name != "graph":
        assert moved(moved(M, m, v), m.inverse(), v) == M
        slide = data.draw(st.sampled_from(list(world.compass.directions.values())))
        assert moved(M, slide, v) == M, "rules apply at every translation"


@often(60)
@given(st.data())
def test_four_quarter_turns_and_two_flips_do_nothing(data: st.DataObject) -> None:
    """B12, B38: R⁴M = M and flipped(flipped(M)) = M, on moves and on fragments."""
    cells = [holed(SQUARE, 3, 3), holed(CUBE, 2, 2, 2), holed(HEX, 2, 2), holed(HEXFILES, 2, 2)]
    world = data.draw(worlds(st.one_of(cells)))
    rules = Rules(space=world.space, vocabulary=world.vocabulary)
    M, f, v = data.draw(moves(world, CURSORS)), data.draw(patterns(world)), world.vocabulary
    full_turn = 6 if world.compass.name.startswith("hex") else 4
    R: Any = rules.find("R")
    F: Any = rules.find("F")
    C: Any = rules.find("C")
    flipped: Any = rules.find("flipped")
    players = len(v.players)
    for letter, order in (
        (R, full_turn),
        (F, 2),
        (C, players),
        (flipped, 2 * players if players % 2 else players),
    ):
        term, picture = M, f
        for _ in range(order):
            term, picture = moved(term, letter, v), picture.moved(letter, v)
        assert (term, picture) == (M, f)
        assert letter**order == world.compass.identity


ONE = ("C C", "R^4", "R²R²", "F F", "flipped flipped", "rotated rotated", "u d", "F R F R", "u^3 u^-3")
SAME = {"u r": "r u", "ur": "r u", "R r": "u R", "F r": "l F", "R u R^-1": "l", "F F C": "C", "C R": "R C"}
OTHER = {"R F": "F R", "R u": "u R", "C": "1", "R²": "1", "flipped": "rotated"}


def test_words_of_movements_are_computed() -> None:
    value = Rules().evaluate
    assert {text for text in ONE if value(text) != value("1")} == set()
    assert {left for left, right in SAME.items() if value(left) != value(right)} == set()
    assert {left for left, right in OTHER.items() if value(left) == value(right)} == set()


# --- by evaluation ----------------------------------------------------------------------------


class Mirror:
    """A world seen after a movement: squares, regions, contents, cursors and counters all go along."""

    def __init__(self, world: World, movement: Movement) -> None:
        assert isinstance(world.space, LatticeSpace)
        self.world, self.players, v = world, movement.players, world.vocabulary
        space = LatticeSpace(world.compass, [movement(site) for site in world.space.sites])
        self.to = [space.index[movement(site)] for site in world.space.sites]
        for (name, owner), sites in world.space.regions.items():
            space.add_region(name, [self.to[site] for site in sites], v.permute_owner(owner, self.players))
        self.image = World(space, v)

    def __call__(self, c: Configuration) -> Configuration:
        v = self.world.vocabulary
        board = list(c.board)
        for site, content in enumerate(c.board):
            board[self.to[site]] = v.permute(1 << content, self.players).bit_length() - 1
        names = list(v.counters)
        values = {
            (name, v.permute_owner(owner, self.players)): value
            for (name, owner), value in zip(names, c.counters, strict=True)
        }
        cursors = tuple((name, (self.to[site], frame)) for name, (site, frame) in c.cursors)
        return Configuration(tuple(board), cursors, tuple(values[name] for name in names))


def open_lattices() -> st.SearchStrategy[Any]:
    """Lattices without gluings."""
    return lattices().filter(lambda space: isinstance(space, LatticeSpace) and not space.gluings)


def in_turn(move: Move) -> bool:
    """Does a move go through the squares in the order of the sites, which a movement changes?"""
    return isinstance(move, Each) or any(map(in_turn, children(move)))


def check_mirror(examples: int) -> int:
    changed = 0

    @often(examples)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        nonlocal changed
        world = data.draw(worlds(open_lattices()))
        movement = data.draw(movements(world.compass, world.vocabulary))
        M, start = data.draw(moves(world, ("%",))), data.draw(configurations(world, ("%",)))
        assume(not in_turn(M))
        mirror, limits = Mirror(world, movement), Limits(configurations=2000)
        here, there = (Arena(w.space, w.vocabulary, limits) for w in (world, mirror.image))
        try:
            results = here.results(M, start)
            images = there.results(moved(M, movement, world.vocabulary), mirror(start))
        except LimitError:
            return
        assert images == {mirror(end) for end in results}
        changed += bool(results - {start})

    check()
    return changed


def test_a_moved_move_does_on_the_moved_board_what_the_move_does() -> None:
    """B38: black's moves are the image of white's moves on the flipped board; so for every movement."""
    assert check_mirror(150) > 10


@pytest.mark.soak
def test_a_moved_move_does_on_the_moved_board_what_the_move_does_at_length() -> None:
    assert check_mirror(10_000) > 1000
