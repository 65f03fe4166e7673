"""Waiting for the opponent of a game: it thinks about one position at a time, and is compiled for as long as
anybody asks."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from weakref import WeakKeyDictionary, WeakValueDictionary

from lasker.engine import levels
from lasker.engine.background import waiting_for
from lasker.engine.pool import Thinks
from lasker.kernel.cancel import Token
from lasker.model.game import Game as Model

SOON = 0.5  # seconds in which who has dropped a question asks the next: a move was played, say
Waits = Callable[[str], None]  # hears what is waited for

_changed = threading.Condition()  # guards everything below
_queues: dict[Model, list[object]] = {}  # who thinks, and who comes next
_asked: WeakKeyDictionary[Model, int] = WeakKeyDictionary()  # how often somebody began to ask
_opened: WeakValueDictionary[Model, Thinks] = WeakValueDictionary()


@contextmanager
def turn(model: Model, token: Token, waits: Waits) -> Iterator[Thinks]:
    """The opponent of a game, for the one who asks it; the others wait, in the order in which they came. When
    the last who asks is cancelled, and nobody asks again soon, nothing is compiled for it any more."""
    me = object()
    with _changed:
        queue = _queues.setdefault(model, [])
        queue.append(me)
        _asked[model] = _asked.get(model, 0) + 1

    def tell() -> None:
        waits(f"{queue.index(me)} other questions about {model.title} come first")

    try:
        with waiting_for(_changed, lambda: queue[0] is me, token, tell):
            pass
        thinker = _opened[model] = levels.opponent_of(model)
        yield thinker
    finally:
        with _changed:
            queue.remove(me)
            if not queue and _queues.get(model) is queue:
                del _queues[model]
                if token.cancelled():
                    closing = threading.Timer(SOON, _close, (model, _asked[model]))
                    closing.daemon = True
                    closing.start()
            _changed.notify_all()


def _close(model: Model, asked: int) -> None:
    """Nothing is compiled any more for a game, if nobody has asked since."""
    with _changed:
        thinker = _opened.get(model)
        if _asked[model] == asked and thinker is not None:
            thinker.close()
