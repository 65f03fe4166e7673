"""The limits of a search as callers give them, checked."""

from __future__ import annotations

import math

from lasker.engine.opponent import DEEPEST, Budget
from lasker.kernel.arguments import whole_number
from lasker.kernel.errors import LimitError


def budget_of(seconds: object, nodes: object, depth: object = None) -> Budget:
    """The budget of a search; what is None does not limit it.

    >>> budget_of(0.5, None), budget_of(None, 1000, 4).repeatable
    (Budget(seconds=0.5, nodes=4611686018427387904, depth=90, mate=0), True)
    """
    if seconds is not None and (
        not isinstance(seconds, int | float) or isinstance(seconds, bool) or not seconds > 0
    ):
        raise LimitError(f"{seconds!r} seconds are no time to think", remedy="give more than 0")
    whole = Budget()
    return Budget(
        seconds=math.inf if seconds is None else seconds,
        nodes=whole.nodes if nodes is None else whole_number(nodes, "nodes", 1),
        depth=DEEPEST if depth is None else min(whole_number(depth, "depth", 1), DEEPEST),
    )
