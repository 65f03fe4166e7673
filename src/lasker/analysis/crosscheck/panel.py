"""The panel: every witness there is. A new formulation is one file of `witnesses` and one line here."""

from __future__ import annotations

from lasker.analysis.crosscheck.witness import Witness
from lasker.analysis.crosscheck.witnesses import engine, graphs, numbers, prose, sets

PANEL: tuple[Witness, ...] = (
    prose.LAWS,
    sets.SETS,
    numbers.NUMBERS,
    engine.ENGINE,
    graphs.GRAPHS,
    prose.PRINTED,
    engine.PRINTED,
)
