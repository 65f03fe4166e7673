"""Candidate leaps and rides of a piece: their paths on a board, and their Betza notation."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

from lasker.syntax.betza import LEAPS, Betza, Offset, Part
from lasker.syntax.betza.reader import LAME, ONE_BETWEEN
from lasker.syntax.betza.texts import between_of

Point = tuple[int, int]
FREE, FRIEND, ENEMY = 1, 2, 4  # what a square may hold
Box = dict[Point, int]  # squares that matter, each with what it may hold: a product of sets
# Pairs of direction letters; those that denote more directions come first.
STRAIGHT = ("vv", "ss", "ff", "bb", "ll", "rr", "fs", "bs", "vl", "vr", "fl", "fr", "bl", "br")
ASLANT = ("ff", "bb", "ll", "rr", "fl", "fr", "bl", "br")
OBLIQUE = ("fh", "bh", "lh", "rh", *STRAIGHT[:8], "lv", "rv", *STRAIGHT[10:], "lf", "rf", "lb", "rb")


@dataclass(frozen=True)
class Candidate:
    """One leap or ride in one direction, to move or to capture."""

    atom: str
    offset: Offset
    mode: str  # m to move, c to capture
    modifier: str = ""  # n, j, p or g
    reach: int = 1  # greatest number of leaps in a row; 0 for unlimited
    first: bool = False  # only from the initial squares of the piece

    def paths(self, start: Point, squares: Collection[Point]) -> dict[Point, list[Box]]:
        """Its destinations, with what each of its paths needs on the squares before them.

        >>> line = [(0, y) for y in range(4)]
        >>> Candidate("W", (0, 1), "m", reach=0).paths((0, 0), line)
        {(0, 1): [{}], (0, 2): [{(0, 1): 1}], (0, 3): [{(0, 1): 1, (0, 2): 1}]}
        >>> Candidate("W", (0, 1), "m", "g", reach=0).paths((0, 0), line)
        {(0, 2): [{(0, 1): 6}], (0, 3): [{(0, 1): 1, (0, 2): 6}]}
        """
        found: dict[Point, list[Box]] = {}
        (x, y), leaps, hopping = start, 0, self.modifier in ("p", "g")
        open_boxes: list[Box] = [
            {}
        ]  # of the paths that go on; those of a hopper that has not hopped come last
        while leaps < self.reach or not self.reach:
            passed = [at for a, b in between_of(self.offset) if (at := (x + a, y + b)) in squares]
            x, y, leaps = x + self.offset[0], y + self.offset[1], leaps + 1
            if (x, y) not in squares or (self.modifier == "j" and not passed):
                break
            if self.modifier in ("n", "j"):
                held = FREE if self.modifier == "n" else FRIEND | ENEMY
                open_boxes = [{**box, **dict.fromkeys(passed, held)} for box in open_boxes]
            landing = open_boxes[:-1] if hopping else open_boxes
            if landing:
                found[x, y] = landing
            waiting = open_boxes[-1:] if hopping else []
            further = [] if self.modifier == "g" else landing
            open_boxes = [{**box, (x, y): FREE} for box in further]
            open_boxes += [{**box, (x, y): held} for held in (FRIEND | ENEMY, FREE) for box in waiting]
        return found


@cache
def candidates(width: int, height: int) -> tuple[Candidate, ...]:
    """Every leap and ride that fits on a board, the simplest first.

    >>> [str(written([candidate])) for candidate in candidates(2, 2)][:5]
    ['fmW', 'fcW', 'rmW', 'rcW', 'bmW']
    """
    found = []
    for atom in LEAPS:
        for (across, ahead), offsets in Part(atom).leaps():
            if len(LEAPS[atom]) > 1:  # a combination of two atoms
                continue
            room = (max(width, height) - 1) // max(across, ahead)
            kinds = [("", 1), ("", 0), *(("", reach) for reach in range(2, room)), ("p", 0), ("g", 0)]
            kinds += [("n", 1), ("n", 0)] * (atom in LAME) + [("j", 1)] * (atom in ONE_BETWEEN)
            for modifier, reach in kinds if room > 1 else [kind for kind in kinds if kind[1] == 1]:
                found += [
                    Candidate(atom, offset, mode, modifier, reach) for offset in offsets for mode in "mc"
                ]
    found.sort(
        key=lambda candidate: ("njpg".find(candidate.modifier), candidate.reach > 1, candidate.reach != 1)
    )
    return (*found, *(replace(candidate, first=True) for candidate in found))


def written(chosen: Iterable[Candidate]) -> Betza:
    """The candidates as one Betza text: modes, directions and atoms combined where possible.

    >>> str(written(Candidate("W", (x, y), mode) for x, y in ((0, 1), (0, -1)) for mode in "mc"))
    'vW'
    """
    modes: dict[tuple[str, str, int, bool, Offset], str] = {}
    for each in chosen:
        key = (each.atom, each.modifier, each.reach, each.first, each.offset)
        modes[key] = "".join(sorted({*modes.get(key, ""), each.mode}))
    offsets: dict[tuple[str, frozenset[str], int], set[Offset]] = {}
    for (atom, modifier, reach, first, offset), mode in modes.items():
        letters = frozenset(modifier + "i" * first + mode * (len(mode) == 1))
        offsets.setdefault((atom, letters, reach), set()).add(offset)
    parts = [
        Part(atom, sides(atom, found), letters, reach) for (atom, letters, reach), found in offsets.items()
    ]
    return Betza(tuple(_joined(sorted(parts, key=_order))))


def _order(part: Part) -> tuple[bool, bool, int, list[str]]:
    return "i" in part.modes, part.reach == 1, list(LEAPS).index(part.atom), sorted(part.modes)


def _joined(parts: list[Part]) -> Iterator[Part]:
    """Combine W and F in all directions to K."""
    for part in parts:
        twin = replace(part, atom="F" if part.atom == "W" else "W")
        if part.atom not in "WF" or part.directions or twin not in parts:
            yield part
        elif part.atom == "W":
            yield replace(part, atom="K")


def sides(atom: str, wanted: set[Offset]) -> tuple[str, ...]:
    """The shortest list of direction letters for some directions.

    >>> sides("N", {(1, 2), (-1, 2)}), sides("F", {(1, 1)}), sides("W", {(0, 1), (1, 0), (-1, 0)})
    (('ff',), ('fr',), ('fs',))
    """
    denoted = {pair: offsets for pair, offsets in _known(atom).items() if offsets <= wanted}
    if wanted == frozenset().union(*_known(atom).values()):
        return ()
    for number in range(1, len(wanted) + 1):
        for pairs in combinations(denoted, number):
            if wanted == frozenset().union(*(denoted[pair] for pair in pairs)):
                return pairs
    raise AssertionError(f"no letters for {wanted}")  # every single direction has letters


@cache
def _known(atom: str) -> dict[str, frozenset[Offset]]:
    """The pairs of letters that are defined before an atom, with the directions that they denote."""
    [(across, ahead)] = LEAPS[atom]
    pairs = STRAIGHT if across == 0 else ASLANT if across == ahead else OBLIQUE
    return {pair: frozenset(found) for pair in pairs for _, found in Part(atom, (pair,)).leaps()}
