"""Time controls and clocks of a match."""

from __future__ import annotations

import math
import re
from dataclasses import field

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import NotationError

PATIENCE = 120.0  # seconds for a move limited by nodes or depth alone, after which an engine counts as hung
MOST_SECONDS = 86_400 * 7.0
CONTROL = re.compile(r"(?:(\d{1,4})/)?(?:(\d{1,6}):)?(\d{1,7}(?:\.\d+)?)(?:\+(\d{1,6}(?:\.\d+)?))?")


@dataclass(frozen=True)
class Limit:
    """Limits of a player for each move, for the game, or both.

    `base` seconds for `moves` moves or, if that is 0, for the whole game, and an increment of `each` seconds.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    base: float | None = None
    each: float = 0.0
    moves: int = 0

    def __str__(self) -> str:
        parts = [] if self.base is None else [f"{f'{self.moves}/' if self.moves else ''}{self.base:g}"]
        if parts and self.each:
            parts[0] += f"+{self.each:g}"
        if self.seconds is not None:
            parts.append(f"{self.seconds:g} s a move")
        parts += [f"{n} {what}" for n, what in ((self.nodes, "nodes"), (self.depth, "plies deep")) if n]
        return ", ".join(parts) or "no limit"

    @property
    def given(self) -> bool:
        """Is there any limit?"""
        return self != Limit()


def control(text: str) -> Limit:
    """A time control from text: base+increment, moves/base, minutes:seconds.

    >>> control("60+0.6"), str(control("40/5:00"))
    (Limit(seconds=None, nodes=None, depth=None, base=60.0, each=0.6, moves=0), '40/300')
    """
    found = CONTROL.fullmatch(text.strip())
    if found is None:
        raise NotationError(f"{text[:40]!r} is no time control", remedy="for example 60+0.6, 5:00 or 40/300")
    moves, minutes, seconds, each = found.groups()
    base = 60 * int(minutes or 0) + float(seconds)
    if not 0 < base <= MOST_SECONDS:
        raise NotationError(f"{text[:40]!r} is no time to play a game in", remedy="give more than 0 seconds")
    return Limit(base=base, each=float(each or 0), moves=int(moves or 0))


@dataclass(frozen=True)
class Allowance:
    """The time allowed for one move: the limit, and the remaining time on every clock."""

    limit: Limit = field(default_factory=Limit)
    left: tuple[float, ...] = ()  # seconds, by player; empty without clocks
    seat: int = 0
    togo: int = 0  # moves to the next time control, if there is one
    margin: float = 0.0
    patience: float = PATIENCE

    @property
    def seconds(self) -> float:
        """Seconds after which a player without an answer forfeits the game."""
        if self.limit.base is not None and self.left:
            return self.left[self.seat] + self.margin
        return self.patience if self.limit.seconds is None else self.limit.seconds + self.margin


class Clock:
    """The clock of one player."""

    def __init__(self, limit: Limit) -> None:
        self.limit, self.moves = limit, 0
        self.left = math.inf if limit.base is None else limit.base

    @property
    def togo(self) -> int:
        """Moves to the next time control; 0 if there is none."""
        return self.limit.moves - self.moves % self.limit.moves if self.limit.moves else 0

    def charge(self, seconds: float) -> None:
        """Charge the seconds of a move and add increment or next period.

        >>> clock = Clock(control("2/10+1"))
        >>> clock.charge(3), clock.left, clock.charge(1), clock.left
        (None, 8.0, None, 18.0)
        """
        self.left += self.limit.each - seconds
        self.moves += 1
        if self.limit.moves and self.moves % self.limit.moves == 0 and self.limit.base is not None:
            self.left += self.limit.base
