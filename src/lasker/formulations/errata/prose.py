"""Errata of seed 003: the ProofWiki page as printed, one subject at a time, against the FIDE Laws."""

from __future__ import annotations

from collections.abc import Callable

from lasker.formulations.errata.erratum import Finding, Search, least, yes_or_no
from lasker.formulations.errata.lines_of_play import line_text, walk
from lasker.formulations.errata.smallest_failure import Difference, smallest_failure
from lasker.formulations.laws import fide, printed
from lasker.formulations.laws.fide.article_5 import dead_position
from lasker.formulations.laws.fide.article_9 import threefold_repetition
from lasker.formulations.laws.position import LawsPosition, rank_from
from lasker.formulations.laws.printed.draws import insufficient_pieces, repetition

WALKS = 150  # lines for each number of pieces


def captures_of_kings(position: LawsPosition) -> Difference | None:
    """E-W1: captures of a king, which the page allows and the Laws do not.

    >>> captures_of_kings(printed.read("8/8/8/8/8/8/8/Kk6 w - -")).printed
    'a1b1'
    """
    if not printed.covers(position):
        return None
    takes = [
        move for move in printed.legal_moves(position) if position.pieces.get(move[2:4], "") in ("K", "k")
    ]
    return Difference("captures of a king", " ".join(takes), "nothing") if takes else None


def arrivals_of_pawns(position: LawsPosition) -> Difference | None:
    """E-W2: pawn moves to the last rank.

    >>> arrivals_of_pawns(fide.read("8/P7/8/8/8/8/8/k1K5 w - -")).repaired
    'a7a8b a7a8n a7a8q a7a8r'
    """
    if not fide.covers(position):
        return None

    def arrivals(moves: tuple[str, ...]) -> frozenset[str]:
        pawns = (move for move in moves if position.pieces[move[:2]] in "Pp")
        return frozenset(move for move in pawns if rank_from(move[2:4], position.side) == 8)

    both = arrivals(printed.legal_moves(position)), arrivals(fide.legal_moves(position))
    return None if both[0] == both[1] else Difference("moves of pawns to the last rank", *least(both))


def legal_moves(position: LawsPosition) -> Difference | None:
    """E-W3: the legal moves, whatever a pawn promotes to, in a position that the Laws allow.

    >>> legal_moves(fide.read("4k3/3b4/8/1B6/8/8/7K/8 w - -")).printed
    'h2h3'
    """
    if not fide.covers(position):
        return None
    both = (
        frozenset(move[:4] for move in printed.legal_moves(position)),
        frozenset(move[:4] for move in fide.legal_moves(position)),
    )
    return None if both[0] == both[1] else Difference("legal moves", *least(both))


def lack_of_pieces(position: LawsPosition) -> Difference | None:
    """E-W6: whether the game is drawn by insufficient material.

    >>> lack_of_pieces(fide.read("k7/8/NK6/2N5/8/8/8/8 w - -")).printed
    'yes'
    """
    if not fide.covers(position):
        return None
    both = insufficient_pieces(position), dead_position(position)
    answers = yes_or_no(both[0]), yes_or_no(both[1])
    return None if both[0] == both[1] else Difference("drawn for lack of pieces", *answers)


def repetitions() -> Finding | None:
    """E-W5: the shortest of many random walks after which the page counts a third repetition and the Laws do
    not.

    >>> "2 men" in repetitions().effort
    True
    """
    for men in (2, 3, 4):
        found = []
        for line in (walk(men, seed) for seed in range(WALKS)):
            ends = (
                end
                for end in range(len(line))
                if repetition(line[end], line[:end]) != threefold_repetition(line[end], line[:end])
            )
            if (end := next(ends, None)) is not None:
                found.append(line[: end + 1])
        if found:
            line = min(found, key=len)
            effort = (
                f"the shortest of {len(found)} such lines in {WALKS} walks: {men} men, {len(line) - 1} plies"
            )
            return Finding(line_text(line), str(line[-1]), "drawn by repetition", "yes", "no", effort)
    return None


def _search(fails: Callable[[LawsPosition], Difference | None]) -> Search:
    return lambda: smallest_failure(fails)


SEARCHES: dict[str, Search] = {
    "E-W1": _search(captures_of_kings),
    "E-W2": _search(arrivals_of_pawns),
    "E-W3": _search(legal_moves),
    "E-W5": repetitions,
    "E-W6": _search(lack_of_pieces),
}
