"""What checkers of certificates say: of each claim whether it is proved, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import FileError, LaskerError, LimitError

VERSION = 1  # of certificates
BUDGET = 50_000  # positions or boards that may be looked at


class ClaimRefused(LaskerError):
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


def versioned(certificate: object) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A certificate and its claims, if it is one of this version that claims something.

    >>> versioned({"certificate": 1, "claims": [{"says": "finite"}]})[1]
    [{'says': 'finite'}]
    """
    told = certificate.get("certificate") if isinstance(certificate, dict) else None
    if not isinstance(certificate, dict) or type(told) is not int or told != VERSION:
        raise FileError(f"this is no certificate of version {VERSION}", remedy="write it with --certificate")
    claims = certificate.get("claims")
    if not isinstance(claims, list) or not claims or not all(isinstance(each, dict) for each in claims):
        raise FileError("the certificate claims nothing")
    return certificate, claims
