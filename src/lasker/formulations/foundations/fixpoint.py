"""Definition 14(2) as a greatest fixpoint: the states from which no game can end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from lasker.formulations.foundations.definitions import Definitions, repaired
from lasker.formulations.foundations.sets import State
from lasker.kernel.limits import Limits

A = TypeVar("A")
Play: TypeAlias = Mapping[State, frozenset[State]]

SMALL = Limits(configurations=20_000)
"""How many states are followed, by default; a state is a large set of tiles."""


def within_reach(roots: Iterable[State], reading: Definitions = repaired, limits: Limits = SMALL) -> Play:
    """Every state that legal moves lead to, with the states that it is adjacent to.

    >>> from lasker.formulations.foundations.fen import read
    >>> len(within_reach([read("k2/3/2K w")]))
    64
    """
    found: dict[State, frozenset[State]] = {}
    waiting = list(roots)
    while waiting:
        s = waiting.pop()
        if s not in found:
            limits.check("configurations", len(found) + 1)
            found[s] = reading.adjacent(s)
            waiting += found[s]
    return MappingProxyType(found)


def greatest_fixpoint(f: Callable[[frozenset[A]], frozenset[A]], top: frozenset[A]) -> frozenset[A]:
    """νX. f(X) for a monotone f on the subsets of a finite set: f(f(... f(top))).

    >>> greatest_fixpoint(lambda X: frozenset(x for x in X if x // 2 in X or x == 1), frozenset({1, 2, 5, 7}))
    frozenset({1, 2, 5})
    """
    x = top
    while (smaller := f(x)) != x:
        x = smaller
    return x


def checkmates(play: Play, reading: Definitions = repaired) -> frozenset[State]:
    """Definition 13 over many states at once.

    >>> from lasker.formulations.foundations.fen import read
    >>> len(checkmates(within_reach([read("k1/2/KQ w")])))
    2
    """
    return frozenset(s for s, after in play.items() if not after and reading.in_check(s.grid, s.colour))


def dead(play: Play, reading: Definitions = repaired) -> frozenset[State]:
    """Definition 14(2) repaired: νX. {s : s is no checkmate, and every s' that s is adjacent to is in X}.

    It is the largest set that contains no checkmate and that no legal move leaves: from its states no
    sequence of legal moves mates anyone. A stalemate is dead, since no move leaves it.

    >>> from lasker.formulations.foundations.fen import read
    >>> play = within_reach([read("k2/3/2K w")])
    >>> len(dead(play)) == len(play)
    True
    """
    mates = checkmates(play, reading)
    return greatest_fixpoint(
        lambda X: frozenset(s for s in X if s not in mates and play[s] <= X), frozenset(play)
    )


def stalemates_as_printed(
    play: Play, reading: Definitions = repaired
) -> tuple[frozenset[State], frozenset[State]]:
    """Definition 14(1) and (2) as printed: the states that surely are stalemates, and the paradoxical ones.

    A game ends where a stalemate is (Definition 15), and a stalemate is where no game ends: with
    Φ(X) = {s : no legal move} ∪ {s : no checkmate, no state without moves, none of X within reach of s}
    the definition asks for X = Φ(X). Φ reverses inclusion, so Φ(Φ(X)) preserves it and has a least and a
    greatest fixpoint. What is in the least is a stalemate in every solution; what is only in the greatest is
    one if and only if it is none.

    >>> from lasker.formulations.foundations.fen import read
    >>> sure, paradoxical = stalemates_as_printed(within_reach([read("k2/3/2K w")]))
    >>> len(sure), len(paradoxical)
    (0, 64)
    """
    mates = checkmates(play, reading)
    stuck = frozenset(s for s, after in play.items() if not after)

    def phi(X: frozenset[State]) -> frozenset[State]:
        ends = mates | stuck | X
        return stuck | greatest_fixpoint(
            lambda Y: frozenset(s for s in Y if s not in ends and play[s] <= Y), frozenset(play)
        )

    upper = greatest_fixpoint(lambda X: phi(phi(X)), frozenset(play))
    lower = phi(upper)
    return lower, upper - lower
