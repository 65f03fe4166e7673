"""Alice chess a second time, in plain Python that shares nothing with Lasker.

Squares are (board, file, rank) with boards 0 and 1, files and ranks from 0; capitals are White.
"""

from __future__ import annotations

from collections.abc import Iterator

from second_opinion_text import closed, opened

GAMES = ("alice",)
Square = tuple[int, int, int]
Board = dict[Square, str]
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
ASLANT = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
KNIGHT = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]
RIDES = {"R": STRAIGHT, "B": ASLANT, "Q": STRAIGHT + ASLANT}
LEAPS = {"N": KNIGHT, "K": STRAIGHT + ASLANT}


def _read(text: str) -> tuple[Board, bool, str, int]:
    board, side, rights, quiet = text.split()
    rows = opened(board)  # an upper board that is empty is left out
    rows = [*([["."] * 8] * (16 - len(rows))), *rows]
    squares = {
        (1 - row // 8, file, 7 - row % 8): piece
        for row, line in enumerate(rows)
        for file, piece in enumerate(line)
        if piece != "."
    }
    return squares, side == "w", rights.strip("-"), int(quiet)


def _write(board: Board, white: bool, rights: str, quiet: int) -> str:
    least = 0 if any(level for level, _, _ in board) else 8
    rows = [
        [board.get((1 - row // 8, file, 7 - row % 8), ".") for file in range(8)] for row in range(least, 16)
    ]
    return f"{closed(rows)} {'w' if white else 'b'} {rights or '-'} {quiet}"


def _reached(board: Board, square: Square) -> Iterator[Square]:
    """What a piece attacks on its own board."""
    level, file, rank = square
    piece = board[square]
    if piece in "Pp":
        steps = [(side, 1 if piece == "P" else -1) for side in (-1, 1)]
    else:
        steps = LEAPS.get(piece.upper(), [])
    for x, y in steps:
        if 0 <= file + x < 8 and 0 <= rank + y < 8:
            yield level, file + x, rank + y
    for x, y in RIDES.get(piece.upper(), []):
        goal = level, file + x, rank + y
        while 0 <= goal[1] < 8 and 0 <= goal[2] < 8:
            yield goal
            if goal in board:
                break
            goal = level, goal[1] + x, goal[2] + y


def _checked(board: Board, white: bool) -> bool:
    king = next(square for square, piece in board.items() if piece == ("K" if white else "k"))
    return any(piece.isupper() != white and king in _reached(board, s) for s, piece in board.items())


def _legal(text: str) -> Iterator[str]:
    board, white, rights, quiet = _read(text)
    for square, piece in board.items():
        if piece.isupper() != white:
            continue
        level, file, rank = square
        ahead, home, last = (1, 1, 7) if white else (-1, 6, 0)
        goals = [g for g in _reached(board, square) if g not in board or board[g].isupper() != white]
        if piece in "Pp":
            goals = [goal for goal in goals if goal in board]
            once, twice = (level, file, rank + ahead), (level, file, rank + 2 * ahead)
            if once not in board:
                goals += [once, *([twice] if rank == home and twice not in board else [])]
        for goal in goals:
            other = 1 - level, goal[1], goal[2]
            if other in board:
                continue
            kinds = ("QRBN" if white else "qrbn") if piece in "Pp" and goal[2] == last else piece
            for kind in kinds:
                before = {s: p for s, p in board.items() if s not in (square, goal)}
                if piece in "Kk" and _checked({**before, goal: piece}, white):
                    continue
                after = {**before, other: kind}
                if not _checked(after, white):
                    plies = 0 if piece in "Pp" or goal in board else quiet + 1
                    yield _write(after, not white, _kept(rights, square, goal), plies)
    yield from _castling(board, white, rights, quiet)


def _kept(rights: str, *touched: Square) -> str:
    """Rights are lost when a king or a rook goes, or a rook is taken."""
    lost = {(0, 4, 0): "KQ", (0, 7, 0): "K", (0, 0, 0): "Q", (0, 4, 7): "kq", (0, 7, 7): "k", (0, 0, 7): "q"}
    return "".join(right for right in rights if not any(right in lost.get(s, "") for s in touched))


def _castling(board: Board, white: bool, rights: str, quiet: int) -> Iterator[str]:
    rank = 0 if white else 7
    for right, rook, path, free in (("K", 7, (4, 5, 6), (5, 6)), ("Q", 0, (4, 3, 2), (3, 2, 1))):
        if (right if white else right.lower()) not in rights or any((0, f, rank) in board for f in free):
            continue
        king = board[0, 4, rank]
        rest = {s: p for s, p in board.items() if s != (0, 4, rank)}
        if any(_checked({**rest, (0, file, rank): king}, white) for file in path):
            continue
        if (1, path[2], rank) in board or (1, path[1], rank) in board:
            continue
        after = {s: p for s, p in rest.items() if s != (0, rook, rank)}
        after |= {(1, path[2], rank): king, (1, path[1], rank): board[0, rook, rank]}
        if not _checked(after, white):
            yield _write(after, not white, _kept(rights, (0, 4, rank)), quiet + 1)


def result(text: str) -> int | None:
    """0 or 1 for the winner, -1 for a draw, None while the game goes on."""
    if any(True for _ in _legal(text)):
        return None
    board, white, _, _ = _read(text)
    return int(white) if _checked(board, white) else -1


def after(text: str) -> list[str]:
    """The positions after all legal moves."""
    return list(_legal(text))
