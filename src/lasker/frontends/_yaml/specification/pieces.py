"""The parts of a resolved specification: guards with their names, effects, moves, pieces."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from lasker.frontends._yaml.guards.terms import Guard, Offset, Phrase
from lasker.frontends._yaml.specification.schema import Promotion
from lasker.kernel.dataclass import dataclass
from lasker.kernel.source import Span


@dataclass(frozen=True)
class Named:
    """A guard with its name, its text and its place."""

    name: str
    guard: Guard
    text: str
    span: Span


@dataclass(frozen=True)
class Effect:
    """What happens to a counter: set, or moved by an amount; one's own, the enemy's, or everybody's.

    Where it is weighted, the amount is that many times the weight of the step.
    """

    counter: str
    relative: bool
    amount: int
    owner: str | None
    weighted: bool = False


@dataclass(frozen=True)
class Carried:
    """Another piece that moves along, by offsets from the square of departure."""

    phrase: Phrase
    start: Offset
    end: Offset


@dataclass(frozen=True)
class SpecifiedMove:
    """One displacement of a piece, with all that belongs to it."""

    vector: Offset
    slide: bool | int  # may it be repeated, and at most how often
    only: str | None
    name: str | None
    guards: tuple[Named, ...]
    takes: tuple[Offset, Phrase] | None
    carries: tuple[Carried, ...]
    marks: tuple[str, ...]
    effects: tuple[Effect, ...]
    leaves: str | None
    weight: Fraction | None  # None: nothing is said, which counts as one
    span: Span

    @property
    def accompanied(self) -> bool:
        """Does more happen than that a piece goes to a square?"""
        return bool(self.takes or self.carries or self.leaves)


@dataclass(frozen=True)
class SpecifiedPiece:
    """A piece: Δ as a list of moves, and the guards of all of them."""

    name: str
    glyphs: tuple[str, ...]
    letters: tuple[str, ...]
    royal: bool
    moves: tuple[SpecifiedMove, ...]
    guards: tuple[Named, ...]
    promotion: Promotion | None
    effects: Mapping[str, tuple[Effect, ...]]
    span: Span

    @property
    def neutral(self) -> bool:
        """Does it belong to nobody?"""
        return len(self.letters) == 1
