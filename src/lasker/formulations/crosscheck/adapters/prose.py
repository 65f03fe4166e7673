"""Adapters of seed 003: the FIDE Laws of Chess, and the ProofWiki page as printed."""

from __future__ import annotations

from functools import lru_cache

from lasker.formulations.crosscheck.formulation import (
    BOARDS,
    CHECK,
    CHECKMATE,
    DEAD,
    FIDE,
    FIFTY,
    MOVES,
    PAGE,
    STALEMATE,
    STANDSTILL,
    THREEFOLD,
    Answers,
    Formulation,
    Line,
)
from lasker.formulations.laws import fen, fide, printed
from lasker.formulations.laws.fide.article_3 import carried_out
from lasker.formulations.laws.fide.article_5 import dead_position
from lasker.formulations.laws.fide.article_9 import (
    fifty_moves,
    fivefold_repetition,
    seventy_five_moves,
    threefold_repetition,
)
from lasker.formulations.laws.position import LawsPosition

read = lru_cache(maxsize=1024)(fen.read)  # a line is asked about again when it is one move longer


def by_the_laws(line: Line) -> Answers:
    """The answers of the Laws about the last position of a line.

    >>> by_the_laws(("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",))["stalemate"]
    True
    """
    *earlier, position = map(read, line)
    if not fide.covers(position):
        return {}
    moves = fide.legal_moves(position)
    after = (LawsPosition.of(carried_out(position, move), position.side).diagram for move in moves)
    check = fide.in_check(position.pieces, position.side)
    return {
        MOVES: frozenset(moves),
        BOARDS: frozenset(f"{move} {diagram}" for move, diagram in zip(moves, after, strict=True)),
        CHECK: check,
        CHECKMATE: check and not moves,
        STALEMATE: not check and not moves,
        DEAD: bool(moves) and dead_position(position),
        THREEFOLD: threefold_repetition(position, earlier),
        FIFTY: fifty_moves(position),
        STANDSTILL: fivefold_repetition(position, earlier) or seventy_five_moves(position),
    }


def by_the_page(line: Line) -> Answers:
    """The answers of the ProofWiki page, taken literally, about the last position of a line.

    >>> sorted(by_the_page(("8/P7/8/8/8/8/8/k1K5 w - - 0 1",))["legal moves"])
    ['a7a8', 'c1c2', 'c1d1', 'c1d2']
    """
    position = read(line[-1])
    if not printed.covers(position):
        return {}
    moves, check = printed.legal_moves(position), printed.in_check(position, position.side)
    return {
        MOVES: frozenset(moves),
        CHECK: check,
        CHECKMATE: check and not moves,
        STALEMATE: not check and not moves,
    }


LAWS = Formulation(
    "prose",
    "003",
    FIDE,
    "everything on the board, and the draws that need no arbiter; dead positions by material alone",
    by_the_laws,
)
PRINTED = Formulation(
    "prose as printed",
    "003",
    PAGE,
    "moves, check, checkmate and stalemate in the words of the page; its draws are too vague to compare",
    by_the_page,
)
