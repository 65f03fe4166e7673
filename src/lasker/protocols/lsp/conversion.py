"""Answers of the language service as messages of the Language Server Protocol."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lsprotocol import types as lsp

from lasker.language.answers import Completion, Fold, Hover, Location, OutlineItem, SemanticToken
from lasker.language.diagnostics import Diagnostic, Fix
from lasker.language.positions import Range
from lasker.language.tokens import TYPES

SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "information": lsp.DiagnosticSeverity.Information,
}
COMPLETIONS = {
    "keyword": lsp.CompletionItemKind.Keyword,
    "definition": lsp.CompletionItemKind.Function,
    "prelude": lsp.CompletionItemKind.Function,
    "parameter": lsp.CompletionItemKind.Variable,
    "piece": lsp.CompletionItemKind.Class,
    "glyph": lsp.CompletionItemKind.Class,
    "region": lsp.CompletionItemKind.Module,
    "counter": lsp.CompletionItemKind.Variable,
    "mark": lsp.CompletionItemKind.Property,
    "player": lsp.CompletionItemKind.Enum,
    "state": lsp.CompletionItemKind.EnumMember,
    "direction": lsp.CompletionItemKind.Operator,
    "board word": lsp.CompletionItemKind.Struct,
    "game": lsp.CompletionItemKind.File,
    "variant": lsp.CompletionItemKind.File,
    "option": lsp.CompletionItemKind.Property,
    "value": lsp.CompletionItemKind.Value,
}
SYMBOLS = {
    "definition": lsp.SymbolKind.Function,
    "piece": lsp.SymbolKind.Class,
    "region": lsp.SymbolKind.Namespace,
    "counter": lsp.SymbolKind.Variable,
    "mark": lsp.SymbolKind.Property,
    "player": lsp.SymbolKind.Enum,
    "state": lsp.SymbolKind.EnumMember,
    "end": lsp.SymbolKind.Event,
    "adjudicate": lsp.SymbolKind.Event,
    "invalid": lsp.SymbolKind.Event,
    "game": lsp.SymbolKind.File,
    "board": lsp.SymbolKind.Struct,
    "variant": lsp.SymbolKind.Class,
}
MODIFIERS = ("declaration",)


def range_of(place: Range) -> lsp.Range:
    """A stretch of a text."""
    (line, column), (last, end) = place
    return lsp.Range(lsp.Position(line, column), lsp.Position(last, end))


def diagnostic_of(found: Diagnostic) -> lsp.Diagnostic:
    """A problem, with its remedy in a line of its own."""
    message = f"{found.message}\nhelp: {found.remedy}" if found.remedy else found.message
    tags = [lsp.DiagnosticTag.Unnecessary] if found.kind == "unused" else None
    return lsp.Diagnostic(
        range_of(found.range), message, SEVERITIES[found.severity], found.kind, source="lasker", tags=tags
    )


def action_of(found: Diagnostic, fix: Fix, uri: str) -> lsp.CodeAction:
    """A change that may mend a problem of the text of an address."""
    edit = lsp.WorkspaceEdit({uri: [lsp.TextEdit(range_of(fix.range), fix.text)]})
    return lsp.CodeAction(fix.title, lsp.CodeActionKind.QuickFix, [diagnostic_of(found)], edit=edit)


def completion_of(found: Completion, number: int) -> lsp.CompletionItem:
    """Something that may be written, in the order in which it was found."""
    return lsp.CompletionItem(
        label=found.label,
        kind=COMPLETIONS.get(found.kind, lsp.CompletionItemKind.Text),
        detail=found.detail or found.kind,
        documentation=found.documentation or None,
        sort_text=f"{found.rank}{number:05}",
        filter_text=found.detail if found.kind == "glyph" else None,
        text_edit=lsp.TextEdit(range_of(found.range), found.insert),
    )


def hover_of(found: Hover) -> lsp.Hover:
    """What is known about a word, as Markdown."""
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, found.markdown), range_of(found.range))


def location_of(found: Location, uri: str) -> lsp.Location | None:
    """A place in the text of an address, or in a file; None where there is no file."""
    where = uri if found.own else Path(found.path).resolve().as_uri() if found.path else ""
    return lsp.Location(where, range_of(found.range)) if where else None


def symbol_of(found: OutlineItem) -> lsp.DocumentSymbol:
    """A declaration in the outline."""
    kind = SYMBOLS.get(found.kind, lsp.SymbolKind.Key)
    name = found.name.strip() or found.kind
    return lsp.DocumentSymbol(name, kind, range_of(found.range), range_of(found.name_range), found.detail)


def fold_of(found: Fold) -> lsp.FoldingRange:
    """Lines that can be folded away."""
    comment = found.kind == "comment"
    kind = lsp.FoldingRangeKind.Comment if comment else lsp.FoldingRangeKind.Region
    return lsp.FoldingRange(found.start, found.end, kind=kind)


def data_of(found: Iterable[SemanticToken]) -> list[int]:
    """Tokens as five numbers each, lines and columns relative to the token before.

    >>> data_of([SemanticToken(1, 2, 3, "keyword"), SemanticToken(1, 6, 1, "function", True)])
    [1, 2, 3, 0, 0, 0, 4, 1, 1, 1]
    """
    data, line, column = list[int](), 0, 0
    for token in found:
        data += [token.line - line, token.column - column if token.line == line else token.column]
        data += [token.length, TYPES.index(token.kind), int(token.declares)]
        line, column = token.line, token.column
    return data
