"""What checkers of certificates say: of each claim whether it is proved, and why."""

from __future__ import annotations

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError

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
