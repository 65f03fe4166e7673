"""Cross-checking at run time: with LASKER_PARANOID=1 bitboards and walk compute everything and are compared.

Counts are compared at every node, the deepest first; move lists and playouts as a whole. The first difference
raises an error that names a rules file and a position to reproduce it.
"""

from __future__ import annotations

import os

SWITCH = "LASKER_PARANOID"


class Mismatch(Exception):
    """Bitboards and walk differ: at which position, and how."""

    def __init__(self, packed: bytes, description: str) -> None:
        super().__init__(description)
        self.packed, self.description = packed, description


def paranoid() -> bool:
    """Is cross-checking enabled?

    >>> paranoid()
    False
    """
    return os.environ.get(SWITCH, "") not in ("", "0")
