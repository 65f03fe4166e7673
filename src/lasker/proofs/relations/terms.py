"""Moves as terms over unknown relations, which are numbered: those of coq/relations.v."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lasker.algebra.decision.derivatives import unrolled
from lasker.algebra.moves import Choice, Fail, Move, Nil, Repeat, Sequence, Test

# Terms as in Coq: ("Letter", n), ("Skip",), ("Impossible",), ("Then", a, b), ("Or", a, b), ("Star", a),
# ("Can", a), ("Cannot", a).
Term = tuple[Any, ...]

SKIP, IMPOSSIBLE = ("Skip",), ("Impossible",)


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
