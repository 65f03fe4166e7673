"""Perft of a position on the backend that suits the depth."""

from __future__ import annotations

import os

from lasker import backends
from lasker.kernel.errors import LimitError
from lasker.model import position
from lasker.model.position import Node
from lasker.play.engines import DEEP, PerftWork, choose
from lasker.play.readiness import SWITCH


def perft(node: Node, depth: int) -> int:
    """The number of move sequences of length `depth`; from depth 3 on by generated code, native if available.

    >>> from lasker.play.game import load
    >>> [perft(load("tictactoe").start().node, depth) for depth in range(5)]
    [1, 9, 72, 504, 3024]
    """
    if type(depth) is not int or depth < 0:
        raise LimitError(f"{depth} moves cannot be played", remedy="count 0 moves or more")
    if depth < DEEP or os.environ.get(SWITCH) == "reference":
        return position.perft(node, depth)
    return choose(node.game, PerftWork(depth)).perft(backends.position(node), depth)
