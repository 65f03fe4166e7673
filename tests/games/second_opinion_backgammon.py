"""Backgammon with a list of 26 numbers: every order of the dice is tried, and the longest plays are kept."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import permutations

Board = tuple[
    int, ...
]  # points 1 to 24 as the mover counts them, his men positive; 0: his men off, 25: on the bar
End = tuple[Board, int, int, int, int]  # men, on the bar, hit, off, and pips played


def points(board: str) -> list[int]:
    """The men of white, and those of black as negative numbers, on the points 1 to 24 as white counts."""
    rows = []
    for row in board.split("/"):
        men: list[int] = []
        for empty, sign, count in re.findall(r"([0-9]+)|([Mm])(?:\(([0-9]+)\))?", row):
            men += [0] * int(empty) if empty else [int(count or 1) * (1 if sign == "M" else -1)]
        rows.append(men)
    return rows[1][::-1] + rows[0]


def written(men: list[int]) -> str:
    """The two rows of FEN."""
    rows = []
    for row in (men[12:], men[11::-1]):
        text = "".join("." if not n else "Mm"[n < 0] + (f"({abs(n)})" if abs(n) > 1 else "") for n in row)
        rows.append(re.sub(r"\.+", lambda dots: str(len(dots.group())), text))
    return "/".join(rows)


def played(men: Board, bar: int, hit: int, off: int, dice: tuple[int, ...]) -> set[End]:
    """What can be reached by these dice in this order, and how many pips have been played."""
    if not dice:
        return {(men, bar, hit, off, 0)}
    die, *rest = dice
    found: set[End] = set()
    starts = [24] if bar else [at for at in range(24) if men[at] > 0]
    home = not bar and all(n <= 0 for n in men[6:])
    for start in starts:
        goal, new = start - die, list(men)
        if start < 24:
            new[start] -= 1
        if goal >= 0 and men[goal] >= -1:
            struck = men[goal] == -1
            new[goal] = 1 if struck else men[goal] + 1
            ends = played(tuple(new), bar - (start == 24), hit + struck, off, tuple(rest))
        elif goal < 0 and home and (goal == -1 or all(n <= 0 for n in men[start + 1 :])):
            ends = played(tuple(new), bar, hit, off + 1, tuple(rest))
        else:
            continue
        found |= {(*end[:4], end[4] + die) for end in ends}
    return found | {(men, bar, hit, off, 0)}


@dataclass(frozen=True)
class Backgammon:
    """The position as FEN without its number; so many men are off in the end."""

    men: int = 15

    def result(self, text: str) -> int | None:
        _, side, *_, off = text.split()
        home = [int(men) for men in off.split("+")]
        if side in "wb" and home["bw".index(side)] == self.men:
            return "bw".index(side)
        return None

    def after(self, text: str) -> set[str]:
        board, side, high, low, bar, off = text.split()
        if side == "t":
            return {f"{board} {then} {high} {low} {bar} {off}" for then in ("fw", "fb")}
        if side not in "wb":
            return {
                f"{board} {side[1]} {a} {b} {bar} {off}"
                for a in range(1, 7)
                for b in range(1, a + 1)
                if a != b or side[0] == "r"
            }
        number, back = "wb".index(side), side == "b"
        men = points(board)
        mine = tuple(-n for n in men[::-1]) if back else tuple(men)
        bars, offs = [int(n) for n in bar.split("+")], [int(n) for n in off.split("+")]
        dice = (int(high),) * 4 if high == low else (int(high), int(low))
        ends: set[End] = set()
        for order in set(permutations(dice)):
            for used in range(len(order) + 1):
                ends |= played(mine, bars[number], bars[1 - number], offs[number], order[:used])
        most = max(end[4] for end in ends)
        found = set()
        for left, own, hit, home, pips in ends:
            if pips == most:
                bars[number], bars[1 - number], offs[number] = own, hit, home
                rows = written([-n for n in left[::-1]] if back else list(left))
                found.add(f"{rows} r{'bw'[number]} 0 0 {bars[0]}+{bars[1]} {offs[0]}+{offs[1]}")
        return found


GAMES = {"backgammon": Backgammon(), "hypergammon": Backgammon(3), "nackgammon": Backgammon()}
