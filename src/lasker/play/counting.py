"""Counting sequences of moves with whatever counts soonest: native code where that pays and can be had."""

from __future__ import annotations

import os
from weakref import WeakKeyDictionary

from lasker import backends
from lasker.backends import Engine
from lasker.kernel.errors import LimitError, NativeError
from lasker.model import position
from lasker.model.game import Game
from lasker.model.position import Node
from lasker.play.native import SWITCH, readiness, tell_refused

DEEP = 3  # plies; from here on compiling a game may take less time than counting without

_engines: WeakKeyDictionary[Game, Engine] = WeakKeyDictionary()
_interpreted: WeakKeyDictionary[Game, Engine] = WeakKeyDictionary()


def native(game: Game) -> Engine:
    """What counts natively, opened once; an error if it cannot be had."""
    ready = readiness(game)
    if ready.quick is not None and ready.quick.engine.counts:
        return ready.quick.engine
    with ready.lock:
        found = _engines.get(game)
        if found is None:
            from lasker.backends import c  # reading the generator takes time that reading a game need not

            found = _engines[game] = c.open_engine(game)
        return found


def generated(game: Game) -> Engine:
    """What counts where nothing can be compiled: generated Python, opened once."""
    with readiness(game).lock:
        found = _interpreted.get(game)
        if found is None:
            found = _interpreted[game] = backends.open_engine("python", game)
        return found


def _quickest(game: Game) -> Engine:
    try:
        return native(game)
    except NativeError as error:
        tell_refused(error, "generated Python counts")
        return generated(game)


def perft(node: Node, depth: int) -> int:
    """How many sequences of `depth` moves there are: from depth 3 on by generated code, native if it can be.

    >>> from lasker.play.game import load
    >>> [perft(load("tictactoe").start().node, depth) for depth in range(5)]
    [1, 9, 72, 504, 3024]
    """
    if depth < 0:
        raise LimitError(f"{depth} moves cannot be played", remedy="count 0 moves or more")
    if depth >= DEEP and os.environ.get(SWITCH) != "reference":
        try:
            engine = _quickest(node.game)
        except LimitError:
            pass  # too much to generate code for: then the reference counts
        else:
            return engine.perft(backends.position(node), depth)
    return position.perft(node, depth)
