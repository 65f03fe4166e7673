"""What editors colour before the language server answers, written from the words of the language."""

from __future__ import annotations

import json
import re
from typing import Any

from docs.generate.blocks import ROOT
from lasker.language.occurrences import AREA_WORDS
from lasker.language.words import BOARD, DECLARATIONS, IN_TERMS, OPTIONS, prelude
from lasker.syntax.board.boards import PICTURED, SHAPES

TEXTMATE = ROOT / "editors" / "vscode" / "syntaxes" / "lasker.tmLanguage.json"
WORDS = ROOT / "workbench" / "src" / "editor" / "words.json"


def words() -> dict[str, list[str]]:
    """The words of the language by their use.

    >>> words()["board"][:2]
    ['C', 'around']
    """
    options = {word for option in OPTIONS for word in option.split()}
    return {
        "declarations": sorted(DECLARATIONS),
        "terms": sorted(IN_TERMS),
        "options": sorted(options),
        "board": sorted(BOARD),
    }


def _any(found: list[str]) -> str:
    return "|".join(map(re.escape, found))


def grammar() -> dict[str, Any]:
    """The TextMate grammar of rules.

    >>> grammar()["scopeName"]
    'source.lasker'
    """
    known = words()
    inside = sorted({*known["terms"], *known["options"], "super"})
    functions = sorted({re.split(r"\W", word)[0] for word, *_ in prelude()})
    declared = _any(sorted({*known["declarations"], "local"}))
    begins = rf"^(\s*)({declared})\b(?=\s+(?!(?:in|is|not|of)\b)[\"'\w])"
    of_boards = sorted({*AREA_WORDS, *" ".join((*SHAPES, *PICTURED)).split()})
    patterns: list[dict[str, Any]] = [
        {"name": "comment.line.double-dash.lasker", "match": r"--.*$"},
        {"name": "string.quoted.double.lasker", "match": r'"[^"]*"'},
        {"name": "entity.name.class.lasker", "match": r"'[^']+'"},
        {
            "match": rf"^(without)\s+({declared})\b",
            "captures": {number: {"name": "keyword.control.lasker"} for number in "12"},
        },
        {
            "begin": r"^(\s*)(board|region)\b",
            "end": "$",
            "beginCaptures": {"2": {"name": "keyword.control.lasker"}},
            "patterns": [
                {"name": "keyword.other.lasker", "match": rf"\b(?:{_any(of_boards)})\b"},
                {"name": "constant.numeric.lasker", "match": r"\b[A-Za-z]*[0-9]+\b"},
                {"include": "$self"},
            ],
        },
        {"match": begins, "captures": {"2": {"name": "keyword.control.lasker"}}},
        {
            "match": r"^(\w+)\s*(?:\([^()]*\))?\s*=(?!=)",
            "captures": {"1": {"name": "entity.name.function.lasker"}},
        },
        {"name": "keyword.other.lasker", "match": rf"\b(?:{_any(inside)})\b"},
        {"name": "support.type.lasker", "match": rf"\b(?:{_any(known['board'])})\b"},
        {"name": "support.function.lasker", "match": rf"\b(?:{_any(functions)})\b"},
        {"name": "variable.language.lasker", "match": r"[%@][A-Za-z_]*"},
        {"name": "constant.numeric.lasker", "match": r"\b[0-9]+(?:[x×][0-9]+)*\b"},
        {"name": "keyword.operator.lasker", "match": r"->|→|//|[-+:]=|[-+|;\\=:*?^<>!]"},
        {"name": "entity.name.class.lasker", "match": r"[\x{2190}-\x{10FFFF}]"},
    ]
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Lasker",
        "scopeName": "source.lasker",
        "patterns": patterns,
    }


def texts() -> dict[str, str]:
    """The files by their paths in the project, and what stands in them.

    >>> sorted(texts())
    ['editors/vscode/syntaxes/lasker.tmLanguage.json', 'workbench/src/editor/words.json']
    """
    found = {TEXTMATE: grammar(), WORDS: words()}
    return {
        path.relative_to(ROOT).as_posix(): json.dumps(value, indent=2, ensure_ascii=False) + "\n"
        for path, value in found.items()
    }
