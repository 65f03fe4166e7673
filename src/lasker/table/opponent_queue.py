"""The queue of requests for a game's shared opponent, and cancellation of its compilation when unused."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from weakref import WeakKeyDictionary, WeakValueDictionary

from lasker.engine import levels
from lasker.engine.background import waiting_for
from lasker.engine.opponent_pool import AnyOpponent
from lasker.kernel.cancel import CancelToken
from lasker.model.game import Game as Model

SOON = 0.5  # seconds to wait for the next request after a cancelled one, as after a move
WaitReport = Callable[[str], None]  # receives a description of what is being waited for

_changed = threading.Condition()  # guards everything below
_queues: dict[Model, list[object]] = {}  # requests by game, the running one first
_requests: WeakKeyDictionary[Model, int] = WeakKeyDictionary()  # number of requests so far
_opened: WeakValueDictionary[Model, AnyOpponent] = WeakValueDictionary()


@contextmanager
def turn(model: Model, token: CancelToken, waits: WaitReport) -> Iterator[AnyOpponent]:
    """Exclusive use of a game's opponent, in order of arrival. When the last request is cancelled and no
    other follows soon, its compilation is cancelled."""
    me = object()
    with _changed:
        queue = _queues.setdefault(model, [])
        queue.append(me)
        _requests[model] = _requests.get(model, 0) + 1

    def tell() -> None:
        waits(f"{queue.index(me)} other questions about {model.title} come first")

    try:
        with waiting_for(_changed, lambda: queue[0] is me, token, tell):
            pass
        opponent = _opened[model] = levels.opponent_of(model)
        yield opponent
    finally:
        with _changed:
            queue.remove(me)
            if not queue and _queues.get(model) is queue:
                del _queues[model]
                if token.cancelled():
                    closing = threading.Timer(SOON, _close, (model, _requests[model]))
                    closing.daemon = True
                    closing.start()
            _changed.notify_all()


def _close(model: Model, requests: int) -> None:
    """Cancel compilation for a game, if there was no request since."""
    with _changed:
        opponent = _opened.get(model)
        if _requests[model] == requests and opponent is not None:
            opponent.close()
