"""Rates of requests: token buckets."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict

REMEMBERED = 10_000  # clients


class Bucket:
    """A bucket of tokens that fills at a rate; every request takes one.

    >>> bucket = Bucket(rate=1, burst=2, now=0.0)
    >>> [bucket.take(0.0), bucket.take(0.0), bucket.take(0.5), bucket.take(1.0)]
    [True, True, False, True]
    """

    def __init__(self, rate: float, burst: float, now: float | None = None) -> None:
        self._rate, self._burst, self._level = rate, burst, burst
        self._at = time.monotonic() if now is None else now

    def take(self, now: float | None = None) -> bool:
        """Take a token, if there is one."""
        now = time.monotonic() if now is None else now
        self._level = min(self._burst, self._level + (now - self._at) * self._rate)
        self._at = now
        if self._level < 1:
            return False
        self._level -= 1
        return True

    async def wait(self) -> None:
        """Wait until there is a token, and take it: a client that sends too much is read more slowly."""
        while not self.take():
            await asyncio.sleep(1 / self._rate)


class Rates:
    """A bucket for every client.

    >>> rates = Rates(rate=1, burst=1)
    >>> rates.take("a"), rates.take("a"), rates.take("b")
    (True, False, True)
    """

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> bool:
        """May this client ask now?"""
        if client not in self._buckets:
            self._buckets[client] = Bucket(self._rate, self._burst)
            while len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(client)
        return self._buckets[client].take()
