"""Betza notation, with the extensions of XBoard: how a piece moves, in a few letters."""

from lasker.syntax.betza.directions import Offset
from lasker.syntax.betza.expressions import ways
from lasker.syntax.betza.notation import LEAPS, Betza, Chain, Leg, ModifiedAtom, Repetition
from lasker.syntax.betza.reader import read
from lasker.syntax.betza.special import Surroundings

__all__ = [
    "LEAPS",
    "Betza",
    "Chain",
    "Leg",
    "ModifiedAtom",
    "Offset",
    "Repetition",
    "Surroundings",
    "read",
    "ways",
]
