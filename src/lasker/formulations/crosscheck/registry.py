"""Every formulation that is compared. A new one is one file of `adapters` and one line here."""

from __future__ import annotations

from lasker.formulations.crosscheck.adapters import engine, graphs, numbers, prose, sets
from lasker.formulations.crosscheck.formulation import Formulation

FORMULATIONS: tuple[Formulation, ...] = (
    prose.LAWS,
    sets.SETS,
    numbers.NUMBERS,
    engine.ENGINE,
    graphs.GRAPHS,
    prose.PRINTED,
    engine.PRINTED,
)
