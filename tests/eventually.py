"""Waiting for a condition in another thread or process, without fixed delays."""

from __future__ import annotations

import time
from collections.abc import Callable

LONG = 100.0  # seconds after which a test has failed; it takes a fraction of one


def eventually(true: Callable[[], bool], seconds: float = LONG) -> None:
    """Wait until a condition holds; fail after a very long time."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until
        time.sleep(0.01)
