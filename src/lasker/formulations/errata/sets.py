"""Errata of seed 000 (Guan 2022): one definition as printed, the others repaired."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from lasker.formulations.errata.erratum import Finding, Search, least, ordinal, yes_or_no
from lasker.formulations.foundations import ERRATA, State, picture, repaired, write
from lasker.formulations.foundations.search import BUDGET, Disagreement, smallest_disagreement, states_by_size


def search(id: str) -> Finding | None:
    """The smallest state on which one definition as printed changes an answer.

    >>> search("E-A6").example
    'k/R/K b - - 0 1'
    """
    seen = 0

    def counted() -> Iterator[State]:
        nonlocal seen
        for seen, state in enumerate(states_by_size(ERRATA[id], repaired), 1):  # noqa: B007
            yield state

    found = smallest_disagreement(ERRATA[id], candidates=counted())
    if found is None:
        return None
    effort = f"all states in the order of their size, this one the {ordinal(seen)} (of {BUDGET:,} at most)"
    return Finding(write(found.state), picture(found.state), found.question, *_answers(found), effort)


def _answers(found: Disagreement) -> tuple[str, str]:
    one, other = found.answers
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return least((frozenset(map(str, one)), frozenset(map(str, other))))
    return yes_or_no(one), yes_or_no(other)


SEARCHES: dict[str, Search] = {id: partial(search, id) for id in ERRATA}
