"""The small games that show what specifications in YAML can say, one class each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from second_opinion_text import at, opened, squares, with_squares

Rows = list[list[str]]
Square = tuple[int, int]
Vector = tuple[int, int]  # to the right and ahead
SIDES = "wb"
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
ASLANT = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
PRICES = {(0, 1): 1, (1, 1): 2, (-1, 1): 2, (0, 2): 3}
LEAPS = [(i, j) for i, j in product((-2, -1, 1, 2), repeat=2) if abs(i) != abs(j)]


def men(rows: Rows, side: int) -> list[Square]:
    """Where the pieces of a side stand."""
    return [(r, c) for r, row in enumerate(rows) for c, piece in enumerate(row) if owner(piece) == side]


def owner(piece: str) -> int | None:
    return int(piece.islower()) if piece.isalpha() else None


def goals(
    rows: Rows, start: Square, side: int, vectors: Iterable[Vector]
) -> Iterator[tuple[Square, bool, Vector]]:
    """Where a piece may leap, whether it takes there, and by which vector."""
    for i, j in vectors:
        r, c = start[0] + (j if side else -j), start[1] + i
        found = at(rows, r, c)
        if found != "*" and owner(found) != side:
            yield (r, c), found != ".", (i, j)


def gone(rows: Rows, start: Square, goal: Square) -> str:
    return with_squares(rows, {start: ".", goal: rows[start[0]][start[1]]})


def arrived(rows: Rows, side: int) -> bool:
    """Does a man of a side stand on the rank farthest from it?"""
    return any(owner(piece) == side for piece in rows[-1 if side else 0])


class Apprentices:
    """What a man may do depends on how much his player has taken."""

    def after(self, text: str) -> set[str]:
        board, mover, learnt = text.split()
        rows, side, found = opened(board), SIDES.index(mover), set()
        lessons = [int(number) for number in learnt.split("+")]
        own = lessons[side]
        vectors = [(0, 1), (1, 1), (-1, 1)]
        vectors += (
            [(1, 0), (-1, 0)] * (own > 0) + [(0, -1), (1, -1), (-1, -1)] * (own > 1) + LEAPS * (own > 2)
        )
        for start in men(rows, side):
            for goal, taken, vector in goals(rows, start, side, vectors):
                if not (taken and vector == (0, 1)):
                    counts = [number + (taken and side == each) for each, number in enumerate(lessons)]
                    found.add(f"{gone(rows, start, goal)} {SIDES[1 - side]} {counts[0]}+{counts[1]}")
        return found

    def result(self, text: str) -> int | None:
        board, mover, *_ = text.split()
        side = SIDES.index(mover)
        return 1 - side if arrived(opened(board), 1 - side) or not self.after(text) else None


class DiceMen:
    """A die of one, two or three is cast before each turn."""

    rolls = ("r", "ro")

    def after(self, text: str) -> set[str]:
        board, word, die = text.split()
        if word in self.rolls:
            return {f"{board} {SIDES[self.rolls.index(word)]} {face}" for face in (1, 2, 3)}
        rows, side = opened(board), SIDES.index(word)
        vectors = {"1": [(0, 1)], "2": [(1, 1), (-1, 1)], "3": [(0, 1), (1, 1), (-1, 1), (0, 2)]}[die]
        return {
            f"{gone(rows, start, goal)} {self.rolls[1 - side]} {die}"
            for start in men(rows, side)
            for goal, _, _ in goals(rows, start, side, vectors)
        }

    def result(self, text: str) -> int | None:
        board, word, _ = text.split()
        if word in self.rolls:
            return None
        side = SIDES.index(word)
        return 1 - side if arrived(opened(board), 1 - side) or not self.after(text) else None


class DoubleSteps:
    """Two moves of pawns that do not become anything."""

    turns = ("w", "wh", "b", "bl")

    def after(self, text: str) -> set[str]:
        board, word = text.split()
        turn, rows = self.turns.index(word), opened(board)
        side = turn // 2
        return {
            f"{gone(rows, start, goal)} {self.turns[(turn + 1) % 4]}"
            for start in men(rows, side)
            for goal, taken, (i, _) in goals(rows, start, side, [(0, 1), (1, 1), (-1, 1)])
            if taken == bool(i)
        }

    def result(self, text: str) -> int | None:
        board, word = text.split()
        side = self.turns.index(word) // 2
        if arrived(opened(board), 1 - side):
            return 1 - side
        if arrived(opened(board), side):
            return side
        return None if self.after(text) else 1 - side


class Doughnut:
    """Kings, rooks and knights where every line comes back; kings may not be left attacked."""

    @staticmethod
    def reached(rows: Rows, start: Square) -> Iterator[Square]:
        kind = rows[start[0]][start[1]].upper()
        for i, j in {"N": LEAPS, "R": STRAIGHT}.get(kind, STRAIGHT + ASLANT):
            r, c = start
            for _ in range(5 if kind == "R" else 1):
                r, c = (r + j) % 6, (c + i) % 6
                yield r, c
                if rows[r][c] != ".":
                    break

    def attacked(self, rows: Rows, side: int) -> bool:
        king = squares(rows, "Kk"[side])
        return any(goal in king for start in men(rows, 1 - side) for goal in self.reached(rows, start))

    def after(self, text: str) -> set[str]:
        board, mover = text.split()
        rows, side = opened(board), SIDES.index(mover)
        ends = {
            gone(rows, start, goal)
            for start in men(rows, side)
            for goal in self.reached(rows, start)
            if owner(rows[goal[0]][goal[1]]) != side
        }
        return {f"{end} {SIDES[1 - side]}" for end in ends if not self.attacked(opened(end), side)}

    def result(self, text: str) -> int | None:
        board, mover = text.split()
        side = SIDES.index(mover)
        if self.after(text):
            return None
        return 1 - side if self.attacked(opened(board), side) else -1


class KnightsTour:
    """A stone is left on every square that the knight leaves."""

    def after(self, text: str) -> set[str]:
        rows = opened(text.split()[0])
        [start] = squares(rows, "N")
        ends = [goal for goal, taken, _ in goals(rows, start, 0, LEAPS) if not taken]
        return {f"{with_squares(rows, {start: 'S', goal: 'N'})} r" for goal in ends}

    def result(self, text: str) -> int | None:
        if not squares(opened(text.split()[0]), "."):
            return 0
        return None if self.after(text) else 1  # nobody's win


class Raid:
    """Who takes goes on."""

    def after(self, text: str) -> set[str]:
        board, mover = text.split()
        rows, side = opened(board), SIDES.index(mover)
        vectors = [*STRAIGHT, *((2 * i, 2 * j) for i, j in STRAIGHT)]
        return {
            f"{gone(rows, start, goal)} {SIDES[side if taken else 1 - side]}"
            for start in men(rows, side)
            for goal, taken, vector in goals(rows, start, side, vectors)
            if taken or vector in STRAIGHT
        }

    def result(self, text: str) -> int | None:
        board, mover = text.split()
        rows, side = opened(board), SIDES.index(mover)
        if not men(rows, side):
            return 1 - side
        if not men(rows, 1 - side):
            return side
        return None if self.after(text) else 1 - side


class Rim:
    """From the rim one goes along the rim."""

    def after(self, text: str) -> set[str]:
        board, mover = text.split()
        rows, side = opened(board), SIDES.index(mover)

        def outer(square: Square) -> bool:
            return bool({0, 5} & set(square))

        return {
            f"{gone(rows, start, goal)} {SIDES[1 - side]}"
            for start in men(rows, side)
            for goal, _, vector in goals(rows, start, side, STRAIGHT + ASLANT)
            if not outer(start) or (outer(goal) and 0 in vector)
        }

    def result(self, text: str) -> int | None:
        side = SIDES.index(text.split()[1])
        return None if self.after(text) else 1 - side


class Tesseract:
    """Cells of four numbers, the first of which changes fastest."""

    sizes = (3, 3, 2, 2)

    def after(self, text: str) -> set[str]:
        board, mover = text.split()
        line, side = opened(board)[0], SIDES.index(mover)
        cells = [tuple(reversed(cell)) for cell in product(*(range(size) for size in reversed(self.sizes)))]
        found = set()
        for start, piece in enumerate(line):
            if owner(piece) != side:
                continue
            for way in product((-1, 0, 1), repeat=4):
                if sum(map(abs, way)) not in ((1, 2) if piece in "Kk" else (1,)):
                    continue
                cell = cells[start]
                while (cell := tuple(a + b for a, b in zip(cell, way, strict=True))) in cells:
                    goal = cells.index(cell)
                    if owner(line[goal]) == side:
                        break
                    found.add(
                        f"{with_squares([line], {(0, start): '.', (0, goal): piece})} {SIDES[1 - side]}"
                    )
                    if line[goal] != "." or piece in "Kk":
                        break
        return found

    def result(self, text: str) -> int | None:
        board, mover = text.split()
        side = SIDES.index(mover)
        return None if "Kk"[side] in board and self.after(text) else 1 - side


class ThreeAges:
    """How stones go depends on how many there were at some time."""

    def after(self, text: str) -> set[str]:
        board, mover, age = text.split()
        rows, side, found = opened(board), SIDES.index(mover), set()
        for start in men(rows, side):
            vectors = [(0, 1), (1, 1), (-1, 1)] + LEAPS * (age == "1")
            ends = [goal for goal, _, _ in goals(rows, start, side, vectors)]
            for i, j in STRAIGHT if age == "2" else []:
                for far in range(1, 5):
                    step = list(goals(rows, start, side, [(far * i, far * j)]))
                    ends += [goal for goal, _, _ in step]
                    if not step or step[0][1]:
                        break
            for goal in ends:
                after = gone(rows, start, goal)
                stones = sum(letter.isalpha() for letter in after)
                later = "1" if age == "0" and stones <= 9 else "2" if age == "1" and stones <= 6 else age
                found.add(f"{after} {SIDES[1 - side]} {later}")
        return found

    def result(self, text: str) -> int | None:
        side = SIDES.index(text.split()[1])
        return None if self.after(text) else 1 - side


class Toll:
    """A step costs one, aslant two, two squares three."""

    def after(self, text: str) -> set[str]:
        board, mover, held = text.split()
        rows, side, found = opened(board), SIDES.index(mover), set()
        for start in men(rows, side):
            for goal, taken, vector in goals(rows, start, side, PRICES):
                purses = [int(purse) for purse in held.split("+")]
                purses[side] -= PRICES[vector]
                if purses[side] >= 0 and not (taken and vector == (0, 1)):
                    found.add(f"{gone(rows, start, goal)} {SIDES[1 - side]} {purses[0]}+{purses[1]}")
        return found

    def result(self, text: str) -> int | None:
        board, mover, _ = text.split()
        side = SIDES.index(mover)
        return 1 - side if arrived(opened(board), 1 - side) or not self.after(text) else None


class Vendetta:
    """Who does not take within eight moves has lost."""

    def after(self, text: str) -> set[str]:
        board, mover, left = text.split()
        rows, side, found = opened(board), SIDES.index(mover), set()
        vectors = [*ASLANT, *((2 * i, 2 * j) for i, j in STRAIGHT)]
        for start in men(rows, side):
            for goal, taken, _ in goals(rows, start, side, vectors):
                patience = [int(number) for number in left.split("+")]
                patience[side] = 8 if taken else patience[side] - 1
                mover = SIDES[1 - side if taken else side]
                found.add(f"{gone(rows, start, goal)} {mover} {patience[0]}+{patience[1]}")
        return found

    def result(self, text: str) -> int | None:
        board, mover, left = text.split()
        side = SIDES.index(mover)
        spent = left.split("+")[side] == "0" or not men(opened(board), side)
        return 1 - side if spent or not self.after(text) else None


GAMES = {
    "apprentices": Apprentices(),
    "dice_men": DiceMen(),
    "double_steps": DoubleSteps(),
    "doughnut": Doughnut(),
    "knights_tour": KnightsTour(),
    "raid": Raid(),
    "rim": Rim(),
    "tesseract": Tesseract(),
    "three_ages": ThreeAges(),
    "toll": Toll(),
    "vendetta": Vendetta(),
}
