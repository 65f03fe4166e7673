"""Derivatives of terms, by their definition, and the check of a bisimulation.

Under an atom (which tests hold) a term stops or not, and begins with letters, each of which leaves a rest.
Two terms are equal if they are a pair of a relation whose pairs stop under the same atoms and lead by every
letter to pairs of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations

from lasker.kernel.errors import LimitError
from lasker.proofs.equations.terms import (
    NIL,
    Ask,
    Composition,
    Letter,
    OneOf,
    Plain,
    Star,
    Within,
    any_of,
    is_test,
    row,
)

MOST_TESTS = 7
MOST_PAIRS = 2000
Pair = tuple[Plain, Plain]
Atom = frozenset[Plain]  # what is possible, among the tests of two terms


class Tests:
    """The tests of two terms: moves that are asked for, each of which is possible or not."""

    __test__ = False  # not a test case of pytest

    def __init__(self, terms: Iterable[Plain]) -> None:
        self.asked: dict[Plain, None] = {}
        for term in terms:
            self._gather(term)
        if len(self.asked) > MOST_TESTS:
            raise LimitError(f"there are more than {MOST_TESTS} tests")

    @property
    def atoms(self) -> list[Atom]:
        """Every set of tests that may hold together."""
        asked = list(self.asked)
        return [frozenset(some) for n in range(len(asked) + 1) for some in combinations(asked, n)]

    def _gather(self, term: Plain) -> None:
        match term:
            case Composition(parts):
                for part in parts:
                    self._gather(part)
            case OneOf(options):
                for option in options:
                    self._gather(option)
            case Star(body):
                self._gather(body)
            case _ if is_test(term):
                self.asked |= dict.fromkeys(_questions(term))


def possible(term: Plain, atom: Atom) -> bool:
    """Is a term possible? Boolean combinations are decided, the rest is looked up; the domain of M N is that
    of M [N]."""
    match term:
        case OneOf(options):
            return any(possible(option, atom) for option in options)
        case Ask(body, wanted):
            return possible(body, atom) is wanted
        case Star() | Composition(()):
            return True
        case Composition((first, *rest)) if is_test(first):
            return possible(first, atom) and possible(row(rest), atom)
        case Composition((OneOf(options), *rest)):
            return any(possible(row([option, *rest]), atom) for option in options)
        case Composition((first, *rest)):
            return row([first, _asked(row(rest))]) in atom
        case _:
            return term in atom


def _asked(term: Plain) -> Plain:
    return term if isinstance(term, Ask) else Ask(term, True)


def _questions(term: Plain) -> Iterator[Plain]:
    """What `possible` looks up."""
    match term:
        case OneOf(options):
            yield from chain.from_iterable(map(_questions, options))
        case Ask(body, _):
            yield from _questions(body)
        case Star() | Composition(()):
            return
        case Composition((first, *rest)) if is_test(first):
            yield from (*_questions(first), *_questions(row(rest)))
        case Composition((OneOf(options), *rest)):
            for option in options:
                yield from _questions(row([option, *rest]))
        case Composition((first, *rest)):
            yield row([first, _asked(row(rest))])
        case _:
            yield term


def stops(term: Plain, atom: Atom) -> bool:
    """May the term end where it begins?"""
    match term:
        case Composition(parts):
            return all(stops(part, atom) for part in parts)
        case OneOf(options):
            return any(stops(option, atom) for option in options)
        case Star():
            return True
        case _:
            return is_test(term) and possible(term, atom)


def steps(term: Plain, atom: Atom, tests: Tests) -> Iterator[tuple[Plain, Plain]]:
    """The letters that the term may begin with, each with its rest. A letter whose own test fails under the
    atom is not begun."""
    match term:
        case Composition(parts):
            for at, part in enumerate(parts):
                for letter, rest in steps(part, atom, tests):
                    yield letter, row([rest, *parts[at + 1 :]])
                if not stops(part, atom):
                    return
        case OneOf(options):
            for option in options:
                yield from steps(option, atom, tests)
        case Star(body):
            for letter, rest in steps(body, atom, tests):
                yield letter, row([rest, term])
        case Letter() | Within() if not is_test(term):
            if term not in tests.asked or term in atom:
                yield term, NIL


def after(term: Plain, atom: Atom, tests: Tests) -> dict[Plain, Plain]:
    """By letter, what is left of the term: the choice of all rests."""
    found: dict[Plain, list[Plain]] = {}
    for letter, rest in steps(term, atom, tests):
        found.setdefault(letter, []).append(rest)
    return {letter: any_of(rests) for letter, rests in found.items()}


def successors(pair: Pair, tests: Tests) -> Iterator[Pair]:
    """The pairs that a pair leads to; a ValueError if its terms do not stop alike."""
    one, two = pair
    for atom in tests.atoms:
        if stops(one, atom) is not stops(two, atom):
            raise ValueError("one of the two may stop where the other may not")
        left, right = after(one, atom, tests), after(two, atom, tests)
        for letter in left.keys() | right.keys():
            yield left.get(letter, any_of([])), right.get(letter, any_of([]))


def closure(start: Pair) -> list[Pair]:
    """Every pair that a pair leads to, itself first; a ValueError if two do not stop alike.

    >>> from lasker.algebra.moves import Variable
    >>> M = Letter(Variable("M"))
    >>> len(closure((Star(M), any_of([NIL, row([M, Star(M)])]))))
    1
    """
    tests = Tests(start)
    found = {start: None}
    todo = [start]
    while todo:
        for pair in successors(todo.pop(), tests):
            if pair[0] != pair[1] and pair not in found:
                found[pair] = None
                todo.append(pair)
                if len(found) > MOST_PAIRS:
                    raise LimitError(f"there are more than {MOST_PAIRS} pairs of derivatives")
    return list(found)


def is_closed(start: Pair, pairs: set[Pair]) -> str | None:
    """What is wrong with a bisimulation that should contain a pair; None if nothing is."""
    tests = Tests(start)
    if start not in pairs and start[0] != start[1]:
        return "the two terms themselves are no pair"
    for pair in pairs:
        if set(Tests(pair).asked) - set(tests.asked):
            return "a pair asks what the terms do not ask"
        try:
            for then in successors(pair, tests):
                if then[0] != then[1] and then not in pairs:
                    return "a pair leads to one that is not there"
        except ValueError as error:
            return str(error)
    return None
