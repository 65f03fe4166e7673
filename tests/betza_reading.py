"""Betza notation read a second time, after the page that defines it for XBoard (Betza.html there), and walked
square by square. It shares nothing with Lasker but the notation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from lasker.kernel.dataclass import dataclass

Point = tuple[int, int]  # to the right, ahead
Squares = dict[
    Point, str
]  # `.` is empty, N a friend, r an enemy, k the enemy's royal piece, Q the piece itself

LEAPS = {"W": (0, 1), "F": (1, 1), "D": (0, 2), "N": (1, 2), "A": (2, 2), "H": (0, 3), "C": (1, 3)}
LEAPS |= {"Z": (2, 3), "G": (3, 3), "L": (1, 3), "J": (2, 3)}
FARTHER = {"X": (0, 3), "Y": (2, 2)}
LARGEST = 7  # files and ranks of the boards on which U leads everywhere
BOTH = {"K": "WF", "Q": "RB"}
SLIDERS = {"R": "W", "B": "F"}

# The page's table of directions: squares around a piece, by the letters that mean them. The inner ring is
# that of W and F; in the outer ring the corners and the middles are K's, all other squares are N's.
TABLE = """
fh fh fh fh fh | lv lv .  rv rv | lf lf ff rf rf | .  hl .  hr . | lh lh .  rh rh | fs ff .  ff fs
fh f  .  f  fh | ll .  .  .  rr | fl lf f  rf fr | hr .  .  .  hl | lh l  .  r  rh | fs .  .  .  fs
.  .  *  .  .  | ll l  *  r  rr | ll l  *  r  rr | .  .  *  .  .  | lh .  *  .  rh | .  .  *  .  .
bh b  .  b  bh | ll .  .  .  rr | bl lb b  rb br | hl .  .  .  hr | lh l  .  r  rh | bs .  .  .  bs
bh bh bh bh bh | lv lv .  rv rv | lb lb bb rb rb | .  hr .  hl .  | lh lh .  rh rh | bs bb .  bb bs
"""
MEANT = {
    (column - 2, 2 - row, letters)
    for row, line in enumerate(TABLE.strip().splitlines())
    for block in line.split("|")
    for column, letters in enumerate(block.split())
}
RING = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]  # clockwise from ahead
LEAPERS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def oblique(leap: Point) -> bool:
    """Is a leap neither straight nor aslant?"""
    return 0 not in leap and leap[0] != leap[1]


def vector(leap: Point, direction: int) -> Point:
    """A leap in one of eight directions; straight and diagonal ones are made of each other."""
    short, long = leap
    if oblique(leap):
        x, y = LEAPERS[direction]
        return (long if abs(x) == 2 else short) * (x // abs(x)), (long if abs(y) == 2 else short) * (
            y // abs(y)
        )
    return RING[direction][0] * long, RING[direction][1] * long


def leads(pair: str, leap: Point, direction: int, eightfold: bool) -> bool:
    """Do two letters of direction, the same one twice if it is alone, mean a direction of an atom?"""
    if eightfold and "h" in pair:
        x, y = RING[direction]
        return (2 * x, 2 * y, pair) in MEANT
    place = LEAPERS[direction] if oblique(leap) else RING[direction]
    alone = pair[0] == pair[1]
    spread = [{"v": "fb", "s": "lr"}.get(letter, letter) for letter in pair]
    meant = [letter * 2 for letter in spread[0]] if alone else ["".join(two) for two in product(*spread)]
    if oblique(leap):
        return any((*place, letters) in MEANT for letters in meant)
    if 0 not in place:
        return any(
            {(*place, letters), (*place, letters[::-1])} & MEANT
            if not alone
            else (*place, letters[0]) in MEANT
            for letters in meant
        )
    if eightfold and not alone:
        return False  # two letters mean a corner of K
    return any((*place, letter) in MEANT for letters in meant for letter in letters)


def paired(letters: str) -> list[str]:
    """Letters that can combine with the next one do."""
    found = []
    while letters:
        two = letters[:2]
        combine = len(two) == 2 and (two[0] == two[1] or "h" in two or (two[0] in "fbv") != (two[1] in "fbv"))
        found.append(two if combine else letters[0] * 2)
        letters = letters[2 if combine else 1 :]
    return found


TURNS = {"f": {0}, "r": {2}, "b": {4}, "l": {6}}
CORNERS = {"fr": 1, "br": 3, "bl": 5, "fl": 7}


def turns(letters: str, eightfold: bool) -> list[tuple[int, str]]:
    """The directions of a further leg, in the system of K, relative to the leg before; with z or q."""
    if not letters:
        return [(turn, "") for turn in (range(8) if eightfold else (0, 2, 4, 6)) if turn != 4]
    found = []
    rest = letters
    while rest:
        two = rest[:2]
        if len(two) == 2 and two[0] in "fbv" and two[1] in "lrszq":
            bend = two[1] if two[1] in "zq" else ""
            for along, across in product(
                {"v": "fb"}.get(two[0], two[0]), "lr" if two[1] in "szq" else two[1]
            ):
                found.append((CORNERS[along + across], bend))
            rest = rest[2:]
        else:
            one = rest[0]
            for letter in {"v": "fb", "s": "lr", "z": "lr", "q": "lr"}.get(one, one):
                found += [(turn, one if one in "zq" else "") for turn in TURNS[letter]]
            rest = rest[2 if two == one * 2 else 1 :]
    return found


@dataclass(frozen=True)
class Leg:
    """The modifiers of one leg: its letters of direction and all others."""

    directions: str
    modes: str


@dataclass(frozen=True)
class Part:
    """An atom with its legs; `reach` is 0 for a ride without end, `slides` is what y and g change."""

    leap: Point
    reach: int
    slides: bool
    eightfold: bool
    legs: tuple[Leg, ...]


ATOM = re.compile(r"([a-z]*)(\((?:\d+),(?:\d+)\)|[A-Z])([XY]*)([A-Z]?)(\d*)")


def parts_of(text: str) -> Iterator[Part]:
    """The parts of a piece, one for each kind of leap."""
    at = 0
    while at < len(text):
        found = ATOM.match(text, at)
        assert found is not None, text
        modifiers, letter, farther, doubled, number = found.groups()
        if doubled and doubled != letter:
            doubled, number = "", ""
            at = found.start(4)
        else:
            at = found.end()
        legs = tuple(
            Leg(
                "".join(re.findall("[fblrsvh]" if not place else "[fblrsvzq]", leg)),
                re.sub("[fblrsvh]" if not place else "[fblrsvzq]", "", leg),
            )
            for place, leg in enumerate(modifiers.split("a"))
        )
        for high in range(1, LARGEST) if letter == "U" else ():
            yield from (Part((low, high), 1, False, False, legs) for low in range(high + 1))
        for atom in BOTH.get(letter, [letter] * (letter != "U")):
            slides = atom in SLIDERS or bool(doubled)
            if atom[0] == "(":
                low, high = sorted(map(int, atom[1:-1].split(",")))
                leap = (low, high)
            else:
                leap = LEAPS[SLIDERS.get(atom, atom)]
            for x, y in map(FARTHER.__getitem__, farther):
                leap = (leap[0] + x, leap[1] + y)
            reach = int(number) if number else 0 if slides else 1
            if leap not in {(0, 1), (1, 1)}:
                slides = reach != 1
            yield Part(leap, reach, slides, letter in BOTH, legs)


@dataclass(frozen=True)
class Walk:
    """The moves of one part on a board of some width."""

    part: Part
    size: int

    def all(self, at: Point, squares: Squares) -> Iterator[Squares]:
        """The boards after a move."""
        first, leap = self.part.legs[0], self.part.leap
        bare = {**squares, at: "."}
        for direction in range(8):
            if not oblique(leap) and (direction % 2 == 1) != (leap[0] != 0):
                continue
            if first.directions and not any(
                leads(pair, leap, direction, self.part.eightfold) for pair in paired(first.directions)
            ):
                continue
            if set(first.modes) & {"z", "q"}:
                yield from self.bent(at, direction, bare)
            else:
                yield from self.leg(0, at, direction, 0, self.part.reach, self.part.slides, 0, "", bare)

    def step(self, here: Point, step: Point, modes: str) -> Point:
        """The square one leap away, around the edge with o."""
        x, y = here[0] + step[0], here[1] + step[1]
        return (x % self.size if "o" in modes else x), y

    def passable(self, here: Point, step: Point, leg: Leg, reach: int, squares: Squares) -> bool:
        """Do n and j allow a leap, by what stands in between?"""
        if not set(leg.modes) & {"n", "j"} or max(map(abs, step)) == 1:
            return True
        between = [squares.get(self.step(here, offset, leg.modes), "#") for offset in passed(step)]
        full = sum(held not in ".#" for held in between)
        if "n" in leg.modes:
            return full == 0
        return full >= 1 if "jj" in leg.modes else full == 1

    def leg(
        self,
        number: int,
        at: Point,
        direction: int,
        bend: int,
        reach: int,
        slides: bool,
        before: int,
        cargo: str,
        squares: Squares,
    ) -> Iterator[Squares]:
        """The ways of a leg and of those that follow it."""
        leg, last = self.part.legs[number], number == len(self.part.legs) - 1
        step, modes = vector(self.part.leap, direction), leg.modes
        skipped = modes.count("j") if max(map(abs, step)) == 1 and reach != 1 else 0
        here, steps, hopped = at, 0, False
        while (not reach or steps < reach) and steps < 3 * self.size:
            if not self.passable(here, step, leg, reach, squares):
                return
            steps, here = steps + 1, self.step(here, step, modes)
            held = squares.get(here)
            if held is None:
                return
            if steps <= skipped:
                continue
            kind = {".": "m", "N": "d", "Q": "d"}.get(held, "c")
            ready = not ("i" in modes and number) or steps == before
            if last:
                if set(modes) & {"p", "g"} and not hopped:
                    hopped = kind != "m"
                    if hopped and "g" in modes:
                        reach = min(steps + 1, reach or steps + 1)
                    continue
                ends = set(modes) & set("mcd") or {"m", "c"}
                royal = held == "k"
                takes = kind in ends and not (royal and "t" in modes)
                if "k" in modes:
                    takes = (
                        (kind in ends and not royal)
                        if "c" in modes
                        else royal or (kind == "m" and "m" in modes)
                    )
                if takes and ready:
                    load = held if kind != "m" else cargo
                    left = {at: load} if "u" in modes else {}
                    if "u" not in modes or load:
                        yield {**squares, **left, here: "Q"}
            elif ready:
                ends = set(modes) & set("mcd") or (set() if set(modes) & {"p", "g", "y"} else {"m"})
                onward = not slides if set(modes) & {"y", "g"} else slides
                length = (0 if onward else 1) if set(modes) & {"y", "g"} else reach
                if kind in ends or (kind == "m" and "y" in modes):
                    load = held if kind != "m" else cargo
                    left = {at: load} if "u" in modes else {}
                    if "u" not in modes or load:
                        yield from self.next(
                            number,
                            here,
                            direction,
                            bend,
                            length,
                            onward,
                            steps,
                            load,
                            {**squares, **left, here: "."},
                        )
                if kind != "m" and set(modes) & {"p", "g"} and not ("t" in modes and kind == "c"):
                    yield from self.next(number, here, direction, bend, length, onward, steps, cargo, squares)
            if held != ".":
                return

    def next(
        self,
        number: int,
        at: Point,
        direction: int,
        bend: int,
        reach: int,
        slides: bool,
        steps: int,
        cargo: str,
        squares: Squares,
    ) -> Iterator[Squares]:
        """The next leg in all its directions; z and q go by the side of the last bend."""
        wide = self.part.eightfold or oblique(self.part.leap)
        for turn, decides in turns(self.part.legs[number + 1].directions, wide):
            side = 0 if turn % 4 == 0 else 1 if turn < 4 else -1
            if side and bend and decides and (side == bend) != (decides == "q"):
                continue
            yield from self.leg(
                number + 1, at, (direction + turn) % 8, side or bend, reach, slides, steps, cargo, squares
            )

    def bent(self, at: Point, direction: int, squares: Squares) -> Iterator[Squares]:
        """Leaps that turn: always to one side with q, to both in turn with z."""
        leg = self.part.legs[0]
        circle = "q" in leg.modes
        turn = 1 if circle and oblique(self.part.leap) else 2
        most = self.part.reach if self.part.reach > 1 else 8 if circle else 3 * self.size
        ends = set(leg.modes) & set("mcd") or {"m", "c"}
        for side in (1, -1):
            here, towards = at, direction
            for steps in range(most):
                x, y = vector(self.part.leap, towards)
                here = here[0] + x, here[1] + y
                held = squares.get(here)
                if held is None:
                    break
                kind = {".": "m", "N": "d"}.get(held, "c")
                royal = held == "k"
                if (kind in ends and not (royal and "t" in leg.modes) and "k" not in leg.modes) or (
                    "k" in leg.modes and (royal if "c" not in leg.modes else kind in ends and not royal)
                ):
                    yield {**squares, here: "Q"}
                if kind != "m":
                    break
                towards = (towards + turn * (side if circle or steps % 2 == 0 else -side)) % 8


def passed(step: Point) -> list[Point]:
    """The squares that a leap passes: straight as far as it is longer one way, then aslant."""
    x, y = step
    size, short = max(abs(x), abs(y)), min(abs(x), abs(y))
    found, here = [], (0, 0)
    for number in range(1, size):
        aslant = number > size - short
        sx, sy = (x > 0) - (x < 0), (y > 0) - (y < 0)
        here = (
            here[0] + sx * (aslant or abs(x) > abs(y)),
            here[1] + sy * (aslant or abs(y) > abs(x)),
        )
        if short == size:
            here = (sx * number, sy * number)
        found.append(here)
    return found


def results(text: str, at: Point, squares: Squares, size: int) -> set[frozenset[tuple[Point, str]]]:
    """The boards to which the moves of a piece lead, the one at hand left out."""
    found = {
        frozenset(result.items()) for part in parts_of(text) for result in Walk(part, size).all(at, squares)
    }
    return found - {frozenset(squares.items())}
