"""Lasker's own engine as a player of a match, limited by level, nodes or clock."""

from __future__ import annotations

import sys
from contextlib import suppress
from random import Random

from lasker.engine import levels
from lasker.engine.opponent import DEEPEST, Budget
from lasker.engine.opponent_pool import compiled_opponent
from lasker.kernel.errors import EngineError, NativeError
from lasker.match.clock import Allowance
from lasker.match.players import Answer
from lasker.play.game import Game, Position
from lasker.protocols.session import Clock

OVERHEAD = 0.03  # seconds reserved for stopping the search


class OurPlayer:
    """The engine in the same process, without a protocol, so it plays every game.

    >>> from lasker.match.clock import Limit
    >>> from lasker.play.game import load
    >>> game = load("tictactoe")
    >>> player, position = OurPlayer(game), game.position("XX1/OO1/3 x 3")
    >>> player.begin(position, seed=0)
    >>> player.answer(position, Allowance(Limit(nodes=500))).move
    'c3'
    """

    def __init__(
        self, game: Game, level: int = levels.FULL, megabytes: int = 16, name: str = "lasker"
    ) -> None:
        levels.check(level)
        self.name, self._level, self._chance = name, level, Random(0)
        with suppress(NativeError):
            game.compile()  # so that positions do not use the running search's library
        self._opponent = compiled_opponent(game, megabytes)
        if self._opponent.missing:
            print(f"no native code, so {name} is weak: {self._opponent.missing}", file=sys.stderr)

    def begin(self, start: Position, seed: int) -> None:
        """Start a new game with an empty transposition table, so that games are reproducible."""
        self._chance = Random(seed)
        self._opponent.forget()

    def answer(self, position: Position, allowance: Allowance) -> Answer:
        """Its move."""
        self._opponent.ready()
        found = levels.play(self._opponent, position, budget(allowance), self._level, random=self._chance)
        if not found:
            raise EngineError("no move where there is one")
        line = found[0]
        score = line.score if line.mate is None else None
        return Answer(line.moves[0], score, line.mate, line.depth, line.nodes)

    def halt(self) -> None:
        """Stop thinking."""
        self._opponent.stop()

    def close(self) -> None:
        """Nothing to release."""


def budget(allowance: Allowance) -> Budget:
    """The search budget of a time allowance.

    >>> from lasker.match.clock import Limit
    >>> budget(Allowance(Limit(nodes=500, depth=7)))
    Budget(seconds=inf, nodes=500, depth=7, mate=0)
    """
    limit, whole = allowance.limit, Budget()
    seconds = whole.seconds
    if limit.base is not None and allowance.left:
        clock = Clock(allowance.left[allowance.seat], limit.each, allowance.togo)
        seconds = clock.share(OVERHEAD)
    if limit.seconds is not None:
        seconds = min(seconds, max(0.001, limit.seconds - OVERHEAD / 3))
    return Budget(seconds, limit.nodes or whole.nodes, min(limit.depth or DEEPEST, DEEPEST))
