"""Othello: known counts, and discs turned over in all directions at once."""

from __future__ import annotations

import random

import pytest
from positions import game

othello = game("othello")
START = {"d4": "○", "e5": "○", "d5": "●", "e4": "●"}
Board = dict[tuple[int, int], str]


def test_start() -> None:
    ends = othello.after("black", othello.place(START))
    assert {square for end in ends for square in set(othello.pieces(end)) - set(START)} == {
        "c4",
        "d3",
        "e6",
        "f5",
    }
    assert all(list(othello.pieces(end).values()).count("●") == 4 for end in ends)


def test_counts() -> None:
    position = othello.place(START)
    assert [othello.perft("black", position, depth, by="C") for depth in (1, 2, 3, 4)] == [4, 12, 56, 244]


def turned(board: Board, x: int, y: int, own: str) -> set[tuple[int, int]]:
    """What a disc put on (x, y) turns over."""
    found = set()
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            line, at = set(), (x + dx, y + dy)
            while (dx or dy) and board.get(at, own) != own:
                line.add(at)
                at = (at[0] + dx, at[1] + dy)
            if at in board:
                found |= line
    return found


def label(x: int, y: int) -> str:
    return "abcdefgh"[x] + str(y + 1)


@pytest.mark.parametrize("seed", range(8))
def test_every_line_turns_over(seed: int) -> None:
    dice = random.Random(seed)
    board = {(x, y): dice.choice("●○○") for x in range(8) for y in range(8) if dice.random() < 0.7}
    position = othello.place({label(*at): disc for at, disc in board.items()})
    for own, move in (("●", othello.move("black")), ("○", othello.swapped("black", by="C"))):
        wanted = set()
        for x in range(8):
            for y in range(8):
                if (x, y) not in board and (lines := turned(board, x, y, own)):
                    then = {**board, **dict.fromkeys(lines, own), (x, y): own}
                    wanted.add(othello.place({label(*at): disc for at, disc in then.items()}))
        assert len(wanted) > 2
        assert othello.after(move, position) == wanted


def test_one_disc_turns_over_eight_lines() -> None:
    """One disc that turns eight lines at once; exhausting the lines is the same as taking them in turn."""
    position = othello.read("""
        ........
        .●.●.●..
        ..○○○...
        .●○.○○○●
        ..○○○...
        .●.●.○..
        ......●.
        ........""")
    wanted = """
        ........
        .●.●.●..
        ..●●●...
        .●●●●●●●
        ..●●●...
        .●.●.●..
        ......●.
        ........"""
    ends = {othello.draw(end) for end in othello.after("black", position)}
    assert "\n".join(line.strip() for line in wanted.strip().split("\n")) in ends
    assert othello.after("black", position) == othello.after("%.: put(●) some exhaust(some)", position)
