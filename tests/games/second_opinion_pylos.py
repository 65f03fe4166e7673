"""Pylos: balls by level, column and row; a ball lies on four balls of the level below."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from second_opinion_text import closed, opened

Place = tuple[int, int, int]
Balls = dict[Place, str]
PLACES = [(level, x, y) for level in range(4) for x in range(4 - level) for y in range(4 - level)]


def read(board: str) -> Balls:
    """The balls of a FEN: rows from the highest level with balls, each level from its last rank."""
    order = [(level, y) for level in range(4) for y in range(4 - level)]
    return {
        (level, x, y): ball
        for (level, y), row in zip(order, reversed(opened(board)), strict=False)
        for x, ball in enumerate(row)
        if ball != "."
    }


def written(balls: Balls) -> str:
    top = max((level for level, _, _ in balls), default=0)
    order = [(level, y) for level in range(top, -1, -1) for y in reversed(range(4 - level))]
    return closed([[balls.get((level, x, y), ".") for x in range(4 - level)] for level, y in order])


def under(place: Place) -> set[Place]:
    level, x, y = place
    return {(level - 1, x + i, y + j) for i, j in product((0, 1), repeat=2)} if level else set()


def loose(balls: Balls, own: str) -> set[Place]:
    """Balls of a player on which no other lies."""
    return {
        place
        for place, ball in balls.items()
        if ball == own and not any(place in under(top) for top in balls)
    }


class Pylos:
    """Squares of four give balls back; lines do not."""

    def boards(self, balls: Balls, held: int, own: str) -> Iterator[tuple[Balls, int]]:
        """The balls, and those in hand, after every move."""
        for goal in PLACES:
            if goal in balls:
                continue
            if held and under(goal) <= set(balls):
                yield from self.completed({**balls, goal: own}, held - 1, goal)
            for start in loose(balls, own):
                rest = {place: ball for place, ball in balls.items() if place != start}
                if start[0] < goal[0] and under(goal) <= set(rest):
                    yield from self.completed({**rest, goal: own}, held, goal)

    def completed(self, balls: Balls, held: int, goal: Place) -> Iterator[tuple[Balls, int]]:
        own, (level, x, y) = balls[goal], goal
        corners = [
            {(level, x - i + a, y - j + b) for a in (0, 1) for b in (0, 1)} for i in (0, 1) for j in (0, 1)
        ]
        if not any(all(balls.get(place) == own for place in square) for square in corners):
            yield balls, held
            return
        for first in loose(balls, own):
            rest = {place: ball for place, ball in balls.items() if place != first}
            yield rest, held + 1
            for second in loose(rest, own):
                yield {place: ball for place, ball in rest.items() if place != second}, held + 2

    def after(self, text: str) -> set[str]:
        board, mover, hands = text.split()
        side, held = "wb".index(mover), [int(number) for number in hands.split("+")]
        found = set()
        for balls, left in self.boards(read(board), held[side], "WB"[side]):
            counts = [left if each == side else number for each, number in enumerate(held)]
            found.add(f"{written(balls)} {'bw'[side]} {counts[0]}+{counts[1]}")
        return found

    def result(self, text: str) -> int | None:
        board, mover, _ = text.split()
        side = "wb".index(mover)
        if read(board).get((3, 0, 0)) == "BW"[side] or not self.after(text):
            return 1 - side
        return None


GAMES = {"pylos": Pylos()}
