"""Duck chess: a piece that belongs to nobody."""

from __future__ import annotations

import random

import pytest
from positions import game

duck = game("duck")
LINES = {"♖": [(1, 0), (0, 1), (-1, 0), (0, -1)], "♗": [(1, 1), (-1, 1), (-1, -1), (1, -1)]}
LINES["♕"] = LINES["♖"] + LINES["♗"]
LEAPS = {"♔": LINES["♕"], "♘": [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]}
Square = tuple[int, int]


def test_counts() -> None:
    start, _ = duck.fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -")
    assert duck.perft("white", start, 1) == 640  # twenty moves, then any of 32 empty squares
    for end in duck.after("white", start):
        assert list(duck.pieces(end).values()).count("🦆") == 1


def test_the_duck_is_in_everybodys_way_and_must_move() -> None:
    position = duck.place({"a1": "♖", "a3": "🦆", "h8": "♚"})
    ends = duck.after("white", position)
    assert {square for end in ends for square, piece in duck.pieces(end).items() if piece == "♖"} == {
        "a2",
        *(f"{file}1" for file in "bcdefgh"),
    }
    assert all(duck.at(end, "a3") == "." for end in ends)
    assert len(ends) == 8 * 61  # 64 squares less rook, king and the duck's own


def test_the_duck_is_neutral() -> None:
    position = duck.place({"a1": "♖", "a3": "🦆", "h8": "♚"})
    assert duck.after("waddle", position) == duck.after(duck.swapped("waddle"), position)
    assert not duck.can("%friend: [% is 🦆]", position)
    assert not duck.can("%enemy: [% is 🦆]", position)
    assert duck.can("%piece: [% is 🦆]", position)


def label(x: int, y: int) -> str:
    return "abcdefgh"[x] + str(y + 1)


def legal(board: dict[Square, str], own: str, ahead: int) -> set[str]:
    """Every move of one side, the duck left out: a king may be taken, nobody may take the duck."""
    found = set()
    for (x, y), piece in board.items():
        kind = "♖♗♕♔♘♙"["♜♝♛♚♞♟".find(piece)] if own == "♜♝♛♚♞♟" else piece
        goals: list[Square] = []
        if piece not in own:
            continue
        for a, b in LINES.get(kind, LEAPS.get(kind, [])):
            for i in range(1, 8 if kind in LINES else 2):
                goals.append((x + i * a, y + i * b))
                if goals[-1] in board:
                    break
        if kind == "♙":
            goals = [(x + s, y + ahead) for s in (-1, 1) if (x + s, y + ahead) in board]
            if (x, y + ahead) not in board:
                goals.append((x, y + ahead))
                if y == (1 if ahead > 0 else 6) and (x, y + 2 * ahead) not in board:
                    goals.append((x, y + 2 * ahead))
        for a, b in goals:
            if 0 <= a <= 7 and 0 <= b <= 7 and board.get((a, b), " ") not in own + "🦆":
                new = own[:3] + own[4] if kind == "♙" and b in (0, 7) else [""]
                found |= {label(x, y) + label(a, b) + crowned for crowned in new}
    return found


@pytest.mark.parametrize("seed", range(8))
def test_second_opinion(seed: int) -> None:
    dice = random.Random(seed)
    board = {
        (x, y): dice.choice("♖♗♕♔♘♙♙♙♜♝♛♚♞♟♟♟") for x in range(8) for y in range(8) if dice.random() < 0.35
    }
    board = {at: piece for at, piece in board.items() if piece not in "♙♟" or 0 < at[1] < 7}
    board[dice.choice([(x, y) for x in range(8) for y in range(8) if (x, y) not in board])] = "🦆"
    position = duck.place({label(*at): piece for at, piece in board.items()})
    assert set(duck.names("%friend: way", position)) == legal(board, "♖♗♕♔♘♙", 1)
    assert set(duck.names(duck.swapped("%friend: way"), position)) == legal(board, "♜♝♛♚♞♟", -1)
