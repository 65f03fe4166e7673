"""Equivariance: a moved move does on the moved board what the move does on the board, for every movement."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lasker.algebra.images import moved
from lasker.algebra.meaning import Arena, Configuration
from lasker.algebra.moves import Each, Move, children
from lasker.kernel.errors import LimitError
from lasker.kernel.limits import Limits
from lasker.space.movement import Movement
from lasker.space.space import LatticeSpace
from random_moves import moves
from strategies import movements
from worlds import World, configurations, lattices, often, worlds


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
    """Does a move depend on the order of the sites, which a movement changes?"""
    return isinstance(move, Each) or any(map(in_turn, children(move)))


def check_mirror(examples: int) -> int:
    changed = 0

    @often(examples)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        nonlocal changed
        world = data.draw(worlds(open_lattices()))
        movement = data.draw(movements(world.compass, world.vocabulary))
        M = data.draw(moves(world, ("%",)))
        assume(not in_turn(M))
        mirror, limits = Mirror(world, movement), Limits(configurations=1000)
        here, there = (Arena(w.space, w.vocabulary, limits) for w in (world, mirror.image))
        image = moved(M, movement, world.vocabulary)
        for _ in range(3):
            start = data.draw(configurations(world, ("%",)))
            try:
                results, images = here.results(M, start), there.results(image, mirror(start))
            except LimitError:
                return
            assert images == {mirror(end) for end in results}
            changed += bool(results - {start})

    check()
    return changed


def test_a_moved_move_does_on_the_moved_board_what_the_move_does() -> None:
    """B38: black's moves are the image of white's moves on the flipped board; so for every movement."""
    assert check_mirror(100) > 25


@pytest.mark.soak
def test_a_moved_move_does_on_the_moved_board_what_the_move_does_at_length() -> None:
    assert check_mirror(10_000) > 1000
