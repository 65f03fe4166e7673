"""Move classes: what bitboards can do at once.

A *flat* class takes a piece from a square to another one over empty squares and changes nothing else. A
*rule* is any other path that names its squares. An *attack* is a test that asks whether a royal piece can
be taken.
"""

from __future__ import annotations

from dataclasses import dataclass

from lasker.algebra.contents import members
from lasker.ir.ops import Adjust, Compare
from lasker.ir.paths import Value

Entry = tuple[int, int, int]  # from, to, and the squares between that must be empty, as bits
Counters = tuple[Adjust | Compare, ...]


@dataclass(frozen=True)
class Flat:
    """Pieces of `movers` go to squares that hold `targets`, and become what `value` says."""

    movers: int
    targets: int
    value: Value  # its site is 0 for the mover itself, None for another piece
    counters: Counters
    question: str | None
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Rule:
    """A path with its squares as columns: what they hold, what is written, what is asked on the way."""

    holds: tuple[int, ...]
    writes: tuple[tuple[int, Value], ...]  # the sites are columns here
    counters: Counters
    questions: tuple[tuple[str, bool, tuple[tuple[int, Value], ...]], ...]
    rows: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Strike:
    """Pieces of `strikers` take a royal piece along these entries."""

    strikers: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Attack:
    """Can a piece among `royals` be taken?"""

    royals: int
    strikes: tuple[Strike, ...]


@dataclass(frozen=True)
class Some:
    """Can any of these rules be carried out?"""

    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Tidy:
    """Wherever `holds` stands on `sites`, if the questions are answered as wanted: change it."""

    holds: int
    sites: int
    value: Value
    questions: tuple[tuple[str, bool], ...]


@dataclass(frozen=True)
class Turn:
    """The moves of one turn, and what follows."""

    flats: tuple[Flat, ...]
    rules: tuple[Rule, ...]
    next: int
    ends: tuple[str, ...]


@dataclass(frozen=True)
class Classes:
    """A whole game in classes; boards must hold nothing but `alphabet`."""

    alphabet: int
    turns: tuple[Turn, ...]
    tests: dict[str, Attack | Some]
    settle: tuple[Tidy, ...]


def image(contents: int, value: Value) -> int:
    """What contents become."""
    if value.site is None:
        return 1 << value.adds
    return sum(1 << c for c in {c & value.keeps | value.adds for c in members(contents)})
