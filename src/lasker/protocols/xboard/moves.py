"""XBoard's move notation, and its highlighting of target squares."""

from __future__ import annotations

import re
from contextlib import suppress

from lasker.kernel.errors import LaskerError, NotationError
from lasker.notation.fen.fen import board_rows
from lasker.play.game import Game, Position
from lasker.play.move import Move

SQUARE = re.compile(r"([a-z])([0-9]{1,2})")
FROM_ZERO = 10  # boards of this many ranks number them from 0
PASS, OURS = "@@@@", "pass"


def shifted(game: Game, text: str, by: int) -> str:
    """A text with ranks shifted, on boards of ten ranks."""
    if len(board_rows(game.model.space)) != FROM_ZERO:
        return text
    return SQUARE.sub(lambda square: f"{square[1]}{int(square[2]) + by}", text)


def written(position: Position, move: str) -> str:
    """A legal move in XBoard's notation.

    >>> from lasker.play.game import load
    >>> written(load("xiangqi").start(), "b1c3"), written(load("tictactoe").start(), "b2")
    ('b0c2', 'X@b2')
    """
    if move == OURS:
        return PASS
    legal = position.read(move)
    if SQUARE.fullmatch(move):  # a drop of the only kind possible
        return shifted(position.game, f"{_put(position, legal)}@{move}", -1)
    if _onto_own_piece(position, legal):
        with suppress(LaskerError):
            return position.san(legal).rstrip("+#")
    return shifted(position.game, move, -1)


def read(position: Position, text: str) -> str:
    """A move in the game's notation.

    >>> from lasker.play.game import load
    >>> read(load("xiangqi").start(), "b0c2"), read(load("tictactoe").start(), "X@b2")
    ('b1c3', 'b2')
    """
    if text == PASS:
        return OURS
    text = shifted(position.game, text, 1).removesuffix("=")
    known = {str(move) for move in position.moves}
    if text not in known and "@" in text and (square := text.partition("@")[2]) in known:
        return square
    return text


def _put(position: Position, move: Move) -> str:
    """The letter of the piece dropped by a move."""
    pieces = position.game.model.rules.vocabulary.pieces
    return pieces[move.step.label[0].symbol - 1].letter.upper()


def _onto_own_piece(position: Position, move: Move) -> bool:
    """Does a move end on a piece of the same player, as castling in Chess960 notation does?"""
    if not move.step.label:
        return False
    vocabulary, board = position.game.model.rules.vocabulary, position.node.configuration.board
    first = move.step.label[0]
    pieces = [vocabulary.symbol(board[site]) for site in (first.start, first.end)]
    if first.start == first.end or not all(pieces):
        return False
    return vocabulary.pieces[pieces[0] - 1].owner == vocabulary.pieces[pieces[1] - 1].owner


def destinations(position: Position, square: str) -> dict[str, list[str]]:
    """The target squares of the piece on a square, with the texts of the moves."""
    game = position.game
    start = shifted(game, square, 1)
    found: dict[str, list[str]] = {}
    for move in map(str, position.moves):
        if there := re.match(rf"{re.escape(start)}([a-z][0-9]{{1,2}})", move):
            found.setdefault(there[1], []).append(move)
    return found


def highlight(position: Position, square: str) -> str:
    """The target squares in XBoard's highlight format: red for captures, magenta for choices, yellow
    otherwise.

    >>> from lasker.play.game import load
    >>> highlight(load("chess").start(), "b1")
    '8/8/8/8/8/Y1Y5/8/8'
    """
    space, vocabulary = position.game.model.space, position.game.model.rules.vocabulary
    where = destinations(position, square)
    rows = []
    for row in board_rows(space):
        text = ""
        for site in row:
            moves = where.get(space.label(site), []) if site is not None else []
            held = site is not None and vocabulary.symbol(position.node.configuration.board[site])
            text += "." if not moves else "M" if len(moves) > 1 else "R" if held else "Y"
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), text))
    return "/".join(rows)


def choice(position: Position, start: str, end: str) -> str:
    """The letters of the promotion choices of a move."""
    moves = destinations(position, start).get(shifted(position.game, end, 1), [])
    letters = [move[len(move.rstrip("abcdefghijklmnopqrstuvwxyz+")) :].upper() for move in moves]
    return (
        "".join(letter for letter in letters if len(letter) == 1 and letter != "+") if len(moves) > 1 else ""
    )


def square_of(text: str) -> str:
    """A square name, checked for its format.

    >>> square_of("e4")
    'e4'
    """
    if not SQUARE.fullmatch(text):
        raise NotationError(f"{text[:40]!r} is no square")
    return text
