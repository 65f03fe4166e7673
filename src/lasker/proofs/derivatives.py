"""Equality of moves by partial derivatives, as the procedure in coq/relations.v computes it: what is proved
here is proved there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from lasker.algebra.kleene import unrolled
from lasker.algebra.moves import Choice, Fail, Move, Nil, Repeat, Sequence, Test
from lasker.kernel.errors import Undecided

# Terms as in Coq: ("Letter", n), ("Skip",), ("Impossible",), ("Then", a, b), ("Or", a, b), ("Star", a),
# ("Can", a), ("Cannot", a).
Term = tuple[Any, ...]
Answers = dict[Term, bool]
Sets = tuple[frozenset[Term], frozenset[Term]]

SKIP, IMPOSSIBLE = ("Skip",), ("Impossible",)
MOST_ASKED = 6
MOST_PAIRS = 1_900  # entries of the list of things to do: coq/relations.v stops at 2000


@dataclass
class Letters:
    """The atomic moves of some terms, numbered: unknown moves, rules, binders."""

    moves: dict[Move, int]

    def term(self, move: Move) -> Term:
        """A move as a term over its atomic moves.

        >>> from lasker.algebra.moves import Variable
        >>> Letters({}).term(Repeat(Variable("M"), 0, None))
        ('Star', ('Letter', 0))
        """
        return spelled(unrolled(move), lambda each: self.moves.setdefault(each, len(self.moves)))


def spelled(move: Move, number: Callable[[Move], int]) -> Term:
    """A move as a term, operator by operator; its atomic moves are numbered.

    >>> from lasker.algebra.moves import Variable
    >>> spelled(Repeat(Variable("M"), 1, None), [Variable("M")].index)
    ('Then', ('Letter', 0), ('Star', ('Letter', 0)))
    """
    match move:
        case Nil():
            return SKIP
        case Fail():
            return IMPOSSIBLE
        case Sequence(parts):
            return folded("Then", [spelled(part, number) for part in parts])
        case Choice(options):
            return folded("Or", [spelled(option, number) for option in options])
        case Repeat(body, low, high):
            return _counted(spelled(body, number), low, high)
        case Test(body, wanted):
            return ("Can" if wanted else "Cannot", spelled(body, number))
    return ("Letter", number(move))


def _counted(body: Term, low: int, high: int | None) -> Term:
    match low, high:
        case 0, None:
            return ("Star", body)
        case 0, 1:
            return ("Or", SKIP, body)
        case 1, None:
            return ("Then", body, ("Star", body))
        case _, None:
            return ("Then", _counted(body, low, low), ("Star", body))
        case _, most if low == most:
            return folded("Then", [body] * low) if low else SKIP
    return folded("Or", [_counted(body, each, each) for each in range(low, (high or 0) + 1)])


def folded(operator: str, parts: list[Term]) -> Term:
    """An operator between some terms, nested to the right.

    >>> folded("Or", [SKIP, SKIP, IMPOSSIBLE])
    ('Or', ('Skip',), ('Or', ('Skip',), ('Impossible',)))
    """
    return parts[0] if len(parts) == 1 else (operator, parts[0], folded(operator, parts[1:]))


def asked(*terms: Term) -> tuple[Term, ...]:
    """The tests that must be answered: those that do not follow from others, and the letters they begin with.

    >>> asked(("Can", ("Then", ("Letter", 0), ("Letter", 1))))
    (('Then', ('Letter', 0), ('Letter', 1)), ('Letter', 0))
    """
    atoms = dict.fromkeys(atom for term in terms for test in _tests(term) for atom in _atoms(test))
    begun = (("Letter", n) for n in (_begins(atom) for atom in atoms) if n is not None)
    return tuple(dict.fromkeys((*atoms, *begun)))


def _tests(term: Term) -> Iterator[Term]:
    match term:
        case ("Can" | "Cannot", body):
            yield body
        case ("Then" | "Or", a, b):
            yield from _tests(a)
            yield from _tests(b)
        case ("Star", a):
            yield from _tests(a)


def _atoms(body: Term) -> Iterator[Term]:
    """What a question about the possibility of a term is reduced to."""
    match body:
        case ("Skip",) | ("Impossible",) | ("Star", _):
            return
        case ("Can" | "Cannot", a):
            yield from _atoms(a)
        case ("Or", a, b) | ("Then", ("Can" | "Cannot", a), b):
            yield from _atoms(a)
            yield from _atoms(b)
        case _:
            yield body


def _begins(term: Term) -> int | None:
    match term:
        case ("Letter", n):
            return int(n)
        case ("Then", a, _):
            return _begins(a)
    return None


def answer(answers: Answers, term: Term) -> bool:
    """Is a term possible?"""
    match term:
        case ("Skip",) | ("Star", _):
            return True
        case ("Impossible",):
            return False
        case ("Can", a):
            return answer(answers, a)
        case ("Cannot", a):
            return not answer(answers, a)
        case ("Or", a, b):
            return answer(answers, a) or answer(answers, b)
        case ("Then", ("Can", a), b):
            return answer(answers, a) and answer(answers, b)
        case ("Then", ("Cannot", a), b):
            return not answer(answers, a) and answer(answers, b)
    return answers[term]


def stops(answers: Answers, term: Term) -> bool:
    """May a term stop at once?"""
    match term:
        case ("Skip",) | ("Star", _):
            return True
        case ("Then", a, b):
            return stops(answers, a) and stops(answers, b)
        case ("Or", a, b):
            return stops(answers, a) or stops(answers, b)
        case ("Can", a):
            return answer(answers, a)
        case ("Cannot", a):
            return not answer(answers, a)
    return False


def rests(answers: Answers, letter: int, term: Term) -> Iterator[Term]:
    """What may remain of a term after a letter."""
    match term:
        case ("Letter", n):
            if n == letter:
                yield SKIP
        case ("Then", a, b):
            for x in rests(answers, letter, a):
                yield ("Then", x, b)
            if stops(answers, a):
                yield from rests(answers, letter, b)
        case ("Or", a, b):
            yield from rests(answers, letter, a)
            yield from rests(answers, letter, b)
        case ("Star", a):
            for x in rests(answers, letter, a):
                yield ("Then", x, term)


def included(left: Term, right: Term, letters: int) -> bool:
    """Is the left term included in the right one, by derivatives? False if they do not show it.

    >>> star = ("Star", ("Letter", 0))
    >>> included(star, ("Or", SKIP, ("Then", ("Letter", 0), star)), 1), included(star, SKIP, 1)
    (True, False)
    """
    questions = asked(left, right)
    if len(questions) > MOST_ASKED:
        raise Undecided(f"{len(questions)} tests are too many for the procedure in Coq")
    settings = [
        answers
        for values in product((True, False), repeat=len(questions))
        if _plausible(answers := dict(zip(questions, values, strict=True)))
    ]
    seen: set[Sets] = set()
    todo: list[Sets] = [(frozenset({left}), frozenset({right}))]
    entries = 1
    while todo:
        pair = todo.pop()
        if pair in seen:
            continue
        seen.add(pair)
        for answers in settings:
            one, two = (any(stops(answers, term) for term in side) for side in pair)
            if one and not two:
                return False
            for letter in range(letters):
                if answers.get(("Letter", letter), True):
                    after = [frozenset(x for t in side for x in rests(answers, letter, t)) for side in pair]
                    todo.append((after[0], after[1]))
                    entries += 1
        if entries > MOST_PAIRS:
            raise Undecided("the derivatives are too many for the procedure in Coq")
    return True


def _plausible(answers: Answers) -> bool:
    """No letter is impossible that begins what is possible."""
    return all(
        answers.get(("Letter", n), True)
        for term, value in answers.items()
        if value and (n := _begins(term)) is not None
    )
