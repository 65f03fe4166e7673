"""Shafran's hexagonal chess, with doubled heights: a cell is its file and its height in half hexagons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

Cell = tuple[int, int]
Board = dict[Cell, str]
LENGTHS = (6, 7, 8, 9, 10, 9, 8, 7, 6)
CELLS = {(x, 2 * i - (n - 1)) for x, n in enumerate(LENGTHS) for i in range(n)}
ROWS = [sorted(cell for cell in CELLS if cell[1] == h) for h in range(9, -10, -1)]
SPAN = list(product(range(-3, 4), range(-6, 7)))
AT = {n: [(x, h) for x, h in SPAN if 3 * x * x + h * h == n and (x + h) % 2 == 0] for n in (4, 12, 28)}
RIDES = {"R": AT[4], "B": AT[12], "Q": AT[4] + AT[12]}
LEAPS = {"K": AT[4] + AT[12], "N": AT[28]}


def name(cell: Cell) -> str:
    """Numbers rise along the files, and from the fifth file on they begin one higher in each."""
    x, h = cell
    return f"{'abcdefghi'[x]}{(h + LENGTHS[x] - 1) // 2 + 1 + max(0, x - 4)}"


NAMED = {name(cell): cell for cell in CELLS}
FIRST = {
    NAMED[text]: far
    for text, far in zip(["b2", "c2", "g4", "h5", "d2", "e2", "f3"], (2, 2, 2, 2, 3, 3, 3), strict=True)
}


def plus(cell: Cell, *vectors: Cell) -> Cell:
    return cell[0] + sum(v[0] for v in vectors), cell[1] + sum(v[1] for v in vectors)


def turned(cell: Cell, white: bool) -> Cell:
    """As the player sees it."""
    return cell if white else (8 - cell[0], -cell[1])


def opened(text: str) -> Board:
    board: Board = {}
    for row, cells in zip(text.split("/"), ROWS, strict=True):
        letters = re.sub(r"\d", lambda run: "." * int(run.group()), row)
        board |= {cell: letter for cell, letter in zip(cells, letters, strict=True) if letter != "."}
    return board


def closed(board: Board) -> str:
    rows = ("".join(board.get(cell, ".") for cell in row) for row in ROWS)
    return "/".join(re.sub(r"\.+", lambda run: str(len(run.group())), row) for row in rows)


def own(board: Board, cell: Cell, white: bool) -> bool:
    return cell in board and board[cell].isupper() == white


def takes(board: Board, cell: Cell) -> Iterator[Cell]:
    letter, up = board[cell].upper(), 1 if board[cell].isupper() else -1
    for vector in [(-1, 3 * up), (1, 3 * up)] if letter == "P" else LEAPS.get(letter, []):
        yield plus(cell, vector)
    for vector in RIDES.get(letter, []):
        goal = plus(cell, vector)
        while goal in CELLS:
            yield goal
            goal = (99, 99) if goal in board else plus(goal, vector)


def attacked(board: Board, goal: Cell, white: bool) -> bool:
    return any(goal in takes(board, cell) for cell in board if own(board, cell, white))


def in_check(board: Board, white: bool) -> bool:
    king = next(cell for cell, letter in board.items() if letter == ("K" if white else "k"))
    return attacked(board, king, not white)


class Shafran:
    """A FEN has the unmoved kings and rooks, the cells passed by a pawn, and the number of quiet plies."""

    def positions(self, text: str) -> Iterator[tuple[Board, set[Cell], Cell | None, bool, int]]:
        """Board, unmoved pieces, the pawn that has jumped, whether it went three cells, quiet plies."""
        words = text.split()
        board, white = opened(words[0]), words[1] == "w"
        unmoved = {NAMED[word] for word in words[2].split("+") if word != "-"}
        down = -2 if white else 2
        passed = [NAMED[words[3]]] if words[3] != "-" else []
        jumper = plus(passed[0], (0, down)) if passed else None
        far = words[4] != "-"
        passed += [plus(passed[0], (0, -down))] if far else []
        quiet, ours = int(words[5]), [cell for cell in board if own(board, cell, white)]
        for cell in ours:
            pawn = board[cell] in "Pp"
            goals = [goal for goal in takes(board, cell) if goal in CELLS and not own(board, goal, white)]
            if pawn:
                yield from self.pawn(board, cell, white, unmoved, [g for g in goals if g in board])
                for goal in set(goals) & set(passed) - set(board):
                    after = self.moved(board, cell, goal)
                    del after[jumper]  # type: ignore[arg-type]
                    yield after, unmoved, None, False, 0
            for goal in () if pawn else goals:
                taken = goal in board
                yield (
                    self.moved(board, cell, goal),
                    unmoved - {cell, goal},
                    None,
                    False,
                    0 if taken else quiet + 1,
                )
            if board[cell] in "Kk" and cell in unmoved and not attacked(board, cell, not white):
                yield from self.castled(board, cell, white, unmoved, quiet)

    @staticmethod
    def moved(board: Board, cell: Cell, goal: Cell, letter: str = "") -> Board:
        after = {at: piece for at, piece in board.items() if at != cell}
        after[goal] = letter or board[cell]
        return after

    def pawn(
        self, board: Board, cell: Cell, white: bool, unmoved: set[Cell], goals: list[Cell]
    ) -> Iterator[tuple[Board, set[Cell], Cell | None, bool, int]]:
        up = (0, 2) if white else (0, -2)
        found: list[tuple[Cell, int]] = [(goal, 0) for goal in goals]
        goal = plus(cell, up)
        for step in range(FIRST.get(turned(cell, white), 1)):
            if goal in board or goal not in CELLS:
                break
            found.append((goal, step))
            goal = plus(goal, up)
        for goal, jumped in found:
            last = plus(goal, up) not in CELLS
            for letter in "QRBN" if last else "P":
                after = self.moved(board, cell, goal, letter if white else letter.lower())
                yield after, unmoved - {goal}, goal if jumped else None, jumped == 2, 0

    def castled(
        self, board: Board, king: Cell, white: bool, unmoved: set[Cell], quiet: int
    ) -> Iterator[tuple[Board, set[Cell], Cell | None, bool, int]]:
        up = 1 if white else -1
        for way in ((1, up), (-1, up)):
            line = [plus(king, *[way] * n) for n in range(1, 5)]
            rook = line[3]
            if rook not in unmoved or not own(board, rook, white) or any(cell in board for cell in line[:3]):
                continue
            walked = [attacked(self.moved(board, king, cell), cell, not white) for cell in line[:3]]
            for far in (2, 3):
                if not any(walked[: far - 1]):
                    after = self.moved(self.moved(board, king, line[far - 1]), rook, line[far - 2])
                    yield after, unmoved - {king, rook}, None, False, quiet + 1

    def after(self, text: str) -> list[str]:
        white = text.split()[1] == "w"
        found = []
        for board, unmoved, jumper, far, quiet in self.positions(text):
            if not in_check(board, white):
                found.append(self.written(board, not white, self.tidied(board, unmoved), jumper, far, quiet))
        return found

    @staticmethod
    def tidied(board: Board, unmoved: set[Cell]) -> set[Cell]:
        """Rights without a king are forgotten, and so are those without a rook."""
        kept = set()
        for white in (True, False):
            mine = {cell for cell in unmoved if own(board, cell, white)}
            kings = {cell for cell in mine if board[cell] in "Kk"}
            kept |= mine if kings and mine - kings else set()
        return kept

    def written(
        self, board: Board, white: bool, unmoved: set[Cell], jumper: Cell | None, far: bool, quiet: int
    ) -> str:
        order = sorted(unmoved, key=lambda cell: ((cell[1] - cell[0]), cell[0]))
        words = [closed(board), "w" if white else "b", "+".join(map(name, order)) or "-"]
        if jumper is not None:
            up = 2 if white else -2
            with_it = [*words, name(plus(jumper, (0, up))), name(jumper) if far else "-", str(quiet)]
            text = " ".join(with_it)
            for after, *_ in self.passing(text):
                if not in_check(after, white):
                    return text
        return " ".join([*words, "-", "-", str(quiet)])

    def passing(self, text: str) -> Iterator[tuple[Board, set[Cell], Cell | None, bool, int]]:
        """What leads to a board with one piece fewer, though nothing stood where the pawn goes."""
        before = opened(text.split()[0])
        for found in self.positions(text):
            landed = set(found[0]) - set(before)
            if len(found[0]) < len(before) and landed:
                yield found

    def result(self, text: str) -> int | None:
        if self.after(text):
            return None
        white = text.split()[1] == "w"
        return int(white) if in_check(opened(text.split()[0]), white) else -1


GAMES = {"shafran": Shafran()}
