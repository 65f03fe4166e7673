"""Xiangqi: every piece by itself, known counts, and a second opinion on random positions."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from positions import game

xiangqi = game("xiangqi")
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - -"


def test_counts() -> None:
    position, _ = xiangqi.fen(START)
    assert [xiangqi.perft("red", position, depth) for depth in (1, 2)] == [44, 1920]


@pytest.mark.parametrize(
    ("pieces", "wanted"),
    [
        # The horse's leg: a man beside it lames two of its eight leaps, whoever owns him.
        ("傌e5", "c4 c6 d3 d7 f3 f7 g4 g6"),
        ("傌e5 卒e6", "c4 c6 d3 f3 g4 g6"),
        ("傌e5 兵d5", "d3 d7 f3 f7 g4 g6"),
        ("傌e5 卒f6", "c4 c6 d3 d7 f3 f7 g4 g6"),  # a man at the corner is not in the way
        # The elephant's eye, and the river that it does not cross.
        ("相c5", "a3 e3"),
        ("相c5 卒b4", "e3"),
        ("相c1", "a3 e3"),
        # The palace.
        ("仕e2", "d1 d3 f1 f3"),
        ("仕d1", "e2"),
        ("帥d3", "d2 e3"),
        ("帥e2", "d2 e1 e3 f2"),
        # Soldiers go sideways beyond the river, and never back.
        ("兵c5", "c6"),
        ("兵c6", "b6 c7 d6"),
        ("兵c10", "b10 d10"),
        # The chariot takes what stops it.
        ("俥b2 卒b4 兵d2", "a2 b1 b3 b4 c2"),
        # The cannon moves like a chariot, and takes over exactly one screen of any colour.
        ("炮b2 卒b4 卒b7 卒b9", "a2 b1 b3 b7 c2 d2 e2 f2 g2 h2 i2"),
        ("炮b2 兵b3 卒b4", "a2 b1 b4 c2 d2 e2 f2 g2 h2 i2"),
        ("炮b2 卒b3 兵b4 卒b5", "a2 b1 c2 d2 e2 f2 g2 h2 i2"),
    ],
)
def test_pieces(pieces: str, wanted: str) -> None:
    placed = {word[1:]: word[0] for word in pieces.split()}
    mover = pieces.split()[0]
    names = xiangqi.names("red", xiangqi.place(placed))
    assert {name[len(mover) - 1 :] for name in names if name.startswith(mover[1:])} == set(wanted.split())


def test_generals_must_not_face_each_other() -> None:
    open_file = {"e1": "帥", "e10": "將"}
    assert not xiangqi.can("safe", xiangqi.place(open_file))
    assert xiangqi.can("safe", xiangqi.place({**open_file, "e5": "卒"}))
    pinned = xiangqi.place({**open_file, "e5": "俥"})
    assert {name[2] for name in xiangqi.names("red", pinned) if name.startswith("e5")} == {"e"}
    assert xiangqi.names("red", xiangqi.place({"d1": "帥", "e10": "將"})) == ["d1d2"]


# --- a second opinion ---------------------------------------------------------------------------

Board = dict[tuple[int, int], str]  # letters: capitals are red's, who moves up
WEIGHTS = "KAABBNNRRCCPPPPP"


def ways(board: Board, x: int, y: int) -> Iterator[tuple[int, int]]:
    """Where a piece could go if no general had to be protected."""
    piece, red = board[x, y].upper(), board[x, y].isupper()
    ahead = 1 if red else -1

    def palace(a: int, b: int) -> bool:
        return 3 <= a <= 5 and (b <= 2 if red else b >= 7)

    def home(b: int) -> bool:
        return b <= 4 if red else b >= 5

    for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        line = [(x + i * dx, y + i * dy) for i in range(1, 10)]
        men = [square for square in line if square in board]
        if piece in "RC":
            yield from line[: line.index(men[0])] if men else line
        if piece == "R" and men:
            yield men[0]
        if piece == "C" and len(men) > 1:
            yield men[1]
        if piece == "K" and palace(*line[0]):
            yield line[0]
        if piece == "P" and (dy == ahead or (dx and not home(y))):
            yield line[0]
        if piece == "N" and line[0] not in board:
            yield from [(x + 2 * dx + s * dy, y + 2 * dy + s * dx) for s in (1, -1)]
    for dx, dy in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        if piece == "A" and palace(x + dx, y + dy):
            yield (x + dx, y + dy)
        if piece == "B" and home(y + 2 * dy) and (x + dx, y + dy) not in board:
            yield (x + 2 * dx, y + 2 * dy)


def legal(board: Board, red: bool) -> set[str]:
    """Every legal move, as names of squares."""
    found = set()
    for (x, y), piece in board.items():
        for a, b in set(ways(board, x, y)) if piece.isupper() is red else ():
            if not (0 <= a <= 8 and 0 <= b <= 9) or (
                board.get((a, b), " ").isupper() is red and (a, b) in board
            ):
                continue
            then = {**{s: p for s, p in board.items() if s != (x, y)}, (a, b): piece}
            own, other = ("K", "k") if red else ("k", "K")
            king = next((s for s, p in then.items() if p == own), None)
            attacked = {goal for s, p in then.items() if p.isupper() is not red for goal in ways(then, *s)}
            rival = next((s for s, p in then.items() if p == other), None)
            facing = (
                king
                and rival
                and king[0] == rival[0]
                and not any(
                    (king[0], h) in then for h in range(min(king[1], rival[1]) + 1, max(king[1], rival[1]))
                )
            )
            if king not in attacked and not facing:
                found.add("abcdefghi"[x] + str(y + 1) + "abcdefghi"[a] + str(b + 1))
    return found


@pytest.mark.parametrize("seed", range(12))
def test_second_opinion(seed: int) -> None:
    dice = random.Random(seed)
    board: Board = {}
    for letter in WEIGHTS + WEIGHTS.lower():
        if letter in "Kk" or dice.random() < 0.6:
            low = 0 if letter.isupper() else 7
            free = [(x, y) for x in range(9) for y in range(10) if (x, y) not in board]
            if letter in "KkAa":
                free = [(x, y) for x, y in free if 3 <= x <= 5 and low <= y <= low + 2]
            board[dice.choice(free)] = letter
    position = xiangqi.place({"abcdefghi"[x] + str(y + 1): letter for (x, y), letter in board.items()})
    assert set(xiangqi.names("red", position)) == legal(board, red=True)
    assert set(xiangqi.names(xiangqi.swapped("red"), position)) == legal(board, red=False)
