"""Waiting for what happens in another thread or process, however busy the machine is."""

from __future__ import annotations

import time
from collections.abc import Callable

LONG = 100.0  # seconds after which a test has failed; it takes a fraction of one


def eventually(true: Callable[[], bool], seconds: float = LONG) -> None:
    """Wait until a condition holds; it is an error if it does not for a very long time."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until
        time.sleep(0.01)
