"""From a name to its declaration, to its uses, and to another name."""

from __future__ import annotations

import re

from lasker.kernel.errors import DeclarationError, LaskerError, NameProblem
from lasker.kernel.source import Source
from lasker.language.answers import Edit, Location
from lasker.language.names import names
from lasker.language.occurrences import Occurrence, at, occurrences
from lasker.language.positions import Lines
from lasker.language.symbols import Symbol
from lasker.language.texts import path_of
from lasker.language.words import BOARD, IN_TERMS
from lasker.play import library
from lasker.syntax.statements import KEYWORDS, WORD

RENAMED = (
    "definition",
    "parameter",
    "piece",
    "region",
    "counter",
    "mark",
    "player",
    "state",
    "direction",
    "cursor",
)
SEVERAL_WORDS = ("piece", "region")  # names that may have several words


def location(source: Source, start: int, end: int, own: Source) -> Location:
    """A place in a text."""
    path = path_of(source)
    return Location(
        source.name, source.text, Lines(source.text).range(start, end), str(path or ""), source == own
    )


def definitions(source: Source, offset: int) -> list[Location]:
    """Where the name at a place is declared, the nearest declaration first: also those that it replaces."""
    found = at(source, offset)
    if found is None:
        return []
    if found.kind == "game":
        return [location(text, 0, 0, source) for text in _game(found.name)]
    if found.kind == "keyword" and found.name == "super":
        return [location(each.source, *each.name_at, source) for each in _replaced(source, offset)]
    if found.scope >= 0:
        return [location(source, each.start, each.end, source) for each in same(source, found)][:1]
    declared = names(source).all(found.kind, found.name)
    return [location(each.source, *each.name_at, source) for each in declared]


def _game(name: str) -> list[Source]:
    try:
        return [library.find(name)]
    except LaskerError:
        return []


def _replaced(source: Source, offset: int) -> list[Symbol]:
    """The declarations that the definition around a place replaces."""
    known = names(source)
    for several in known.of("definition").values():
        first = several[0]
        if first.source == source and first.at[0] <= offset <= first.at[1]:
            return several[1:]
    return []


def same(source: Source, wanted: Occurrence) -> list[Occurrence]:
    """Every occurrence of the same name in a text."""
    return [
        each
        for each in occurrences(source)
        if (each.kind, each.name, each.scope) == (wanted.kind, wanted.name, wanted.scope) and each.name
    ]


def references(source: Source, offset: int) -> list[Location]:
    """Every place of the text where the name at a place is used or declared."""
    found = at(source, offset)
    if found is None or not found.name or found.kind == "keyword":
        return []
    return [location(source, each.start, each.end, source) for each in same(source, found)]


def renamed(source: Source, offset: int, name: str) -> list[Edit]:
    """The edits that give the name at a place another one; an error if it cannot have it.

    >>> source = Source("safe = nil\\nmove = safe")
    >>> [(edit.range.start, edit.text) for edit in renamed(source, 0, "sound")]
    [(Place(line=0, column=0), 'sound'), (Place(line=1, column=7), 'sound')]
    """
    found = renamable(source, offset)
    _refuse(source, found, name)
    lines = Lines(source.text)
    uses = [
        each for each in same(source, found) if source.text[each.start : each.end] == _written(source, each)
    ]
    crowded = [each for each in uses if len(found.name) == 1 < len(name) and _in_word(source.text, each)]
    if crowded:
        word = re.search(rf"{WORD}", source.text[max(0, crowded[0].start - 1) :])
        raise DeclarationError(
            f"{found.name} is a letter of the product {word.group() if word else ''}",
            remedy="give it another single letter",
        )
    return [Edit(lines.range(each.start, each.end), name) for each in uses]


def renamable(source: Source, offset: int) -> Occurrence:
    """The name at a place, if this text declares it; an error if it cannot be renamed."""
    found = at(source, offset)
    if found is None or found.kind not in RENAMED or not found.name:
        raise NameProblem("there is no name here that can be changed", remedy="choose a declared name")
    if found.scope < 0 and not any(each.declares for each in same(source, found)):
        raise NameProblem(
            f"{found.name} is not declared in this text",
            remedy="change it where it is declared",
            word=found.name,
        )
    return found


def _written(source: Source, each: Occurrence) -> str:
    """The name as it is written there; a piece may stand there as its sign, which keeps its letters."""
    text = source.text[each.start : each.end]
    return text if re.sub(r"\s+", " ", text) == each.name else ""


def _in_word(text: str, each: Occurrence) -> bool:
    around = text[max(0, each.start - 1) : each.start] + text[each.end : each.end + 1]
    return re.search(r"\w", around) is not None and text[each.start - 1 : each.start] not in {"%", "@"}


def _refuse(source: Source, found: Occurrence, name: str) -> None:
    several = found.kind in SEVERAL_WORDS
    if not re.fullmatch(rf"{WORD}(?: {WORD})*" if several else WORD, name):
        raise DeclarationError(f"{name!r} is no name", remedy="a name is a letter, and letters, digits or _")
    known = names(source)
    if name in {*KEYWORDS, *IN_TERMS, *BOARD, "super", "local"} or known.is_product(name):
        raise DeclarationError(f"{name} means something already", remedy="choose another name")
    kinds = ("definition", "region", "counter", "piece", "mark", "player", "state")
    taken = {each for kind in kinds for each in known.of(kind)} | known.directions | set(known.prelude)
    if name in taken and name != found.name:
        raise DeclarationError(f"{name} is declared already", remedy="choose another name")
