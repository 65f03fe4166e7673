"""Answers of the language service as messages of the Language Server Protocol, whose numbers these are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from lasker.language.answers import (
    TOKEN_TYPES,
    Completion,
    Edit,
    Fold,
    Hover,
    Location,
    OutlineItem,
    SemanticToken,
)
from lasker.language.diagnostics import Diagnostic, Fix
from lasker.language.positions import Range

Json = dict[str, Any]
SEVERITIES = {"error": 1, "warning": 2, "information": 3}
UNNECESSARY = 1  # a tag of diagnostics: editors draw what is never used in grey
TEXT, KEY = 1, 20  # kinds of completions and of symbols for which there is no better one
COMPLETIONS = {
    "keyword": 14,
    "definition": 3,  # a function
    "prelude": 3,
    "parameter": 6,  # a variable
    "piece": 7,  # a class
    "glyph": 7,
    "region": 9,  # a module
    "counter": 6,
    "mark": 10,  # a property
    "player": 13,  # an enumeration
    "state": 20,  # a member of one
    "direction": 24,  # an operator
    "board word": 22,  # a structure
    "game": 17,  # a file
    "variant": 17,
    "option": 10,
    "value": 12,
}
SYMBOLS = {
    "definition": 12,  # a function
    "piece": 5,  # a class
    "region": 3,  # a name space
    "counter": 13,  # a variable
    "mark": 7,  # a property
    "player": 10,  # an enumeration
    "state": 22,  # a member of one
    "end": 24,  # an event
    "adjudicate": 24,
    "invalid": 24,
    "game": 1,  # a file
    "board": 23,  # a structure
    "variant": 5,
}


def range_of(place: Range) -> Json:
    """A stretch of a text.

    >>> range_of(Range((0, 1), (2, 3)))
    {'start': {'line': 0, 'character': 1}, 'end': {'line': 2, 'character': 3}}
    """
    start, end = ({"line": line, "character": column} for line, column in place)
    return {"start": start, "end": end}


def edits_of(uri: str, found: Iterable[Edit | Fix]) -> Json:
    """Changes of the text of an address."""
    return {"changes": {uri: [{"range": range_of(each.range), "newText": each.text} for each in found]}}


def diagnostic_of(found: Diagnostic) -> Json:
    """A problem, with its remedy in a line of its own."""
    message = f"{found.message}\nhelp: {found.remedy}" if found.remedy else found.message
    told = {
        "range": range_of(found.range),
        "message": message,
        "severity": SEVERITIES[found.severity],
        "code": found.kind,
        "source": "lasker",
    }
    return told | ({"tags": [UNNECESSARY]} if found.kind == "unused" else {})


def action_of(found: Diagnostic, fix: Fix, uri: str) -> Json:
    """A change that may mend a problem of the text of an address."""
    return {
        "title": fix.title,
        "kind": "quickfix",
        "diagnostics": [diagnostic_of(found)],
        "edit": edits_of(uri, [fix]),
    }


def completion_of(found: Completion, number: int) -> Json:
    """Something that may be written, in the order in which it was found."""
    item: Json = {
        "label": found.label,
        "kind": COMPLETIONS.get(found.kind, TEXT),
        "detail": found.detail or found.kind,
        "sortText": f"{found.rank}{number:05}",
        "textEdit": {"range": range_of(found.range), "newText": found.insert},
    }
    if found.documentation:
        item["documentation"] = found.documentation
    if found.kind == "glyph":
        item["filterText"] = found.detail
    return item


def hover_of(found: Hover) -> Json:
    """What is known about a word, as Markdown."""
    return {"contents": {"kind": "markdown", "value": found.markdown}, "range": range_of(found.range)}


def locations_of(found: Iterable[Location], uri: str) -> Iterator[Json]:
    """Places in the text of an address, or in files; none where there is no file."""
    for each in found:
        where = uri if each.own else Path(each.path).resolve().as_uri() if each.path else ""
        if where:
            yield {"uri": where, "range": range_of(each.range)}


def symbol_of(found: OutlineItem) -> Json:
    """A declaration in the outline."""
    return {
        "name": found.name.strip() or found.kind,
        "kind": SYMBOLS.get(found.kind, KEY),
        "range": range_of(found.range),
        "selectionRange": range_of(found.name_range),
        "detail": found.detail,
    }


def fold_of(found: Fold) -> Json:
    """Lines that can be folded away."""
    kind = "comment" if found.kind == "comment" else "region"
    return {"startLine": found.start, "endLine": found.end, "kind": kind}


def data_of(found: Iterable[SemanticToken]) -> list[int]:
    """Tokens as five numbers each, lines and columns relative to the token before.

    >>> data_of([SemanticToken(1, 2, 3, "keyword"), SemanticToken(1, 6, 1, "function", True)])
    [1, 2, 3, 0, 0, 0, 4, 1, 1, 1]
    """
    data, line, column = list[int](), 0, 0
    for token in found:
        data += [token.line - line, token.column - column if token.line == line else token.column]
        data += [token.length, TOKEN_TYPES.index(token.kind), int(token.declares)]
        line, column = token.line, token.column
    return data
