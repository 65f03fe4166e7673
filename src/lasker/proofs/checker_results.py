"""What checkers of certificates say: of each claim whether it is proved, and why."""

from __future__ import annotations

from collections.abc import Callable

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError, LimitError

VERSION = 1  # of certificates
BUDGET = 50_000  # positions or boards that may be looked at


class Refused(LaskerError):
    """A certificate that does not prove what it claims."""


@dataclass(frozen=True)
class Checked:
    """A claim, whether it is proved (None: the budget did not suffice), and why."""

    claim: str
    proved: bool | None
    reason: str


def checked(claim: str, check: Callable[[], str]) -> Checked:
    """The result of a check that gives its reason, or raises why the claim is not proved."""
    try:
        return Checked(claim, True, check())
    except LimitError as error:
        return Checked(claim, None, error.message)
    except LaskerError as error:
        return Checked(claim, False, error.message)
    except RecursionError:
        return Checked(claim, None, "it is nested more deeply than can be followed")
