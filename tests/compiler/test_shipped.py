"""Every library game as users get it: optimised, on bitboards wherever the compiler puts them.

The library that counts, lists moves and plays random games is compiled as it is for everybody. It is compared
with the walk through the rules on many positions, and on a few with the reference, which takes a thousand
times as long. Games that have no kind of move of their own are compiled without optimisation: variants, and
specifications, whose text is made of the same parts, and one that takes the longest. The soak test optimises
them too. Counting alone, from the same text in two parts, is tested in `test_counting.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from random import Random
from typing import Any

import pytest
from lockstep import wrong_counts

from lasker import backends
from lasker.algebra.meaning import Configuration
from lasker.backends import Engine
from lasker.backends._agreement import observe, perturbed
from lasker.backends.c.machine import Machine
from lasker.backends.c.native import Native
from lasker.compiler.ir.machine import ProgramPosition
from lasker.kernel.limits import Limits
from lasker.model.position import Node
from lasker.notation.fen import fen
from lasker.play.game import Game, load
from lasker.play.library import facts, sources
from lasker.runtime.playouts import draws, playout
from shipped import shipped

POSITIONS, JUDGED = 18, 2  # of each game: compared with the walk, and with the reference
PLAYED, PLIES = 6, 25  # random games, and their length
COUNTED = 20_000  # leaves of the counts in a rules file that are counted again
# Variants of other games that are on bitboards in ways of their own: explosions, drops, double moves, seams.
OF_THEIR_OWN = {"antichess", "atomic", "crazyhouse", "cylinder_chess", "duck_chess", "marseillais"}
VARIANTS = {name for name in sources() if facts(name, "extends")} - OF_THEIR_OWN
SPECIFIED = {name for name, source in sources().items() if source.name.endswith(".yaml")}
PLAIN = VARIANTS | SPECIFIED | {"shogi"}  # which drops pieces as crazyhouse does
BRANCHING = 80  # moves up to which two plies are counted, and the reference is asked before others


class WalkingMachine(Machine):
    """The same library, answering everything by the walk."""

    def __init__(self, ffi: Any, code: Any, packed: int, limits: Limits) -> None:
        super().__init__(ffi, code, packed, limits)
        code.lasker_walk(self.at, True)


def walked(game: Game, walk: Engine, random: Random) -> Iterator[ProgramPosition]:
    """Positions of random games, every third with a few squares changed."""
    start = position = backends.position(game.start().node)
    for number in range(POSITIONS):
        yield position
        moves = walk.successors(position)
        position = random.choice(moves).after if moves and number % 10 < 9 else start
        if number % 3 == 2:
            yield backends.position(perturbed(game.model, node(game, position), random))


def node(game: Game, position: ProgramPosition) -> Node:
    """A position of a backend, as the model has it."""
    state = list(game.model.states.values())[position.turn]
    return Node(game.model, Configuration(position.board, (), position.counters), state)


def repeat(game: Game, position: ProgramPosition, depth: int) -> str:
    """The command that shows a difference."""
    line = fen.write(node(game, position))
    return f"lasker perft {game.name} {depth} --divide --backend c --fen '{line}'"


@pytest.mark.parametrize("name", sorted(sources()))
def test_native_code_as_shipped(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    model = load(name).model
    lists = Native(model, frozenset(), listing=True) if name in PLAIN else shipped(model)
    compare(name, lists, monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(PLAIN))
def test_native_code_of_the_others_as_shipped(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compare(name, shipped(load(name).model), monkeypatch)


def compare(name: str, lists: Native, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare the native code of a game with the walk and with the reference."""
    game = load(name)
    model = game.model
    walk = copy(lists)
    monkeypatch.setattr(walk, "kind", WalkingMachine)
    monkeypatch.setattr(walk, "_idle", [])
    judge, random = backends.open_engine("reference", model), Random(name)
    assert wrong_counts(name, lists, most=COUNTED) == []

    positions = list(walked(game, walk, random))
    for position in positions:
        wanted = observe(walk, model, position)
        assert observe(lists, model, position) == wanted, repeat(game, position, 1)
        ways = len(wanted.moves)
        assert lists.perft(position, 1) == walk.perft(position, 1) == ways, repeat(game, position, 1)
        if ways <= BRANCHING:
            assert lists.perft(position, 2) == walk.perft(position, 2), repeat(game, position, 2)
    for number, position in enumerate(random.sample(positions, PLAYED)):
        told = playout(model, walk, position, draws(7, number), PLIES)
        assert lists.playout(position, 7, number, PLIES) == told, repeat(game, position, 1)
    few = [each for each in positions if lists.perft(each, 1) <= BRANCHING] or positions[:1]
    for position in random.sample(few, min(len(few), JUDGED)):
        assert observe(judge, model, position) == observe(lists, model, position), repeat(game, position, 1)
