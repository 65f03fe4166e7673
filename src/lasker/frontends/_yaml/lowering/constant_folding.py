"""Partial evaluation of guards for one kind of step; the rest becomes tests before and after the move."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

from lasker.algebra.meaning import RELATIONS
from lasker.frontends._yaml.guards import terms as t
from lasker.frontends._yaml.lowering.regions import Regions
from lasker.frontends._yaml.specification.pieces import SpecifiedMove, SpecifiedPiece
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError

MOST_CASES = 32


@dataclass(frozen=True)
class Situation:
    """A step of a piece: by which displacement, if that is known, and onto what."""

    regions: Regions
    piece: SpecifiedPiece
    move: SpecifiedMove
    offset: t.Offset | None  # None: somewhere along a slide
    lands: str  # empty, enemy; target: whatever is attacked there


def folded(guard: t.Guard, situation: Situation, after: bool = False) -> t.Guard:
    """The guard with every part evaluated that the situation determines."""
    return situation.regions.decided(_folded(guard, situation, after))


def _folded(guard: t.Guard, situation: Situation, after: bool) -> t.Guard:
    match guard:
        case t.After(body):
            inner = folded(body, situation, after=True)
            return inner if isinstance(inner, t.Truth) else t.After(inner)
        case t.StepKind(name):
            return _kind(name, situation)
        case t.Holds(square, phrase) if not after:
            return _holds(guard, _end(square, situation), phrase, situation)
        case t.Compare(left, relation, right):
            return _compared(left, relation, right, situation)
        case t.Quantified(every, name, squares, body):
            found = _squares(squares, situation)
            if found is None:
                return guard
            parts = [folded(substituted(body, name, square), situation, after) for square in found]
            return t.both(parts) if every else t.either(parts)
    return t.rebuilt(guard, lambda part: folded(part, situation, after))


def _kind(name: str, situation: Situation) -> t.Guard:
    move = situation.move
    match name:
        case "capture":
            return t.Truth(situation.lands != "empty" or move.takes is not None)
        case "castling":
            return t.Truth(bool(move.carries))
        case "en_passant":
            return t.Truth(move.takes is not None)
    if situation.piece.promotion is None:
        return t.FALSE
    return t.Within(t.Square("to", (0,) * len(move.vector)), situation.piece.promotion.region)


def _end(square: t.Square, situation: Situation) -> str:
    """Which end of the step a square is: `from`, `to`, or none."""
    if not any(square.offset):
        return square.base
    if situation.lands == "target" and situation.offset is not None and square.base == "from":
        return "to" if square.offset == situation.offset else ""
    return ""


def _holds(guard: t.Holds, base: str, phrase: t.Phrase, situation: Situation) -> t.Guard:
    """Evaluate a test of the contents of `from` or `to`, which the situation determines in part."""
    if phrase.owner == "square":
        return t.TRUE
    if base == "from":
        if phrase.owner in {"empty", "outside"} or (phrase.owner == "enemy" and not situation.piece.neutral):
            return t.FALSE
        if phrase.kinds and situation.piece.name not in phrase.kinds:
            return t.FALSE
        return guard if phrase.marks else t.TRUE
    if base == "to":
        if phrase.owner in {"outside", "own"}:
            return t.FALSE  # whoever attacks a square does so as if an enemy stood there
        if (situation.lands == "empty") != (phrase.owner == "empty"):
            return t.FALSE
        return guard if phrase.kinds or phrase.marks else t.TRUE
    return guard


def _compared(left: t.Amount, relation: str, right: t.Amount, situation: Situation) -> t.Guard:
    left, right = (_amount(each, situation) for each in (left, right))
    if isinstance(left, t.Number) and isinstance(right, t.Number):
        return t.Truth(RELATIONS[relation](left.value, right.value))
    if isinstance(left, t.Component) and isinstance(right, t.Number) and right.value == 0:
        sign = _component(left, situation.move.vector)  # a slide keeps it
        return t.Truth(RELATIONS[relation](sign, 0))
    return t.Compare(left, relation, right)


def _amount(amount: t.Amount, situation: Situation) -> t.Amount:
    if isinstance(amount, t.Component) and situation.offset is not None:
        return t.Number(_component(amount, situation.offset))
    return amount


def _component(component: t.Component, offset: t.Offset) -> int:
    value = offset[component.axis]
    return abs(value) if component.absolute else value


def _squares(squares: t.Path | tuple[t.Square, ...], situation: Situation) -> list[t.Square] | None:
    """The squares of a list or a path; None where the length of the step is not known."""
    if isinstance(squares, tuple):
        return list(squares)
    bases = {"from": (0,) * len(situation.move.vector), "to": situation.offset}
    start, end = bases[squares.start.base], bases[squares.end.base]
    if start is None or end is None:
        return None
    first = t.plus(start, squares.start.offset)
    last = t.plus(end, squares.end.offset)
    way = tuple(b - a for a, b in zip(first, last, strict=True))
    return [t.Square("from", t.plus(first, step)) for step in t.between(way)]


def substituted(term: Any, name: str, square: t.Square) -> Any:
    """A term in which a square is substituted for a bound variable."""
    match term:
        case t.Square(base, offset):
            return t.Square(square.base, t.plus(square.offset, offset)) if base == name else term
        case t.Quantified(name=inner) if inner == name:
            return replace(term, squares=substituted(term.squares, name, square))
    if isinstance(term, tuple) and not all(isinstance(part, int) for part in term):
        return tuple(substituted(part, name, square) for part in term)
    if hasattr(term, "__dataclass_fields__"):
        values = {key: substituted(getattr(term, key), name, square) for key in term.__dataclass_fields__}
        return replace(term, **values)
    return term


def located(guard: t.Guard) -> bool:
    """Does a guard depend on coordinates and regions alone, not on contents?"""
    match guard:
        case t.Within():
            return True
        case t.Compare(left, _, right):
            return all(isinstance(side, t.Coordinate | t.Number) for side in (left, right))
        case t.Not(body):
            return located(body)
        case t.All(parts) | t.Some(parts):
            return all(map(located, parts))
    return False


def on_the_way(guard: t.Guard, vector: t.Offset) -> bool:
    """Does a guard test the contents of a square along the slide?"""
    squares = [part.square for part in t.inside(guard) if isinstance(part, t.Holds)]
    return any(
        square.base == "from" and any(square.offset) and _multiple(square.offset, vector)
        for square in squares
    )


def _multiple(offset: t.Offset, vector: t.Offset) -> bool:
    axis = next(axis for axis, x in enumerate(vector) if x)
    times = offset[axis] // vector[axis]
    return times > 0 and offset == tuple(times * x for x in vector)


def along_slide(guard: t.Guard, after: bool = False) -> t.Guard | None:
    """A guard for a slide of unknown length: where `to` lies is asked on arrival, where `from` lies before.

    None if that cannot be done, because what stands around `to` before the move, or around `from` after it,
    or how far the slide goes, is asked for: then the slide must be unrolled.
    """
    bases = {part.base for part in t.inside(guard) if isinstance(part, t.Square)}
    if isinstance(guard, t.Compare | t.Within | t.Holds | t.Attacked) or (located(guard) and len(bases) == 1):
        if any(isinstance(part, t.Component) for part in t.inside(guard)) or len(bases) > 1:
            return None
        wrong = "from" if after else "to"
        if wrong not in bases:
            return guard
        if not located(guard):
            return None
        return guard if after else t.After(guard)
    if isinstance(guard, t.Quantified):
        return None
    if isinstance(guard, t.After):
        inner = along_slide(guard.body, after=True)
        return None if inner is None else t.After(inner)
    failed = False

    def inward(part: t.Guard) -> t.Guard:
        nonlocal failed
        found = along_slide(part, after)
        failed = failed or found is None
        return part if found is None else found

    result = t.rebuilt(guard, inward)
    return None if failed else result


def cases(guard: t.Guard) -> list[tuple[t.Guard, t.Guard]]:
    """Pairs of what must hold before and what must hold after: one pair at least must be true.

    >>> cases(t.either([t.Not(t.StepKind("capture")), t.After(t.InCheck())]))
    [(Not(body=StepKind(name='capture')), Truth(value=True)), (Truth(value=True), InCheck(enemy=False))]
    """
    if guard == t.FALSE:
        return []
    if not any(isinstance(part, t.After) for part in t.inside(guard)):
        return [(guard, t.TRUE)]
    match guard:
        case t.After(body):
            return [(t.TRUE, body)]
        case t.Not(t.After(body)):
            return [(t.TRUE, t.negation(body))]
        case t.Not(t.All(parts)):
            return cases(t.either([t.negation(part) for part in parts]))
        case t.Not(t.Some(parts)):
            return cases(t.both([t.negation(part) for part in parts]))
        case t.Some(parts):
            found = [case for part in parts for case in cases(part)]
        case t.All(parts):
            found = [
                (t.both([before for before, _ in chosen]), t.both([after for _, after in chosen]))
                for chosen in product(*map(cases, parts))
            ]
        case _:
            found = [(guard, t.TRUE)]
    if len(found) > MOST_CASES:
        raise LimitError(
            f"this guard has more than {MOST_CASES} cases of before and after",
            remedy="split it into several guards",
        )
    return found
