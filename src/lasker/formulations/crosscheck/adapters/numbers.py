"""Adapter of seed 002 (Kulyukin 2022): chess as arithmetic on Gödel numbers, as the errata repair it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from lasker.formulations.arithmetic.boards import EMPTY, decode, encode, letter, square
from lasker.formulations.arithmetic.machine import Machine
from lasker.formulations.arithmetic.numbers import Number, as_sequence, exact, left, right, sequence
from lasker.formulations.arithmetic.reading import repaired
from lasker.formulations.crosscheck.formulation import (
    BOARDS,
    CHECK,
    CHECKMATE,
    DEAD,
    FIDE,
    MOVES,
    STALEMATE,
    THREEFOLD,
    Answers,
    Formulation,
    Line,
)
from lasker.kernel.errors import LaskerError

KINGS = {1: ("wkc", "wkm", "wsm"), 2: ("bkc", "bkm", "bsm")}


@cache
def machine() -> Machine:
    """The evaluator of the repaired reading, with memoisation.

    >>> machine()("s", 6)
    7
    """
    return Machine(repaired())


def by_the_numbers(line: Line) -> Answers:
    """The answers of the arithmetic about the last position of a line, if the position has a number.

    >>> answers = by_the_numbers(("8/P7/8/8/8/8/8/k1K5 w - - 0 1",))
    >>> sorted(answers["legal moves"])
    ['a7a8b', 'a7a8n', 'a7a8q', 'a7a8r', 'c1c2', 'c1d1', 'c1d2']
    """
    try:
        boards = [encode(" ".join(text.split()[:4])) for text in line]
    except LaskerError:  # a pawn structure that is not reachable has no number
        return {}
    b, x = boards[-1]
    ask = machine()
    if not ask("position", b, x):
        return {}
    check, mate, stale = KINGS[x]
    moves = dict(_moves(b, x))
    answers: dict[str, bool | frozenset[str]] = {
        MOVES: frozenset(moves),
        BOARDS: frozenset(f"{move} {diagram}" for move, diagram in moves.items()),
        CHECK: bool(ask(check, b)),
        CHECKMATE: bool(ask(mate, b)),
        STALEMATE: bool(ask(stale, b)),
        THREEFOLD: bool(ask("drp", sequence([board for board, _ in boards]))),
    }
    if moves:
        answers[DEAD] = bool(ask("dp", b))
    return answers


def _moves(b: Number, x: int) -> Iterator[tuple[str, str]]:
    """The legal moves of player x on a board, each with the board after it."""
    ask = machine()
    for start, piece in enumerate(as_sequence(b).items[:64], 1):
        if piece == EMPTY or not ask("own", x, piece):
            continue
        for target in as_sequence(ask("targets", piece, b)).items:
            if ask("P7b", piece, target, b):
                plain = isinstance(target, int) and target <= 64
                end = exact(target if plain else right(left(target)))
                text = square(start) + square(end) + ("" if plain else letter(target).lower())
                yield text, _diagram(ask("box", b, piece, target))


def _diagram(b: Number) -> str:
    """The 64 squares of a board, a letter each."""
    rows = decode(b).split()[0].replace("/", "")
    return "".join("." * int(sign) if sign.isdigit() else sign for sign in rows)


NUMBERS = Formulation(
    "numbers",
    "002",
    FIDE,
    "moves, check, mates, dead by material, repetition, where every pawn can have come from somewhere",
    by_the_numbers,
    one_in=4,
)
