"""Background compilation: one thread for each task, a bound on concurrent games, cancelled at exit."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from weakref import WeakSet

from lasker.kernel import cancel
from lasker.kernel.cancel import Cancelled, CancelToken

MAX_CONCURRENT = 2  # games compiled at a time: a compilation uses every core by itself
GRACE = 1.0  # seconds to wait for a cancelled compiler to exit
Progress = Callable[[str], None]  # callback that receives a description of what is being compiled

_changed = threading.Condition()  # guards the two sets below
_busy: set[BackgroundTask] = set()  # running tasks, of at most MAX_CONCURRENT games
_begun: WeakSet[BackgroundTask] = WeakSet()


class BackgroundTask:
    """A compilation in its own thread, which can be cancelled.

    >>> made = []
    >>> task = BackgroundTask("Nim", lambda: made.append("nim"))
    >>> task.join()
    >>> made, task.done
    (['nim'], True)
    """

    def __init__(self, title: str, work: Callable[[], None], progress: Progress = lambda text: None) -> None:
        self.title, self.done = title, False
        self.token = CancelToken()
        self._work, self._progress = work, progress
        _begun.add(self)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def doing(self) -> str:
        """A description of the current work for display; empty when the task has ended."""
        if self.done or self.token.cancelled():
            return ""
        if self in _busy:
            return f"{self.title} is being compiled"
        return f"other games are compiled before {self.title}"

    def _run(self) -> None:
        try:
            with waiting_for(_changed, self._may_begin, self.token, self._report):
                _busy.add(self)
            self._report()
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
        """Are fewer than MAX_CONCURRENT other games being compiled?"""
        return len({each.title for each in _busy} - {self.title}) < MAX_CONCURRENT

    def _report(self) -> None:
        self._progress(self.doing)

    def abandon(self) -> None:
        """Cancel the task and stop its compiler."""
        self.token.cancel()

    def join(self, seconds: float = GRACE) -> None:
        """Wait for the thread to end, at most so many seconds."""
        self._thread.join(seconds)


@contextmanager
def waiting_for(
    changed: threading.Condition,
    ready: Callable[[], bool],
    token: CancelToken,
    report: Callable[[], None] = lambda: None,
) -> Iterator[None]:
    """Wait until `ready` holds and run the body with the condition's lock held; `report` is called before
    each wait. Raises `Cancelled` if the token is cancelled first."""

    def notify() -> None:
        with changed:
            changed.notify_all()

    token.then(notify)
    with changed:
        while not token.cancelled() and not ready():
            report()
            changed.wait()
        if token.cancelled():
            raise Cancelled
        yield


def _cancel_all() -> None:
    """At exit: cancel every task and wait for its compiler to end."""
    for task in list(_begun):
        task.abandon()
    for task in list(_begun):
        task.join()


def _reset_after_fork() -> None:
    """After fork: the child has none of its parent's threads, so it starts with no tasks."""
    global _changed
    _changed = threading.Condition()
    _busy.clear()
    _begun.clear()


atexit.register(_cancel_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_reset_after_fork)
