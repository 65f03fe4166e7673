"""Progressive chess a second time: python-chess moves the pieces, this program the turns."""

from __future__ import annotations

from collections.abc import Iterator

import chess

GAMES = ("progressive",)


def _board(text: str) -> chess.Board:
    board, side, rights, _, quiet, *_ = text.split()
    return chess.Board(f"{board} {side[0]} {rights} - {quiet} 1")


def _passed(text: str) -> list[int]:
    """The squares over which pawns have jumped."""
    word = text.split()[3].strip("-")
    return [chess.parse_square(word[i : i + 2]) for i in range(0, len(word), 2)]


def _moves(text: str) -> Iterator[chess.Move]:
    board, first = _board(text), len(text.split()[1]) == 1
    yield from board.legal_moves
    for square in _passed(text) if first else []:
        board.ep_square = square
        yield from board.generate_legal_ep()


def result(text: str) -> int | None:
    """0 or 1 for the winner, -1 for a draw, None while the game goes on."""
    if any(True for _ in _moves(text)):
        return None
    board = _board(text)
    return int(board.turn) if board.is_check() else -1


def after(text: str) -> list[str]:
    """The positions after all moves."""
    return [_after(text, move) for move in _moves(text)]


def _after(text: str, move: chess.Move) -> str:
    board, (_, side, _, _, _, length, made) = _board(text), text.split()
    mover, pawn = board.turn, board.piece_type_at(move.from_square) == chess.PAWN
    ahead, first = (8 if mover else -8), len(side) == 1
    own = [] if first else [square for square in _passed(text) if square + ahead != move.from_square]
    if pawn and move.to_square - move.from_square == 2 * ahead:
        own.append(move.from_square + ahead)
    if first and move.to_square in _passed(text):
        board.ep_square = move.to_square
    board.push(move)
    ended = board.is_check() or int(made) + 1 >= int(length)
    letter = "b" if mover == ended else "w"
    passed = "".join(chess.square_name(square) for square in sorted(own)) or "-"
    return " ".join(
        [
            board.board_fen(),
            letter + ("" if ended else "2"),
            board.castling_xfen(),
            passed,
            str(board.halfmove_clock),
            str(int(length) + ended),
            "0" if ended else str(int(made) + 1),
        ]
    )
