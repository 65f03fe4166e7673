"""Three-handed chess: a walker goes forwards, backwards, left and right, and turns round at a border."""

from __future__ import annotations

import re
from collections.abc import Iterator

Cell = tuple[int, int, int]  # sector, column and row, seen from the player of the sector
ARMIES = ({*"KQRBNP"}, {*"kqrbnp"}, {f"+{letter}" for letter in "kqrbnp"})
AHEAD, BACK, LEFT, RIGHT = (0, 1), (0, -1), (-1, 0), (1, 0)
STRAIGHT = ((AHEAD,), (BACK,), (LEFT,), (RIGHT,))
ASLANT = tuple(path for i in (AHEAD, BACK) for j in (LEFT, RIGHT) for path in ((i, j), (j, i)))
LEAPS = tuple(path for i, j in ASLANT for path in ((i, i, j), (i, j, j)))


def gone(cell: Cell, path: tuple[tuple[int, int], ...], turned: bool = False) -> tuple[Cell, bool] | None:
    """Where a path ends, and whether the walker has been turned round by a border."""
    sector, column, row = cell
    for i, j in path:
        i, j = (-i, -j) if turned else (i, j)
        if row + j == 4:
            sector, column, turned = (sector + (1 if column < 4 else 2)) % 3, 7 - column, not turned
        elif row + j >= 0 and 0 <= column + i < 8:
            column, row = column + i, row + j
        else:
            return None
    return (sector, column, row), turned


def opened(board: str) -> dict[Cell, str]:
    """What stands on each cell, "" for nothing; by sector, from its first rank to the middle."""
    signs = re.findall(r"\d+|\+?[a-zA-Z]", board)
    pieces = [piece for sign in signs for piece in ([""] * int(sign) if sign.isdigit() else [sign])]
    cells = [(sector, column, row) for sector in range(3) for row in range(4) for column in range(8)]
    return dict(zip(cells, pieces, strict=True))


def closed(cells: dict[Cell, str]) -> str:
    """The board as FEN writes it."""
    row = "".join(piece or "." for piece in cells.values())
    return re.sub(r"\.+", lambda run: str(len(run.group())), row)


def rides(cells: dict[Cell, str], cell: Cell, side: int) -> Iterator[Cell]:
    """Where a piece other than a pawn may go."""
    kind = cells[cell][-1].upper()
    paths = {"R": STRAIGHT, "B": ASLANT, "N": LEAPS}.get(kind, STRAIGHT + ASLANT)
    for path in paths:
        end = gone(cell, path)
        while end and cells[end[0]] not in ARMIES[side]:
            yield end[0]
            end = gone(end[0], path, end[1]) if not cells[end[0]] and kind in "RBQ" else None


def marches(cells: dict[Cell, str], cell: Cell, side: int) -> Iterator[Cell]:
    """Where a pawn may go: in a foreign sector backwards, as its player sees it."""
    turned = cell[0] != side
    ahead = gone(cell, (AHEAD,), turned)
    if ahead and not cells[ahead[0]]:
        yield ahead[0]
        if not turned and cell[2] == 1 and not cells[side, cell[1], 3]:
            yield side, cell[1], 3
    for path in ((AHEAD, LEFT), (LEFT, AHEAD), (AHEAD, RIGHT), (RIGHT, AHEAD)):
        end = gone(cell, path, turned)
        if end and cells[end[0]] and cells[end[0]] not in ARMIES[side]:
            yield end[0]


class ThreeHanded:
    """The position as FEN without its number."""

    @staticmethod
    def over(cells: dict[Cell, str]) -> bool:
        return not {"K", "k", "+k"} <= set(cells.values())

    def after(self, text: str) -> set[str]:
        board, mover = text.split()
        cells, side = opened(board), "wbr".index(mover)
        king, queen, rook = (("K", "k", "+k")[side], ("Q", "q", "+q")[side], ("R", "r", "+r")[side])
        ends = []
        for cell in [cell for cell, piece in cells.items() if piece in ARMIES[side]]:
            pawn = cells[cell][-1] in "Pp"
            for end in (marches if pawn else rides)(cells, cell, side):
                arrived = queen if pawn and end[0] != side and end[2] == 0 else cells[cell]
                ends.append({**cells, cell: "", end: arrived})
        for corner, between, goal, beside in ((7, (5, 6), 6, 5), (0, (1, 2, 3), 2, 3)):
            stand = cells[side, 4, 0] == king and cells[side, corner, 0] == rook
            if stand and not any(cells[side, column, 0] for column in between):
                empty = {(side, 4, 0): "", (side, corner, 0): ""}
                ends.append({**cells, **empty, (side, goal, 0): king, (side, beside, 0): rook})
        return {f"{closed(end)} {mover if self.over(end) else 'wbr'[(side + 1) % 3]}" for end in ends}

    def result(self, text: str) -> int | None:
        board, mover = text.split()
        if self.over(opened(board)):
            return "wbr".index(mover)
        return None if self.after(text) else -1


GAMES = {"three_handed": ThreeHanded()}
