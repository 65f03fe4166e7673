"""Colours: what each word and sign of a text is, line by line, by the names that mean something in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lasker.kernel.source import Source
from lasker.language.answers import TOKEN_KINDS, SemanticToken
from lasker.language.occurrences import Occurrence, occurrences
from lasker.language.positions import Lines, units


def tokens(source: Source) -> list[SemanticToken]:
    """The tokens of a rules text in its order, none across a line and none over another.

    >>> [(token.column, token.length, token.kind) for token in tokens(Source("x = ♔u"))]
    [(0, 1, 'function'), (2, 1, 'operator'), (4, 1, 'class'), (5, 1, 'macro')]
    """
    return list(placed(source, _apart(occurrences(source))))


def _apart(found: Iterable[Occurrence]) -> Iterator[tuple[int, int, str, bool]]:
    """Occurrences without overlaps: a name inside a text divides it."""
    waiting: list[tuple[int, int, str, bool]] = []
    for each in found:
        kind = TOKEN_KINDS.get(each.kind)
        if kind is None:
            continue
        if waiting and each.start < waiting[-1][1]:
            start, end, outer, declares = waiting.pop()
            waiting += [(start, each.start, outer, declares)] if start < each.start else []
            waiting += [(each.start, each.end, kind, each.declares)]
            waiting += [(each.end, end, outer, declares)] if each.end < end else []
        else:
            waiting.append((each.start, each.end, kind, each.declares))
    yield from waiting


def placed(source: Source, found: Iterable[tuple[int, int, str, bool]]) -> Iterator[SemanticToken]:
    """Stretches of a text as tokens, those of several lines divided."""
    lines = Lines(source.text)
    for start, end, kind, declares in found:
        while start < end:
            place = lines.place(start)
            stop = min(end, lines.line(place.line)[1])
            if stop > start:
                yield SemanticToken(place.line, place.column, units(source.text[start:stop]), kind, declares)
            start = lines.starts[place.line + 1] if place.line + 1 < len(lines.starts) else end
