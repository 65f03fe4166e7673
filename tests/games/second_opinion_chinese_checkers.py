"""Chinese checkers for two to six: pegs by the coordinates of their holes."""

from __future__ import annotations

import re

GAMES = ("chinese_checkers", "chinese_checkers_3", "chinese_checkers_4", "chinese_checkers_6")
WIDTHS = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
# Row from the top and column of the picture: neighbours in a row are two columns apart.
HOLES = [(row, 2 * i - width) for row, width in enumerate(WIDTHS) for i in range(width)]
AROUND = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))
Hole = tuple[int, int]


def point(number: int) -> set[Hole]:
    """One of the six points of the star, clockwise from the lowest."""
    top = {hole for hole in HOLES if hole[0] < 4}
    right = {(r, c) for r, c in HOLES if 4 <= r < 8 and c >= 4 + (r - 4)}
    return {
        0: {(16 - r, c) for r, c in top},
        1: {(16 - r, -c - 2) for r, c in right},
        2: {(r, -c - 2) for r, c in right},
        3: top,
        4: right,
        5: {(16 - r, c) for r, c in right},
    }[number]


SEATS = {2: "RB", 3: "RGB", 4: "RGBY", 6: "ROGBPY"}
GOALS = {
    2: {"R": 3, "B": 0},
    3: {"R": 3, "G": 5, "B": 1},
    4: {"R": 3, "G": 5, "B": 0, "Y": 2},
    6: {"R": 3, "O": 4, "G": 5, "B": 0, "P": 1, "Y": 2},
}


def read(text: str) -> tuple[dict[Hole, str], str, int]:
    board, side = text.split()
    flat = re.sub(r"\d+", lambda run: "." * int(run.group()), board).replace("/", "")
    pegs = {hole: peg for hole, peg in zip(HOLES, flat, strict=True) if peg != "."}
    return pegs, side.upper(), len(set(pegs.values()))


def written(pegs: dict[Hole, str], side: str) -> str:
    rows = ["".join(pegs.get(hole, ".") for hole in HOLES if hole[0] == row) for row in range(17)]
    board = "/".join(re.sub(r"\.+", lambda run: str(len(run.group())), row) for row in rows)
    return f"{board} {side.lower()}"


def home(pegs: dict[Hole, str], player: str, players: int) -> bool:
    held = [pegs.get(hole) for hole in point(GOALS[players][player])]
    return None not in held and player in held


def result(text: str) -> int | None:
    pegs, side, players = read(text)
    return SEATS[players].index(side) if home(pegs, side, players) else None


def goals(pegs: dict[Hole, str], start: Hole) -> set[Hole]:
    """Where one peg may go."""

    def free(hole: Hole) -> bool:
        return hole in HOLES and hole not in pegs

    found = {(start[0] + i, start[1] + j) for i, j in AROUND if free((start[0] + i, start[1] + j))}
    seen, todo = {start}, [start]
    while todo:
        r, c = todo.pop()
        for i, j in AROUND:
            over, land = (r + i, c + j), (r + 2 * i, c + 2 * j)
            if over in pegs and over != start and free(land) and land not in seen:
                seen.add(land)
                todo.append(land)
    return (found | seen) - {start}


def after(text: str) -> set[str]:
    pegs, side, players = read(text)
    following = SEATS[players][(SEATS[players].index(side) + 1) % players]
    found = set()
    for start in [hole for hole, peg in pegs.items() if peg == side]:
        for goal in goals(pegs, start):
            then = {**{hole: peg for hole, peg in pegs.items() if hole != start}, goal: side}
            found.add(written(then, side if home(then, side, players) else following))
    return found
