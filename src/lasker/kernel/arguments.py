"""Numbers that callers give, checked."""

from __future__ import annotations

from operator import index

from lasker.kernel.errors import LimitError


def whole_number(value: object, name: str, least: int | None = None, remedy: str = "") -> int:
    """A whole number that a caller has given, NumPy's too; LimitError if it is none, or too small.

    >>> whole_number(3, "threads", 1)
    3
    >>> whole_number("7", "seed")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.LimitError: seed must be a whole number, not '7'
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        found = index(value)  # type: ignore[arg-type]  # it tells
    except TypeError:
        raise LimitError(f"{name} must be a whole number, not {value!r}") from None
    if least is not None and found < least:
        raise LimitError(f"{name} cannot be {found}", remedy=remedy or f"give {least} or more")
    return found
