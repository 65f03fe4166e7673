"""Go: groups and their liberties, areas and their borders."""

from __future__ import annotations

import sys

from second_opinion_text import at, closed, opened, squares

Point = tuple[int, int]
Rows = list[list[str]]
AROUND = ((0, 1), (0, -1), (1, 0), (-1, 0))


def chain(rows: Rows, start: Point) -> tuple[set[Point], set[str]]:
    """The points of one content that hang together with a point, and what they border on."""
    content, seen, todo, border = rows[start[0]][start[1]], {start}, [start], set()
    while todo:
        r, c = todo.pop()
        for i, j in AROUND:
            there = at(rows, r + i, c + j)
            if there != content:
                border.add(there)
            elif (r + i, c + j) not in seen:
                seen.add((r + i, c + j))
                todo.append((r + i, c + j))
    return seen, border


def result(text: str) -> int | None:
    board, _, passes = text.split()
    if passes != "2":
        return None
    rows = opened(board)
    area = {"B": len(squares(rows, "B")), "W": len(squares(rows, "W"))}
    for point in squares(rows, "."):
        owners = chain(rows, point)[1] - {"*"}
        if len(owners) == 1:
            area[owners.pop()] += 1
    return 0 if area["B"] - area["W"] > 7.5 else 1


def after(text: str) -> set[str]:
    board, side, passes = text.split()
    rows, (piece, foe, other) = opened(board), ("B", "W", "w") if side == "b" else ("W", "B", "b")
    found = {f"{board} {other} 1" if passes == "0" else f"{board} j 2"}
    for r, c in squares(rows, "."):
        then = [list(row) for row in rows]
        then[r][c] = piece
        taken: set[Point] = set()
        for i, j in AROUND:
            if at(then, r + i, c + j) == foe:
                stones, border = chain(then, (r + i, c + j))
                taken |= stones if "." not in border else set()
        for x, y in taken:
            then[x][y] = "."
        if "." in chain(then, (r, c))[1]:
            found.add(f"{closed(then)} {other} 0")
    return found


class FirstCapture:
    """The same without passing; the first capture wins."""

    @staticmethod
    def after(text: str) -> set[str]:
        board, side, _ = text.split()
        stones = len(squares(opened(board), "BW"))
        ends = [end.split() for end in after(f"{board} {side} 0")]
        return {
            f"{end} {other} {int(len(squares(opened(end), 'BW')) <= stones)}"
            for end, other, passes in ends
            if passes == "0"
        }

    def result(self, text: str) -> int | None:
        _, side, taken = text.split()
        return None if taken == "0" and self.after(text) else "wb".index(side)


class Gonnect:
    """The same without passing; two opposite sides joined win, and the first stone may be taken over."""

    @staticmethod
    def after(text: str) -> set[str]:
        board, side, made = text.split()
        ends = [end.split() for end in after(f"{board} {side} 0")]
        then = min(int(made) + 1, 2)
        found = {f"{end} {other} {then}" for end, other, passes in ends if passes == "0"}
        return found | ({f"{board.replace('B', 'W')} b 2"} if made == "1" else set())

    def result(self, text: str) -> int | None:
        board, side, _ = text.split()
        rows, foe = opened(board), "WB"["bw".index(side)]
        last = len(rows) - 1
        for start in squares(rows, foe):
            stones = chain(rows, start)[0]
            if any({0, last} <= {point[axis] for point in stones} for axis in (0, 1)):
                return "BW".index(foe)
        return None if self.after(text) else "wb".index(side)


PLAIN = sys.modules[__name__]
GAMES = {"go9": PLAIN, "go13": PLAIN, "go19": PLAIN, "atari_go": FirstCapture(), "gonnect": Gonnect()}
