"""Which tests of terms are asked, and the answers that a state may give, as the procedure in coq/relations.v
computes them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from lasker.proofs.relations.terms import SKIP, Term

Answers = dict[Term, bool]

MOST_ASKED = 8
ROUNDS = 2  # in which answers are left out: those of coq/relations.v


def asked(*terms: Term, unfolding: bool = False) -> tuple[Term, ...]:
    """The tests that must be answered: those that do not follow from others, and the letters they begin with.
    If they are unfolded, also what they lead to after a letter, or after a round of a repetition.

    >>> asked(("Can", ("Then", ("Letter", 0), ("Letter", 1))))
    (('Then', ('Letter', 0), ('Letter', 1)), ('Letter', 0))
    """
    found = dict.fromkeys(atom for term in terms for test in _tests(term) for atom in _atoms(test, SKIP))
    todo = [*found] if unfolding else []
    while todo and len(found) <= MOST_ASKED:
        fresh = [atom for atom in _unfolded(todo.pop()) if atom not in found]
        found.update(dict.fromkeys(fresh))
        todo += fresh
    begun = (("Letter", n) for n in (_begins(atom) for atom in found) if n is not None)
    return tuple(dict.fromkeys((*found, *begun)))


def _tests(term: Term) -> Iterator[Term]:
    match term:
        case ("Can" | "Cannot", body):
            yield body
        case ("Then" | "Or", a, b):
            yield from _tests(a)
            yield from _tests(b)
        case ("Star", a):
            yield from _tests(a)


def joined(a: Term, k: Term) -> Term:
    """The sequence of two terms, nested to the right. A test at its end, that the rest is possible, goes.

    >>> joined(("Then", ("Letter", 0), ("Can", ("Letter", 1))), SKIP)
    ('Then', ('Letter', 0), ('Letter', 1))
    """
    match a:
        case ("Then", x, y):
            return joined(x, joined(y, k))
        case ("Skip",):
            return k
        case ("Can", x) if k == SKIP:
            return joined(x, SKIP)
    return a if k == SKIP else ("Then", a, k)


def _atoms(a: Term, k: Term) -> Iterator[Term]:
    """What a question about the possibility of a term, and another after it, is reduced to."""
    match a:
        case ("Letter", _):
            yield joined(a, k)
        case ("Star", _) if k != SKIP:
            yield joined(a, k)
        case ("Then", x, y):
            yield from _atoms(x, joined(y, k))
            if _may_stop(x):
                yield from _atoms(y, k)
        case ("Or", x, y):
            yield from _atoms(x, k)
            yield from _atoms(y, k)
        case ("Can" | "Cannot", x):
            yield from _atoms(x, SKIP)


def _may_stop(term: Term) -> bool:
    """Does the possibility of a term, and another after it, ask for that of the other?"""
    match term:
        case ("Skip",) | ("Can" | "Cannot", _):
            return True
        case ("Then", a, b):
            return _may_stop(a) and _may_stop(b)
        case ("Or", a, b):
            return _may_stop(a) or _may_stop(b)
    return False


def _unfolded(atom: Term) -> Iterator[Term]:
    """The questions about what follows a letter, or about a repetition that stops or goes on."""
    match atom:
        case ("Then", ("Letter", _), k):
            yield from _atoms(k, SKIP)
        case ("Then", ("Star", a), k):
            yield from _atoms(k, SKIP)
            yield from _atoms(a, atom)


def _begins(term: Term) -> int | None:
    match term:
        case ("Letter", n):
            return int(n)
        case ("Then", a, _):
            return _begins(a)
    return None


def ask(answers: Answers, a: Term, k: Term, then: bool | None) -> bool | None:
    """Is a term possible, and another after it, about which `then` is known? None if that was not asked."""
    match a:
        case ("Skip",):
            return then
        case ("Impossible",):
            return False
        case ("Star", _) if k == SKIP:
            return True
        case ("Letter" | "Star", _):
            return answers.get(joined(a, k))
        case ("Then", x, y):
            return ask(answers, x, joined(y, k), ask(answers, y, k, then))
        case ("Or", x, y):
            one, two = ask(answers, x, k, then), ask(answers, y, k, then)
            return None if one is None or two is None else one or two
    known = ask(answers, a[1], SKIP, True)
    return None if known is None or then is None else (known is (a[0] == "Can")) and then


def answer(answers: Answers, term: Term) -> bool | None:
    """Is a term possible?"""
    return ask(answers, term, SKIP, True)


def settings(questions: tuple[Term, ...]) -> list[Answers]:
    """The answers that a state may give, as far as a few rounds show: what is possible after a letter is
    possible in some of them, where what is impossible after it is denied."""
    values = product((True, False), repeat=len(questions))
    found = [each for some in values if _plausible(each := dict(zip(questions, some, strict=True)))]
    for _ in range(ROUNDS):
        others = found
        found = [each for each in others if _leads(each, others)]
    return found


def _leads(answers: Answers, others: list[Answers]) -> bool:
    for term, value in answers.items():
        if value and (begun := _after(term)):
            letter, rest = begun
            denied = shut(answers, letter)
            if all(
                answer(other, rest) is False or any(answer(other, each) for each in denied)
                for other in others
            ):
                return False
    return True


def _after(term: Term) -> tuple[int, Term] | None:
    """A term that begins with a letter, as the letter and what is after it."""
    match term:
        case ("Letter", n):
            return n, SKIP
        case ("Then", ("Letter", n), k):
            return n, k
    return None


def _plausible(answers: Answers) -> bool:
    """No letter is impossible that begins what is possible; and a repetition leads to something if this is
    possible at once, or after one round more."""
    for term, value in answers.items():
        if value and (n := _begins(term)) is not None and not answers.get(("Letter", n), True):
            return False
        match term:
            case ("Then", ("Star", a), k):
                now, later = answer(answers, k), ask(answers, a, term, value)
                if now is not None and later is not None and value is not (now or later):
                    return False
    return True


def shut(answers: Answers, letter: int) -> frozenset[Term]:
    """What is impossible after a letter, since it was impossible to do it after the letter."""
    begun = ("Letter", letter)
    return frozenset(t[2] for t, value in answers.items() if not value and t[0] == "Then" and t[1] == begun)
