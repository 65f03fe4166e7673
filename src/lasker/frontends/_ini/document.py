"""A variants file as sections and entries, each with its place in the text."""

from __future__ import annotations

import re
from dataclasses import field

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError, NameProblem, ParseError, Problems, did_you_mean
from lasker.kernel.source import Source, Span

HEADER = re.compile(r"\[(?P<name>[^\]:]*)(?::(?P<parent>[^\]]*))?\](?P<rest>.*)")
ENTRY = re.compile(r"(?P<key>[^=]*?)[ \t]*=[ \t]*(?P<value>.*?)[ \t\r]*")
COMMENTS = ("#", ";")


@dataclass(frozen=True)
class IniOption:
    """One option of a section: `key = value`."""

    key: str
    value: str
    source: Source
    start: int  # of the key
    at: int  # where the value begins

    @property
    def span(self) -> Span:
        """The place of the key."""
        return Span(self.source, self.start, self.start + len(self.key))

    def part(self, start: int = 0, end: int | None = None) -> Span:
        """A place within the value."""
        return Span(self.source, self.at + start, self.at + (len(self.value) if end is None else end))


@dataclass
class Section:
    """A variant as it is written: its name, what it is based on, and its options."""

    name: str
    parent: str
    place: Span
    parent_place: Span
    entries: dict[str, IniOption] = field(default_factory=dict)
    replaced: list[IniOption] = field(default_factory=list)  # given again farther down: the last one counts


def read(source: Source) -> dict[str, Section]:
    """The sections of a variants file by name; every mistake in its lines is told.

    >>> sections = read(Source("[wide:chess]\\nmaxFile = 9 \\n", "my.ini"))
    >>> sections["wide"].parent, sections["wide"].entries["maxFile"].value
    ('chess', '9')
    """
    problems, sections, current, at = Problems(), dict[str, Section](), None, 0
    for line in source.text.splitlines(keepends=True):
        text, start = line.strip("\r\n"), at
        at += len(line)
        if not text.strip() or text.lstrip().startswith(COMMENTS):
            continue
        with problems.gathered():
            if text.startswith("["):
                current = _section(source, text, start, sections)
            else:
                _entry(source, text, start, current)
    problems.settle()
    return sections


def _section(source: Source, text: str, start: int, sections: dict[str, Section]) -> Section:
    found = HEADER.fullmatch(text)
    if found is None or not found["name"].strip() or found["rest"].strip(" \t"):
        raise ParseError(
            "this is no head of a variant",
            span=Span(source, start, start + len(text)),
            remedy="write [name] or [name:parent], and nothing behind it",
        )
    name, parent = found["name"].strip(), (found["parent"] or "").strip()
    place = Span(source, start + found.start("name"), start + found.end("name"))
    if name in sections:
        raise ParseError(
            f"there is a variant {name} already, in line {sections[name].place.line}", span=place
        )
    parent_place = (
        Span(source, start + found.start("parent"), start + found.end("parent")) if parent else place
    )
    sections[name] = Section(name, parent, place, parent_place)
    return sections[name]


def _entry(source: Source, text: str, start: int, section: Section | None) -> None:
    found = ENTRY.fullmatch(text)
    whole = Span(source, start, start + len(text))
    if found is None or not found["key"].strip():
        raise ParseError("this is no option", span=whole, remedy="write option = value")
    if section is None:
        raise ParseError("an option before the first variant", span=whole, remedy="begin with [name]")
    key = found["key"].strip()
    entry = IniOption(key, found["value"], source, start + text.index(key), start + found.start("value"))
    if key in section.entries:
        section.replaced.append(section.entries[key])
    section.entries[key] = entry


def ancestry(section: Section, sections: dict[str, Section], builtin: dict[str, Section]) -> list[Section]:
    """A variant and what it is based on, the root first.

    A variant of the file goes before one of the same name that every Fairy-Stockfish has, unless it would be
    based on itself.
    """
    chain = [section]
    while chain[0].parent:
        child = chain[0]
        own, given = sections.get(child.parent), builtin.get(child.parent)
        parent = given if own is None or (own is child and given) or child in builtin.values() else own
        if parent is None:
            raise NameProblem(
                f"no variant is called {child.parent}",
                span=child.parent_place,
                remedy=did_you_mean(child.parent, [*sections, *builtin], "define it above this one"),
            )
        if parent in chain:
            names = [*(each.name for each in chain[::-1]), parent.name]
            raise DeclarationError(
                f"{section.name} is based on itself: {' is based on '.join(names)}",
                span=child.parent_place,
                remedy="begin the chain with a variant that Fairy-Stockfish has, or with none",
            )
        chain.insert(0, parent)
    return chain
