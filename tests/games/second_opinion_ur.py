"""The Royal Game of Ur: two courses of fourteen squares, written out."""

from __future__ import annotations

import re

COURSES = (
    ["d1", "c1", "b1", "a1", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "h1", "g1"],
    ["d3", "c3", "b3", "a3", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "h3", "g3"],
)
ROSETTES = {"a1", "a3", "d2", "g1", "g3"}
HOLES = {"e1", "f1", "e3", "f3"}
NAMES = [[f"{file}{rank}" for file in "abcdefgh"] for rank in "321"]


def opened(board: str) -> dict[str, str]:
    """The stones by squares."""
    flat = re.sub("[0-9]", lambda run: "." * int(run.group()), board).split("/")
    pairs = (pair for names, row in zip(NAMES, flat, strict=True) for pair in zip(names, row, strict=True))
    return {name: sign for name, sign in pairs if sign in "WB"}


def closed(stones: dict[str, str]) -> str:
    """The rows of FEN."""
    rows = ("".join("*" if name in HOLES else stones.get(name, ".") for name in row) for row in NAMES)
    return re.sub(r"\.+", lambda run: str(len(run.group())), "/".join(rows))


class Ur:
    """The position as FEN without its number."""

    def result(self, text: str) -> int | None:
        _, side, _, _, off = text.split()
        through = off.split("+")
        return through.index("7") if side in "wb" and "7" in through else None

    def after(self, text: str) -> set[str]:
        board, side, die, hand, off = text.split()
        if side[0] == "r":
            other = {"w": "rb", "b": "rw"}[side[1]]
            return {f"{board} {side[1] if n else other} {n} {hand} {off}" for n in range(5)}
        number = "wb".index(side)
        course, own, foe = COURSES[number], "WB"[number], "BW"[number]
        found = set()
        for start in range(-1, 14):
            stones = opened(board)
            hands, offs = [int(n) for n in hand.split("+")], [int(n) for n in off.split("+")]
            if (start < 0 and not hands[number]) or (start >= 0 and stones.get(course[start]) != own):
                continue
            if start < 0:
                hands[number] -= 1
            else:
                del stones[course[start]]
            goal, again = start + int(die), False
            if goal > 14:
                continue
            if goal == 14:
                offs[number] += 1
            else:
                square = course[goal]
                if stones.get(square) == own or (stones.get(square) == foe and square == "d2"):
                    continue
                hands[1 - number] += stones.get(square) == foe
                stones[square], again = own, square in ROSETTES
            then = f"r{side}" if again else {"w": "rb", "b": "rw"}[side]
            found.add(f"{closed(stones)} {then} 0 {hands[0]}+{hands[1]} {offs[0]}+{offs[1]}")
        return found or {f"{board} {({'w': 'rb', 'b': 'rw'})[side]} 0 {hand} {off}"}


GAMES = {"royal_game_of_ur": Ur()}
