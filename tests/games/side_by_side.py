"""Compiled games beside another program: random games, in which both must know the same moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Protocol

import pytest

from lasker import backends
from lasker.algebra.meaning import Chosen, Configuration
from lasker.backends.c.native import Native
from lasker.compiler.ir.machine import ProgramPosition
from lasker.kernel.errors import NativeError
from lasker.model.position import Node
from lasker.notation.coordinates import move_text
from lasker.play.game import Game, load
from shipped import shipped

FEW = 1000  # positions up to which compiling takes longer than comparing
MOVES = 1_000_000  # looked at in one game, where every position has thousands


class Peer(Protocol):
    """A game in the other program, from its start on."""

    def fen(self) -> str:
        """The position it has come to."""

    def legal(self) -> Mapping[str, Any]:
        """Its moves by our texts; none when the game is over."""

    def push(self, move: Any) -> None:
        """Make one of them."""


def differences(
    name: str, begun: Callable[[Random], Peer], seed: str, wanted: int, length: int = 200
) -> list[str]:
    """Walk through random games side by side, and tell where the moves are not the same."""
    game, random, seen, moves = load(name), Random(f"{name} {seed}"), 0, 0
    try:
        engine = shipped(game.model) if wanted > FEW else Native(game.model, frozenset(), listing=True)
    except NativeError as error:
        pytest.skip(f"no native code here: {error.message}")
    start = backends.position(game.start().node)
    while seen < wanted and moves < MOVES:
        position, peer = start, begun(random)
        for _ in range(length):
            ours, theirs = by_text(game, engine, position), peer.legal()
            if ours.keys() != theirs.keys():
                return [f"{name} {peer.fen()}: {sorted(ours.keys() ^ theirs.keys())}"]
            seen, moves = seen + 1, moves + len(theirs)
            if not theirs:
                break
            chosen = random.choice(sorted(theirs))
            position = ours[chosen]
            peer.push(theirs[chosen])
    return []


def by_text(game: Game, engine: backends.Engine, position: ProgramPosition) -> dict[str, ProgramPosition]:
    """The legal moves of a position, by their texts."""
    state = list(game.model.states.values())[position.turn]
    node = Node(game.model, Configuration(position.board, (), position.counters), state)
    return {
        move_text(node, tuple(Chosen(*chosen) for chosen in label)): after
        for label, after in engine.successors(position)
    }
