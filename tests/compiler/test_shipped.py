"""Games of the library in native code: a sample of them on bitboards and by the walk.

A sample has every kind of move: the library that counts, lists moves and plays random games is compared with
its own walk on many positions, with the counts of the rules file, and on a few positions with the reference,
which takes a thousand times as long. Small games are compiled as they are for users, the others without
optimization. `make soak` compiles the walk alone of the other games, which is what the opponent first plays
with, and all games as they are for users. Counting alone, from the same text in two parts, is
tested in `test_counting.py`.
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
from lasker.backends._differential_tests import observe, perturbed
from lasker.backends.c.machine import Machine
from lasker.backends.c.native import Native
from lasker.compiler.ir.machine import ProgramPosition
from lasker.kernel.limits import Limits
from lasker.model.position import Node
from lasker.notation.fen import fen
from lasker.play.game import Game, load
from lasker.runtime.playouts import draws, playout
from library_sample import EVERY, SAMPLE, SAMPLED, cost
from shipped import shipped

POSITIONS, JUDGED = 18, 2  # of each game: compared with the walk, and with the reference
PLAYED, PLIES = 6, 25  # random games, and their length
SHORT = 900  # characters of rules up to which a game of the sample is optimized
COUNTED = 20_000  # leaves of the counts in a rules file that are counted again
BRANCHING = 80  # moves up to which two plies are counted, and the reference is asked before others


class WalkingMachine(Machine):
    """The same library, answering everything by the walk."""

    def __init__(self, ffi: Any, code: Any, packed: int, limits: Limits) -> None:
        super().__init__(ffi, code, packed, limits)
        code.lasker_walk(self.at, True)


def walked(game: Game, walk: Engine, random: Random) -> Iterator[ProgramPosition]:
    """Positions of random games, every third with a few squares changed."""
    start = position = backends.position(game.start().node)
    for ply in range(POSITIONS):
        yield position
        moves = walk.successors(position)
        position = random.choice(moves).after if moves and ply % 10 < 9 else start
        if ply % 3 == 2:
            yield backends.position(perturbed(game.model, node(game, position), random))


def node(game: Game, position: ProgramPosition) -> Node:
    """A position of a backend, as the model has it."""
    state = list(game.model.states.values())[position.turn]
    return Node(game.model, Configuration(position.board, (), position.counters), state)


def repeat(game: Game, position: ProgramPosition, depth: int) -> str:
    """The command that shows a difference."""
    line = fen.write(node(game, position))
    return f"lasker perft {game.name} {depth} --divide --backend c --fen '{line}'"


def judged(game: Game, engine: Engine, positions: list[ProgramPosition], random: Random) -> None:
    """Compare an engine with the reference on positions, those with few moves before others."""
    few = [each for each in positions if engine.perft(each, 1) <= BRANCHING] or positions[:1]
    judge = backends.open_engine("reference", game.model)
    for position in random.sample(few, min(len(few), JUDGED)):
        wanted = observe(judge, game.model, position)
        assert observe(engine, game.model, position) == wanted, repeat(game, position, 1)


@pytest.mark.parametrize("name", SAMPLED)
def test_every_game_in_native_code(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, random = load(name), Random(name)
    if name in SAMPLE:
        small = cost(name) < SHORT
        lists = shipped(game.model) if small else Native(game.model, frozenset(), listing=True)
        compare(name, lists, monkeypatch)
    else:
        walk = Native(game.model, frozenset(), walking=True)
        assert wrong_counts(name, walk, most=COUNTED) == []
        judged(game, walk, list(walked(game, walk, random)), random)


@pytest.mark.soak
@pytest.mark.parametrize("name", EVERY)
def test_native_code_as_shipped(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compare(name, shipped(load(name).model), monkeypatch)


def compare(name: str, lists: Native, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare the native code of a game with its own walk and with the reference."""
    game, random = load(name), Random(name)
    model, walk = game.model, copy(lists)
    monkeypatch.setattr(walk, "kind", WalkingMachine)
    monkeypatch.setattr(walk, "_idle", [])
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
    judged(game, lists, positions, random)
