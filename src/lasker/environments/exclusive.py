"""Methods that threads run one at a time, because native code works on the arrays of their object."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import Concatenate, ParamSpec, Protocol, TypeVar


class Locked(Protocol):
    """What has a lock."""

    @property
    def lock(self) -> RLock:
        """The lock, which a thread may take several times."""


Owner = TypeVar("Owner", bound=Locked)
Given = ParamSpec("Given")
Answer = TypeVar("Answer")
Method = Callable[Concatenate[Owner, Given], Answer]


def exclusive(method: Method[Owner, Given, Answer]) -> Method[Owner, Given, Answer]:
    """A method that waits until no other thread is in a method of this object.

    >>> class Counted:
    ...     lock, number = RLock(), 0
    ...     @exclusive
    ...     def add(self, more: int) -> int:
    ...         self.number += more
    ...         return self.number
    >>> Counted().add(3)
    3
    """

    @wraps(method)
    def alone(self: Owner, /, *args: Given.args, **options: Given.kwargs) -> Answer:
        with self.lock:
            return method(self, *args, **options)

    return alone
