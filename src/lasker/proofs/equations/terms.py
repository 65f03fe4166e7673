"""Terms of Kleene algebra with tests, as the checker of equations reads them.

Sequences are flat and without nil, choices are sets, bounded repetition is written out. What is left are
letters: rewrites, counters, unknown moves, binders. Sets of contents are split into atoms if these are given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import product

from lasker.algebra import moves
from lasker.algebra.fragments import Cell, Fragment
from lasker.algebra.moves import Move
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError

MOST_COPIES = 40  # of a repeated move
MOST_SPLIT = 400  # rewrites that one is split into


@dataclass(frozen=True)
class Composition:
    """One after the other; nil is the empty row."""

    parts: tuple[Plain, ...] = ()


@dataclass(frozen=True)
class OneOf:
    """One of these; fail is the choice without options."""

    options: frozenset[Plain] = frozenset()


@dataclass(frozen=True)
class Star:
    """OneOf number of times."""

    body: Plain


@dataclass(frozen=True)
class Ask:
    """A test: possible, or impossible."""

    body: Plain
    wanted: bool


@dataclass(frozen=True)
class Letter:
    """A letter: a move of which nothing is known here."""

    letter: Move


@dataclass(frozen=True)
class Within:
    """A binder (or the most of a counter, without its body) around a term: a letter as well."""

    binder: Move
    body: Plain


Plain = Composition | OneOf | Star | Ask | Letter | Within
NIL, FAIL = Composition(), OneOf()


def row(parts: Iterable[Plain]) -> Plain:
    """The sequence of some terms; fail among them is fail.

    >>> row([NIL, FAIL]) == FAIL, row([NIL, Star(FAIL)])
    (True, Star(body=OneOf(options=frozenset())))
    """
    flat: list[Plain] = []
    for part in parts:
        if part == FAIL:
            return FAIL
        flat += part.parts if isinstance(part, Composition) else (part,)
    return flat[0] if len(flat) == 1 else Composition(tuple(flat))


def any_of(options: Iterable[Plain]) -> Plain:
    """The choice of some terms."""
    flat: set[Plain] = set()
    for option in options:
        flat |= option.options if isinstance(option, OneOf) else {option}
    return next(iter(flat)) if len(flat) == 1 else OneOf(frozenset(flat))


def is_test(term: Plain) -> bool:
    """Does the term change nothing, whatever its letters are?"""
    match term:
        case Composition(parts):
            return all(map(is_test, parts))
        case OneOf(options):
            return all(map(is_test, options))
        case Letter(letter):
            return isinstance(letter, moves.Compare)
        case _:
            return isinstance(term, Ask)


def plain(move: Move, atoms: tuple[int, ...] = ()) -> Plain:
    """A move as a term of the checker.

    >>> M = moves.Variable("M")
    >>> plain(moves.Repeat(M, 0, 2)) == any_of([NIL, Letter(M), row([Letter(M), Letter(M)])])
    False
    >>> plain(moves.choice([M, M])) == Letter(M)
    True
    """
    match move:
        case moves.Nil():
            return NIL
        case moves.Fail():
            return FAIL
        case moves.Sequence(parts):
            return row(plain(part, atoms) for part in parts)
        case moves.Choice(options):
            return any_of(plain(option, atoms) for option in options)
        case moves.Test(body, wanted):
            return Ask(plain(body, atoms), wanted)
        case moves.Repeat(body, low, high):
            return _repeated(plain(body, atoms), low, high)
        case moves.Rewrite(before, after):
            return any_of(Letter(moves.Rewrite(each, after)) for each in _split(before, atoms))
        case moves.Bind(cursor, cell, body):  # choosing a square distributes over choice
            inner = plain(body, atoms)
            inside = inner.options if isinstance(inner, OneOf) else frozenset({inner})
            cells = _cells(cell, atoms)
            return any_of(Within(moves.Bind(cursor, c, moves.NIL), each) for c in cells for each in inside)
        case moves.Each(_, _, body):
            inner = plain(body, atoms)
            return NIL if is_test(inner) else Within(replace(move, body=moves.NIL), inner)
        case moves.Most(_, body):
            return Within(replace(move, body=moves.NIL), plain(body, atoms))
        case _:
            return Letter(move)


def _repeated(body: Plain, low: int, high: int | None) -> Plain:
    if max(low, high or 0) > MOST_COPIES:
        raise LimitError(f"a move is repeated more than {MOST_COPIES} times")
    if is_test(body):
        return body if low else NIL
    rest: Plain = Star(body) if high is None else NIL
    for _ in range((high or low) - low):
        rest = any_of([NIL, row([body, rest])])
    return row([*[body] * low, rest])


def _cells(cell: Cell, atoms: tuple[int, ...]) -> list[Cell]:
    """The cell, once for each atom of its contents; itself, if they are not made of atoms."""
    inside = [atom for atom in atoms if not atom & ~cell.contents]
    whole = sum(inside) == cell.contents and len({*inside}) == len(inside)
    disjoint = all(not a & b for at, a in enumerate(inside) for b in inside[:at])
    return (
        [replace(cell, contents=atom) for atom in inside] if whole and disjoint and not cell.bare else [cell]
    )


def _split(f: Fragment, atoms: tuple[int, ...]) -> list[Fragment]:
    choices = [[(offset, each) for each in _cells(cell, atoms)] for offset, cell in f.cells]
    count = 1
    for some in choices:
        count *= len(some)
    return [f] if count > MOST_SPLIT else [Fragment(tuple(cells)) for cells in product(*choices)]


def spelled(term: Plain, show: Callable[[Move], str]) -> str:
    """The term as text, which reads back as the same term."""
    return show(_move(term, show))


def _move(term: Plain, show: Callable[[Move], str]) -> Move:
    match term:
        case Composition(parts):
            return moves.sequence(_move(part, show) for part in parts)
        case OneOf(options):
            return moves.choice(sorted((_move(option, show) for option in options), key=show))
        case Star(body):
            return moves.Repeat(_move(body, show), 0, None)
        case Ask(body, wanted):
            return moves.Test(_move(body, show), wanted)
        case Within(binder, body):
            return moves.rebuild(binder, lambda _: _move(body, show))
        case Letter(letter):
            return letter
