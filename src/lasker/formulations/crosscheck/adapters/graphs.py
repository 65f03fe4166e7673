"""Adapter of seed 004 (El-Hamiani-Khatat 2025): displacements and guards, run by the generated validator."""

from __future__ import annotations

from lasker.formulations.crosscheck.formulation import (
    BOARDS,
    CHECK,
    CHECKMATE,
    DEAD,
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
from lasker.formulations.graphs import validator

SIGNS = {man: letter for letter, man in validator.LETTERS.items()}


def by_the_graphs(line: Line) -> Answers:
    """The answers of the displacements and guards about the last position of a line.

    >>> sorted(by_the_graphs(("k7/8/8/8/8/8/8/K7 w - - 0 1",))["legal moves"])
    ['a1a2', 'a1b1', 'a1b2']
    """
    position = validator.read(line[-1])
    moves = validator.named(validator.candidates(position, position.player), position)
    after = ((text, validator.finished(move).board) for text, move in moves.items())
    ended, reasons = validator.over(position), validator.adjudicated(*line)
    answers: dict[str, bool | frozenset[str]] = {
        MOVES: frozenset(moves),
        BOARDS: frozenset(f"{text} {_diagram(board)}" for text, board in after),
        CHECK: validator.asking(position).in_check(False),
        CHECKMATE: ended == "checkmate",
        STALEMATE: ended == "stalemate",
        THREEFOLD: "threefold repetition" in reasons,
        FIFTY: "fifty moves" in reasons,
        STANDSTILL: not {"fivefold repetition", "seventy-five moves"}.isdisjoint(reasons),
    }
    if not ended:
        answers[DEAD] = "insufficient material" in reasons
    return answers


def _diagram(board: validator.Board) -> str:
    """The 64 squares of a board in FEN order, a letter each."""
    men = board.men()
    squares = (square for row in validator.ROWS for square in row)
    return "".join(SIGNS[men[s].kind, men[s].owner] if s in men else "." for s in squares)


GRAPHS = Formulation(
    "graphs",
    "004",
    FIDE,
    "everything on the board, and the draws that need no arbiter; dead positions by material alone",
    by_the_graphs,
    texts=("graph_chess",),
    one_in=3,
)
