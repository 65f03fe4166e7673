"""Weights of displacements, as a rules text declares them: real numbers beside the rules, kept exactly.

Each text of a line `weights "rook 1,0* 3/2" "king 1,0 2"` names a piece, a displacement as the owner of the
piece sees it, and a weight; behind a star the displacement may be repeated, `*3` at most three times. No rule
depends on a weight: what a move costs a player is counted by counters.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from fractions import Fraction

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError, LimitError, NameProblem, did_you_mean
from lasker.kernel.limits import LARGEST, whole

NUMBER = re.compile(r"([-+]?)([0-9]*)(?:\.([0-9]*)|/([0-9]+))?")
TEXT = re.compile(r"(\w+)\s+(-?[0-9]+(?:,-?[0-9]+)*)(\*[0-9]*)?\s+(\S+)")
MOST_PLACES = 18  # behind a decimal point, and digits of a denominator


@dataclass(frozen=True)
class Weight:
    """What one displacement of a piece weighs, and how often it may be repeated in one move."""

    piece: str
    vector: tuple[int, ...]
    repeated: int | None  # None: until the board ends
    weight: Fraction

    def __str__(self) -> str:
        star = {1: "", None: "*"}.get(self.repeated, f"*{self.repeated}")
        return f"{self.piece} {','.join(map(str, self.vector))}{star} {self.weight}"


def rational(text: str) -> Fraction | None:
    """The exact number that a text writes as 2, 0.5 or 1/3; None if it writes none.

    >>> rational("0.1") * 3, rational("-2/6"), rational("1/0"), rational("two")
    (Fraction(3, 10), Fraction(-1, 3), None, None)
    """
    found = NUMBER.fullmatch(text)
    if found is None:
        return None
    sign, digits, places, denominator = found.groups()
    if not (digits or places) or (denominator is not None and not (digits and denominator.strip("0"))):
        return None
    if len(places or "") > MOST_PLACES:
        raise LimitError(
            f"{len(places)} digits behind the point are too many",
            remedy=f"write at most {MOST_PLACES}, or a fraction such as 1/3",
        )
    most = LARGEST if denominator is None else LARGEST * 10**MOST_PLACES
    value = Fraction(whole(digits or "0", most), whole(denominator or "1", 10**MOST_PLACES))
    whole(str(int(value)))
    value += Fraction(int(places or "0"), 10 ** len(places or ""))
    return -value if sign == "-" else value


def read(text: str, dimension: int | None, pieces: Collection[str]) -> Weight:
    """One text of a line of weights, on a board with so many axes; None where it has no vectors.

    >>> print(read("rook 1,0* 1.50", 2, ["rook"]))
    rook 1,0* 3/2
    """
    found = TEXT.fullmatch(text.strip())
    weight = rational(found[4]) if found else None
    if found is None or weight is None:
        raise DeclarationError(
            f"{text!r} is no weight", remedy='for example: weights "rook 1,0* 3/2" "king 1,1 2"'
        )
    if found[1] not in pieces:
        remedy = did_you_mean(found[1], pieces, "a weight begins with the name of a piece")
        raise NameProblem(f"no piece is called {found[1]}", remedy=remedy)
    vector = tuple(whole(number) for number in found[2].split(","))
    if dimension != len(vector):
        has = "no vectors" if dimension is None else f"vectors of {dimension} numbers"
        raise DeclarationError(
            f"this board has {has}, and {found[2]} has {len(vector)}", remedy="count the axes"
        )
    star = found[3]
    repeated = 1 if star is None else None if star == "*" else whole(star[1:])
    return Weight(found[1], vector, repeated, weight)


def denominator(weights: Iterable[Fraction]) -> int:
    """The least number that makes all of these whole, if they are multiplied by it.

    >>> denominator([Fraction(1, 2), Fraction(2, 3), Fraction(5)])
    6
    """
    found = 1
    for weight in weights:
        found *= (found * weight).denominator
    return found
