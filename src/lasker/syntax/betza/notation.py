"""A piece in Betza notation as data: atoms with modifiers, legs, chains; printed back and told in words.

Directions mean what they mean in Fairy-Stockfish and XBoard: `fN` goes furthest ahead, `fsN` furthest
sideways and ahead, `fhN` is the whole forward half.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field, replace
from itertools import combinations_with_replacement

from lasker.kernel.dataclass import dataclass
from lasker.syntax.betza.directions import BENDS, SIDES, Offset, directions, is_oblique, paired, turned

LEAPS: dict[str, tuple[Offset, ...]] = {
    "W": ((0, 1),),
    "F": ((1, 1),),
    "D": ((0, 2),),
    "N": ((1, 2),),
    "A": ((2, 2),),
    "H": ((0, 3),),
    "C": ((1, 3),),
    "Z": ((2, 3),),
    "G": ((3, 3),),
    "K": ((0, 1), (1, 1)),
}
RIDES = {"R": "W", "B": "F", "Q": "K"}
FARTHER = {"X": (0, 3), "Y": (2, 2)}  # behind a letter, any number of them: so much farther
CASTLING = "O"
ANYWHERE = "U"
NUMBERS = re.compile(r"\((\d{1,2}),(\d{1,2})\)")
# The modes of a leg, in the order in which XBoard wants them.
MODES = {
    "i": "from its first squares",
    "u": "leaving what was taken where the leg began",
    "m": "without taking",
    "c": "only to take",
    "d": "taking friends",
    "k": "only to take royal pieces",
    "e": "in passing",
    "x": "borrowing the moves of a friend",
    "t": "not taking royal pieces",
    "p": "over one piece and on",
    "g": "over one piece, to the square behind it",
    "o": "around the edge on both sides",
    "y": "to an empty square",
    "n": "if nothing stands in between",
    "j": "only over one piece in between",
    "jj": "only over pieces in between",
    "z": "in a crooked line",
    "q": "in a circle",
}
# What the modes of a leg mean if another leg follows.
BEFORE = {
    "i": "from its first squares",
    "u": "leaving what was taken where the leg began",
    "m": "to an empty square",
    "c": "taking an enemy",
    "d": "taking a friend",
    "t": "a friend only",
    "p": "onto a piece, which stays",
    "g": "onto a piece, which stays",
    "y": "to an empty square",
    "n": "if nothing stands in between",
    "j": "only over one piece in between",
    "jj": "only over pieces in between",
    "o": "around the edge on both sides",
    "x": "to a friend, who then moves",
}


def leaps_of(atom: str) -> tuple[Offset, ...]:
    """The leaps of an atom: of a letter, of a letter with X or Y, or of two numbers in brackets. Those to any
    square depend on the board: see `Part.on_board`.

    >>> leaps_of("K"), leaps_of("NX"), leaps_of("DXY"), leaps_of("(4,1)")
    (((0, 1), (1, 1)), ((1, 5),), ((2, 7),), ((1, 4),))
    """
    if atom in LEAPS:
        return LEAPS[atom]
    if atom == ANYWHERE:
        return ()
    if found := NUMBERS.fullmatch(atom):
        low, high = sorted((int(found[1]), int(found[2])))
        return ((low, high),)
    [(across, ahead)] = LEAPS[atom[0]]
    return ((across + sum(FARTHER[x][0] for x in atom[1:]), ahead + sum(FARTHER[x][1] for x in atom[1:])),)


@dataclass(frozen=True)
class Leg:
    """One leg after the first of a move: how it turns, and under which conditions."""

    directions: tuple[str, ...] = ()  # pairs of letters; none for all directions but back
    modes: frozenset[str] = field(default_factory=frozenset)


@dataclass(frozen=True)
class ModifiedAtom:
    """One atom with its modifiers: where it goes, how often in a row, under which conditions, and the
    legs that follow."""

    atom: str
    directions: tuple[str, ...] = ()  # pairs of letters; none for all directions
    modes: frozenset[str] = field(default_factory=frozenset)
    reach: int = 1  # leaps in a row at most; 0 for as many as it likes
    further: tuple[Leg, ...] = ()
    rider: bool | None = None  # do y and g begin from R, B, Q? None if that is as the reach says

    def __str__(self) -> str:
        doubled = self.atom * 2 if self.atom in LEAPS else f"{self.atom}0"
        rider = {leaper: rider for rider, leaper in RIDES.items()}.get(self.atom, doubled)
        if self.atom in RIDES.values() and self.changes_reach:
            letter, alone = (rider, 0) if self.rides else (self.atom, 1)
            shown = letter + (str(self.reach) if self.reach != alone else "")
        elif self.reach == 0 and self.atom != CASTLING:
            shown = rider
        else:
            shown = self.atom + (str(self.reach) if self.reach > 1 else "")
        return "a".join(map(_written, self.legs)) + shown

    @property
    def eightfold(self) -> bool:
        """Has it eight directions, not four?"""
        return self.atom == "K" or any(map(is_oblique, leaps_of(self.atom)))

    @property
    def legs(self) -> tuple[Leg, ...]:
        """All legs, the first among them."""
        return (Leg(self.directions, self.modes), *self.further)

    @property
    def changes_reach(self) -> bool:
        """Does y or g say how far a later leg goes?"""
        return any(leg.modes & {"y", "g"} for leg in self.legs[:-1])

    @property
    def rides(self) -> bool:
        """Is the first leg a ride, which y and g turn into a leap?"""
        return self.reach != 1 if self.rider is None else self.rider

    @property
    def reaches(self) -> list[int]:
        """How many leaps each leg may make: y and g turn leaps into rides, and rides into leaps. W, F and K
        with a number are leaps, R, B and Q with a number rides: `gafsR`, `gafsW0`.

        >>> from lasker.syntax.betza.reader import read
        >>> [read(text).parts[0].reaches for text in ("gafsR", "gafsW0", "yafsW3", "yafsN2")]
        [[0, 1], [0, 0], [3, 0], [2, 1]]
        """
        found, rides = [self.reach], self.rides
        for leg in self.legs[:-1]:
            if leg.modes & {"y", "g"}:
                rides = not rides
                found.append(0 if rides else 1)
            else:
                found.append(found[-1])
        return found

    def towards(self, leap: Offset) -> list[int]:
        """The directions of the first leg for one kind of leap."""
        return directions(leap, self.directions, corners=self.atom == "K")

    def leaps(self) -> Iterator[tuple[Offset, list[Offset]]]:
        """Each kind of leap, with every offset to which the directions of the first leg lead."""
        for leap in leaps_of(self.atom):
            yield leap, [turned(leap, direction) for direction in self.towards(leap)]

    def simple(self) -> Iterator[ModifiedAtom]:
        """Itself alone."""
        yield self

    def on_board(self, longest: int) -> Iterator[ModifiedAtom]:
        """Itself; a leap to any square as the leaps that a board with lines of so many squares has room for.

        >>> print(*ModifiedAtom("U", (), frozenset("m")).on_board(3))
        m(0,1) m(0,2) m(1,1) m(1,2) m(2,2)
        """
        if self.atom != ANYWHERE:
            yield self
            return
        for leap in combinations_with_replacement(range(longest), 2):
            if any(leap):
                yield replace(self, atom=f"({leap[0]},{leap[1]})")

    def words(self) -> str:
        """The part in words.

        >>> from lasker.syntax.betza.reader import read
        >>> [part] = read("fmW2").parts
        >>> part.words()
        'rides (0,1) at most 2 times forward, without taking'
        """
        if self.atom == CASTLING:
            return f"castles, going {self.reach} squares"
        if self.atom == ANYWHERE:
            return _told("leaps to any square", self.legs[0], MODES)
        often = f" at most {self.reach} times" if self.reach > 1 else ""
        leaps = " and ".join(f"({a},{b})" for a, b in leaps_of(self.atom))
        told = []
        for number, (leg, reach) in enumerate(zip(self.legs, self.reaches, strict=True)):
            how = ("leaps" if reach == 1 else "rides") + (f" {leaps}{often}" if not number else "")
            conditions = dict(MODES if number == len(self.further) else BEFORE)
            if number:
                conditions["i"] = "as far as before"
            if {"c", "k"} <= leg.modes:
                conditions |= {"c": "only to take, royal pieces excepted", "k": ""}
            elif {"m", "k"} <= leg.modes:
                conditions |= {"m": "taking royal pieces alone", "k": ""}
            if reach != 1 and max(map(max, leaps_of(self.atom))) == 1:
                conditions |= {
                    "j": "passing over the first square",
                    "jj": "passing over the first two squares",
                }
            told.append(_told(how, leg, conditions))
        return ", then ".join(told)


@dataclass(frozen=True)
class Chain:
    """Parts that are made one after the other; `ends[i]` says whether the move may end before part i + 1."""

    parts: tuple[ModifiedAtom, ...]
    ends: tuple[bool, ...]

    def __str__(self) -> str:
        marks = ["?" if may_end else "-" for may_end in self.ends]
        return (
            "[" + "".join(str(part) + mark for part, mark in zip(self.parts, [*marks, ""], strict=True)) + "]"
        )

    def simple(self) -> Iterator[ModifiedAtom]:
        """Its parts, one by one."""
        yield from self.parts

    def words(self) -> str:
        """The chain in words.

        >>> from lasker.syntax.betza.reader import read
        >>> read("[F?fsR]").words()
        'leaps (1,1), then or not rides (0,1) forward sideways'
        """
        told = self.parts[0].words()
        for part, may_end in zip(self.parts[1:], self.ends, strict=True):
            told += f", then {'or not ' * may_end}{part.words()}"
        return told


@dataclass(frozen=True)
class Repetition:
    """A part with legs in brackets that are made any number of times, or not at all: `(az)N`."""

    text: str
    parts: tuple[ModifiedAtom, ...]  # with the legs in brackets left out, once, twice and so on

    def __str__(self) -> str:
        return self.text

    def simple(self) -> Iterator[ModifiedAtom]:
        """The part with every number of repetitions."""
        yield from self.parts

    def words(self) -> str:
        """The repetition in words.

        >>> from lasker.syntax.betza.reader import read
        >>> read("(af)W").words()
        'leaps (0,1), or leaps (0,1), then leaps forward, and so on'
        """
        return f"{self.parts[0].words()}, or {self.parts[1].words()}, and so on"


@dataclass(frozen=True)
class Betza:
    """A piece in Betza notation: it goes as any of its parts.

    >>> from lasker.syntax.betza.reader import read
    >>> print(read("BN"), read("WWFF"), read("mcLfsW3"), read("FyafsF"))
    BN RB CfsW3 FyafsF
    """

    parts: tuple[ModifiedAtom | Chain | Repetition, ...]

    def __str__(self) -> str:
        return "".join(map(str, self.parts))

    @property
    def initial(self) -> bool:
        """Does it speak of the squares from which the piece begins?"""
        return any("i" in part.modes for part in self.single_parts())

    def single_parts(self) -> Iterator[ModifiedAtom]:
        """The parts, those of chains one by one."""
        for part in self.parts:
            yield from part.simple()

    def words(self) -> str:
        """The piece in words.

        >>> from lasker.syntax.betza.reader import read
        >>> read("BN").words()
        'rides (1,1); leaps (1,2)'
        """
        return "; ".join(part.words() for part in self.parts)


def _told(what: str, leg: Leg, conditions: dict[str, str]) -> str:
    letters = {**SIDES, **BENDS}
    sides = [" ".join(dict.fromkeys(letters.get(x, "half") for x in pair)) for pair in leg.directions]
    under = [text for mode, text in conditions.items() if text and mode in leg.modes]
    return ", ".join([f"{what}{' ' * bool(sides)}{' and '.join(sides)}", *under])


def _written(leg: Leg) -> str:
    first = "i" if "i" in leg.modes else ""
    return first + _sides(leg) + "".join(mode for mode in MODES if mode in leg.modes - {"i"})


def _sides(leg: Leg) -> str:
    brief = "".join(pair[0] if pair[0] == pair[1] else pair for pair in leg.directions)
    return brief if tuple(paired(brief)) == leg.directions else "".join(leg.directions)
