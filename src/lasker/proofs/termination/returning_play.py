"""A play that comes back to where it began, so that it can be played again and again: a game is infinite.

It is looked for among plays in which everybody makes a move and takes it back, from the start of the game and
from positions of a few random games.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from lasker.kernel.dataclass import dataclass
from lasker.play.game import Game, Position
from lasker.play.move import Move

WIDTH = 4  # moves tried at each ply
MOST_TURNS = 6  # plies away from a position before the plies back
GAMES, LONGEST, APART = 4, 60, 5  # random games, their plies, and those between two looks for a way back


@dataclass(frozen=True)
class ReturningPlay:
    """Moves from the start of a game, and those that come back to where they lead."""

    before: tuple[str, ...]
    line: tuple[str, ...]

    def __str__(self) -> str:
        after = f"after {' '.join(self.before)} " if self.before else ""
        return f"{after}nothing stops {' '.join(self.line)} from being played again and again"


def from_start(game: Game) -> ReturningPlay | None:
    """A play that comes back to the start of a game.

    >>> from lasker.play.game import load
    >>> print(from_start(load("chinese_checkers")))
    nothing stops k3i5 e14e13 i5k3 e13e14 from being played again and again
    """
    line = _line(game.start())
    return None if line is None else ReturningPlay((), line)


def from_later(game: Game) -> ReturningPlay | None:
    """A play that comes back to a position of one of a few random games."""
    random = Random(1)
    for _ in range(GAMES):
        position, before = game.start(), list[str]()
        while position.outcome is None and position.moves and len(before) < LONGEST:
            move = random.choice(position.moves)
            position, before = position.play(move.text), [*before, move.text]
            if len(before) % APART == 0 and (line := _line(position)) is not None:
                return ReturningPlay(tuple(before), line)
    return None


def _line(start: Position) -> tuple[str, ...] | None:
    """Moves back to a position, played so often that no adjudication can stop them later."""
    model = start.game.model
    if model.forbids_repetition:
        return None
    for turns in dict.fromkeys((1, 2, min(len(model.states), MOST_TURNS))):
        line = _away(start, start, turns, turns)
        if line is not None:
            rounds = 2 + max((rule.repeated for rule in model.adjudications), default=0)
            position = start
            for text in line * rounds:
                if position.outcome is not None:
                    return None
                position = position.play(text)
            return tuple(line)
    return None


def _away(start: Position, position: Position, plies: int, turns: int) -> list[str] | None:
    """Moves so many plies away from a position and back."""
    if plies == 0:
        return _back(start, position, turns)
    for move in islice(_undone(position, turns), WIDTH):
        rest = _away(start, _after(position, move), plies - 1, turns)
        if rest is not None:
            return [move.text, *rest]
    return None


def _back(start: Position, position: Position, plies: int) -> list[str] | None:
    """The moves that bring a position nearest to another one, if they lead there."""
    line = []
    for _ in range(plies):
        if not position.moves:
            return None
        move = min(position.moves, key=lambda each: _apart(_after(position, each), start))
        position = _after(position, move)
        line.append(move.text)
    same = position.node.configuration[:3] == start.node.configuration[:3]
    return line if same and position.node.state is start.node.state else None


def _undone(position: Position, turns: int) -> Iterator[Move]:
    """The moves that only move pieces, and that their player can take back after small moves of others."""
    board = position.node.configuration.board
    pieces = sorted(board)
    for move in position.moves:
        after = _after(position, move)
        moved = after.node.configuration.board
        changed = [at for at, content in enumerate(board) if moved[at] != content]
        if sorted(moved) != pieces:
            continue
        for _ in range(turns - 1):
            if not after.moves:
                break
            here = after
            after = _after(here, min(here.moves, key=lambda each: _apart(_after(here, each), here)))
        back = (_after(after, each).node.configuration.board for each in after.moves)
        if any(all(there[at] == board[at] for at in changed) for there in back):
            yield move


def _after(position: Position, move: Move) -> Position:
    return Position(move.step.after, position.game, position)


def _apart(one: Position, other: Position) -> int:
    boards = (each.node.configuration.board for each in (one, other))
    return sum(a != b for a, b in zip(*boards, strict=True))
