"""The outline of a rules text: its declarations, and what can be folded away."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.kernel.source import Source
from lasker.language.answers import Fold, OutlineItem
from lasker.language.positions import Lines
from lasker.language.scan import comments, parts
from lasker.language.symbols import symbols_of


def outline(source: Source) -> list[OutlineItem]:
    """The declarations of a text in their order.

    >>> [(item.kind, item.name) for item in outline(Source("board 8x8\\nsafe = (nil"))]
    [('board', '8x8'), ('definition', 'safe')]
    """
    lines = Lines(source.text)
    return [
        OutlineItem(each.kind, each.name, each.detail, lines.range(*each.at), lines.range(*each.name_at))
        for each in symbols_of(source)
        if each.kind not in {"direction", "counted"}
    ]


def folds(source: Source) -> list[Fold]:
    """Statements of several lines, comments of several lines, and sections: a comment line with what follows
    it up to the next empty line.

    >>> folds(Source("x = (u\\n  | d)\\n\\n-- one\\n-- two\\ny = r"))
    [Fold(start=0, end=1, kind='region'), Fold(start=3, end=4, kind='comment')]
    """
    return sorted({*_statements(source), *_comments(source)}, key=lambda fold: (fold.start, -fold.end))


def _statements(source: Source) -> Iterator[Fold]:
    lines = Lines(source.text)
    for part in parts(source.text):
        first, last = lines.place(part.start).line, lines.place(part.end).line
        if last > first:
            yield Fold(first, last)


def _comments(source: Source) -> Iterator[Fold]:
    lines = Lines(source.text)
    alone = []
    for token in comments(source.text):
        number = lines.place(token.start).line
        if not source.text[lines.starts[number] : token.start].strip():
            alone.append(number)
    first = last = -1
    for number in [*alone, -1]:
        if number != last + 1 or number < 0:
            if last > first >= 0:
                yield Fold(first, last, "comment")
            first = number
        last = number
