"""Games of lines and laps: hare and hounds, quixo, quax, hus."""

from __future__ import annotations

import re
from itertools import product

from second_opinion_text import at, closed, opened, squares, with_squares

Rows = list[list[str]]
CROSS = ((-1, 0), (0, -1), (0, 1), (1, 0))
ASLANT = ((-1, -1), (-1, 1), (1, -1), (1, 1))


class HareAndHounds:
    """Three hounds go on or aside, the hare goes anywhere along the lines."""

    nodes = ((1, 0), (1, 2), (1, 4))  # where lines go aslant

    def near(self, rows: Rows, r: int, c: int) -> list[tuple[int, int]]:
        ends = [(r + i, c + j) for i, j in CROSS]
        ends += [(r + i, c + j) for i, j in ASLANT if (r, c) in self.nodes or (r + i, c + j) in self.nodes]
        return [end for end in ends if at(rows, *end) == "."]

    def after(self, text: str) -> set[str]:
        board, side, idle = text.split()
        rows, found, piece = opened(board), set(), "H" if side == "h" else "r"
        for r, c in squares(rows, piece):
            for end in self.near(rows, r, c):
                if side == "h" and end[1] < c:
                    continue
                counted = int(idle) if side == "r" else 0 if end[1] > c else int(idle) + 1
                moved = with_squares(rows, {(r, c): ".", end: piece})
                found.add(f"{moved} {'r' if side == 'h' else 'h'} {counted}")
        return found

    def result(self, text: str) -> int | None:
        board, side, idle = text.split()
        rows = opened(board)
        [(_, hare)] = squares(rows, "r")
        if all(column > hare for _, column in squares(rows, "H")) or idle == "10":
            return 1
        return None if self.after(text) else int(side == "h")


class Quixo:
    """A cube leaves the rim, its row closes up, and the cube comes back at another end."""

    def after(self, text: str) -> set[str]:
        board, side = text.split()
        rows, found, own = opened(board), set(), side.upper()
        for (r, c), turned in product(product(range(5), repeat=2), (False, True)):
            if (0 < r < 4 and 0 < c < 4) or rows[r][c] not in (".", own):
                continue
            lines = [list(line) for line in (zip(*rows, strict=True) if turned else rows)]
            number, place = (c, r) if turned else (r, c)
            rest = lines[number][:place] + lines[number][place + 1 :]
            for line in ([[own, *rest]] if place > 0 else []) + ([[*rest, own]] if place < 4 else []):
                pushed = [*lines[:number], line, *lines[number + 1 :]]
                ends = [list(each) for each in zip(*pushed, strict=True)] if turned else pushed
                found.add(f"{closed(ends)} {'o' if side == 'x' else 'x'}")
        return found - {f"{board} {'o' if side == 'x' else 'x'}"}

    def result(self, text: str) -> int | None:
        board, side = text.split()
        rows, mover = opened(board), "xo".index(side)
        lines = [*rows, *map(list, zip(*rows, strict=True))]
        lines += [[rows[i][i] for i in range(5)], [rows[i][4 - i] for i in range(5)]]
        full = {line[0] for line in lines if len(set(line)) == 1}
        return mover if side.upper() in full else 1 - mover if full - {"."} else None


class Quax:
    """Octagons have even coordinates, bridges odd ones."""

    def after(self, text: str) -> set[str]:
        board, side, made = text.split()
        rows, found = opened(board), set()
        own, enemy, other = ("B", "W", "w") if side == "b" else ("W", "B", "b")
        for r, c in squares(rows, "."):
            corners = [at(rows, r + i, c + j) == own for i, j in ASLANT]
            if r % 2 == 0 or (corners[0] and corners[3]) or (corners[1] and corners[2]):
                found.add(f"{with_squares(rows, {(r, c): own})} {other} {min(2, int(made) + 1)}")
        if made == "1":
            [(r, c)] = squares(rows, enemy)
            swapped = opened(with_squares(rows, {(r, c): "."}))
            found.add(f"{with_squares(swapped, {(20 - c, 20 - r): own})} {other} 2")
        return found

    def result(self, text: str) -> int | None:
        board, side, _ = text.split()
        rows, winner = opened(board), 1 - "bw".index(side)
        own, axis = "BW"[winner], winner
        reached, todo = set(), [end for end in squares(rows, own) if end[axis] == 0]
        while todo:
            r, c = todo.pop()
            if (r, c) not in reached:
                reached.add((r, c))
                steps = (*ASLANT, *((2 * i, 2 * j) for i, j in CROSS if r % 2 == 0))
                todo += [(r + i, c + j) for i, j in steps if at(rows, r + i, c + j) == own]
        return winner if any(end[axis] == 20 for end in reached) else None


class Hus:
    """A player's two rows are a ring: the outer houses 0 to 7, and back through the inner ones 8 to 15."""

    @staticmethod
    def read(board: str) -> tuple[list[int], list[int]]:
        rows = []
        for row in board.split("/"):
            seeds: list[int] = []
            for empty, number, _ in re.findall(r"(\d+)|S\((\d+)\)|(S)", row):
                seeds += [0] * int(empty) if empty else [int(number or 1)]
            rows.append(seeds)
        return rows[3] + rows[2][::-1], rows[0][::-1] + rows[1]

    @staticmethod
    def written(south: list[int], north: list[int]) -> str:
        rows = [north[7::-1], north[8:], south[:7:-1], south[:8]]
        texts = ("".join("." if not n else "S" if n == 1 else f"S({n})" for n in row) for row in rows)
        return "/".join(re.sub(r"\.+", lambda run: str(len(run.group())), text) for text in texts)

    @staticmethod
    def sown(mine: list[int], theirs: list[int], house: int) -> tuple[list[int], list[int]] | None:
        mine, theirs, seen = list(mine), list(theirs), set()
        hand, mine[house] = mine[house], 0
        while True:
            for _ in range(hand):
                house = (house + 1) % 16
                mine[house] += 1
            if mine[house] == 1:
                return mine, theirs
            across = 8 + 15 - house
            if house >= 8 and theirs[across]:
                hand = theirs[across] + theirs[15 - across]
                theirs[across] = theirs[15 - across] = 0
            else:
                hand, mine[house] = mine[house], 0
            now = (*mine, house, hand)
            if now in seen:
                return None
            seen.add(now)

    def after(self, text: str) -> set[str]:
        board, side = text.split()
        south, north = self.read(board)
        mine, theirs = (south, north) if side == "s" else (north, south)
        found = set()
        for house in range(16):
            end = self.sown(mine, theirs, house) if mine[house] >= 2 else None
            if end:
                pair = end if side == "s" else end[::-1]
                found.add(f"{self.written(*pair)} {'n' if side == 's' else 's'}")
        return found

    def result(self, text: str) -> int | None:
        board, side = text.split()
        mover = "sn".index(side)
        return 1 - mover if max(self.read(board)[mover]) < 2 else None


GAMES = {"hare_and_hounds": HareAndHounds(), "quixo": Quixo(), "quax": Quax(), "hus": Hus()}
