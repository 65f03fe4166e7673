"""Pieces that jump over others along the lines of a board: hunts of many after few, and alquerque."""

from __future__ import annotations

from collections.abc import Iterator

from second_opinion_text import at, opened, squares, with_squares

Square = tuple[int, int]
Rows = list[list[str]]
CROSS = ((-1, 0), (0, -1), (0, 1), (1, 0))
SLANTS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def lines(square: Square) -> tuple[Square, ...]:
    """The lines from a point of a board where slanting lines meet on every second point."""
    return (*CROSS, *SLANTS) if sum(square) % 2 == 0 else CROSS


def steps(rows: Rows, start: Square, ways: tuple[Square, ...]) -> Iterator[str]:
    r, c = start
    for i, j in ways:
        if at(rows, r + i, c + j) == ".":
            yield with_squares(rows, {start: ".", (r + i, c + j): rows[r][c]})


def jumps(rows: Rows, start: Square, ways: tuple[Square, ...], prey: str) -> Iterator[tuple[str, Square]]:
    r, c = start
    for i, j in ways:
        if at(rows, r + i, c + j) in prey and at(rows, r + 2 * i, c + 2 * j) == ".":
            goal = (r + 2 * i, c + 2 * j)
            yield with_squares(rows, {start: ".", (r + i, c + j): ".", goal: rows[r][c]}), goal


class FoxAndGeese:
    """The fox may stop after any jump; geese never go back."""

    @staticmethod
    def boards(rows: Rows, side: str) -> set[str]:
        if side == "g":
            return {end for goose in squares(rows, "G") for end in steps(rows, goose, CROSS[:3])}
        [fox] = squares(rows, "F")
        found = set(steps(rows, fox, CROSS))
        todo = [(rows, fox)]
        while todo:
            for end, goal in jumps(*todo.pop(), CROSS, "G"):
                if end not in found:
                    found.add(end)
                    todo.append((opened(end), goal))
        return found

    def result(self, text: str) -> int | None:
        board, side = text.split()
        rows = opened(board)
        if side == "g" and len(squares(rows, "G")) < 4:
            return 1
        return None if self.boards(rows, side) else "fg".index(side)

    def after(self, text: str) -> set[str]:
        board, side = text.split()
        return {f"{end} {'f' if side == 'g' else 'g'}" for end in self.boards(opened(board), side)}


class BaghChal:
    """Goats are placed first; tigers jump once."""

    @staticmethod
    def boards(rows: Rows, side: str, waiting: int, taken: int) -> set[str]:
        if side == "t":
            tigers = squares(rows, "T")
            calm = {f"{end} g {waiting} {taken}" for one in tigers for end in steps(rows, one, lines(one))}
            return calm | {
                f"{end} g {waiting} {taken + 1}"
                for one in tigers
                for end, _ in jumps(rows, one, lines(one), "G")
            }
        if waiting:
            ends = [with_squares(rows, {place: "G"}) for place in squares(rows, ".")]
            return {f"{end} t {waiting - 1} {taken}" for end in ends}
        goats = squares(rows, "G")
        return {f"{end} t {waiting} {taken}" for one in goats for end in steps(rows, one, lines(one))}

    def after(self, text: str) -> set[str]:
        board, side, waiting, taken = text.split()
        return self.boards(opened(board), side, int(waiting), int(taken))

    def result(self, text: str) -> int | None:
        side, taken = text.split()[1], text.split()[3]
        if side == "g" and taken == "5":
            return 1
        return None if self.after(text) else "tg".index(side)


class Alquerque:
    """Jumps are compulsory and go on while they can."""

    def chains(self, rows: Rows, start: Square, prey: str) -> Iterator[str]:
        for end, goal in jumps(rows, start, lines(start), prey):
            further = list(self.chains(opened(end), goal, prey))
            yield from further or [end]

    def after(self, text: str) -> set[str]:
        board, side = text.split()
        rows, (own, prey, other) = opened(board), ("W", "b", "b") if side == "w" else ("b", "W", "w")
        taking = {end for one in squares(rows, own) for end in self.chains(rows, one, prey)}
        calm = {end for one in squares(rows, own) for end in steps(rows, one, lines(one))}
        return {f"{end} {other}" for end in taking or calm}

    def result(self, text: str) -> int | None:
        return None if self.after(text) else "bw".index(text.split()[1])


GAMES = {
    "fox_and_geese": FoxAndGeese(),
    "bagh_chal": BaghChal(),
    "alquerque": Alquerque(),
}
