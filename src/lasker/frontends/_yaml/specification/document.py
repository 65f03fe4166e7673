"""YAML as plain data, each part with its place; whatever could harm or deceive is refused on the way.

Only the core of YAML 1.2 is read: mappings, lists, strings, whole and decimal numbers, true and false. Tags,
dates and merge keys are not; a key stands once; an alias is a copy, and copies count.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError, ParseError
from lasker.kernel.limits import whole
from lasker.kernel.source import Source, Span
from lasker.model.weights import rational

MOST_CHARACTERS = 200_000
MOST_PARTS = 6_000
MOST_DEPTH = 24
MOST_DOCUMENTS = 100
MOST_OPEN = 200  # brackets still open, anywhere: the parser is slow on thousands of them

Path = tuple[str | int, ...]

WHOLE = re.compile(r"[-+]?[0-9]+")
DECIMAL = re.compile(r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+)")
WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


@dataclass(frozen=True)
class PlacedValue:
    """A value with its place and that of its key, if it has one: plain, a list, or a mapping of parts."""

    value: Any
    span: Span
    key: Span | None = None
    size: int = 1  # how many parts it is, copies counted

    def plain(self) -> Any:
        """The value without places."""
        if isinstance(self.value, dict):
            return {name: part.plain() for name, part in self.value.items()}
        return [part.plain() for part in self.value] if isinstance(self.value, list) else self.value

    def inside(self, name: str | int) -> PlacedValue | None:
        """The part of that name or number, if there is one."""
        if isinstance(self.value, dict):
            return self.value.get(name)
        inside = isinstance(self.value, list) and isinstance(name, int) and name < len(self.value)
        return self.value[name] if inside else None


@dataclass(frozen=True)
class Document:
    """One document of a text."""

    root: PlacedValue

    @cached_property
    def data(self) -> Any:
        """What it says, as plain data."""
        return self.root.plain()

    def known(self, path: Path) -> Path:
        """As much of a path as leads to something; a name that leads nowhere is left out."""
        part, found = self.root, list[str | int]()
        for name in path:
            if (inner := part.inside(name)) is not None:
                part = inner
                found.append(name)
        return tuple(found)

    def span(self, *path: str | int, key: bool = False) -> Span:
        """Where the value at a path stands, or its key, or what is nearest to it."""
        part = self._nearest(path)
        return (part.key if key else None) or part.span

    def inside(self, *path: str | int) -> Document:
        """The part at a path as a document of its own."""
        return Document(self._nearest(path))

    def _nearest(self, path: Path) -> PlacedValue:
        part = self.root
        for name in path:
            if (inner := part.inside(name)) is None:
                break
            part = inner
        return part


def read(source: Source) -> list[Document]:
    """The documents of a YAML text, separated by lines of three dashes.

    >>> [document.data for document in read(Source("piece: Wazir\\ndisplacement: [[1, 0]]"))]
    [{'piece': 'Wazir', 'displacement': [[1, 0]]}]
    """
    if len(source.text) > MOST_CHARACTERS:
        raise LimitError(
            f"{len(source.text)} characters of YAML, and the limit is {MOST_CHARACTERS}",
            remedy="split the text, or write it as rules",
        )
    if (at := _too_open(source.text)) is not None:
        raise ParseError(
            f"more than {MOST_OPEN} brackets are open here",
            span=Span(source, at, at + 1),
            remedy="close them; lists lie only a few levels inside each other",
        )
    try:
        return list(_documents(source, YAML(typ="safe", pure=True).parse(source.text)))
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = min(mark.index, len(source.text)) if mark else 0
        problem = re.sub(r"\s+", " ", error.problem or error.context or "this is not YAML")
        raise ParseError(
            f"this is not YAML: {problem}",
            span=Span(source, at, at + 1),
            remedy="check the indentation, the brackets and the quotes before this place",
        ) from None
    except YAMLError as error:
        at = min(getattr(error, "position", 0), len(source.text))
        raise ParseError(
            f"this is not YAML: {' '.join(str(error).split()).partition(' in ')[0]}",
            span=Span(source, at, at + 1),
            remedy="take this character out",
        ) from None


class YamlReader:
    """Builds one document from the events of the parser."""

    def __init__(self, source: Source, events: Iterator[Any]) -> None:
        self.source, self.events = source, events
        self.anchors: dict[str, PlacedValue] = {}
        self.parts = 0

    def wrong(self, message: str, event: Any, remedy: str) -> ParseError:
        """An error at the place of an event."""
        return ParseError(message, span=self._span(event), remedy=remedy)

    def _span(self, event: Any) -> Span:
        return Span(self.source, *_place(event))

    def part(self, event: Any, key: Span | None = None, depth: int = 0) -> PlacedValue:
        """The part that begins with an event; everything inside it is read as well."""
        kind, before = type(event).__name__, self.parts
        self._count(1, event)
        if depth > MOST_DEPTH:
            raise self.wrong(
                "this is nested too deeply", event, f"at most {MOST_DEPTH} levels lie inside each other"
            )
        if kind == "AliasEvent":
            if str(event.anchor) not in self.anchors:
                raise self.wrong(
                    f"nothing before this place is called &{event.anchor}", event, "name it first: &name"
                )
            same = self.anchors[str(event.anchor)]
            self._count(same.size, event)
            return replace(same, key=key, size=same.size + 1)
        if event.tag is not None and str(event.tag) not in {"!", "tag:yaml.org,2002:str"}:
            raise self.wrong(f"tags such as {event.tag} are not read", event, "write plain data")
        value: Any
        last = event
        if kind == "ScalarEvent":
            value = self._scalar(event)
        elif kind == "SequenceStartEvent":
            value = []
            while type(last := next(self.events)).__name__ != "SequenceEndEvent":
                value.append(self.part(last, depth=depth + 1))
        else:
            value = {}
            while type(last := next(self.events)).__name__ != "MappingEndEvent":
                self._entry(value, last, depth + 1)
        start, end = _place(event)[0], _place(last)[1]
        span = Span(self.source, start, _trimmed(self.source.text, start, end))
        found = PlacedValue(value, span, key, self.parts - before)
        if event.anchor is not None:
            self.anchors[str(event.anchor)] = found
        return found

    def _entry(self, found: dict[str, PlacedValue], event: Any, depth: int) -> None:
        if type(event).__name__ != "ScalarEvent":
            raise self.wrong("a key is a word", event, "write NAME: VALUE")
        if event.value in found:
            raise self.wrong(f"{event.value} is said twice", event, "keep one of the two")
        if event.value == "<<":
            raise self.wrong("merge keys are not read", event, "write the entries out")
        self._count(1, event)
        found[event.value] = self.part(next(self.events), self._span(event), depth)

    def _count(self, parts: int, event: Any) -> None:
        self.parts += parts
        if self.parts > MOST_PARTS:
            raise LimitError(
                f"more than {MOST_PARTS} parts in one document, copies counted",
                span=self._span(event),
                remedy="use fewer aliases, or split the text",
            )

    def _scalar(self, event: Any) -> Any:
        text = event.value
        if event.style or event.tag is not None:
            return text
        if text.lower() in WORDS:
            return WORDS[text.lower()]
        if WHOLE.fullmatch(text):
            return self._exact(whole, event)
        return self._exact(rational, event) if DECIMAL.fullmatch(text) else text

    def _exact(self, read: Callable[[str], Any], event: Any) -> Any:
        """A number, not rounded; one that is too large is refused where it stands."""
        try:
            return read(event.value)
        except LimitError as error:
            raise error.at(self._span(event)) from None


def _documents(source: Source, events: Iterator[Any]) -> Iterator[Document]:
    count = 0
    for event in events:
        if type(event).__name__ == "DocumentStartEvent":
            count += 1
            if count > MOST_DOCUMENTS:
                raise LimitError(
                    f"more than {MOST_DOCUMENTS} documents in one text",
                    span=Span(source, *_place(event)),
                    remedy="one for the game, and one for each piece, are enough",
                )
            yield Document(YamlReader(source, events).part(next(events)))


def _too_open(text: str) -> int | None:
    """Where too many brackets are open, if they are anywhere."""
    depth = 0
    for found in re.finditer(r"[\[\]{}]", text):
        depth += 1 if found.group() in "[{" else -1
        if depth > MOST_OPEN:
            return found.start()
    return None


def _place(event: Any) -> tuple[int, int]:
    return event.start_mark.index, max(event.end_mark.index, event.start_mark.index + 1)


def _trimmed(text: str, start: int, end: int) -> int:
    """The end of a part without the blank lines and comments that the parser counts to it."""
    return start + max(1, len(text[start:end].rstrip()))
