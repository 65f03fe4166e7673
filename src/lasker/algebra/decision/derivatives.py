"""Equality in Kleene algebra with tests, by derivatives and bisimulation (Hopcroft and Karp).

Rewrites, binders and variables are uninterpreted letters; tests are Boolean. Under an *atom*, a truth
assignment to the tests, a term may accept, or begin with a letter and continue as its derivative. Two
terms are equal in every Kleene algebra with tests if no sequence of atoms and letters distinguishes them:
both are run in parallel, and states that were met together are merged. Since M begins only where it can
be done, a letter is not taken under an atom in which its own domain test is false. What is proved here
holds on all boards; what is not proved may still be true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from lasker.algebra.moves import (
    FAIL,
    NIL,
    Bind,
    Choice,
    Compare,
    Each,
    Fail,
    Move,
    Nil,
    Repeat,
    Sequence,
    Test,
    Variable,
    choice,
    rebuild,
    sequence,
)

MOST_TESTS, MOST_PAIRS, MOST_COPIES = 6, 3000, 40
Atom = frozenset[Move]  # the tests that hold
Terms = frozenset[Move]


class TooLargeError(Exception):
    """The terms have more tests or more derivatives than the limits allow."""


def equal(left: Move, right: Move) -> bool:
    """Are the two terms equal by the laws of Kleene algebra with tests?

    >>> from lasker.algebra.moves import Variable
    >>> M = Variable("M")
    >>> equal(Repeat(M, 0, None), choice([NIL, sequence([M, Repeat(M, 0, None)])]))
    True
    >>> equal(M, sequence([M, M]))
    False
    """
    return bisimulation(left, right) is not None


def theory(left: Move, right: Move) -> str:
    """The theory that proves two terms equal: Kleene algebra, where there are no tests; with tests, where
    they are only Boolean; with domain, where it matters of what they are tests.

    >>> from lasker.algebra.moves import Variable
    >>> M, N = Variable("M"), Variable("N")
    >>> theory(M, M), theory(Test(M, True), Test(M, True)), theory(sequence([Test(M, True), M]), M)
    ('Kleene algebra', 'Kleene algebra with tests', 'Kleene algebra with domain')
    """
    if not any(True for term in (left, right) for _ in _tests(unrolled(term))):
        return "Kleene algebra"
    opaque: dict[Move, Move] = {}
    one, two = (_opaque(unrolled(term), opaque) for term in (left, right))
    try:
        with_tests = bisimulation(one, two) is not None
    except TooLargeError:  # as opaque tests they are more
        with_tests = False
    return f"Kleene algebra with {'tests' if with_tests else 'domain'}"


def _opaque(move: Move, names: dict[Move, Move]) -> Move:
    """The term with a new letter for what is tested, unless that is itself a Boolean combination of tests."""
    if isinstance(move, Test) and not _is_test(move.body):
        letter = names.setdefault(move.body, Variable(f"test {len(names)}"))
        return Test(letter, move.wanted)
    return rebuild(move, lambda part: _opaque(part, names))


def bisimulation(left: Move, right: Move) -> list[tuple[Terms, Terms]] | None:
    """Pairs of sets of derivatives that agree on where to stop and lead to each other by every letter, the
    terms themselves first: a proof that they are equal. None if there is none.

    >>> from lasker.algebra.moves import Variable
    >>> M = Variable("M")
    >>> len(bisimulation(Repeat(M, 0, None), choice([NIL, Repeat(M, 1, None)])))
    1
    """
    left, right = unrolled(left), unrolled(right)
    atoms = atoms_of(left, right)
    known = frozenset().union(*atoms)
    pairs: list[tuple[Terms, Terms]] = []
    merged: dict[Terms, Terms] = {}

    def root(state: Terms) -> Terms:
        while state in merged:
            state = merged[state]
        return state

    todo = [(frozenset({left}), frozenset({right}))]
    while todo:
        a, b = map(root, todo.pop())
        if a == b:
            continue
        pairs.append((a, b))
        if len(pairs) > MOST_PAIRS:
            raise TooLargeError
        for atom in atoms:
            if any(_stops(term, atom) for term in a) != any(_stops(term, atom) for term in b):
                return None
            after_a, after_b = _derivatives(a, atom, known), _derivatives(b, atom, known)
            for letter in after_a.keys() | after_b.keys():
                todo.append((after_a.get(letter, frozenset()), after_b.get(letter, frozenset())))
        merged[a] = b
    return pairs


def atoms_of(left: Move, right: Move) -> list[Atom]:
    """All sets of tests of two terms: each says which of them hold."""
    tests = sorted({test for term in (left, right) for test in _tests(term)}, key=repr)
    if len(tests) > MOST_TESTS:
        raise TooLargeError
    return [
        frozenset(t for t, holds in zip(tests, row, strict=True) if holds)
        for row in product((False, True), repeat=len(tests))
    ]


def unrolled(move: Move) -> Move:
    """Bounded repetition written out, so that only nil, fail, sequence, choice, star, tests remain."""
    match move:
        case Sequence(parts):
            return sequence(map(unrolled, parts))
        case Choice(options):
            return choice(map(unrolled, options))
        case Test(body, wanted):
            return Test(unrolled(body), wanted)
        case Bind(cursor, cell, body):  # choosing distributes over choice, and choosing to fail is failing
            inner = unrolled(body)
            options = inner.options if isinstance(inner, Choice) else () if inner == FAIL else (inner,)
            return choice(Bind(cursor, cell, option) for option in options)
        case Each(_, _, body) if _is_test(unrolled(body)):  # tests change nothing, and each never fails
            return NIL
        case Repeat(body, low, high):
            if max(low, high or 0) > MOST_COPIES:
                raise TooLargeError
            inner = unrolled(body)
            if _is_test(inner):  # twice is once, and not at all is possible always
                return inner if low else NIL
            rest: Move = Repeat(inner, 0, None) if high is None else NIL
            for _ in range((high or low) - low):
                rest = choice([NIL, sequence([inner, rest])])
            return sequence([*[inner] * low, *([] if rest == NIL and low else [rest])])
        case _:
            return move


def _domain(move: Move, holds: Callable[[Move], bool]) -> bool:
    """The domain test of a move: Boolean combinations are decomposed, other tests are decided by `holds`."""
    match move:
        case Nil() | Repeat(_, 0, _):
            return True
        case Fail():
            return False
        case Test(body, wanted):
            return _domain(body, holds) is wanted
        case Choice(options):
            answers = [_domain(option, holds) for option in options]  # all are evaluated, for `_tests`
            return any(answers)
        case Sequence((first, *rest)) if _is_test(first):
            here = _domain(first, holds)
            return _domain(sequence(rest), holds) and here
        case Sequence((first, *rest)):  # locality: the domain of M N is the domain of M [N]
            last = sequence(rest)
            return holds(Sequence((first, last if isinstance(last, Test) else Test(last, True))))
        case _:
            return holds(move)


def _is_test(move: Move) -> bool:
    match move:
        case Nil() | Fail() | Test() | Compare():
            return True
        case Sequence(parts):
            return all(map(_is_test, parts))
        case Choice(options):
            return all(map(_is_test, options))
        case _:
            return False


def _tests(move: Move) -> Iterator[Move]:
    """The moves on whose domain the term depends."""
    found: list[Move] = []

    def ask(part: Move) -> bool:
        found.append(part)
        return True

    match move:
        case Test() | Compare():
            _domain(move, ask)
        case Sequence(parts) | Choice(parts):
            for part in parts:
                found += _tests(part)
        case Repeat(body):
            found += _tests(body)
    yield from found


def _stops(move: Move, atom: Atom) -> bool:
    match move:
        case Nil() | Repeat():
            return True
        case Sequence(parts):
            return all(_stops(part, atom) for part in parts)
        case Choice(options):
            return any(_stops(option, atom) for option in options)
        case Test() | Compare():
            return _domain(move, atom.__contains__)
        case _:
            return False


def _derivatives(terms: Terms, atom: Atom, known: frozenset[Move]) -> dict[Move, Terms]:
    found: dict[Move, set[Move]] = {}
    for term in terms:
        for letter, rest in _steps(term, atom, known):
            found.setdefault(letter, set()).add(rest)
    return {letter: frozenset(rests) for letter, rests in found.items()}


def _steps(move: Move, atom: Atom, known: frozenset[Move]) -> Iterator[tuple[Move, Move]]:
    """The letters a term can begin with under an atom, each with the remaining term."""
    match move:
        case Nil() | Fail() | Test() | Compare():
            return
        case Choice(options):
            for option in options:
                yield from _steps(option, atom, known)
        case Sequence(parts):
            for i, part in enumerate(parts):
                for letter, rest in _steps(part, atom, known):
                    yield letter, _after(rest, parts[i + 1 :])
                if not _stops(part, atom):
                    return
        case Repeat(body):
            for letter, rest in _steps(body, atom, known):
                yield letter, _after(rest, (move,))
        case _:
            if move not in known or move in atom:
                yield move, NIL


def _after(rest: Move, more: tuple[Move, ...]) -> Move:
    if rest == FAIL:
        return FAIL
    return sequence([part for part in (rest, *more) if part != NIL])
