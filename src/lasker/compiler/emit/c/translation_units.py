"""Translation units: C text, and how much it is worth to optimise it."""

from __future__ import annotations

LARGE = 100_000  # characters of text from which less is optimised: as fast in measurements, and sooner done


class Seldom(str):
    """C text that seldom runs: it is compiled as it stands, in less than half the time."""


class Busy(str):
    """C text that runs for long: it is large only when it is twice as large as other texts."""


class Walk(Busy):
    """The same without bitboards: its tables are no work for a compiler, however large a board is."""


class Large(str):
    """A part of C text that is large as a whole."""
