"""Adapters of seed 000 (Guan 2022): chess as sets and functions, as repaired, and in a second version."""

from __future__ import annotations

from lasker.formulations import foundations
from lasker.formulations.crosscheck.formulation import (
    BOARDS,
    CHECK,
    CHECKMATE,
    FIDE,
    FIFTY,
    MOVES,
    STALEMATE,
    STANDSTILL,
    THREEFOLD,
    Answers,
    Formulation,
    Line,
)
from lasker.formulations.foundations import definitions, extended_rules, histories, repaired


def by_the_sets(line: Line) -> Answers:
    """The answers of the definitions about the last position of a line, as far as they cover it.

    >>> sorted(by_the_sets(("4k3/8/8/8/8/8/8/4K2R w K - 0 1",)))
    ['check', 'checkmate', 'fivefold or 75 moves', 'stalemate']
    >>> by_the_sets(("4k3/8/8/8/8/8/8/4K2R w - - 0 1",))["check"]
    False
    """
    text = line[-1]
    missing = foundations.uncovered(text)
    if missing - foundations.OMITTED:
        return {}
    s = foundations.read(text)
    answers: dict[str, bool | frozenset[str]] = {CHECK: repaired.in_check(s.grid, s.colour)}
    if "en passant" not in missing:  # castling and promotion add moves only where there are others
        answers[CHECKMATE] = repaired.is_checkmate(s)
        answers[STALEMATE] = repaired.is_stalemate(s)
    if not missing:
        answers[MOVES] = foundations.move_texts(s)
        answers[BOARDS] = frozenset(
            f"{foundations.square(m[0][0])}{foundations.square(m[1][0])} "
            + foundations.picture(after).replace("\n", "")
            for m in repaired.legal_moves(s)
            for after in repaired.successors(s, m)
        )
    if _is_whole(line) and not (answers.get(CHECKMATE, True) or answers.get(STALEMATE, True)):
        answers[STANDSTILL] = repaired.is_over(tuple(map(foundations.read, line)))
    return answers


def by_the_histories(line: Line) -> Answers:
    """The answers of the second version, where castling, en passant, promotion and the draws are defined.

    >>> sorted(by_the_histories(("4k3/7P/8/8/8/8/8/4K2R w K - 0 1",))["legal moves"])[:5]
    ['e1d1', 'e1d2', 'e1e2', 'e1f1', 'e1f2']
    """
    if foundations.uncovered(line[-1]) - foundations.OMITTED:
        return {}
    h = histories.history(*line)
    moves = histories.texts(h)
    quiet = extended_rules.quiet_plies(histories.quiet_history(*line))
    times = extended_rules.occurrences(h)
    boards = ((text, extended_rules.successor(h, m)) for text, m in moves.items())
    return {
        MOVES: frozenset(moves),
        BOARDS: frozenset(f"{text} {foundations.picture(after)}".replace("\n", "") for text, after in boards),
        CHECK: repaired.in_check(*h[-1]),
        CHECKMATE: extended_rules.is_checkmate(h),
        STALEMATE: extended_rules.is_stalemate(h),
        THREEFOLD: times >= extended_rules.CLAIMED_OCCURRENCES,
        FIFTY: quiet >= extended_rules.CLAIMED_QUIET_PLIES,
        STANDSTILL: times >= definitions.MOST_OCCURRENCES or quiet >= definitions.MOST_QUIET_PLIES,
    }


def _is_whole(line: Line) -> bool:
    """Whether the line contains all positions since the last capture or pawn move,
    each fully described by a state."""
    fields = [text.split() for text in line]
    return all(rest[2:4] == ["-", "-"] for rest in fields[:-1]) and int(fields[-1][4]) < len(line)


SETS = Formulation(
    "sets",
    "000",
    FIDE,
    "check everywhere; mates except with en passant; moves without castling, en passant, promotion",
    by_the_sets,
)
SECOND = Formulation(
    "sets, second version",
    "000",
    FIDE,
    "everything on the board, and the draws that need no arbiter, but no dead positions",
    by_the_histories,
    one_in=2,
)
