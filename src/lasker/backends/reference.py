"""The reference: the evaluator of the algebra itself, asked in the words of the other backends."""

from __future__ import annotations

from lasker.algebra.meaning import Configuration
from lasker.ir.machine import Position, Successor
from lasker.model.game import Game
from lasker.model.position import Node, perft


class Reference:
    """A game as its meaning says."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._turns = {name: turn for turn, name in enumerate(game.states)}

    def _node(self, position: Position) -> Node:
        state = list(self.game.states.values())[position.turn]
        return Node(self.game, Configuration(position.board, (), position.counters), state)

    def successors(self, position: Position) -> tuple[Successor, ...]:
        """Every legal move, ordered by label, and where two moves have one label by where they lead."""
        steps = (
            Successor(
                tuple((note.start, note.end, note.symbol, note.was) for note in step.label),
                Position(
                    self._turns[step.after.state.name],
                    step.after.configuration.board,
                    step.after.configuration.counters,
                ),
            )
            for step in self._node(position).steps
        )
        return tuple(sorted(steps))

    def perft(self, position: Position, depth: int) -> int:
        """How many sequences of so many moves there are."""
        return perft(self._node(position), depth)


def open_engine(game: Game, without: frozenset[str] = frozenset()) -> Reference:
    """The game on the reference, which has no passes to leave out."""
    return Reference(game)
