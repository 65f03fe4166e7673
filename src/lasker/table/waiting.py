"""Waiting for the opponent of a game: it is made once, for as long as anybody wants it, and thinks about one
position at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from weakref import WeakValueDictionary

from lasker.analysis.opponent import levels
from lasker.analysis.opponent.opponents import Thinks
from lasker.kernel import cancel
from lasker.kernel.cancel import Cancelled, Token
from lasker.model.game import Game as Model

AT_ONCE = 2  # opponents that are made at the same time: compilers use every core by themselves
Waits = Callable[[str], None]  # hears what is waited for

_changed = threading.Condition()  # guards everything below
_made: WeakValueDictionary[Model, Thinks] = WeakValueDictionary()
_making: dict[Model, Making] = {}  # for which somebody waits
_queues: dict[Model, list[object]] = {}  # who thinks, and who comes next
_busy: set[Making] = set()  # at most AT_ONCE


class Making:
    """An opponent that is being made in a thread of its own; when the last one who waits leaves, it ends."""

    def __init__(self, model: Model) -> None:
        self.model, self.token = model, Token()
        self.waiting = 0
        self.done = False
        self.opponent: Thinks | None = None
        self.error: Exception | None = None
        threading.Thread(target=self._run, daemon=True).start()

    def told(self) -> str:
        """What those who wait are waiting for."""
        title = self.model.title
        return f"{title} is being compiled" if self in _busy else f"other games are compiled before {title}"

    def _run(self) -> None:
        try:
            with _waiting_for(lambda: len(_busy) < AT_ONCE, self.token):
                _busy.add(self)
                _changed.notify_all()
            with cancel.under(self.token):
                self.opponent = levels.opponent_of(self.model)
        except Cancelled:
            pass
        except Exception as error:  # raised again for everybody who waits
            self.error = error
        finally:
            with _changed:
                if self.opponent is not None:
                    _made[self.model] = self.opponent
                _busy.discard(self)
                self.done = True
                _changed.notify_all()


def opponent(model: Model, token: Token, waits: Waits) -> Thinks:
    """The opponent of a game, made now if there is none yet; `Cancelled` if the token is meanwhile."""
    if model in _made:
        return levels.opponent_of(model)
    with _changed:
        making = _making.get(model)
        if making is None or making.token.cancelled():
            making = _making[model] = Making(model)
        making.waiting += 1
    try:
        with _waiting_for(lambda: making.done, token, lambda: waits(making.told())):
            pass
    finally:
        with _changed:
            making.waiting -= 1
            if not making.waiting:
                making.token.cancel()
                if _making.get(model) is making:
                    del _making[model]
    if making.error is not None:
        raise making.error
    assert making.opponent is not None  # it is cancelled only when nobody waits
    return making.opponent


@contextmanager
def turn(model: Model, token: Token, waits: Waits) -> Iterator[None]:
    """Be the one who asks the opponent of a game; the others wait, in the order in which they came."""
    me = object()
    with _changed:
        queue = _queues.setdefault(model, [])
        queue.append(me)

    def tell() -> None:
        waits(f"{queue.index(me)} other questions about {model.title} come first")

    try:
        with _waiting_for(lambda: queue[0] is me, token, tell):
            pass
        yield
    finally:
        with _changed:
            queue.remove(me)
            if not queue and _queues.get(model) is queue:
                del _queues[model]
            _changed.notify_all()


@contextmanager
def _waiting_for(
    ready: Callable[[], bool], token: Token, tell: Callable[[], None] = lambda: None
) -> Iterator[None]:
    """Wait until something holds, telling what is waited for whenever that may have changed, and keep it so
    for what is done here; `Cancelled` if the token is."""
    token.then(_notify)
    with _changed:
        while not token.cancelled() and not ready():
            tell()
            _changed.wait()
        if token.cancelled():
            raise Cancelled
        yield


def _notify() -> None:
    with _changed:
        _changed.notify_all()
