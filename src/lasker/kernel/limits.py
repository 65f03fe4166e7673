"""The limits that keep every answer finite, passed down from one place and named in errors."""

from __future__ import annotations

from dataclasses import dataclass

from lasker.kernel.errors import LimitError


@dataclass(frozen=True, slots=True)
class Limits:
    """How much work a single question may cost before Lasker refuses honestly.

    >>> Limits(sites=100).check("sites", 400)
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.LimitError: 400 sites, and the limit is 100
    """

    sites: int = 100_000  # of one board
    configurations: int = 200_000  # visited while one move is evaluated
    terms: int = 100_000  # nodes that one definition may expand to
    patterns: int = 2_000  # fragments that one pattern may be a choice of
    steps: int = 25_000  # of elaborating one definition
    depth: int = 100  # of brackets, of terms, and of definitions that use each other
    characters: int = 8_000_000  # of one source text

    def check(self, name: str, value: int) -> None:
        """Refuse when `value` passes the limit called `name`."""
        bound = getattr(self, name)
        if value > bound:
            raise LimitError(
                f"{value} {name}, and the limit is {bound}",
                remedy=f"make it smaller, or pass Limits({name}=…) from Python",
            )


DEFAULT = Limits()
