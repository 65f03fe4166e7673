"""Byzantine chess on a list of rings, whose ends are joined."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from second_opinion_text import closed, opened

Rows = list[list[str]]
Place = tuple[int, int]
STRAIGHT: list[Place] = [(0, 1), (0, -1), (1, 0), (-1, 0)]
ASLANT: list[Place] = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LEAPS: dict[str, list[Place]] = {
    "K": STRAIGHT + ASLANT,
    "Q": ASLANT,
    "B": [(2 * i, 2 * j) for i, j in ASLANT],
    "N": [(i, j) for i, j in product((-2, -1, 1, 2), repeat=2) if abs(i) != abs(j)],
    "P": [(1, 1), (-1, 1)],
    "L": [(1, -1), (-1, -1)],
}


def beyond(place: Place, way: Place) -> Place | None:
    """Where a leap ends, round the board if need be."""
    row, column = place[0] + way[0], (place[1] + way[1]) % 16
    return (row, column) if 0 <= row < 4 else None


def takes(rows: Rows, place: Place) -> Iterator[Place]:
    """Where a piece could take something."""
    kind = rows[place[0]][place[1]].upper()
    for way in LEAPS.get(kind, ()):
        if goal := beyond(place, way):
            yield goal
    for way in STRAIGHT if kind == "R" else ():
        goal = beyond(place, way)
        while goal and goal != place:
            yield goal
            goal = None if rows[goal[0]][goal[1]] != "." else beyond(goal, way)


def own(piece: str, side: str) -> bool:
    return piece.isalpha() and piece.isupper() == (side == "w")


def pieces(rows: Rows, side: str) -> list[Place]:
    return [(r, c) for r in range(4) for c in range(16) if own(rows[r][c], side)]


def moved(rows: Rows, place: Place, goal: Place) -> Rows:
    after = [list(row) for row in rows]
    after[goal[0]][goal[1]], after[place[0]][place[1]] = rows[place[0]][place[1]], "."
    return after


def attacked(rows: Rows, side: str) -> bool:
    """Could the king of a side be taken?"""
    other, king = "b" if side == "w" else "w", "K" if side == "w" else "k"
    return any(rows[r][c] == king for place in pieces(rows, other) for r, c in takes(rows, place))


class Byzantine:
    """Pieces of the Middle Ages; met pawns of the enemy may be taken off before the move."""

    def after(self, text: str) -> list[str]:
        board, side, _, _, quiet = text.split()
        other, found = "b" if side == "w" else "w", set()
        for rows in self.cleared(opened(board), other):
            for place in pieces(rows, side):
                kind = rows[place[0]][place[1]]
                for goal in takes(rows, place):
                    piece = rows[goal[0]][goal[1]]
                    if (piece == "." and kind not in "PpLl") or own(piece, other):
                        calm = piece == "." and kind not in "PpLl"
                        found.add((closed(moved(rows, place, goal)), int(quiet) + 1 if calm else 0))
                ahead = beyond(place, (0, {"P": 1, "L": -1}.get(kind.upper(), 0)))
                if kind in "PpLl" and ahead and rows[ahead[0]][ahead[1]] == ".":
                    found.add((closed(moved(rows, place, ahead)), 0))
        return [f"{rows} {other} - - {n}" for rows, n in found if not attacked(opened(rows), side)]

    @staticmethod
    def cleared(rows: Rows, other: str) -> list[Rows]:
        """The board after any of the met pawns have been taken off."""
        found = [rows]
        right, left = ("P", "L") if other == "w" else ("p", "l")
        for r, c in product(range(4), range(16)):
            if rows[r][c] == right and rows[r][(c + 1) % 16] == left:
                without = []
                for board in found:
                    after = [list(row) for row in board]
                    after[r][c] = after[r][(c + 1) % 16] = "."
                    without.append(after)
                found += without
        return found

    def result(self, text: str) -> int | None:
        rows, side = opened(text.split()[0]), text.split()[1]
        mover, other = "wb".index(side), "b" if side == "w" else "w"
        mine, theirs = len(pieces(rows, side)), len(pieces(rows, other))
        can = self.after(text)
        if attacked(rows, side) and not can:
            return 1 - mover
        if mine == 1 and theirs == 1:
            return -1
        if theirs == 1:
            return mover
        if (mine == 1 and theirs > 2) or not can:
            return 1 - mover
        return -1 if int(text.split()[4]) >= 140 else None


GAMES = {"byzantine": Byzantine()}
