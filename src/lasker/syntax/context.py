"""What elaboration needs to know of the text it works for."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from lasker.algebra.contents import Vocabulary
from lasker.kernel.errors import LimitError
from lasker.kernel.limits import Limits
from lasker.kernel.source import Source
from lasker.space.compass import Compass
from lasker.space.space import Owner
from lasker.syntax.memo.lookups import Home, Lookups
from lasker.syntax.values import Function, Value

MOST_CALLS = 4_000  # calls of functions whose values are kept


class Meter:
    """How far an elaboration has gone: shared by all texts that take part in it, and by all threads, which
    elaborate one after the other."""

    def __init__(self) -> None:
        self.busy: list[tuple[int, str]] = []  # definitions being elaborated, outermost first
        self.depth = 0
        self.steps = 0
        self.lock = threading.RLock()
        self.calls: dict[tuple[object, ...], tuple[Function, object, Value, int, Lookups]] = {}
        self.lookups: list[Lookups] = []  # of what is being elaborated, outermost first

    def __reduce__(self) -> tuple[object, ...]:
        return Meter, ()  # what is kept has the identities of one process

    def known(self, key: tuple[object, ...]) -> Value | None:
        """The value of a call that was elaborated before: its steps count again, as if they were taken."""
        found = self.calls.get(key)
        if found is None:
            return None
        self.steps += found[3]
        self.include(found[4])
        return found[2]

    def keep(
        self,
        key: tuple[object, ...],
        function: Function,
        arguments: object,
        value: Value,
        before: int,
        lookups: Lookups,
    ) -> None:
        """Keep the value of a call, with all that its key names by identity, the number of its steps, and
        the words that it looked up."""
        if len(self.calls) >= MOST_CALLS:
            self.calls.clear()
        self.calls[key] = function, arguments, value, self.steps - before, lookups

    @property
    def home(self) -> Home | None:
        """The rules whose words are noted as they are looked up."""
        return self.lookups[-1].home if self.lookups else None

    def include(self, lookups: Lookups) -> None:
        """What is being elaborated has looked these words up."""
        if self.lookups:
            self.lookups[-1].include(lookups)


class Context(Protocol):
    """A text in whose words expressions are read."""

    source: Source
    compass: Compass
    vocabulary: Vocabulary
    limits: Limits
    meter: Meter

    def find(self, name: str) -> Value | None:
        """The value of a declared word, or None."""

    def region_owner(self, name: str, owner: str | None) -> Owner:
        """Whose region a name means."""

    def suggestion(self, word: str) -> str:
        """What somebody who wrote an unknown word may have meant."""

    def elaborating(self, name: str) -> AbstractContextManager[None]:
        """Note that a definition is being elaborated."""


@contextmanager
def shallow(meter: Meter) -> Iterator[None]:
    """Where elaboration begins, a text that nests beyond Python's own depth is refused like any other."""
    with meter.lock:
        outermost, depth, busy = meter.depth == 0 and not meter.busy, meter.depth, list(meter.busy)
        try:
            yield
        except RecursionError:
            if not outermost:
                raise
            meter.depth, meter.busy[:] = depth, busy
            raise LimitError("this is nested too deeply", remedy="give the inner parts names") from None
