"""Pentago and Surakarta: quarters that are twisted, and loops at the corners, point by point."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from second_opinion_rows import EIGHT, put, runs
from second_opinion_text import at, closed, opened, squares, with_squares

Rows = list[list[str]]
Square = tuple[int, int]


class Pentago:
    """A marble, then a quarter turned by ninety degrees."""

    @staticmethod
    def five(rows: Rows, piece: str) -> bool:
        return max(runs(rows, piece), default=0) >= 5

    @staticmethod
    def twisted(rows: Rows) -> Iterator[Rows]:
        for top, left in product((0, 3), (0, 3)):
            for clockwise in (True, False):
                after = [list(row) for row in rows]
                for r, c in product(range(3), range(3)):
                    to = (c, 2 - r) if clockwise else (2 - c, r)
                    after[top + to[0]][left + to[1]] = rows[top + r][left + c]
                yield after

    def after(self, text: str) -> set[str]:
        board, side = text.split()
        rows, (piece, other) = opened(board), ("W", "b") if side == "w" else ("B", "w")
        found = set()
        for place in squares(rows, "."):
            placed = put(rows, place, piece)
            found |= {closed(end) for end in self.twisted(placed)}
            if self.five(placed, piece):
                found.add(closed(placed))
        return {f"{end} {other}" for end in found}

    def result(self, text: str) -> int | None:
        rows = opened(text.split()[0])
        white, black = self.five(rows, "W"), self.five(rows, "B")
        if white or black:
            return -1 if white and black else 0 if white else 1
        return None if squares(rows, ".") else -1


def named(*names: str) -> list[Square]:
    return [(6 - int(name[1]), "abcdef".index(name[0])) for name in names]


INNER = named(
    *(f"{file}2" for file in "fedcba"),
    *(f"b{rank}" for rank in "123456"),
    *(f"{file}5" for file in "abcdef"),
    *(f"e{rank}" for rank in "654321"),
)
OUTER = named(
    *(f"{file}3" for file in "fedcba"),
    *(f"c{rank}" for rank in "123456"),
    *(f"{file}4" for file in "abcdef"),
    *(f"d{rank}" for rank in "654321"),
)


class Surakarta:
    """Two closed tracks of 24 points each, with a loop after every sixth point."""

    @staticmethod
    def prey(rows: Rows, start: Square, own: str) -> Iterator[Square]:
        for track, way in product((INNER, OUTER), (1, -1)):
            for place in [number for number, point in enumerate(track) if point == start]:
                loops, number = 0, place
                for _ in range(24):
                    crossed = number % 6 == (5 if way == 1 else 0)
                    loops, number = loops + crossed, (number + way) % 24
                    there = at(rows, *track[number])
                    if there != "." and track[number] != start:
                        if there != own and loops:
                            yield track[number]
                        break

    def after(self, text: str) -> set[str]:
        board, side = text.split()
        rows, (own, other) = opened(board), ("W", "b") if side == "w" else ("b", "w")
        found = set()
        for start in squares(rows, own):
            near = [(start[0] + i, start[1] + j) for i, j in EIGHT]
            goals = [goal for goal in near if at(rows, *goal) == "."] + list(self.prey(rows, start, own))
            found |= {f"{with_squares(rows, {start: '.', goal: own})} {other}" for goal in goals}
        return found

    def result(self, text: str) -> int | None:
        board, side = text.split()
        none = not squares(opened(board), "W" if side == "w" else "b")
        return "bw".index(side) if none or not self.after(text) else None


GAMES = {"pentago": Pentago(), "surakarta": Surakarta()}
