"""Doubt in every answer: with LASKER_PARANOID=1 everything is answered on bitboards and by the walk.

Counts are compared at every node, the deepest first, lists and random games as a whole. The first difference
is an error that names a rules file and a position which show it.
"""

from __future__ import annotations

import os

SWITCH = "LASKER_PARANOID"


class Doubted(Exception):
    """Two ways to answer differ: where, and how."""

    def __init__(self, packed: bytes, told: str) -> None:
        super().__init__(told)
        self.packed, self.told = packed, told


def paranoid() -> bool:
    """Is everything to be answered in both ways?

    >>> paranoid()
    False
    """
    return os.environ.get(SWITCH, "") not in ("", "0")
