"""Any game as numbers: positions, moves and games of the library, encoded as the paper of seed 002 does it.

A position is the sequence of what stands on each site, then the counters, then whose turn it is and the ply,
each one more than it is, so that nothing is 0 and an empty square is 1. A move with number n, in the order
of moves, is ⟨⟨⟨before, after⟩, turn⟩, n⟩; a game is the sequence of its positions.
"""

from __future__ import annotations

from itertools import pairwise

from lasker.algebra.meaning import Configuration
from lasker.arithmetic.numbers import Number, as_sequence, left, pair, right, sequence
from lasker.kernel.errors import IllegalMove, NotationError
from lasker.model.position import Node
from lasker.play.game import Game, Move, Position


def encode_position(position: Position) -> Number:
    """The number of a position.

    >>> from lasker.play.game import load
    >>> start = load("tictactoe").start()
    >>> encode_position(start.play("b2")), decode_position(start.game, encode_position(start.play("b2"))).fen
    (1983342686895570, '3/1X1/3 o 1')
    """
    node = position.node
    turn = list(node.game.states).index(node.state.name)
    lows = (counter.low for counter in node.game.rules.vocabulary.counters.values())
    beside = (value - low for value, low in zip(node.configuration.counters, lows, strict=True))
    return sequence(part + 1 for part in (*node.configuration.board, *beside, turn, node.ply))


def decode_position(game: Game, number: Number) -> Position:
    """The position that a number is, in a game."""
    model = game.model
    sites, counters = len(game.start().node.configuration.board), model.rules.vocabulary.counters.values()
    items = as_sequence(number).items
    wanted = sites + len(counters) + 2
    if len(items) != wanted or 0 in items:
        raise NotationError(f"not a position: {game.name} needs {wanted} numbers, none of them 0")
    values = [item - 1 for item in items if isinstance(item, int)]
    states = list(model.states.values())
    if (
        len(values) != wanted
        or max(values[:sites]) >= model.rules.vocabulary.size
        or values[-2] >= len(states)
        or any(value > counter.high - counter.low for value, counter in zip(values[sites:], counters))  # noqa: B905
    ):
        raise NotationError(f"not a position: {game.name} has no such pieces, counters or turns")
    board = tuple(values[:sites])
    beside = tuple(value + counter.low for value, counter in zip(values[sites:-2], counters, strict=True))
    return Position(Node(model, Configuration(board, (), beside), states[values[-2]], values[-1]), game)


def encode_move(position: Position, move: Move) -> Number:
    """The number of a move on a position: (72)."""
    turn = list(position.node.game.states).index(position.node.state.name) + 1
    after = encode_position(position.play(str(move)))
    which = [str(found) for found in position.moves].index(str(move)) + 1
    return pair(pair(pair(encode_position(position), after), turn), which)


def decode_move(game: Game, number: Number) -> tuple[Position, Move]:
    """The position and the move that a number is: (73)."""
    position, which = decode_position(game, left(left(left(number)))), right(number)
    if not isinstance(which, int) or not 1 <= which <= len(position.moves):
        raise IllegalMove(f"not a move: there are {len(position.moves)} on this position")
    move = position.moves[which - 1]
    if encode_move(position, move) != number:
        raise IllegalMove("not a move: it does not lead where it says")
    return position, move


def encode_game(position: Position) -> Number:
    """The number of the game that led to a position."""
    past = [position]
    while past[-1].before is not None:
        past.append(past[-1].before)
    return sequence(encode_position(found) for found in reversed(past))


def decode_game(game: Game, number: Number) -> Position:
    """The last position of the game that a number is, with its past."""
    boards = as_sequence(number).items
    if not boards:
        raise NotationError("not a game: it has no positions")
    position = decode_position(game, boards[0])
    for count, (_, after) in enumerate(pairwise(boards), 1):
        following = (position.play(str(move)) for move in position.moves)
        found = next((later for later in following if encode_position(later) == after), None)
        if found is None:
            raise IllegalMove(f"not a game: no move leads from position {count} to the next")
        position = found
    return position
