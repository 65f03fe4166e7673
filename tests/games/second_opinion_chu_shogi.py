"""Chu shogi, from the tables of its moves, without its past."""

from __future__ import annotations

import re
from collections.abc import Iterator

Square = tuple[int, int]  # rank and file, from the first player's corner
Board = dict[Square, str]

# Directions by number: forward, then clockwise; a letter rides, a number is so many squares leapt.
WAYS = {(1, 0): 0, (1, 1): 1, (0, 1): 2, (-1, 1): 3, (-1, 0): 4, (-1, -1): 5, (0, -1): 6, (1, -1): 7}
STEP = {number: way for way, number in WAYS.items()}
EVERY, LINES, SLANTS = set(range(8)), {0, 2, 4, 6}, {1, 3, 5, 7}
MOVES: dict[str, tuple[set[int], set[int], set[int]]] = {  # steps, rides, leaps of two
    "K": (EVERY, set(), set()),
    "Q": (set(), EVERY, set()),
    "D": (SLANTS, LINES, set()),
    "H": (LINES, SLANTS, set()),
    "R": (set(), LINES, set()),
    "B": (set(), SLANTS, set()),
    "V": ({2, 6}, {0, 4}, set()),
    "M": ({0, 4}, {2, 6}, set()),
    "A": (set(), {0, 4}, set()),
    "L": (set(), {0}, set()),
    "O": (SLANTS, set(), LINES),
    "X": (LINES, set(), SLANTS),
    "E": (EVERY - {4}, set(), set()),
    "T": (EVERY - {0}, set(), set()),
    "G": (LINES | {1, 7}, set(), set()),
    "S": (SLANTS | {0}, set(), set()),
    "C": ({0, 1, 7, 4}, set(), set()),
    "F": (SLANTS | {0, 4}, set(), set()),
    "I": ({0, 4}, set(), set()),
    "P": ({0}, set(), set()),
    "+D": ({1, 7}, EVERY - {1, 7}, set()),
    "+H": ({0}, EVERY - {0}, set()),
    "+V": (set(), EVERY - {2, 6}, set()),
    "+M": (set(), EVERY - {0, 4}, set()),
    "+A": (set(), {0, 4, 3, 5}, set()),
    "+L": (set(), {0, 4, 1, 7}, set()),
    "+T": (EVERY, {0, 4}, set()),
    "N": (set(), set(), set()),
    "+O": (set(), set(), set()),
}
SAME = {
    "+E": "K",
    "+X": "Q",
    "+R": "D",
    "+B": "H",
    "+G": "R",
    "+S": "V",
    "+C": "M",
    "+F": "B",
    "+I": "E",
    "+P": "G",
}
MOVES |= {after: MOVES[before] for after, before in SAME.items()}
STINGS = {"+H": (0,), "+D": (1, 7)}
LIONS = ("N", "+O")
KINGS = ("K", "+E")


def read(text: str) -> tuple[Board, str, set[Square]]:
    rows, side, struck = text.split()
    board = {}
    for rank, row in zip(range(11, -1, -1), rows.split("/"), strict=True):
        file = 0
        for word in re.findall(r"\d+|\+?[A-Za-z]", row):
            if word.isdigit():
                file += int(word)
            else:
                board[rank, file] = word
                file += 1
    marked = set() if struck == "-" else {(int(m[1:]) - 1, ord(m[0]) - 97) for m in struck.split("+")}
    return board, side, marked


def write(board: Board, side: str, marked: set[Square]) -> str:
    rows = []
    for rank in range(11, -1, -1):
        row = "".join(board.get((rank, file), ".") for file in range(12))
        rows.append(re.sub(r"\.+", lambda run: str(len(run.group())), row))
    struck = "+".join(f"{chr(97 + f)}{r + 1}" for r, f in sorted(marked)) or "-"
    return f"{'/'.join(rows)} {side} {struck}"


def mine(piece: str | None, side: str) -> bool:
    return piece is not None and piece.isupper() == (side == "w")


def stepped(at: Square, way: int, side: str, length: int = 1) -> Square | None:
    sign = 1 if side == "w" else -1
    rank, file = at[0] + sign * length * STEP[way][0], at[1] + sign * length * STEP[way][1]
    return (rank, file) if 0 <= rank < 12 and 0 <= file < 12 else None


def plain(board: Board, at: Square, side: str) -> Iterator[Square]:
    """Where a piece goes by itself, without what lions can do."""
    steps, rides, leaps = MOVES[board[at].upper()]
    for ways, length in ((steps, 1), (leaps, 2)):
        for way in ways:
            goal = stepped(at, way, side, length)
            if goal is not None and not mine(board.get(goal), side):
                yield goal
    for way in rides:
        goal = stepped(at, way, side)
        while goal is not None and not mine(board.get(goal), side):
            yield goal
            goal = None if goal in board else stepped(goal, way, side)


def around(at: Square) -> list[Square]:
    near = [(at[0] + i, at[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
    return [(r, f) for r, f in near if 0 <= r < 12 and 0 <= f < 12]


def attacked(board: Board, goal: Square, by: str) -> bool:
    """Could a piece take there?"""
    for at in [at for at, piece in board.items() if mine(piece, by)]:
        kind = board[at].upper()
        if kind in LIONS and 0 < max(abs(at[0] - goal[0]), abs(at[1] - goal[1])) <= 2:
            return True
        if goal in plain(board, at, by) or any(stepped(at, w, by, 2) == goal for w in STINGS.get(kind, ())):
            return True
    return False


def paths(board: Board, at: Square, side: str) -> Iterator[tuple[list[Square], Square]]:
    """What a piece takes, in order, and where it ends; a piece that stays where it is takes nothing."""
    kind = board[at].upper()
    for goal in plain(board, at, side):
        yield ([goal] if goal in board else []), goal
    lines = [(stepped(at, w, side), stepped(at, w, side, 2)) for w in STINGS.get(kind, ())]
    for near, far in lines:
        if near is None:
            continue
        if near not in board:
            yield [], at
        elif not mine(board[near], side):
            yield [near], at
        if far is not None and not mine(board.get(far), side):
            taken = [far] if far in board else []
            yield taken, far
            if near in board and not mine(board[near], side):
                yield [near, *taken], far
    if kind in LIONS:
        for r in range(at[0] - 2, at[0] + 3):
            for f in range(at[1] - 2, at[1] + 3):
                goal = (r, f)
                if goal != at and 0 <= r < 12 and 0 <= f < 12 and not mine(board.get(goal), side):
                    yield ([goal] if goal in board else []), goal
        for near in around(at):
            if near not in board:
                yield [], at
            elif not mine(board[near], side):
                yield [near], at
                for goal in around(near):
                    if goal != at and not mine(board.get(goal), side):
                        yield [near, *([goal] if goal in board else [])], goal


def may_take(
    board: Board, at: Square, taken: list[Square], goal: Square, side: str, struck: set[Square]
) -> bool:
    """Do the rules against trading lions allow it?"""
    lions = [square for square in taken if board[square].upper() in LIONS]
    if board[at].upper() not in LIONS:
        return not lions or not struck or all(square in struck for square in lions)
    if goal not in lions or max(abs(at[0] - goal[0]), abs(at[1] - goal[1])) < 2:
        return True
    if len(taken) > 1 and board[taken[0]].upper() not in ("P", "I"):
        return True
    after = {s: p for s, p in board.items() if s not in taken and s != at} | {goal: board[at]}
    return not attacked(after, goal, "b" if side == "w" else "w")


def after(text: str) -> set[str]:
    board, side, struck = read(text)
    other, found = ("b" if side == "w" else "w"), set()
    zone, last = (range(8, 12), 11) if side == "w" else (range(4), 0)
    for at in [at for at, piece in board.items() if mine(piece, side)]:
        piece = board[at]
        kind = piece.upper()
        for taken, goal in paths(board, at, side):
            if not may_take(board, at, taken, goal, side, struck):
                continue
            rest = {s: p for s, p in board.items() if s not in taken and s != at}
            marked = {goal} if kind not in LIONS and any(board[s].upper() in LIONS for s in taken) else set()
            found.add(write(rest | {goal: piece}, other, marked))
            enters = at[0] not in zone and goal[0] in zone
            again = at[0] in zone and (bool(taken) or (kind == "P" and goal[0] == last))
            if kind not in ("K", "Q", "N") and not kind.startswith("+") and (enters or again):
                found.add(write(rest | {goal: "+" + piece}, other, marked))
    return found


def result(text: str) -> int | None:
    board, side, _ = read(text)
    if not any(mine(piece, side) and piece.upper() in KINGS for piece in board.values()):
        return 1 - "wb".index(side)
    return None if after(text) else 1 - "wb".index(side)


GAMES = ("chu_shogi",)
