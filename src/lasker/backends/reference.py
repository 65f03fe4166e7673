"""The reference backend: the evaluator of the algebra behind the interface of all backends."""

from __future__ import annotations

from collections.abc import Iterable

from lasker.algebra.meaning import Configuration
from lasker.compiler.ir.machine import ProgramPosition, Successor
from lasker.model.game import Game
from lasker.model.position import Node, Step, perft
from lasker.runtime.playouts import MOST_PLIES, Playout, PlayoutTally, draws, playout, tally


class Reference:
    """A game on the reference evaluator."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._turns = {name: turn for turn, name in enumerate(game.states)}

    def verdict(self, position: ProgramPosition) -> int:
        """The number of the first rule of the game that ends it here, or -1."""
        node = self._node(position)
        return next((number for number, rule in enumerate(self.game.endings) if node.meets(rule)), -1)

    def adjudged(self, position: ProgramPosition, number: int) -> bool:
        """Does the test of an adjudication hold here? Where chance moves none does."""
        return self._node(position).meets(self.game.adjudications[number])

    def chances(self, position: ProgramPosition) -> tuple[tuple[int, tuple[Successor, ...]], ...]:
        """The possible options of chance here, each with its weight and results."""
        return tuple((weight, self._successors(steps)) for weight, steps in self._node(position).chances)

    def _node(self, position: ProgramPosition) -> Node:
        state = list(self.game.states.values())[position.turn]
        return Node(self.game, Configuration(position.board, (), position.counters), state)

    def successors(self, position: ProgramPosition) -> tuple[Successor, ...]:
        """Every legal move, ordered by label, then by successor."""
        return self._successors(self._node(position).steps)

    def _successors(self, steps: Iterable[Step]) -> tuple[Successor, ...]:
        found = (
            Successor(
                tuple((note.start, note.end, note.symbol, note.was) for note in step.label),
                ProgramPosition(
                    self._turns[step.after.state.name],
                    step.after.configuration.board,
                    step.after.configuration.counters,
                ),
            )
            for step in steps
        )
        return tuple(sorted(found))

    def playout(self, position: ProgramPosition, seed: int, number: int, most: int = MOST_PLIES) -> Playout:
        """One random playout, determined by its seed and number."""
        return playout(self.game, self, position, draws(seed, number), most)

    def tally(
        self, position: ProgramPosition, seed: int, numbers: range, most: int = MOST_PLIES
    ) -> PlayoutTally:
        """The tally of random playouts."""
        return tally(self.game, self, position, seed, numbers, most)

    def perft(self, position: ProgramPosition, depth: int, table: int = 0) -> int:
        """The number of move sequences to a depth."""
        return perft(self._node(position), depth)


def open_engine(game: Game, without: frozenset[str] = frozenset()) -> Reference:
    """The game on the reference, which has no passes to skip."""
    return Reference(game)
