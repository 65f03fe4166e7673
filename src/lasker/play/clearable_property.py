"""Answers that a position keeps until it is left by a move."""

from __future__ import annotations

from typing import Any, Self, TypeVar, overload

from lasker.kernel.immutable import lazy

Held = TypeVar("Held")


class clearable_property(lazy[Held]):  # noqa: N801  # used like `property`
    """A property that is computed on first access and kept in the dictionary `_kept` of its object, which may
    be set to None at any time.

    >>> class Square:
    ...     __slots__ = ("_kept", "side")
    ...     def __init__(self, side: int) -> None:
    ...         self.side, self._kept = side, None
    ...     @clearable_property
    ...     def area(self) -> int:
    ...         return self.side**2
    >>> Square(3).area
    9
    """

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> Held: ...
    def __get__(self, instance: Any, owner: type) -> Self | Held:
        if instance is None:
            return self
        known = instance._kept
        if known is not None and self.name in known:
            found: Held = known[self.name]
            return found
        found = self.compute(instance)
        if instance._kept is None:
            instance._kept = {self.name: found}
        else:
            instance._kept[self.name] = found
        return found
