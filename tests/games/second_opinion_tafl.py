"""Tafl: attackers around a king and his men, on one board of characters, `A` against `D` and `K`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from second_opinion_text import at, opened, squares, with_squares

Square = tuple[int, int]
Rows = list[list[str]]
CROSS = ((-1, 0), (0, -1), (0, 1), (1, 0))


def corners(square: Square, size: int) -> bool:
    return square[0] in (0, size - 1) and square[1] in (0, size - 1)


def edge(square: Square, size: int) -> bool:
    return 0 in square or size - 1 in square


@dataclass(frozen=True)
class Tafl:
    """One kind of tafl."""

    goal: Callable[[Square, int], bool] = corners
    far: bool = True  # like rooks, or one step
    crosses_throne: bool = False
    king_returns: bool = True
    throne_hostile: bool = False
    strong: int = 0  # how near to the throne a king must be closed in on all sides

    def taken(self, rows: Rows, place: Square, hunters: str, hunted: str) -> dict[Square, str]:
        """Whom a move to a square takes."""
        size, found = len(rows), {}
        middle = (size // 2, size // 2)
        for i, j in CROSS:
            prey, behind = (place[0] + i, place[1] + j), (place[0] + 2 * i, place[1] + 2 * j)
            piece = at(rows, *prey)
            hostile = at(rows, *behind) == "." and (
                (self.goal is corners and corners(behind, size)) or (self.throne_hostile and behind == middle)
            )
            if piece == "K" and piece in hunted:
                near = abs(prey[0] - middle[0]) + abs(prey[1] - middle[1])
                if near <= self.strong:
                    sides = [(prey[0] + k, prey[1] + n) for k, n in CROSS]
                    closed_in = all(
                        at(rows, *side) == "A" or (side == middle and at(rows, *side) == ".")
                        for side in sides
                    )
                else:
                    closed_in = at(rows, *behind) in hunters or hostile
                if closed_in:
                    found[prey] = "."
            elif piece in hunted and piece != "*" and (at(rows, *behind) in hunters or hostile):
                found[prey] = "."
        return found

    def goals(self, rows: Rows, start: Square) -> Iterator[Square]:
        """Where a piece may go."""
        size, king = len(rows), rows[start[0]][start[1]] == "K"
        middle = (size // 2, size // 2)
        for i, j in CROSS:
            r, c = start[0] + i, start[1] + j
            while at(rows, r, c) == ".":
                if self.goal is corners and corners((r, c), size) and not king:
                    break
                throne = (r, c) == middle and not (king and self.king_returns)
                if throne and not self.crosses_throne:
                    break
                if not throne:
                    yield r, c
                if not self.far:
                    break
                r, c = r + i, c + j

    def result(self, text: str) -> int | None:
        board, side = text.split()
        rows, size = opened(board), len(opened(board))
        kings, mover = squares(rows, "K"), "ad".index(side)
        if side == "a" and kings and self.goal(kings[0], size):
            return 1
        if not kings:
            return 0
        own = "A" if side == "a" else "DK"
        return (
            None if any(True for start in squares(rows, own) for _ in self.goals(rows, start)) else 1 - mover
        )

    def after(self, text: str) -> set[str]:
        board, side = text.split()
        rows, found = opened(board), set()
        hunters, hunted, other = ("A", "DK", "d") if side == "a" else ("DK", "A", "a")
        for start in squares(rows, hunters):
            piece = rows[start[0]][start[1]]
            for goal in self.goals(rows, start):
                moved = opened(with_squares(rows, {start: ".", goal: piece}))
                found.add(f"{with_squares(moved, self.taken(moved, goal, hunters, hunted))} {other}")
        return found


GAMES = {
    "brandubh": Tafl(),
    "tablut": Tafl(goal=edge, king_returns=False, strong=1),
    "ard_ri": Tafl(goal=edge, far=False, strong=99),
    "hnefatafl": Tafl(crosses_throne=True, throne_hostile=True, strong=99),
}
