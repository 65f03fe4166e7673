"""Evaluators for the readings of seed 002, cached, and positions as its numbers."""

from __future__ import annotations

from functools import cache

from lasker.formulations.arithmetic.boards import EMPTY, encode, letter, square
from lasker.formulations.arithmetic.machine import Machine
from lasker.formulations.arithmetic.numbers import Number, as_sequence, exact, left, right
from lasker.formulations.arithmetic.reading import all_but, repaired
from lasker.formulations.laws import fen
from lasker.formulations.laws.position import LawsPosition
from lasker.kernel.errors import LaskerError


@cache
def machine(*unrepaired: str) -> Machine:
    """The evaluator of the reading with all errata repaired but these.

    >>> machine("E-K9")("wpawn", 9), machine()("wpawn", 9)
    (0, 1)
    """
    return Machine(all_but(*unrepaired) if unrepaired else repaired())


def board(position: LawsPosition, short: bool = False) -> tuple[Number, int] | None:
    """The board of a position and the player to move; None for a position that has no number.

    >>> board(fen.read("k7/8/8/8/8/8/8/K7 b - -"))[1]
    2
    """
    try:
        return encode(" ".join(fen.write(position).split()[:4]), full=not short)
    except LaskerError:
        return None


def legal_moves(ask: Machine, b: Number, x: int) -> frozenset[str]:
    """The moves of player x that leave its own king out of check.

    >>> sorted(legal_moves(machine(), *board(fen.read("k7/8/8/8/8/8/8/K7 w - -"))))
    ['a1a2', 'a1b1', 'a1b2']
    """
    return frozenset(
        _text(start, target)
        for start, piece in enumerate(as_sequence(b).items[:64], 1)
        if piece != EMPTY and ask("own", x, piece)
        for target in as_sequence(ask("targets", piece, b)).items
        if ask("P7b", piece, target, b)
    )


def reached(ask: Machine, b: Number, x: int) -> frozenset[str]:
    """The pseudo-legal moves of player x.

    >>> sorted(reached(machine(), *board(fen.read("k7/8/8/8/8/8/8/K7 w - -"))))
    ['a1a2', 'a1b1', 'a1b2']
    """
    return frozenset(
        square(start) + square(exact(end))
        for start, piece in enumerate(as_sequence(b).items[:64], 1)
        if piece != EMPTY and ask("own", x, piece)
        for end in as_sequence(ask("arps", piece, start, b)).items
    )


def _text(start: int, target: Number) -> str:
    if isinstance(target, int) and target <= 64:
        return square(start) + square(target)
    return square(start) + square(exact(right(left(target)))) + letter(target).lower()
