"""Jungle and Gobblet gobblers, where pieces are ranked by strength or size."""

from __future__ import annotations

from collections.abc import Iterator

from second_opinion_text import at, closed, opened, squares, with_squares
from second_opinion_turns import has_three

Rows = list[list[str]]
STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))


class Jungle:
    """Animals in the order of their strength; ranks are counted from the top."""

    ANIMALS = "rcdwptle"
    WATER = frozenset((r, c) for r in (3, 4, 5) for c in (1, 2, 4, 5))
    DENS = ((8, 3), (0, 3))
    TRAPS = (((8, 2), (8, 4), (7, 3)), ((0, 2), (0, 4), (1, 3)))

    def takes(
        self, animal: str, start: tuple[int, int], prey: str, goal: tuple[int, int], player: int
    ) -> bool:
        if prey.islower() == animal.islower() or (start in self.WATER) != (goal in self.WATER):
            return False
        mine, other = self.ANIMALS.index(animal.lower()), self.ANIMALS.index(prey.lower())
        if goal in self.TRAPS[player]:
            return True
        return other in (0, 7) if mine == 0 else other <= mine and (mine, other) != (7, 0)

    def after(self, text: str) -> Iterator[str]:
        board, side = text.split()
        rows, player = opened(board), "br".index(side)
        for r, c in squares(rows, self.ANIMALS if player else self.ANIMALS.upper()):
            animal = rows[r][c]
            for i, j in STEPS:
                goal, wet = (r + i, c + j), []
                while animal.lower() != "r" and goal in self.WATER:
                    wet.append(rows[goal[0]][goal[1]])
                    goal = (goal[0] + i, goal[1] + j)
                if wet and (animal.lower() not in "tl" or set(wet) != {"."}):
                    continue
                prey = at(rows, *goal)
                if prey == "*" or goal == self.DENS[player]:
                    continue
                if prey == "." or self.takes(animal, (r, c), prey, goal, player):
                    yield f"{with_squares(rows, {(r, c): '.', goal: animal})} {'rb'[player]}"

    def result(self, text: str) -> int | None:
        rows = opened(text.split()[0])
        for player, (r, c) in enumerate(self.DENS):
            if rows[r][c] != ".":
                return 1 - player
        return None if any(True for _ in self.after(text)) else 1 - "br".index(text.split()[1])


class Gobblers:
    """Nine columns, each with a small, a middle and a large place; only the highest piece can be seen."""

    def read(self, board: str) -> list[list[str]]:
        rows = opened(board)
        rows = [["."] * 3 for _ in range(9 - len(rows))] + rows
        return [[rows[6 - 3 * size + r][c] for size in range(3)] for r in range(3) for c in range(3)]

    def written(self, columns: list[list[str]]) -> str:
        levels = [[[columns[3 * r + c][size] for c in range(3)] for r in range(3)] for size in (2, 1, 0)]
        while len(levels) > 1 and all(piece == "." for row in levels[0] for piece in row):
            del levels[0]
        return closed([row for level in levels for row in level])

    def after(self, text: str) -> Iterator[str]:
        board, side, *held = text.split()
        columns, player = self.read(board), "rb".index(side)
        for to, column in enumerate(columns):
            for size in range(3):
                if set(column[size:]) != {"."}:
                    continue
                placed = [list(each) for each in columns]
                placed[to][size] = "RB"[player]
                counts = [[int(number) for number in each.split("+")] for each in held]
                if counts[size][player]:
                    counts[size][player] -= 1
                    hands = ["+".join(map(str, each)) for each in counts]
                    yield " ".join([self.written(placed), "br"[player], *hands])
                for start, other in enumerate(columns):
                    if start != to and other[size] == "RB"[player] and set(other[size + 1 :]) <= {"."}:
                        moved = [list(each) for each in placed]
                        moved[start][size] = "."
                        yield " ".join([self.written(moved), "br"[player], *held])

    def result(self, text: str) -> int | None:
        board, side = text.split()[:2]
        seen = [next((p for p in reversed(column) if p != "."), ".") for column in self.read(board)]
        player = "rb".index(side)
        for each in (1 - player, player):
            if has_three(seen, "RB"[each]):
                return each
        return None if any(True for _ in self.after(text)) else 1 - player


GAMES = {"jungle": Jungle(), "gobblers": Gobblers()}
