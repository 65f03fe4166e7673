"""Gödel numbers of games: sequences of boards, from coordinate moves and back."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from lasker.formulations.arithmetic.boards import EMPTY, TRANSFORMED, decode, encode, letter, place, square
from lasker.formulations.arithmetic.machine import Machine
from lasker.formulations.arithmetic.numbers import Number, as_sequence, item, left, pair, right, sequence
from lasker.kernel.errors import IllegalMove, NotationError

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"


def encode_game(machine: Machine, moves: Iterable[str], fen: str = START) -> Number:
    """The Gödel number of the game with these moves, each like e2e4 or e7e8q.

    >>> from lasker.formulations.arithmetic.reading import repaired
    >>> machine = Machine(repaired())
    >>> game = encode_game(machine, ["e2e4", "e7e5"])
    >>> machine("game", game), decode_game(machine, game)
    (1, ['e2e4', 'e7e5'])
    """
    board, player = encode(fen)
    boards = [board]
    for count, text in enumerate(moves):
        board = _played(machine, board, (player + count + 1) % 2 + 1, text)
        boards.append(board)
    return sequence(boards)


def successors(machine: Machine, fen: str) -> list[str]:
    """The positions after each legal move, sorted; with an en passant square where a pawn stands beside.

    >>> from lasker.formulations.arithmetic.reading import repaired
    >>> successors(Machine(repaired()), "7k/8/8/8/8/8/P7/K1k5 w - -")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.NotationError: a board has one king of each side
    >>> successors(Machine(repaired()), "7k/8/8/8/8/p7/P7/K7 w - -")
    ['7k/8/8/8/8/p7/P7/1K6 b - -']
    """
    board, player = encode(fen)
    after = as_sequence(machine("after", player, board)).items
    return sorted(decode(found, 3 - player) for found in after)


def _played(machine: Machine, board: Number, player: int, text: str) -> Number:
    try:
        start, end = place(text[:2]), place(text[2:4])
    except (ValueError, IndexError):
        raise NotationError(f"{text!r} is no move", remedy="write the two squares, like e2e4") from None
    piece = item(board, start)
    target: Number = end
    if len(text) > 4:
        mark = text[4].upper() if player == 1 else text[4].lower()
        if mark not in TRANSFORMED:
            raise NotationError(f"{text!r} is no move: a pawn becomes q, r, b or n")
        target = pair(pair(piece, end), TRANSFORMED[mark])
    legal = machine.evaluate(
        "own(x, j) ∧ k ∈ targets(j, b) ∧ P7b(j, k, b)", x=player, j=piece, k=target, b=board
    )
    if not legal:
        raise IllegalMove(f"{text} is not legal on {decode(board, player)}")
    return machine("box", board, piece, target)


def decode_game(machine: Machine, game: Number, player: int = 1) -> list[str]:
    """The moves of a game; raises IllegalMove at a board that no legal move leads to."""
    boards = as_sequence(game).items
    moves: list[str] = []
    for before, after in pairwise(boards):
        decode(before, player)
        found = _found(machine, before, after, player)
        if found is None:
            raise IllegalMove(f"not a game: no move leads from board {len(moves) + 1} to the next")
        moves.append(found)
        player = 3 - player
    return moves


def _found(machine: Machine, before: Number, after: Number, player: int) -> str | None:
    """The move from one board to another, by a piece that is no longer on its square."""
    cells, later = as_sequence(before).items[:64], as_sequence(after).items
    for start, piece in enumerate(cells, 1):
        if piece == EMPTY or later[start - 1 : start] == (piece,) or not machine("own", player, piece):
            continue
        for target in as_sequence(machine("targets", piece, before)).items:
            if machine("box", before, piece, target) == after and machine("P7b", piece, target, before):
                if isinstance(target, int) and target <= 64:
                    return square(start) + square(target)
                end = right(left(target))
                assert isinstance(end, int)
                return square(start) + square(end) + letter(target).lower()
    return None
