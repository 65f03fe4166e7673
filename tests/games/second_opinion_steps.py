"""Slimetrail, Crossway, Mak-yek and Hexxagon: small programs of one class each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from second_opinion_text import at, opened, squares, with_squares

CROSS = ((-1, 0), (0, -1), (0, 1), (1, 0))
ASLANT = ((-1, -1), (-1, 1), (1, -1), (1, 1))
Rows = list[list[str]]


class Slimetrail:
    """One snail, and corners for both."""

    def boards(self, rows: Rows) -> Iterator[str]:
        [(r, c)] = squares(rows, "S")
        for i, j in CROSS + ASLANT:
            if at(rows, r + i, c + j) == ".":
                yield with_squares(rows, {(r, c): "*", (r + i, c + j): "S"})

    def result(self, text: str) -> int | None:
        board, side = text.split()
        rows = opened(board)
        if rows[7][0] == "S" or rows[0][7] == "S":
            return int(rows[0][7] == "S")
        return None if any(True for _ in self.boards(rows)) else "sf".index(side)

    def after(self, text: str) -> list[str]:
        board, side = text.split()
        return [f"{end} {'s' if side == 'f' else 'f'}" for end in self.boards(opened(board))]


class Crossway:
    """Stones that touch along sides and corners, and no crossings."""

    def result(self, text: str) -> int | None:
        rows = opened(text.split()[0])
        for number, piece in enumerate("BW"):
            grid = rows if piece == "B" else [list(column) for column in zip(*rows, strict=True)]
            todo = [(0, c) for c in range(8) if grid[0][c] == piece]
            seen = set(todo)
            while todo:
                r, c = todo.pop()
                near = {(r + i, c + j) for i, j in CROSS + ASLANT if at(grid, r + i, c + j) == piece}
                todo += near - seen
                seen |= near
            if any(r == 7 for r, _ in seen):
                return number
        return None

    def after(self, text: str) -> list[str]:
        board, side = text.split()
        rows, (own, enemy, other) = opened(board), ("B", "W", "w") if side == "b" else ("W", "B", "b")
        free = [
            (r, c)
            for r, c in squares(rows, ".")
            if not any(
                (at(rows, r + i, c), at(rows, r, c + j), at(rows, r + i, c + j)) == (enemy, enemy, own)
                for i, j in ASLANT
            )
        ]
        return [f"{with_squares(rows, {place: own})} {other}" for place in free] or [f"{board} {other}"]


class MakYek:
    """Rooks that enclose, and step between."""

    def boards(self, rows: Rows, own: str, enemy: str) -> Iterator[str]:
        for r, c in squares(rows, own):
            for i, j in CROSS:
                x, y = r + i, c + j
                while at(rows, x, y) == ".":
                    taken = [
                        (x + a, y + b)
                        for a, b in CROSS
                        if at(rows, x + a, y + b) == enemy
                        and (
                            at(rows, x - a, y - b) == enemy
                            or (at(rows, x + 2 * a, y + 2 * b) == own and (x + 2 * a, y + 2 * b) != (r, c))
                        )
                    ]
                    yield with_squares(rows, {(r, c): ".", (x, y): own} | dict.fromkeys(taken, "."))
                    x, y = x + i, y + j

    def result(self, text: str) -> int | None:
        board, side = text.split()
        own, enemy = ("W", "b") if side == "w" else ("b", "W")
        return None if any(True for _ in self.boards(opened(board), own, enemy)) else int(side == "w")

    def after(self, text: str) -> list[str]:
        board, side = text.split()
        own, enemy, other = ("W", "b", "b") if side == "w" else ("b", "W", "w")
        return [f"{end} {other}" for end in self.boards(opened(board), own, enemy)]


class Hexxagon:
    """Cells by row and axis: a neighbour differs by one in a row, along a file, or along both."""

    def cells(self, board: str) -> dict[tuple[int, int], str]:
        return {
            (r, c - min(r, 4)): piece for r, row in enumerate(opened(board)) for c, piece in enumerate(row)
        }

    def board(self, cells: dict[tuple[int, int], str]) -> str:
        lines = [[piece for place, piece in sorted(cells.items()) if place[0] == r] for r in range(9)]
        return with_squares(lines, {})

    def near(self, place: tuple[int, int]) -> list[tuple[int, int]]:
        return [(place[0] + i, place[1] + j) for i, j in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))]

    def boards(self, cells: dict[tuple[int, int], str], own: str, enemy: str) -> Iterator[str]:
        for place in [place for place, piece in cells.items() if piece == "."]:
            turned = {at: own for at in self.near(place) if cells.get(at) == enemy} | {place: own}
            if any(cells.get(at) == own for at in self.near(place)):
                yield self.board(cells | turned)
            two = {far for at in self.near(place) for far in self.near(at)} - {place, *self.near(place)}
            for start in two:
                if cells.get(start) == own:
                    yield self.board(cells | turned | {start: "."})

    def result(self, text: str) -> int | None:
        cells = self.cells(text.split()[0])
        white, black = (list(cells.values()).count(piece) for piece in "Pp")
        stuck = not any(True for two in ("Pp", "pP") for _ in self.boards(cells, *two))
        if white and black and not stuck:
            return None
        return -1 if white == black else int(black > white)

    def after(self, text: str) -> list[str]:
        board, side = text.split()
        two, other = ("Pp", "b") if side == "w" else ("pP", "w")
        return [f"{end} {other}" for end in self.boards(self.cells(board), *two)] or [f"{board} {other}"]


class Epaminondas:
    """Rows of stones move along themselves, and take shorter ones."""

    def boards(self, rows: Rows, own: str, enemy: str) -> Iterator[str]:
        for r, c in squares(rows, own):
            for i, j in CROSS + ASLANT:
                length = 1
                while at(rows, r + i * length, c + j * length) == own:
                    length += 1
                for steps in range(1, length + 1):
                    x, y = r + i * (length + steps - 1), c + j * (length + steps - 1)
                    changes = {(r + i * k, c + j * k): "." for k in range(steps)}
                    changes |= {(r + i * k, c + j * k): own for k in range(steps, length + steps)}
                    if at(rows, x, y) == ".":
                        yield with_squares(rows, changes)
                        continue
                    taken = 0
                    while at(rows, x + i * taken, y + j * taken) == enemy:
                        taken += 1
                    if 0 < taken < length:
                        fallen = {(x + i * k, y + j * k): "." for k in range(taken)}
                        yield with_squares(rows, fallen | changes)
                    break

    def result(self, text: str) -> int | None:
        board, side = text.split()
        rows, mover = opened(board), "wb".index(side)
        crossed = rows[0].count("W"), rows[-1].count("b")
        if crossed[mover] > crossed[1 - mover]:
            return mover
        two = ("W", "b") if side == "w" else ("b", "W")
        return None if any(True for _ in self.boards(rows, *two)) else 1 - mover

    def after(self, text: str) -> list[str]:
        board, side = text.split()
        two, other = (("W", "b"), "b") if side == "w" else (("b", "W"), "w")
        return [f"{end} {other}" for end in self.boards(opened(board), *two)]


GAMES: dict[str, Any] = {
    "epaminondas": Epaminondas(),
    "slimetrail": Slimetrail(),
    "crossway": Crossway(),
    "mak_yek": MakYek(),
    "hexxagon": Hexxagon(),
}
