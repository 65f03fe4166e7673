"""The sets of squares that a function names at its beginning, each made of those before it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lasker.backends.c.bitboards.words import EMPTY, Words
from lasker.ir.names import distinct


class SetsOfSquares:
    """Names for sets of contents while a function is written."""

    def __init__(self, words: Words, absent: tuple[int, ...] | None) -> None:
        self.words, self.absent = words, absent
        self.everything = words.normal((1 << len(words.program.contents)) - 1)
        self.names: dict[int, str] = {}

    def name(self, contents: int) -> str:
        """The name of the squares that hold one of the contents; a single kind is called by its field."""
        words, wanted = self.words, self.words.normal(contents, self.absent)
        symbols = words.symbols(wanted)
        if symbols == [0]:
            return "empty"
        if len(symbols) == 1 and words.plain(wanted):
            return f"b->{words.kinds[symbols[0]]}"
        if wanted not in self.names:
            called = words.called(wanted)
            name = f"{called}__set" if called else f"set_{len(self.names)}"
            self.names[wanted] = distinct((*self.names.values(), name))[-1]
            if wanted & EMPTY and words.plain(wanted):
                self.name(self.everything & ~wanted)
        return self.names[wanted]

    def lines(self, body: list[str]) -> Iterator[str]:
        """The definitions, smaller sets first."""
        known: dict[int, str] = {}
        pieces = sorted((each for each in self.names if not each & EMPTY), key=int.bit_count)
        for contents in pieces:
            yield f"    const bits {self.names[contents]} = {self._sum(contents, known)};"
            known[contents] = self.names[contents]
        used = {word for line in body for word in re.findall(r"(?<!>)\b(?:occupied|empty)\b", line)}
        others = [contents for contents in self.names if contents & EMPTY]
        if others or used:
            yield f"    const bits occupied = {self._sum(self.everything & ~self.words.whole, known)};"
        if "empty" in used:
            yield "    const bits empty = ALL & ~occupied;"
        for contents in others:
            rest = self.everything & ~contents
            value = (
                f"ALL & ~({known.get(rest) or self._sum(rest, known)})"
                if rest in known or self.words.plain(contents)
                else self.words.squares(contents, "b", self.absent)
            )
            yield f"    const bits {self.names[contents]} = {value};"

    def _sum(self, contents: int, known: dict[int, str]) -> str:
        """A set as the union of others that are known, and of what is missing."""
        parts = []
        for part, name in sorted(known.items(), key=lambda item: -item[0].bit_count()):
            if part & ~contents == 0:
                parts.append(name)
                contents &= ~part
        if contents:
            parts.append(self.words.squares(contents, "b", self.absent))
        return " | ".join(parts) or "NONE"
