"""Translation units: C text, and its optimization level."""

from __future__ import annotations

LARGE = 100_000  # characters from which text is optimized less: as fast in measurements, compiled sooner
HUGE = 1_000_000  # characters of code without tables, from which it is not optimized: else 10 seconds
HUGE_WALK = 800_000  # the same of a walk without bitboards, all of which is code: else 6 seconds


class Seldom(str):
    """C text that seldom runs: compiled without optimization, in less than half the time."""


class Busy(str):
    """C text that runs for long: it counts as large only at two and a half times the size of others."""


class Walk(Busy):
    """The same without bitboards: its tables cost the compiler little, however large a board is."""


class Steps(Walk):
    """The same with the steps of batches, which run for hours: huge at twice the size of others."""


class Large(str):
    """A part of a C text that is large as a whole."""
