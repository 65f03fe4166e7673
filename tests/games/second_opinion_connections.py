"""Y, Havannah, Yavalath on hexagons, and Quoridor: who is joined to what, by flooding."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from second_opinion_text import at, opened, squares, with_squares

Cell = tuple[int, int]
SIX = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))
CROSS = ((-1, 0), (0, -1), (0, 1), (1, 0))


def flood(start: Iterable[Cell], near: Callable[[Cell], Iterable[Cell]]) -> set[Cell]:
    """All that can be reached."""
    seen, todo = set(start), list(start)
    while todo:
        for cell in near(todo.pop()):
            if cell not in seen:
                seen.add(cell)
                todo.append(cell)
    return seen


class Hexagonal:
    """Stones on hexagons: rows from the top, in coordinates where (-1, 1) is up and to the right."""

    pieces, triangle = "WB", False

    def cells(self, board: str) -> dict[Cell, tuple[str, Cell]]:
        rows = opened(board)
        half = len(rows) if self.triangle else len(rows) // 2
        return {
            (r, c + max(0, half - r)): (piece, (r, c))
            for r, row in enumerate(rows)
            for c, piece in enumerate(row)
        }

    def after(self, text: str) -> set[str]:
        board, side = text.split()
        mover = self.pieces.lower().index(side)
        return {
            f"{with_squares(opened(board), {place: self.pieces[mover]})} {self.pieces[1 - mover].lower()}"
            for place in squares(opened(board), ".")
        }

    def result(self, text: str) -> int | None:
        board, side = text.split()
        cells = {cell: piece for cell, (piece, _) in self.cells(board).items()}
        last = 1 - self.pieces.lower().index(side)
        own = {cell for cell, piece in cells.items() if piece == self.pieces[last]}
        judged = self.judged(set(cells), own)
        if judged is not None:
            return last if judged else 1 - last
        return None if "." in cells.values() else -1

    def judged(self, cells: set[Cell], own: set[Cell]) -> bool | None:
        """Whether the player who owns these cells has won or lost; None if neither."""
        raise NotImplementedError

    @staticmethod
    def groups(own: set[Cell]) -> list[set[Cell]]:
        def near(cell: Cell) -> list[Cell]:
            return [there for i, j in SIX if (there := (cell[0] + i, cell[1] + j)) in own]

        return [flood([cell], near) for cell in own]


class Y(Hexagonal):
    pieces, triangle = "BW", True

    def judged(self, cells: set[Cell], own: set[Cell]) -> bool | None:
        last = max(r for r, _ in cells)
        for group in self.groups(own):
            left = any((r, c - 1) not in cells for r, c in group)
            right = any((r, c + 1) not in cells for r, c in group)
            if left and right and any(r == last for r, _ in group):
                return True
        return None


class Yavalath(Hexagonal):
    def judged(self, cells: set[Cell], own: set[Cell]) -> bool | None:
        lengths = {
            length
            for r, c in own
            for i, j in SIX[:3]
            for length in (3, 4)
            if all((r + k * i, c + k * j) in own for k in range(length))
        }
        return None if not lengths else 4 in lengths


class Havannah(Hexagonal):
    def judged(self, cells: set[Cell], own: set[Cell]) -> bool | None:
        def missing(cell: Cell) -> list[int]:
            return [k for k, (i, j) in enumerate(SIX) if (cell[0] + i, cell[1] + j) not in cells]

        for group in self.groups(own):
            rim = [tuple(missing(cell)) for cell in group]
            if len({each for each in rim if len(each) == 3}) >= 2:
                return True
            if len({each for each in rim if len(each) == 2}) >= 3:
                return True
        other = cells - own
        reached = flood(
            [cell for cell in other if missing(cell)],
            lambda cell: [there for i, j in SIX if (there := (cell[0] + i, cell[1] + j)) in other],
        )
        full = any(all((r + i, c + j) in own for i, j in SIX) for r, c in own)
        return True if reached != other or full else None


class Quoridor:
    """Squares at even rows and columns, walls between them."""

    @staticmethod
    def reaches(rows: list[list[str]], pawn: str) -> bool:
        def near(cell: Cell) -> list[Cell]:
            return [
                (cell[0] + 2 * i, cell[1] + 2 * j)
                for i, j in CROSS
                if at(rows, cell[0] + i, cell[1] + j) == "."
            ]

        return any(r == (0 if pawn == "P" else 16) for r, _ in flood(squares(rows, pawn), near))

    def after(self, text: str) -> set[str]:
        board, side, counts = text.split()
        rows, mover = opened(board), "wb".index(side)
        own, other = "Pp"[mover], "pP"[mover]
        [(r, c)] = squares(rows, own)
        goals = []
        for i, j in CROSS:
            if at(rows, r + i, c + j) != ".":
                continue
            if at(rows, r + 2 * i, c + 2 * j) == ".":
                goals.append((r + 2 * i, c + 2 * j))
            elif at(rows, r + 2 * i, c + 2 * j) == other:
                if at(rows, r + 3 * i, c + 3 * j) == ".":
                    goals.append((r + 4 * i, c + 4 * j))
                    continue
                for k, n in ((j, i), (-j, -i)):
                    if at(rows, r + 2 * i + k, c + 2 * j + n) == ".":
                        goals.append((r + 2 * i + 2 * k, c + 2 * j + 2 * n))
        found = {f"{with_squares(rows, {(r, c): '.', goal: own})} {'bw'[mover]} {counts}" for goal in goals}
        walls = [int(count) for count in counts.split("+")]
        walls[mover] -= 1
        posts = [(a, b) for a, b in squares(rows, ".") if a % 2 and b % 2]
        for (a, b), (k, n) in ((post, way) for post in posts for way in ((0, 1), (1, 0))):
            if walls[mover] >= 0 and at(rows, a + k, b + n) == at(rows, a - k, b - n) == ".":
                end = with_squares(rows, dict.fromkeys([(a, b), (a + k, b + n), (a - k, b - n)], "*"))
                if self.reaches(opened(end), "P") and self.reaches(opened(end), "p"):
                    found.add(f"{end} {'bw'[mover]} {walls[0]}+{walls[1]}")
        return found

    def result(self, text: str) -> int | None:
        board, side, _ = text.split()
        rows = opened(board)
        if "P" in rows[0]:
            return 0
        if "p" in rows[16]:
            return 1
        return None if self.after(text) else "bw".index(side)


GAMES: dict[str, object] = {
    "game_of_y": Y(),
    "yavalath": Yavalath(),
    "havannah": Havannah(),
    "quoridor": Quoridor(),
}
