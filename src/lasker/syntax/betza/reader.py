"""Reading Betza notation: the place of every mistake is told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from lasker.kernel.errors import ParseError
from lasker.kernel.source import Source, Span
from lasker.syntax.betza.directions import ACROSS, ALONG, BENDS, SIDES, is_oblique, paired
from lasker.syntax.betza.notation import (
    ANYWHERE,
    BEFORE,
    CASTLING,
    FARTHER,
    LEAPS,
    MODES,
    NUMBERS,
    RIDES,
    Betza,
    Chain,
    Leg,
    ModifiedAtom,
    Repetition,
    leaps_of,
)
from lasker.syntax.betza.trajectories import trajectories

GROUP = re.compile(r"(?P<before>[a-z]*)\((?P<again>[a-z]*)\)(?=[a-zA-Z(])")
OLD_LETTERS = {"L": "C", "J": "Z"}
MOST_LEAPS = 99
MOST_LEGS = 12
MOST_STRETCHES = 100_000  # in all trajectories of a piece
LAME = ("N", "Z", "C")  # oblique leaps whose way is agreed upon: first along a line and then aslant
NOT_SUPPORTED = {
    "w": "nothing is agreed upon",
    "@": "drops are rules of a game, not of a piece",
    "I": "an imitator moves as the last piece did, and a position does not tell how that was",
    "*": "how far it is to the middle of the board is said in the language",
}


def read(text: str) -> Betza:
    """Read Betza notation; what it does not cover is refused by name and place.

    >>> read("fmWfcF").words()
    'leaps (0,1) forward, without taking; leaps (1,1) forward, only to take'
    >>> read("FyafsF").words()
    'leaps (1,1); leaps (1,1), to an empty square, then rides forward sideways'
    """
    reader = _Reader(Source(text, "<betza>"))
    parts: list[ModifiedAtom | Chain | Repetition] = []
    stretches = 0
    while reader.at < len(text):
        start = reader.at
        if text[reader.at] == "[":
            parts.append(reader.chain())
        else:
            group = reader.group()
            parts.append(reader.repetition(group) if group else reader.part())
        stretches += _stretches(parts[-1], MOST_STRETCHES - stretches)
        if stretches > MOST_STRETCHES:
            raise ParseError(
                "too many ways to go",
                span=Span(reader.source, start, reader.at),
                remedy="write fewer legs, or say where they turn: afaW, (az)N",
            )
    if not parts:
        raise ParseError("an empty text is no piece", span=Span(reader.source, 0, 0), remedy=_REMEDY)
    return Betza(tuple(parts))


def read_at(place: Span) -> Betza:
    """Read the notation that stands at a place of a text; mistakes are told with their place there.

    >>> from lasker.kernel.source import Source, Span
    >>> print(read_at(Span(Source("A=BN archbishop"), 2, 4)))
    BN
    """
    try:
        return read(place.source.text[place.start : place.end])
    except ParseError as error:
        if error.span is not None:
            start, end = error.span.start, error.span.end
            error.span = Span(place.source, place.start + start, place.start + end)
        raise


_REMEDY = f"end with one of {' '.join([*LEAPS, *RIDES])}"


def _stretches(part: ModifiedAtom | Chain | Repetition, most: int) -> int:
    """The stretches of all trajectories of a part; if they are more than `most`, some number above it."""
    if isinstance(part, ModifiedAtom) and part.atom == CASTLING:
        return 0
    found = 0
    for trajectory in trajectories(part):
        found += len(trajectory)
        if found > most:
            break
    return found


@dataclass
class _Letters:
    """The letters of one leg as they are read, with their places."""

    sides: list[tuple[int, str]] = field(default_factory=list)
    modes: list[str] = field(default_factory=list)

    def pairs(self) -> tuple[str, ...]:
        """The directions, paired where their letters stand side by side."""
        return tuple(dict.fromkeys(self._runs()))

    def _runs(self) -> Iterator[str]:
        run = ""
        for number, (at, letter) in enumerate(self.sides):
            if number and at != self.sides[number - 1][0] + 1:
                yield from paired(run)
                run = ""
            run += letter
        yield from paired(run)

    def settled(self, last: bool) -> frozenset[str]:
        """The modes; moving and taking together is what a piece does at the end of its way anyway, and moving
        what it does before."""
        found = set(self.modes)
        if self.modes.count("j") > 1:
            found = found - {"j"} | {"jj"}
        if last and {"m", "c"} <= found and not found & {"d", "e", "k"}:
            found -= {"m", "c"}
        if not last and found & {"m", "c", "d", "p", "g", "y", "x"} == {"m"}:
            found -= {"m"}
        return frozenset(found)


@dataclass
class _Reader:
    source: Source
    at: int = 0

    def part(self, onward: bool = False) -> ModifiedAtom:
        """One atom with all that stands before it; `onward` if it goes on from another one."""
        text, start = self.source.text, self.at
        legs = [_Letters()]
        while self.at < len(text):
            letter = text[self.at]
            if letter == "a":
                legs.append(_Letters())
            elif letter in ALONG + ACROSS or (letter in BENDS and (onward or len(legs) > 1)):
                legs[-1].sides.append((self.at, letter))
            elif letter in MODES:
                legs[-1].modes.append(letter)
            else:
                break
            self.at += 1
        else:
            complaint = "letters that say how to go, and none that says where"
            raise ParseError(complaint, span=Span(self.source, len(text) - 1, len(text)), remedy=_REMEDY)
        atom_at = self.at
        atom, reach = self._atom()
        first, *further = legs
        part = ModifiedAtom(
            atom,
            first.pairs(),
            first.settled(not further),
            reach,
            tuple(Leg(leg.pairs(), leg.settled(leg is further[-1])) for leg in further),
        )
        rides = text[atom_at] in RIDES or text[atom_at + 1 : self.at] == text[atom_at]
        if part.changes_reach and atom in RIDES.values() and rides != part.rides:
            part = replace(part, rider=rides)
        if len(legs) > MOST_LEGS:
            raise ParseError(f"{len(legs)} legs", span=Span(self.source, start, self.at), remedy="at most 12")
        _refuse_senseless(part, Span(self.source, atom_at, self.at))
        return part

    def group(self) -> re.Match[str] | None:
        """The modifiers that are next, if some of them stand in brackets."""
        return GROUP.match(self.source.text, self.at)

    def repetition(self, found: re.Match[str]) -> Repetition:
        """A part with modifiers in brackets: they are written any number of times, as long as there are few
        enough legs."""
        text, start = self.source.text, self.at
        bracket = Span(self.source, found.start("again") - 1, found.end("again") + 1)
        again, legs = range(*found.span("again")), found["again"].count("a")
        if not legs:
            raise ParseError(
                "brackets repeat legs, and nothing in them begins one",
                span=bracket,
                remedy="write a before the leg that is repeated: (az)N",
            )
        parts = list[ModifiedAtom]()
        while not parts or len(parts[0].further) + len(parts) * legs < MOST_LEGS:
            places = [*range(*found.span("before")), *[*again] * len(parts), *range(found.end(), len(text))]
            inner = _Reader(Source("".join(text[place] for place in places), "<betza>"))
            try:
                parts.append(inner.part())
            except ParseError as error:
                ends = (0, 1) if error.span is None else (error.span.start, error.span.end - 1)
                first, last = (places[min(at, len(places) - 1)] for at in ends)
                error.span = Span(self.source, first, max(first, last) + 1)
                raise
            self.at = places[inner.at - 1] + 1
        return Repetition(text[start : self.at], tuple(parts))

    def chain(self) -> Chain:
        """Parts in brackets, with a hyphen or a question mark between them."""
        text, start = self.source.text, self.at
        self.at += 1
        parts, ends = list[ModifiedAtom](), list[bool]()
        while True:
            if self.at >= len(text):
                raise ParseError(
                    "this bracket is not closed", span=Span(self.source, start, start + 1), remedy="write ]"
                )
            began = self.at
            part = self.part(onward=bool(parts))
            if part.further or part.atom in (CASTLING, ANYWHERE):
                raise ParseError(
                    "a move in brackets has one leg, and is neither O nor U",
                    span=Span(self.source, began, self.at),
                    remedy="write the legs one by one: [F-fsR]",
                )
            parts.append(part)
            if self.at == len(text):
                continue
            mark = text[self.at]
            self.at += 1
            if mark == "]" and len(parts) > 1:
                break
            if mark not in ("-", "?"):
                raise ParseError(
                    "between moves in brackets stands - or ?",
                    span=Span(self.source, self.at - 1, self.at),
                    remedy="[F?fsR] may end after its first leg, [F-fsR] may not",
                )
            ends.append(mark == "?")
        return Chain(tuple(parts), tuple(ends))

    def _atom(self) -> tuple[str, int]:
        """The atom here, and how many leaps it makes: twice the letter, or a number."""
        text, start = self.source.text, self.at
        letter = OLD_LETTERS.get(text[start], text[start])
        if found := NUMBERS.match(text, start):
            self.at = found.end()
            if set(leaps_of(found[0])) & {(0, 0)}:
                raise ParseError("a leap of no length", span=Span(self.source, start, self.at))
            return found[0], self._number() or 1
        if letter not in LEAPS and letter not in RIDES and letter not in (CASTLING, ANYWHERE):
            raise self._unknown()
        self.at += 1
        if letter == ANYWHERE:
            return ANYWHERE, 1
        following = text[self.at : self.at + 1]
        if letter == CASTLING:
            reach = self._number()
            if not reach:
                raise ParseError(
                    "castling needs to know how far",
                    span=Span(self.source, start, self.at),
                    remedy="write O2 for a king that goes two squares",
                )
            return CASTLING, reach
        doubled = following == text[start] and letter in LEAPS
        while letter[0] in LEAPS and letter != "K" and text[self.at : self.at + 1] in [*FARTHER]:
            letter += text[self.at]
            self.at += 1
        if doubled:
            self.at += 1
            return letter, 0
        reach = self._number()
        return RIDES.get(letter, letter), (0 if letter in RIDES else 1) if reach is None else reach

    def _number(self) -> int | None:
        text, start = self.source.text, self.at
        while self.at < len(text) and text[self.at] in "0123456789":
            self.at += 1
        if self.at == start:
            return None
        number = int(text[start : self.at][:9])
        if number > MOST_LEAPS:
            raise ParseError(
                f"{text[start : self.at]} leaps in a row",
                span=Span(self.source, start, self.at),
                remedy=f"at most {MOST_LEAPS}; 0 for as far as it can",
            )
        return number

    def _unknown(self) -> ParseError:
        letter, span = self.source.text[self.at], Span(self.source, self.at, self.at + 1)
        if letter in NOT_SUPPORTED:
            return ParseError(f"{letter} is not supported: {NOT_SUPPORTED[letter]}", span=span)
        if letter == "(":
            return ParseError(
                "brackets hold the two numbers of a leap", span=span, remedy="for example (1,4) for a giraffe"
            )
        modifiers = " ".join([*SIDES, "h", *(mode for mode in MODES if len(mode) == 1), "a"])
        known = f"atoms are {' '.join([*LEAPS, *RIDES, CASTLING, ANYWHERE])}, modifiers {modifiers}"
        return ParseError(f"{letter} is not a letter of Betza's", span=span, remedy=known)


def _refuse_senseless(part: ModifiedAtom, span: Span) -> None:
    """What the letters allow, and nobody has said what it means."""
    shown = span.source.text[span.start : span.end]
    special = {CASTLING: _castling_complaint, ANYWHERE: _anywhere_complaint}
    complaint = special[part.atom](part) if part.atom in special else _complaint(part, shown)
    if complaint:
        raise ParseError(complaint, span=span)


def _castling_complaint(part: ModifiedAtom) -> str | None:
    if part.further or part.modes - {"i"} or set("".join(part.directions)) - set("lrs"):
        return "castling has no other modifiers than i, l, r and s"
    return None


def _anywhere_complaint(part: ModifiedAtom) -> str | None:
    if part.further or part.directions or part.modes - set("imcdktu"):
        return "a leap to any square has no directions, no legs and no other modifiers than i m c d k t u"
    return _unload_complaint(part)


def _unload_complaint(part: ModifiedAtom) -> str | None:
    first = next((number for number, leg in enumerate(part.legs) if "u" in leg.modes), None)
    if first is not None and not any(leg.modes & {"c", "d"} for leg in part.legs[: first + 1]):
        return "u puts down what was taken, and nothing is: write c or d before it"
    return None


def _complaint(part: ModifiedAtom, shown: str) -> str | None:
    oblique = any(is_oblique(leap) for leap in leaps_of(part.atom))
    for pair in part.directions:
        chiral = oblique and pair in ("hl", "hr")
        if "h" in pair and not chiral and not ((oblique or part.atom == "K") and pair[0] != "h"):
            return (
                f"halves such as fh are of K and of oblique leaps, hl and hr of oblique leaps, not of {shown}"
            )
    legs, reaches = part.legs, part.reaches
    if complaint := _unload_complaint(part):
        return complaint
    for number, leg in enumerate(legs):
        if "i" in leg.modes and number and (reaches[number] == 1 or reaches[number - 1] == 1):
            return "i in a further leg says that it is as long as the leg before: both ride"
        if complaint := _leg_complaint(part, leg, reaches[number], number == len(legs) - 1, shown):
            return complaint
    return None


def _leg_complaint(part: ModifiedAtom, leg: Leg, reach: int, last: bool, shown: str) -> str | None:
    modes, steps = leg.modes, part.atom in ("W", "F", "K")
    if len(modes & {"n", "j", "jj"}) > 1 or (last and len(modes & {"n", "j", "jj", "p", "g"}) > 1):
        return "n, j, p and g exclude each other"
    agreed = part.atom in LAME or not (steps or any(map(is_oblique, leaps_of(part.atom))))
    if "n" in modes and not agreed and not (steps and part.further):
        return f"what may stand in the way of {shown} is not agreed upon, so n is not supported here"
    if modes & {"j", "jj"} and not (reach != 1 if steps else agreed):
        return f"what {shown} has to jump over is not agreed upon, so j is not supported here"
    if last and modes & {"p", "g"} and reach == 1:
        return f"hoppers ride: p and g stand before R, B, Q and doubled letters, not before {shown}"
    if not last and (unfit := modes - set(BEFORE) - {"k"}):
        return f"{min(unfit)} belongs to the last leg"
    if last and "y" in modes:
        return "y changes how far the next leg goes, and there is none"
    if "k" in modes and (not last or modes & {"d", "e", "t", "u"}):
        return "k takes a royal piece at the end of a move: it stands in the last leg, without d, e, t and u"
    if "x" in modes and (modes - {"x"} or part.further):
        return "x borrows moves: it stands alone, before one leg"
    if modes & {"z", "q"} and (part.further or {"z", "q"} <= modes or ("z" in modes and reach == 1)):
        return f"z and q bend a ride: they stand before R, B and doubled letters, not before {shown}"
    if modes & {"z", "q"} and modes & {"p", "g", "n", "j", "jj", "u", "o"}:
        return f"what a bent {shown} does with its other modifiers is not agreed upon"
    if "q" in modes and part.reach > 7:
        return "a circle closes after eight leaps"
    return None
