"""Strategies as trees of boards, to be drawn."""

from __future__ import annotations

from dataclasses import field

from lasker.drawing.diagrams.tree_drawing import Branch
from lasker.kernel.dataclass import dataclass
from lasker.play.game import Position
from lasker.proofs.forced_results.solvers import after
from lasker.proofs.forced_results.strategies import Strategist, result_of


def board_tree(strategist: Strategist, start: Position, most: int) -> Branch:
    """A strategy as a tree of boards, at most so many, the first plies before later ones.

    >>> import lasker
    >>> fork = lasker.load("tictactoe").position("XX1/OO1/3 x 5")
    >>> tree = board_tree(lasker.classify(fork, within=1).strategist(), fork, 10)
    >>> tree.below[0].title
    'c3'
    """
    root = _Board(f"{start.turn} to move", start, strategist.goal.plies)
    row, count = [root], 1
    while row:
        below: list[_Board] = []
        for board in row:
            following = _following(strategist, board.position, board.left)
            board.more = len(following) - max(0, min(len(following), most - count))
            board.below = following[: len(following) - board.more]
            count += len(board.below)
            below += board.below
        row = below
    return root.branch()


def _following(strategist: Strategist, position: Position, left: int) -> list[_Board]:
    if not strategist.is_open(position, left):
        return []
    if strategist.goal.acts(position):
        return [_Board(*strategist.choice(position, left))]
    return [_Board(f"… {text}", then, left - 1) for text, then in after(position)]


@dataclass
class _Board:
    """A node of a tree of boards: the move that led to it, and the plies that are left."""

    move: str
    position: Position
    left: int
    below: list[_Board] = field(default_factory=list)
    more: int = 0

    def branch(self) -> Branch:
        """The node and what is below it, to be drawn."""
        picture = self.position.svg(coordinates=False)
        below = tuple(each.branch() for each in self.below)
        return Branch(self.move, picture, result_of(self.position).strip(), below, self.more)
