"""Betza notation: how a piece goes, in a few letters, read with the place of every mistake and printed back.

Directions mean what they mean in Fairy-Stockfish and XBoard: `fN` goes furthest ahead, `fsN` furthest
sideways and ahead, `fhN` is the whole forward half; on one letter after another see `_paired`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from lasker.kernel.errors import ParseError
from lasker.kernel.source import Source, Span

Offset = tuple[int, int]  # to the right, ahead

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
OLD_LETTERS = {"L": "C", "J": "Z"}
ALONG, ACROSS = "fbvh", "lrsh"
MODES = {
    "i": "from its first squares",
    "m": "without taking",
    "c": "only to take",
    "n": "if nothing stands in between",
    "j": "only over a piece in between",
    "p": "over one piece and on",
    "g": "over one piece, to the square behind it",
}
SIDES = {"f": "forward", "b": "backward", "l": "left", "r": "right", "v": "lengthwise", "s": "sideways"}
NOT_SUPPORTED = {
    "o": "going round the edge: declare a board that is glued, such as board cylinder 8x8",
    "e": "taking in passing: it belongs to the rules of the game",
    "a": "going on with another leg",
    "u": "lifting pieces",
    "t": "taking what was hopped over",
    "x": "passing moves on to others",
    "d": "taking one's own pieces",
    "k": "taking kings alone",
    "q": "circles",
    "y": "changing the way of going",
    "z": "crooked lines",
    "(": "leaps given by numbers",
    "[": "moves of several legs",
}
MOST_LEAPS = 99
ONE_BETWEEN = "DAN"  # leaps that pass one square, so that `j` says what it has to hold
LAME = "DANHGZ"  # leaps whose way is agreed upon: straight, or first along a line and then aslant


@dataclass(frozen=True)
class Part:
    """One atom with its modifiers: where it goes, how often in a row, and under which conditions."""

    atom: str
    directions: tuple[str, ...] = ()  # pairs of letters; none for all directions
    modes: frozenset[str] = field(default_factory=frozenset)
    reach: int = 1  # leaps in a row at most; 0 for as many as it likes

    def __str__(self) -> str:
        first = "i" if "i" in self.modes else ""  # before all others, as XBoard wants it
        modes = first + self._sides() + "".join(mode for mode in MODES if mode in self.modes - {"i"})
        if self.reach == 0:
            return modes + {leaper: rider for rider, leaper in RIDES.items()}.get(self.atom, self.atom * 2)
        return modes + self.atom + (str(self.reach) if self.reach > 1 else "")

    def _sides(self) -> str:
        brief = "".join(pair[0] if pair[0] == pair[1] else pair for pair in self.directions)
        return brief if tuple(_paired(brief)) == self.directions else "".join(self.directions)

    def leaps(self) -> Iterator[tuple[Offset, list[Offset]]]:
        """Each kind of leap, with every offset to which its directions lead."""
        for across, ahead in LEAPS[self.atom]:
            signed = [(x, y) for y in (1, -1) for x in (1, -1)]
            turned = [(x * across, y * ahead) for x, y in signed] + [
                (x * ahead, y * across) for x, y in signed
            ]
            found = [
                offset
                for offset in dict.fromkeys(turned)
                if not self.directions or any(_leads(pair, offset) for pair in self.directions)
            ]
            yield (across, ahead), found

    def words(self) -> str:
        """The part in words.

        >>> [part] = read("fmW2").parts
        >>> part.words()
        'rides (0,1) at most 2 times forward, without taking'
        """
        leaps = " and ".join(f"({a},{b})" for a, b in LEAPS[self.atom])
        how = "leaps" if self.reach == 1 else "rides"
        often = f" at most {self.reach} times" if self.reach > 1 else ""
        sides = [" ".join(dict.fromkeys(SIDES.get(x, "half") for x in pair)) for pair in self.directions]
        conditions = [MODES[mode] for mode in MODES if mode in self.modes]
        return ", ".join([f"{how} {leaps}{often}{' ' * bool(sides)}{' and '.join(sides)}", *conditions])


@dataclass(frozen=True)
class Betza:
    """A piece in Betza notation: it goes as any of its parts.

    >>> print(read("BN"), read("WWFF"), read("mcLfsW3"))
    BN RB CfsW3
    """

    parts: tuple[Part, ...]

    def __str__(self) -> str:
        return "".join(map(str, self.parts))

    def words(self) -> str:
        """The piece in words.

        >>> read("BN").words()
        'rides (1,1); leaps (1,2)'
        """
        return "; ".join(part.words() for part in self.parts)


def read(text: str) -> Betza:
    """Read Betza notation; what it does not cover is refused by name and place.

    >>> read("fmWfcF").words()
    'leaps (0,1) forward, without taking; leaps (1,1) forward, only to take'
    """
    source = Source(text, "<betza>")
    parts, modes, sides, i = [], set[str](), list[tuple[int, str]](), 0
    while i < len(text):
        letter = text[i]
        atom = OLD_LETTERS.get(letter, letter)
        if letter in MODES:
            modes.add(letter)
        elif letter in ALONG + ACROSS:
            sides.append((i, letter))
        elif atom in LEAPS or atom in RIDES:
            end, reach = _reach(source, i)
            part = Part(RIDES.get(atom, atom), tuple(_runs(sides)), _settled(modes), reach)
            _refuse_senseless(part, Span(source, i, end))
            parts.append(part)
            i, modes, sides = end, set(), []
            continue
        else:
            raise _unknown(source, i)
        i += 1
    if modes or sides or not parts:
        raise ParseError(
            "letters that say how to go, and none that says where" if text else "an empty text is no piece",
            span=Span(source, max(0, len(text) - 1), len(text)),
            remedy=f"end with one of {' '.join([*LEAPS, *RIDES])}",
        )
    return Betza(tuple(parts))


def _settled(modes: set[str]) -> frozenset[str]:
    """Moving and taking together is what a piece does anyway."""
    return frozenset(modes - {"m", "c"} if {"m", "c"} <= modes else modes)


def _runs(sides: list[tuple[int, str]]) -> Iterator[str]:
    """The directions of a part, paired where their letters stand side by side."""
    run = ""
    for number, (at, letter) in enumerate(sides):
        if number and at != sides[number - 1][0] + 1:
            yield from _paired(run)
            run = ""
        run += letter
    yield from _paired(run)


def _paired(text: str) -> Iterator[str]:
    """Two equal letters, or one along the files and one across them, are one direction."""
    i = 0
    while i < len(text):
        pair = text[i : i + 2]
        if len(pair) == 2 and (
            pair[0] == pair[1]
            or (pair[0] in ALONG and pair[1] in ACROSS)
            or (pair[0] in ACROSS and pair[1] in ALONG)
        ):
            yield pair
            i += 2
        else:
            yield pair[0] * 2
            i += 1


def _leads(pair: str, offset: Offset) -> bool:
    """Does a direction lead to an offset?

    Straight, each letter is a direction of its own. Aslant, both must be right. Otherwise the second letter
    says where the leap is longest, and the first in which half of the board it ends.
    """
    half, main, (x, y) = pair[0], pair[1], offset
    if 0 in offset:
        return _lies(half, x, y) or _lies(main, x, y)
    if abs(x) == abs(y):
        return _lies(half, x, y) and _lies(main, x, y)
    if main == "h":
        return _lies(half, x, y)
    longest = abs(y) > abs(x) if main in ALONG else abs(x) > abs(y)
    return longest and _lies(main, x, y) and _lies(half, x, y)


def _lies(side: str, x: int, y: int) -> bool:
    return {"f": y > 0, "b": y < 0, "r": x > 0, "l": x < 0, "v": y != 0, "s": x != 0}[side]


def _reach(source: Source, i: int) -> tuple[int, int]:
    """Where an atom ends, and how many leaps it makes: twice the letter, or a number."""
    text, letter = source.text, source.text[i]
    end = i + 1
    if text[end : end + 1] == letter and letter not in RIDES:
        return end + 1, 0
    while end < len(text) and text[end] in "0123456789":
        end += 1
    if end == i + 1:
        return end, 0 if letter in RIDES else 1
    number = int(text[i + 1 : end][:9])
    if number > MOST_LEAPS:
        raise ParseError(
            f"{text[i + 1 : end]} leaps in a row",
            span=Span(source, i + 1, end),
            remedy=f"at most {MOST_LEAPS}; {letter}0 rides as far as it can",
        )
    return end, number


def _refuse_senseless(part: Part, span: Span) -> None:
    """What the letters allow, and nobody has said what it means."""
    modes, shown = part.modes, span.source.text[span.start : span.end]
    hops = modes & {"p", "g"}
    complaint = None
    if any("h" in pair and (pair[0] == "h" or part.atom not in "NCZ") for pair in part.directions):
        complaint = (
            f"fh, bh, lh and rh are halves of leaps that are neither straight nor aslant, not of {shown}"
        )
    elif part.atom == "K" and any(pair[0] != pair[1] for pair in part.directions):
        complaint = f"two sides at once differ straight and aslant: write W and F, or R and B, not {shown}"
    elif len(modes & {"n", "j", "p", "g"}) > 1:
        complaint = "n, j, p and g exclude each other"
    elif "n" in modes and part.atom not in LAME:
        complaint = f"what may stand in the way of {shown} is not agreed upon, so n is not supported here"
    elif "j" in modes and (part.atom not in ONE_BETWEEN or part.reach != 1):
        complaint = f"what {shown} has to jump over is not agreed upon, so j is not supported here"
    elif hops and part.reach != 0:
        complaint = f"hoppers ride: p and g stand before R, B, Q and doubled letters, not before {shown}"
    if complaint:
        raise ParseError(complaint, span=span)


def _unknown(source: Source, i: int) -> ParseError:
    letter = source.text[i]
    span = Span(source, i, i + 1)
    if letter in NOT_SUPPORTED:
        return ParseError(f"{letter} is not supported: {NOT_SUPPORTED[letter]}", span=span)
    known = f"atoms are {' '.join([*LEAPS, *RIDES])}, modifiers {' '.join([*SIDES, 'h', *MODES])}"
    return ParseError(f"{letter} is not a letter of Betza's", span=span, remedy=known)
