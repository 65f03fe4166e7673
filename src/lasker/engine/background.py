"""Work in the background: in a thread each, at most a few at a time, none when the program ends."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from weakref import WeakSet

from lasker.kernel import cancel
from lasker.kernel.cancel import Cancelled, Token

AT_ONCE = 2  # games that are compiled at the same time: compilers use every core by themselves
GRACE = 1.0  # seconds in which a compiler ends that is to end at once
Hear = Callable[[str], None]  # hears what is being done

_changed = threading.Condition()  # guards what follows
_busy: set[BackgroundTask] = set()  # of at most AT_ONCE games
_begun: WeakSet[BackgroundTask] = WeakSet()


class BackgroundTask:
    """Something that is being compiled; it ends soon after nobody wants it any more.

    >>> made = []
    >>> making = BackgroundTask("Nim", lambda: made.append("nim"))
    >>> making.join()
    >>> made, making.done
    (['nim'], True)
    """

    def __init__(self, title: str, work: Callable[[], None], hear: Hear = lambda text: None) -> None:
        self.title, self.done = title, False
        self.token = Token()
        self._work, self._hear = work, hear
        _begun.add(self)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def doing(self) -> str:
        """What is being done, for people; nothing when it has ended."""
        if self.done or self.token.cancelled():
            return ""
        if self in _busy:
            return f"{self.title} is being compiled"
        return f"other games are compiled before {self.title}"

    def _run(self) -> None:
        try:
            with waiting_for(_changed, self._may_begin, self.token, self._tell):
                _busy.add(self)
            self._tell()
            with cancel.under(self.token):
                self._work()
        except Cancelled:
            pass
        finally:
            self.done = True
            with _changed:
                _busy.discard(self)
                _changed.notify_all()

    def _may_begin(self) -> bool:
        """Are few other games being compiled?"""
        return len({each.title for each in _busy} - {self.title}) < AT_ONCE

    def _tell(self) -> None:
        self._hear(self.doing)

    def abandon(self) -> None:
        """Nobody wants it any more: a compiler that is running is stopped."""
        self.token.cancel()

    def join(self, seconds: float = GRACE) -> None:
        """Wait a moment until nothing runs any more."""
        self._thread.join(seconds)


@contextmanager
def waiting_for(
    changed: threading.Condition,
    ready: Callable[[], bool],
    token: Token,
    tell: Callable[[], None] = lambda: None,
) -> Iterator[None]:
    """Wait until something holds, telling what is waited for whenever that may have changed, and keep it so
    for what is done here; `Cancelled` if the token is."""

    def notify() -> None:
        with changed:
            changed.notify_all()

    token.then(notify)
    with changed:
        while not token.cancelled() and not ready():
            tell()
            changed.wait()
        if token.cancelled():
            raise Cancelled
        yield


def _leave() -> None:
    """The program ends, and with it every compiler that it has begun."""
    for making in list(_begun):
        making.abandon()
    for making in list(_begun):
        making.join()


def _forget() -> None:
    """A child has none of the threads of its parent."""
    global _changed
    _changed = threading.Condition()
    _busy.clear()
    _begun.clear()


atexit.register(_leave)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
