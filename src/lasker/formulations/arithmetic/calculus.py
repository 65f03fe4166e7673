"""The calculus of primitive recursive functions: zero, successor, projection, composition, recursion.

Terms are hash-consed: equal terms are one object, so that equality is identity. A term denotes a function;
the name that a definition gives it is not part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import SortError


@dataclass(frozen=True, slots=True, eq=False)
class RecursiveTerm:
    """A primitive recursive function of `arity` arguments as a term; one of the five formers below."""

    arity: int

    @property
    def parts(self) -> tuple[RecursiveTerm, ...]:
        """The immediate subterms."""
        return ()


@dataclass(frozen=True, slots=True, eq=False)
class Zero(RecursiveTerm):
    """The number 0, a function of no arguments."""


@dataclass(frozen=True, slots=True, eq=False)
class Successor(RecursiveTerm):
    """s(x) = x + 1."""


@dataclass(frozen=True, slots=True, eq=False)
class Projection(RecursiveTerm):
    """u(x₁, …, xₙ) = xᵢ, with i counted from 1."""

    index: int


@dataclass(frozen=True, slots=True, eq=False)
class Composition(RecursiveTerm):
    """h(x̄) = f(g₁(x̄), …, gₖ(x̄)): equation (1)."""

    outer: RecursiveTerm
    inner: tuple[RecursiveTerm, ...]

    @property
    def parts(self) -> tuple[RecursiveTerm, ...]:
        """The outer function, then the inner ones."""
        return (self.outer, *self.inner)


@dataclass(frozen=True, slots=True, eq=False)
class Recursion(RecursiveTerm):
    """h(x̄, 0) = f(x̄), h(x̄, t + 1) = g(t, h(x̄, t), x̄): equations (2) and (3)."""

    base: RecursiveTerm
    step: RecursiveTerm

    @property
    def parts(self) -> tuple[RecursiveTerm, ...]:
        """The function at 0, then the step."""
        return (self.base, self.step)


@cache
def zero() -> RecursiveTerm:
    """The term 0."""
    return Zero(0)


@cache
def successor() -> RecursiveTerm:
    """The term s."""
    return Successor(1)


@cache
def projection(index: int, arity: int) -> RecursiveTerm:
    """The term that picks one of `arity` arguments.

    >>> projection(2, 3) is projection(2, 3)
    True
    >>> projection(4, 3)
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.SortError: there is no argument 4 among 3
    """
    if not 1 <= index <= arity:
        raise SortError(f"there is no argument {index} among {arity}")
    return Projection(arity, index)


@cache
def _composition(outer: RecursiveTerm, inner: tuple[RecursiveTerm, ...], arity: int) -> RecursiveTerm:
    return Composition(arity, outer, inner)


def composition(outer: RecursiveTerm, inner: tuple[RecursiveTerm, ...], arity: int) -> RecursiveTerm:
    """The term outer(inner₁, …, innerₖ), all inner terms being functions of `arity` arguments.

    Composition with all projections in order is the identity, and makes no new term.

    >>> s = successor()
    >>> composition(s, (s,), 1).arity, composition(s, (projection(1, 1),), 1) is s
    (1, True)
    """
    if outer.arity != len(inner) or any(part.arity != arity for part in inner):
        wanted = f"{outer.arity} functions of {arity} arguments"
        raise SortError(f"composition needs {wanted}, and got arities {[part.arity for part in inner]}")
    if outer.arity == arity and all(part is projection(i, arity) for i, part in enumerate(inner, 1)):
        return outer
    return _composition(outer, inner, arity)


@cache
def recursion(base: RecursiveTerm, step: RecursiveTerm) -> RecursiveTerm:
    """The term defined by recursion on its last argument.

    >>> add = recursion(projection(1, 1), composition(successor(), (projection(2, 3),), 3))
    >>> add.arity, size(add), depth(add)
    (2, 5, 3)
    """
    if step.arity != base.arity + 2:
        raise SortError(f"the step of this recursion needs arity {base.arity + 2}, and has {step.arity}")
    return Recursion(base.arity + 1, base, step)


def subterms(term: RecursiveTerm) -> Iterator[RecursiveTerm]:
    """Every distinct subterm, itself included, in postorder."""
    seen: set[RecursiveTerm] = set()
    stack: list[tuple[RecursiveTerm, bool]] = [(term, False)]
    while stack:
        found, ready = stack.pop()
        if ready:
            yield found
        elif found not in seen:
            seen.add(found)
            stack.append((found, True))
            stack.extend((part, False) for part in reversed(found.parts))


def size(term: RecursiveTerm) -> int:
    """The number of formers of the term written out as a tree."""
    return _folded(term, lambda parts: 1 + sum(parts))


def depth(term: RecursiveTerm) -> int:
    """The nesting depth of formers in the term."""
    return _folded(term, lambda parts: 1 + max(parts, default=0))


def distinct(term: RecursiveTerm) -> int:
    """The number of distinct subterms."""
    return sum(1 for _ in subterms(term))


def _folded(term: RecursiveTerm, combine: Callable[[list[int]], int]) -> int:
    values: dict[RecursiveTerm, int] = {}
    for part in subterms(term):
        values[part] = combine([values[inner] for inner in part.parts])
    return values[term]
