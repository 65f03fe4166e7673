"""Renju, by looking at every stone that could be added in a line."""

from __future__ import annotations

from second_opinion_text import at, closed, opened, squares

Rows = list[list[str]]
Place = tuple[int, int]
HALF = ((0, 1), (1, 0), (1, 1), (1, -1))
SIDES = "123wb"


def put(rows: Rows, place: Place, piece: str) -> Rows:
    after = [list(row) for row in rows]
    after[place[0]][place[1]] = piece
    return after


def run(rows: Rows, place: Place, way: Place) -> list[Place]:
    """The stones of one colour in a line through a place."""
    (r, c), (i, j) = place, way
    piece = at(rows, r, c)
    first = 0
    while at(rows, r + (first - 1) * i, c + (first - 1) * j) == piece:
        first -= 1
    last = 0
    while at(rows, r + (last + 1) * i, c + (last + 1) * j) == piece:
        last += 1
    return [(r + k * i, c + k * j) for k in range(first, last + 1)]


def line(place: Place, way: Place, far: int = 5) -> list[Place]:
    return [(place[0] + k * way[0], place[1] + k * way[1]) for k in range(-far, far + 1) if k]


def fives(rows: Rows, place: Place, way: Place) -> list[Place]:
    """Where one more stone makes exactly five with the one at the place."""
    found = []
    for goal in line(place, way):
        if at(rows, *goal) == ".":
            stones = run(put(rows, goal, "B"), goal, way)
            if len(stones) == 5 and place in stones:
                found.append(goal)
    return found


def straight(rows: Rows, place: Place, way: Place) -> bool:
    return len(run(rows, place, way)) == 4 and len(fives(rows, place, way)) == 2


def three(rows: Rows, place: Place, way: Place, depth: int) -> bool:
    for goal in line(place, way, 3):
        if at(rows, *goal) == ".":
            after = put(rows, goal, "B")
            joined = straight(after, place, way) and goal in run(after, place, way)
            five = any(len(run(after, goal, w)) == 5 for w in HALF)
            if joined and not five and not forbidden(after, goal, depth):
                return True
    return False


def forbidden(rows: Rows, place: Place, depth: int) -> bool:
    """May Black not have put this stone? Threes within threes are followed to a depth."""
    if any(len(run(rows, place, way)) == 5 for way in HALF):
        return False
    if any(len(run(rows, place, way)) > 5 for way in HALF):
        return True
    fours = sum(1 if straight(rows, place, way) else len(fives(rows, place, way)) for way in HALF)
    if fours > 1:
        return True
    return depth > 0 and sum(three(rows, place, way, depth - 1) for way in HALF) > 1


class Renju:
    """The first three stones near the middle, then anywhere but where Black may not."""

    @staticmethod
    def places(rows: Rows, side: str) -> list[Place]:
        near = {"1": 0, "2": 1, "3": 2}.get(side, 7)
        free = [p for p in squares(rows, ".") if max(abs(p[0] - 7), abs(p[1] - 7)) <= near]
        return [p for p in free if side != "b" or not forbidden(put(rows, p, "B"), p, 2)]

    def after(self, text: str) -> list[str]:
        board, side = text.split()
        rows, piece = opened(board), "W" if side in "2w" else "B"
        then = "23wbw"[SIDES.index(side)]
        return [f"{closed(put(rows, place, piece))} {then}" for place in self.places(rows, side)]

    def result(self, text: str) -> int | None:
        board, side = text.split()
        rows = opened(board)
        lengths = {
            piece: [len(run(rows, place, way)) for place in squares(rows, piece) for way in HALF]
            for piece in "BW"
        }
        if side in "2w" and 5 in lengths["B"]:
            return 0
        if side == "b" and max(lengths["W"], default=0) >= 5:
            return 1
        if not squares(rows, "."):
            return -1
        return None if self.places(rows, side) else 1


GAMES = {"renju": Renju()}
