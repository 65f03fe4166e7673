"""Games made for an erratum, beside what its search finds: they show what random play rarely meets."""

from __future__ import annotations

from collections import Counter
from functools import partial

from lasker.formulations.arithmetic.games import encode_game
from lasker.formulations.arithmetic.numbers import sequence
from lasker.formulations.crosscheck.positions import played
from lasker.formulations.errata.erratum import Finding, Search, yes_or_no
from lasker.formulations.errata.readings import board, machine
from lasker.formulations.laws import fide
from lasker.formulations.laws.position import LawsPosition

RIGHTS = "e2e4 e7e5 " + 2 * "e1e2 e8e7 e2e1 e7e8 "
KNIGHTS = "e2e4 e7e5 " + 2 * (
    "g1f3 g8f6 b1c3 f6g8 c3e2 g8f6 e2g1 f6g8 f3d4 g8f6 d4b5 f6g8 b5c3 g8f6 c3b1 f6g8 "
)
PLIES = 4


def repetition(about: str, moves: str) -> Finding:
    """E-K28: (95) after a game from the start; as printed, boards have 64 cells and no rights.

    >>> repetition("the rights to castle", RIGHTS)[3:5]
    ('yes', 'no')
    """
    position = fide.INITIAL
    short = [board(position, short=True)]
    for move in moves.split():
        position = played(position, move)
        short.append(board(position, short=True))
    printed = machine("E-K28")("drp", sequence(each[0] for each in short if each is not None))
    repaired = machine()("drp", encode_game(machine(), moves.split()))
    answers = yes_or_no(bool(printed)), yes_or_no(bool(repaired))
    effort = f"a game of {len(moves.split())} plies, about {about}"
    return Finding(moves.strip(), str(position), "drawn by repetition", *answers, effort)


def counted_games(plies: int, start: LawsPosition = fide.INITIAL) -> tuple[int, int]:
    """How many games of so many plies (89) lists, with a copy for each way to a board, and without.

    A move is listed as often as there are ways to its board, and joined to every game that ends there.

    >>> counted_games(2)
    (400, 400)
    """
    ways: Counter[LawsPosition] = Counter({start: 1})
    copies = ways
    for ply in range(plies):
        more: Counter[LawsPosition] = Counter()
        copied: Counter[LawsPosition] = Counter()
        for position, number in ways.items():
            moves = fide.legal_moves(position)
            last = ply == plies - 1  # where boards need not be told apart any more
            for after in [position] * len(moves) if last else [_kept(played(position, m)) for m in moves]:
                more[after] += number
                copied[after] += copies[position] * number
        ways, copies = more, copied
    return copies.total(), ways.total()


def _kept(position: LawsPosition) -> LawsPosition:
    """What a board keeps: a square passed over only if a pawn of the other side stands beside."""
    passed = position.passed
    if passed is not None:
        rank = "4" if passed[1] == "3" else "5"
        beside = (position.pieces.get(chr(ord(passed[0]) + way) + rank) for way in (-1, 1))
        passed = passed if ("P" if position.side == "white" else "p") in beside else None
    return LawsPosition.of(position.pieces, position.side, position.castling, passed)


def copies_of_games() -> Finding:
    """E-K26: the games of four plies from the start, counted."""
    printed, repaired = counted_games(PLIES)
    effort = "all ways to all boards, counted with the Laws of Chess"
    question = f"games of {PLIES} plies"
    return Finding("the start", str(fide.INITIAL), question, f"{printed:,}", f"{repaired:,}", effort)


ALSO: dict[str, tuple[Search, ...]] = {
    "E-K26": (copies_of_games,),
    "E-K28": (
        partial(repetition, "rights to castle: only the first of three equal boards has them", RIGHTS),
        partial(repetition, "two knights that change places twice: the boards look alike", KNIGHTS),
    ),
}
