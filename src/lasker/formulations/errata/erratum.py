"""The data types of errata: the printed wording, the repaired one, and the finding of a search."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Finding(NamedTuple):
    """The smallest example on which a printed text and its repair differ, and the effort of the search.

    >>> Finding("k/R/K b", "k\\nR\\nK", "stalemate", "yes", "no", "3 states").question
    'stalemate'
    """

    example: str  # a FEN, a board, an expression: one line
    diagram: str  # the same as a drawing
    question: str
    printed: str  # the answer as printed
    repaired: str
    effort: str  # what was searched


Search = Callable[[], Finding | None]

SEVERITIES = {
    "serious": "as printed, moves, results or values are others than those that are meant",
    "gap": "something is left open, and whoever implements the text has to decide it",
    "slip": "a name, a figure or a reference; nothing depends on it",
}


class Erratum(NamedTuple):
    """An erratum of one of the five texts; one without a search is editorial, or cannot be run.

    >>> Erratum("E-X1", "here", "this", "that").search is None
    True
    """

    id: str
    where: str
    printed: str
    repaired: str
    search: Search | None = None
    severity: str = "slip"  # one of SEVERITIES
    method: str = "reading"  # one of evidence.METHODS
    also: tuple[Search, ...] = ()  # what shows more of it than the search does


def ordinal(number: int) -> str:
    """An ordinal number in digits.

    >>> ordinal(1), ordinal(112), ordinal(1003)
    ('1st', '112th', '1,003rd')
    """
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number:,}{'th' if number % 100 in (11, 12, 13) else ends.get(number % 10, 'th')}"


def yes_or_no(answer: object) -> str:
    """An answer as text.

    >>> yes_or_no(True), yes_or_no(frozenset({1}))
    ('yes', '1')
    """
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return " ".join(sorted(map(str, answer))) if isinstance(answer, frozenset) else str(answer)


def least(sets: tuple[frozenset[str], frozenset[str]]) -> tuple[str, str]:
    """Two sets as texts, without their common part.

    >>> least((frozenset({"a1a2", "a1b1"}), frozenset({"a1a2"})))
    ('a1b1', 'nothing more')
    """
    one, other = sets
    if one and other and not one & other:
        return " ".join(sorted(one)), " ".join(sorted(other))
    return " ".join(sorted(one - other)) or "nothing more", " ".join(sorted(other - one)) or "nothing more"
