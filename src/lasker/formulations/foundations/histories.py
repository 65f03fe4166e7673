"""Histories of the second version from FEN lines, and its moves as text."""

from __future__ import annotations

from lasker.formulations.foundations.extended_rules import ROOK_FILES, Choice, History, home, legal_choices
from lasker.formulations.foundations.fen import Diagram, diagram, square
from lasker.formulations.foundations.ranges import FORWARD
from lasker.formulations.foundations.sets import NULL, C, Colour, Grid, Piece, Position, State, graph, switch

RIGHTS: dict[str, tuple[Colour, Position]] = {
    right if c == "white" else right.lower(): (c, (x, home(c)))
    for c in C
    for right, x in zip("KQ", ROOK_FILES, strict=True)
}


def history(*line: str) -> History:
    """A history with the future of a line of FEN texts, each one move after the one before.

    What the first text says of the past is told by states before it: one without the rooks that may no longer
    castle, and the state before a pawn's double step. They are not claimed to have been played.

    >>> from lasker.formulations.foundations.extended_rules import rights
    >>> h = history("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1")
    >>> sorted(k for c in ("white", "black") for k, _ in rights(h, c))
    [(0, 7), (7, 0)]
    """
    first = diagram(line[0])
    return (*_without_rights(first), *_before_double_step(first), *(diagram(text).state for text in line))


def quiet_history(*line: str) -> History:
    """The same with as many quiet states before it as the first text counts plies, for the fifty moves alone.

    >>> from lasker.formulations.foundations.extended_rules import quiet_plies
    >>> quiet_plies(quiet_history("k7/8/8/8/8/8/8/K6R w - - 98 80"))
    98
    """
    states = tuple(diagram(text).state for text in line)
    clock = line[0].split()[4:5]
    return (states[0],) * int(clock[0] if clock else 0) + states


def _without_rights(found: Diagram) -> History:
    """A state in which the rooks that have lost their right are not at home; none if all have it."""
    g, c = found.state
    lost = {
        k
        for right, (colour, k) in RIGHTS.items()
        if right not in found.castling and graph(g).get(k) == (colour, "R")
    }
    passed: dict[Position, Piece] = {} if found.passing is None else _put_back(found, found.passing)
    earlier: Grid = frozenset((k, NULL if k in lost else passed.get(k, piece)) for k, piece in g)
    return (State(earlier, switch(c)),) if lost else ()


def _before_double_step(found: Diagram) -> History:
    """The state before the double step of a pawn that a text tells of; none if it tells of none."""
    g, c = found.state
    if found.passing is None:
        return ()
    put = _put_back(found, found.passing)
    return (State(frozenset((k, put.get(k, piece)) for k, piece in g), switch(c)),)


def _put_back(found: Diagram, passed: Position) -> dict[Position, Piece]:
    mover = switch(found.state.colour)
    (x, y), way = passed, FORWARD[mover]
    return {(x, y + way): NULL, (x, y - way): (mover, "P")}


def texts(h: History) -> dict[str, Choice]:
    """The legal moves of a history by their coordinates.

    >>> sorted(texts(history("8/P6k/8/8/8/8/8/K7 w - - 0 1")))
    ['a1a2', 'a1b1', 'a1b2', 'a7a8b', 'a7a8n', 'a7a8q', 'a7a8r']
    """
    return {
        square(t1[0]) + square(t2[0]) + (piece[1].lower() if piece != t1[1] else ""): (t1, t2, piece)
        for t1, t2, piece in legal_choices(h)
    }
