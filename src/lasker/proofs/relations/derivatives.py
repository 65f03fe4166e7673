"""Equality of moves by partial derivatives, as the procedure in coq/relations.v computes it: what is proved
here is proved there."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.kernel.errors import Undecided
from lasker.proofs.relations.answers import MOST_ASKED, Answers, answer, asked, settings, shut
from lasker.proofs.relations.terms import SKIP, Term

Sets = tuple[frozenset[Term], frozenset[Term]]

MOST_PAIRS = 1_900  # entries of the list of things to do: coq/relations.v stops at 2000


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
            return answer(answers, a) is True
        case ("Cannot", a):
            return answer(answers, a) is False
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


def proving(left: Term, right: Term, letters: int, inclusion: bool = False) -> tuple[Term, ...] | None:
    """The tests to be answered so that derivatives show that two terms are equal, or the left included in the
    right; None if they do not show it.

    >>> star = ("Star", ("Letter", 0))
    >>> proving(star, ("Or", SKIP, ("Then", ("Letter", 0), star)), 1), proving(star, SKIP, 1)
    ((), None)
    """
    for unfolding in (False, True):
        questions = asked(left, right, unfolding=unfolding)
        if len(questions) > MOST_ASKED:
            raise Undecided(f"{len(questions)} tests are too many for the procedure in Coq")
        if included(left, right, letters, questions) and (
            inclusion or included(right, left, letters, questions)
        ):
            return questions
    return None


def included(left: Term, right: Term, letters: int, questions: tuple[Term, ...]) -> bool:
    """Is the left term included in the right one, by derivatives and the answers to some questions? False if
    they do not show it."""
    given = settings(questions)
    nothing: frozenset[Term] = frozenset()
    seen: dict[Sets, list[frozenset[Term]]] = {}  # with what is impossible there
    todo = [(nothing, (frozenset({left}), frozenset({right})))]
    entries = 1
    while todo:
        denied, pair = todo.pop()
        if any(known <= denied for known in seen.get(pair, ())):
            continue
        seen.setdefault(pair, []).append(denied)
        for answers in given:
            if any(answer(answers, term) for term in denied):
                continue
            one, two = (any(stops(answers, term) for term in side) for side in pair)
            if one and not two:
                return False
            for letter in range(letters):
                if answers.get(("Letter", letter), True):
                    after = [frozenset(x for t in side for x in rests(answers, letter, t)) for side in pair]
                    todo.append((shut(answers, letter), (after[0], after[1])))
                    entries += 1
        if entries > MOST_PAIRS:
            raise Undecided("the derivatives are too many for the procedure in Coq")
    return True
