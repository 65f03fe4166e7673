"""Games of men who march: halma, lines of action, abalone, hasami shogi."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from second_opinion_text import at, opened, squares, with_squares

Square = tuple[int, int]
Rows = list[list[str]]
CROSS = ((-1, 0), (0, -1), (0, 1), (1, 0))
EIGHT = (*CROSS, (-1, -1), (-1, 1), (1, -1), (1, 1))


class Halma:
    """Steps and chains of hops; whoever fills the other corner stays to move."""

    @staticmethod
    def corner(size: int, side: str) -> set[Square]:
        """The corner from which a player starts: five, five, four, three and two men on the large board."""
        widths = (5, 5, 4, 3, 2) if size == 16 else (4, 3, 2, 1)
        low = {(size - 1 - row, column) for row, width in enumerate(widths) for column in range(width)}
        return low if side == "w" else {(size - 1 - r, size - 1 - c) for r, c in low}

    def home(self, rows: Rows, side: str) -> bool:
        held = {rows[r][c] for r, c in self.corner(len(rows), "b" if side == "w" else "w")}
        return "." not in held and side.upper() in held

    @staticmethod
    def goals(rows: Rows, start: Square) -> set[Square]:
        lifted = opened(with_squares(rows, {start: "."}))
        near = {(start[0] + i, start[1] + j) for i, j in EIGHT if at(rows, start[0] + i, start[1] + j) == "."}
        reached, todo = set(), [start]
        while todo:
            r, c = todo.pop()
            for i, j in EIGHT:
                goal = (r + 2 * i, c + 2 * j)
                if at(lifted, r + i, c + j) in "WB" and at(lifted, *goal) == "." and goal not in reached:
                    reached.add(goal)
                    todo.append(goal)
        return near | reached - {start}

    def after(self, text: str) -> set[str]:
        board, side = text.split()
        rows, found = opened(board), set()
        for start in squares(rows, side.upper()):
            for goal in self.goals(rows, start):
                end = with_squares(rows, {start: ".", goal: side.upper()})
                stays = self.home(opened(end), side)
                found.add(f"{end} {side if stays else 'b' if side == 'w' else 'w'}")
        return found

    def result(self, text: str) -> int | None:
        board, side = text.split()
        if self.home(opened(board), side):
            return "wb".index(side)
        return None if self.after(text) else -1


class LinesOfAction:
    """A piece goes as far as there are pieces on its line."""

    @staticmethod
    def together(rows: Rows, piece: str) -> bool:
        own = set(squares(rows, piece))
        seen, todo = set(), list(own)[:1]
        while todo:
            r, c = todo.pop()
            if (r, c) not in seen:
                seen.add((r, c))
                todo += [near for i, j in EIGHT if (near := (r + i, c + j)) in own]
        return bool(own) and seen == own

    def after(self, text: str) -> set[str]:
        board, side = text.split()
        rows, (own, enemy, other) = opened(board), ("B", "W", "w") if side == "b" else ("W", "B", "b")
        found = set()
        for (r, c), (i, j) in product(squares(rows, own), EIGHT):
            far = sum(at(rows, r + k * i, c + k * j) in "BW" for k in range(-7, 8))
            goal = (r + far * i, c + far * j)
            between = [at(rows, r + k * i, c + k * j) for k in range(1, far)]
            if at(rows, *goal) in (".", enemy) and enemy not in between:
                found.add(f"{with_squares(rows, {(r, c): '.', goal: own})} {other}")
        return found

    def result(self, text: str) -> int | None:
        board, side = text.split()
        rows, mover = opened(board), "bw".index(side)
        if self.together(rows, "WB"[mover]):
            return 1 - mover
        if self.together(rows, "BW"[mover]):
            return mover
        return None if self.after(text) else 1 - mover


CELLS = tuple((r, c) for r in range(9) for c in range(9 - abs(4 - r)))
AXIAL = {(r, c): (r, c + max(0, 4 - r)) for r, c in CELLS}
BACK = {place: cell for cell, place in AXIAL.items()}
SIX = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))


class Abalone:
    """Cells by row and place along the row; the lower half of the hexagon is shifted."""

    def after(self, text: str) -> set[str]:
        board, side, counts = text.split()
        rows, mover = opened(board), "bw".index(side)
        own, enemy = "BW"[mover], "WB"[mover]
        held = {place: rows[r][c] for (r, c), place in AXIAL.items()}
        found: set[str] = set()

        def done(changes: dict[Square, str], fallen: int = 0) -> None:
            lost = [int(count) for count in counts.split("+")]
            lost[1 - mover] += fallen
            end = with_squares(rows, {BACK[place]: piece for place, piece in changes.items()})
            found.add(f"{end} {'wb'[mover]} {lost[0]}+{lost[1]}")

        for place, (number, (i, j)) in product(held, enumerate(SIX)):
            line = [place]
            while len(line) <= 3 and held.get((line[-1][0] + i, line[-1][1] + j)) == own:
                line.append((line[-1][0] + i, line[-1][1] + j))
            if held[place] != own:
                continue
            self.ahead(held, line, (i, j), enemy, done)
            for length in range(2, min(len(line), 3) + 1):
                for turn in (1, 2):
                    k, n = SIX[(number + turn) % 6]
                    goals = [(r + k, c + n) for r, c in line[:length]]
                    if all(held.get(goal) == "." for goal in goals):
                        done(dict.fromkeys(line[:length], ".") | dict.fromkeys(goals, own))
        return found

    @staticmethod
    def ahead(held: dict[Square, str], line: list[Square], way: Square, enemy: str, done: object) -> None:
        """The whole line goes along itself, and pushes fewer enemies."""
        assert callable(done)
        own, (i, j) = held[line[0]], way
        if len(line) > 3:
            return
        front, pushed = (line[-1][0] + i, line[-1][1] + j), 0
        first = front
        while held.get(front) == enemy:
            front, pushed = (front[0] + i, front[1] + j), pushed + 1
        if pushed >= len(line):
            return
        changes = {line[0]: ".", first: own}
        if held.get(front) == ".":
            done(changes | ({front: enemy} if pushed else {}))
        elif front not in held and pushed:
            done(changes, 1)

    def result(self, text: str) -> int | None:
        _, side, counts = text.split()
        mover = "bw".index(side)
        if int(counts.split("+")[mover]) >= 6:
            return 1 - mover
        return None if self.after(text) else 1 - mover


class HasamiShogi:
    """Rooks' moves; enemies in a line between two are taken, and one in a corner."""

    @staticmethod
    def taken(rows: Rows, place: Square, own: str, enemy: str) -> Iterator[Square]:
        for i, j in CROSS:
            line, (r, c) = [], (place[0] + i, place[1] + j)
            while at(rows, r, c) == enemy:
                line.append((r, c))
                r, c = r + i, c + j
            if at(rows, r, c) == own:
                yield from line
            if len(line) == 1 and line[0] in {(0, 0), (0, 8), (8, 0), (8, 8)}:
                around = [at(rows, line[0][0] + k, line[0][1] + n) for k, n in CROSS]
                if around.count(own) == 2:
                    yield line[0]

    def after(self, text: str) -> set[str]:
        board, side = text.split()
        rows, (own, enemy, other) = opened(board), ("W", "b", "b") if side == "w" else ("b", "W", "w")
        found = set()
        for start, (i, j) in product(squares(rows, own), CROSS):
            r, c = start[0] + i, start[1] + j
            while at(rows, r, c) == ".":
                moved = opened(with_squares(rows, {start: ".", (r, c): own}))
                gone = dict.fromkeys(self.taken(moved, (r, c), own, enemy), ".")
                found.add(f"{with_squares(moved, gone)} {other}")
                r, c = r + i, c + j
        return found

    def result(self, text: str) -> int | None:
        board, side = text.split()
        few = len(squares(opened(board), "W" if side == "w" else "b")) < 2
        return None if not few and self.after(text) else "bw".index(side)


GAMES = {
    "halma": Halma(),
    "halma8": Halma(),
    "lines_of_action": LinesOfAction(),
    "abalone": Abalone(),
    "hasami_shogi": HasamiShogi(),
}
