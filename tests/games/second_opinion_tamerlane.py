"""Tamerlane chess, without its past: pieces by letter, `+` before the pawns of the pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator

Square = tuple[int, int]  # file and rank, from 0
Board = dict[Square, str]
CAMP = {(file, rank) for file in range(1, 12) for rank in range(10)}
HAVENS = {"w": (12, 1), "b": (0, 8)}
LEAPS = {
    "K": [(0, 1), (1, 1)],
    "G": [(1, 1)],
    "V": [(0, 1)],
    "N": [(1, 2)],
    "E": [(2, 2)],
    "C": [(1, 3)],
    "D": [(0, 2)],
}
LEAPS |= {"S": LEAPS["K"], "A": LEAPS["K"]}
HEADS = "KSA"


def read(text: str) -> tuple[Board, str, list[int]]:
    rows, side, swapped = text.split()
    board = {}
    for rank, row in zip(range(9, -1, -1), rows.split("/"), strict=True):
        file = 0
        for word in re.findall(r"\*|\d+|\+?[A-Za-z]", row):
            if word.isalpha() or word[0] == "+":
                board[file, rank] = word
            file += int(word) if word.isdigit() else 1
    return board, side, [int(each) for each in swapped.split("+")]


def write(board: Board, side: str, swapped: list[int]) -> str:
    rows = []
    for rank in range(9, -1, -1):
        row = ""
        for file in range(13):
            there = (file, rank) in CAMP or (file, rank) in HAVENS.values()
            row += board.get((file, rank), ".") if there else "*"
        rows.append(re.sub(r"\.+", lambda run: str(len(run.group())), row))
    return f"{'/'.join(rows)} {side} {swapped[0]}+{swapped[1]}"


def own(board: Board, at: Square, side: str) -> bool:
    return at in board and board[at].isupper() == (side == "w")


def is_pawn(piece: str) -> bool:
    return piece[0] == "+" or piece.upper() in "PQO"


def other(side: str) -> str:
    return "b" if side == "w" else "w"


def last(side: str) -> int:
    return 9 if side == "w" else 0


def reached(board: Board, at: Square, side: str) -> Iterator[Square]:
    """The squares to which a piece goes, to take or because they are empty; pawns only take."""
    kind, (x, y) = board[at].upper(), at
    existing = CAMP | set(HAVENS.values())
    up = 1 if side == "w" else -1
    if is_pawn(kind):
        yield from ((x + i, y + up) for i in (-1, 1) if (x + i, y + up) in existing)
    for a, b in LEAPS.get(kind, ()):
        found = {(x + i * s, y + j * t) for i, j in ((a, b), (b, a)) for s in (1, -1) for t in (1, -1)}
        yield from found & existing
    for i, j in [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]:
        if kind == "R" and not (i and j):
            yield from ray(board, at, i, j, 0)
        if kind == "T" and i and j:
            yield from ray(board, at, i, j, 1)
        if kind == "Z" and i and j and (x + i, y + j) in existing and (x + i, y + j) not in board:
            yield from ray(board, (x + i, y + j), i, 0, 2)
            yield from ray(board, (x + i, y + j), 0, j, 2)


def ray(board: Board, at: Square, i: int, j: int, skipped: int) -> Iterator[Square]:
    """A line as far as something stands on it, without its first squares."""
    number, (x, y) = 0, (at[0] + i, at[1] + j)
    while (x, y) in CAMP or (x, y) in HAVENS.values():
        if number >= skipped:
            yield x, y
        if (x, y) in board:
            return
        number, x, y = number + 1, x + i, y + j


def takable(board: Board, at: Square) -> bool:
    """Not a pawn of pawns that has come through."""
    piece = board[at]
    return piece.upper() not in ("P", "Q") or at[1] != last("w" if piece.isupper() else "b")


def in_check(board: Board, side: str) -> bool:
    heads = [at for at, piece in board.items() if own(board, at, side) and piece.upper() in HEADS]
    enemies = [at for at in board if own(board, at, other(side))]
    return len(heads) == 1 and any(heads[0] in reached(board, at, other(side)) for at in enemies)


def ranking(board: Board, side: str) -> str:
    """The first of the kings that a player has."""
    kinds = {board[at].upper() for at in board if own(board, at, side)}
    return next(kind for kind in HEADS if kind in kinds)


def usual(board: Board, side: str) -> Iterator[Board]:
    """Boards after every move but the exchange of the king."""
    end, up = last(side), 1 if side == "w" else -1
    for at in [at for at in board if own(board, at, side)]:
        piece = board[at]
        kind = piece.upper()
        rest = {s: p for s, p in board.items() if s != at}
        if kind in ("P", "Q") and at[1] == end:
            yield from through(rest, kind, side)
            continue
        goals = [g for g in reached(board, at, side) if not own(board, g, side)]
        goals = [g for g in goals if (takable(board, g) if g in board else not is_pawn(kind))]
        ahead = (at[0], at[1] + up)
        if is_pawn(kind) and ahead in CAMP | set(HAVENS.values()) and ahead not in board:
            goals.append(ahead)
        for goal in goals:
            if goal == HAVENS[side] and kind != "A":
                continue
            if goal == HAVENS[other(side)] and kind != ranking(board, side):
                continue
            became = piece
            if goal[1] == end and is_pawn(kind) and kind not in ("P", "Q"):
                became = {"O": "A", "+K": "S"}.get(kind, kind[-1])
                became = became if side == "w" else became.lower()
            yield rest | {goal: became}


def through(rest: Board, kind: str, side: str) -> Iterator[Board]:
    """Where a pawn of pawns goes that has come through."""
    up = 1 if side == "w" else -1
    if kind == "Q":
        goal = (6, 2 if side == "w" else 7)
        if goal not in rest:
            yield rest | {goal: "O" if side == "w" else "o"}
        return
    for x, y in CAMP:
        if (x, y) not in rest and all(own(rest, (x + i, y + up), other(side)) for i in (-1, 1)):
            yield rest | {(x, y): "Q" if side == "w" else "q"}


def moves(board: Board, side: str, swapped: list[int]) -> Iterator[tuple[Board, list[int]]]:
    found = [after for after in usual(board, side) if not in_check(after, side)]
    yield from ((after, swapped) for after in found)
    number = "wb".index(side)
    if swapped[number] or (found and not in_check(board, side)):
        return
    now = [each + (at == number) for at, each in enumerate(swapped)]
    for king in [at for at, piece in board.items() if own(board, at, side) and piece.upper() == "K"]:
        for at, piece in board.items():
            if own(board, at, side) and piece.upper() not in HEADS:
                after = board | {king: piece, at: board[king]}
                if not in_check(after, side):
                    yield after, now


def after(text: str) -> set[str]:
    board, side, swapped = read(text)
    return {write(end, other(side), now) for end, now in moves(board, side, swapped)}


def result(text: str) -> int | None:
    board, side, _ = read(text)
    if board.get(HAVENS[side], "").upper() in (*HEADS,) and own(board, HAVENS[side], other(side)):
        return -1
    return None if after(text) else 1 - "wb".index(side)


GAMES = ("tamerlane",)
