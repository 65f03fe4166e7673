"""How texts are received: a value or a LaskerError must come out of each, after a bounded number of calls.

Work is counted in calls of functions, which are the same on every machine; seconds are not. Counting is slow,
so only what was slow is done again and counted.
"""

from __future__ import annotations

import cProfile
import gc
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import TypeVar

from lasker.kernel.errors import LaskerError
from lasker.syntax.printer import Printer
from lasker.syntax.rules import Rules
from lasker.syntax.values import Function, Value
from parser_texts import text_number

PATIENCE = 4_000_000  # calls for one text: about a second
SLOW = 1.0  # seconds of processor time after which calls are counted
ENDLESS = 60.0  # seconds of processor time after which anything is stopped
Answer = TypeVar("Answer")


class TookTooLong(BaseException):
    """A text has cost more calls or more time than allowed."""


def bounded(work: Callable[[], Answer], calls: int = PATIENCE) -> Answer:
    """The result or the error of some work; raises TookTooLong beyond a number of calls or without end."""
    with _stopped_if_endless():
        begun = time.thread_time()
        try:
            return work()
        finally:
            if time.thread_time() - begun > SLOW:
                _count(work, calls)


def _count(work: Callable[[], object], calls: int) -> None:
    """Repeat some work, and raise TookTooLong if it exceeds a number of calls."""
    counter = cProfile.Profile()
    with suppress(Exception), counter:
        work()
    made = sum(entry.callcount for entry in counter.getstats())
    if made > calls:
        raise TookTooLong(f"{made:,} calls, not {calls:,}")


@contextmanager
def _stopped_if_endless() -> Iterator[None]:
    """Raise TookTooLong after much processor time of this thread."""
    begun = time.thread_time()

    def stop(_: int, frame: FrameType | None) -> None:
        hooked = frame is not None and "hypothesis" in frame.f_code.co_filename  # it swallows what is raised
        if time.thread_time() - begun >= ENDLESS and not hooked:
            raise TookTooLong("it was stopped")

    gc.freeze()  # otherwise the collector inspects all objects of earlier tests repeatedly
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, ENDLESS, 0.05)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def check(text: str) -> None:
    """Read a text as rules, with all its errors."""
    Rules(text).check()


def result(text: str) -> None:
    """Read a text as rules with one expression among them."""
    rules = Rules(text)
    returns(rules, rules.result())


def evaluate(text: str) -> None:
    """Read a text as an expression."""
    rules = Rules()
    returns(rules, rules.evaluate(text))


def returns(rules: Rules, value: Value) -> None:
    """The value of a text must print and parse back as the same; very large ones are exempt."""
    if not isinstance(value, Function):
        printed = Printer(rules).show(value)
        assert len(printed) > 10_000 or rules.evaluate(printed) == value, f"prints as {printed}"


ENTRY_POINTS: list[Callable[[str], None]] = [check, result, evaluate]


def complaints(text: str, doors: list[Callable[[str], None]] | None = None) -> list[str]:
    """The complaints about a text at every entry point of the parser, or at some."""
    found = []
    for door in ENTRY_POINTS if doors is None else doors:
        try:
            bounded(partial(door, text))
        except LaskerError as error:
            found += [] if error.report().strip() and error.message.strip() else ["nothing to read"]
        except (Exception, TookTooLong) as error:
            found.append(f"{door.__name__}({text[:300]!r}): {type(error).__name__}: {str(error)[:200]}")
    return found


def try_one_entry_point(numbers: range) -> list[str]:
    """The complaints about all texts with these numbers, each given to the entry points in turn."""
    found = []
    for number in numbers:
        found += complaints(text_number(number), [ENTRY_POINTS[number % len(ENTRY_POINTS)]])
    return found


def try_numbers(numbers: range) -> list[str]:
    """Complaints about all texts with these numbers."""
    return [complaint for number in numbers for complaint in complaints(text_number(number))]
