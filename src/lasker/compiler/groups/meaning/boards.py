"""Common operations of the two semantics: boards and counters as tuples, and the changes that values and
counter operations make."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from lasker.algebra.contents import members
from lasker.algebra.meaning import RELATIONS
from lasker.compiler.groups.path import Conditional, Effects, SymbolicContent, Value
from lasker.compiler.ir.machine import Note
from lasker.compiler.ir.ops import Adjust, Compare, Program

Board = tuple[int, ...]
Counters = tuple[int, ...]
CACHE_SIZE = 1 << 14  # size of the cache of test results
Places = tuple[int, ...]  # the squares that a test is about
Holds = Callable[[str, Board, Counters, Places], bool]  # does a test hold there?


class Result(NamedTuple):
    """The result of a move before marks are removed and the position is settled; the label is empty if
    unknown."""

    board: Board
    counters: Counters
    label: tuple[Note, ...] = ()


@lru_cache(CACHE_SIZE)
def squares(board: Board, contents: int) -> int:
    """The squares, as bits, that hold one of some contents.

    >>> f"{squares((0, 2, 0, 3), 0b101):b}"
    '111'
    """
    return sum(1 << site for site, content in enumerate(board) if contents >> content & 1)


def content_of(value: Value, board: Board, base: int = 0) -> int:
    """The content that a value denotes, given the initial board.

    >>> content_of(Value(1, ~1, 4), (0, 3)), content_of(Value(None, 0, 5), (0, 3))
    (6, 5)
    """
    return value.adds if value.site is None else board[value.site + base] & value.keeps | value.adds


def written(board: Board, writes: Iterable[tuple[int, SymbolicContent]], base: int = 0) -> Board:
    """The board after simultaneous writes.

    >>> written((3, 4, 5), ((0, Value(1, -1, 0)), (1, Conditional(0b1000, 7)), (2, Conditional(1 << 5, 7))))
    (4, 4, 7)
    """
    after = list(board)
    for site, value in writes:
        if not isinstance(value, Conditional):
            after[site + base] = content_of(value, board, base)
        elif value.contents >> board[site + base] & 1:
            after[site + base] = value.becomes
    return tuple(after)


def after_effects(board: Board, effects: Effects, base: int = 0) -> Board:
    """The board after effects that are applied in order, where possible.

    >>> from lasker.compiler.groups.path import Case
    >>> taken = (Case(((1, 0b100), (2, 0b10)), ((1, 0),)),)
    >>> after_effects((1, 2, 1), (taken,)), after_effects((1, 2, 2), (taken,))
    ((1, 0, 1), (1, 2, 2))
    """
    after = list(board)
    for effect in effects:
        for case in effect:
            if all(held >> after[site + base] & 1 for site, held in case.needs):
                for site, content in case.writes:
                    after[site + base] = content
                break
    return tuple(after)


def counters_after(program: Program, ops: Iterable[Adjust | Compare], counters: Counters) -> Counters | None:
    """The counters after some operations; None if one of them is impossible."""
    now = list(counters)
    for op in ops:
        match op:
            case Adjust(slot, relative, amount):
                now[slot] = amount + (now[slot] if relative else 0)
                if not program.counters[slot].low <= now[slot] <= program.counters[slot].high:
                    return None
            case Compare(slot, relation, other, slotted):
                if not RELATIONS[relation](now[slot], now[other] if slotted else other):
                    return None
    return tuple(now)


def note(start: int, was: int, end: int, left: int, marks: int) -> Note:
    """The note of a cursor, from the contents where it was chosen and where it ended."""
    before, after = was >> marks, left >> marks
    return start, end, after if after != before else -1, before


def changed(before: Board, after: Board) -> int:
    """The squares, as bits, on which two boards differ."""
    return sum(1 << site for site, (one, other) in enumerate(zip(before, after, strict=True)) if one != other)


def holds_all(board: Board, contents: int, sites: int) -> bool:
    """Do all of some squares hold one of some contents?"""
    return all(contents >> board[site] & 1 for site in members(sites))
