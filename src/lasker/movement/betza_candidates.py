"""Candidate moves of a piece: leaps, rides, hops and moves of several legs, and their Betza notation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, product

from lasker.kernel.dataclass import dataclass
from lasker.syntax.betza import LEAPS, Betza, ModifiedAtom, Offset
from lasker.syntax.betza.notation import ANYWHERE, Leg
from lasker.syntax.betza.trajectories import Stretch, Trajectory, trajectories

# Pairs of direction letters; those that denote more directions come first.
STRAIGHT = ("vv", "ss", "ff", "bb", "ll", "rr", "fs", "bs", "vl", "vr", "fl", "fr", "bl", "br")
ASLANT = ("ff", "bb", "ll", "rr", "fl", "fr", "bl", "br")
LAME, JUMPING = "DANHGZC", "DAN"  # atoms that are tried with n and with j
# What moves of several legs are made of, the most common first.
ATOMS = (*((atom, reach) for atom in "WFK" for reach in (1, 0)), *((atom, 1) for atom in "NDA"))
WAYS: tuple[tuple[str, ...], ...] = ((), ("ff",), ("vv",), ("ss",))
TURNS: tuple[tuple[str, ...], ...] = ((), ("ff",), ("fs",), ("ss",), ("bb",), ("vv",), ("bs",))
MODES = ("", "y", "c", "p", "g", "mp", "mc", "d")  # of a leg before the last
LAST = (frozenset[str](), frozenset("m"), frozenset("c"))
OBLIQUE = ("fh", "bh", "lh", "rh", *STRAIGHT[:8], "lv", "rv", *STRAIGHT[10:], "lf", "rf", "lb", "rb")


@dataclass(frozen=True)
class Candidate:
    """One leap or ride in one direction: to move, to capture, or to capture friends."""

    atom: str
    offset: Offset
    mode: str  # m, c or d
    modifier: str = ""  # n, j, p or g
    reach: int = 1  # greatest number of leaps in a row; 0 for unlimited
    first: bool = False  # only from the initial squares of the piece

    def lines(self) -> Iterator[Trajectory]:
        """Its only trajectory; a hopper has a stretch to the piece it hops over, and one beyond."""
        last = Stretch(self.offset, self.reach, self.mode, frozenset(self.modifier) & {"n", "j"})
        if self.modifier in ("p", "g"):
            yield replace(last, ends="p"), replace(last, reach=1 if self.modifier == "g" else 0)
        else:
            yield (last,)


@dataclass(frozen=True)
class LegsCandidate:
    """A move of several legs, along a crooked or circular line, or to any square, in all directions of its
    letters."""

    part: ModifiedAtom
    first: bool = False
    longest: int = 0  # squares in a line of the board, for leaps to any of them

    def lines(self) -> Iterator[Trajectory]:
        """Its trajectories."""
        for part in self.part.on_board(self.longest):
            yield from trajectories(part)


AnyCandidate = Candidate | LegsCandidate


@cache
def candidates(width: int, height: int) -> tuple[Candidate, ...]:
    """Every leap and ride that fits on a board, the simplest first.

    >>> [str(written([candidate])) for candidate in candidates(2, 2)][:5]
    ['fmW', 'fcW', 'fdW', 'rmW', 'rcW']
    """
    found = []
    for atom in LEAPS:
        for (across, ahead), offsets in ModifiedAtom(atom).leaps():
            if len(LEAPS[atom]) > 1:  # a combination of two atoms
                continue
            room = (max(width, height) - 1) // max(across, ahead)
            kinds = [("", 1), ("", 0), *(("", reach) for reach in range(2, room)), ("p", 0), ("g", 0)]
            kinds += [("n", 1), ("n", 0)] * (atom in LAME) + [("j", 1)] * (atom in JUMPING)
            for modifier, reach in kinds if room > 1 else [kind for kind in kinds if kind[1] == 1]:
                found += [
                    Candidate(atom, offset, mode, modifier, reach) for offset in offsets for mode in "mcd"
                ]
    found.sort(
        key=lambda candidate: ("njpg".find(candidate.modifier), candidate.reach > 1, candidate.reach != 1)
    )
    return (*found, *(replace(candidate, first=True) for candidate in found))


def anywhere_candidates(width: int, height: int) -> tuple[LegsCandidate, ...]:
    """Leaps to any square.

    >>> [str(candidate.part) for candidate in anywhere_candidates(8, 8)]
    ['U', 'mU', 'cU']
    """
    return tuple(LegsCandidate(ModifiedAtom(ANYWHERE, (), last), longest=max(width, height)) for last in LAST)


@cache
def legs_candidates(legs: int, taking: bool, passing: bool) -> tuple[LegsCandidate, ...]:
    """Moves of so many legs; with one leg these are crooked and circular lines. `taking` and `passing` say
    whether legs before the last may take a piece, or pass over one.

    >>> [str(candidate.part) for candidate in legs_candidates(2, taking=False, passing=False)][:4]
    ['aW', 'amW', 'acW', 'afW']
    """
    if legs == 1:
        bent = [(atom, bend, reach) for atom in "WFN" for bend, reach in (("z", 0), ("q", 1))]
        return tuple(
            LegsCandidate(ModifiedAtom(atom, (), last | {bend}, reach))
            for atom, bend, reach in bent
            for last in LAST
        )
    modes = [frozenset(mode) for mode in MODES if (taking or not {*mode} & {*"cd"})]
    modes = [mode for mode in modes if passing or not mode & {"p", "g"}]
    atoms, ways, turns = (ATOMS, WAYS, TURNS) if legs == 2 else (ATOMS[:4], WAYS[:2], TURNS[:4])
    middles = product(
        (Leg(turn, mode) for turn in turns for mode in modes if "y" not in mode), repeat=legs - 2
    )
    found = product(atoms, ways, modes, tuple(middles), turns, LAST)
    return tuple(
        LegsCandidate(ModifiedAtom(atom, way, mode, reach, (*middle, Leg(turn, last))))
        for (atom, reach), way, mode, middle, turn, last in found
    )


def written(chosen: Iterable[AnyCandidate]) -> Betza:
    """The candidates as one Betza text: modes, directions and atoms combined where possible.

    >>> str(written(Candidate("W", (x, y), mode) for x, y in ((0, 1), (0, -1)) for mode in "mc"))
    'vW'
    """
    chosen = list(chosen)
    modes: dict[tuple[str, str, int, bool, Offset], str] = {}
    for each in (each for each in chosen if isinstance(each, Candidate)):
        key = (each.atom, each.modifier, each.reach, each.first, each.offset)
        modes[key] = "".join(sorted({*modes.get(key, ""), each.mode}))
    offsets: dict[tuple[str, frozenset[str], int], set[Offset]] = {}
    for (atom, modifier, reach, first, offset), mode in modes.items():
        letters = frozenset(modifier + "i" * first + mode * (mode != "cm"))
        offsets.setdefault((atom, letters, reach), set()).add(offset)
    parts = [
        ModifiedAtom(atom, sides(atom, found), letters, reach)
        for (atom, letters, reach), found in offsets.items()
    ]
    several = [each.part for each in chosen if isinstance(each, LegsCandidate)]
    return Betza((*_joined(sorted(parts, key=_order)), *several))


def _order(part: ModifiedAtom) -> tuple[bool, bool, int, list[str]]:
    return "i" in part.modes, part.reach == 1, list(LEAPS).index(part.atom), sorted(part.modes)


def _joined(parts: list[ModifiedAtom]) -> Iterator[ModifiedAtom]:
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
    return {pair: frozenset(found) for pair in pairs for _, found in ModifiedAtom(atom, (pair,)).leaps()}
