"""Games that end when a player is blocked: whoever cannot move has lost."""

from __future__ import annotations

from collections.abc import Iterator

from second_opinion_text import at, opened, squares, with_squares

Rows = list[list[str]]
CROSS = ((-1, 0), (0, -1), (0, 1), (1, 0))
EIGHT = (*CROSS, (-1, -1), (-1, 1), (1, -1), (1, 1))


class Blocking:
    """The letters of the two players to move, in their order; whoever cannot move has lost."""

    sides = "fs"

    def boards(self, rows: Rows, mover: int) -> Iterator[str]:
        """The boards after the moves of a player."""
        raise NotImplementedError

    def result(self, text: str) -> int | None:
        board, side = text.split()
        mover = self.sides.index(side)
        return None if any(True for _ in self.boards(opened(board), mover)) else 1 - mover

    def after(self, text: str) -> set[str]:
        board, side = text.split()
        mover = self.sides.index(side)
        return {f"{end} {self.sides[1 - mover]}" for end in self.boards(opened(board), mover)}


class Dominoes(Blocking):
    """Dominoes on two empty neighbours: every player may lay them in some of the two ways."""

    def __init__(self, sides: str, *ways: str) -> None:
        self.sides, self.ways = sides, ways

    def boards(self, rows: Rows, mover: int) -> Iterator[str]:
        for r, c in squares(rows, "."):
            for way in self.ways[mover]:
                r2, c2 = (r + 1, c) if way == "|" else (r, c + 1)
                if at(rows, r2, c2) == ".":
                    yield with_squares(rows, {(r, c): "D", (r2, c2): "D"})


class Colours(Blocking):
    """A colour is put where none of the unwanted colour is beside it."""

    sides = "br"

    def __init__(self, unwanted: int) -> None:
        self.unwanted = unwanted

    def boards(self, rows: Rows, mover: int) -> Iterator[str]:
        unwanted = "BR"[mover ^ self.unwanted]
        for r, c in squares(rows, "."):
            if all(at(rows, r + i, c + j) != unwanted for i, j in CROSS):
                yield with_squares(rows, {(r, c): "BR"[mover]})


class Konane(Blocking):
    """Two stones are lifted, then stones jump in one line."""

    sides = "bw"

    def boards(self, rows: Rows, mover: int) -> Iterator[str]:
        own, enemy = "BW"[mover], "WB"[mover]
        for start in squares(rows, own):
            for i, j in CROSS:
                (r, c), changes = start, {start: "."}
                while at(rows, r + i, c + j) == enemy and at(rows, r + 2 * i, c + 2 * j) == ".":
                    changes[r + i, c + j] = "."
                    r, c = r + 2 * i, c + 2 * j
                    yield with_squares(rows, changes | {(r, c): own})

    def result(self, text: str) -> int | None:
        return None if text.split()[1].startswith("l") else super().result(text)

    def after(self, text: str) -> set[str]:
        board, side = text.split()
        rows = opened(board)
        if side == "lb":
            places = ((3, 3), (3, 4), (4, 3), (4, 4), (0, 0), (0, 7), (7, 0), (7, 7))
            return {f"{with_squares(rows, {(r, c): '.'})} lw" for r, c in places if rows[r][c] == "B"}
        if side == "lw":
            [(r, c)] = squares(rows, ".")
            near = [(r + i, c + j) for i, j in CROSS if at(rows, r + i, c + j) == "W"]
            return {f"{with_squares(rows, {place: '.'})} b" for place in near}
        return super().after(text)


GAMES: dict[str, Blocking] = {
    "domineering": Dominoes("vh", "|", "-"),
    "cram": Dominoes("fs", "|-", "|-"),
    "col": Colours(0),
    "snort": Colours(1),
    "konane": Konane(),
}
