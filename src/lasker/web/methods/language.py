"""Methods of the language service: what the editor of the page asks about a text.

Parameters are `text`, `format` (`rules`, `yaml` or `ini`) and, for questions about a place, `line` and
`column`, both from 0, columns in UTF-16 code units as browsers count them. A text may extend games of the
library, and reads no file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeVar

from lasker.kernel.errors import NotationError
from lasker.kernel.files import no_files
from lasker.language import service
from lasker.language.positions import Range
from lasker.web.game_names import FORMATS, LONGEST
from lasker.web.methods import Params, method
from lasker.web.params import text as checked_text
from lasker.web.params import whole

SECONDS = 4.0  # after which a text is no longer examined
Answer = TypeVar("Answer")


def _text(params: Params) -> tuple[str, str]:
    """The text and its format."""
    format = params.get("format", FORMATS[0])
    if format not in FORMATS:
        raise NotationError(f"no format {format!r}", remedy=f"there are {', '.join(FORMATS)}")
    return checked_text(params.get("text", ""), "text", LONGEST), str(format)


def _asked(question: Callable[..., Answer], params: Params) -> Answer:
    """The answer to a question about a place."""
    text, format = _text(params)
    line, column = (whole(params.get(name, 0), name) for name in ("line", "column"))
    with no_files("a text in the editor"):
        return question(text, format, line, column)


def range_facts(place: Range) -> dict[str, dict[str, int]]:
    """A stretch of a text as JSON.

    >>> from lasker.language.positions import Lines
    >>> range_facts(Lines("x = u").range(0, 1))["end"]
    {'line': 0, 'column': 1}
    """
    return {"start": place.start._asdict(), "end": place.end._asdict()}


def _facts(answer: Any) -> dict[str, Any]:
    return {**asdict(answer), "range": range_facts(answer.range)}


@method("language.diagnostics")
def diagnostics(params: Params) -> list[dict[str, Any]]:
    """What is wrong with a text: range, severity, message, remedy, kind, and fixes (title, range, text).

    >>> [each["message"] for each in diagnostics({"text": 'lasker 1\\nextends "chess"\\nx = (u'})]
    ['this ( is not closed']
    """
    with no_files("a text in the editor"):
        found = service.diagnostics(*_text(params), seconds=SECONDS)
    return [{**_facts(each), "fixes": [_facts(fix) for fix in each.fixes]} for each in found]


@method("language.completions")
def completions(params: Params) -> list[dict[str, Any]]:
    """What may be written at a place: label, kind, range, insert, detail, documentation, rank.

    >>> [each["label"] for each in completions({"text": "mark m ", "column": 7})][0]
    'lasting'
    """
    return [_facts(each) for each in _asked(service.completions, params)]


@method("language.hover")
def hover(params: Params) -> dict[str, Any] | None:
    """What is known about the word at a place: range, markdown, svg; null if nothing is.

    >>> hover({"text": "x = nil", "column": 5})["markdown"]
    '**nil**: the move that changes nothing'
    """
    found = _asked(service.hover, params)
    return _facts(found) if found else None


@method("language.definition")
def definition(params: Params) -> list[dict[str, Any]]:
    """Where the name at a place is declared: name, range, own; of other texts than this one their text, too.

    >>> found = definition({"text": "x = u\\ny = x", "line": 1, "column": 4})
    >>> [(each["name"], "text" in each) for each in found]
    [('text.rules', False)]
    """
    return [
        {
            "name": each.name,
            "own": each.own,
            "range": range_facts(each.range),
            **({} if each.own else {"text": each.text}),
        }
        for each in _asked(service.definition, params)
    ]


@method("language.references")
def references(params: Params) -> list[dict[str, Any]]:
    """Where the text uses the name at a place: ranges.

    >>> len(references({"text": "x = u\\ny = x"}))
    2
    """
    return [range_facts(each.range) for each in _asked(service.references, params)]


@method("language.symbols")
def symbols(params: Params) -> list[dict[str, Any]]:
    """The outline of a text: kind, name, detail, range, name_range.

    >>> symbols({"text": "board 8x8"})[0]["kind"]
    'board'
    """
    found = service.symbols(*_text(params))
    return [{**_facts(each), "name_range": range_facts(each.name_range)} for each in found]


@method("language.format")
def formatted(params: Params) -> dict[str, str]:
    """The text with its blanks in order.

    >>> formatted({"text": "x=u"})
    {'text': 'x = u\\n'}
    """
    return {"text": service.formatting(*_text(params))}


@method("language.tokens")
def tokens(params: Params) -> list[dict[str, Any]]:
    """The colours of a text: line, column, length, kind, declares.

    >>> tokens({"text": "x = u"})[0]["kind"]
    'function'
    """
    with no_files("a text in the editor"):
        return [asdict(each) for each in service.tokens(*_text(params))]
