"""Arimaa, step by step, without its past."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from second_opinion_text import closed, opened

Square = tuple[int, int]
Board = dict[Square, str]
ORDER = "rcdhme"
TRAPS = ((2, 2), (2, 5), (5, 2), (5, 5))
SETUP = {"e": ("E", 1, "m"), "m": ("M", 1, "h"), "h": ("H", 2, "d"), "d": ("D", 2, "c"), "c": ("C", 2, "")}


def beside(at: Square) -> list[Square]:
    r, c = at
    return [(i, j) for i, j in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)) if 0 <= i < 8 and 0 <= j < 8]


def golden(piece: str) -> bool:
    return piece.isupper()


def above(one: str, other: str) -> bool:
    """Is it an enemy's piece that is weaker?"""
    return golden(one) != golden(other) and ORDER.index(one.lower()) > ORDER.index(other.lower())


def befriended(board: Board, at: Square) -> bool:
    return any(near in board and golden(board[near]) == golden(board[at]) for near in beside(at))


def moved(board: Board, start: Square, goal: Square) -> Board:
    """The board after a step, and after whoever stands alone on a trap has fallen."""
    after = {at: piece for at, piece in board.items() if at != start} | {goal: board[start]}
    return {at: piece for at, piece in after.items() if at not in TRAPS or befriended(after, at)}


def steps(board: Board, side: str) -> Iterator[tuple[int, Board]]:
    """Every step, push and pull: how many steps it costs, and the board afterwards."""
    for at, piece in board.items():
        if golden(piece) != (side == "g"):
            continue
        near = beside(at)
        if not befriended(board, at) and any(n in board and above(board[n], piece) for n in near):
            continue
        back = 1 if golden(piece) else -1  # rows are counted from the top
        prey = [n for n in near if n in board and above(piece, board[n])]
        for goal in near:
            if goal not in board and not (piece in "rR" and goal[0] - at[0] == back):
                stepped = moved(board, at, goal)
                yield 1, stepped
                yield from ((2, moved(stepped, other, at)) for other in prey)
        for other in prey:
            free = [n for n in beside(other) if n not in board]
            yield from ((2, moved(moved(board, other, n), at, other)) for n in free)


def read(text: str) -> tuple[Board, str, int]:
    rows, side, taken = text.split()
    board = {
        (r, c): piece for r, row in enumerate(opened(rows)) for c, piece in enumerate(row) if piece != "."
    }
    return board, side, int(taken)


def write(board: Board, side: str, taken: int) -> str:
    return f"{closed([[board.get((r, c), '.') for c in range(8)] for r in range(8)])} {side} {taken}"


def set_up(board: Board, side: str) -> set[str]:
    """The next pieces are put down, and after the cats the rabbits."""
    kind, number, after = SETUP[side[1]]
    mine = [(r, c) for r in ((6, 7) if side[0] == "g" else (0, 1)) for c in range(8)]
    own = str.upper if side[0] == "g" else str.lower
    free = [at for at in mine if at not in board]
    turn = side[0] + after if after else {"g": "se", "s": "g"}[side[0]]
    found = set()
    for chosen in combinations(free, number):
        rest = dict.fromkeys(free, own("r")) if not after else {}
        found.add(write(board | rest | dict.fromkeys(chosen, own(kind)), turn, 0))
    return found


def after(text: str) -> set[str]:
    board, side, taken = read(text)
    if len(side) > 1 and side[1] in SETUP:
        return set_up(board, side)
    other = {"g": "s", "s": "g"}[side[0]]
    found = {write(board, other, 0)} if taken else set()
    for cost, end in steps(board, side[0]):
        if taken + cost <= 4:
            over = taken + cost == 4
            found.add(write(end, other if over else side[0] + "2", 0 if over else taken + cost))
    return found


def result(text: str) -> int | None:
    """The winner, where a player is about to begin a turn."""
    board, side, _ = read(text)
    if side not in ("g", "s"):
        return None
    mover = "gs".index(side)
    for player in (1 - mover, mover):
        if any(piece == "Rr"[player] and at[0] == (0, 7)[player] for at, piece in board.items()):
            return player
    for player in (mover, 1 - mover):
        if "Rr"[player] not in board.values():
            return 1 - player
    return None if any(True for _ in steps(board, side)) else 1 - mover


GAMES = ("arimaa",)
