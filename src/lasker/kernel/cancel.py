"""Cancellation tokens: long work polls the current token and stops soon after it has been cancelled.

Long work calls `check()` at intervals. It need not know the token: the caller sets it with `under`, for
its own thread.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

SHORTEST = 0.01  # seconds between looks at the time that a process has used


class Cancelled(BaseException):
    """The result is no longer wanted. Not an error: no handler for errors may catch it and go on."""


class OutOfTime(Cancelled):
    """The seconds that were given to some work are over; nobody else has cancelled it."""


class CancelToken:
    """A flag that any thread may set: the result of some work is no longer wanted.

    >>> token = CancelToken()
    >>> with under(token):
    ...     check()
    ...     token.cancel()
    ...     check()
    Traceback (most recent call last):
    ...
    lasker.kernel.cancel.Cancelled
    """

    def __init__(self) -> None:
        self.low_priority = False  # has this work low priority, since no user waits for it?
        self._lock = threading.Lock()
        self._cancelled = False
        self._then: list[Callable[[], None]] = []

    def cancelled(self) -> bool:
        """Has the token been cancelled?"""
        return self._cancelled

    def cancel(self) -> None:
        """Cancel the work; the callbacks registered with `then` run once, now."""
        with self._lock:
            self._cancelled, actions, self._then = True, self._then, []
        for action in actions:
            action()

    def then(self, action: Callable[[], None]) -> None:
        """Register a callback for cancellation; it runs at once if the token is already cancelled."""
        with self._lock:
            if not self._cancelled:
                self._then.append(action)
                return
        action()


_current: ContextVar[CancelToken | None] = ContextVar("token", default=None)


@contextmanager
def under(token: CancelToken) -> Iterator[None]:
    """Run the body under a token, in this thread: `check` inside it raises once the token is cancelled."""
    before = _current.set(token)
    try:
        yield
    finally:
        _current.reset(before)


@contextmanager
def within(seconds: float, busy: float = 1) -> Iterator[CancelToken]:
    """What is done here ends after so many seconds (`OutOfTime`), or when what it is a part of is cancelled.

    Where other programs keep the processor busy, it has the same seconds of the processor, if those are over
    within `busy` times as long.

    >>> with within(60) as token:
    ...     check()
    >>> token.cancelled()
    False
    """
    token, around = CancelToken(), _current.get()
    if around is not None:
        around.then(token.cancel)
    deadline = _Deadline(token, seconds, busy)
    deadline.start()
    try:
        with under(token):
            yield token
    except Cancelled:
        if token.cancelled() and not (around is not None and around.cancelled()):
            raise OutOfTime from None
        raise
    finally:
        deadline.ended.set()


class _Deadline(threading.Thread):
    """Cancels a token when the time is over."""

    def __init__(self, token: CancelToken, seconds: float, busy: float) -> None:
        super().__init__(daemon=True)
        self.ended = threading.Event()
        self._token, self._seconds = token, seconds
        self._used, self._last = time.process_time(), time.monotonic() + busy * seconds

    def run(self) -> None:
        left = self._seconds
        while not self.ended.wait(min(max(left, SHORTEST), threading.TIMEOUT_MAX)):
            left = self._used + self._seconds - time.process_time()
            left = min(left, self._last - time.monotonic())
            if left <= 0:
                self._token.cancel()
                return


def current() -> CancelToken | None:
    """The token under which this thread works.

    >>> with under(CancelToken()) as _:
    ...     current().cancelled()
    False
    """
    return _current.get()


def check() -> None:
    """Raise `Cancelled` if the current token has been cancelled."""
    token = _current.get()
    if token is not None and token.cancelled():
        raise Cancelled


def low_priority() -> bool:
    """Has the current work low priority, since no user waits for it?

    >>> with under(CancelToken()):
    ...     low_priority()
    False
    """
    token = _current.get()
    return token is not None and token.low_priority
