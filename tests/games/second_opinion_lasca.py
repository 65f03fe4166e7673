"""Lasca: towers as strings of men, from the ground up. `S O` move up, `s o` down."""

from __future__ import annotations

from collections.abc import Iterator

from second_opinion_text import closed, opened

GAMES = ("lasca",)
Square = tuple[int, int]
Towers = dict[Square, str]
DARK = [(x, y) for x in range(7) for y in range(7) if (x + y) % 2 == 0]


def chains(towers: Towers, place: Square, robbed: frozenset[Square]) -> Iterator[tuple[Towers, Square]]:
    """The towers after a chain of captures that cannot go on, and where it ended."""
    top, further = towers[place][-1], False
    for i, j in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
        over, land = (place[0] + i, place[1] + j), (place[0] + 2 * i, place[1] + 2 * j)
        if (j < 0 and top != "O") or land not in DARK or land in towers or over in robbed:
            continue
        if over in towers and towers[over][-1].islower():
            further = True
            then = {square: men for square, men in towers.items() if square not in (place, over)}
            then[land] = towers[over][-1] + towers[place]
            if len(towers[over]) > 1:
                then[over] = towers[over][:-1]
            yield from chains(then, land, robbed | {over})
    if robbed and not further:
        yield towers, place


def moves(towers: Towers) -> list[Towers]:
    own = [place for place, men in towers.items() if men[-1].isupper()]
    ends = [end for place in own for end in chains(towers, place, frozenset())]
    if not ends:
        for x, y in own:
            for i in (1, -1):
                for j in (1, -1) if towers[x, y][-1] == "O" else (1,):
                    goal = (x + i, y + j)
                    if goal in DARK and goal not in towers:
                        rest = {square: men for square, men in towers.items() if square != (x, y)}
                        ends.append(({**rest, goal: towers[x, y]}, goal))
    return [{**then, at: then[at][:-1] + "O"} if at[1] == 6 else then for then, at in ends]


def turned_round(towers: Towers) -> Towers:
    return {(6 - x, 6 - y): men.swapcase() for (x, y), men in towers.items()}


def read(text: str) -> tuple[Towers, bool]:
    """The towers as the player to move sees them, and whether that is the first player."""
    board, side = text.split()
    rows = opened(board)
    towers: Towers = {}
    for x, y in DARK:
        column = [rows[len(rows) - 1 - y - 7 * z][x] for z in range(len(rows) // 7)]
        if men := "".join(column).rstrip("."):
            towers[x, y] = men
    return towers if side == "w" else turned_round(towers), side == "w"


def written(towers: Towers, side: str) -> str:
    """As many layers as the towers need."""
    layers = max(map(len, towers.values()))
    rows = [["."] * 7 for _ in range(7 * layers)]
    for (x, y), men in towers.items():
        for z, man in enumerate(men):
            rows[7 * layers - 1 - y - 7 * z][x] = man
    return f"{closed(rows)} {side}"


def result(text: str) -> int | None:
    towers, first = read(text)
    return None if moves(towers) else int(first)


def after(text: str) -> set[str]:
    towers, first = read(text)
    return {written(end, "b") if first else written(turned_round(end), "w") for end in moves(towers)}
