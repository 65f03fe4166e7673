"""Limits on the work and memory of every answer, named in errors, and the meters that enforce them."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from types import TracebackType
from typing import NoReturn, TypeVar

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError

Item = TypeVar("Item")
REMEDIES = {
    "configurations": "let one move lead to fewer results, for example by several moves in one turn",
    "memory": "let one move lead to fewer results, for example by several moves in one turn, "
    "or make the board smaller",
    "work": "let the rules choose fewer squares one after the other, or test earlier",
}
LARGEST = 1_000_000_000  # the largest number in a text: bounds, amounts, repetitions, weights


def whole(digits: str, most: int = LARGEST) -> int:
    """The number that some digits denote, exactly; one that is too large is refused.

    >>> whole("0000000005")
    5
    >>> whole("2000000000")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.LimitError: 2000000000 is too large
    """
    plain = digits.lstrip("+-").lstrip("0") or "0"
    if len(plain) > len(str(most)) or int(plain) > most:
        shown = digits if len(digits) <= 20 else f"{digits[:10]}… ({len(digits)} digits)"
        raise LimitError(f"{shown} is too large", remedy=f"numbers go up to {most}")
    return -int(plain) if digits.startswith("-") else int(plain)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much work and memory the answer to one question may cost before it is refused.

    >>> Limits(sites=100).check("sites", 400)
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.LimitError: 400 sites, and the limit is 100
    """

    sites: int = 100_000  # of one board
    configurations: int = 200_000  # held at one time while one move is evaluated
    memory: int = 1 << 28  # bytes that these configurations may take
    work: int = 4_000_000  # steps of evaluation while one question is answered
    terms: int = 100_000  # nodes that one definition may expand to
    patterns: int = 2_000  # fragments that one pattern may be a choice of
    steps: int = 25_000  # of elaborating one definition
    depth: int = 100  # of brackets, of terms, and of definitions that use each other
    characters: int = 8_000_000  # of one source text
    declarations: int = 500  # of one kind: pieces, counters, regions, states, ends, …
    definitions: int = 5_000  # and equations, of one source text

    def check(self, name: str, value: int) -> None:
        """Raise if `value` exceeds the limit called `name`."""
        bound = getattr(self, name)
        if value > bound:
            raise LimitError(
                f"{value} {name}, and the limit is {bound}",
                remedy=f"make it smaller, or pass Limits({name}=…) from Python",
            )

    def remedy(self, name: str) -> str:
        """Advice for rules that exceed a limit of one answer."""
        return f"{REMEDIES[name]}; from Python: Limits({name}=…)"


DEFAULT = Limits()


class DeclarationCount:
    """How many declarations of each kind a text has; the first one beyond a limit raises, others are ignored.

    >>> tally = DeclarationCount()
    >>> tally.admit("piece", 1)
    True
    >>> tally.admit("piece", 1)
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.LimitError: more than 1 declarations of one kind (piece), and that is the limit
    >>> tally.admit("piece", 1)
    False
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def admit(self, kind: str, most: int, number: int = 1) -> bool:
        """Count `number` more declarations of a kind: are they within the limit?"""
        before = self._numbers.get(kind, 0)
        self._numbers[kind] = before + number
        if before <= most < before + number:
            raise LimitError(
                f"more than {most} declarations of one kind ({kind}), and that is the limit",
                remedy="declare fewer, or pass larger Limits from Python",
            )
        return before + number <= most


UNBOUNDED = 1 << 62  # no limit
CONFIGURATION = 300  # bytes of a configuration without its board
SQUARE = 8  # bytes of a square of a board


class Meter:
    """Counts the configurations held and the work done while one question is answered, in one thread.

    Configurations are counted one by one as sets grow, so that a set is refused before it is complete.

    >>> meter = Meter(Limits(configurations=3), sites=4)
    >>> with meter.question(), meter.holding() as held:
    ...     held.gather(range(100))
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.LimitError: more than 3 configurations are held at one time, and that is the limit
    """

    def __init__(self, limits: Limits, sites: int) -> None:
        self.limits = limits
        self.size = CONFIGURATION + SQUARE * sites
        self.most = min(limits.configurations, limits.memory // self.size)
        self.held = self.work = 0
        self.most_work = UNBOUNDED  # while no question is answered

    def question(self, most: int | None = None) -> QuestionScope:
        """Count from zero here, up to the limit or to `most`; inside a question, continue its count."""
        return QuestionScope(self, most)

    def holding(self) -> HeldScope:
        """A scope for sets of configurations, which count as held until its end."""
        return HeldScope(self)

    def spend(self) -> None:
        """Count one step of evaluation; that counts only while a question is answered."""
        self.work += 1
        if self.work > self.most_work:
            self.overworked()

    def overworked(self) -> NoReturn:
        """Raise: the limit on work is exceeded."""
        raise LimitError(
            f"more than {self.limits.work} parts of moves are tried for one answer, and that is the limit",
            remedy=self.limits.remedy("work"),
        )

    def refuse(self) -> NoReturn:
        """Raise: the limit on configurations or memory is exceeded."""
        if self.most < self.limits.configurations:
            raise LimitError(
                f"more than {self.most} configurations of {self.size} bytes are held at one time, "
                f"and the limit is {self.limits.memory >> 20} MiB of memory",
                remedy=self.limits.remedy("memory"),
            )
        raise LimitError(
            f"more than {self.most} configurations are held at one time, and that is the limit",
            remedy=self.limits.remedy("configurations"),
        )


class ThreadMeter(threading.local, Meter):
    """A meter shared by several threads: each of them has its own counts."""


class QuestionScope:
    """The scope of one question; nested questions are parts of the outermost one."""

    __slots__ = ("meter", "most", "outermost")

    def __init__(self, meter: Meter, most: int | None = None) -> None:
        self.meter, self.outermost = meter, meter.most_work == UNBOUNDED
        self.most = meter.limits.work if most is None else most

    def __enter__(self) -> None:
        if self.outermost:
            self.meter.most_work = self.most
            self.meter.held = self.meter.work = 0

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.outermost:
            self.meter.most_work = UNBOUNDED


class HeldScope:
    """A scope whose sets of configurations count as held until it ends, or until they are released."""

    __slots__ = ("count", "meter")

    def __init__(self, meter: Meter) -> None:
        self.meter, self.count = meter, 0

    def __enter__(self) -> HeldScope:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.meter.held -= self.count

    def gather(self, items: Iterable[Item]) -> set[Item]:
        """The items as a set; raises as soon as the limit is exceeded."""
        found: set[Item] = set()
        for item in items:
            if item not in found:
                found.add(item)
                self.add()
        return found

    def add(self) -> None:
        """Count one more item as held."""
        meter = self.meter
        self.count += 1
        meter.held += 1
        if meter.held > meter.most:
            meter.refuse()

    def release(self, number: int) -> None:
        """Count `number` items as held no longer."""
        self.count -= number
        self.meter.held -= number
