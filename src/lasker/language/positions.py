"""Places in a text as editors count them: lines from 0, columns from 0 in UTF-16 code units.

That is how the Language Server Protocol and browsers count, so no caller has to convert. Everything inside
this package counts characters, as Python does; `Lines` converts at the boundary.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import NamedTuple

from lasker.kernel.dataclass import dataclass

LINE_END = re.compile(r"\r\n|\n|\r")
ASTRAL = 0xFFFF  # characters above this take two UTF-16 code units


class Place(NamedTuple):
    """A line and a column, both from 0; the column counts UTF-16 code units."""

    line: int
    column: int


class Range(NamedTuple):
    """A stretch of a text, up to but not including its end."""

    start: Place
    end: Place


@dataclass(frozen=True)
class Lines:
    """The lines of a text, by which places and numbers of characters are converted.

    >>> lines = Lines("a\\n🂡王b")
    >>> lines.place(4), lines.offset(1, 3)
    (Place(line=1, column=3), 4)
    >>> lines.offset(9, 9), lines.offset(0, 9)
    (5, 1)
    """

    text: str

    @cached_property
    def starts(self) -> list[int]:
        """Where each line begins."""
        return [0, *(end.end() for end in LINE_END.finditer(self.text))]

    def line(self, number: int) -> tuple[int, int]:
        """Where a line begins and ends, without its line end."""
        start = self.starts[number]
        found = LINE_END.search(self.text, start)
        return start, found.start() if found else len(self.text)

    def place(self, offset: int) -> Place:
        """The place of a character; of the end, if there are fewer."""
        offset = min(max(offset, 0), len(self.text))
        number = bisect_right(self.starts, offset) - 1
        return Place(number, units(self.text[self.starts[number] : offset]))

    def offset(self, line: int, column: int) -> int:
        """The number of characters before a place; a place outside the text is moved to its nearest end."""
        if line < 0:
            return 0
        if line >= len(self.starts):
            return len(self.text)
        start, end = self.line(line)
        at = start
        while at < end and column > 0:
            column -= 1 + (ord(self.text[at]) > ASTRAL)
            at += 1
        return at - (column < 0)  # a place inside a character is the one before it

    def range(self, start: int, end: int) -> Range:
        """The stretch from one character up to another."""
        return Range(self.place(start), self.place(end))


def units(text: str) -> int:
    """The number of UTF-16 code units of a text.

    >>> units("♔"), units("🂡")
    (1, 2)
    """
    return len(text) + sum(ord(character) > ASTRAL for character in text)
