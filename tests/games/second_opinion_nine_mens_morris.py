"""Nine men's morris: the sixteen lines of the board, written out."""

from __future__ import annotations

import re

GAMES = ("nine_mens_morris",)
LINES = [
    line.split()
    for line in (
        "a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1",
        "a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7",
    )
]  # fmt: skip
# The order in which the one row of the FEN lists the points.
ORDER = re.findall("..", "a7d7b6d6c5d5a4b4e4f4c3d3b2d2a1d1c4e3f2g1g4g7f6e5")
NEXT = {frozenset(pair) for line in LINES for pair in (line[:2], line[1:])}


def milled(men: set[str], point: str) -> bool:
    return any(point in line and men.issuperset(line) for line in LINES)


def read(text: str) -> tuple[list[set[str]], int, list[int]]:
    board, side, hands = text.split()
    flat = re.sub(r"\d+", lambda run: "." * int(run.group()), board)
    men = [{p for p, man in zip(ORDER, flat, strict=True) if man == piece} for piece in "WB"]
    return men, "wb".index(side), [int(hand) for hand in hands.split("+")]


def written(men: list[set[str]], player: int, hands: list[int]) -> str:
    flat = "".join("W" if point in men[0] else "B" if point in men[1] else "." for point in ORDER)
    board = re.sub(r"\.+", lambda run: str(len(run.group())), flat)
    return f"{board} {'wb'[player]} {hands[0]}+{hands[1]}"


def result(text: str) -> int | None:
    men, player, hands = read(text)
    lost = (hands[player] == 0 and len(men[player]) < 3) or not moves(text)
    return 1 - player if lost else None


def moves(text: str) -> set[str]:
    men, player, hands = read(text)
    own, foes = men[player], men[1 - player]
    free = set(ORDER) - own - foes
    left = [hand - (number == player and hand > 0) for number, hand in enumerate(hands)]
    if hands[player]:
        steps = [(own | {goal}, goal) for goal in free]
    else:
        steps = [
            (own - {man} | {goal}, goal)
            for man in own
            for goal in free
            if len(own) == 3 or frozenset((man, goal)) in NEXT
        ]
    found = set()
    for then, goal in steps:
        prey: set[str] = set()
        if milled(then, goal):
            prey = {man for man in foes if not milled(foes, man)} or foes
        for rest in [foes - {man} for man in prey] or [foes]:
            found.add(written([then, rest] if player == 0 else [rest, then], 1 - player, left))
    return found


def after(text: str) -> set[str]:
    return set() if result(text) is not None else moves(text)
