"""Ultimate tic-tac-toe, Kamisado and Onitama, in which a move tells what the next one may be."""

from __future__ import annotations

from collections.abc import Iterator

from second_opinion_text import at, closed, opened, squares, with_squares

Rows = list[list[str]]
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def has_three(cells: list[str], sign: str) -> bool:
    return any(all(cells[each] == sign for each in line) for line in LINES)


class Ultimate:
    """Boards and their squares are numbered from the lowest left one, row by row."""

    def read(self, board: str) -> tuple[list[list[str]], list[str]]:
        rows = opened(board)[::-1]
        cells = [[rows[3 * (b // 3) + s // 3][3 * (b % 3) + s % 3] for s in range(9)] for b in range(9)]
        return cells, [rows[9 + b // 3][b % 3] for b in range(9)]

    def after(self, text: str) -> Iterator[str]:
        board, side, told = text.split()
        cells, above = self.read(board)
        sign, other = ("X", "n") if side == "c" else ("O", "c")
        for b in range(9) if told == "0" else [int(told) - 1]:
            for s in range(9):
                if above[b] != "." or cells[b][s] != ".":
                    continue
                mine = [*cells[b][:s], sign, *cells[b][s + 1 :]]
                sums = list(above)
                sums[b] = sign if has_three(mine, sign) else "B" if "." not in mine else "."
                rows = opened(board)
                rows[11 - 3 * (b // 3) - s // 3][3 * (b % 3) + s % 3] = sign
                rows[2 - b // 3][b % 3] = sums[b]
                yield f"{closed(rows)} {other} {s + 1 if sums[s] == '.' else 0}"

    def result(self, text: str) -> int | None:
        _, above = self.read(text.split()[0])
        won = [player for player, sign in enumerate("XO") if has_three(above, sign)]
        return won[0] if won else None if "." in above else -1


class Kamisado:
    """The colours of a row are those of the first one, shifted; the counter names them in this order."""

    TOWERS = "oapfyrgb"
    BOARD = ("oapfyrgb", "rofgaybp", "gforpbya", "fpaobgry", "yrgboapf", "aybprofg", "pbyagfor", "bgryfpao")

    def after(self, text: str) -> Iterator[str]:
        board, side, told = text.split()
        rows, up = opened(board), side == "b"
        own = (self.TOWERS.upper() if up else self.TOWERS)[slice(None) if told == "0" else int(told) - 1]
        other, moved = "w" if up else "b", False
        for r, c in squares(rows, own):
            for j in (-1, 0, 1):
                i, (to, column) = -1 if up else 1, (r, c)
                while at(rows, to := to + i, column := column + j) == ".":
                    moved = True
                    colour = self.TOWERS.index(self.BOARD[to][column]) + 1
                    changed = with_squares(rows, {(r, c): ".", (to, column): rows[r][c]})
                    yield f"{changed} {other} {colour}"
        if not moved and told != "0":
            [(r, c)] = squares(rows, own)
            yield f"{board} {other} {self.TOWERS.index(self.BOARD[r][c]) + 1}"

    def result(self, text: str) -> int | None:
        rows = opened(text.split()[0])
        if any(piece.isupper() for piece in rows[0]):
            return 0
        return 1 if any(piece.islower() for piece in rows[7]) else None


class Onitama:
    """Each card has its steps, columns first, ahead positive."""

    CARDS = (
        ((0, 2), (0, -1)),
        ((0, 1), (-2, 0), (2, 0)),
        ((1, 1), (1, -1), (-1, 1), (-1, -1)),
        ((0, 1), (1, -1), (-1, -1)),
        ((2, 1), (-2, 1), (1, -1), (-1, -1)),
    )

    def after(self, text: str) -> Iterator[str]:
        board, side, *held = text.split()
        rows, player = opened(board), "br".index(side)
        ahead = 1 if player else -1
        [idle] = [card for card, held_by in enumerate(held) if held_by == "0+0"]
        passes, moved = list[str](), False
        for card in range(5):
            if held[card].split("+")[player] != "1":
                continue
            hands = list(held)
            hands[card], hands[idle] = "0+0", "0+1" if player else "1+0"
            passes.append(" ".join([board, "br"[1 - player], *hands]))
            for r, c in squares(rows, "ms" if player else "MS"):
                for x, y in self.CARDS[card]:
                    to = (r + ahead * y, c - ahead * x)
                    goal = at(rows, *to)
                    if goal == "*" or (goal != "." and goal.islower() == bool(player)):
                        continue
                    changed = with_squares(rows, {(r, c): ".", to: rows[r][c]})
                    yield " ".join([changed, "br"[1 - player], *hands])
                    moved = True
        if not moved:
            yield from passes

    def result(self, text: str) -> int | None:
        rows = opened(text.split()[0])
        if rows[0][2] == "M" or not squares(rows, "m"):
            return 0
        return 1 if rows[4][2] == "m" or not squares(rows, "M") else None


GAMES = {"ultimate_tictactoe": Ultimate(), "kamisado": Kamisado(), "onitama": Onitama()}
