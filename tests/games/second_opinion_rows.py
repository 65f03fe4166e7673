"""Games of lines: stones are put on a board, and so many in a line decide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from second_opinion_text import at, closed, opened, squares

Rows = list[list[str]]
HALF = ((0, 1), (1, 0), (1, 1), (1, -1))
EIGHT = tuple((i, j) for i, j in product((-1, 0, 1), repeat=2) if i or j)


def runs(rows: Rows, piece: str) -> Iterator[int]:
    """How long the lines of a piece are, each counted where it begins."""
    for (r, c), (i, j) in product(squares(rows, piece), HALF):
        if at(rows, r - i, c - j) != piece:
            length = 1
            while at(rows, r + length * i, c + length * j) == piece:
                length += 1
            yield length


def put(rows: Rows, place: tuple[int, int], piece: str) -> Rows:
    after = [list(row) for row in rows]
    after[place[0]][place[1]] = piece
    return after


@dataclass(frozen=True)
class InARow:
    """So many in a line win, or lose; overlines may count or not."""

    pieces: str
    wanted: int
    overlines: bool = True
    misere: bool = False

    def after(self, text: str) -> set[str]:
        board, side = text.split()
        rows, mover = opened(board), self.pieces.lower().index(side)
        other = self.pieces[1 - mover].lower()
        return {f"{closed(put(rows, place, self.pieces[mover]))} {other}" for place in squares(rows, ".")}

    def result(self, text: str) -> int | None:
        rows = opened(text.split()[0])
        for player, piece in enumerate(self.pieces):
            lengths = list(runs(rows, piece))
            if max(lengths, default=0) >= self.wanted if self.overlines else self.wanted in lengths:
                return 1 - player if self.misere else player
        return None if squares(rows, ".") else -1


class Caro(InARow):
    """Five in a line count unless enemies stand at both ends; more always count."""

    def result(self, text: str) -> int | None:
        rows = opened(text.split()[0])
        for player, piece in enumerate(self.pieces):
            enemy = self.pieces[1 - player]
            for r, c in squares(rows, piece):
                for i, j in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    line = [at(rows, r + n * i, c + n * j) for n in range(-1, 6)]
                    if line[1:6] == [piece] * 5 and not line[0] == line[6] == enemy:
                        return player
        return None if squares(rows, ".") else -1


class Connect6:
    """One stone, then two in every turn."""

    @staticmethod
    def result(text: str) -> int | None:
        rows = opened(text.split()[0])
        for player, piece in enumerate("BW"):
            if max(runs(rows, piece), default=0) >= 6:
                return player
        return None if squares(rows, ".") else -1

    @staticmethod
    def after(text: str) -> set[str]:
        board, side = text.split()
        rows, piece = opened(board), side[0].upper()
        then = {"b": "w1", "w1": "w2", "w2": "b1", "b1": "b2", "b2": "w1"}[side]
        ends = [put(rows, place, piece) for place in squares(rows, ".")]
        return {f"{closed(end)} {side if max(runs(end, piece)) >= 6 else then}" for end in ends}


class Pente:
    """Five in a line, or five pairs taken."""

    @staticmethod
    def result(text: str) -> int | None:
        board, _, pairs = text.split()
        for player, (piece, taken) in enumerate(zip("WB", map(int, pairs.split("+")), strict=True)):
            if max(runs(opened(board), piece), default=0) >= 5 or taken >= 5:
                return player
        return None if squares(opened(board), ".") else -1

    @staticmethod
    def after(text: str) -> set[str]:
        board, side, pairs = text.split()
        rows, mover, found = opened(board), "wb".index(side), set()
        own, enemy = "WB"[mover], "BW"[mover]
        for r, c in squares(rows, "."):
            end, taken = put(rows, (r, c), own), [int(number) for number in pairs.split("+")]
            for i, j in EIGHT:
                if [at(rows, r + k * i, c + k * j) for k in (1, 2, 3)] == [enemy, enemy, own]:
                    end = put(put(end, (r + i, c + j), "."), (r + 2 * i, c + 2 * j), ".")
                    taken[mover] += 1
            found.add(f"{closed(end)} {'bw'[mover]} {taken[0]}+{taken[1]}")
        return found


class Notakto:
    """Three boards of crosses only."""

    @staticmethod
    def live(rows: Rows) -> list[int]:
        boards = [[row[first : first + 3] for row in rows] for first in (0, 4, 8)]
        return [number for number, board in enumerate(boards) if max(runs(board, "X"), default=0) < 3]

    def result(self, text: str) -> int | None:
        board, side = text.split()
        return None if self.live(opened(board)) else "fs".index(side)

    def after(self, text: str) -> set[str]:
        board, side = text.split()
        rows, live = opened(board), self.live(opened(board))
        other = "s" if side == "f" else "f"
        return {f"{closed(put(rows, (r, c), 'X'))} {other}" for r, c in squares(rows, ".") if c // 4 in live}


class OrderAndChaos:
    """Both put both signs; a state of its own says that Order has won."""

    @staticmethod
    def five(rows: Rows) -> bool:
        return max([*runs(rows, "X"), *runs(rows, "O")], default=0) >= 5

    def result(self, text: str) -> int | None:
        rows = opened(text.split()[0])
        return 0 if self.five(rows) else None if squares(rows, ".") else 1

    def after(self, text: str) -> set[str]:
        board, side = text.split()
        rows, other = opened(board), "c" if side == "o" else "o"
        ends = [put(rows, place, piece) for place in squares(rows, ".") for piece in "XO"]
        return {f"{closed(end)} {'won' if self.five(end) else other}" for end in ends}


@dataclass(frozen=True)
class Morris:
    """Three in a line on nine points: men are placed, and then moved."""

    slanting: bool

    def ways(self, place: tuple[int, int]) -> list[tuple[int, int]]:
        return [way for way in EIGHT if 0 in way or (self.slanting and sum(place) % 2 == 0)]

    def after(self, text: str) -> set[str]:
        board, side, hands = text.split()
        rows, mover, hand = opened(board), "wb".index(side), [int(number) for number in hands.split("+")]
        own, other = "WB"[mover], "bw"[mover]
        if hand[mover]:
            hand[mover] -= 1
            ends = [put(rows, place, own) for place in squares(rows, ".")]
        else:
            ends = [
                put(put(rows, (r, c), "."), (r + i, c + j), own)
                for r, c in squares(rows, own)
                for i, j in self.ways((r, c))
                if at(rows, r + i, c + j) == "."
            ]
        return {f"{closed(end)} {other} {hand[0]}+{hand[1]}" for end in ends}

    def result(self, text: str) -> int | None:
        board, side, _ = text.split()
        rows, mover = opened(board), "wb".index(side)
        enemy = "BW"[mover]
        lines = [*rows, *map(list, zip(*rows, strict=True))]
        if self.slanting:
            lines += [[rows[k][k] for k in range(3)], [rows[k][2 - k] for k in range(3)]]
        if [enemy] * 3 in lines:
            return 1 - mover
        return None if self.after(text) else 1 - mover


class Teeko:
    """Four men each, placed and then moved; four in a line or in a square."""

    @staticmethod
    def won(rows: Rows, piece: str) -> bool:
        return max(runs(rows, piece), default=0) >= 4 or any(
            all(at(rows, r + i, c + j) == piece for i in (0, 1) for j in (0, 1))
            for r, c in squares(rows, piece)
        )

    def after(self, text: str) -> set[str]:
        board, side, hands = text.split()
        rows, mover, hand = opened(board), "br".index(side), [int(number) for number in hands.split("+")]
        own, other = "BR"[mover], "rb"[mover]
        if hand[mover]:
            hand[mover] -= 1
            ends = [put(rows, place, own) for place in squares(rows, ".")]
        else:
            ends = [
                put(put(rows, (r, c), "."), (r + i, c + j), own)
                for r, c in squares(rows, own)
                for i, j in EIGHT
                if at(rows, r + i, c + j) == "."
            ]
        return {f"{closed(end)} {other} {hand[0]}+{hand[1]}" for end in ends}

    def result(self, text: str) -> int | None:
        board, side, _ = text.split()
        mover = "br".index(side)
        if self.won(opened(board), "RB"[mover]) or not self.after(text):
            return 1 - mover
        return None


class Dao:
    """Men slide as far as they can; rows, squares and corners of four, and corners shut in."""

    CORNERS = ((0, 0), (0, 3), (3, 0), (3, 3))

    def after(self, text: str) -> set[str]:
        board, side = text.split()
        rows, own, other = opened(board), side.upper(), "b" if side == "w" else "w"
        found = set()
        for (r, c), (i, j) in product(squares(rows, own), EIGHT):
            far = 0
            while at(rows, r + (far + 1) * i, c + (far + 1) * j) == ".":
                far += 1
            if far:
                found.add(f"{closed(put(put(rows, (r, c), '.'), (r + far * i, c + far * j), own))} {other}")
        return found

    def result(self, text: str) -> int | None:
        board, side = text.split()
        rows, mover = opened(board), "wb".index(side)
        own, enemy = "WB"[mover], "BW"[mover]
        straight = [[at(rows, k, n) for n in range(4)] for k in range(4)]
        straight += [list(column) for column in zip(*straight, strict=True)]
        boxes = [
            [at(rows, k + i, n + j) for i in (0, 1) for j in (0, 1)] for k, n in product(range(3), range(3))
        ]
        if [enemy] * 4 in [*straight, *boxes, [rows[r][c] for r, c in self.CORNERS]]:
            return 1 - mover
        for r, c in self.CORNERS:
            i, j = (1 if r == 0 else -1), (1 if c == 0 else -1)
            around = {rows[r + i][c], rows[r][c + j], rows[r + i][c + j]}
            if rows[r][c] == own and around == {enemy}:
                return mover
        return None if self.after(text) else 1 - mover


GAMES = {
    "misere_tictactoe": InARow("XO", 3, misere=True),
    "tictactoe": InARow("XO", 3),
    "caro": Caro("BW", 5),
    "gomoku": InARow("BW", 5, overlines=False),
    "gomoku_freestyle": InARow("BW", 5),
    "connect6": Connect6(),
    "pente": Pente(),
    "teeko": Teeko(),
    "dao": Dao(),
    "tapatan": Morris(slanting=True),
    "achi": Morris(slanting=True),
    "three_mens_morris": Morris(slanting=False),
    "notakto": Notakto(),
    "order_and_chaos": OrderAndChaos(),
}
