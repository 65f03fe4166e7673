"""Formulas over variables with finite domains, and a search for values that satisfy one.

A domain is a set of small numbers as bits of an integer. The search splits domains where an atom is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce

from lasker.algebra.contents import members
from lasker.kernel import cancel
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import Undecided

MOST_SPLITS = 200_000


@dataclass(frozen=True)
class Among:
    """The value of a variable is among these."""

    variable: int
    values: int


@dataclass(frozen=True)
class Related:
    """The values of two variables are one of these pairs."""

    one: int
    two: int
    pairs: frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Not:
    """The formula is false."""

    body: Formula


@dataclass(frozen=True)
class All:
    """Every formula is true."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Any:
    """Some formula is true."""

    parts: tuple[Formula, ...]


Formula = Among | Related | Not | All | Any
Domains = dict[int, int]
TRUE, FALSE = All(()), Any(())


def both(parts: Iterable[Formula]) -> Formula:
    """The conjunction, without what is true anyway.

    >>> both([TRUE, Among(0, 3)])
    Among(variable=0, values=3)
    """
    kept: dict[Formula, None] = {}
    for part in parts:
        if part == FALSE:
            return FALSE
        kept |= dict.fromkeys(part.parts if isinstance(part, All) else (part,))
    return next(iter(kept)) if len(kept) == 1 else All(tuple(kept))


def either(parts: Iterable[Formula]) -> Formula:
    """The disjunction, without what is false anyway."""
    kept: dict[Formula, None] = {}
    for part in parts:
        if part == TRUE:
            return TRUE
        kept |= dict.fromkeys(part.parts if isinstance(part, Any) else (part,))
    return next(iter(kept)) if len(kept) == 1 else Any(tuple(kept))


def negated(body: Formula) -> Formula:
    """The negation."""
    if isinstance(body, Not):
        return body.body
    return FALSE if body == TRUE else TRUE if body == FALSE else Not(body)


def simplified(formula: Formula, domains: Domains) -> Formula:
    """The formula as far as the domains leave it open.

    >>> simplified(Among(0, 0b11), {0: 0b01}) == TRUE
    True
    """
    match formula:
        case Among(variable, values):
            domain = domains[variable]
            return TRUE if not domain & ~values else FALSE if not domain & values else formula
        case Related(one, two, pairs):
            found = {
                (a, b) in pairs for a in members(domains[one]) for b in members(domains[two])
            }  # small domains
            return formula if len(found) == 2 else TRUE if found == {True} else FALSE
        case Not(body):
            return negated(simplified(body, domains))
        case All(parts):
            return _joined(parts, domains, both, FALSE)
        case Any(parts):
            return _joined(parts, domains, either, TRUE)


def _joined(
    parts: tuple[Formula, ...],
    domains: Domains,
    join: Callable[[Iterable[Formula]], Formula],
    settling: Formula,
) -> Formula:
    found = []
    for part in parts:
        simple = simplified(part, domains)
        if simple == settling:
            return settling
        found.append(simple)
    return join(found)


def satisfied(formula: Formula, domains: Domains, most: int = MOST_SPLITS) -> Domains | None:
    """Domains that make the formula true whatever is chosen from them, or None if there are none; `Undecided`
    after so many cases.

    >>> satisfied(both([Among(0, 0b110), Not(Among(0, 0b010))]), {0: 0b111})
    {0: 4}
    """
    splits, todo = 0, [(formula, domains)]
    while todo:
        splits += 1
        if splits > most:
            raise Undecided(f"undecided after {most} cases", remedy="declare a smaller board")
        if not splits % 256:
            cancel.check()
        open_formula, here = todo.pop()
        simple = simplified(open_formula, here)
        if simple == FALSE:
            continue
        if simple == TRUE:
            return here
        variable, values = _open_atom(simple, here)
        todo.append((simple, {**here, variable: here[variable] & ~values}))
        todo.append((simple, {**here, variable: here[variable] & values}))
    return None


def _open_atom(formula: Formula, domains: Domains) -> tuple[int, int]:
    """A variable of an open formula, and values by which its domain is split in two."""
    while True:
        match formula:
            case Among(variable, values):
                return variable, values
            case Related(one, two):
                variable = one if domains[one] & (domains[one] - 1) else two
                return variable, domains[variable] & -domains[variable]
            case Not(body):
                formula = body
            case All(parts) | Any(parts):
                formula = parts[0]


def mask(values: Iterable[int]) -> int:
    """A set of numbers as bits."""
    return reduce(lambda bits, value: bits | 1 << value, values, 0)
