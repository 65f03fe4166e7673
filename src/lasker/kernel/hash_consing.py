"""Hash consing: a copy of a value in which equal parts are one object."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from operator import is_
from typing import Any, TypeVar

Whole = TypeVar("Whole")


class HashConsing:
    """A table of shared parts: immutable values made of dataclasses, tuples and dictionaries.

    >>> one, other = ("a", ("b", 1)), ("c", ("b", 1))
    >>> pair = HashConsing().of((one, (other, True)))
    >>> pair[0][1] is pair[1][0][1], pair == (one, (other, True)), pair[1][1] is True
    (True, True, True)
    """

    def __init__(self) -> None:
        self._parts: dict[tuple[object, ...], Any] = {}  # by type and shared parts
        self._seen: dict[int, tuple[Any, Any]] = {}  # by identity; the first keeps the identity in use

    def of(self, value: Whole) -> Whole:
        """An equal value whose parts are shared with all values given before."""
        known = self._seen.get(id(value))
        if known is None:
            known = self._seen[id(value)] = (value, self._shared(value))
        shared: Whole = known[1]
        return shared

    def _shared(self, value: Any) -> Any:
        kind: Any = type(value)
        if kind is dict:
            return {self.of(key): self.of(each) for key, each in value.items()}
        if kind is tuple:
            given = value
        elif names := _names(kind):
            given = [getattr(value, name) for name in names]
        else:
            return self._parts.setdefault((kind, value), value)
        parts = [self.of(each) for each in given]
        key = (kind, *map(id, parts))
        found = self._parts.get(key)
        if found is None:
            is_shared = all(map(is_, parts, given))  # already
            found = value if is_shared else tuple(parts) if kind is tuple else kind(*parts)
            self._parts[key] = found
        return found


@cache
def _names(kind: type) -> tuple[str, ...]:
    """The fields of a dataclass; of other types none."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
