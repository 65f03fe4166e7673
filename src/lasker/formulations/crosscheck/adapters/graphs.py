"""Adapter of seed 004 (El-Hamiani-Khatat 2025): chess as displacement sets and guards, a library game."""

from __future__ import annotations

from lasker.formulations.crosscheck.adapters.engine import PLUGS, by_the_engine
from lasker.formulations.crosscheck.formulation import FIDE, Answers, Formulation, Line


def by_the_graphs(line: Line) -> Answers:
    """The answers of the displacements and guards about the last position of a line.

    >>> sorted(by_the_graphs(("k7/8/8/8/8/8/8/K7 w - - 0 1",))["legal moves"])
    ['a1a2', 'a1b1', 'a1b2']
    """
    return by_the_engine("graph_chess", line)


GRAPHS = Formulation(
    "graphs",
    "004",
    FIDE,
    "everything on the board, and the draws that need no arbiter; the same engine plays it",
    by_the_graphs,
    texts=("graph_chess",),
    plugs=PLUGS,
    one_in=40,
)
