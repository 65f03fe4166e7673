"""Laws as text: both sides, printed from the laws themselves."""

from __future__ import annotations

from typing import Any

from lasker.algebra.fragments import Fragment
from lasker.algebra.laws import FRAGMENT_LAWS, Law
from lasker.algebra.moves import Variable
from lasker.kernel.dataclass import dataclass
from lasker.syntax.printer import Printer
from lasker.syntax.rules import Rules

# Laws of which both sides are one value, because values are flat lists or computed at once.
WRITTEN = {
    "sequence associates": ("(M N) P", "M (N P)"),
    "choice associates": ("(M | N) | P", "M | (N | P)"),
    "glue associates": ("(f + g) + h", "f + (g + h)"),
    "movements act in turn": ("(m n) f", "m (n f)"),
    "movements keep 0": ("m 0", "0"),
    "inverses reverse the order": ("(m n)⁻¹", "n⁻¹ m⁻¹"),
    "priority": ("M // N", "M | ![M] N"),
    "exhaustion": ("exhaust(M)", "M* ![M]"),
}


@dataclass(frozen=True)
class Letter:
    """A letter of a law about movements or fragments: what is done with it is written down."""

    text: str

    def __add__(self, other: Letter | Fragment) -> Letter:
        return Letter(f"{self.text} + {other.text if isinstance(other, Letter) else '0'}")

    def __mul__(self, other: Letter) -> Letter:
        return Letter(f"{self.text} {other.text}")

    def __pow__(self, power: int) -> Letter:
        return Letter("1" if power == 0 else f"{self.text}⁻¹")

    def moved(self, movement: Letter, vocabulary: Any) -> Letter:
        """The letter, moved."""
        return Letter(f"{movement.text} {f'({self.text})' if '+' in self.text else self.text}")


def sides(law: Law) -> tuple[str, str]:
    """Both sides of a law as text.

    >>> from lasker.algebra.laws import MOVE_LAWS
    >>> sides(MOVE_LAWS[0]), sides(FRAGMENT_LAWS[3])
    (('nil M', 'M'), ('m (f + g)', 'm f + m g'))
    """
    if law.name in WRITTEN:
        return WRITTEN[law.name]
    if law in FRAGMENT_LAWS:
        letters = [Letter(name) for name in law.letters]
        return law.left(*letters).text, law.right(*letters).text
    show = Printer(Rules()).show
    moves = [Variable(name) for name in law.letters]
    return show(law.left(*moves)), show(law.right(*moves))
