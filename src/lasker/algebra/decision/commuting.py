"""Sequences whose parts commute: parts that only count, and parts that were proved to commute."""

from __future__ import annotations

from collections.abc import Callable

from lasker.algebra.decision import counting_moves
from lasker.algebra.decision.proof import Commuted, Proof, Same
from lasker.algebra.moves import (
    Bind,
    Choice,
    Compare,
    Fail,
    Move,
    Nil,
    Repeat,
    Sequence,
    Test,
    Variable,
    children,
    sequence,
)
from lasker.algebra.subterms import counters_in, parts

MOST_PARTS = 12  # of a sequence

Prove = Callable[[Move, Move], Proof | None]


def by_counting_first(left: Move, right: Move, count: Prove, prove: Prove) -> Commuted | None:
    """Both sides with the parts that only count before those that do not use their counters: what is counted
    is equal, and so is the rest."""
    (one, rest), (two, others) = counting_first(left), counting_first(right)
    if not one and not two:
        return None
    counted = count(sequence(one), sequence(two))
    done = prove(sequence(rest), sequence(others)) if counted else None
    if counted is None or done is None:
        return None
    return Commuted((left, sequence(one + rest)), (right, sequence(two + others)), (counted, done))


def counting_first(move: Move) -> tuple[list[Move], list[Move]]:
    """The parts of a sequence that only count and may be done first, and the others, in their order.

    >>> from lasker.calculator import rules
    >>> words = rules("counter n 0..2")
    >>> counting, rest = counting_first(words.evaluate("(♖ -> .) n += 1 [♙] [n = 2]"))
    >>> len(counting), len(rest)
    (2, 2)
    """
    first: list[Move] = []
    rest: list[Move] = []
    for part in _parts(move):
        used = counters_in([part]) if counting_moves.counts_only(part) else set()
        free = used and not any(
            used & counters_in([other]) or any(isinstance(each, Variable) for each in parts(other))
            for other in rest
        )
        (first if free else rest).append(part)
    return first, rest


def by_order(left: Move, right: Move, prove: Prove) -> Commuted | None:
    """The parts of the left in the order of those of the right, where all that pass each other commute."""
    todo, order = _parts(left), _parts(right)
    if left == right or len(todo) != len(order) or not 2 <= len(todo) <= MOST_PARTS:
        return None
    proofs: dict[tuple[Move, Move], list[Proof]] = {}
    for part in order:
        if part not in todo:
            return None
        at = todo.index(part)
        for other in dict.fromkeys(todo[:at]):
            found = proofs.get((other, part)) or _commute(other, part, len(order) > 2, prove)
            if found is None:
                return None
            proofs[other, part] = found
        del todo[at]
    return Commuted((left, right), (right, right), tuple(each for some in proofs.values() for each in some))


def _commute(one: Move, two: Move, ask: bool, prove: Prove) -> list[Proof] | None:
    """Proofs that two moves commute: they are tests, or what they repeat commutes, or all their options and
    parts do, or the prover says so."""
    orders = sequence([one, two]), sequence([two, one])
    if only_tests(one) and only_tests(two):
        return [Proof(*orders, (Same(orders[1], ("tests commute",)),))]
    if ask and (proof := prove(*orders)) is not None:
        return [proof]
    for a, b in ((one, two), (two, one)):
        if isinstance(a, Repeat | Choice | Sequence):
            found = [_commute(part, b, True, prove) for part in children(a)]
            return None if None in found else [proof for some in found for proof in some or ()]
    return None


def only_tests(move: Move) -> bool:
    """Does a move change nothing, because it consists of tests?

    >>> from lasker.calculator import rules
    >>> [only_tests(rules().evaluate(text)) for text in ("%♖: [♙] [% + u.]", "[♙] (♖ -> .)")]
    [True, False]
    """
    if isinstance(move, Test | Compare | Nil | Fail):
        return True
    return isinstance(move, Sequence | Choice | Repeat | Bind) and all(map(only_tests, children(move)))


def _parts(move: Move) -> list[Move]:
    return list(move.parts) if isinstance(move, Sequence) else [move]
