"""Morris with six, nine and twelve men: the lines of the boards, written out."""

from __future__ import annotations

import re
from dataclasses import dataclass

SIX = ("a5c5e5", "b4c4d4", "b2c2d2", "a1c1e1", "a1a3a5", "b2b3b4", "d2d3d4", "e1e3e5")
JOINTS = ("a3b3", "d3e3", "c1c2", "c4c5")  # lines of two points, on which there are no mills
NINE = (
    "a7d7g7", "b6d6f6", "c5d5e5", "a4b4c4", "e4f4g4", "c3d3e3", "b2d2f2", "a1d1g1",
    "a1a4a7", "b2b4b6", "c3c4c5", "d1d2d3", "d5d6d7", "e3e4e5", "f2f4f6", "g1g4g7",
)  # fmt: skip
ASLANT = ("a1b2c3", "e5f6g7", "g1f2e3", "c5b6a7")


def apart(line: str) -> list[str]:
    """The points of a line."""
    return re.findall("..", line)


@dataclass(frozen=True)
class Morris:
    """One board: its lines, the order in which the one row of the FEN lists its points, and its rules."""

    lines: tuple[str, ...]
    order: str
    flying: bool = True
    full: bool = False  # is a full board a draw?

    @property
    def points(self) -> list[str]:
        return apart(self.order)

    def near(self, man: str, goal: str) -> bool:
        return any(man + goal in line or goal + man in line for line in self.lines)

    def milled(self, men: set[str], point: str) -> bool:
        return any(point in line and len(line) == 6 and men.issuperset(apart(line)) for line in self.lines)

    def read(self, text: str) -> tuple[list[set[str]], int, list[int]]:
        board, side, hands = text.split()
        flat = re.sub(r"\d+", lambda run: "." * int(run.group()), board)
        men = [{p for p, man in zip(self.points, flat, strict=True) if man == piece} for piece in "WB"]
        return men, "wb".index(side), [int(hand) for hand in hands.split("+")]

    def written(self, men: list[set[str]], player: int, hands: list[int]) -> str:
        flat = "".join("W" if point in men[0] else "B" if point in men[1] else "." for point in self.points)
        board = re.sub(r"\.+", lambda run: str(len(run.group())), flat)
        return f"{board} {'wb'[player]} {hands[0]}+{hands[1]}"

    def result(self, text: str) -> int | None:
        men, player, hands = self.read(text)
        if self.full and len(men[0] | men[1]) == len(self.points):
            return -1
        lost = (hands[player] == 0 and len(men[player]) < 3) or not self.moves(text)
        return 1 - player if lost else None

    def moves(self, text: str) -> set[str]:
        men, player, hands = self.read(text)
        own, foes = men[player], men[1 - player]
        free = set(self.points) - own - foes
        left = [hand - (number == player and hand > 0) for number, hand in enumerate(hands)]
        if hands[player]:
            steps = [(own | {goal}, goal) for goal in free]
        else:
            steps = [
                (own - {man} | {goal}, goal)
                for man in own
                for goal in free
                if (len(own) == 3 and self.flying) or self.near(man, goal)
            ]
        found = set()
        for then, goal in steps:
            prey: set[str] = set()
            if self.milled(then, goal):
                prey = {man for man in foes if not self.milled(foes, man)} or foes
            for rest in [foes - {man} for man in prey] or [foes]:
                found.add(self.written([then, rest] if player == 0 else [rest, then], 1 - player, left))
        return found

    def after(self, text: str) -> set[str]:
        return set() if self.result(text) is not None else self.moves(text)


GAMES = {
    "six_mens_morris": Morris((*SIX, *JOINTS), "a5c5b4c4a3d3b2c2a1c1b3d2e1e3e5d4", flying=False),
    "nine_mens_morris": Morris(NINE, "a7d7b6d6c5d5a4b4e4f4c3d3b2d2a1d1c4e3f2g1g4g7f6e5"),
    "twelve_mens_morris": Morris(
        (*NINE, *ASLANT), "a7d7b6d6c5d5a4b4e4f4c3d3b2d2a1d1c4e3f2g1g4e5f6g7", full=True
    ),
}
