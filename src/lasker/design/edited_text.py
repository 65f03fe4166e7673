"""A rules text whose lines are replaced, added and taken away one at a time; every other byte stays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from lasker.kernel.source import Source
from lasker.syntax import tree as t
from lasker.syntax.declarations import ORDER, name_of
from lasker.syntax.parse import parse_lines

Key = tuple[str, object]  # the keyword of a declaration, or `definition`, and the name
_TOKEN = re.compile(r"""(?P<comment>--[^\n]*)|(?P<text>"[^"\n]*"|'[^'\n]+')|(?P<blank>\s+)|(?P<other>.)""")
_EMPTY_BEFORE, _EMPTY_BEHIND = re.compile(r"(?<=\n)[ \t\r]*\n\Z"), re.compile(r"[ \t\r]*(?:\n|\Z)")
_RANK = {word: number for number, word in enumerate(ORDER)}
_ALIKE = {"adjudicate": "end", "without": "piece", "counter": "mark"}  # kinds that stand together


def key_of(line: t.Line) -> Key:
    """What a line declares or defines."""
    if isinstance(line, t.Statement):
        found = name_of(line)
        return ("claim", line.at) if found is None else ("definition", found)
    if line.keyword in {"version", "players", "board"}:
        return line.keyword, ""
    if line.keyword in {"link", "perft"}:
        return line.keyword, line.at
    if line.keyword in {"region", "without"}:
        return line.keyword, line.parts[:2]
    if line.keyword == "fact" and line.parts[0] == "picture":
        return "fact", f"picture {' '.join(line.parts[1][:1])}"
    return line.keyword, line.parts[0]


class Page:
    """A text with the places of its lines, and the changes to it that are collected until `text` is asked.

    >>> page = Page("lasker 1\\nboard 8x8  -- small\\nx = nil\\n")
    >>> page.put(("board", ""), "board 9x9")
    >>> page.put(("piece", "rook"), "piece rook 'R' 'r'")
    >>> print(page.text(), end="")
    lasker 1
    board 9x9  -- small
    <BLANKLINE>
    piece rook 'R' 'r'
    x = nil
    """

    def __init__(self, text: str) -> None:
        self.source = Source(text, "<text>.rules")
        lines = parse_lines(self.source)
        starts = [*(line.at[0] for line in lines), len(text)]
        self.lines: dict[Key, t.Line] = {}
        self._spans: dict[Key, t.Range] = {}
        for line, (start, stop) in zip(lines, pairwise(starts), strict=True):
            key = key_of(line)
            self.lines[key] = line
            self._spans[key] = (start, _end(text, start, stop))
        self._changes: list[tuple[int, int, str]] = []
        self._ranks: dict[int, int] = {}  # of new lines, by their numbers among the changes
        self._gone: set[Key] = set()
        self._added: set[tuple[int, str]] = set()  # where lines of some kind are new
        self._newline = "\r\n" if "\r\n" in text else "\n"

    def __contains__(self, key: Key) -> bool:
        return key in self.lines

    def span(self, key: Key) -> t.Range:
        """Where a declaration stands, without the comment behind it."""
        return self._spans[key]

    def written(self, key: Key) -> str:
        """A declaration as it is written."""
        start, end = self._spans[key]
        return self.source.text[start:end]

    def line_number(self, key: Key) -> int:
        """The line on which a declaration begins, counted from 1."""
        return self.source.text.count("\n", 0, self._spans[key][0]) + 1

    def replace(self, start: int, end: int, new: str) -> None:
        """Write something else in some place."""
        if self.source.text[start:end] != new:
            self._changes.append((start, end, new.replace("\n", self._newline)))

    def put(self, key: Key, declaration: str) -> None:
        """Write a declaration in place of the one that says the same, or as a new line beside its like."""
        if key in self.lines:
            self.replace(*self._spans[key], declaration)
            return
        text, after = self.source.text, self._neighbour(key[0])
        if after is None:
            self._changes.append((0, 0, declaration + self._newline))
            return
        end = text.find("\n", self._spans[after][1])
        end = len(text) if end < 0 else end - (text[end - 1] == "\r")
        beside = _kind(after[0]) == _kind(key[0]) or (end, _kind(key[0])) in self._added
        self._added.add((end, _kind(key[0])))
        self._ranks[len(self._changes)] = _RANK[key[0]]
        gap = self._newline * (1 if beside else 2)
        self._changes.append((end, end, gap + declaration.replace("\n", self._newline)))

    def remove(self, key: Key) -> None:
        """Take a declaration away, with the comment behind it on its last line."""
        self._gone.add(key)

    def _removals(self) -> Iterator[tuple[int, int, str]]:
        """The lines that are taken away, and one of the empty lines around them where they stood alone."""
        text, merged = self.source.text, list[tuple[int, int]]()
        for start, end in sorted(self._spans[key] for key in self._gone):
            begin, stop = text.rfind("\n", 0, start) + 1, text.find("\n", end)
            if merged and merged[-1][1] == begin:
                begin = merged.pop()[0]
            merged.append((begin, len(text) if stop < 0 else stop + 1))
        for begin, stop in merged:
            alone = _EMPTY_BEFORE.search(text, 0, begin) if _EMPTY_BEHIND.match(text, stop) else None
            yield alone.start() if alone else begin, stop, ""

    def text(self) -> str:
        """The text with all changes made."""
        found = self.source.text
        changes = [*self._changes, *self._removals()]
        ranks = self._ranks
        places = sorted(enumerate(changes), key=lambda each: (*each[1][:2], ranks.get(each[0], 0), each[0]))
        for _, (start, end, new) in reversed(places):
            found = found[:start] + new + found[end:]
        return found

    def _neighbour(self, keyword: str) -> Key | None:
        """The line behind which a new one belongs: the last of its kind, or of those that come before it."""
        kept = [key for key in self.lines if key not in self._gone]
        alike = [key for key in kept if _kind(key[0]) == _kind(keyword)]
        before = [key for key in kept if _RANK[key[0]] <= _RANK[keyword]]
        return max(alike or before, key=lambda key: self._spans[key], default=None)

    def own(self, keyword: str) -> Iterator[t.Declaration]:
        """The declarations of this text with some keyword."""
        for line in self.lines.values():
            if isinstance(line, t.Declaration) and line.keyword == keyword:
                yield line


def _kind(keyword: str) -> str:
    return _ALIKE.get(keyword, keyword)


def _end(text: str, start: int, stop: int) -> int:
    """Where the last sign before a place ends that is no blank and in no comment."""
    found = start
    for token in _TOKEN.finditer(text, start, stop):
        if token.lastgroup in {"text", "other"}:
            found = token.end()
    return found
