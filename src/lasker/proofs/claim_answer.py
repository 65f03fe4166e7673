"""The answer to a claim: whether it holds, in words, and the files that let others check it."""

from __future__ import annotations

from lasker.kernel.dataclass import dataclass


@dataclass(frozen=True)
class Answer:
    """Whether a claim holds (None: undecided), in words; and, if it does, its files for Coq and SMT solvers.

    >>> Answer(None, "no proof found").word
    'undecided'
    """

    holds: bool | None
    said: str
    coq: str | None = None
    smt: str | None = None

    @property
    def word(self) -> str:
        """The answer in one word."""
        return {True: "proved", False: "false", None: "undecided"}[self.holds]
