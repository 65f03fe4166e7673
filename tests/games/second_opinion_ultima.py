"""Ultima a second time, in plain Python that shares nothing with Lasker.

A board is a dictionary from (column, row from the top) to letters, capitals for White.
"""

from __future__ import annotations

from collections.abc import Iterator

from second_opinion_text import closed, opened

GAMES = ("ultima",)
Square = tuple[int, int]
Board = dict[Square, str]
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIRECTIONS = [*STRAIGHT, (1, 1), (1, -1), (-1, -1), (-1, 1)]


def _read(text: str) -> tuple[Board, bool]:
    board, side = text.split()
    rows = enumerate(opened(board))
    return {(x, y): piece for y, row in rows for x, piece in enumerate(row) if piece != "."}, side == "w"


def _plus(square: Square, direction: Square, times: int = 1) -> Square:
    return square[0] + times * direction[0], square[1] + times * direction[1]


def _inside(square: Square) -> bool:
    return 0 <= square[0] < 8 and 0 <= square[1] < 8


def _beside(board: Board, square: Square, letter: str) -> bool:
    return any(board.get(_plus(square, direction)) == letter for direction in DIRECTIONS)


def _lines(board: Board, square: Square, d: Square, prey: str) -> Iterator[tuple[Square, set[Square]]]:
    """Where a piece comes to in a direction, and over whom of its prey it leaps."""
    goal, taken = _plus(square, d), set[Square]()
    while _inside(goal):
        if goal not in board:
            yield goal, set(taken)
        elif board[goal] in prey and _inside(_plus(goal, d)) and _plus(goal, d) not in board:
            taken.add(goal)
        else:
            return
        goal = _plus(goal, d)


def _caught(board: Board, goal: Square, white: bool, prey: str) -> set[Square]:
    """Prey between the square and a friend, in a straight line."""
    found = set()
    for d in STRAIGHT:
        behind = board.get(_plus(goal, d, 2), ".")
        if board.get(_plus(goal, d), ".") in prey and behind.isalpha() and behind.isupper() == white:
            found.add(_plus(goal, d))
    return found


def _crossed(board: Board, goal: Square, white: bool, prey: str) -> set[Square]:
    """Prey where lines of the square and of the king cross."""
    king = next(square for square, piece in board.items() if piece == ("K" if white else "k"))
    return {s for s in ((king[0], goal[1]), (goal[0], king[1])) if board.get(s, ".") in prey}


def _moves(board: Board, white: bool) -> Iterator[Board]:
    all_enemies = "kwcilxp" if white else "KWCILXP"

    def kind(letters: str) -> str:
        return letters.lower() if white else letters.upper()

    for square, piece in board.items():
        letter = piece.upper()
        if piece.isupper() != white or _beside(board, square, kind("I")):
            continue
        if letter == "I" and _beside(board, square, kind("X")):
            continue
        if letter in "KX":
            for d in DIRECTIONS:
                goal = _plus(square, d)
                if _inside(goal) and (
                    board.get(goal) == kind("K")
                    or (letter == "K" and (goal not in board or board[goal].isupper() != white))
                ):
                    yield {**{s: p for s, p in board.items() if s != square}, goal: piece}
        if letter == "K":
            continue
        prey = {"L": all_enemies, "X": kind("L")}.get(letter, "")
        for d in STRAIGHT if letter == "P" else DIRECTIONS:
            for goal, taken in _lines(board, square, d, prey):
                behind = _plus(square, d, -1)
                if board.get(behind, ".") in {"W": all_enemies, "X": kind("W")}.get(letter, ""):
                    taken = taken | {behind}
                after = {s: p for s, p in board.items() if s != square and s not in taken}
                after[goal] = piece
                if letter == "P" or (letter == "X" and d in STRAIGHT):
                    for victim in _caught(after, goal, white, all_enemies if letter == "P" else kind("P")):
                        del after[victim]
                if letter in "CX":
                    for victim in _crossed(after, goal, white, all_enemies if letter == "C" else kind("C")):
                        del after[victim]
                yield after


def result(text: str) -> int | None:
    """0 or 1 for the winner, None while the game goes on."""
    board, white = _read(text)
    alive = ("K" if white else "k") in board.values() and any(True for _ in _moves(board, white))
    return None if alive else int(white)


def after(text: str) -> list[str]:
    """The positions after all moves."""
    board, white = _read(text)
    rows = ([[end.get((x, y), ".") for x in range(8)] for y in range(8)] for end in _moves(board, white))
    return [f"{closed(each)} {'b' if white else 'w'}" for each in rows]
