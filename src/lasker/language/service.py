"""The questions that an editor asks, each a function of a text, its format and a place.

A format is `rules`, `yaml` or `ini`; of games in other languages only the problems are told. Lines and
columns are counted from 0, columns in UTF-16 code units, as the Language Server Protocol and browsers do. A
text may have any mistakes: only `rename` refuses something.
"""

from __future__ import annotations

from types import ModuleType, SimpleNamespace
from typing import Any

from lasker import frontends
from lasker.kernel.errors import NameProblem
from lasker.kernel.source import Source
from lasker.language import completions as rules_completions
from lasker.language import formatting as rules_formatting
from lasker.language import hover as rules_hover
from lasker.language import ini_text, navigation, yaml_text
from lasker.language import outline as rules_outline
from lasker.language import tokens as rules_tokens
from lasker.language.answers import (
    Completion,
    Edit,
    Fold,
    Hover,
    Location,
    OutlineItem,
    SemanticToken,
)
from lasker.language.diagnostics import Diagnostic, diagnostics
from lasker.language.positions import Lines, Range
from lasker.language.texts import source_of

__all__ = [
    "Completion",
    "Diagnostic",
    "Edit",
    "Fold",
    "Hover",
    "Location",
    "OutlineItem",
    "SemanticToken",
    "completions",
    "definition",
    "diagnostics",
    "folding",
    "formatting",
    "hover",
    "references",
    "renamable",
    "rename",
    "symbols",
    "tokens",
]  # fmt: skip

NATIVE = frontends.NATIVE
RULES = SimpleNamespace(
    completions=rules_completions.completions,
    hover=rules_hover.hover,
    definitions=navigation.definitions,
    references=navigation.references,
    outline=rules_outline.outline,
    folds=rules_outline.folds,
    tokens=rules_tokens.tokens,
)
OTHERS: dict[str, ModuleType] = {"yaml": yaml_text, "ini": ini_text}
# Of games in other languages only the problems are told.
UNKNOWN = SimpleNamespace(
    **dict.fromkeys(("completions", "definitions", "references"), lambda source, offset: []),
    **dict.fromkeys(("outline", "folds", "tokens"), lambda source: []),
    hover=lambda source, offset: None,
)


def _of(format: str) -> Any:
    """The module that answers about texts of a format."""
    return RULES if format == NATIVE else OTHERS.get(format, UNKNOWN)


def _asked(text: str, format: str, name: str, line: int, column: int) -> tuple[Source, int]:
    return source_of(text, format, name), Lines(text).offset(line, column)


def completions(
    text: str, format: str = NATIVE, line: int = 0, column: int = 0, name: str = ""
) -> list[Completion]:
    """What may be written at a place, the nearest first; whoever shows it leaves out what does not fit.

    >>> [found.label for found in completions('extends "chess"\\nend "bare" ', line=1, column=11)]
    ['drawn', 'lost', 'won']
    """
    found: list[Completion] = _of(format).completions(*_asked(text, format, name, line, column))
    return found


def hover(text: str, format: str = NATIVE, line: int = 0, column: int = 0, name: str = "") -> Hover | None:
    """What is known about the word or sign at a place.

    >>> hover("x = fail", line=0, column=5).markdown
    '**fail**: the impossible move'
    """
    found: Hover | None = _of(format).hover(*_asked(text, format, name, line, column))
    return found


def definition(
    text: str, format: str = NATIVE, line: int = 0, column: int = 0, name: str = ""
) -> list[Location]:
    """Where the name at a place is declared, also in texts that this one extends; the nearest first.

    >>> found = definition('extends "chess"\\nmove = safe', line=1, column=8)
    >>> found[0].name, found[0].own
    ('chess.rules', False)
    """
    found: list[Location] = _of(format).definitions(*_asked(text, format, name, line, column))
    return found


def references(
    text: str, format: str = NATIVE, line: int = 0, column: int = 0, name: str = ""
) -> list[Location]:
    """Where the text uses and declares the name at a place.

    >>> [each.range.start.line for each in references("a = u\\nb = a a", line=0, column=0)]
    [0, 1, 1]
    """
    found: list[Location] = _of(format).references(*_asked(text, format, name, line, column))
    return found


def renamable(text: str, format: str = NATIVE, line: int = 0, column: int = 0, name: str = "") -> Range:
    """Where the name at a place stands, if it can be changed; otherwise an error that says why not.

    >>> renamable("alone = u", line=0, column=2).end.column
    5
    """
    if format != NATIVE:
        raise NameProblem("names are changed in rules only", remedy="replace it in the editor")
    found = navigation.renamable(*_asked(text, format, name, line, column))
    return Lines(text).range(found.start, found.end)


def rename(
    text: str, format: str = NATIVE, line: int = 0, column: int = 0, new: str = "", name: str = ""
) -> list[Edit]:
    """The edits that give the name at a place another one; an error if it cannot have it.

    >>> [each.range.start.column for each in rename("alone = u\\nb = alone", line=0, column=0, new="single")]
    [0, 4]
    """
    renamable(text, format, line, column, name)
    return navigation.renamed(*_asked(text, format, name, line, column), new)


def symbols(text: str, format: str = NATIVE, name: str = "") -> list[OutlineItem]:
    """The outline of a text.

    >>> [(each.kind, each.name) for each in symbols("[wide:chess]\\nmaxFile = 10", "ini")]
    [('variant', 'wide')]
    """
    found: list[OutlineItem] = _of(format).outline(source_of(text, format, name))
    return found


def folding(text: str, format: str = NATIVE, name: str = "") -> list[Fold]:
    """What can be folded away.

    >>> folding("pieces:\\n  - piece: a\\n", "yaml")
    [Fold(start=0, end=1, kind='region')]
    """
    found: list[Fold] = _of(format).folds(source_of(text, format, name))
    return found


def tokens(text: str, format: str = NATIVE, name: str = "") -> list[SemanticToken]:
    """The colours of a text.

    >>> tokens("board: 8x8 # large", "yaml")[-1].kind
    'comment'
    """
    found: list[SemanticToken] = _of(format).tokens(source_of(text, format, name))
    return found


def formatting(text: str, format: str = NATIVE, name: str = "") -> str:
    """The text with its blanks in order; comments and meaning stay, and so does a text with errors.

    >>> formatting("x=u|d  ")
    'x = u | d\\n'
    """
    if format in OTHERS:
        return rules_formatting.trimmed(text, format)
    return rules_formatting.formatted(text) if format == NATIVE else text
