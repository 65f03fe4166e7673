"""The limits that keep every answer finite, passed down from one place and named in errors."""

from __future__ import annotations

from dataclasses import dataclass

from lasker.kernel.errors import LimitError

LARGEST = 1_000_000_000  # the largest number that a text may write: bounds, amounts, repetitions, weights


def whole(digits: str, most: int = LARGEST) -> int:
    """The number that a text writes, exactly; one that is too large is refused.

    >>> whole("0000000005")
    5
    >>> whole("2000000000")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.LimitError: 2000000000 is too large
    """
    plain = digits.lstrip("+-").lstrip("0") or "0"
    if len(plain) > len(str(most)) or int(plain) > most:
        shown = digits if len(digits) <= 20 else f"{digits[:10]}… ({len(digits)} digits)"
        raise LimitError(f"{shown} is too large", remedy=f"numbers go up to {most}")
    return -int(plain) if digits.startswith("-") else int(plain)


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
