"""Variants files in an editor: sections and options, read line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from lasker.frontends import ini
from lasker.kernel.dataclass import dataclass
from lasker.kernel.source import Source
from lasker.language.answers import Completion, Fold, Hover, Location, OutlineItem, SemanticToken
from lasker.language.navigation import location
from lasker.language.positions import Lines
from lasker.language.tokens import placed

LINE = re.compile(
    r"""(?P<comment>[ \t]*[#;][^\n]*)|\[(?P<section>[^\]:\n]*)(?::(?P<parent>[^\]\n]*))?\]?"""
    r"""|[ \t]*(?P<key>[\w.-]+)[ \t]*(?P<equal>=)?[ \t]*(?P<value>[^\n\r]*)"""
)


@dataclass(frozen=True)
class IniLine:
    """A line of a variants file: what stands where."""

    start: int
    end: int
    parts: dict[str, tuple[int, int]]


@lru_cache(maxsize=16)
def entries(text: str) -> tuple[IniLine, ...]:
    """The lines of a text that say something.

    >>> [sorted(entry.parts) for entry in entries("[a:b]\\nmaxFile = 9")]
    [['parent', 'section'], ['equal', 'key', 'value']]
    """
    found = []
    for line in re.finditer(r"[^\n]+", text):
        match = LINE.match(text, line.start(), line.end())
        if match:
            parts = {name: match.span(name) for name in match.groupdict() if match.start(name) >= 0}
            found.append(IniLine(line.start(), line.end(), parts))
    return tuple(found)


def _at(text: str, offset: int) -> tuple[IniLine | None, str]:
    """The line of a place, and the part of it in which the place lies."""
    for entry in entries(text):
        if entry.start <= offset <= entry.end:
            for part, (start, end) in entry.parts.items():
                if start <= offset <= end and part != "equal":
                    return entry, part
            return entry, ""
    return None, ""


def completions(source: Source, offset: int) -> list[Completion]:
    """Options at the beginning of a line, values after their equal sign, variants to be based on.

    >>> [found.label for found in completions(Source("[a]\\nstalemateValue = ", "my.ini"), 21)]
    ['draw', 'loss', 'none', 'win']
    """
    text, lines = source.text, Lines(source.text)
    entry, part = _at(text, offset)
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    offers: list[tuple[str, str, str, str]] = []
    start = offset - len(re.search(r"[\w.-]*\Z", line).group())  # type: ignore[union-attr]  # fits nothing too
    if part == "comment":
        return []
    if line.lstrip().startswith("["):
        if ":" in line:
            own = [(name, "variant", "", "a variant of this file") for name in _sections(text)]
            offers = own + [(name, "variant", "", "a variant of Fairy-Stockfish") for name in ini.based_on()]
    elif "=" in line and entry is not None and "key" in entry.parts:
        _, _, values = ini.vocabulary().get(text[slice(*entry.parts["key"])], ("", "", ()))
        offers = [(value, "value", "", "") for value in values]
    else:
        for name, (kind, usual, _) in ini.vocabulary().items():
            offers.append((name, "option", kind, f"usually {usual}" if usual else ""))
    end = offset
    while end < len(text) and re.match(r"[\w.-]", text[end]):
        end += 1
    where = lines.range(start, end)
    found = {
        label: Completion(label, kind, where, label, detail, told) for label, kind, detail, told in offers
    }
    return sorted(found.values(), key=lambda each: each.label)


def _sections(text: str) -> dict[str, IniLine]:
    return {text[slice(*each.parts["section"])]: each for each in entries(text) if "section" in each.parts}


def hover(source: Source, offset: int) -> Hover | None:
    """What is known about an option."""
    entry, part = _at(source.text, offset)
    if entry is None or part not in {"key", "parent", "section"}:
        return None
    start, end = entry.parts[part]
    word = source.text[start:end]
    told = f"**{word}**: a variant" + (" that this one is based on" if part == "parent" else "")
    if part == "key":
        if word not in ini.vocabulary():
            return None
        kind, usual, values = ini.vocabulary()[word]
        told = f"**{word}**: {kind}" + (f", usually {usual}" if usual else "")
        told += f"; one of {', '.join(values)}" if values else ""
    return Hover(Lines(source.text).range(start, end), told)


def definitions(source: Source, offset: int) -> list[Location]:
    """The section of the variant that this one is based on."""
    entry, part = _at(source.text, offset)
    if entry is None or part not in {"parent", "section"}:
        return []
    found = _sections(source.text).get(source.text[slice(*entry.parts[part])])
    return [location(source, *found.parts["section"], source)] if found else []


def references(source: Source, offset: int) -> list[Location]:
    """Where a variant of the file, or an option, is named."""
    entry, part = _at(source.text, offset)
    if entry is None or part not in {"parent", "section", "key"}:
        return []
    word = source.text[slice(*entry.parts[part])]
    kinds = ("key",) if part == "key" else ("section", "parent")
    places = [each.parts[kind] for each in entries(source.text) for kind in kinds if kind in each.parts]
    return [location(source, *place, source) for place in places if source.text[slice(*place)] == word]


def outline(source: Source) -> list[OutlineItem]:
    """The variants of a file."""
    lines, found = Lines(source.text), list(_sections(source.text).items())
    starts = [entry.start for _, entry in found]
    ends = [*starts[1:], len(source.text)][: len(found)]
    return [
        OutlineItem("variant", name, "", lines.range(entry.start, end), lines.range(*entry.parts["section"]))
        for (name, entry), end in zip(found, ends, strict=True)
    ]


def folds(source: Source) -> list[Fold]:
    """The variants of a file, each with its options."""
    lines, spans = Lines(source.text), list[list[int]]()
    for entry in entries(source.text):
        if "section" in entry.parts:
            spans.append([entry.start, entry.end])
        elif spans and "key" in entry.parts:
            spans[-1][1] = entry.end
    found = [Fold(lines.place(start).line, lines.place(end).line) for start, end in spans]
    return [fold for fold in found if fold.end > fold.start]


def tokens(source: Source) -> list[SemanticToken]:
    """The colours of a variants file."""
    kinds = {
        "comment": "comment",
        "section": "class",
        "parent": "type",
        "key": "property",
        "equal": "operator",
    }

    def all_of_them() -> Iterator[tuple[int, int, str, bool]]:
        for entry in entries(source.text):
            for part, (start, end) in sorted(entry.parts.items(), key=lambda each: each[1]):
                text = source.text[start:end].strip()
                value = "number" if text.isdigit() else "string"
                yield start, end, kinds.get(part, value), part == "section"

    return list(placed(source, all_of_them()))
