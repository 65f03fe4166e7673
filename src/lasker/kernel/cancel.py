"""Cancellation: work is done under a token, and ends soon after the token has been cancelled.

Long work calls `check()` now and then. It does not know the token: whoever begins the work sets it, for the
thread in which the work is done.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Cancelled(BaseException):
    """Nobody waits for the result. Not an error: no handler for errors may catch it and go on."""


class Token:
    """Whether the result of some work is still wanted; from any thread.

    >>> token = Token()
    >>> with under(token):
    ...     check()
    ...     token.cancel()
    ...     check()
    Traceback (most recent call last):
    ...
    lasker.kernel.cancel.Cancelled
    """

    def __init__(self) -> None:
        self.patient = False  # may other work come first, since nobody waits for this one?
        self._lock = threading.Lock()
        self._cancelled = False
        self._then: list[Callable[[], None]] = []

    def cancelled(self) -> bool:
        """Has it been cancelled?"""
        return self._cancelled

    def cancel(self) -> None:
        """Let the work end; what was asked for with `then` is done once, now."""
        with self._lock:
            self._cancelled, actions, self._then = True, self._then, []
        for action in actions:
            action()

    def then(self, action: Callable[[], None]) -> None:
        """Do something when the token is cancelled; at once if it has been."""
        with self._lock:
            if not self._cancelled:
                self._then.append(action)
                return
        action()


_current: ContextVar[Token | None] = ContextVar("token", default=None)


@contextmanager
def under(token: Token) -> Iterator[None]:
    """What is done here, in this thread, ends when the token is cancelled."""
    before = _current.set(token)
    try:
        yield
    finally:
        _current.reset(before)


def check() -> None:
    """Raise `Cancelled` if the result of the present work is not wanted any more."""
    token = _current.get()
    if token is not None and token.cancelled():
        raise Cancelled


def patient() -> bool:
    """May other work come before the present one, since nobody waits for it?

    >>> with under(Token()):
    ...     patient()
    False
    """
    token = _current.get()
    return token is not None and token.patient
