"""Four-handed chess: vectors for every player, turned by hand."""

from __future__ import annotations

from collections.abc import Iterator

Cell = tuple[int, int]
SIGNS = {side: {f"{mark}{letter}" for letter in letters} for side, (mark, letters) in enumerate(
    [("", "KQRBNP"), ("", "kqrbnp"), ("+", "KQRBNP"), ("+", "kqrbnp")]
)}  # fmt: skip
AHEAD = ((0, 1), (1, 0), (0, -1), (-1, 0))
STRAIGHT = AHEAD
ASLANT = ((1, 1), (1, -1), (-1, 1), (-1, -1))
LEAPS = tuple((a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b))


def opened(board: str) -> dict[Cell, str]:
    """What stands on each cell; "" for nothing, and no entry where there is no cell."""
    cells: dict[Cell, str] = {}
    for rank, row in zip(range(14, 0, -1), board.split("/"), strict=True):
        file, at = 1, 0
        while at < len(row):
            if row[at].isdigit():
                end = at + 1 + (row[at : at + 2].isdigit() and len(row) > at + 1)
                for _ in range(int(row[at:end])):
                    cells[file, rank], file = "", file + 1
                at = end
                continue
            size = 2 if row[at] == "+" else 1
            if row[at] != "*":
                cells[file, rank] = row[at : at + size]
            file, at = file + 1, at + size
    return cells


def closed(cells: dict[Cell, str]) -> str:
    """The rows of FEN."""
    rows = []
    for rank in range(14, 0, -1):
        text, run = "", 0
        for file in range(1, 15):
            piece = cells.get((file, rank), "*")
            run = run + 1 if not piece else 0
            if piece:
                text += piece
            elif cells.get((file + 1, rank), "*"):
                text += str(run)
        rows.append(text)
    return "/".join(rows)


def goals(cells: dict[Cell, str], cell: Cell, side: int) -> Iterator[tuple[Cell, str]]:
    """Where a piece may go, and what it is then."""
    piece, (x, y) = cells[cell], cell
    kind = piece[-1].upper()
    if kind == "P":
        i, j = AHEAD[side]
        first = (y == 2, x == 2, y == 13, x == 13)[side]
        found = []
        if cells.get((x + i, y + j)) == "":
            found.append((x + i, y + j))
            if first and cells.get((x + 2 * i, y + 2 * j)) == "":
                found.append((x + 2 * i, y + 2 * j))
        for s in (1, -1):
            goal = (x + i + s * j, y + j + s * i)
            if cells.get(goal) and cells[goal] not in SIGNS[side]:
                found.append(goal)
        for a, b in found:
            queen = piece.replace("P", "Q").replace("p", "q")
            yield (a, b), piece if (a + i, b + j) in cells else queen
        return
    vectors = {"N": LEAPS, "R": STRAIGHT, "B": ASLANT}.get(kind, (*STRAIGHT, *ASLANT))
    for i, j in vectors:
        a, b = x + i, y + j
        while (a, b) in cells and cells[a, b] not in SIGNS[side]:
            yield (a, b), piece
            if cells[a, b] or kind in "NK":
                break
            a, b = a + i, b + j


class FourHanded:
    """The position as FEN without its number."""

    def alive(self, cells: dict[Cell, str]) -> list[int]:
        standing = set(cells.values())
        return [side for side, king in enumerate(("K", "k", "+K", "+k")) if king in standing]

    def after(self, text: str) -> set[str]:
        board, mover = text.split()
        cells, side = opened(board), "rbyg".index(mover)
        found = set()
        for cell, piece in cells.items():
            if piece in SIGNS[side]:
                for goal, becomes in goals(cells, cell, side):
                    new = {**cells, cell: "", goal: becomes}
                    left = self.alive(new)
                    then = next((side + n) % 4 for n in (1, 2, 3, 4) if (side + n) % 4 in left)
                    found.add(f"{closed(new)} {'rbyg'[then]}")
        return found

    def result(self, text: str) -> int | None:
        board, mover = text.split()
        left = self.alive(opened(board))
        if left == ["rbyg".index(mover)]:
            return left[0]
        return None if self.after(text) else -1


GAMES = {"four_handed": FourHanded()}
