"""Immutable values: a base class, and properties that are computed once, on first access."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NoReturn, Self, TypeVar, overload

Held = TypeVar("Held")


class lazy(Generic[Held]):  # noqa: N801  # used like `property`
    """A property that is computed on first access and then stored.

    Unlike `functools.cached_property` it holds no lock while it computes, in any version of Python: two
    threads may both compute it, and both get the value of the first to finish.

    >>> class Square:
    ...     def __init__(self, side: int) -> None:
    ...         self.side = side
    ...     @lazy
    ...     def area(self) -> int:
    ...         return self.side**2
    >>> Square(3).area
    9
    """

    def __init__(self, compute: Callable[[Any], Held]) -> None:
        self.compute, self.__doc__ = compute, compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> Held: ...
    def __get__(self, instance: object | None, owner: type) -> Self | Held:
        if instance is None:
            return self
        found: Held = instance.__dict__.setdefault(self.name, self.compute(instance))
        return found


class once(lazy[Held]):  # noqa: N801
    """The same, computed by one thread at a time: under the reentrant `lock` of its object."""

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> Held: ...
    def __get__(self, instance: Any, owner: type) -> Self | Held:
        if instance is None:
            return self
        with instance.lock:
            kept = instance.__dict__
            if self.name not in kept:
                kept[self.name] = self.compute(instance)
            found: Held = kept[self.name]
            return found


class Immutable:
    """An immutable value: a copy is the value itself, and attributes cannot be set."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} never changes: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} never changes: {name} cannot be deleted")
