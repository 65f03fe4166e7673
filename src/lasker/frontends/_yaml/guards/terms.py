"""The terms of guards: what an expression means once every word of it has been looked up and typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from math import gcd
from typing import Any

from lasker.kernel.dataclass import dataclass

Offset = tuple[int, ...]
LONG_PATH = 8  # squares that a path is thought to have before it is known

FLIPPED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}  # the sides exchanged


# --- squares and what stands on them ----------------------------------------------------------------


@dataclass(frozen=True)
class Square:
    """A square seen from the move: `from`, `to`, or a bound name, and an offset from there."""

    base: str
    offset: Offset


@dataclass(frozen=True)
class Phrase:
    """What may stand on a square: whose it is, which kinds, with which marks."""

    owner: str  # own, enemy, any; or empty, outside, square, for what nobody owns
    kinds: tuple[str, ...] = ()  # none: any kind
    marks: tuple[str, ...] = ()


# --- numbers ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Number:
    """A whole number."""

    value: int


@dataclass(frozen=True)
class Count:
    """How many squares hold something, perhaps in a region only."""

    phrase: Phrase
    region: str | None = None
    owner: str | None = None


@dataclass(frozen=True)
class CountedTerm:
    """The value of a counter: declared, the phase, or the number of plies or moves."""

    name: str


@dataclass(frozen=True)
class Coordinate:
    """A coordinate of a square, counted from 1 as the player to move sees the board."""

    square: Square
    axis: int


@dataclass(frozen=True)
class Component:
    """A coordinate of the displacement v - u itself, or its absolute value."""

    axis: int
    absolute: bool = False


Amount = Number | Count | CountedTerm | Coordinate | Component


# --- truth values -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Truth:
    """Always, or never."""

    value: bool


@dataclass(frozen=True)
class Not:
    """The opposite."""

    body: Guard


@dataclass(frozen=True)
class All:
    """Every one of them."""

    parts: tuple[Guard, ...]


@dataclass(frozen=True)
class Some:
    """At least one of them."""

    parts: tuple[Guard, ...]


@dataclass(frozen=True)
class After:
    """The same question on the board after the move."""

    body: Guard


@dataclass(frozen=True)
class Compare:
    """Two numbers in a relation."""

    left: Amount
    relation: str
    right: Amount


@dataclass(frozen=True)
class Within:
    """A square in a region: everybody's, one's own, or the enemy's."""

    square: Square
    region: str
    owner: str | None = None


@dataclass(frozen=True)
class Holds:
    """Something stands on a square."""

    square: Square
    phrase: Phrase


@dataclass(frozen=True)
class Attacked:
    """An enemy piece could take what stands on a square, or would stand there."""

    square: Square


@dataclass(frozen=True)
class InCheck:
    """A royal piece of the player to move, or of the enemy, is attacked."""

    enemy: bool = False


@dataclass(frozen=True)
class Can:
    """The player to move, or the enemy, has a legal move, or one of a certain name."""

    name: str
    enemy: bool = False


@dataclass(frozen=True)
class Path:
    """The squares strictly between two squares of one line."""

    start: Square
    end: Square


@dataclass(frozen=True)
class Quantified:
    """Something holds for every square of a list or a path, or for some."""

    every: bool
    name: str
    squares: Path | tuple[Square, ...]
    body: Guard


@dataclass(frozen=True)
class StepKind:
    """What kind of step this is: capture, castling, en_passant, promotion."""

    name: str


@dataclass(frozen=True)
class Repeated:
    """The position has occurred so often: only adjudications may ask."""

    times: int


Guard = (
    Truth | Not | All | Some | After | Compare | Within | Holds | Attacked | InCheck | Can | Quantified
    | StepKind | Repeated
)  # fmt: skip

TRUE, FALSE = Truth(True), Truth(False)


def both(parts: Iterator[Guard] | tuple[Guard, ...] | list[Guard]) -> Guard:
    """All of them, flat, without what is always true; never, if one is never.

    >>> both([TRUE, StepKind("capture"), TRUE])
    StepKind(name='capture')
    """
    return _joined(parts, All, TRUE, FALSE)


def either(parts: Iterator[Guard] | tuple[Guard, ...] | list[Guard]) -> Guard:
    """Some of them, flat, without what is never true; always, if one is always."""
    return _joined(parts, Some, FALSE, TRUE)


def _joined(parts: Any, kind: type[All | Some], unit: Truth, zero: Truth) -> Guard:
    flat: dict[Guard, None] = {}
    for part in parts:
        if part == zero:
            return zero
        for each in part.parts if isinstance(part, kind) else (part,):
            if each != unit:
                flat[each] = None
    found = tuple(flat)
    return unit if not found else found[0] if len(found) == 1 else kind(found)


def negation(body: Guard) -> Guard:
    """The opposite, without double negations."""
    if isinstance(body, Truth):
        return Truth(not body.value)
    return body.body if isinstance(body, Not) else Not(body)


def rebuilt(term: Any, change: Callable[[Guard], Guard]) -> Guard:
    """The same term with each guard right inside it changed, and made simpler where that is possible."""
    match term:
        case Not(body):
            return negation(change(body))
        case All(parts):
            return both([change(part) for part in parts])
        case Some(parts):
            return either([change(part) for part in parts])
        case After(body):
            inner = change(body)
            return inner if isinstance(inner, Truth) else After(inner)
        case Quantified(body=body):
            return replace(term, body=change(body))
    return term  # type: ignore[no-any-return]


def inside(term: Any) -> Iterator[Any]:
    """A term and everything in it."""
    yield term
    if isinstance(term, tuple):
        for part in term:
            yield from inside(part)
    elif is_dataclass(term):
        for each in fields(term):
            yield from inside(getattr(term, each.name))


def weight(term: Any) -> int:
    """How many questions a guard becomes when its quantifiers are written out."""
    if isinstance(term, Quantified):
        return (len(term.squares) if isinstance(term.squares, tuple) else LONG_PATH) * weight(term.body)
    if isinstance(term, tuple):
        return sum(map(weight, term))
    return 1 + sum(weight(getattr(term, each.name)) for each in fields(term)) if is_dataclass(term) else 0


def plus(a: Offset, b: Offset) -> Offset:
    """The sum of two offsets."""
    return tuple(x + y for x, y in zip(a, b, strict=True))


def between(vector: Offset) -> list[Offset]:
    """The offsets strictly between a square and the one at a vector from it, on a straight line.

    >>> between((3, 3)), between((1, 2))
    ([(1, 1), (2, 2)], [])
    """
    parts = gcd(*vector)
    return [tuple(k * x // parts for x in vector) for k in range(1, parts)]


def path_clear(path: Path) -> Quantified:
    """Nothing stands between the ends of a path."""
    square = Square("between", (0,) * len(path.start.offset))
    return Quantified(True, "between", path, Holds(square, Phrase("empty")))
