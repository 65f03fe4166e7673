"""The list of formulations that are compared. A new one is a file in `adapters` and a line here."""

from __future__ import annotations

from lasker.formulations.crosscheck.adapters import engine, graphs, numbers, prose, sets
from lasker.formulations.crosscheck.formulation import Formulation

FORMULATIONS: tuple[Formulation, ...] = (
    prose.LAWS,
    sets.SETS,
    sets.SECOND,
    numbers.NUMBERS,
    engine.ENGINE,
    graphs.GRAPHS,
    prose.PRINTED,
    engine.PRINTED,
)
