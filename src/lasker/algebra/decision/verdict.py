"""The answer to a question of equality or inclusion, with its proof or its counterexample."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from lasker.algebra.decision.counterexample_search import Counterexample
from lasker.algebra.decision.proof import Proof
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import Undecided


@dataclass(frozen=True)
class Verdict:
    """The answer to "are they equal?" (True, False, or None for undecided) with its reasons; or, of an
    inclusion, to "is the first included in the second?".

    >>> Verdict(None, ("no board of up to 4 squares tells them apart",)).answer
    'undecided'
    """

    equal: bool | None
    reasons: tuple[str, ...]
    witness: Counterexample | None = None
    of_inclusion: bool = False
    proof: Proof | None = None  # of equal moves
    page: Callable[[Verdict], str] | None = field(default=None, repr=False, compare=False)  # as HTML

    def __bool__(self) -> bool:
        """True if they are proved equal, False if they are proved different; raises if it is undecided.

        >>> bool(Verdict(True, ("they are the same term",)))
        True
        >>> bool(Verdict(None, ("no proof found",)))
        Traceback (most recent call last):
        ...
        lasker.kernel.errors.Undecided: it is undecided whether they are equal: no proof found
        """
        if self.equal is None:
            raise Undecided(
                f"it is undecided whether they are equal: {'; '.join(self.reasons)}",
                remedy="look at .equal, which is None here, or raise the budget",
            )
        return self.equal

    @property
    def answer(self) -> str:
        """The answer as text."""
        if self.equal is None:
            return "undecided"
        if self.of_inclusion:
            return "proved included" if self.equal else "not included"
        return "proved equal" if self.equal else "different"

    def _repr_html_(self) -> str | None:
        return None if self.page is None else self.page(self)
